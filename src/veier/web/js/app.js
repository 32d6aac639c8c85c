// @ts-check
/** The entry point: language, header, and the page of the address. */

import "./layout.js";
import { h, put } from "./dom.js";
import { currentLanguage, loadLanguage, t } from "./i18n.js";
import { drawHeader } from "./header.js";
import { Problem } from "./net.js";
import { failure } from "./parts/notices.js";
import { showPreparing } from "./preparing.js";

/**
 * @typedef {object} Place where a page is drawn, and what the shell offers it
 * @property {HTMLElement} main
 * @property {string} rest what follows the page's name in the address
 * @property {(title: string, crumb?: string | Node, more?: string) => void} name set the title
 *   of the window and of the header
 * @property {(path: string) => void} go go to another page
 */
/**
 * A page draws itself and returns a function that closes it.
 *
 * @typedef {(place: Place) => Promise<(() => void) | void>} Page
 */

/**
 * The pages by the first part of their address; a page's module is loaded when it is first opened.
 *
 * @type {Record<string, () => Promise<{page: Page}>>}
 */
const PAGES = {
  "": () => import("./pages/home.js"),
  new: () => import("./pages/new.js"),
  table: () => import("./pages/table.js"),
  review: () => import("./pages/review.js"),
  analyse: () => import("./pages/analyse.js"),
  edit: () => import("./pages/edit.js"),
  studies: () => import("./pages/studies.js"),
  study: () => import("./pages/study.js"),
  // Where the analysis board began: links to the explorer of the proofs stay good.
  explore: () => import("./pages/analyse.js"),
  games: () => import("./pages/games.js"),
  load: () => import("./pages/load.js"),
  rules: () => import("./pages/rules.js"),
  learn: () => import("./pages/learn.js"),
  trainer: () => import("./pages/trainer.js"),
  print: () => import("./pages/print.js"),
  tournament: () => import("./pages/tournament.js"),
  puzzles: () => import("./pages/puzzles.js"),
  puzzle: () => import("./pages/puzzle.js"),
};

let main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** What index.html shows before any module has come. */
const waiting = /** @type {Element} */ (main.querySelector(".waiting"));
/** @type {() => void} */
let leave = () => {};
let visits = 0;

/** Show the page of the present address. @param {boolean} [moved] whether the focus goes to the new page */
async function show(moved = false) {
  const visit = ++visits;
  leave();
  leave = () => {};
  const [, first = "", ...rest] = location.pathname.split("/");
  // Each visit has a place of its own: what a page draws late, after the user has gone on, is seen by nobody.
  const here = /** @type {HTMLElement} */ (main.cloneNode());
  here.className = `page-${first || "home"}`;
  put(here, waiting);
  main.replaceWith(here);
  main = here;
  drawHeader(first, { again: () => show(), go });
  try {
    const asked = readable(rest.join("/"));
    if (asked === null) throw nowhere();
    const { page } = await moduleOf(first);
    if (visit !== visits) return;
    /** @type {import("./app.js").Place["name"]} */
    const nameHere = (...titles) => void (visit === visits && name(...titles));
    const end = await page({ main: here, rest: asked, name: nameHere, go });
    if (visit === visits) leave = end ?? leave;
    else end?.();
  } catch (error) {
    if (visit === visits) failure(here, error, () => show());
  }
  if (moved && visit === visits) {
    scrollTo(0, 0);
    here.focus({ preventScroll: true });
  }
}

/** The module of a page. @param {string} first @returns {Promise<{page: Page}>} */
async function moduleOf(first) {
  if (!Object.hasOwn(PAGES, first)) throw nowhere();
  try {
    return await PAGES[first]();
  } catch (error) {
    // The server may have another version by now, which no longer has this one's files: begin again with that.
    const { ok } = await fetch("/healthz").catch(() => ({ ok: false }));
    if (!ok) throw new Problem({ key: "web.offline.server" }, 0);
    if (visits > 1) location.reload();
    throw error;
  }
}

function nowhere() {
  return new Problem({ key: "server.not_found" }, 404);
}

/** Decode a part of an address; null if it is malformed. @param {string} part */
function readable(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * @param {string} title
 * @param {string | Node} [crumb]
 * @param {string} [more]
 */
function name(title, crumb = "", more = "") {
  document.title = `${title} · veier`;
  const place = document.querySelector(".crumb");
  if (place) put(place, crumb, more && h("span.quiet", {}, more));
}

/** @param {string} path */
function go(path) {
  history.pushState(null, "", path);
  show(true);
}

addEventListener("popstate", () => show(true));
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (url.pathname.startsWith("/api/") || (url.hash && url.pathname === location.pathname)) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
});

/** Show the first page. Its module and the catalogue come at the same time. */
async function start() {
  const chosen = /** @type {import("./i18n.js").Language} */ (document.documentElement.lang);
  moduleOf(location.pathname.split("/")[1] ?? "").catch(() => {});
  await loadLanguage(chosen)
    .catch(() => loadLanguage("en"))
    .catch(() => {});
  const skip = document.querySelector(".skip");
  if (skip instanceof HTMLElement && t("web.skip") !== "web.skip") {
    skip.hidden = false;
    put(skip, t("web.skip"));
  }
  document.documentElement.lang = currentLanguage();
  showPreparing();
  await show();
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
}

start();
