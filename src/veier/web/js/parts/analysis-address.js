// @ts-check
/** The address of a position on the analysis board. */

/** @param {import("./positions.js").Line} line */
export function analysisAddress({ game, start, moves }) {
  return address("analyse", { game, start, moves });
}

/** The address of a position in the editor. @param {string} game @param {string | null} start */
export function editorAddress(game, start) {
  return address("edit", { game, start, moves: [] });
}

/**
 * @param {string} page
 * @param {import("./positions.js").Line} line
 */
function address(page, { game, start, moves }) {
  const asked = new URLSearchParams({
    ...(start ? { start } : {}),
    ...(moves.length ? { moves: moves.join(" ") } : {}),
  }).toString();
  return `/${page}/${encodeURIComponent(game)}${asked && "?"}${asked}`;
}

/**
 * The line that the present address names.
 * @param {string} game
 * @returns {import("./positions.js").Line}
 */
export function lineOfAddress(game) {
  const asked = new URLSearchParams(location.search);
  return { game, start: asked.get("start"), moves: (asked.get("moves") ?? "").split(" ").filter(Boolean) };
}
