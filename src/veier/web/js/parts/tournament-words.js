// @ts-check
/** Words that the pages of a tournament share: points, players at a table, how a game stands, the time that is left. */

import { h } from "../dom.js";
import { join, t } from "../i18n.js";
import { timeText } from "./format.js";
import { stone } from "./stones.js";

/** @typedef {import("../types.js").Tournament} Tournament */
/** @typedef {import("../types.js").Pairing} Pairing */

/** @type {Record<string, string>} */
const PARTS = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/6": "⅙", "5/6": "⅚" };

/** Points that travel as a fraction, as people write them: 5/2 is 2½. @param {string} fraction */
export function pointsText(fraction) {
  const [over, under = "1"] = fraction.split("/");
  const whole = Math.floor(Number(over) / Number(under));
  const rest = Number(over) % Number(under);
  if (!rest) return String(whole);
  return (whole || "") + (PARTS[`${rest}/${under}`] ?? ` ${rest}/${under}`);
}

/** @param {Tournament} state */
export function lastRound(state) {
  return state.rounds[state.rounds.length - 1] ?? null;
}

/** The pairing of a player in the last round. @param {Tournament} state @param {number} player */
export function pairingOf(state, player) {
  return lastRound(state)?.pairings.find(({ players }) => players.includes(player)) ?? null;
}

/** Who else sits at a player's table, in a sentence. @param {Tournament} state @param {number} player */
export function othersAt(state, player) {
  const players = pairingOf(state, player)?.players ?? [];
  const names = players.filter((other) => other !== player).map((other) => state.players[other].name);
  return join(players.length < state.game.players ? [...names, t("web.tournament.computer")] : names);
}

/** How a game ended, in words. @param {Tournament} state @param {Pairing} pairing */
export function resultText(state, { players, result }) {
  if (!result) return t("web.tournament.playing");
  const winner = result.indexOf("1");
  if (winner >= 0) return t("web.tournament.wins", { name: state.players[players[winner]].name });
  if (result.every((share) => share === "0")) return t("web.tournament.computer_wins");
  return new Set(result).size === 1 ? t("web.tournament.drawn") : t("web.tournament.shared");
}

/**
 * A player at a table: the stone, the name and, after the game, the points.
 * @param {Tournament} state
 * @param {Pairing} pairing
 * @param {number} seat
 */
export function playerLine(state, { players, result }, seat) {
  const name = seat < players.length ? state.players[players[seat]].name : t("web.seat.computer");
  const share = result?.[seat];
  return h(
    share === "1" ? "p.player.won" : "p.player",
    {},
    stone(state.game.colours[seat]),
    h("bdi", {}, name),
    share !== undefined && h("b.share", {}, pointsText(share)),
  );
}

/** The number of the round, of how many. @param {Tournament} state */
export function roundText(state) {
  const round = state.rounds.length;
  if (round > state.planned) return t("web.tournament.round", { round });
  return t("web.tournament.round_of", { round, all: state.planned });
}

/** The time that is left in the round, which ticks by itself; `close` ends it. */
export class RoundClock {
  constructor() {
    this.element = h("span.round-clock", { role: "timer" });
    this.end = 0;
    this.ticking = setInterval(() => this.#tick(), 1000);
  }

  close() {
    clearInterval(this.ticking);
  }

  /** @param {Tournament} state */
  update(state) {
    const round = lastRound(state);
    const running = round && !state.over && round.pairings.some(({ result }) => !result);
    this.element.hidden = !running;
    this.end = round ? Date.now() + round.began + state.minutes * 60_000 - state.now : 0;
    this.#tick();
  }

  #tick() {
    const left = this.end - Date.now();
    const text = left > 0 ? t("web.tournament.left", { time: timeText(left) }) : t("web.tournament.up");
    if (this.element.textContent !== text) this.element.textContent = text;
  }
}
