// @ts-check
/**
 * The state of a table as it is put together from what the server sends: the whole state once, then what changes in
 * it; and for each position, a little later, its choices and aids.
 */

import { applyPatch } from "./json-patch.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Board} Board */

/** Choices and aids of a position: `seat` is the one that the user is to move, if any.
 * @typedef {{hash: string, seat: number | null, choices: any[], refused: any[], gives: string[], threats: any[] | null,
 *   squares: any[] | null, reopened: any[], closed: string[] | null}} Choices */

/** Those of a position where they are not known yet. @type {Omit<Choices, "hash" | "seat">} */
const NONE = { choices: [], refused: [], gives: [], threats: null, squares: null, reopened: [], closed: null };

export class TableState {
  /** The state without choices and aids. @type {State} */
  #bare;
  /** The newest choices. @type {Choices} */
  #choices;
  /** The state with them. @type {State} */
  #whole;
  /** The board without choices, and the choices, that it was joined from. @type {[Board, object] | null} */
  #parts = null;

  /** @param {State} state a whole state, with choices and aids */
  constructor(state) {
    const { view, refused, gives, threats = null, squares = null, reopened = [], closed = null } = state.board;
    const { choices } = view;
    const seat = seatToMove(state);
    this.#choices = { hash: state.hash, seat, choices, refused, gives, threats, squares, reopened, closed };
    this.#bare = this.#whole = state;
  }

  /** The state, with choices and aids as soon as they are known. */
  get state() {
    return this.#whole;
  }

  /** Whether the choices and aids of the position are known. */
  get complete() {
    return this.#choices.hash === this.#bare.hash && this.#choices.seat === seatToMove(this.#bare);
  }

  /** Take over a state without choices and aids. @param {State} state */
  replace(state) {
    this.#bare = state;
    this.#join();
  }

  /**
   * Make changes; return false if they do not apply to this state.
   * @param {{since: number, changes: import("./json-patch.js").Change[]}} event
   */
  change({ since, changes }) {
    if (since !== this.#bare.version) return false;
    this.#bare = applyPatch(this.#bare, changes);
    this.#join();
    return true;
  }

  /** Take over choices and aids. @param {Choices} choices */
  choose(choices) {
    this.#choices = choices;
    this.#join();
  }

  #join() {
    this.#whole = { ...this.#bare, board: this.#joinBoard() };
  }

  /** Join board and choices; where neither has changed, the board stays the same object. @returns {Board} */
  #joinBoard() {
    const { board } = this.#bare;
    const known = this.complete ? this.#choices : NONE;
    if (this.#parts?.[0] === board && this.#parts[1] === known) return this.#whole.board;
    this.#parts = [board, known];
    const { choices, refused, gives, threats, squares, reopened, closed } = known;
    return { ...board, view: { ...board.view, choices }, refused, gives, threats, squares, reopened, closed };
  }
}

/** The seat that the user is to move, if any. @param {State} state @returns {number | null} */
function seatToMove({ result, mine, board }) {
  return !result && mine.includes(board.view.mover) ? board.view.mover : null;
}
