// @ts-check
/** The board without pieces: the frame or sheet, fields, cells and the coordinates on the edge. */

import { group, paletteColour, shape, use, words } from "./svg.js";
import { boxAround, corners, grown, number, pathThrough, rounded } from "./geometry.js";
import { SIZES } from "./look.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Point} Point */

// A small picture without coordinates needs less wood around its cells.
const PICTURE_MARGIN = -14;
const PICTURE_RADIUS = 10;

/** The outline of the board as it is drawn; `picture` for one without coordinates. @param {View} view
 * @param {boolean} picture @returns {Point[]} */
function boardOutline(view, picture) {
  if (picture) return grown(view.frame, PICTURE_MARGIN);
  return view.surface === "hexagon" ? grown(view.frame, SIZES.hexagonMargin) : view.frame;
}

/** The `viewBox` of a board: its outline, thickness and shadow. @param {View} view @param {boolean} picture */
export function pictureBox(view, picture) {
  const around = boxAround(boardOutline(view, picture));
  const [left, top] = [Math.floor(around.left - 4), Math.floor(around.top - 3)];
  const [right, bottom] = [Math.ceil(around.right + 4), Math.ceil(around.bottom + 9)];
  return [left, top, right - left, bottom - top].map(number).join(" ");
}

/** The box around all cells of a square board. @param {View} view */
function playingArea(view, by = 0) {
  return boxAround(
    view.cells.map((cell) => /** @type {Point} */ ([cell.x, cell.y])),
    20 + by,
  );
}

/** The path around all cells of a square board; on wood its corners are round. @param {View} view */
function sunkOutline(view) {
  const points = corners(playingArea(view, 1));
  return view.surface === "paper" ? `${pathThrough(points)}Z` : rounded(points, 8);
}

/** Draw the board without any piece. @param {View} view @param {boolean} picture */
export function drawSurface(view, picture) {
  const points = boardOutline(view, picture);
  const radius = picture && view.surface !== "paper" ? PICTURE_RADIUS : SIZES.cornerRadius[view.surface];
  const outline = rounded(points, radius);
  const board =
    view.surface === "paper"
      ? shape("sheet", { outline })
      : shape("frame", { outline, lip: rounded(grown(points, -0.6), radius - 0.6) });
  return group({ class: "surface" }, [...board, ...cells(view), picture ? null : labels(view)]);
}

/** The veil over everything but a made square. @param {View} view */
export function drawVeil(view) {
  if (view.surface !== "hexagon") {
    return shape(view.surface === "paper" ? "veil_on_paper" : "veil", { outline: sunkOutline(view) });
  }
  return shape("veil", { outline: rounded(grown(view.frame, SIZES.veilMargin), SIZES.veilRadius) });
}

/** @param {View} view */
function labels(view) {
  const ink = paletteColour(view.surface === "paper" ? "sheet-ink" : "frame-ink");
  const texts = view.labels.map(({ text, x, y, kind }) =>
    words(text, x, y, SIZES.labels[kind], { class: `on-${kind}` }),
  );
  return group({ class: "labels", fill: ink }, texts);
}

/** @param {View} view */
function cells(view) {
  if (view.surface === "fields") return view.fields.map((field) => use("field", field.x, field.y));
  if (view.surface === "hexagon") return view.cells.map((cell) => use("cell", cell.x, cell.y));
  if (view.surface === "paper") return shape("sheet_grid", { lines: gridLines(view, false) });
  return [
    ...shape("sunk_grid", { outline: sunkOutline(view), lines: gridLines(view, true) }),
    ...view.cells.map((cell) => use("dimple", cell.x, cell.y)),
  ];
}

/** The path between the cells; lines `inside` stop short of the edge and leave the edge itself out.
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
