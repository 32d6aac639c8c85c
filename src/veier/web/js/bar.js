// @ts-check
/** The bar above every page: home, where we are, language and theme. */

import { h, put } from "./dom.js";
import { LANGUAGES, say, speak, spoken } from "./say.js";
import { remember, remembered } from "./settings.js";
import { icon, logo, word } from "./parts/drawing.js";

/**
 * @param {string} page the first part of the address
 * @param {{again: () => void, go: (path: string) => void}} shell
 */
export function drawBar(page, shell) {
  const bar = /** @type {HTMLElement} */ (document.querySelector(".top"));
  put(
    bar,
    h("a.brand", { href: "/", "aria-label": say("web.nav.home") }, logo(), word()),
    h("p.crumb"),
    h(
      "nav",
      { "aria-label": say("web.nav.main") },
      h("a", { href: "/", "aria-current": page === "" && "page" }, say("web.nav.play")),
      h("a", { href: "/load", "aria-current": page === "load" && "page" }, say("web.nav.load")),
      ...languageMenu(shell.again),
      ...themeMenu(),
    ),
  );
}

/**
 * @param {() => void} again draws the page anew
 * @returns {HTMLElement[]}
 */
function languageMenu(again) {
  const menu = makeMenu(
    "menu-language",
    say("web.nav.language"),
    Object.entries(LANGUAGES).map(([code, title]) => ({
      title,
      language: code,
      chosen: code === spoken(),
      choose: () => change(code),
    })),
  );
  /** @param {string} code */
  async function change(code) {
    remember("language", code);
    await speak(/** @type {keyof typeof LANGUAGES} */ (code));
    again();
    /** @type {HTMLElement | null} */ (document.querySelector("[popovertarget=menu-language]"))?.focus();
  }
  return [opener("menu-language", say("web.nav.language"), icon("globe"), h("span", {}, spoken().toUpperCase())), menu];
}

/** @returns {HTMLElement[]} */
function themeMenu() {
  const chosen = remembered("theme") ?? "auto";
  /** @param {"auto" | "light" | "dark"} theme */
  const choice = (theme) => ({
    title: { auto: say("web.theme.auto"), light: say("web.theme.light"), dark: say("web.theme.dark") }[theme],
    chosen: theme === chosen,
    choose: () => {
      remember("theme", theme === "auto" ? null : theme);
      if (theme === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      for (const item of menu.children) {
        item.setAttribute("aria-checked", String(item.getAttribute("data-name") === theme));
      }
    },
    name: theme,
  });
  const menu = makeMenu("menu-theme", say("web.nav.theme"), [choice("auto"), choice("light"), choice("dark")]);
  return [opener("menu-theme", say("web.nav.theme"), icon("theme")), menu];
}

/**
 * @param {string} id
 * @param {string} label
 * @param {Element[]} content
 */
function opener(id, label, ...content) {
  return h(
    "button",
    { type: "button", popovertarget: id, "aria-haspopup": "menu", title: label },
    ...content,
    h("span.vh", {}, label),
  );
}

/**
 * A menu of which one thing is chosen; the browser opens and closes it, arrow keys walk through it.
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
  menu.addEventListener("toggle", () => {
    if (!menu.matches(":popover-open")) return;
    const item = menu.querySelector('[aria-checked="true"]') ?? menu.firstElementChild;
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
  return menu;
}
