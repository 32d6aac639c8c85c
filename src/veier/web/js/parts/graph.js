// @ts-check
/**
 * Practical chances after each move, one band a seat: dots for Red, bars for Brown, hatching for Blue, so that they
 * differ in grey print too. Below, a bar in the winner's colour wherever the result is proved.
 */

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { playerName } from "./format.js";

/** @typedef {import("../types.js").Colour} Colour */

/** @typedef {{winner: number | null, plies: number}} Proven a result that is certain with best play */
/**
 * For each position from the first, as far as it is known: a chance a seat, and what is proved; the moves that turned
 * the game, and the number of all its moves.
 *
 * @typedef {{colours: Colour[], people: import("./format.js").People, chances: number[][], proven: (Proven | null)[], turning: number[], moves: number}}
 *   Course
 */

const WIDTH = 560;
const HEIGHT = 150;
/** The bar of what is proved. */
const BAR = { y: HEIGHT + 6, height: 8 };

/**
 * @param {Course} course
 * @param {number} ply the position on the board
 * @param {(ply: number) => void} go
 */
export function graph({ colours, people, chances, proven, turning, moves }, ply, go) {
  // A move has its place from the start, so that the curve grows and nothing shifts.
  const last = Math.max(1, moves);
  const x = (/** @type {number} */ k) => (k / last) * WIDTH;
  const y = (/** @type {number} */ share) => HEIGHT * (1 - share);
  // Bands from below; the last seat hangs from above, so that a draw opens between it and the others.
  const tops = colours
    .slice(0, -1)
    .map((_, seat) => chances.map((shares) => shares.slice(0, seat + 1).reduce((sum, share) => sum + share, 0)));
  const floor = chances.map((shares) => 1 - shares[colours.length - 1]);
  const under = tops.map((top, seat) => band(top, seat ? tops[seat - 1] : chances.map(() => 0)));
  const above = band(
    chances.map(() => 1),
    floor,
  );
  /** @param {number[]} top @param {number[]} bottom */
  function band(top, bottom) {
    const there = top.map((share, k) => `${x(k)} ${y(share)}`);
    const back = bottom.map((share, k) => `${x(k)} ${y(share)}`).reverse();
    return `M${[...there, ...back].join("L")}Z`;
  }
  /** From half-way before a position to half-way after it. @param {number} k */
  function span(k) {
    const [from, to] = [Math.max(0, x(k - 0.5)), Math.min(WIDTH, x(k + 0.5))];
    return { x: from, width: to - from };
  }
  const sure = (/** @type {Proven} */ one) => (one.winner === null ? "g-sure" : `g-sure.${colours[one.winner]}`);
  const bands = [...under, above];
  const edge = tops[0].map((share, k) => `${x(k)} ${y(share)}`).join("L");
  const step = Math.ceil(last / 14);
  const labels = Array.from({ length: last }, (_, k) => k + 1).filter((k) => k % step === 0 || turning.includes(k));
  const picture = s(
    "svg",
    { viewBox: `0 -10 ${WIDTH} 194`, role: "img", "aria-label": t("web.review.graph") },
    s(
      "defs",
      {},
      s(
        "pattern",
        { id: "in-red", width: 8, height: 8, patternUnits: "userSpaceOnUse" },
        s("circle.g-dots", { cx: 4, cy: 4, r: 1.2 }),
      ),
      s(
        "pattern",
        { id: "in-brown", width: 8, height: 8, patternUnits: "userSpaceOnUse" },
        s("path.g-bars", { d: "M0 4H8" }),
      ),
      s(
        "pattern",
        { id: "in-blue", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("path.g-hatch", { d: "M0 0V7" }),
      ),
    ),
    ...bands.flatMap((path, seat) => [
      s(`path.g-${colours[seat]}`, { d: path }),
      s("path", { d: path, fill: `url(#in-${colours[seat]})` }),
    ]),
    ...proven.map((one, k) => one && s(`rect.${sure(one)}`, { ...span(k), ...BAR })),
    s("path.g-mid", { d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s("path.g-cur", { d: `M${x(ply)} -8V${HEIGHT + 6}` }),
    s("path.g-line", { d: `M${edge}` }),
    ...turning
      .filter((k) => k <= last)
      .map((k) => s(k === ply ? "circle.g-pt.key" : "circle.g-pt", { cx: x(k), cy: y(tops[0][k]), r: 5 })),
    s("text.g-t", { x: 8, y: 18 }, playerName(people, colours.length - 1)),
    s("text.g-t", { x: 8, y: HEIGHT - 8 }, playerName(people, 0)),
    ...labels.map((k) =>
      s(
        turning.includes(k) ? "text.g-t.mid.strong" : "text.g-t.mid",
        { x: Math.min(x(k), WIDTH - 8), y: HEIGHT + 30 },
        k,
      ),
    ),
  );
  picture.addEventListener("click", (/** @type {any} */ event) => {
    const box = picture.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  return h("figure.graph", {}, picture, h("figcaption", {}, t("web.review.legend")));
}
