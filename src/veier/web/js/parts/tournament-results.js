// @ts-check
/** The tables of all rounds with their results, which the organiser can set; the last round first. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { playerLine, resultText } from "./tournament-words.js";

/** @typedef {import("../types.js").Tournament} Tournament */
/** @typedef {import("../types.js").Pairing} Pairing */

export class ResultsPart {
  /** @param {(command: any) => Promise<boolean>} send */
  constructor(send) {
    this.send = send;
    /** The lines by table, and what each shows. @type {Map<string, {shown: string, line: HTMLElement}>} */
    this.lines = new Map();
    this.title = h("h2");
    this.list = h("ol.results");
    this.earlier = h("div.earlier");
    this.element = h("section.panel.of-tables", {}, this.title, this.list, this.earlier);
    this.rounds = -1;
  }

  /** @param {Tournament} state */
  update(state) {
    this.element.hidden = state.rounds.length === 0;
    const last = state.rounds.length - 1;
    state.rounds.forEach((round) => round.pairings.forEach((pairing, k) => this.#line(state, pairing, k)));
    if (this.rounds === last) return;
    this.rounds = last;
    put(this.title, t("web.tournament.tables"));
    put(this.list, ...this.#linesOf(state, last));
    put(
      this.earlier,
      ...state.rounds
        .slice(0, -1)
        .map((_, number) =>
          h(
            "details",
            {},
            h("summary", {}, t("web.tournament.round", { round: number + 1 })),
            h("ol.results", {}, ...this.#linesOf(state, number)),
          ),
        ),
    );
  }

  /**
   * @param {Tournament} state
   * @param {number} number
   */
  #linesOf(state, number) {
    const round = state.rounds[number];
    if (!round) return [];
    const free = round.free.map((player) => t("web.tournament.free", { name: state.players[player].name }));
    return [
      ...round.pairings.map(({ table }) => /** @type {{line: HTMLElement}} */ (this.lines.get(table)).line),
      ...free.map((text) => h("li.free", {}, text)),
    ];
  }

  /**
   * Draw the line of a table, if it has changed.
   * @param {Tournament} state
   * @param {Pairing} pairing
   * @param {number} number
   */
  #line(state, pairing, number) {
    const shown = JSON.stringify(pairing);
    const known = this.lines.get(pairing.table) ?? { shown: "", line: h("li") };
    this.lines.set(pairing.table, known);
    if (known.shown === shown) return;
    known.shown = shown;
    const label = t("web.tournament.table", { number: number + 1 });
    put(
      known.line,
      h("h3.cap", {}, label),
      h("div.players", {}, ...state.game.colours.map((_, seat) => playerLine(state, pairing, seat))),
      this.#choice(state, pairing, number),
      h(
        "a.btn.plain",
        { href: `/table/${pairing.table}`, target: "_blank", "aria-label": `${label}: ${t("web.tournament.look")}` },
        t("web.tournament.look"),
      ),
    );
  }

  /**
   * @param {Tournament} state
   * @param {Pairing} pairing
   * @param {number} number
   */
  #choice(state, pairing, number) {
    const { table, players, result } = pairing;
    const now = result?.join("-") ?? "";
    const choices = players.map((_, k) => players.map((other) => (other === players[k] ? "1" : "0")).join("-"));
    choices.push(players.map(() => `1/${players.length}`).join("-"));
    if (players.length < state.game.players) choices.push(players.map(() => "0").join("-"));
    if (now && !choices.includes(now)) choices.push(now);
    const field = h(
      "select.input",
      {
        "aria-label": t("web.tournament.result_of", { number: number + 1 }),
        onchange: () => this.send({ kind: "set_result", table, result: field.value || null }),
      },
      h("option", { value: "", selected: !now }, now ? t("web.tournament.as_played") : t("web.tournament.playing")),
      ...choices.map((value) =>
        h(
          "option",
          { value, selected: value === now },
          resultText(state, { table, players, result: value.split("-") }),
        ),
      ),
    );
    return field;
  }
}
