// @ts-check
/** What square vision shows at a time: one main square, and others with thin lines. */

import { squaresThrough, threatsOf } from "./squares.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */
/** @typedef {import("./scene.js").Vision} Vision */
/** @typedef {import("./squares.js").Places} Places */

/** The number of squares drawn beside the main one; more would be a web of lines. */
const OTHERS = 3;

/**
 * Choose what to draw: squares that a list asks for, else what the ghost does, else the squares through a cell, else
 * the threats.
 *
 * @param {Board} board
 * @param {Places} places
 * @param {{shown: SeenSquare[], after: SeenSquare[] | null, taken: Set<string>, cell: string | null,
 *   threats: boolean}} asked
 * @returns {Vision}
 */
export function visionOf(board, places, { shown, after, taken, cell, threats }) {
  if (board.view.squares.some((square) => square.kind === "made")) return only([]);
  if (shown.length) return only(shown);
  if (after) return withThreats(ofGhost(after), board, places, threats ? taken : null);
  const through = cell === null ? [] : squaresThrough(board, places, cell);
  if (through.length) return { ...ofCell(through), cell };
  return threats ? ofThreats(board, places) : only([]);
}

/** @param {SeenSquare[]} main @param {SeenSquare[]} [others] @returns {Vision} */
function only(main, others = []) {
  return { main, others, corners: [], cell: null };
}

/** A ghost's squares: those it completes, or else the first that lacks one stone. @param {SeenSquare[]} squares */
function ofGhost(squares) {
  const made = squares.filter((square) => square.state === "made");
  const near = squares.filter((square) => square.state === "near");
  if (made.length) return only(made);
  const [first, ...others] = near;
  if (first) return only([first], others.slice(0, OTHERS));
  const far = squares.filter((square) => square.state === "far" && square.missing.length < 3);
  return only([], far.slice(0, OTHERS));
}

/** @param {SeenSquare[]} squares */
function ofCell(squares) {
  const [first, ...others] = squares;
  return first?.state === "near" ? only([first], others) : only([], squares);
}

/** The mover's own chances and the next player's threats as squares; of those after, only the missing corners.
 * @param {Board} board @param {Places} places */
function ofThreats(board, places) {
  const { mover, colours } = board.view;
  const order = colours.map((_, k) => (mover + k) % colours.length);
  const [now = [], next = [], ...later] = order.map((seat) => threatsOf(board, places, seat));
  const [first, ...others] = [...now, ...next];
  const [quiet, rest] = [others.slice(0, OTHERS), others.slice(OTHERS)];
  return { ...only(first ? [first] : [], quiet), corners: cornersOf([...rest, ...later.flat()]) };
}

/** Beside a ghost, what others threaten is only hinted at, where the ghost itself does not stand.
 * @param {Vision} vision @param {Board} board @param {Places} places @param {Set<string> | null} taken
 * @returns {Vision} */
function withThreats(vision, board, places, taken) {
  if (!taken) return vision;
  const { mover, colours } = board.view;
  const others = colours.map((_, seat) => seat).filter((seat) => seat !== mover);
  const corners = cornersOf(others.flatMap((seat) => threatsOf(board, places, seat)));
  return { ...vision, corners: corners.filter(([cell]) => !taken.has(cell)) };
}

/** @param {readonly SeenSquare[]} squares @returns {Array<[string, Colour]>} */
function cornersOf(squares) {
  /** @type {Array<[string, Colour]>} */
  const corners = [];
  for (const { missing, colour } of squares) for (const cell of missing) corners.push([cell, colour]);
  return corners;
}
