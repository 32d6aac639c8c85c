// @ts-check
/** What a player of a tournament sees between the games: whom to play, the way to the table, the standings. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { announce } from "./notices.js";
import { standingsTable } from "./standings.js";
import { othersAt, pairingOf, pointsText, roundText } from "./tournament-words.js";

/** @typedef {import("../types.js").Tournament} Tournament */

export class TournamentPlayer {
  /**
   * @param {(path: string) => void} go
   * @param {number} rounds the rounds to whose tables it does not lead by itself
   */
  constructor(go, rounds) {
    this.go = go;
    this.rounds = rounds;
    this.told = "";
    this.element = h("article.tournament-player");
  }

  close() {}

  /** @param {Tournament} state */
  update(state) {
    const begun = state.rounds.length > this.rounds;
    this.rounds = state.rounds.length;
    const tables = tablesToPlay(state);
    if (begun && tables.length === 1 && !state.over) return this.go(`/table/${tables[0]}`);
    const had = this.element.contains(document.activeElement);
    put(
      this.element,
      state.rounds.length > 0 && h("p.cap", {}, state.over ? t("web.tournament.over") : roundText(state)),
      ...state.mine.map((player) => this.#part(state, player)),
      state.rounds.length > 0 &&
        h("section.panel", {}, h("h2", {}, t("web.tournament.standings")), standingsTable(state, { opponents: false })),
      state.rounds.length > 0 && h("p.quiet", {}, t("web.tournament.ties")),
    );
    if (had) /** @type {HTMLElement | null} */ (this.element.querySelector("a.btn"))?.focus();
    const told = this.element.querySelector("h1")?.textContent ?? "";
    if (told !== this.told) announce(told);
    this.told = told;
  }

  /**
   * @param {Tournament} state
   * @param {number} player
   */
  #part(state, player) {
    const { name, away } = state.players[player];
    const standing = state.standings.find((each) => each.player === player);
    const place =
      standing &&
      t("web.tournament.your_place", {
        place: standing.place,
        all: state.players.length,
        points: pointsText(standing.points),
      });
    const pairing = pairingOf(state, player);
    const part = (/** @type {string} */ title, /** @type {import("../dom.js").Child[]} */ ...more) =>
      h("section.greeting", {}, h("h1", {}, title), ...more);
    if (state.over) return part(t("web.tournament.hello", { name }), h("p.sum", {}, place));
    if (!state.rounds.length) {
      return part(t("web.tournament.hello", { name }), h("p.sum", {}, t("web.tournament.soon")));
    }
    if (pairing && !pairing.result) {
      const others = othersAt(state, player);
      return part(
        state.mine.length > 1
          ? t("web.tournament.names_play", { name, others })
          : t("web.tournament.you_play", { others }),
        h("a.btn.primary.big", { href: `/table/${pairing.table}` }, t("web.tournament.to_table")),
      );
    }
    const free = state.rounds[state.rounds.length - 1].free.includes(player);
    const verdict = pairing?.result?.[pairing.players.indexOf(player)];
    const title = free
      ? t("web.tournament.you_free")
      : verdict === "1"
        ? t("web.tournament.you_won")
        : verdict === "0"
          ? t("web.tournament.you_lost")
          : verdict
            ? t("web.tournament.you_drew")
            : t("web.tournament.hello", { name });
    return part(
      state.mine.length > 1 ? `${name}: ${title}` : title,
      h("p.sum", {}, place),
      h("p", {}, away ? t("web.tournament.away") : t("web.tournament.next_soon")),
      free && h("a.btn.big", { href: `/new/${state.game.id.split("?")[0]}` }, t("web.tournament.meanwhile")),
    );
  }
}

/** The tables where the user's players are to play now. @param {Tournament} state */
export function tablesToPlay(state) {
  const pairings = state.mine.map((player) => pairingOf(state, player));
  return [...new Set(pairings.flatMap((pairing) => (pairing && !pairing.result ? [pairing.table] : [])))];
}
