// @ts-check
/**
 * The things that are drawn many times, each once under an id: stones, marks, tiles, dominoes, fields, cells.
 *
 * They live in one hidden drawing of the page, which all boards, trays and small pictures share. Everything is
 * centred on 0, 0. Colour is never alone: Red has a dot, Blue a ring, Brown a bar, wherever a colour appears.
 */

import { PREFIX, draw, group, paint, tint } from "./drawing.js";
import { hexagon } from "./geometry.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./drawing.js").Attributes} Attributes */

export const HEXAGON_RADIUS = 20.8;

/** @type {Colour[]} */
const COLOURS = ["red", "brown", "blue"];
const QUADRANTS = [
  [-20, -20],
  [20, -20],
  [20, 20],
  [-20, 20],
];
const GRAIN =
  "M0 6c60-5 90 5 130 1s70-6 110-1M0 17c40 4 80-4 120 0s80 5 120 0M0 26c70-6 100 2 140 1s60-4 100-1" +
  "M0 38c50 4 70-3 120 1s90 3 120-1M0 47c60-3 110 4 150 0s60-2 90 0";
const HATCH = "M-11-4 -3-12M-12 3 4-12M-10 8 9-9.5M-6 11 12-5M0 12.4 12.4 1M6 11 11.4 6";
const SPRITE = `${PREFIX}definitions`;

/** Put the definitions into the page, once. */
export function defineOnce() {
  if (document.getElementById(SPRITE)) return;
  const sprite = draw("svg", { id: SPRITE, class: "veier-definitions", width: 0, height: 0, aria_hidden: "true" });
  sprite.append(draw("defs", {}, ...definitions()));
  document.body.prepend(sprite);
}

/** Draw a player's mark: Red's dot, Blue's ring or Brown's bar, which is always level.
 * @param {Colour} colour @param {string} ink @param {number} dot @param {number} ring @param {number} width */
function playerMark(colour, ink, dot, ring, width) {
  if (colour === "red") return draw("circle", { r: dot, fill: ink });
  if (colour === "blue") return draw("circle", { r: ring, fill: "none", stroke: ink, stroke_width: width });
  return draw("rect", { x: -8.4, y: -2.6, width: 16.8, height: 5.2, rx: 2.6, fill: ink });
}

function definitions() {
  return [
    ...paints(),
    ...COLOURS.flatMap((colour) => [
      body(colour),
      named(`stone-${colour}`, stone(colour)),
      named(`mark-${colour}`, [playerMark(colour, tint(colour), 5.6, 6.2, 2.6)]),
      named(`pencil-${colour}`, pencil(colour)),
      named(`tile-${colour}`, tile(colour)),
      named(`pip-${colour}`, [pip(colour)]),
    ]),
    named("tile-edge", plateEdge(72, 72, 8)),
    named("domino", domino(75, 35, "M0-14.5v5M0 8.9v5")),
    named("domino-upright", domino(35, 75, "M-14.5 0h5M9.5 0h5")),
    named("dimple", [draw("circle", { r: 3.2, fill: tint("dimple"), opacity: 0.75 })]),
    named("field", field()),
    named("cell", hexagonalCell()),
  ];
}

/** @param {string} name @param {SVGElement[]} children */
function named(name, children) {
  return group({ id: PREFIX + name }, children);
}

function paints() {
  const steep = { x2: 0.3, y2: 1 };
  const down = { x2: 0, y2: 1 };
  return [
    gradient("radial", "shadow", {}, [
      [0.55, "shade", 0.38],
      [1, "shade", 0],
    ]),
    gradient("linear", "wood", { x2: 0.25, y2: 1 }, [
      [0, "frame-hi"],
      [1, "frame-lo"],
    ]),
    gradient("linear", "sunk", down, [
      [0, "field-lo"],
      [0.18, "field"],
      [1, "field-hi"],
    ]),
    gradient("linear", "ivory", steep, [
      [0, "tile-hi"],
      [1, "tile-lo"],
    ]),
    grain(),
  ];
}

/** @param {"linear" | "radial"} kind @param {string} name @param {Attributes} direction
 * @param {Array<[number, string, number?]>} stops */
function gradient(kind, name, direction, stops) {
  const drawn = stops.map(([offset, token, opacity]) =>
    draw("stop", { offset, stop_color: tint(token), stop_opacity: opacity }),
  );
  return draw(`${kind}Gradient`, { id: PREFIX + name, ...direction }, ...drawn);
}

function grain() {
  const lines = { d: GRAIN, fill: "none", stroke: tint("frame-side"), stroke_width: 0.7, opacity: 0.28 };
  const tiled = { width: 240, height: 56, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-2)" };
  return draw("pattern", { id: `${PREFIX}grain`, ...tiled }, draw("path", lines));
}

/** @param {Colour} colour */
function body(colour) {
  const stops = /** @type {Array<[number, string]>} */ ([
    [0, `${colour}-hi`],
    [0.55, colour],
    [1, `${colour}-lo`],
  ]);
  return gradient("radial", `body-${colour}`, { cx: 0.38, cy: 0.3, r: 0.78 }, stops);
}

