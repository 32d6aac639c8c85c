// @ts-check
/** Small pictures for lists, seats and trays, drawn with the same stones and tiles as the board. */

import { defineOnce } from "./definitions.js";
import { dots, draw, group, tint, use, words } from "./drawing.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Surface} Surface */

/** A player's stone, or pencilled circle. @param {Colour} colour @param {Surface} [surface] */
export function stonePicture(colour, surface) {
  const kind = surface === "paper" ? "pencil" : "stone";
  return picture("-17 -17 34 36", "stone-picture", [use(`${kind}-${colour}`, 0, 0)]);
}

/** A missing corner with the player's mark inside. @param {Colour} colour */
export function missingPicture(colour) {
  const edge = { r: 13.6, fill: tint("case"), stroke: tint(colour), stroke_width: 2.4, stroke_dasharray: "4.4 4.14" };
  return picture("-16 -16 32 32", "missing-picture", [draw("circle", edge), use(`mark-${colour}`, 0, 0)]);
}

/** How a side of a square runs: so many along, so many across. @param {[number, number]} step */
export function stepPicture([along, across]) {
  const unit = 84 / Math.max(along, across, 1);
  const [x, y] = [along * unit, across * unit];
  const leg = { fill: "none", stroke: "currentColor", ...dots(2, 5) };
  const side = { stroke: "currentColor", stroke_width: 3.6, stroke_linecap: "round", d: `M0 0 ${x} ${-y}` };
  const text = { class: "step-number", fill: "currentColor" };
  const numbers = across
    ? [words(String(along), x / 2, 11, 14, text), words(String(across), x + 11, -y / 2, 14, text)]
    : [words(String(along), x / 2, 13, 14, text)];
  return picture(`-8 ${-y - 8} 120 ${y + 30}`, "step-picture", [
    across ? draw("path", { d: `M0 0H${x}V${-y}`, ...leg }) : null,
    draw("path", side),
    draw("circle", { r: 5.5, fill: "currentColor" }),
    draw("circle", { cx: x, cy: -y, r: 5.5, fill: "currentColor" }),
    ...numbers,
  ]);
}

/** A stack of tiles of one kind: the top one, and the edges of up to three more. @param {Slot} slot
 * @param {Colour} owner */
export function tilePicture(slot, owner) {
  const parts = [];
  if (slot.left) {
    for (let depth = Math.min(slot.left - 1, 3); depth > 0; depth--) parts.push(use("tile-edge", 0, 4 * depth));
    parts.push(use(`tile-${owner}`, 0, 0), ...stonesOf(slot));
  } else parts.push(emptySlot(70, 70, 8));
  return picture("-37 -37 74 88", "tile-picture", parts);
}

/** One domino, upright, or the place that it left. @param {Slot} slot @param {Colour} owner @param {boolean} there */
export function dominoPicture(slot, owner, there) {
  const parts = there
    ? [use("domino-upright", 0, 0), slot.marked ? use(`pip-${owner}`, 0, 0) : null, ...stonesOf(slot)]
    : [emptySlot(32, 69, 8)];
  return picture("-22 -40 44 82", "domino-picture", parts);
}

/** Loose stones in rows of nine, as wide as nine of them. @param {Colour} colour @param {number} count */
export function stonesPicture(colour, count) {
  return picture(`0 0 290 ${rowsOf(count) * 32 + 4}`, "stones-picture", stonesInRows(colour, count));
}

/** A few stones, as wide as they are many. @param {Colour} colour @param {number} count */
export function fewStonesPicture(colour, count) {
  const [width, height] = [Math.min(9, count) * 32 + 2, rowsOf(count) * 32 + 4];
  const few = picture(`0 0 ${width} ${height}`, "few-stones-picture", stonesInRows(colour, count));
  few.setAttribute("width", String(0.58 * width));
  few.setAttribute("height", String(0.58 * height));
  return few;
}

/** @param {Colour} colour @param {number} count */
function stonesInRows(colour, count) {
  const at = (/** @type {number} */ k) => use(`stone-${colour}`, 17 + 32 * (k % 9), 17 + 32 * Math.floor(k / 9));
  return Array.from({ length: count }, (_, k) => at(k));
}

/** @param {number} count */
function rowsOf(count) {
  return Math.max(1, Math.ceil(count / 9));
}

/** @param {Slot} slot */
function stonesOf(slot) {
  return slot.stones.map(([x, y, colour]) => use(`stone-${colour}`, x, y));
}

/** @param {number} width @param {number} height @param {number} rx */
function emptySlot(width, height, rx) {
  const dashes = { stroke: tint("frame-ink"), stroke_width: 1.6, stroke_dasharray: "4 4", opacity: 0.5 };
  return draw("rect", { x: -width / 2, y: -height / 2, width, height, rx, fill: "none", ...dashes });
}

/** @param {string} viewBox @param {string} name @param {ReadonlyArray<Node | null>} parts */
function picture(viewBox, name, parts) {
  defineOnce();
  return draw("svg", { class: name, viewBox, aria_hidden: "true" }, group({}, parts));
}
