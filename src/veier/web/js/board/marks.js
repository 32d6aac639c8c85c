// @ts-check
/**
 * What is drawn over a position to make it speak: the last move, squares, missing corners, rows and the winning square.
 *
 * At most one square speaks at a time; the others are quiet lines. Lines run like strings under the stones.
 */

import { dots, draw, group, tint, use, words } from "./drawing.js";
import { distance, number, pathThrough, pointList, segment } from "./geometry.js";
import { SHEET_INK, drawVeil } from "./ground.js";
import { boxOf, drawStones, hexagonAt, isLast } from "./pieces.js";
import { endsOf } from "./squares.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */
/** @typedef {import("./types.js").SquareMark} SquareMark */
/** @typedef {import("./types.js").View} View */
/** @typedef {Map<string, Point>} Places */

const STOP = 18; // A line stops this far from the middle of a corner, at the edge of its ring.

/** Mark the cells of the last move that no plate and no fresh row shows. @param {View} view @param {Places} places */
export function drawLast(view, places) {
  const last = new Set(view.last);
  const shown = new Set([
    ...view.plates.filter((plate) => isLast(plate, last)).flatMap((plate) => plate.cells),
    ...view.rows.filter((row) => row.fresh).flatMap((row) => row.cells),
  ]);
  const points = view.last.filter((cell) => !shown.has(cell)).map((cell) => /** @type {Point} */ (places.get(cell)));
  if (!points.length) return [];
  if (view.surface === "hexagon") {
    const line = { stroke: tint("frame-side"), stroke_width: 2.6 };
    return points.map(([x, y]) => draw("polygon", { ...hexagonAt(x, y), ...line }));
  }
  const ink = view.surface === "paper" ? SHEET_INK : tint("frame-side");
  const together = points.length < 3 && points.every((at) => distance(at, /** @type {Point} */ (points[0])) < 41);
  const boxes = together ? [points] : points.map((at) => [at]);
  return boxes.map((cells) => draw("rect", { ...boxOf(cells), fill: "none", stroke: ink, stroke_width: 1.8 }));
}

/** Rows of four as capsules: fresh ones solid and above, earlier ones dotted. @param {View} view
 * @param {Places} places */
export function drawRows(view, places) {
  const full = view.rows.filter((row) => !row.missing);
  const ordered = [...full.filter((row) => !row.fresh), ...full.filter((row) => row.fresh)];
  return ordered.map((row) => capsule(row.colour, row.cells, row.fresh, places));
}

/** @param {Colour} colour @param {readonly string[]} cells @param {boolean} fresh @param {Places} places */
export function capsule(colour, cells, fresh, places) {
  const [start, end] = endsOf(places, cells);
  const angle = (Math.atan2(end[1] - start[1], end[0] - start[0]) * 180) / Math.PI;
  const shape = { x: -18, y: -18, width: distance(start, end) + 36, height: 36, rx: 18 };
  const line = fresh ? { stroke_width: 3 } : dots(2.4, 5);
  const place = `translate(${number(start[0])} ${number(start[1])}) rotate(${number(angle)})`;
  return group({ class: fresh ? "capsule fresh" : "capsule", transform: place }, [
    draw("rect", { fill: tint("case"), opacity: fresh ? 0.95 : 0.55, ...shape }),
    draw("rect", { fill: "none", stroke: tint(colour), ...shape, ...line }),
  ]);
}

/** Light the inside of the square that speaks; plates lie above it. @param {SeenSquare} square
 * @param {Places} places */
export function drawLight(square, places) {
  return draw("polygon", { points: inside(square.cells, places), fill: tint("case"), opacity: 0.38 });
}

/** The sides of the square that speaks. @param {SeenSquare} square @param {Places} places */
export function drawSpeaking(square, places) {
  const { whole, open } = sides(square.cells, square.missing, places);
  const line = { fill: "none", stroke: tint(square.colour) };
  const edge = { fill: "none", stroke: tint("case"), stroke_width: 6.4, stroke_linecap: "round", opacity: 0.92 };
  return [
    draw("path", { d: whole + open, ...edge }),
    draw("path", { d: whole, stroke_width: 3, stroke_linecap: "round", ...line }),
    draw("path", { d: open, ...line, ...dots(3.6, 7.2) }),
  ];
}

/** The sides of a square that does not speak; the more stones it lacks, the fainter. @param {SeenSquare} square
 * @param {Places} places */
