// @ts-check
/** At a table of a tournament: the way back to it when the game is over, and on to the next table by itself. */

import { t } from "../i18n.js";
import { loadSetting, saveSetting } from "../settings.js";
import { TournamentLive } from "../tournament-live.js";
import { announce, notice } from "./notices.js";
import { tablesToPlay } from "./tournament-player.js";

/** @typedef {import("../types.js").Tournament} Tournament */

export class TournamentFollow {
  /**
   * @param {string} table
   * @param {(path: string) => void} go
   * @param {() => void} found called when it is known that the table belongs to the user's tournament
   */
  constructor(table, go, found) {
    /** The page of the tournament; null if the table is in none. @type {string | null} */
    this.path = null;
    this.rounds = Infinity;
    /** @type {TournamentLive | null} */
    this.live = null;
    const id = loadSetting("tournament");
    if (!id) return;
    this.live = new TournamentLive(id, {
      state: (state) => this.#receive(state, table, go, found),
      line: () => {},
      deleted: () => {
        saveSetting("tournament", null);
        if (!this.path) return;
        notice(t("web.tournament.gone"));
        go("/");
      },
    });
  }

  close() {
    this.live?.close();
  }

  /**
   * @param {Tournament} state
   * @param {string} table
   * @param {(path: string) => void} go
   * @param {() => void} found
   */
  #receive(state, table, go, found) {
    const isOne = state.rounds.some(({ pairings }) => pairings.some((pairing) => pairing.table === table));
    if (isOne && !this.path) {
      this.path = `/tournament/${state.id}`;
      found();
    }
    const begun = state.rounds.length > this.rounds;
    this.rounds = state.rounds.length;
    if (state.over) {
      saveSetting("tournament", null);
      this.close();
    } else if (begun && state.mine.length) {
      announce(t("web.tournament.begins", { round: state.rounds.length }));
      const tables = tablesToPlay(state);
      go(tables.length === 1 ? `/table/${tables[0]}` : `/tournament/${state.id}`);
    }
  }
}
