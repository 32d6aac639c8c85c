// @ts-check
/**
 * Square vision as data: which squares to show for a cell, for a move that is being considered, and as threats.
 *
 * The server lists the squares that are alive; this only counts what a move's stones change in them, so that a ghost
 * can be followed without asking the server each time. Hex rows have no squares, but they have threats.
 */

import { distance } from "./geometry.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */
/** @typedef {Map<string, Point>} Places */

/** The middle of each cell by its name. @param {Board["view"]} view @returns {Places} */
export function placesOf(view) {
  return new Map(view.cells.map((cell) => [cell.name, [cell.x, cell.y]]));
}

/** The live squares through a cell, those that lack least first. @param {Board} board @param {Places} places
 * @param {string} cell */
export function squaresThrough(board, places, cell) {
  return alive(board, places)
    .filter((square) => square.cells.includes(cell))
    .sort(byNeed);
}

/** What a seat threatens to complete with its next move, as squares or rows. @param {Board} board
 * @param {Places} places @param {number} seat */
export function threatsOf(board, places, seat) {
  const possible = (board.threats ?? []).filter((threat) => threat.seat === seat && threat.moves.length > 0);
  return possible.map((threat) => seen(board, places, seat, threat.cells, [threat.missing]));
}

/**
 * What a move does with the squares: those it completes, leaves one stone short, blocks, or still allows.
 *
 * `lifted` are the cells that its piece leaves, `covered` those that it then covers.
 *
 * @param {Board} board
 * @param {Places} places
 * @param {Option} option
 * @param {readonly string[]} lifted
 * @param {readonly string[]} covered
 * @returns {SeenSquare[]}
 */
export function squaresAfter(board, places, option, lifted, covered) {
  if (board.view.surface === "hexagon") return rowsAfter(board, places, option);
  if (!board.squares) return [];
  const after = coloursOf(board, option.stones, lifted);
  const changed = new Set([...lifted, ...covered]);
  const closed = closedCells(board, covered);
  const mover = board.view.mover;
  /** @type {SeenSquare[]} */
  const result = [];
  for (const square of [...alive(board, places), ...reopened(board, places)]) {
    if (!square.cells.some((cell) => changed.has(cell))) continue;
    const blocked = square.cells.some((cell) => after.has(cell) && after.get(cell) !== square.colour);
    const missing = square.cells.filter((cell) => after.get(cell) !== square.colour);
    const shut = missing.some((cell) => closed.has(cell));
    if (blocked || missing.length > square.missing.length || (shut && missing.join() === square.missing.join())) {
      if (square.state === "near") result.push({ ...square, state: "gone" });
    } else if (missing.join() !== square.missing.join()) {
      result.push({ ...square, missing, state: stateOf(missing, closed) });
    }
  }
  const own = (/** @type {SeenSquare} */ square) => (square.seat === mover ? 0 : 1);
  return result.sort((a, b) => byNeed(a, b) || own(a) - own(b));
}

/** What a stone does with rows: those it completes for its own player, and those it takes from the other.
 * @param {Board} board @param {Places} places @param {Option} option @returns {SeenSquare[]} */
function rowsAfter(board, places, option) {
  const [cell] = option.stones[0] ?? [];
  const met = (board.threats ?? []).filter((threat) => threat.missing === cell);
  return met.map(({ seat, cells, missing }) =>
    seat === board.view.mover
      ? seen(board, places, seat, cells, [])
      : { ...seen(board, places, seat, cells, [missing]), state: "gone" },
  );
}

/** The squares that a move must not complete, as the refusal names them: two at once, or another player's alone.
 * @param {Board} board @param {Places} places @param {import("./types.js").Message} reason @returns {SeenSquare[]} */
export function squaresOfRefusal(board, places, { key, params }) {
  if (key !== "illegal.both" && key !== "illegal.gift") return [];
  const pairs = [
    [params.colour, params.square],
    [params.other_colour, params.other_square],
  ];
  return pairs.flatMap(([colour, square]) => {
    const name = typeof colour === "object" && "key" in colour ? colour.key.replace("colour.", "") : "";
    const seat = board.view.colours.findIndex((candidate) => candidate === name);
    return seat < 0 ? [] : [seen(board, places, seat, String(square).split("-"), [])];
  });
}

/** Squares that are blocked by a piece that can be lifted, as if they lacked all corners: they may be alive again.
 * @param {Board} board @param {Places} places @returns {SeenSquare[]} */
function reopened(board, places) {
  return (board.reopened ?? []).map(([seat, cells]) => ({ ...seen(board, places, seat, cells, cells), state: "far" }));
}

/** @param {Board} board @param {Places} places */
function alive(board, places) {
  const closed = closedCells(board, []);
  return (board.squares ?? []).map(([seat, cells, missing]) => ({
    ...seen(board, places, seat, cells, missing),
    state: stateOf(missing, closed),
  }));
}

/** The cells that get no stone for now: where pieces stay, also those that the ghost covers and leaves empty.
 * @param {Board} board @param {readonly string[]} covered */
function closedCells({ closed }, covered) {
  return new Set(closed ? [...closed, ...covered] : []);
}

/** @param {Board} board @param {Places} places @param {number} seat @param {string[]} cells @param {string[]} missing
 * @returns {SeenSquare} */
function seen(board, places, seat, cells, missing) {
  const colour = /** @type {Colour} */ (board.view.colours[seat]);
  return { seat, colour, cells, missing, step: stepOf(places, cells), state: stateOf(missing) };
}

/** A square is near when one stone is missing that can be laid. @param {readonly string[]} missing
 * @param {Set<string>} [closed] @returns {SeenSquare["state"]} */
function stateOf(missing, closed) {
  if (missing.length === 0) return "made";
  return missing.length === 1 && !closed?.has(String(missing[0])) ? "near" : "far";
}

/** How a side runs: 5 along and 3 across is [5, 3]. @param {Places} places @param {readonly string[]} cells
 * @returns {[number, number]} */
function stepOf(places, cells) {
  const [[ax, ay], [bx, by]] = /** @type {[Point, Point]} */ (cells.slice(0, 2).map((cell) => places.get(cell)));
  const [dx, dy] = [Math.abs(ax - bx) / 40, Math.abs(ay - by) / 40].map(Math.round);
  return [Math.max(dx ?? 0, dy ?? 0), Math.min(dx ?? 0, dy ?? 0)];
}

/** The colours on the board after stones are lifted and others laid. @param {Board} board
 * @param {ReadonlyArray<[string, Colour]>} laid @param {readonly string[]} lifted */
function coloursOf(board, laid, lifted) {
  const colours = new Map(board.view.stones.map((stone) => [stone.cell, stone.colour]));
  for (const cell of lifted) colours.delete(cell);
  for (const [cell, colour] of laid) colours.set(cell, colour);
  return colours;
}

/** @param {SeenSquare} square */
function order(square) {
  return ["made", "near", "gone", "far"].indexOf(square.state);
}

/** @param {SeenSquare} a @param {SeenSquare} b */
function byNeed(a, b) {
  return order(a) - order(b) || a.missing.length - b.missing.length;
}

/** The two cells of a row that lie farthest apart. @param {Places} places @param {readonly string[]} cells
 * @returns {[Point, Point]} */
export function endsOf(places, cells) {
  const points = /** @type {Point[]} */ (cells.map((cell) => places.get(cell)));
  const first = /** @type {Point} */ (points[0]);
  let best = /** @type {[Point, Point]} */ ([first, first]);
  for (const a of points) for (const b of points) if (distance(a, b) > distance(...best)) best = [a, b];
  return best;
}
