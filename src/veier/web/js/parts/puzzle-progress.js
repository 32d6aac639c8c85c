// @ts-check
/** Which puzzles this browser's user has solved, and how hard a puzzle is, as dots. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { saveSetting, loadSetting } from "../settings.js";
import { countDay } from "../statistics.js";

/**
 * A puzzle as lists name it.
 *
 * @typedef {{id: string, kind: string, moves: number, difficulty: number, name: any, hardness: any}} Summary
 */

const HARDEST = 5;

/** @returns {Set<string>} the ids of the solved ones */
export function solvedPuzzles() {
  return new Set((loadSetting("puzzles") ?? "").split(" ").filter(Boolean));
}

/** @param {string} id */
export function markSolved(id) {
  saveSetting("puzzles", [...solvedPuzzles().add(id)].join(" "));
  countDay("puzzles");
}

/** @param {Summary} puzzle */
export function dots(puzzle) {
  const marks = Array.from({ length: HARDEST }, (_, place) => h(place < puzzle.difficulty ? "i.on" : "i", {}));
  return h("span.dots", { role: "img", "aria-label": t(puzzle.hardness) }, ...marks);
}
