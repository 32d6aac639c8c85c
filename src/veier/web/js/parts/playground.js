// @ts-check
/**
 * A board to try things on: all sides play, moves are taken back, and it can start again. Figures of the rules,
 * lessons and puzzles use it; a callback gets each move and may answer it with `play`.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { playBoard, playTray } from "./board.js";
import { nameless } from "./format.js";
import { MoveWarning } from "./move-warning.js";
import { icon } from "./icons.js";
import { notice, reason } from "./notices.js";
import { positions } from "./positions.js";

/** @typedef {import("../types.js").Board} Board */
/**
 * A move that was made: its notation, the position after it, and all moves from the start.
 *
 * @typedef {{text: string, board: Board, moves: string[]}} Moved
 */

export class Playground {
  #open = true;

  /**
   * @param {{game: string, start?: string | null, moves?: string[], board?: Board | null}} line where it begins: after
   *   `moves`, which can be taken back too; `board` is that position, if it is known already
   * @param {{chosen?: ((text: string) => void) | null, moved?: (moved: Moved) => void,
   *   refused?: (text: string) => void, shown?: (board: Board) => void, aids?: boolean}} [wishes] callbacks: `chosen`
   *   for each move chosen, in place of playing it, `moved` for each move played, `refused` for each forbidden move
   *   tried, `shown` for each position; `aids` shows squares in the making
   */
  constructor(
    { game, start = null, moves = [], board = null },
    { chosen = null, moved = () => {}, refused = () => {}, shown = () => {}, aids = true } = {},
  ) {
    this.first = moves;
    this.moves = moves;
    this.moved = moved;
    this.shown = shown;
    this.fetch = positions(game, start, board ? { moves, board } : null);
    /** The position on the board. @type {Board | null} */
    this.present = null;
    this.asked = 0;
    this.board = playBoard(
      (event) => (chosen ?? this.#choose)(event.detail.text),
      (event) => this.#consider(event.detail),
    );
    this.board.addEventListener("refuse", (/** @type {CustomEvent} */ event) => refused(event.detail.text));
    this.board.aids = aids;
    this.tray = playTray(this.board, 0);
    this.warning = new MoveWarning(this.board, () => nameless(this.present?.view.colours ?? []));
    /** What one plays with: the tray, and above it what speaks against a move. */
    this.hand = h("div.hand", {}, this.warning.element, this.tray);
    this.status = h("p.status", { role: "status" });
    this.buttons = {
      undo: h(
        "button.btn",
        { type: "button", onclick: () => this.go(this.moves.slice(0, -1)) },
        icon("takeback"),
        t("web.playground.undo"),
      ),
      again: h(
        "button.btn",
        { type: "button", onclick: () => this.go(this.first) },
        icon("rematch"),
        t("web.playground.again"),
      ),
    };
    this.element = h(
      "div.playground",
      {},
      h("div.playboard", {}, this.board),
      this.status,
      this.hand,
      h("div.row", {}, this.buttons.undo, this.buttons.again),
    );
  }

  /**
   * Show the position after some moves from the start.
   * @param {string[]} moves
   * @returns {Promise<Board | null>} null if it cannot be shown, or something else was asked for meanwhile
   */
  async go(moves) {
    const asked = ++this.asked;
    try {
      const board = await this.fetch(moves);
      if (asked !== this.asked) return null;
      this.moves = moves;
      this.#show(board);
      return board;
    } catch (error) {
      if (asked === this.asked && this.present) this.#show(this.present);
      notice(reason(error));
      return null;
    }
  }

  /** Show where it begins. */
  begin() {
    return this.go(this.first);
  }

  /** Make a move without calling back: an answer, a refutation. @param {string} text */
  play(text) {
    return this.go([...this.moves, text]);
  }

  /** Whether people may make moves; taking back always works. @param {boolean} open */
  set open(open) {
    this.#open = open;
    this.board.disabled = !open || Boolean(this.present?.over);
    // The tray shows whether its pieces can be taken.
    this.board.emitHold();
  }

  /** @param {string} text */
  #choose = async (text) => {
    const board = await this.play(text);
    if (board) this.moved({ text, board, moves: this.moves });
  };

  /** @param {any} ghost */
  #consider(ghost) {
    if (this.present) this.warning.update(ghost.text ? ghost : null, { board: this.present });
  }

  /** @param {Board} board */
  #show(board) {
    this.present = board;
    this.tray.seat = board.view.mover;
    this.tray.hidden = board.over;
    this.open = this.#open;
    this.board.board = board;
    put(this.status, board.over && board.told ? t(board.told) : t(board.turn));
    this.buttons.undo.disabled = this.moves.length === 0;
    this.buttons.again.disabled = this.moves.join(" ") === this.first.join(" ");
    this.shown(board);
  }
}
