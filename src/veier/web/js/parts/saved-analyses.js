// @ts-check
/**
 * Analyses that this browser keeps, in local storage under `veier.analysis.<id>`: the game and where it begins, the
 * tree of moves, the place looked at, and when it was last changed. The oldest give way where there are too many.
 */

/**
 * @typedef {{id: string, game: string, start: string | null, tree: import("./variation-tree.js").Kept,
 *   changed: number}} SavedAnalysis
 */

const KEY = "veier.analysis.";
const MOST = 40;

export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** @param {string} id @returns {SavedAnalysis | null} */
export function loadAnalysis(id) {
  try {
    const found = JSON.parse(localStorage.getItem(KEY + id) ?? "null");
    return found && typeof found.game === "string" && Array.isArray(found.tree?.moves) ? { ...found, id } : null;
  } catch {
    return null;
  }
}

/** All of them, the last changed first. @returns {SavedAnalysis[]} */
export function savedAnalyses() {
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  const found = ids.map((key) => loadAnalysis(key.slice(KEY.length))).filter((one) => one !== null);
  return found.sort((a, b) => b.changed - a.changed);
}

/**
 * Keep an analysis; false if the browser has no room for it.
 * @param {Omit<SavedAnalysis, "changed">} analysis
 */
export function saveAnalysis({ id, ...analysis }) {
  for (const old of savedAnalyses().slice(MOST)) removeAnalysis(old.id);
  try {
    localStorage.setItem(KEY + id, JSON.stringify({ ...analysis, changed: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} id */
export function removeAnalysis(id) {
  localStorage.removeItem(KEY + id);
}
