// @ts-check
/** The few texts of a board on another site that do not come with its game, in all languages. */

import { TEXTS } from "./texts.js";

/** @typedef {keyof typeof TEXTS} Language */

/** The language of an element: its own, that of its page, or the browser's. @param {HTMLElement} element
 * @returns {Language} */
export function languageOf(element) {
  const around = element.closest("[lang]")?.getAttribute("lang") ?? "";
  const codes = [around, ...navigator.languages].map((name) => name.slice(0, 2).toLowerCase());
  return /** @type {Language} */ (codes.find((code) => code in TEXTS) ?? "en");
}

/** Translate a key. @param {Language} language @param {string} key @param {Record<string, string>} [params] */
export function say(language, key, params = {}) {
  return (TEXTS[language][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
}
