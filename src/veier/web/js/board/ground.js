// @ts-check
/** What lies under the pieces: the frame or sheet, fields, cells and the coordinates on the edge. */

import { draw, group, paint, tint, use, words } from "./drawing.js";
import { boxAround, grown, number, rounded } from "./geometry.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Point} Point */

// The hexagon's coordinates need a little more wood than its outline gives: it is drawn this much larger.
const HEXAGON_MARGIN = 6;
// A small picture without coordinates needs less wood around its cells.
const PICTURE_MARGIN = -14;
/** The sheet stays pale at night, so what is written on it stays dark. */
export const SHEET_INK = "#46545a";
const CORNERS = { fields: 14, grid: 14, hexagon: 8, paper: 3 };

/** Give the outline of the board as it is drawn; `picture` for one without coordinates. @param {View} view
 * @param {boolean} picture @returns {Point[]} */
function boardOutline(view, picture) {
  if (picture) return grown(view.frame, PICTURE_MARGIN);
  return view.surface === "hexagon" ? grown(view.frame, HEXAGON_MARGIN) : view.frame;
}

/** Give the `viewBox` of a board: its outline, thickness and shadow. @param {View} view @param {boolean} picture */
export function pictureBox(view, picture) {
  const around = boxAround(boardOutline(view, picture));
  const [left, top] = [Math.floor(around.left - 4), Math.floor(around.top - 3)];
  const [right, bottom] = [Math.ceil(around.right + 4), Math.ceil(around.bottom + 9)];
  return [left, top, right - left, bottom - top].map(number).join(" ");
}

/** Give the box around all cells of a square board. @param {View} view */
export function playingArea(view, by = 0) {
  return boxAround(
    view.cells.map((cell) => /** @type {Point} */ ([cell.x, cell.y])),
    20 + by,
  );
}

/** Draw the board without any piece. @param {View} view @param {boolean} picture */
export function drawGround(view, picture) {
  const ground = view.surface === "paper" ? sheet(view, picture) : frame(view, picture);
  return group({ class: "ground" }, [...ground, ...places(view), picture ? null : labels(view)]);
}

/** The veil that quiets everything but a made square. @param {View} view */
export function drawVeil(view) {
  const fill = tint(view.surface === "paper" ? "sheet-board" : "field-lo");
  if (view.surface === "hexagon") return draw("path", { class: "veil", d: rounded(grown(view.frame, -14), 8), fill });
  const area = playingArea(view, 1);
  const size = { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top };
  return draw("rect", { class: "veil", rx: view.surface === "paper" ? 0 : 8, fill, ...size });
}

/** @param {View} view */
function labels(view) {
  const ink = view.surface === "paper" ? SHEET_INK : tint("frame-ink");
  const texts = view.labels.map((label) => words(label.text, label.x, label.y, 10.8, { class: `on-${label.kind}` }));
  return group({ class: "labels", fill: ink }, texts);
}

/** @param {string} d */
function shadow(d) {
  return draw("path", { d, transform: "translate(0 5)", fill: tint("shade"), opacity: 0.16 });
}

/** @param {View} view @param {boolean} picture */
function frame(view, picture) {
  const points = boardOutline(view, picture);
  const radius = picture ? 10 : CORNERS[view.surface];
  const d = rounded(points, radius);
  const lip = rounded(grown(points, -0.6), radius - 0.6);
  return [
    shadow(d),
    draw("path", { d, transform: "translate(0 3)", fill: tint("frame-side") }),
    draw("path", { d, fill: paint("wood") }),
    draw("path", { d, fill: paint("grain") }),
    draw("path", { d: lip, fill: "none", stroke: "#fff", stroke_opacity: 0.28, stroke_width: 1.2 }),
  ];
}

/** @param {View} view @param {boolean} picture */
function sheet(view, picture) {
  const d = rounded(boardOutline(view, picture), CORNERS.paper);
  const edge = { stroke: tint("sheet-grid"), stroke_width: 0.6, stroke_opacity: 0.6 };
  return [shadow(d), draw("path", { d, fill: tint("sheet-board"), ...edge })];
}

/** @param {View} view */
function places(view) {
  if (view.surface === "fields") return view.fields.map((field) => use("field", field.x, field.y));
  if (view.surface === "hexagon") return view.cells.map((cell) => use("cell", cell.x, cell.y));
  if (view.surface === "grid") return sunkSheet(view);
  const lines = { fill: "none", stroke: tint("sheet-grid"), stroke_width: 1 };
  return [draw("path", { d: gridLines(view, false), ...lines })];
}

/** @param {View} view */
function sunkSheet(view) {
  const area = playingArea(view, 1);
  const size = { x: area.left, width: area.right - area.left, height: area.bottom - area.top, rx: 8 };
  const groove = { fill: "none", stroke: tint("dimple"), stroke_width: 0.8, opacity: 0.55 };
  return [
    draw("rect", { y: area.top + 1, fill: tint("field-lip"), opacity: 0.7, ...size }),
    draw("rect", { y: area.top, fill: paint("sunk"), ...size }),
    draw("path", { d: gridLines(view, true), ...groove }),
    ...view.cells.map((cell) => use("dimple", cell.x, cell.y)),
  ];
}

/** The lines between the cells; those `inside` stop short of the edge and leave the edge itself out.
 * @param {View} view @param {boolean} inside */
function gridLines(view, inside) {
  const area = playingArea(view);
  const gap = inside ? 3 : 0;
  const right = inside ? area.right - 1 : area.right + 1;
  const bottom = inside ? area.bottom - 1 : area.bottom + 1;
  const path = [];
  for (let y = area.top + (inside ? 40 : 0); y < bottom; y += 40) {
    path.push(`M${number(area.left + gap)} ${number(y)}H${number(area.right - gap)}`);
  }
  for (let x = area.left + (inside ? 40 : 0); x < right; x += 40) {
    path.push(`M${number(x)} ${number(area.top + gap)}V${number(area.bottom - gap)}`);
  }
  return path.join("");
}
