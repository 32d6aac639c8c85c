// @ts-check
/**
 * What people read, in four languages: the catalogues of the locale package, filled in as Python fills them in.
 * Every page asks `say` for its sentences; the server sends messages, never sentences.
 */

/** @typedef {{key: string, params?: Record<string, any>}} Message */
/** @typedef {"lb" | "fr" | "de" | "en"} Language */

/** The languages and how they call themselves. @type {Record<Language, string>} */
export const LANGUAGES = { lb: "Lëtzebuergesch", fr: "Français", de: "Deutsch", en: "English" };

const QUOTED = 500;
const N_OR_NOT = /\((nn?)\)([^\p{L}\p{N}_]*)([\p{L}\p{N}_]+)/gu;
const N_STAYS_BEFORE = "aeiouyäëéèêöüûôîndtzh";
/**
 * How the name of a single letter or digit begins when it is spoken, where that is not with itself.
 *
 * @type {Record<string, string>}
 */
const SPOKEN = { c: "z", f: "e", l: "e", m: "e", r: "e", s: "e", v: "f", x: "i" };
[..."nezdvfssan"].forEach((letter, digit) => (SPOKEN[digit] = letter));

/** @type {Language} */
let language = "en";
/** @type {Record<string, string | {one: string, other: string}>} */
let catalogue = {};

/** @returns {Language} the language that is spoken now */
export function spoken() {
  return language;
}

/**
 * Find the language: the menu's choice, or else the first of the browser's that there is a catalogue for.
 * @param {readonly string[]} browser
 * @param {string | null} chosen
 * @returns {Language}
 */
export function wantedLanguage(browser, chosen) {
  const wanted = [chosen ?? "", ...browser].map((name) => name.slice(0, 2).toLowerCase());
  return /** @type {Language} */ (wanted.find((name) => name in LANGUAGES) ?? "en");
}

/**
 * Fetch a catalogue and speak that language from now on.
 * @param {Language} wanted
 */
export async function speak(wanted) {
  const answer = await fetch(`/static/locale/${wanted}.json`);
  if (!answer.ok) throw new Error(`no catalogue for ${wanted}`);
  use(wanted, await answer.json());
  document.documentElement.lang = wanted;
}

/**
 * Speak from a catalogue that is at hand.
 * @param {Language} wanted
 * @param {typeof catalogue} sentences
 */
export function use(wanted, sentences) {
  language = wanted;
  catalogue = sentences;
}

/**
 * Say a message, or a key with what to fill in.
 * @param {string | Message} what
 * @param {Record<string, any>} [params]
 * @returns {string}
 */
export function say(what, params = {}) {
  if (typeof what !== "string") return say(what.key, what.params ?? {});
  const found = catalogue[what];
  if (found === undefined) return what;
  const sentence = typeof found === "string" ? found : found[plural(params.count)];
  const text = sentence.replace(/\{\{|\}\}|\{(\w+)\}/g, (whole, name) => (name ? fill(params[name]) : whole[0]));
  return language === "lb" ? text.replace(N_OR_NOT, nRule) : text;
}

/**
 * Choose the form of a sentence for a whole number; French counts 0 as one.
 * @param {number} count
 * @returns {"one" | "other"}
 */
function plural(count) {
  return count === 1 || (count === 0 && language === "fr") ? "one" : "other";
}

/**
 * Join parts as people do: a, b and c.
 * @param {string[]} parts
 * @returns {string}
 */
export function join(parts) {
  if (parts.length < 2) return parts[0] ?? "";
  return say("list.and", { first: parts.slice(0, -1).join(", "), last: parts[parts.length - 1] });
}

/**
 * @param {any} value text, a number, a message, or a list of them
 * @returns {string}
 */
function fill(value) {
  if (Array.isArray(value)) return join(value.map(fill));
  if (value && typeof value === "object") return say(value);
  const text = String(value);
  return text.length > QUOTED ? `${text.slice(0, QUOTED - 1)}…` : text;
}

/**
 * Keep an n before vowels and n, d, t, z, h, as they are spoken: f6 is "eff sechs", 8 is "aacht".
 * @param {string} _whole
 * @param {string} n
 * @param {string} between
 * @param {string} following
 */
function nRule(_whole, n, between, following) {
  const word = following.toLowerCase();
  const number = /^[0-9]{1,9}/.exec(word);
  const first = number ? spokenFirst(Number(number[0])) : word[0];
  const sound = /^.\p{L}/u.test(word) ? first : (SPOKEN[first] ?? first);
  return (N_STAYS_BEFORE.includes(sound) ? n : "") + between + following;
}

/** The digit that a number begins with when it is spoken: 24 is "véieranzwanzeg". @param {number} number */
function spokenFirst(number) {
  let rest = number;
  while (rest >= 1000) rest = Math.floor(rest / 1000);
  return String(Math.floor(rest / 100) || rest % 10 || Math.floor(rest / 10));
}
