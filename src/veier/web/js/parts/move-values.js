// @ts-check
/** How each move of a position ends: a line for each result, with the moves that lead to it. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { colourName } from "./format.js";
import { stone } from "./stones.js";

/** @typedef {import("./graph.js").Proven} Proven */
/**
 * Moves that are the same, turned or mirrored.
 *
 * @typedef {{moves: string[], proven: Proven | null, neither: boolean}} Group
 */
/** @typedef {{groups: Group[], said: string, winner: number | null}} Value a result, and the moves that have it */

/** How many moves of a result are shown before somebody asks for all. */
const SHOWN = 16;

/**
 * @param {Group[]} groups best first
 * @param {import("../types.js").Colour[]} colours
 * @returns {Value[]} the results in the same order
 */
function byValue(groups, colours) {
  /** @type {Map<string, Value>} */
  const values = new Map();
  for (const group of groups) {
    const said = describe(group, colours);
    const value = values.get(said) ?? { groups: [], said, winner: group.proven?.winner ?? null };
    value.groups.push(group);
    values.set(said, value);
  }
  return [...values.values()];
}

/**
 * @param {Group} group
 * @param {import("../types.js").Colour[]} colours
 */
function describe({ proven, neither }, colours) {
  if (!proven) return t(neither ? "web.explore.neither" : "web.explore.unknown");
  if (proven.winner === null) return t("web.explore.drawn");
  return t("web.explore.value", { colour: colourName(colours[proven.winner]), count: proven.plies });
}

/**
 * @param {Group[]} groups
 * @param {import("../types.js").Colour[]} colours
 * @param {{play: (text: string) => void, consider: (text: string) => void}} acts for the move that somebody chooses,
 *   and for the one pointed at
 */
export function moveValues(groups, colours, acts) {
  return h(
    "section.values",
    { "aria-labelledby": "values-title" },
    h("h2", { id: "values-title" }, t("web.explore.moves")),
    h(
      "dl",
      {},
      ...byValue(groups, colours).flatMap((value) => [
        h("dt", {}, value.winner !== null && stone(colours[value.winner]), value.said),
        h("dd", {}, ...chips(value.groups, acts)),
      ]),
    ),
    groups.some((group) => group.proven) && h("p.cap", {}, t("web.explore.legend")),
  );
}

/**
 * @param {Group[]} groups
 * @param {{play: (text: string) => void, consider: (text: string) => void}} acts
 */
function chips(groups, acts) {
  const all = groups.map(({ moves }) =>
    h(
      "button.move-chip",
      {
        type: "button",
        "aria-label": t("web.explore.alike", { move: moves[0], count: moves.length }),
        onclick: () => acts.play(moves[0]),
        onmouseenter: () => acts.consider(moves[0]),
        onfocus: () => acts.consider(moves[0]),
      },
      moves[0],
      moves.length > 1 && h("i", { "aria-hidden": "true" }, `×${moves.length}`),
    ),
  );
  if (all.length <= SHOWN) return all;
  const rest = all.slice(SHOWN);
  const more = h(
    "button.btn.plain",
    {
      type: "button",
      onclick: () => {
        more.replaceWith(...rest);
        rest[0].focus();
      },
    },
    t("web.explore.more", { count: all.length }),
  );
  return [...all.slice(0, SHOWN), more];
}