export function drawQuiet(square, places) {
  const { whole, open } = sides(square.cells, square.missing, places);
  const line = { fill: "none", stroke: tint(square.colour), stroke_linecap: "round" };
  if (square.missing.length > 2) return [draw("path", { d: whole + open, stroke_width: 0.7, opacity: 0.15, ...line })];
  const [width, opacity] = square.state === "near" ? [1.6, 0.7] : [1.2, 0.42];
  return [
    draw("path", { d: whole, stroke_width: width, opacity, ...line }),
    draw("path", { d: open, opacity, ...line, ...dots(width + 0.4, 5) }),
  ];
}

/** The cell whose squares are shown. @param {Point} at */
export function drawAsked([cx, cy]) {
  return draw("circle", { class: "asked", cx, cy, r: 17.5, fill: "none", stroke: tint("case"), stroke_width: 2.4 });
}

/** Rings around the stones of the square that speaks. @param {SeenSquare} square @param {Places} places */
export function drawRings(square, places) {
  const stones = square.cells.filter((cell) => !square.missing.includes(cell));
  return stones.flatMap((cell) => ring(square.colour, /** @type {Point} */ (places.get(cell)), 16.6, 2.4));
}

/** Light and two breathing rings around the missing corner that matters most. @param {Colour} colour
 * @param {Point} at */
export function drawHalo(colour, [x, y]) {
  const line = { fill: "none", stroke: tint(colour) };
  return group({ class: "halo", transform: `translate(${number(x)} ${number(y)})` }, [
    draw("circle", { r: 23, fill: tint("case"), opacity: 0.5 }),
    draw("circle", { class: "breath later", r: 23.5, stroke_width: 1.4, opacity: 0.28, ...line }),
    draw("circle", { class: "breath", r: 18.6, stroke_width: 2, opacity: 0.6, ...line }),
  ]);
}

/** One disc for each missing cell and colour; discs of several colours share their cell side by side.
 * @param {Iterable<[string, Colour]>} lacking @param {Set<string>} taken @param {Places} places */
export function drawMissing(lacking, taken, places) {
  /** @type {Map<string, Set<Colour>>} */
  const wanted = new Map();
  for (const [cell, colour] of lacking) wanted.set(cell, (wanted.get(cell) ?? new Set()).add(colour));
  return [...wanted].flatMap(([cell, colours]) => {
    const [x, y] = /** @type {Point} */ (places.get(cell));
    const [apart, scale] = [
      [0, 1],
      [19, 0.68],
      [14, 0.5],
    ][colours.size - 1] ?? [14, 0.5];
    return [...colours].map((colour, index) => {
      const aside = Number(apart) * (index - (colours.size - 1) / 2);
      return disc(colour, [x + aside, y], Number(scale), taken.has(cell));
    });
  });
}

/** A place for a stone: its mark on a light disc, or only a ring where another stone stands. @param {Colour} colour
 * @param {Point} at @param {number} scale @param {boolean} hollow */
function disc(colour, [x, y], scale, hollow) {
  const edge = { stroke: tint(colour), stroke_width: 2.4, stroke_dasharray: "4.4 4.14" };
  const place = `translate(${number(x)} ${number(y)}) scale(${number(scale)})`;
  const parts = hollow
    ? [draw("circle", { r: 16.6, fill: "none", ...edge })]
    : [draw("circle", { r: 13.6, fill: tint("case"), ...edge }), use(`mark-${colour}`, 0, 0)];
  return group({ class: "missing", transform: place }, parts);
}

/** What ends a game: a veil, the square through its corners, the pinwheel, and the corners on top. With `fresh` it
 * draws itself, corner by corner. @param {View} view @param {Places} places @param {boolean} fresh */
export function drawMade(view, places, fresh) {
  const made = view.squares.filter((square) => square.kind === "made");
  const [first] = made;
  if (!first) return null;
  const corners = new Set(made.flatMap((square) => square.corners));
  const stones = view.stones.filter((stone) => corners.has(stone.cell));
  return group({ class: fresh ? "made fresh" : "made" }, [
    drawVeil(view),
    ...pinwheel(first, places),
    ...made.flatMap((square) => madeLines(square, places)),
    ...drawStones(
      view,
      stones.map((stone) => [stone.cell, stone.colour]),
      places,
    ),
    stepNumbers(first, places),
  ]);
}

