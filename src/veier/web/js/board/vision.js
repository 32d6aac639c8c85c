// @ts-check
/**
 * What square vision speaks of, one square at a time.
 *
 * `spokenSquares` puts everything in order: what wins first, then the own threats, then the opponents'. The panel lists
 * it, and the board draws its first square.
 */

import { squaresThrough, threatsOf } from "./squares.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */
/** @typedef {import("./types.js").SpokenSquare} SpokenSquare */
/** @typedef {import("./squares.js").Places} Places */

/** What a ghost does: its squares, the cells that it leaves or covers, and whether the rules forbid it.
 * @typedef {{squares: SeenSquare[], cells: Set<string>, forbidden: boolean}} Ghost */

/** The most important first. @type {Array<SpokenSquare["role"]>} */
const ORDER = ["forbids", "wins", "gives", "own", "theirs", "gone"];

/**
 * List what there is to say, the most important first: of a forbidden move only why it is forbidden, of a ghost what it
 * does and what it leaves to others, without a ghost what each player could complete next.
 *
 * @param {Board} board
 * @param {Places} places
 * @param {number} seat whose eyes these are
 * @param {Ghost | null} ghost
 * @returns {SpokenSquare[]}
 */
export function spokenSquares(board, places, seat, ghost) {
  if (board.view.squares.some((square) => square.kind === "made")) return [];
  const { mover, colours } = board.view;
  const turns = colours.map((_, k) => (seat + k) % colours.length);
  const threats = turns.flatMap((each) => threatsOf(board, places, each));
  /** @type {SpokenSquare[]} */
  let spoken;
  if (!ghost) {
    const role = seat === mover ? "wins" : "own";
    spoken = threats.map((square) => ({ ...square, role: square.seat === seat ? role : "theirs" }));
  } else if (ghost.forbidden) {
    spoken = ghost.squares.filter(isMade).map((square) => ({ ...square, role: "forbids" }));
  } else {
    const left = threats.filter(({ cells }) => !cells.some((cell) => ghost.cells.has(cell)));
    const changed = ghost.squares.filter((square) => square.state !== "far");
    spoken = [...changed, ...left].map((square) => ({ ...square, role: roleOf(square, mover) }));
  }
  return spoken.sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));
}

/**
 * Choose what is drawn: squares that a list asks for; why a move is forbidden; the first square that there is to speak
 * of. Pointing at a cell asks for the first one through that cell, and where nobody threatens anything for one that
 * lacks two stones.
 *
 * @param {Board} board
 * @param {Places} places
 * @param {{shown: SeenSquare[], spoken: SpokenSquare[], cell: string | null, seat: number}} asked
 * @returns {{squares: SeenSquare[], cell: string | null}}
 */
export function drawnSquares(board, places, { shown, spoken, cell, seat }) {
  if (shown.length) return { squares: shown, cell: null };
  const [first] = spoken;
  if (first?.role === "forbids") return { squares: spoken, cell: null };
  const through = cell === null ? [] : squaresThrough(board, places, cell);
  const lacking =
    (/** @type {number} */ count) =>
    (/** @type {SeenSquare} */ { missing, state }) =>
      missing.length === count && (count > 1 || state === "near");
  const own = (/** @type {SeenSquare} */ square) => (square.seat === seat ? 0 : 1);
  const [near] = through.filter(lacking(1)).sort((a, b) => own(a) - own(b));
  if (near) return { squares: [near], cell };
  if (first) return { squares: first.role === "gone" ? [] : [first], cell: null };
  const [far] = through.filter(lacking(2)).sort((a, b) => own(a) - own(b));
  return { squares: far ? [far] : [], cell: far ? cell : null };
}

/** @param {SeenSquare} square */
function isMade(square) {
  return square.state === "made";
}

/** @param {SeenSquare} square @param {number} mover @returns {SpokenSquare["role"]} */
function roleOf(square, mover) {
  if (square.state === "gone") return "gone";
  if (isMade(square)) return square.seat === mover ? "wins" : "gives";
  return square.seat === mover ? "own" : "theirs";
}
