// @ts-check
/** Small pictures for the first game and its end: the aim, and a hand that shows the next step. */

import "../board/sprite.js";
import { use } from "../board/svg.js";
import { s } from "../dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../types.js").Colour} Colour */

/** The corners of the square, in the order in which it draws itself; each side goes 2 along and 1 across. */
const SQUARE = [
  [36, 12],
  [84, 36],
  [60, 84],
  [12, 60],
];
/** The row runs parallel to a side of the board. */
const ROW = [
  [15, 29],
  [37, 41.7],
  [59, 54.3],
  [81, 67],
];
const DIMPLES = [12, 36, 60, 84];

/**
 * The aim as one picture: four stones at the corners of a tilted square, or in a row.
 * @param {string} surface
 * @param {Colour} colour
 */
export function aimPicture(surface, colour) {
  const row = surface === "hexagon";
  const stones = row ? ROW : SQUARE;
  const dimples = row ? [] : DIMPLES.flatMap((x) => DIMPLES.map((y) => s("circle", { cx: x, cy: y, r: 2.6 })));
  const path = `M${stones.map((at) => at.join(" ")).join("L")}${row ? "" : "Z"}`;
  return s(
    `svg.aim.in-${colour}${row ? ".as-row" : ""}`,
    { viewBox: "0 0 96 96", "aria-hidden": "true" },
    s("rect.wood", { width: 96, height: 96, rx: 12 }),
    s("g.dimples", {}, ...dimples),
    s("path.case", { d: path, pathLength: 1 }),
    s("path.line", { d: path, pathLength: 1 }),
    ...stones.map(([x, y]) => s("g.corner", {}, use(`flat-stone-${colour}`, x, y, 0.72))),
  );
}

/**
 * A hand at work with a piece of the mover; which step it shows is the style's part.
 * @param {any} view
 */
export function handPicture(view) {
  const own = view.colours[view.mover];
  const other = view.colours[(view.mover + 1) % view.colours.length];
  const stones = Math.max(...view.choices.map((/** @type {any} */ choice) => choice.stones.length));
  const hand = icon("hand");
  const place = { x: 42, y: 34, width: 34, height: 34 };
  for (const [name, value] of Object.entries(place)) hand.setAttribute(name, String(value));
  return s(
    "svg.doing",
    { viewBox: "0 0 84 84", "aria-hidden": "true" },
    s("rect.shelf", { x: 3, y: 62, width: 78, height: 19, rx: 6 }),
    s("rect.spot", { x: 17, y: 5, width: 50, height: 50, rx: 9 }),
    s("g.moving", {}, s("g.piece", {}, ...pieceParts(stones, view.fields.length > 0, own, other))),
    s("path.around", { d: "M64 12a28 28 0 0 1 5 27M62 38l7 2 3-7" }),
    s("g.hand", {}, hand),
  );
}

/**
 * @param {number} stones the number of stones that a move lays
 * @param {boolean} tile whether they lie on a tile
 * @param {Colour} own
 * @param {Colour} other
 */
function pieceParts(stones, tile, own, other) {
  if (stones < 2) return [use(`flat-stone-${own}`, 42, 30, 0.8)];
  const [plate, first, second] = tile
    ? [{ x: 22, y: 10, width: 40, height: 40 }, [32, 20], [52, 40]]
    : [{ x: 31, y: 9, width: 22, height: 42 }, [42, 20], [42, 40]];
  return [
    s("rect.plate", { ...plate, rx: 5 }),
    use(`flat-stone-${own}`, first[0], first[1], 0.55),
    use(`flat-stone-${other}`, second[0], second[1], 0.55),
  ];
}
