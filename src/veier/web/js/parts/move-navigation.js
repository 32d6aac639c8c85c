// @ts-check
/**
 * Navigation through a line of moves: first, back, forward, last, by buttons and arrow keys. Positions come from the
 * server and are kept. Used by the table (to look back), the review and loaded records, which can also try another
 * move from any position.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";
import { notice, reason } from "./notices.js";
import { positions } from "./positions.js";

/** @typedef {import("../types.js").Board} Board */

export class MoveNavigation {
  /**
   * @param {import("./positions.js").Line} line
   * @param {(board: Board, ply: number) => void} show draws the position after `ply` moves of the line
   */
  constructor(line, show) {
    this.line = line;
    this.show = show;
    this.ply = line.moves.length;
    /** Fetches the position after some moves from the line's start. */
    this.board = positions(line.game, line.start);
    this.buttons = {
      first: this.#button("first", t("web.walk.first"), () => this.go(0)),
      back: this.#button("back", t("web.walk.back"), () => this.go(this.ply - 1)),
      next: this.#button("next", t("web.walk.next"), () => this.go(this.ply + 1)),
      last: this.#button("last", t("web.walk.last"), () => this.go(this.line.moves.length)),
    };
    this.where = h("span.where", { "aria-live": "polite" });
    const { first, back, next, last } = this.buttons;
    this.element = h(
      "div.stepper",
      { role: "group", "aria-label": t("web.walk.label") },
      first,
      back,
      this.where,
      next,
      last,
    );
    this.#mark();
  }

  /**
   * Go to the position after a number of moves.
   * @param {number} ply
   */
  async go(ply) {
    this.ply = Math.max(0, Math.min(this.line.moves.length, ply));
    this.#mark();
    const wanted = this.ply;
    try {
      const board = await this.board(this.line.moves.slice(0, wanted));
      if (wanted === this.ply) this.show(board, wanted);
    } catch (error) {
      notice(reason(error));
    }
  }

  /**
   * Navigate by arrow keys, Home and End, unless the key belongs to a board or a field.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const goal = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.line.moves.length }[event.key];
    const busy =
      event.target instanceof Element &&
      event.target.closest("veier-board, veier-tray, input, textarea, select, dialog, .menu");
    if (goal === undefined || busy || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(goal);
  }

  /**
   * Take a new line. A user who looks back stays at that position if the new line contains it, otherwise the line's end
   * is shown.
   * @param {string[]} moves
   * @returns {boolean} whether that is the end
   */
  follow(moves) {
    const { ply, line } = this;
    const behind =
      ply < line.moves.length && ply < moves.length && line.moves.slice(0, ply).every((move, k) => move === moves[k]);
    this.line = { ...line, moves };
    if (!behind) this.ply = moves.length;
    this.#mark();
    return !behind;
  }

  #mark() {
    const { first, back, next, last } = this.buttons;
    first.disabled = back.disabled = this.ply === 0;
    next.disabled = last.disabled = this.ply >= this.line.moves.length;
    put(this.where, t("web.walk.where", { ply: this.ply, total: this.line.moves.length }));
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {() => void} act
   */
  #button(name, label, act) {
    return h("button.btn", { type: "button", "aria-label": label, title: label, onclick: act }, icon(name));
  }
}
