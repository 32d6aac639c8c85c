// @ts-check
/** Hovering and choosing cells by any input: mouse, touch, keyboard, or a piece that is dragged from a tray. */

import { squaresThrough } from "./squares.js";
import { describeBarred, describeMissing } from "./announcements.js";

/** @typedef {import("./veier-board.js").VeierBoard} VeierBoard */

export class Targeting {
  /** The cell that the keyboard is on. */
  cursor = "";
  /** Whether a pointer, not a key, is just giving a cell the focus. */
  pointed = false;
  /** The cell that a pointer or the keyboard is over. @type {string | null} */
  hovered = null;

  /** @type {VeierBoard} */ #board;

  /** @param {VeierBoard} board */
  constructor(board) {
    this.#board = board;
  }

  /** A pointer or the keyboard is over a cell, or over none. @param {string | null} cell */
  hover(cell) {
    const board = this.#board;
    const selection = board.selection;
    const changed = cell !== this.hovered;
    this.hovered = cell;
    if (selection && board.playing && selection.piece !== null && !selection.pinned) {
      const fits = cell !== null && selection.fits(cell) && selection.placeOf(cell) !== selection.piece;
      if (fits && (changed || !selection.considered)) selection.aim(cell);
      else if (!fits && selection.considered?.stones.length) selection.considered = null;
      else if (!changed) return;
      board.selectionChanged(false);
    } else if (changed) board.drawVision();
    if (changed) board.emit("focus-cell", { cell, squares: this.#squares(cell) });
  }

  /** A cell was clicked, tapped, or chosen by key: the own stone goes there; where it is already, it is laid.
   * @param {string} cell */
  tap(cell) {
    const board = this.#board;
    const selection = board.selection;
    if (!selection || !board.playing) return;
    if (selection.lays(cell)) return void board.commit();
    if (selection.turnTo(cell)) return board.selectionChanged(true);
    if (selection.pinned && selection.refine(cell)) return board.selectionChanged(true);
    const back = !selection.considered || selection.placeOf(cell) === selection.piece;
    if (back && selection.lifted?.cells.includes(cell)) return board.letGo();
    const piece = selection.pieceAt(cell);
    if (selection.piece === null && piece === null) {
      const first = selection.pieces.find((candidate) => selection.hold(candidate) && selection.fits(cell));
      if (first === undefined) return board.letGo();
      board.emitHold();
    }
    if (selection.fits(cell) && selection.placeOf(cell) !== selection.piece) this.#place(cell);
    else if (piece !== null) board.hold(piece);
    else board.note(cell, describeBarred(selection, cell));
  }

  /** Put the ghost on a cell, where it waits to be laid; one stone only if that is wished. @param {string} cell */
  #place(cell) {
    const board = this.#board;
    this.pin(cell);
    const now = board.considered;
    if (now?.stones.length === 1 && !now.gives && !now.reason && !board.confirms()) board.commit();
  }

  /** Pin the ghost to a cell, or where it is. @param {string} [cell] */
  pin(cell) {
    const selection = this.#board.selection;
    if (!selection) return;
    if (cell && selection.considered?.stones[0]?.[0] !== cell) selection.aim(cell);
    selection.pinned = selection.considered !== null;
    this.#board.selectionChanged(true);
  }

  /** Move the keyboard's cursor to a cell. @param {string} cell */
  moveCursor(cell) {
    const scene = this.#board.scene;
    if (cell !== this.cursor) scene.cell(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    const there = scene.cell(cell);
    // To write it again would make the browser lay out the whole page at once, to see whether the focus can stay.
    if (there?.getAttribute("tabindex") !== "0") there?.setAttribute("tabindex", "0");
  }

  /** Focus a cell, so that the keyboard continues where the pointer was. @param {string} cell */
  focusCell(cell) {
    this.moveCursor(cell);
    this.pointed = true;
    this.#board.scene.cell(cell)?.focus({ preventScroll: true });
    this.pointed = false;
  }

  /** Announce what the ghost does, or else what the squares of the cursor's cell lack. */
  announceCursor() {
    const board = this.#board;
    if (board.considered?.stones.length) return board.selectionChanged(true);
    const near = this.#squares(this.cursor).filter((square) => square.state === "near");
    board.announce(near.slice(0, 3).map(describeMissing));
  }

  /** @param {string | null} cell */
  #squares(cell) {
    const { board, aids, scene } = this.#board;
    return board && cell && aids ? squaresThrough(board, scene.places, cell) : [];
  }
}
