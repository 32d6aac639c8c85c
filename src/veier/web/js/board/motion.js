// @ts-check
/** How pieces move: laid, slid, turned. With reduced motion nothing moves and the final state simply appears. */

import { distance, number } from "./geometry.js";

/** @typedef {import("./types.js").Point} Point */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Plate} Plate */

const LAY = 140;
const TURN = 160;
const SLIDE = 180;

/** Whether things may move. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let the pieces that differ between two views come to rest. @param {View} before @param {View} after
 * @param {SVGElement} layers */
export function moveBetween(before, after, layers) {
  if (!mayMove() || before.game !== after.game) return;
  const was = new Set(before.stones.map((stone) => `${stone.cell} ${stone.colour}`));
  const is = new Set(after.stones.map((stone) => `${stone.cell} ${stone.colour}`));
  const come = after.stones.filter((stone) => !was.has(`${stone.cell} ${stone.colour}`));
  const gone = before.stones.filter((stone) => !is.has(`${stone.cell} ${stone.colour}`));
  if (!come.length || come.length > 2) return; // Not one move but a jump, as in a review.
  const plate = after.plates.find((candidate) => come.every((stone) => candidate.cells.includes(stone.cell)));
  const left = before.plates.find((candidate) => gone.length && gone.every((s) => candidate.cells.includes(s.cell)));
  const turned = plate && left && plate.x === left.x && plate.y === left.y && plate.kind === "tile";
  for (const stone of come) {
    const drawn = pieceOf(layers, `.stone[data-cell="${stone.cell}"]`);
    const from = gone.find((other) => other.colour === stone.colour);
    if (!drawn) continue;
    if (!from) lay(drawn);
    else if (turned) swing(drawn, [from.x, from.y], [stone.x, stone.y], [plate.x, plate.y]);
    else slide(drawn, [from.x - stone.x, from.y - stone.y]);
  }
  const drawn = plate && pieceOf(layers, `.plate[data-cells="${plate.cells.join(" ")}"]`);
  if (!drawn) return;
  if (!left) lay(drawn);
  else if (!turned) slide(drawn, [left.x - plate.x, left.y - plate.y]);
}

/** Move a stone on an arc around a middle; its mark stays upright. @param {Element} drawn @param {Point} from
 * @param {Point} to @param {Point} middle */
export function swing(drawn, from, to, middle) {
  if (!mayMove() || distance(from, to) < 1) return;
  const start = Math.atan2(from[1] - middle[1], from[0] - middle[0]);
  const radius = [distance(from, middle), distance(to, middle)];
  let sweep = Math.atan2(to[1] - middle[1], to[0] - middle[0]) - start;
  if (sweep > Math.PI + 0.01) sweep -= 2 * Math.PI;
  if (sweep < -Math.PI - 0.01) sweep += 2 * Math.PI;
  const frames = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => {
    const reach = Number(radius[0]) * (1 - share) + Number(radius[1]) * share;
    const angle = start + sweep * share;
    return shift(middle[0] + reach * Math.cos(angle) - to[0], middle[1] + reach * Math.sin(angle) - to[1]);
  });
  drawn.animate(frames, { duration: TURN, easing: "ease-out" });
}

/** Turn a plate about its middle, from an angle in degrees. @param {Element} drawn @param {number} degrees */
export function rotate(drawn, degrees) {
  if (!mayMove()) return;
  const frames = [{ transform: `rotate(${degrees}deg)` }, { transform: "none" }];
  drawn.animate(frames, { duration: TURN, easing: "ease-out" });
}

/** Move from an offset into place. @param {Element} drawn @param {Point} from */
export function slide(drawn, [x, y]) {
  if (!mayMove()) return;
  drawn.animate([shift(x, y), shift(0, 0)], { duration: SLIDE, easing: "ease-in-out" });
}

/** @param {Element} drawn */
function lay(drawn) {
  drawn.animate([shift(0, -6), shift(0, 0)], { duration: LAY, easing: "ease-out" });
}

/** @param {number} x @param {number} y @returns {Keyframe} */
function shift(x, y) {
  return { transform: `translate(${number(x)}px, ${number(y)}px)` };
}

/** @param {SVGElement} layers @param {string} selector */
function pieceOf(layers, selector) {
  return layers.querySelector(`${selector} > .piece`);
}
