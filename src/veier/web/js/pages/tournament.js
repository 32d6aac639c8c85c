// @ts-check
/**
 * A tournament: the set-up at /tournament; else, by who looks, the organiser's desk, a player's page or the board to
 * project, which /tournament/ID/board always is.
 */

import { put } from "../dom.js";
import { t } from "../i18n.js";
import { get, post } from "../net.js";
import { loadSetting, saveSetting } from "../settings.js";
import { TournamentLive } from "../tournament-live.js";
import { banner, notice } from "../parts/notices.js";
import { TournamentBoard } from "../parts/tournament-board.js";
import { TournamentDesk } from "../parts/tournament-desk.js";
import { TournamentPlayer } from "../parts/tournament-player.js";
import { tournamentSetUp } from "../parts/tournament-set-up.js";

/** @typedef {import("../types.js").Tournament} Tournament */
/**
 * @typedef {object} View what somebody sees of a tournament
 * @property {HTMLElement} element
 * @property {(state: Tournament) => void} update
 * @property {(table: string, view: any) => void} [board]
 * @property {() => void} close
 */

/** @type {import("../app.js").Page} */
export async function page(place) {
  const [id = "", part] = place.rest.split("/");
  if (!id) return tournamentSetUp(place);
  const claimed = await useLink(id);
  /** @type {Tournament} */
  const state = await get(`/api/v1/tournaments/${encodeURIComponent(id)}`);
  place.name(t("web.tournament.title"), t("web.tournament.title"), t(state.game.title));
  const shown = new Shown(place, part === "board");
  shown.update(state, claimed);
  return () => shown.close();
}

/**
 * Use the link in the fragment of the address, which is removed first; return whether there was one.
 * @param {string} id
 */
async function useLink(id) {
  const [kind, token] = location.hash.slice(1).split("=");
  if (kind !== "play" || !token) return false;
  history.replaceState(null, "", location.pathname);
  const { player } = await post(`/api/v1/tournaments/${encodeURIComponent(id)}/claim`, { token });
  if (player !== null) saveSetting("tournament", id);
  return true;
}

/** The view for who looks, which may change: the organiser goes on with another device. */
class Shown {
  /**
   * @param {import("../app.js").Place} place
   * @param {boolean} isBoard
   */
  constructor(place, isBoard) {
    this.place = place;
    this.isBoard = isBoard;
    this.role = "";
    this.id = "";
    /** @type {View | null} */
    this.view = null;
    /** @type {TournamentLive | null} */
    this.live = null;
  }

  /**
   * @param {Tournament} state
   * @param {boolean} [claimed] whether the player's link was opened just now
   */
  update(state, claimed = false) {
    const role = this.isBoard ? "board" : state.organiser ? "desk" : state.mine.length ? "player" : "board";
    this.id = state.id;
    if (role !== this.role) {
      this.view?.close();
      this.role = role;
      this.view = this.#view(role, state, claimed);
      document.body.classList.toggle("projected", role === "board");
      put(this.place.main, this.view.element);
      this.live?.close();
      const view = this.view;
      this.live = new TournamentLive(state.id, {
        state: (next) => this.update(next),
        ...(view.board && { board: (table, shown) => view.board?.(table, shown) }),
        deleted: () => this.gone(),
        line: (up) => banner("line", up ? null : t("web.offline.line")),
      });
    }
    this.view?.update(state);
  }

  /**
   * @param {string} role
   * @param {Tournament} state
   * @param {boolean} claimed
   * @returns {View}
   */
  #view(role, state, claimed) {
    const gone = () => this.gone();
    if (role === "desk") return new TournamentDesk((next) => this.update(next), gone);
    if (role === "player") return new TournamentPlayer(this.place.go, claimed ? 0 : state.rounds.length);
    return new TournamentBoard();
  }

  /** It was deleted, here or elsewhere. */
  gone() {
    if (loadSetting("tournament") === this.id) {
      saveSetting("tournament", null);
    }
    notice(t("web.tournament.gone"));
    this.place.go("/");
  }

  close() {
    this.live?.close();
    this.view?.close();
    document.body.classList.remove("projected");
    banner("line", null);
  }
}
