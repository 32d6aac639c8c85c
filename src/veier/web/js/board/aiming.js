// @ts-check
/** Aiming at cells, whatever does it: mouse, finger, key or a piece that is dragged from a tray. */

import { squaresThrough } from "./squares.js";
import { tellLack } from "./telling.js";

/** @typedef {import("./veier-board.js").VeierBoard} VeierBoard */

export class Aiming {
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
    const choosing = board.choosing;
    const changed = cell !== this.hovered;
    this.hovered = cell;
    if (choosing && board.playing && choosing.piece !== null && !choosing.pinned) {
      const fits = cell !== null && choosing.fits(cell) && choosing.placeOf(cell) !== choosing.piece;
      const there = cell !== null && choosing.considered && choosing.targetOf(choosing.considered);
      if (fits && there !== choosing.placeOf(cell)) choosing.aim(cell);
      else if (!fits && choosing.considered?.stones.length) choosing.considered = null;
      else if (!changed) return;
      board.settled(false);
    } else if (changed) board.drawVision();
    if (changed) board.emit("focus-cell", { cell, squares: this.#squares(cell) });
  }

  /** A cell was clicked, tapped, or chosen by key. @param {string} cell @param {string} pointer */
  tap(cell, pointer) {
    const board = this.#board;
    const choosing = board.choosing;
    if (!choosing || !board.playing) return;
    const now = choosing.considered;
    if (now && choosing.covers(cell)) {
      // One stone has nothing to turn: the mouse, which has seen the ghost already, lays it at once.
      const simple = pointer === "mouse" && now.stones.length === 1 && !now.gives;
      if (choosing.pinned || simple) return void board.commit();
    }
    if (choosing.pinned && choosing.refine(cell)) return board.settled(true);
    if (!now && choosing.lifted?.cells.includes(cell)) return board.letGo();
    const piece = choosing.pieceAt(cell);
    if (choosing.piece === null && piece === null) {
      const first = choosing.pieces.find((candidate) => choosing.hold(candidate) && choosing.fits(cell));
      if (first === undefined) return board.letGo();
      board.tellHold();
    }
    if (choosing.fits(cell) && choosing.placeOf(cell) !== choosing.piece) this.pin(cell);
    else if (piece !== null) board.hold(piece);
    else board.letGo();
  }

  /** Let the ghost stay on a cell, or where it is. @param {string} [cell] */
  pin(cell) {
    const choosing = this.#board.choosing;
    if (!choosing) return;
    const there = choosing.considered && cell && choosing.targetOf(choosing.considered) === choosing.placeOf(cell);
    if (cell && !there) choosing.aim(cell);
    choosing.pinned = choosing.considered !== null;
    this.#board.settled(true);
  }

  /** Make the keyboard's cursor stand on a cell. @param {string} cell */
  moveCursor(cell) {
    const scene = this.#board.scene;
    if (cell !== this.cursor) scene.cell(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    const there = scene.cell(cell);
    // To write it again would make the browser lay out the whole page at once, to see whether the focus can stay.
    if (there?.getAttribute("tabindex") !== "0") there?.setAttribute("tabindex", "0");
  }

  /** Give a cell the focus, so that keys go on where a pointer began. @param {string} cell */
  focusCell(cell) {
    this.moveCursor(cell);
    this.pointed = true;
    this.#board.scene.cell(cell)?.focus({ preventScroll: true });
    this.pointed = false;
  }

  /** Say what the ghost does, or else what the squares of the cursor's cell lack. */
  tellCursor() {
    const board = this.#board;
    if (board.considered?.stones.length) return board.settled(true);
    const near = this.#squares(this.cursor).filter((square) => square.state === "near");
    board.announce(near.slice(0, 3).map(tellLack));
  }

  /** @param {string | null} cell */
  #squares(cell) {
    const { board, aids, scene } = this.#board;
    return board && cell && aids ? squaresThrough(board, scene.places, cell) : [];
  }
}
