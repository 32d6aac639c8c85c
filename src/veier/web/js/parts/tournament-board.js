// @ts-check
/**
 * The board to project: the tables of the round with small boards, the standings, the time; to be read from afar. What
 * does not fit beside it is on further pages, which turn by themselves until somebody stops them.
 */

import { h, put } from "../dom.js";
import { join, t } from "../i18n.js";
import { smallBoard } from "./board.js";
import { icon } from "./icons.js";
import { standingsTable } from "./standings.js";
import { RoundClock, lastRound, playerLine, resultText, roundText } from "./tournament-words.js";

/** @typedef {import("../types.js").Tournament} Tournament */

/** What a page has at most: tables, and lines of the standings. */
const TABLES = 12;
const LINES = 10;
const TURN_MS = 8000;
/** Where the board is no screen on a wall but a page to scroll, which has everything at once. */
const SCROLLED = "(max-width: 899px), (orientation: portrait)";

export class TournamentBoard {
  constructor() {
    /** @type {Tournament | null} */
    this.state = null;
    /** The small boards by table. @type {Map<string, HTMLElement>} */
    this.pictures = new Map();
    this.page = 0;
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.clock = new RoundClock();
    this.title = h("h1");
    this.note = h("p.quiet.of-round");
    this.count = h("span.n");
    this.stop = h("button.btn.plain", { type: "button", onclick: () => this.#hold(!this.still) });
    this.paging = h(
      "div.paging",
      {},
      this.count,
      this.stop,
      h(
        "button.btn.plain",
        { type: "button", "aria-label": t("web.tournament.next_page"), onclick: () => this.#turn() },
        icon("next"),
      ),
    );
    this.tables = h("ol.tables");
    this.standings = h("section.panel");
    const head = h("header", {}, this.title, this.note, this.clock.element, this.paging);
    this.element = h("article.tournament-board", {}, head, this.tables, this.standings);
    this.turning = setInterval(() => this.still || this.#turn(), TURN_MS);
    this.scrolled = matchMedia(SCROLLED);
    this.redraw = () => this.#draw();
    this.scrolled.addEventListener("change", this.redraw);
    this.#hold(this.still);
  }

  close() {
    clearInterval(this.turning);
    this.clock.close();
    this.scrolled.removeEventListener("change", this.redraw);
  }

  /** @param {Tournament} state */
  update(state) {
    if (this.state && this.state.rounds.length !== state.rounds.length) this.page = 0;
    this.state = state;
    this.clock.update(state);
    this.#draw();
  }

  /**
   * @param {string} table
   * @param {any} view
   */
  board(table, view) {
    put(this.#picture(table), smallBoard(view));
  }

  /** Show this page of everything. */
  #draw() {
    const { state } = this;
    if (!state) return;
    const round = lastRound(state);
    const isRunning = round !== null && !state.over;
    const free = isRunning ? round.free.map((player) => state.players[player].name) : [];
    put(this.title, state.over ? t("web.tournament.over") : round ? roundText(state) : t("web.tournament.watching"));
    put(this.note, free.length > 0 && t("web.tournament.free", { name: join(free) }));
    this.element.dataset.shows = isRunning ? "tables" : state.over ? "standings" : "names";
    const pages = this.#pages(state, isRunning ? round.pairings : []);
    put(this.count, `${(this.page % pages) + 1} / ${pages}`);
    this.paging.hidden = pages < 2;
  }

  /**
   * Draw the pages of tables and standings, which turn together; return how many there are.
   * @param {Tournament} state
   * @param {import("../types.js").Pairing[]} pairings
   */
  #pages(state, pairings) {
    const tables = this.#part(pairings.length, TABLES);
    this.element.dataset.tables = String(tables.size);
    put(
      this.tables,
      ...pairings.slice(tables.from, tables.to).map((pairing, k) => this.#table(state, pairing, tables.from + k)),
      ...(state.rounds.length ? [] : state.players.map(({ name, arrived }) => nameLine(name, arrived))),
    );
    this.tables.hidden = this.tables.childElementCount === 0;
    // At the end, they have the place of the tables, too.
    const columns = state.over && !this.scrolled.matches && state.standings.length > LINES ? 2 : 1;
    const lines = this.#part(state.standings.length, columns * LINES);
    this.standings.hidden = state.rounds.length === 0;
    const half = columns === 1 ? lines.to : lines.from + Math.ceil((lines.to - lines.from) / 2);
    put(
      this.standings,
      h("h2", {}, t("web.tournament.standings")),
      standingsTable(state, { from: lines.from, to: half, opponents: false }),
      half < lines.to && standingsTable(state, { from: half, to: lines.to, opponents: false }),
    );
    this.element.classList.toggle("many", state.players.length > 24);
    return this.standings.hidden ? 1 : Math.max(tables.pages, lines.pages);
  }

  /**
   * What this page has of so many, as evenly as possible.
   * @param {number} count
   * @param {number} most
   */
  #part(count, most) {
    const pages = this.scrolled.matches ? 1 : Math.max(1, Math.ceil(count / most));
    const size = Math.ceil(count / pages);
    const from = (this.page % pages) * size;
    return { pages, size, from, to: Math.min(count, from + size) };
  }

  /**
   * @param {Tournament} state
   * @param {import("../types.js").Pairing} pairing
   * @param {number} number
   */
  #table(state, pairing, number) {
    const line = h(
      "li.of-table",
      {},
      this.#picture(pairing.table),
      h(
        "div",
        {},
        h("h2.cap", {}, t("web.tournament.table", { number: number + 1 })),
        ...state.game.colours.map((_, seat) => playerLine(state, pairing, seat)),
        pairing.result && h("p.quiet", {}, resultText(state, pairing)),
      ),
    );
    line.style.setProperty("--letters", String(lettersOf(state, pairing)));
    return line;
  }

  /** @param {string} table */
  #picture(table) {
    const picture = this.pictures.get(table) ?? h("div.pic");
    this.pictures.set(table, picture);
    return picture;
  }

  #turn() {
    this.page += 1;
    this.#draw();
  }

  /** Stop the pages, or let them turn. @param {boolean} still */
  #hold(still) {
    this.still = still;
    put(this.stop, icon(still ? "play" : "pause"), still ? t("web.tournament.turn_pages") : t("web.tournament.hold"));
  }
}

/**
 * The letters of the longest part of the names at a table that is not broken.
 * @param {Tournament} state
 * @param {import("../types.js").Pairing} pairing
 */
function lettersOf(state, { players }) {
  const names = players.map((player) => state.players[player].name);
  if (players.length < state.game.players) names.push(t("web.seat.computer"));
  return Math.max(8, ...names.flatMap((name) => name.split(/[ ]|(?<=-)/).map((part) => part.length)));
}

/** Before the first round: who is expected, and who is here. @param {string} name @param {boolean} arrived */
function nameLine(name, arrived) {
  return h(
    arrived ? "li.name.arrived" : "li.name",
    {},
    arrived ? icon("check") : h("span.icon"),
    h("bdi", {}, name),
    arrived && h("span.vh", {}, t("web.tournament.here")),
  );
}
