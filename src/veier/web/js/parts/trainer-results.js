// @ts-check
/** The best results of the square trainer in this browser, one for each way of playing it. */

import { saveSetting, loadSetting } from "../settings.js";
import { countDay } from "../statistics.js";

/** @typedef {{found: number, seconds: number, skill: number}} Result */

/** @returns {{time?: Result, count?: Result}} */
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
