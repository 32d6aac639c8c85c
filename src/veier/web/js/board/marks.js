// @ts-check
/**
 * Marks that are drawn over a position: the last move, squares, missing corners, rows and the winning square.
 *
 * Lines run below the stones.
 */

import { baseline, draw, group, paletteColour, shape, translate } from "./svg.js";
import { distance, pathThrough, pointList, segment } from "./geometry.js";
import { SIZES } from "./look.js";
import { boxOf, drawStones, isLast } from "./pieces.js";
import { endsOf } from "./squares.js";
import { drawVeil } from "./surface.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */
/** @typedef {import("./types.js").SquareMark} SquareMark */
/** @typedef {import("./types.js").View} View */
/** @typedef {Map<string, Point>} Places */
/** What somebody draws: one cell, an arrow between two, or a square by its four corners; in green or a player's colour.
 * @typedef {{colour: string, cells: string[]}} Drawing */

/** Mark the cells of the last move that no plate and no fresh row shows. @param {View} view @param {Places} places */
export function drawLast(view, places) {
  const last = new Set(view.last);
  const shown = new Set([
    ...view.plates.filter((plate) => isLast(plate, last)).flatMap((plate) => plate.cells),
    ...view.rows.filter((row) => row.fresh).flatMap((row) => row.cells),
  ]);
  const points = pointsOf(
    view.last.filter((cell) => !shown.has(cell)),
    places,
  );
  if (view.surface === "hexagon") return points.flatMap(([x, y]) => shape("last_hexagon", { x, y }));
  const name = view.surface === "paper" ? "last_box_on_paper" : "last_box";
  const together = points.length < 3 && points.every((at) => distance(at, /** @type {Point} */ (points[0])) < 41);
  const boxes = together && points.length ? [points] : points.map((at) => [at]);
  return boxes.flatMap((cells) => shape(name, boxOf(cells)));
}

/** Rows of four as capsules: fresh ones solid and above, earlier ones dotted. @param {View} view
 * @param {Places} places */
export function drawRows(view, places) {
  const full = view.rows.filter((row) => !row.missing);
  const ordered = [...full.filter((row) => !row.fresh), ...full.filter((row) => row.fresh)];
  return ordered.map((row) => drawRow(row.colour, row.cells, row.fresh, places));
}

/** @param {Colour} colour @param {readonly string[]} cells @param {boolean} fresh @param {Places} places */
export function drawRow(colour, cells, fresh, places) {
  const [start, end] = endsOf(places, cells);
  const angle = (Math.atan2(end[1] - start[1], end[0] - start[0]) * 180) / Math.PI;
  const width = distance(start, end) + 2 * SIZES.rowMargin;
  const row = shape(fresh ? "fresh_row" : "earlier_row", { colour, x: start[0], y: start[1], angle, width });
  return group({ class: fresh ? "capsule fresh" : "capsule" }, row);
}

/** @param {Drawing} drawing @param {Places} places */
export function drawDrawing({ colour, cells }, places) {
  const points = pointsOf(cells, places);
  const [start, end] = /** @type {Point[]} */ (points);
  if (!start) return null;
  if (points.length > 2) return group({}, shape("drawn_square", { colour, points: pointList(points) }));
  const [x, y] = start;
  if (!end) return group({}, shape("drawn_cell", { colour, x, y }));
  const angle = (Math.atan2(end[1] - y, end[0] - x) * 180) / Math.PI;
  return group({}, shape("drawn_arrow", { colour, x, y, angle, shaft: distance(start, end) - SIZES.arrowHead }));
}

/** Light the inside of a square; plates lie above it. @param {SeenSquare} square @param {Places} places */
export function drawLight(square, places) {
  return shape("light", { points: pointList(pointsOf(square.cells, places)) });
}

/** The sides of a square: lines between its stones, dots to each corner that lacks one. @param {SeenSquare} square
 * @param {Places} places */
export function drawSides(square, places) {
  const parts = shape("main_threat", { colour: square.colour, ...sides(square, places) });
  return group({ class: "square", data_cells: square.cells.join(" ") }, parts);
}

/** The cell whose squares are shown. @param {Point} at */
export function drawAsked([cx, cy]) {
  const line = { fill: "none", stroke: paletteColour("case"), stroke_width: 2.4 };
  return draw("circle", { class: "asked", cx, cy, r: 17.5, ...line });
}

/** Rings around the stones of a square. @param {SeenSquare} square @param {Places} places */
export function drawRings(square, places) {
  const stones = square.cells.filter((cell) => !square.missing.includes(cell));
  return pointsOf(stones, places).flatMap(([x, y]) => shape("ring", { colour: square.colour, x, y }));
}

/** A disc with the player's mark where a stone is missing. The only one that is missing stands in light and two
 * pulsing rings. @param {SeenSquare} square @param {Set<string>} taken @param {Places} places */
export function drawMissing({ colour, missing }, taken, places) {
  return missing.flatMap((cell) => {
    const [x, y] = /** @type {Point} */ (places.get(cell));
    const name = taken.has(cell) ? "missing_stone_on_stone" : "missing_stone";
    const disc = shape(name, { colour, place: translate(x, y) });
    return missing.length === 1 ? [drawHalo(colour, [x, y]), ...disc] : disc;
  });
}

