// @ts-check
/**
 * Drawings in comments: `[%draw green:c3 red:c3>e5 blue:a1-c1-c3-a3]`, as `record/drawings.py` reads and writes them.
 */

/** @typedef {import("../board/marks.js").Drawing} Drawing */
/** @typedef {import("../board/types.js").Point} Point */

const CELL = "[a-z][0-9]{1,2}";
const DRAWING = `(?:green|red|brown|blue):${CELL}(?:>${CELL}|(?:-${CELL}){3})?`;
const COMMAND = new RegExp(`\\s*\\[%draw((?: ${DRAWING})+)\\]`, "g");

/** The words of a comment. @param {string} comment */
export function wordsOf(comment) {
  return comment.search(COMMAND) < 0 ? comment : comment.replace(COMMAND, "").trim();
}

/** The drawings in a comment. @param {string} comment @returns {Drawing[]} */
export function drawingsOf(comment) {
  const found = [...comment.matchAll(COMMAND)].flatMap(([, drawings]) => drawings.trim().split(" "));
  return [...new Set(found)].map((text) => {
    const [colour, cells] = text.split(":");
    return { colour, cells: cells.split(/[->]/) };
  });
}

/** A comment of words and drawings. @param {string} words @param {Drawing[]} drawings */
export function withDrawings(words, drawings) {
  const command = drawings.length ? `[%draw ${drawings.map(written).join(" ")}]` : "";
  return [words, command].filter(Boolean).join(" ");
}

/** @param {Drawing} drawing */
export function written({ colour, cells }) {
  return `${colour}:${cells.join(cells.length === 2 ? ">" : "-")}`;
}

/**
 * The fourth corner of a square, and all four in order around it; null if three cells are not corners of one.
 * @param {string[]} cells
 * @param {Map<string, Point>} places
 */
export function squareOf(cells, places) {
  for (const [corner, one, other] of [cells, [cells[1], cells[2], cells[0]], [cells[2], cells[0], cells[1]]]) {
    const [at, a, b] = [corner, one, other].map((cell) => /** @type {Point} */ (places.get(cell)));
    const [[ax, ay], [bx, by]] = [a, b].map(([x, y]) => [x - at[0], y - at[1]]);
    if (Math.abs(ax * bx + ay * by) > 1 || Math.abs(ax * ax + ay * ay - bx * bx - by * by) > 1) continue;
    const fourth = [...places].find(([, [x, y]]) => Math.hypot(x - at[0] - ax - bx, y - at[1] - ay - by) < 1);
    if (fourth) return [corner, one, fourth[0], other];
  }
  return null;
}
