// @ts-check
/** Small pictures of stones, missing corners and the step of a square. */

import "../board/sprite.js";
import { shape, use } from "../board/svg.js";
import { s } from "../dom.js";

/** @typedef {import("../types.js").Colour} Colour */

/** A player's stone. @param {Colour} colour */
export function stone(colour) {
  return s("svg.stone", { viewBox: "-16 -16 32 32", "aria-hidden": "true" }, use(`flat-stone-${colour}`, 0, 0));
}

/** The corner that a square lacks, with the player's mark inside. @param {Colour} colour */
export function missing(colour) {
  const disc = shape("missing_stone", { colour, place: "scale(0.88)" });
  return s("svg.missing-icon", { viewBox: "-16 -16 32 32", "aria-hidden": "true" }, ...disc);
}

/**
 * The step of a square's side as a picture: the cells along and the cells across.
 * @param {[number, number]} step
 * @param {Colour} colour
 */
export function stepPicture([along, across], colour) {
  const unit = 70 / Math.max(along, across);
  const [x, y] = [6 + along * unit, 60 - across * unit];
  return s(
    `svg.step.in-${colour}`,
    { viewBox: `-4 ${Math.min(y, 50) - 14} ${x + 26} ${60 - Math.min(y, 50) + 24}`, "aria-hidden": "true" },
    s("path.leg", { d: `M6 60H${x}V${y}` }),
    s("path.side", { d: `M6 60L${x} ${y}` }),
    s("circle.end", { cx: 6, cy: 60, r: 5 }),
    s("circle.end", { cx: x, cy: y, r: 5 }),
    s("text", { x: (6 + x) / 2, y: 57 }, along),
    s("text", { x: x + 10, y: (60 + y) / 2 + 5 }, across),
  );
}