/** @param {Colour} colour @param {Point} at */
function drawHalo(colour, [x, y]) {
  const parts = shape("halo", { colour, x: 0, y: 0 });
  parts[1]?.classList.add("pulse", "later");
  parts[2]?.classList.add("pulse");
  return group({ class: "halo", transform: translate(x, y) }, parts);
}

/** What ends a game: a veil, the square through its corners, the pinwheel, and the corners on top. With `fresh` it
 * draws itself, corner by corner. @param {View} view @param {Places} places @param {boolean} fresh */
export function drawMade(view, places, fresh) {
  const made = madeSquares(view);
  const [first] = made;
  if (!first) return null;
  const corners = madeCorners(view);
  const stones = view.stones.filter((stone) => corners.has(stone.cell));
  return group({ class: fresh ? "made fresh" : "made" }, [
    group({ class: "veil" }, drawVeil(view)),
    ...pinwheel(first, places),
    ...made.flatMap((square) => madeSquare(square, places)),
    ...drawStones(view, stones, places),
    ...stepNumbers(first, places),
  ]);
}

/** @param {View} view */
function madeSquares(view) {
  return view.squares.filter((square) => square.kind === "made");
}

/** The cells whose stones are drawn above the veil. @param {View} view */
export function madeCorners(view) {
  return new Set(madeSquares(view).flatMap((square) => square.corners));
}

/** @param {SquareMark} square @param {Places} places */
function madeSquare({ colour, corners }, places) {
  const points = pointsOf(corners, places);
  const lines = points.flatMap((point, k) => {
    const next = /** @type {Point} */ (points[(k + 1) % 4]);
    const side = shape("made_side", { colour, line: segment(point, next, SIZES.lineStop, SIZES.lineStop) });
    for (const path of side) {
      path.classList.add("side", `side-${k}`);
      path.setAttribute("pathLength", "1");
    }
    return side;
  });
  const rings = points.map(([x, y], k) => group({ class: `corner corner-${k}` }, shape("made_ring", { colour, x, y })));
  const inside = group({ class: "filling" }, shape("made_inside", { colour, points: pointList(points) }));
  return [inside, ...lines, ...rings];
}

/** Each side's step as dots; an upright square needs none. @param {SquareMark} square @param {Places} places */
function pinwheel(square, places) {
  if (square.step.includes(0)) return [];
  const line = legs(square, places).map(pathThrough).join("");
  return [group({ class: "pinwheel" }, shape("pinwheel", { colour: square.colour, line }))];
}

/** For each side its start, elbow and end: along the rows and columns, outside the square. @param {SquareMark} square
 * @param {Places} places @returns {Array<[Point, Point, Point]>} */
function legs(square, places) {
  const corners = pointsOf(square.corners, places);
  /** @type {Point} */
  const middle = [corners.reduce((sum, at) => sum + at[0], 0) / 4, corners.reduce((sum, at) => sum + at[1], 0) / 4];
  return corners.map((start, k) => {
    const end = /** @type {Point} */ (corners[(k + 1) % 4]);
    /** @type {[Point, Point]} */
    const [one, two] = [
      [end[0], start[1]],
      [start[0], end[1]],
    ];
    return [start, distance(one, middle) >= distance(two, middle) ? one : two, end];
  });
}

/** The two numbers of the step, at the side that lies farthest to the lower right. @param {SquareMark} square
 * @param {Places} places */
function stepNumbers(square, places) {
  const { colour, step } = square;
  if (step.includes(0)) return [];
  const farthest = legs(square, places).sort((a, b) => b[1][0] + b[1][1] - a[1][0] - a[1][1])[0];
  const [start, elbow, end] = /** @type {[Point, Point, Point]} */ (farthest);
  const longest = Math.max(distance(start, elbow), distance(elbow, end));
  const pairs = /** @type {Array<[Point, Point]>} */ ([
    [start, elbow],
    [elbow, end],
  ]);
  const numbers = pairs.flatMap(([a, b]) => {
    const text = distance(a, b) >= longest - 1 ? Math.max(...step) : Math.min(...step);
    const level = a[1] === b[1];
    const [x, y] = [(a[0] + b[0]) / 2 + (level ? 0 : 11), (a[1] + b[1]) / 2 + (level ? 10.5 : 0)];
    return shape("step_number", { colour, text, x, baseline: baseline(y, SIZES.stepNumber) });
  });
  return [group({ class: "step" }, numbers)];
}

/** @param {readonly string[]} cells @param {Places} places */
function pointsOf(cells, places) {
  return cells.map((cell) => /** @type {Point} */ (places.get(cell)));
}

/** The paths of the sides between stones, and of those that run to a missing corner. @param {SeenSquare} square
 * @param {Places} places */
function sides({ cells, missing }, places) {
  let [whole, dotted] = ["", ""];
  cells.forEach((start, k) => {
    const end = cells[(k + 1) % cells.length] ?? start;
    const [from, to] = [/** @type {Point} */ (places.get(start)), /** @type {Point} */ (places.get(end))];
    const side = segment(from, to, SIZES.lineStop, SIZES.lineStop);
    if (missing.includes(start) || missing.includes(end)) dotted += side;
    else whole += side;
  });
  return { whole, dotted };
}
