// @ts-check
/** What the coach remembers in this browser: the first game on each kind of board, and whether it was sent away. */

import { loadSetting, saveSetting } from "../settings.js";

const OFF = "off";

/** @returns {Record<string, string>} the table of the first game, by kind of board */
function firstGames() {
  try {
    const kept = JSON.parse(loadSetting("coach") ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

export function isCoachOn() {
  return loadSetting("coach") !== OFF;
}

/** Send the coach away for good, or let it start again with the game at hand. @param {boolean} on */
export function switchCoach(on) {
  saveSetting("coach", on ? null : OFF);
}

/**
 * Whether a table is the first one on its kind of board.
 * @param {string} surface
 * @param {string} table
 */
export function isFirstGame(surface, table) {
  return isCoachOn() && (firstGames()[surface] ?? table) === table;
}

/**
 * @param {string} surface
 * @param {string} table
 */
export function rememberFirstGame(surface, table) {
  if (!firstGames()[surface]) saveSetting("coach", JSON.stringify({ ...firstGames(), [surface]: table }));
}
