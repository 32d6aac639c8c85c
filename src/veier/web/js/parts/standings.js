// @ts-check
/** The standings of a tournament as a table. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { pointsText } from "./tournament-words.js";

/** @typedef {import("../types.js").Tournament} Tournament */

/**
 * @param {Tournament} state
 * @param {{from?: number, to?: number, opponents?: boolean}} [shown] which lines, and whether the opponents' points
 */
export function standingsTable(state, { from = 0, to = Infinity, opponents = true } = {}) {
  const head = [t("web.tournament.place"), t("web.tournament.name"), t("web.tournament.points")];
  if (opponents) head.push(t("web.tournament.opponents"));
  return h(
    "table.standings",
    {},
    h("caption.vh", {}, t("web.tournament.standings")),
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
    h(
      "tbody",
      {},
      ...state.standings
        .slice(from, to)
        .map((each) =>
          h(
            state.mine.includes(each.player) ? "tr.mine" : "tr",
            {},
            h("td.n", {}, each.place),
            h("th", { scope: "row" }, h("bdi", {}, state.players[each.player].name)),
            h("td.n", {}, pointsText(each.points)),
            opponents && h("td.quiet", {}, pointsText(each.opponents)),
          ),
        ),
    ),
  );
}
