// @ts-check
/** The header of every page: link to home, title, the ways to all pages, language and theme menus. */

import { h, put } from "./dom.js";
import { LANGUAGES, currentLanguage, loadLanguage, t } from "./i18n.js";
import { saveSetting, loadSetting } from "./settings.js";
import { icon, logo, wordmark } from "./parts/icons.js";

/**
 * @param {string} page the first part of the address
 * @param {{again: () => void, go: (path: string) => void}} shell
 */
export function drawHeader(page, shell) {
  const bar = /** @type {HTMLElement} */ (document.querySelector(".top"));
  put(
    bar,
    h("a.brand", { href: "/", "aria-label": t("web.nav.home") }, logo(), wordmark()),
    h("p.crumb"),
    h(
      "nav",
      { "aria-label": t("web.nav.main") },
      ...places(page),
      ...languageMenu(shell.again),
      ...themeMenu(),
      ...placesMenu(page),
    ),
  );
}

/** Pages on which one studies, which the home page lists under this name. */
const LEARN = ["learn", "trainer", "rules", "explore", "analyse", "edit", "studies", "study"];

/**
 * Links to the pages; the one that the user is on is marked, also when it is a part of it.
 * @param {string} page
 */
function places(page) {
  return [
    { href: "/", text: t("web.nav.play"), parts: ["", "new", "table", "tournament"] },
    { href: "/learn", text: t("web.learn.title"), parts: LEARN },
    { href: "/puzzles", text: t("web.learn.puzzles"), parts: ["puzzles", "puzzle"] },
    { href: "/print", text: t("web.learn.print"), parts: ["print"] },
    { href: "/games", text: t("web.nav.games"), parts: ["games", "review"] },
    { href: "/load", text: t("web.nav.load"), parts: ["load"] },
  ].map(({ href, text, parts }) => {
    const here = parts.includes(page) && (href.slice(1) === page ? "page" : "true");
    return h("a", { href, "aria-current": here }, text);
  });
}

/**
 * The same links behind one button, for screens where they do not fit side by side.
 * @param {string} page
 */
function placesMenu(page) {
  const menu = h("div.menu.places", { id: "menu-places", popover: "auto" }, ...places(page));
  walk(menu, "[aria-current]");
  return [opener("menu-places", t("web.nav.menu"), "dialog", icon("menu")), menu];
}

/**
 * @param {() => void} again redraws the page
 * @returns {HTMLElement[]}
 */
function languageMenu(again) {
  const menu = makeMenu(
    "menu-language",
    t("web.nav.language"),
    Object.entries(LANGUAGES).map(([code, title]) => ({
      title,
      language: code,
      chosen: code === currentLanguage(),
      choose: () => change(code),
    })),
  );
  /** @param {string} code */
  async function change(code) {
    saveSetting("language", code);
    await loadLanguage(/** @type {keyof typeof LANGUAGES} */ (code));
    again();
    /** @type {HTMLElement | null} */ (document.querySelector("[popovertarget=menu-language]"))?.focus();
  }
  return [
    opener(
      "menu-language",
      t("web.nav.language"),
      "menu",
      icon("globe"),
      h("span", {}, currentLanguage().toUpperCase()),
    ),
    menu,
  ];
}

/** @returns {HTMLElement[]} */
function themeMenu() {
  const chosen = loadSetting("theme") ?? "auto";
  /** @param {"auto" | "light" | "dark"} theme */
  const choice = (theme) => ({
    title: { auto: t("web.theme.auto"), light: t("web.theme.light"), dark: t("web.theme.dark") }[theme],
    chosen: theme === chosen,
    choose: () => {
      saveSetting("theme", theme === "auto" ? null : theme);
      if (theme === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      for (const item of menu.children) {
        item.setAttribute("aria-checked", String(item.getAttribute("data-name") === theme));
      }
    },
    name: theme,
  });
  const menu = makeMenu("menu-theme", t("web.nav.theme"), [choice("auto"), choice("light"), choice("dark")]);
  return [opener("menu-theme", t("web.nav.theme"), "menu", icon("theme")), menu];
}

/**
 * @param {string} id
 * @param {string} label
 * @param {"menu" | "dialog"} opens
 * @param {Element[]} content
 */
function opener(id, label, opens, ...content) {
  return h(
    "button",
    { type: "button", popovertarget: id, "aria-haspopup": opens, title: label },
    ...content,
    h("span.vh", {}, label),
  );
}

/**
 * A menu with one checked item; the browser opens and closes it.
 * @param {string} id
 * @param {string} label
 * @param {{title: string, chosen: boolean, choose: () => void, language?: string, name?: string}[]} items
 */
function makeMenu(id, label, items) {
  const menu = h("div.menu", { id, popover: "auto", role: "menu", "aria-label": label });
  put(
    menu,
    ...items.map((item) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitemradio",
          "aria-checked": String(item.chosen),
          lang: item.language,
          "data-name": item.name,
          onclick: () => {
            menu.hidePopover();
            item.choose();
          },
        },
        icon("check"),
        item.title,
      ),
    ),
  );
  walk(menu, '[aria-checked="true"]');
  return menu;
}

/**
 * When a menu opens, its chosen item has the focus; arrow keys move through it.
 * @param {HTMLElement} menu
 * @param {string} chosen
 */
function walk(menu, chosen) {
  menu.addEventListener("toggle", () => {
    if (!menu.matches(":popover-open")) return;
    const item = menu.querySelector(chosen) ?? menu.firstElementChild;
    /** @type {HTMLElement} */ (item).focus();
  });
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = /** @type {HTMLElement[]} */ ([...menu.children]);
    const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    all[(here + step + all.length) % all.length].focus();
  });
}
