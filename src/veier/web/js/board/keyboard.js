// @ts-check
/**
 * The keyboard on a board: arrows go from cell to cell, Enter chooses, R turns, F swaps the ends of a domino, Escape
 * lets go.
 */

/** @typedef {import("./veier-board.js").VeierBoard} VeierBoard */
/** @typedef {import("./types.js").Point} Point */

/** @type {{[key: string]: Point}} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class KeyboardInput {
  /** @type {VeierBoard} */ #board;
  /** The height at which the cursor travels sideways: rows of hexagons zigzag around it. @type {number | null} */
  #level = null;

  /** @param {VeierBoard} board */
  constructor(board) {
    this.#board = board;
    const svg = board.scene.svg;
    svg.addEventListener("keydown", (event) => this.#press(event));
    // A drawing that listens for the focus itself could be focused by a click, and would wear a frame.
    board.addEventListener("focusin", (event) => this.#focus(event));
    board.addEventListener("focusout", () => board.scene.showCursor(null));
  }

  /** @param {FocusEvent} event */
  #focus(event) {
    const target = /** @type {Element} */ (event.target);
    const cell = target.getAttribute("data-cell");
    if (!cell || this.#board.targeting.pointed || !target.matches(":focus-visible")) return;
    this.#board.targeting.moveCursor(cell);
    this.#board.scene.showCursor(cell);
    this.#board.targeting.hover(cell);
    this.#board.targeting.announceCursor();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const board = this.#board;
    const arrow = ARROWS[event.key];
    const piece = board.selection?.pieces.find((name) => name === event.key.toUpperCase());
    if (arrow) this.#go(arrow);
    else if (event.key === "Enter" || event.key === " ") this.#choose(event.repeat);
    else if (event.key === "r" || event.key === "R") board.turn(event.shiftKey ? -1 : 1);
    else if (event.key === "f" || event.key === "F") board.swapEnds();
    else if (event.key === "Escape") board.letGo();
    else if (piece !== undefined && board.playing) this.#take(piece);
    else return;
    event.preventDefault();
  }

  /** @param {string} piece */
  #take(piece) {
    this.#board.hold(piece);
    this.#board.targeting.hover(null);
    this.#board.targeting.hover(this.#board.targeting.cursor);
    this.#board.targeting.announceCursor();
  }

  /** @param {boolean} held whether the key was never released: that chooses nothing twice */
  #choose(held) {
    const board = this.#board;
    const selection = board.selection;
    if (!selection || held) return;
    const option = selection.considered;
    if (!option || (selection.pinned && option.stones.length && !selection.covers(board.targeting.cursor))) {
      board.targeting.tap(board.targeting.cursor);
    } else if (option.gives && !selection.pinned) board.targeting.pin();
    else board.commit();
  }

  /** @param {Point} direction */
  #go(direction) {
    const board = this.#board;
    const selection = board.selection;
    const next = this.#neighbour(board.targeting.cursor, direction);
    if (!next) return;
    if (selection && board.playing && !selection.refinable(next)) selection.pinned = false;
    /** @type {SVGElement | null} */ (board.scene.cell(next))?.focus();
  }

  /** The nearest cell in a direction. @param {string} cell @param {Point} direction */
  #neighbour(cell, [dx, dy]) {
    const places = this.#board.scene.places;
    const at = places.get(cell);
    if (!at) return null;
    if (dy !== 0) this.#level = null;
    const level = dx !== 0 ? (this.#level ??= at[1]) : at[1];
    let best = null;
    let least = Infinity;
    for (const [name, [x, y]] of places) {
      const along = (x - at[0]) * dx + (y - at[1]) * dy;
      const across = dx !== 0 ? Math.abs(y - level) : Math.abs(x - at[0]);
      if (along < 1 || across > along) continue;
      const cost = 2 * along + across;
      if (cost < least) [best, least] = [name, cost];
    }
    return best;
  }
}
