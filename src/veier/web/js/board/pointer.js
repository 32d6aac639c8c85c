// @ts-check
/** Mouse, pen and touch on a board: hovering, clicking, dragging, the wheel and the second finger. */

/** @typedef {import("./veier-board.js").VeierBoard} VeierBoard */

const SLACK = 8; // Pixels that a finger may move and still tap.
// A click that follows another one sooner than this, in milliseconds, and not farther away, in pixels, is part of a
// double click.
const DOUBLE = { soon: 350, near: 20 };
const NOTCH = 40; // How far a wheel turns for one turn of the ghost.

export class PointerInput {
  /** @type {VeierBoard} */ #board;
  /** @type {{id: number, x: number, y: number, cell: string | null, handle: string | null, moved: boolean,
   *   turned: boolean} | null} */
  #down = null;
  /** The last click on a cell. @type {PointerEvent | null} */
  #last = null;
  /** Which click of a double click the mouse is making, as the system counts them. */
  #clicks = 1;
  #wheel = 0;

  /** @param {VeierBoard} board */
  constructor(board) {
    this.#board = board;
    const svg = board.scene.svg;
    svg.addEventListener("pointerdown", (event) => this.#press(event));
    // Whoever takes a piece between two clicks makes no double click.
    board.addEventListener("hold", () => (this.#last = null));
    svg.addEventListener("mousedown", (event) => {
      this.#clicks = event.detail;
      // A handle takes no focus: the keyboard goes on from the cell that has it.
      if (this.#down?.handle) event.preventDefault();
    });
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#release(event));
    svg.addEventListener("pointercancel", (event) => this.#cancel(event));
    svg.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse" && !this.#down) board.targeting.hover(null);
    });
    svg.addEventListener("wheel", (event) => this.#roll(event), { passive: false });
    svg.addEventListener("contextmenu", (event) => {
      if (board.turnable) event.preventDefault();
    });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const board = this.#board;
    if (this.#down || event.button === 2) {
      // A second finger or the right button turns what the first one holds.
      if (this.#down) this.#down.turned = true;
      board.turn(1);
      return;
    }
    if (event.button !== 0) return;
    const target = /** @type {Element} */ (event.target);
    const handle = target.closest("[data-handle]")?.getAttribute("data-handle") ?? null;
    const cell = board.scene.cellAt(event.clientX, event.clientY);
    this.#clicks = 1;
    this.#down = { id: event.pointerId, x: event.clientX, y: event.clientY, cell, handle, moved: false, turned: false };
    if (board.playing) board.scene.svg.setPointerCapture(event.pointerId);
    // A finger sees its ghost before it is lifted.
    if (event.pointerType !== "mouse" && !handle) board.targeting.hover(cell);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const board = this.#board;
    const down = this.#down;
    if (!down) {
      const onHandle = /** @type {Element} */ (event.target).closest("[data-handle]");
      if (event.pointerType !== "mouse" || onHandle) return;
      board.targeting.hover(board.scene.cellAt(event.clientX, event.clientY));
      return;
    }
    if (event.pointerId !== down.id || down.handle) return;
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLACK) down.moved = true;
    const cell = board.scene.cellAt(event.clientX, event.clientY);
    if (down.moved && down.cell && cell && cell !== down.cell) this.#drag(down.cell, cell);
  }

  /** Draw a piece over the board, or run over the two cells of one. @param {string} from @param {string} to */
  #drag(from, to) {
    const board = this.#board;
    const selection = board.selection;
    if (!selection || !board.playing) return;
    const piece = selection.pieceAt(from);
    if (piece !== null && selection.piece !== piece) board.hold(piece);
    if (piece !== null || selection.piece === null || !selection.fits(from) || selection.placeOf(from) !== from) {
      selection.pinned = false;
      board.targeting.hover(to);
      return;
    }
    if (selection.considered === null || selection.targetOf(selection.considered) !== selection.placeOf(from)) {
      board.targeting.pin(from);
    }
    if (selection.considered?.stones[1]?.[0] !== to && selection.refine(to)) board.targeting.pin();
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const board = this.#board;
    const down = this.#down;
    if (!down || event.pointerId !== down.id) return;
    this.#down = null;
    // The second click of a double click means nothing: it must not lay what the first one has only placed, nor pull a
    // handle that has just appeared below the pointer.
    const again = this.#isDouble(event);
    if (down.handle) return again ? undefined : this.#pull(down.handle);
    const cell = board.scene.cellAt(event.clientX, event.clientY);
    if (down.turned || (down.moved && cell !== down.cell)) {
      if (board.playing && board.considered) board.targeting.pin();
      if (cell !== null) board.targeting.focusCell(cell);
      return;
    }
    if (cell === null) return board.letGo();
    board.targeting.focusCell(cell);
    if (!again) board.targeting.tap(cell);
    this.#last = event;
    // A finger cannot hover: what it taps in vain shows its squares.
    if (event.pointerType !== "mouse") board.targeting.hover(board.considered ? null : cell);
  }

  /** @param {PointerEvent} event */
  #isDouble(event) {
    const last = this.#last;
    if (!last || Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) > DOUBLE.near) return false;
    return this.#clicks > 1 || event.timeStamp - last.timeStamp < DOUBLE.soon;
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (this.#down?.id === event.pointerId) this.#down = null;
  }

  /** @param {string} handle */
  #pull(handle) {
    const board = this.#board;
    if (board.selection && board.considered) board.selection.pinned = true;
    if (handle === "lay") return void board.commit();
    if (handle === "swap") board.swapEnds();
    else board.turn(handle === "left" ? -1 : 1);
    // The keyboard continues where the stone is now.
    const [stone] = board.considered?.stones ?? [];
    if (stone) board.targeting.focusCell(stone[0]);
  }

  /** @param {WheelEvent} event */
  #roll(event) {
    if (!this.#board.turnable || event.ctrlKey) return;
    event.preventDefault();
    this.#wheel += event.deltaY;
    if (Math.abs(this.#wheel) < NOTCH) return;
    this.#board.turn(Math.sign(this.#wheel));
    this.#wheel = 0;
  }
}
