// @ts-check
/** What this browser remembers for its user: language, theme, name, whether square vision is on, what was learned and
 * solved, and more of the kind. Read by pages. */

/**
 * @typedef {"language" | "theme" | "name" | "vision" | "sound" | "facing" | "puzzles" | "lessons" | "trainer"}
 *   Setting
 */

/**
 * @param {Setting} name
 * @returns {string | null}
 */
export function remembered(name) {
  return localStorage.getItem(`veier.${name}`);
}

/**
 * @param {Setting} name
 * @param {string | null} value null forgets it
 */
export function remember(name, value) {
  if (value === null) localStorage.removeItem(`veier.${name}`);
  else localStorage.setItem(`veier.${name}`, value);
}