/** @param {Colour} colour */
function stone(colour) {
  const gloss = { d: "M-9.2-5.2A10.6 10.6 0 0 1 2.4-10.6", fill: "none", stroke: "#fff", stroke_opacity: 0.34 };
  const parts = [
    draw("circle", { cy: 2.2, r: 16, fill: paint("shadow") }),
    draw("circle", { r: 14.4, fill: tint(`${colour}-rim`) }),
    draw("circle", { r: 13.7, fill: paint(`body-${colour}`) }),
  ];
  // Blue's ring is its light.
  if (colour !== "blue") parts.push(draw("path", { ...gloss, stroke_width: 1.8, stroke_linecap: "round" }));
  return [...parts, playerMark(colour, tint("mark"), 4.7, 7.6, 2.9)];
}

/** @param {Colour} colour */
function pencil(colour) {
  const ink = tint(colour);
  const line = { fill: "none", stroke: ink, stroke_linecap: "round" };
  return [
    // Paper under the pencil, so that lines between stones run under it.
    draw("circle", { r: 12.8, fill: tint("sheet-board") }),
    draw("circle", { r: 12.6, fill: ink, opacity: 0.2 }),
    draw("path", { d: HATCH, stroke_width: 1.6, opacity: 0.45, ...line }),
    draw("circle", { r: 12.8, stroke_width: 2, ...line }),
    // Bare paper in the middle, so that no hatch runs into the mark.
    draw("circle", { r: 9.2, fill: tint("sheet-board"), opacity: 0.6 }),
    playerMark(colour, ink, 5.2, 5.8, 2.6),
  ];
}

/** The shadow and thickness of a plate; a stack of tiles shows several of them.
 * @param {number} width @param {number} height @param {number} rx */
function plateEdge(width, height, rx) {
  const at = { x: -width / 2, width, height, rx };
  return [
    draw("rect", { y: 2 - height / 2, fill: tint("shade"), opacity: 0.26, ...at }),
    draw("rect", { y: 1 - height / 2, fill: tint("tile-side"), ...at }),
  ];
}

/** The upper side of a plate; `lower` of its height belongs to its thickness.
 * @param {number} width @param {number} height @param {number} rx @param {number} lower @param {string} creases */
function plateFace(width, height, rx, lower, creases) {
  const shape = { x: -width / 2, y: -height / 2, width, height: height - lower, rx };
  const line = { fill: "none", stroke: tint("tile-line"), stroke_width: 1.2, stroke_linecap: "round" };
  return [draw("rect", { fill: paint("ivory"), ...shape }), draw("path", { d: creases, ...line })];
}

/** @param {Colour} owner */
function tile(owner) {
  const dimples = QUADRANTS.map(([cx, cy]) => draw("circle", { cx, cy, r: 3, fill: tint("tile-line") }));
  const face = plateFace(72, 72, 8, 1, "M0-32V-12M0 12V31M-32 0H-12M12 0H32");
  return [...plateEdge(72, 72, 8), ...face, ...dimples, cross(owner)];
}

/** Red's cross is upright and Blue's diagonal, so that it survives grey print and the turning of tiles.
 * @param {Colour} owner */
function cross(owner) {
  const arms = { red: "M0-7V7M-7 0H7", blue: "M-5.4-5.4 5.4 5.4M-5.4 5.4 5.4-5.4", brown: "M-7 0H7" };
  return draw("path", { d: arms[owner], fill: "none", stroke: tint(owner), stroke_width: 4, stroke_linecap: "round" });
}

/** @param {number} width @param {number} height @param {string} crease */
function domino(width, height, crease) {
  return [...plateEdge(width, height, 9), ...plateFace(width, height, 9, 0.6, crease)];
}

/** Red's pip is full and Blue's open. @param {Colour} owner */
function pip(owner) {
  const ink = tint(owner);
  if (owner === "blue") return draw("circle", { r: 3.1, fill: tint("tile-hi"), stroke: ink, stroke_width: 1.7 });
  if (owner === "red") return draw("circle", { r: 3.9, fill: ink });
  return draw("rect", { x: -4, y: -1.5, width: 8, height: 3, rx: 1.5, fill: ink });
}

function field() {
  const size = { width: 76, height: 76, rx: 8 };
  return [
    draw("rect", { x: -38, y: -37.2, fill: tint("field-lip"), opacity: 0.7, ...size }),
    draw("rect", { x: -38, y: -38, fill: paint("sunk"), ...size }),
    ...QUADRANTS.flatMap(([cx, cy]) => [
      draw("circle", { cx, cy: Number(cy) + 0.8, r: 3.6, fill: tint("field-lip") }),
      draw("circle", { cx, cy, r: 3.6, fill: tint("dimple"), opacity: 0.75 }),
    ]),
  ];
}

function hexagonalCell() {
  const points = hexagon(HEXAGON_RADIUS);
  return [
    draw("polygon", { points, transform: "translate(0 1)", fill: tint("field-lip") }),
    draw("polygon", { points, fill: tint("field") }),
    draw("circle", { r: 3, fill: tint("dimple"), opacity: 0.75 }),
  ];
}
