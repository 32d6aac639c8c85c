// @ts-check
/** The organiser's desk: who is here, the next step, the tables with their results, the standings, what to print. */

import { h, put } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { getFile, post } from "../net.js";
import { confirmed } from "./dialogs.js";
import { icon } from "./icons.js";
import { announce, notice, reason } from "./notices.js";
import { standingsTable } from "./standings.js";
import { PlayersPart } from "./tournament-players.js";
import { ResultsPart } from "./tournament-results.js";
import { RoundClock, lastRound, resultText, roundText } from "./tournament-words.js";

/** @typedef {import("../types.js").Tournament} Tournament */

export class TournamentDesk {
  /**
   * @param {(state: Tournament) => void} changed called with the state after what the organiser has done
   * @param {() => void} gone called when the tournament is deleted
   */
  constructor(changed, gone) {
    this.changed = changed;
    /** @type {Tournament | null} */
    this.state = null;
    this.clock = new RoundClock();
    this.head = h("header.panel");
    this.results = new ResultsPart((command) => this.send(command));
    this.standings = h("section.panel.of-standings");
    this.players = new PlayersPart((command) => this.send(command), gone);
    this.element = h(
      "article.tournament-desk",
      {},
      this.head,
      this.results.element,
      this.standings,
      this.players.element,
    );
  }

  close() {
    this.clock.close();
  }

  /** @param {Tournament} state */
  update(state) {
    const before = this.state;
    this.state = state;
    this.clock.update(state);
    // What has not changed keeps the focus, and an open list stays open.
    if (!before || headOf(before) !== headOf(state)) this.#drawHead(state);
    this.element.classList.toggle("begun", state.rounds.length > 0);
    if (before) announceResults(before, state);
    this.results.update(state);
    this.players.update(state);
    this.standings.hidden = state.rounds.length === 0;
    put(
      this.standings,
      h("h2", {}, t("web.tournament.standings")),
      standingsTable(state),
      h("p.quiet", {}, t("web.tournament.ties")),
    );
  }

  /** @param {any} command */
  async send(command) {
    try {
      this.changed(await post(`/api/v1/tournaments/${this.state?.id}/commands`, { command }));
      return true;
    } catch (error) {
      notice(reason(error));
      return false;
    }
  }

  /** @param {Tournament} state */
  #drawHead(state) {
    const had = this.head.contains(document.activeElement);
    const begun = state.rounds.length > 0;
    const arrived = state.players.filter((player) => player.arrived).length;
    const title = state.over
      ? t("web.tournament.over")
      : begun
        ? roundText(state)
        : t("web.tournament.arrived", { count: arrived, all: state.players.length });
    put(
      this.head,
      h("div.title", {}, h("h1", { tabindex: -1 }, title), this.clock.element),
      !begun && h("p.quiet", {}, t("web.tournament.before_what")),
      h("div.row", {}, ...this.#steps(state), ...this.#sheets(state)),
    );
    if (had) /** @type {HTMLElement} */ (this.head.querySelector("h1")).focus();
  }

  /** What comes next; the most likely first. @param {Tournament} state */
  #steps(state) {
    const number = state.rounds.length + 1;
    const round = h(
      "button.btn.big",
      { type: "button", onclick: () => this.#goOn({ kind: "begin_round", round: number }) },
      icon("play"),
      t("web.tournament.begin", { round: number }),
    );
    const end = h(
      "button.btn.big",
      { type: "button", onclick: () => this.#goOn({ kind: "set_over", over: true }) },
      t("web.tournament.end"),
    );
    if (state.over) {
      const resume = () => this.send({ kind: "set_over", over: false });
      return [h("button.btn.big", { type: "button", onclick: resume }, t("web.tournament.resume"))];
    }
    const steps = number > state.planned ? [end, round] : number > 1 ? [round, end] : [round];
    steps[0].classList.add("primary");
    return steps;
  }

  /** What is printed and projected. @param {Tournament} state */
  #sheets(state) {
    const path = `/api/v1/tournaments/${state.id}`;
    const language = `?lang=${currentLanguage()}`;
    const sheet = (/** @type {string} */ text, /** @type {string} */ name) =>
      h(
        "button.btn.big.sheet",
        { type: "button", onclick: () => download(`${path}/${name}${language}`, name) },
        icon("print"),
        text,
      );
    const certificates = sheet(t("web.tournament.certificates"), "certificates.pdf");
    if (state.over) certificates.classList.add("primary");
    const cards = sheet(t("web.tournament.cards"), "cards.pdf");
    const board = h(
      "a.btn.big",
      { href: `/tournament/${state.id}/board`, target: "_blank" },
      icon("device"),
      t("web.tournament.project"),
    );
    if (state.over) return [certificates, board];
    return state.rounds.length ? [board, certificates] : [cards, this.#linksButton(), board];
  }

  /** For laptops, which have no camera for a card. */
  #linksButton() {
    return h(
      "button.btn.big.sheet",
      { type: "button", onclick: () => this.players.showLinks() },
      icon("link"),
      t("web.tournament.all_links"),
    );
  }

  /** Go on; if games still run, ask first. @param {any} command */
  async #goOn(command) {
    const { state } = this;
    if (!state) return;
    const open = lastRound(state)?.pairings.filter(({ result }) => !result).length ?? 0;
    const text = t("web.tournament.unfinished_what", { count: open });
    if (open && !(await confirmed(t("web.tournament.unfinished"), text, t("web.tournament.go_on")))) return;
    await this.send(command);
  }
}

/**
 * Save a sheet, or say why there is none.
 * @param {string} path
 * @param {string} name
 */
async function download(path, name) {
  try {
    const address = URL.createObjectURL(await getFile(path));
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    notice(reason(error));
  }
}

/**
 * Announce the games that have ended since.
 * @param {Tournament} before
 * @param {Tournament} state
 */
function announceResults(before, state) {
  const open = new Set(before.rounds.flatMap(({ pairings }) => pairings.filter(({ result }) => !result)).map(tableOf));
  const ended = (lastRound(state)?.pairings ?? []).flatMap((pairing, k) =>
    pairing.result && open.has(pairing.table)
      ? [`${t("web.tournament.table", { number: k + 1 })}: ${resultText(state, pairing)}`]
      : [],
  );
  if (ended.length) announce(ended.join(". "));
}

/** @param {import("../types.js").Pairing} pairing */
function tableOf({ table }) {
  return table;
}

/** What the head shows of a state. @param {Tournament} state */
function headOf({ over, planned, rounds, players }) {
  const arrived = players.filter((player) => player.arrived).length;
  return [over, planned, rounds.length, players.length, arrived].join();
}
