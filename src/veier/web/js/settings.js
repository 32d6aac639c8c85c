// @ts-check
/** Settings and progress of this browser's user, kept in local storage: language, theme, name, solved puzzles … */

/**
 * @typedef {"language" | "theme" | "name" | "vision" | "sound" | "push" | "phrases" | "confirm" | "facing" | "coach" |
 *   "puzzles" | "lessons" | "trainer" | "analysis" | "engine" | "tournament"} Setting
 */

/**
 * @param {Setting} name
 * @returns {string | null}
 */
export function loadSetting(name) {
  return localStorage.getItem(`veier.${name}`);
}

/**
 * @param {Setting} name
 * @param {string | null} value null removes it
 */
export function saveSetting(name, value) {
  if (value === null) localStorage.removeItem(`veier.${name}`);
  else localStorage.setItem(`veier.${name}`, value);
}
