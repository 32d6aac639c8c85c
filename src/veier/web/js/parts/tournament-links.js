// @ts-check
/** The ways to tournaments: to a new one, and back to those of this browser. */

import { h } from "../dom.js";
import { join, t } from "../i18n.js";
import { get } from "../net.js";
import { icon } from "./icons.js";

/**
 * @typedef {{id: string, game: {title: any}, organiser: boolean, names: string[], players: number, rounds: number,
 *   over: boolean}} Listed
 */

/** The tournaments of this browser, the one that changed last first; none if they cannot be read. */
export async function ownTournaments() {
  /** @type {{tournaments: Listed[]}} */
  const { tournaments } = await get("/api/v1/tournaments").catch(() => ({ tournaments: [] }));
  return tournaments;
}

/** The way back to a tournament: which one, as whom, and how far it is. @param {Listed} one */
export function tournamentSlip({ id, game, organiser, names, players, rounds, over }) {
  const state = over
    ? t("web.tournament.over")
    : rounds
      ? t("web.tournament.round", { round: rounds })
      : t("web.tournament.watching");
  return h(
    over ? "a.slip" : "a.slip.mine",
    { href: `/tournament/${id}` },
    icon("people"),
    h(
      "div",
      {},
      h("b", {}, t("web.tournament.slip", { game: t(game.title) })),
      h("span", {}, organiser ? t("web.tournament.slip_players", { count: players }) : h("bdi", {}, join(names))),
      h("span.standing", {}, over ? state : h("strong", {}, state)),
    ),
    icon("next"),
  );
}

/** The tournaments that this browser organises, for the page where one begins. @param {Listed[]} tournaments */
export function ownList(tournaments) {
  return h(
    "section.own-tournaments",
    { "aria-labelledby": "own-title" },
    h("h2", { id: "own-title" }, t("web.tournament.own")),
    h("ul.slips", {}, ...tournaments.map((one) => h("li", {}, tournamentSlip(one)))),
  );
}

/** The way to the set-up beside the title of the home page, where there is room. */
export function tournamentLink() {
  return h("a.btn.tournament-link", { href: "/tournament" }, icon("people"), t("web.tournament.home"));
}

/** The same below the games, on small screens. */
export function tournamentWay() {
  return h(
    "a.slip.tournament-way",
    { href: "/tournament" },
    icon("people"),
    h("div", {}, h("b", {}, t("web.tournament.home")), h("span", {}, t("web.tournament.home_what"))),
    icon("next"),
  );
}
