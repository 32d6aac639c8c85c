// @ts-check
/**
 * What the page itself has to say: a failure in place of a page, a banner, a short notice, a sentence for those who
 * listen.
 */

import { h, put } from "../dom.js";
import { say } from "../say.js";
import { Problem } from "../net.js";

/** @typedef {import("../say.js").Message} Message */

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
      h("h1", {}, offline ? say("web.offline.title") : gone ? say("web.error.gone") : say("web.error.title")),
      h("p", {}, offline ? say("web.offline.what") : reason(error)),
      h(
        "p",
        {},
        offline || !gone
          ? h("button.btn.primary", { type: "button", onclick: again }, say("web.again"))
          : h("a.btn.primary", { href: "/" }, say("web.nav.home")),
      ),
    ),
  );
}

/**
 * Say what went wrong.
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Problem ? say(error.reason) : say("web.error.what");
}

/** @type {number | undefined} */
let fading;

/**
 * Say something for a moment, to eyes and ears.
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

/** What the banner could say, the most urgent last. @type {Record<"preparing" | "line", string | null>} */
const standing = { preparing: null, line: null };

/**
 * Say something above the page that stays until it is taken away with null.
 * @param {keyof typeof standing} about
 * @param {string | null} text
 */
export function banner(about, text) {
  standing[about] = text;
  const said = standing.line ?? standing.preparing;
  const place = /** @type {HTMLElement} */ (document.querySelector(".banner"));
  place.hidden = said === null;
  if (place.textContent !== said) place.textContent = said;
}

/**
 * Say something to those who listen.
 * @param {string} text
 */
export function tell(text) {
  const place = /** @type {HTMLElement} */ (document.getElementById("told"));
  place.textContent = text;
}
