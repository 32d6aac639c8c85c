// @ts-check
/** Boards as pages use them: a small one to look at, the one that is played on, and the trays beside it. */

import "../board/index.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { loadSetting } from "../settings.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {{seat: number, cells: string[], missing: string[]}} Pointed a square or a row that a list speaks of */

/**
 * A board that is only looked at.
 * @param {any} view
 * @param {any} [refused] a forbidden move to show on it
 */
export function smallBoard(view, refused = null) {
  const board = /** @type {any} */ (document.createElement("veier-board"));
  board.setAttribute("picture", "");
  board.localize = t;
  board.board = {
    view,
    turn: null,
    task: null,
    refused: refused ? [refused] : [],
    gives: [],
    threats: [],
    squares: [],
    over: true,
  };
  if (refused) board.consider(refused.text);
  return h("div.small-board", { "aria-hidden": "true", inert: true }, board);
}

/**
 * A board to play on.
 * @param {(event: CustomEvent) => void} choose a move was made
 * @param {(event: CustomEvent) => void} consider a move is held over the board, or no longer
 * @returns {any} the element
 */
export function playBoard(choose, consider) {
  const board = /** @type {any} */ (document.createElement("veier-board"));
  board.localize = t;
  board.confirms = () => loadSetting("confirm") !== "off";
  board.addEventListener("choose", choose);
  board.addEventListener("consider", consider);
  return board;
}

/**
 * What a seat holds, to take from.
 * @param {any} board
 * @param {number} seat
 * @returns {any} the element
 */
export function playTray(board, seat) {
  const tray = /** @type {any} */ (document.createElement("veier-tray"));
  tray.localize = t;
  tray.for = board;
  tray.seat = seat;
  return tray;
}
