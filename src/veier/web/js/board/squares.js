// @ts-check
/**
 * Square vision as data: which squares to show for a cell, for a move that is being considered, and as threats.
 *
 * The server says which squares are alive; this only counts what a move's stones change in them, so that a ghost
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
 * What a move does with the squares: those it completes, leaves one stone short, takes from somebody, or still allows.
 *
 * `lifted` are the cells that its piece leaves.
 *
 * @param {Board} board
 * @param {Places} places
 * @param {Option} option
 * @param {readonly string[]} lifted
 * @returns {SeenSquare[]}
 */
export function squaresAfter(board, places, option, lifted) {
  if (!board.squares) return [];
  const before = coloursOf(board, [], []);
  const after = coloursOf(board, option.stones, lifted);
  const changed = new Set([...lifted, ...option.stones.map(([cell]) => cell)]);
  const mover = board.view.mover;
  /** @type {SeenSquare[]} */
  const result = [];
  for (const square of [...alive(board, places), ...opened(board, places, lifted, before)]) {
    if (!square.cells.some((cell) => changed.has(cell))) continue;
    const blocked = square.cells.some((cell) => after.has(cell) && after.get(cell) !== square.colour);
    const missing = square.cells.filter((cell) => after.get(cell) !== square.colour);
    if (blocked || missing.length > square.missing.length) {
      if (square.missing.length === 1) result.push({ ...square, state: "gone" });
    } else if (missing.join() !== square.missing.join()) {
      result.push({ ...square, missing, state: stateOf(missing) });
    }
  }
  const own = (/** @type {SeenSquare} */ square) => (square.seat === mover ? 0 : 1);
  return result.sort((a, b) => order(a) - order(b) || byNeed(a, b) || own(a) - own(b));
}

/** The two squares that a move must not complete at once, as the refusal names them. @param {Board} board
 * @param {Places} places @param {import("./types.js").Message} reason @returns {SeenSquare[]} */
export function squaresOfRefusal(board, places, { key, params }) {
  if (key !== "illegal.both") return [];
  const pairs = [[params.colour, params.square], [params.other_colour, params.other_square]]; // prettier-ignore
  return pairs.flatMap(([colour, square]) => {
    const name = typeof colour === "object" && "key" in colour ? colour.key.replace("colour.", "") : "";
    const seat = board.view.colours.findIndex((candidate) => candidate === name);
    return seat < 0 ? [] : [seen(board, places, seat, String(square).split("-"), [])];
  });
}

/** Squares that a lifted piece had blocked, as if they lacked all corners: they may be alive again. @param {Board} board
 * @param {Places} places @param {readonly string[]} lifted @param {Map<string, Colour>} before @returns {SeenSquare[]} */
function opened(board, places, lifted, before) {
  const known = new Set((board.squares ?? []).map(([seat, cells]) => `${seat} ${[...cells].sort()}`));
  /** @type {Map<string, SeenSquare>} */
  const found = new Map();
  for (const cells of lifted.flatMap((cell) => squaresOnBoard(places, cell))) {
    board.view.colours.forEach((colour, seat) => {
      const name = `${seat} ${[...cells].sort()}`;
      if (known.has(name) || !cells.some((cell) => before.get(cell) === colour)) return;
      found.set(name, { ...seen(board, places, seat, cells, cells), state: "far" });
    });
  }
  return [...found.values()];
}

/** Every square of four cells with one corner on a cell, corners in order. @param {Places} places
 * @param {string} cell */
function squaresOnBoard(places, cell) {
  const names = new Map([...places].map(([name, at]) => [at.join(), name]));
  const [x, y] = /** @type {Point} */ (places.get(cell));
  const squares = [];
  for (const [name, [ax, ay]] of places) {
    const [dx, dy] = [ax - x, ay - y];
    const third = names.get([ax - dy, ay + dx].join());
    const fourth = names.get([x - dy, y + dx].join());
    if (name !== cell && third && fourth) squares.push([cell, name, third, fourth]);
  }
  return squares;
}

/** @param {Board} board @param {Places} places */
function alive(board, places) {
  return (board.squares ?? []).map(([seat, cells, missing]) => seen(board, places, seat, cells, missing));
}

/** @param {Board} board @param {Places} places @param {number} seat @param {string[]} cells @param {string[]} missing
 * @returns {SeenSquare} */
function seen(board, places, seat, cells, missing) {
  const colour = /** @type {Colour} */ (board.view.colours[seat]);
  return { seat, colour, cells, missing, step: stepOf(places, cells), state: stateOf(missing) };
}

/** @param {readonly string[]} missing @returns {SeenSquare["state"]} */
function stateOf(missing) {
  return missing.length === 0 ? "made" : missing.length === 1 ? "near" : "far";
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
  return a.missing.length - b.missing.length;
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
