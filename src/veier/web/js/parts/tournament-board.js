// @ts-check
/** The board to project: the tables of the round with small boards, the standings, the time; to be read from afar. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { smallBoard } from "./board.js";
import { standingsTable } from "./standings.js";
import { RoundClock, lastRound, playerLine, resultText, roundText } from "./tournament-words.js";

/** @typedef {import("../types.js").Tournament} Tournament */

/** The lines of the standings that are shown at once, and how long. */
const LINES = 10;
const TURN_MS = 8000;

export class TournamentBoard {
  constructor() {
    /** @type {Tournament | null} */
    this.state = null;
    /** The small boards by table. @type {Map<string, HTMLElement>} */
    this.pictures = new Map();
    this.page = 0;
    this.clock = new RoundClock();
    this.head = h("header");
    this.tables = h("ol.tables");
    this.standings = h("section.panel");
    this.element = h("article.tournament-board", {}, this.head, this.tables, this.standings);
    this.turning = setInterval(() => this.#turn(), TURN_MS);
  }

  close() {
    clearInterval(this.turning);
    this.clock.close();
  }

  /** @param {Tournament} state */
  update(state) {
    this.state = state;
    const round = lastRound(state);
    const title = state.over ? t("web.tournament.over") : round ? roundText(state) : t("web.tournament.watching");
    this.clock.update(state);
    put(this.head, h("h1", {}, title), this.clock.element);
    const free = (round?.free ?? []).map((player) => state.players[player].name);
    put(
      this.tables,
      ...(state.over ? [] : (round?.pairings ?? []).map((pairing, k) => this.#table(state, pairing, k))),
    );
    if (!state.over) this.tables.append(...free.map((name) => h("li.free", {}, t("web.tournament.free", { name }))));
    this.element.dataset.tables = String(sizeOf(this.tables.childElementCount));
    this.#showStandings();
  }

  /**
   * @param {string} table
   * @param {any} view
   */
  board(table, view) {
    const picture = this.pictures.get(table) ?? h("div.pic");
    this.pictures.set(table, picture);
    put(picture, smallBoard(view));
  }

  /**
   * @param {Tournament} state
   * @param {import("../types.js").Pairing} pairing
   * @param {number} number
   */
  #table(state, pairing, number) {
    const picture = this.pictures.get(pairing.table) ?? h("div.pic");
    this.pictures.set(pairing.table, picture);
    return h(
      pairing.result ? "li.done" : "li",
      {},
      picture,
      h(
        "div",
        {},
        h("h2.cap", {}, t("web.tournament.table", { number: number + 1 })),
        ...state.game.colours.map((_, seat) => playerLine(state, pairing, seat)),
        h("p.quiet", {}, resultText(state, pairing)),
      ),
    );
  }

  /** Show the next lines of the standings. */
  #turn() {
    const count = this.state?.standings.length ?? 0;
    if (count <= LINES) return;
    this.page = (this.page + 1) * LINES < count ? this.page + 1 : 0;
    this.#showStandings();
  }

  #showStandings() {
    if (!this.state) return;
    const from = this.page * LINES;
    const shown = { from, to: from + LINES, opponents: false };
    put(this.standings, h("h2", {}, t("web.tournament.standings")), standingsTable(this.state, shown));
  }
}

/** How many columns so many tables take. @param {number} tables */
function sizeOf(tables) {
  return tables <= 4 ? 2 : tables <= 9 ? 3 : tables <= 12 ? 4 : 5;
}
