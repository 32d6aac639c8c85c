// @ts-check
/** Small pictures for trays, drawn with the same stones, tiles and dominoes as the board. */

import { draw, group, shape, use } from "./svg.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Slot} Slot */

/** A stack of tiles of one kind: the top one, and the edges of up to three more. @param {Slot} slot
 * @param {Colour} owner */
export function tilePicture(slot, owner) {
  const parts = [];
  if (slot.left) {
    for (let depth = Math.min(slot.left - 1, 3); depth > 0; depth--) parts.push(use("tile-edge", 0, 4 * depth));
    parts.push(use(`tile-${owner}`, 0, 0), ...stonesOf(slot));
  } else parts.push(...emptySlot(70, 70));
  return picture("-37 -37 74 88", "tile-picture", parts);
}

/** One domino, upright, or the place that it left. @param {Slot} slot @param {Colour} owner @param {boolean} there */
export function dominoPicture(slot, owner, there) {
  const parts = there
    ? [use("domino-upright", 0, 0), slot.marked ? use(`pip-${owner}`, 0, 0) : null, ...stonesOf(slot)]
    : emptySlot(32, 69);
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

/** @param {number} width @param {number} height */
function emptySlot(width, height) {
  return shape("empty_slot", { x: -width / 2, y: -height / 2, width, height });
}

/** @param {string} viewBox @param {string} name @param {ReadonlyArray<Node | null>} parts */
function picture(viewBox, name, parts) {
  return draw("svg", { class: name, viewBox, aria_hidden: "true" }, group({}, parts));
}
