// @ts-check
/**
 * The best results of the square trainer in this browser, one for each way of playing it, and how many squares were
 * found in a row, from one run to the next.
 */

import { saveSetting, loadSetting } from "../settings.js";
import { countDay } from "../statistics.js";

/** @typedef {{found: number, seconds: number, skill: number}} Result */
/** Squares found in a row: up to now, and the most there were. @typedef {{now: number, best: number}} Streak */

/** @returns {{time?: Result, count?: Result, streak?: Streak}} */
export function bestResults() {
  try {
    return JSON.parse(loadSetting("trainer") ?? "{}");
  } catch {
    return {};
  }
}

/**
 * Keep a result if none was better: more found, or as many in less time.
 * @param {"time" | "count"} mode
 * @param {Result} result
 * @returns {boolean} whether it is the best now
 */
export function keepBest(mode, result) {
  countDay("trainer");
  const bests = bestResults();
  const before = bests[mode];
  if (before && (before.found > result.found || (before.found === result.found && before.seconds <= result.seconds))) {
    return false;
  }
  saveSetting("trainer", JSON.stringify({ ...bests, [mode]: result }));
  return true;
}

/** @returns {Streak} */
export function streak() {
  return bestResults().streak ?? { now: 0, best: 0 };
}

/** Go on with the squares in a row, or begin again. @param {boolean} found */
export function keepStreak(found) {
  const { now, best } = streak();
  const next = found ? now + 1 : 0;
  saveSetting("trainer", JSON.stringify({ ...bestResults(), streak: { now: next, best: Math.max(best, next) } }));
}