/** @param {SquareMark} square @param {Places} places */
function madeLines(square, places) {
  const points = square.corners.map((cell) => /** @type {Point} */ (places.get(cell)));
  const line = { fill: "none", stroke_linecap: "round", pathLength: 1 };
  /** @param {{[name: string]: string | number}} paint */
  const sidesIn = (paint) =>
    points.map((point, k) => {
      const d = segment(point, /** @type {Point} */ (points[(k + 1) % 4]), STOP, STOP);
      return draw("path", { class: `side side-${k}`, d, ...paint, ...line });
    });
  const rings = points.map((at, k) => group({ class: `corner corner-${k}` }, ring(square.colour, at, 17.2, 3.4)));
  const fill = { class: "filling", points: inside(square.corners, places), fill: tint(square.colour) };
  return [
    draw("polygon", fill),
    ...sidesIn({ stroke: tint("case"), stroke_width: 9, opacity: 0.92 }),
    ...sidesIn({ stroke: tint(square.colour), stroke_width: 5 }),
    ...rings,
  ];
}

/** Each side's step as dots; an upright square needs none. @param {SquareMark} square @param {Places} places */
function pinwheel(square, places) {
  if (square.step.includes(0)) return [];
  const d = legs(square, places).map(pathThrough).join("");
  const parts = [
    draw("path", { d, fill: "none", stroke: tint("case"), stroke_width: 4, opacity: 0.55 }),
    draw("path", { d, fill: "none", stroke: tint(square.colour), ...dots(1.8, 5) }),
  ];
  return [group({ class: "pinwheel" }, parts)];
}

/** For each side its start, elbow and end: along the rows and columns, outside the square. @param {SquareMark} square
 * @param {Places} places @returns {Array<[Point, Point, Point]>} */
function legs(square, places) {
  const corners = square.corners.map((cell) => /** @type {Point} */ (places.get(cell)));
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
  if (square.step.includes(0)) return null;
  const farthest = legs(square, places).sort((a, b) => b[1][0] + b[1][1] - a[1][0] - a[1][1])[0];
  const [start, elbow, end] = /** @type {[Point, Point, Point]} */ (farthest);
  const longest = Math.max(distance(start, elbow), distance(elbow, end));
  const pairs = /** @type {Array<[Point, Point]>} */ ([
    [start, elbow],
    [elbow, end],
  ]);
  const texts = pairs.map(([a, b]) => {
    const text = distance(a, b) >= longest - 1 ? Math.max(...square.step) : Math.min(...square.step);
    const level = a[1] === b[1];
    const [x, y] = [(a[0] + b[0]) / 2 + (level ? 0 : 11), (a[1] + b[1]) / 2 + (level ? 10.5 : 0)];
    return words(String(text), x, y, 13.5);
  });
  const edge = { stroke: tint("case"), stroke_width: 4, stroke_linejoin: "round", paint_order: "stroke" };
  return group({ class: "step", fill: tint(`${square.colour}-rim`), ...edge }, texts);
}

/** @param {readonly string[]} cells @param {Places} places */
function inside(cells, places) {
  return pointList(cells.map((cell) => /** @type {Point} */ (places.get(cell))));
}

/** The paths of the sides between stones, and of those that run to a missing corner. Where no disc marks a missing
 * corner, because more than one is missing, they run up to it. @param {readonly string[]} cells
 * @param {readonly string[]} missing @param {Places} places */
function sides(cells, missing, places) {
  let [whole, open] = ["", ""];
  const stop = (/** @type {string} */ cell) => (missing.length > 1 && missing.includes(cell) ? 5 : STOP);
  cells.forEach((start, k) => {
    const end = cells[(k + 1) % cells.length] ?? start;
    const [from, to] = [/** @type {Point} */ (places.get(start)), /** @type {Point} */ (places.get(end))];
    const side = segment(from, to, stop(start), stop(end));
    if (missing.includes(start) || missing.includes(end)) open += side;
    else whole += side;
  });
  return { whole, open };
}

/** @param {Colour} colour @param {Point} at @param {number} r @param {number} width */
function ring(colour, [cx, cy], r, width) {
  const place = { cx, cy, r, fill: "none" };
  return [
    draw("circle", { stroke: tint("case"), stroke_width: width + 2.6, ...place }),
    draw("circle", { stroke: tint(colour), stroke_width: width, ...place }),
  ];
}
