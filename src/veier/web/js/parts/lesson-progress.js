// @ts-check
/** Which tasks of the lessons this browser's user has solved. */

import { saveSetting, loadSetting } from "../settings.js";

/** @returns {Set<string>} the solved tasks, as page/task */
export function solvedTasks() {
  return new Set((loadSetting("lessons") ?? "").split(" ").filter(Boolean));
}

/**
 * @param {string} page
 * @param {string} task
 */
export function isSolved(page, task) {
  return solvedTasks().has(`${page}/${task}`);
}

/**
 * @param {string} page
 * @param {string} task
 */
export function markTask(page, task) {
  saveSetting("lessons", [...solvedTasks().add(`${page}/${task}`)].join(" "));
}
