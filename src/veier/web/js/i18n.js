// @ts-check
/**
 * Translations: the catalogues of `veier.messages`, filled in as Python fills them in. Pages call `t` for their texts;
 * the server sends messages (a key and parameters), never sentences.
 */

/** @typedef {{key: string, params?: Record<string, any>}} Message */
/** @typedef {"lb" | "fr" | "de" | "en"} Language */

/** The languages by their own names. @type {Record<Language, string>} */
export const LANGUAGES = { lb: "Lëtzebuergesch", fr: "Français", de: "Deutsch", en: "English" };

/** The length at which a parameter is cut. */
const LONGEST = 500;
const N_OR_NOT = /\((nn?)\)([^\p{L}\p{N}_]*)([\p{L}\p{N}_]+)/gu;
const N_STAYS_BEFORE = "aeiouyäëéèêöüûôîndtzh";
/**
 * The first sound of the name of a single letter or digit, where it is not the letter itself.
 *
 * @type {Record<string, string>}
 */
const FIRST_SOUND = { c: "z", f: "e", l: "e", m: "e", r: "e", s: "e", v: "f", x: "i" };
[..."nezdvfssan"].forEach((sound, digit) => (FIRST_SOUND[digit] = sound));

/** Numbers with decimals have all of theirs. */
const NUMBER = { useGrouping: false, maximumFractionDigits: 15 };

/** @type {Language} */
let language = "en";
/** @type {Record<string, string | {one: string, other: string}>} */
let catalogue = {};
let pluralRules = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en", NUMBER);

export function currentLanguage() {
  return language;
}

/**
 * Fetch the catalogue of a language and use it from now on.
 *
 * @param {Language} wanted
 */
export async function loadLanguage(wanted) {
  const answer = await fetch(new URL(`../locale/${wanted}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no catalogue for ${wanted}`);
  catalogue = await answer.json();
  language = wanted;
  // Where Luxembourgish is unknown, the German rules are the same.
  pluralRules = new Intl.PluralRules([wanted, "de"]);
  numbers = new Intl.NumberFormat([wanted, "de"], NUMBER);
  document.documentElement.lang = wanted;
}

/**
 * Translate a message, or a key with its parameters; `count` chooses the plural form.
 *
 * @param {string | Message} what
 * @param {Record<string, any>} [params]
 * @returns {string}
 */
export function t(what, params = {}) {
  if (typeof what !== "string") return t(what.key, what.params ?? {});
  const found = catalogue[what];
  if (found === undefined) return what;
  // The catalogues know two forms; French has a third for millions.
  const sentence =
    typeof found === "string" ? found : found[pluralRules.select(params.count) === "one" ? "one" : "other"];
  const text = sentence.replace(/\{\{|\}\}|\{(\w+)\}/g, (whole, name) => (name ? fill(params[name]) : whole[0]));
  return language === "lb" ? text.replace(N_OR_NOT, nRule) : text;
}

/**
 * Join parts as a sentence does: a, b and c.
 *
 * @param {string[]} parts
 * @returns {string}
 */
export function join(parts) {
  if (parts.length < 2) return parts[0] ?? "";
  return t("list.and", { first: parts.slice(0, -1).join(", "), last: parts[parts.length - 1] });
}

/**
 * @param {any} value text, a number, a message, or a list of them
 * @returns {string}
 */
function fill(value) {
  if (Array.isArray(value)) return join(value.map(fill));
  if (value && typeof value === "object") return t(value);
  if (typeof value === "number" && !Number.isInteger(value)) return numbers.format(value);
  const text = String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/**
 * Keep an n before vowels and n, d, t, z, h, as they are pronounced: f6 is "eff sechs", 8 is "aacht".
 *
 * @param {string} _whole
 * @param {string} n
 * @param {string} between
 * @param {string} following
 */
function nRule(_whole, n, between, following) {
  const word = following.toLowerCase();
  const number = /^[0-9]{1,9}/.exec(word);
  const first = number ? firstDigit(Number(number[0])) : word[0];
  const sound = /^.\p{L}/u.test(word) ? first : (FIRST_SOUND[first] ?? first);
  return (N_STAYS_BEFORE.includes(sound) ? n : "") + between + following;
}

/** The digit that a number begins with when it is pronounced: 24 is "véieranzwanzeg". @param {number} number */
function firstDigit(number) {
  let rest = number;
  while (rest >= 1000) rest = Math.floor(rest / 1000);
  return String(Math.floor(rest / 100) || rest % 10 || Math.floor(rest / 10));
}
