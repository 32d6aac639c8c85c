// @ts-check
/** Tiles, dominoes and stones in their places, the piece in hand, and the ghost of a move. */

import { draw, group, shape, translate, use } from "./svg.js";
import { boxAround, hexagon } from "./geometry.js";
import { SIZES } from "./look.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Plate} Plate */
/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").View} View */
/** @typedef {Pick<Plate, "kind" | "owner" | "x" | "y" | "turned" | "marked">} PlateShape */
/** @typedef {Map<string, Point>} Places */

/** Draw every tile and domino; the last one laid or moved has a dark edge. @param {View} view */
export function drawPlates(view) {
  const last = new Set(view.last);
  return view.plates.map((plate) => {
    const piece = group({ class: "piece" }, plateParts(plate));
    if (isLast(plate, last)) piece.append(...shape("last_plate", faceOf(plate)));
    const name = plate.cells.join(" ");
    return draw("g", { class: "plate", transform: translate(plate.x, plate.y), data_cells: name }, piece);
  });
}

/** Draw stones, or pencilled circles on paper. @param {View} view
 * @param {ReadonlyArray<{cell: string, colour: Colour}>} stones @param {Places} places */
export function drawStones(view, stones, places, name = "stone") {
  const kind = view.surface === "paper" ? "pencil" : "stone";
  const scale = view.surface === "hexagon" ? SIZES.hexagonStoneScale : 1;
  return stones.map(({ cell, colour }) => {
    const [x, y] = places.get(cell) ?? [0, 0];
    const piece = group({ class: "piece" }, [use(`${kind}-${colour}`, 0, 0, scale)]);
    return draw("g", { class: name, transform: translate(x, y), data_cell: cell, data_colour: colour }, piece);
  });
}

/** Whether the last move concerns this plate: its cells are all named, or hold all that are. @param {Plate} plate
 * @param {Set<string>} last */
export function isLast(plate, last) {
  if (!last.size) return false;
  return plate.cells.every((cell) => last.has(cell)) || [...last].every((cell) => plate.cells.includes(cell));
}

/** The plate that a move would lay, if it lays one. @param {View} view @param {Option} option
 * @param {Plate | null} lifted @param {Places} places @param {Point | undefined} field @returns {PlateShape | null} */
