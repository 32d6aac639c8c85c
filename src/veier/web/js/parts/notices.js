// @ts-check
/**
 * Messages of the page itself: an error in place of a page, a banner, a toast, an announcement to screen readers.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { Problem } from "../net.js";

/** @typedef {import("../i18n.js").Message} Message */

/**
 * Show why a page cannot be shown, and what to do.
 * @param {HTMLElement} main
 * @param {unknown} error
 * @param {() => void} again
 */
export function failure(main, error, again) {
  const offline = error instanceof Problem && error.status === 0;
  const gone = error instanceof Problem && error.status === 404;
  if (!(error instanceof Problem)) console.warn(error);
  put(
    main,
    h(
      "div.empty",
      {},
      h("h1", {}, offline ? t("web.offline.title") : gone ? t("web.error.gone") : t("web.error.title")),
      h("p", {}, offline ? t("web.offline.what") : reason(error)),
      h(
        "p",
        {},
        offline || !gone
          ? h("button.btn.primary", { type: "button", onclick: again }, t("web.again"))
          : h("a.btn.primary", { href: "/" }, t("web.nav.home")),
      ),
    ),
  );
}

/**
 * Return what went wrong, translated.
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Problem ? t(error.reason) : t("web.error.what");
}

/** @type {number | undefined} */
let fading;

/**
 * Show a toast for a few seconds; screen readers read it too.
 * @param {string} text
 */
export function notice(text) {
  document.querySelector(".toast")?.remove();
  clearTimeout(fading);
  const toast = h("div.toast", { role: "status" });
  document.body.append(toast);
  toast.textContent = text;
  fading = setTimeout(() => toast.remove(), 3000 + 50 * text.length);
}

/** The texts for the banner, the most urgent last. @type {Record<"preparing" | "line", string | null>} */
const standing = { preparing: null, line: null };

/**
 * Show a banner above the page until it is removed with null.
 * @param {keyof typeof standing} about
 * @param {string | null} text
 */
export function banner(about, text) {
  standing[about] = text;
  const shown = standing.line ?? standing.preparing;
  const place = /** @type {HTMLElement} */ (document.querySelector(".banner"));
  place.hidden = shown === null;
  if (place.textContent !== shown) place.textContent = shown;
}

/**
 * Announce something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const place = /** @type {HTMLElement} */ (document.getElementById("announcer"));
  place.textContent = text;
}