export function plateOf(view, option, lifted, places, field) {
  const tray = view.trays[view.mover];
  const slot = tray?.slots.find((candidate) => candidate.piece === option.piece);
  const kind = lifted?.kind ?? slot?.kind;
  if (!tray || !option.stones.length || (kind !== "tile" && kind !== "domino")) return null;
  const points = /** @type {Point[]} */ (option.stones.map(([cell]) => places.get(cell)));
  const box = boxAround(points);
  const [x, y] = field ?? [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const marked = lifted?.marked ?? slot?.marked ?? true;
  return { kind, owner: tray.colour, x, y, turned: box.right - box.left < 1, marked };
}

/** The ghost's plate, or on a board without plates the edge around its stones. @param {View} view
 * @param {Option} option @param {PlateShape | null} plate @param {Places} places */
export function drawGhost(view, option, plate, places) {
  const state = option.reason ? "refused" : option.gives ? "caution" : "legal";
  if (plate) {
    const shadow = draw("rect", { class: "ghost-shadow", ...faceOf(plate), transform: "translate(0 11)" });
    const piece = group({ class: "piece" }, [shadow, ...plateParts(plate), ghostEdge(plate)]);
    return group({ class: `ghost ${state}`, transform: translate(plate.x, plate.y) }, [piece]);
  }
  const points = /** @type {Point[]} */ (option.stones.map(([cell]) => places.get(cell)));
  const edge =
    view.surface === "hexagon"
      ? points.map(([x, y]) => draw("polygon", { ...hexagonAt(x, y), class: "ghost-edge" }))
      : [draw("rect", { ...boxOf(points), rx: 9, class: "ghost-edge" })];
  return group({ class: `ghost ${state}` }, edge);
}

/** The edge of a plate that is in hand and still lies where it lay. @param {PlateShape} plate */
export function drawPicked(plate) {
  return group({ class: "ghost legal", transform: translate(plate.x, plate.y) }, [ghostEdge(plate)]);
}

/** Where handles stand around the middle of what they turn, and how far above it a refusal does. None of them covers a
 * stone, nor the middle of a cell beside it, which somebody may want to point to. */
const LAYOUTS = {
  tile: { left: [-36, 0], right: [36, 0], lay: [0, 37], above: 40 },
  level: { left: [-42, 22], right: [42, 22], lay: [0, 28], above: 26 },
  upright: { left: [-26, 0], right: [26, 0], lay: [22, 44], above: 46 },
  stone: { left: [0, 0], right: [0, 0], lay: [12.3, 21.2], above: 26 },
};

/** What handles stand around: a tile, a domino or two pencilled cells lying level or upright, or one stone.
 * @typedef {{layout: keyof typeof LAYOUTS, x: number, y: number}} Turnable */

/** @param {PlateShape} plate @returns {Turnable} */
export function turnableOf({ kind, turned, x, y }) {
  return { layout: kind === "tile" ? "tile" : turned ? "upright" : "level", x, y };
}

/** The round handles at the ghost, or at the piece in hand: turns, for dominoes the swap of their ends, and "lay it".
 * @param {Turnable} around @param {{turnable: boolean, swappable: boolean, layable: boolean}} can */
export function drawHandles({ layout, x, y }, can) {
  const { left, right, lay } = LAYOUTS[layout];
  const handles = [];
  if (can.swappable) handles.push(handle("swap", left, SWAP));
  else if (can.turnable) handles.push(handle("left", left, LEFT));
  if (can.turnable) handles.push(handle("right", right, RIGHT));
  if (can.layable) handles.push(handle("lay", lay, LAY));
  return group({ class: "handles", transform: translate(x, y) }, handles);
}

/** A sign at the upper edge of a ghost that cannot be laid. @param {Turnable} around */
export function drawRefusal({ layout, x, y }) {
  const sign = [draw("circle", { r: 8.5 }), draw("path", { d: "M-3.4-3.4 3.4 3.4M3.4-3.4-3.4 3.4" })];
  return group({ class: "refusal", transform: translate(x, y - LAYOUTS[layout].above) }, sign);
}

/** A dotted place where the piece in hand may go. @param {View} view @param {Point} at */
export function drawTarget(view, [x, y]) {
  if (view.surface === "hexagon") return draw("polygon", { ...hexagonAt(x, y, 18), class: "target" });
  const half = view.fields.length ? 34 : 16;
  return draw("rect", { class: "target", x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 8 });
}

/** A box around the cells of a move on a board without plates. @param {readonly Point[]} points */
export function boxOf(points) {
  const box = boxAround(points, SIZES.lastMargin);
  return { x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top };
}

/** @param {number} x @param {number} y */
function hexagonAt(x, y, radius = SIZES.hexagonRadius) {
  return { points: hexagon(radius), transform: translate(x, y), fill: "none" };
}

/** @param {PlateShape} plate */
function plateParts(plate) {
  if (plate.kind === "tile") return [use(`tile-${plate.owner}`, 0, 0)];
  const domino = use(plate.turned ? "domino-upright" : "domino", 0, 0);
  return [domino, plate.marked ? use(`pip-${plate.owner}`, 0, 0) : null];
}

/** The upper side of a plate, around its middle. @param {PlateShape} plate */
function faceOf(plate) {
  return SIZES.faces[plate.kind === "domino" && plate.turned ? "domino-upright" : plate.kind];
}

/** @param {PlateShape} plate */
function ghostEdge(plate) {
  return draw("rect", { class: "ghost-edge", ...faceOf(plate) });
}

export const RIGHT = "M4.6-2.9A5.4 5.4 0 1 0 5.4 1.2M5.2-6.2V-2.6H1.6";
export const LEFT = "M-4.6-2.9A5.4 5.4 0 1 1-5.4 1.2M-5.2-6.2V-2.6H-1.6";
export const SWAP = "M-5.4-2.4H4.6M2-5 4.6-2.4 2 .2M5.4 3.2H-4.6M-2 .6-4.6 3.2-2 5.8";

const LAY = "M-4.6.2-1.4 3.6 4.8-3.6";

/** @param {"left" | "right" | "swap" | "lay"} name @param {readonly number[]} at @param {string} icon */
function handle(name, [x = 0, y = 0], icon) {
  const parts = [draw("circle", { class: "reach", r: 17 }), draw("circle", { r: 11 }), draw("path", { d: icon })];
  return group({ class: `handle ${name}`, data_handle: name, transform: translate(x, y) }, parts);
}
