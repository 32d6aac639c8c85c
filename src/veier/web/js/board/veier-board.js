// @ts-check
/**
 * `<veier-board>`: draws a Board of the server and lets people choose a move by mouse, touch and keyboard.
 *
 * Properties: `board` what to draw; `mine` the seats that may play here (null: all); `aids` whether square vision is
 * allowed; `say` turns messages into text; `disabled` only shows; `showThreats` draws what threatens.
 * Attribute: `picture` makes it a small still picture without coordinates.
 * For buttons beside it: `considered`, `held`, `turnable`, `flippable`, `turn(direction)`, `flip()`, `commit()`,
 * `letGo()`, `hold(piece)`, `consider(text)`, and `show(square)` for lists of squares or rows.
 * Events: `choose` {text} · `consider` {text, refused, gives, squares} · `hold` {piece} · `focus-cell` {cell, squares} ·
 * `drawn` when a winning square has drawn itself.
 */

import { Choosing } from "./choosing.js";
import { defineOnce } from "./definitions.js";
import { Keys } from "./keys.js";
import { mayMove } from "./motion.js";
import { Pointing } from "./pointing.js";
import { Scene } from "./scene.js";
import { squaresAfter, squaresOfRefusal, squaresThrough } from "./squares.js";
import { message, tellBoard, tellCell, tellGhost, tellHeld, tellLack } from "./telling.js";
import { visionOf } from "./vision.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Say} Say */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */

/** How long the winning square takes to draw itself, in milliseconds. */
const DRAWING = 4 * 220 + 400;

export class VeierBoard extends HTMLElement {
  scene = new Scene();
  /** The cell that the keyboard is on. */
  cursor = "";
  /** Whether a pointer, not a key, is just giving a cell the focus. */
  pointed = false;

  /** @type {Board | null} */ #board = null;
  /** @type {Choosing | null} */ #choosing = null;
  /** @type {number[] | null} */ #mine = null;
  /** @type {Say} */ #say = (told) => told.key;
  /** @type {SeenSquare | null} */ #shown = null;
  /** @type {string | null} */ #hovered = null;
  /** @type {Map<string, number>} */ #habits = new Map();
  #aids = false;
  #disabled = false;
  #showThreats = false;
  #sent = false;
  #built = false;
  #waiting = false;
  #live = document.createElement("div");

  connectedCallback() {
    defineOnce();
    if (this.#built) return;
    this.#built = true;
    this.#live.className = "veier-said";
    this.#live.setAttribute("aria-live", "polite");
    this.append(this.scene.svg);
    if (!this.picture) {
      this.append(this.#live);
      new Pointing(this);
      new Keys(this);
    }
    this.#later();
  }

  get picture() {
    return this.hasAttribute("picture");
  }

  get board() {
    return this.#board;
  }

  set board(board) {
    // News that do not change the position, such as a friend who comes in, leave the piece in hand.
    const same = board !== null && this.#choosing !== null && isSame(board, this.#board);
    if (!same) this.#choosing = board ? new Choosing(board, this.#habits) : null;
    this.#board = board;
    this.#shown = null;
    this.#sent = false;
    this.#later();
    this.#tellHold();
    this.#tellConsidered(false);
  }

  get mine() {
    return this.#mine;
  }

  set mine(seats) {
    this.#mine = seats;
    this.#later();
  }

  get aids() {
    return this.#aids;
  }

  set aids(allowed) {
    this.#aids = allowed;
    this.#later();
  }

  get say() {
    return this.#say;
  }

  set say(say) {
    this.#say = say;
    this.#later();
  }

  get disabled() {
    return this.#disabled;
  }

  set disabled(disabled) {
    this.#disabled = disabled;
    this.#later();
  }

  get showThreats() {
    return this.#showThreats;
  }

  set showThreats(show) {
    this.#showThreats = show;
    this.#drawVision();
  }

  /** Whether somebody here can make a move now. */
  get playing() {
    const view = this.#board?.view;
    if (!view || this.#disabled || this.picture || this.#sent || !view.choices.length) return false;
    return this.#mine === null || this.#mine.includes(view.mover);
  }

  get choosing() {
    return this.#choosing;
  }

  /** The move that the ghost shows, or null. */
  get considered() {
    return this.#choosing?.considered ?? null;
  }

  /** The piece in hand, or null. */
  get held() {
    return this.playing ? (this.#choosing?.piece ?? null) : null;
  }

  get turnable() {
    return this.playing && (this.#choosing?.turnable ?? false);
  }

  get flippable() {
    return this.playing && this.#choosing?.flipped != null;
  }

  /** Take a piece in hand; the same piece again lets go of it. @param {string} piece */
  hold(piece) {
    const choosing = this.#choosing;
    if (!this.playing || !choosing) return;
    if (choosing.piece === piece && choosing.pieces.length > 1) return this.letGo();
    if (!choosing.hold(piece)) return;
    this.#tellHold();
    this.#settled(false);
    if (choosing.pieces.length > 1) this.announce([tellHeld(piece, choosing.lifted !== null)]);
  }

  /** Turn the ghost, or the tile in hand where it lies: 1 clockwise, -1 the other way. @param {number} direction */
  turn(direction) {
    if (!this.turnable) return;
    this.#choosing?.turn(direction);
    this.#settled(true);
  }

  /** Exchange the stones of the ghost. */
  flip() {
    if (!this.flippable) return;
    this.#choosing?.flip();
    this.#settled(true);
  }

  /** Show a move by its notation, as for a hint; also where nobody plays. @param {string} text */
  consider(text) {
    const found = this.#choosing?.consider(text) ?? null;
    this.#settled(false);
    return found;
  }

  /** Let go of the piece in hand and of the ghost. */
  letGo() {
    this.#choosing?.release();
    this.#sent = false;
    this.#tellHold();
    this.#settled(false);
  }

  /** Make the move that the ghost shows. A move that is not allowed is explained instead. */
  commit() {
    const option = this.considered;
    if (!option || !this.playing) return false;
    if (option.reason) {
      this.announce([message("web.board.refused", { reason: option.reason })]);
      return false;
    }
    this.#sent = true;
    this.#drawChoosing();
    this.#emit("choose", { text: option.text });
    return true;
  }

  /** Let one square speak, or light a row of hexagonal rows; null goes back to what the pointer says.
   * @param {{seat: number, cells: string[], missing: string[]} | null} square */
  show(square) {
    const colour = square && this.#board?.view.colours[square.seat];
    this.#shown = square && colour ? { ...square, colour, step: [0, 0], state: "near" } : null;
    this.#drawVision();
  }

  /** The pointer or the keyboard is over a cell, or over none. @param {string | null} cell */
  hover(cell) {
    const choosing = this.#choosing;
    const changed = cell !== this.#hovered;
    this.#hovered = cell;
    if (choosing && this.playing && choosing.piece !== null && !choosing.pinned) {
      const fits = cell !== null && choosing.fits(cell) && choosing.placeOf(cell) !== choosing.piece;
      const there = cell !== null && choosing.considered && choosing.targetOf(choosing.considered);
      if (fits && there !== choosing.placeOf(cell)) choosing.aim(cell);
      else if (!fits && choosing.considered?.stones.length) choosing.considered = null;
      else if (!changed) return;
      this.#drawChoosing();
      this.#tellConsidered(false);
    }
    if (!changed) return;
    this.#drawVision();
    const board = this.#board;
    const squares = board && cell && this.#aids ? squaresThrough(board, this.scene.places, cell) : [];
    this.#emit("focus-cell", { cell, squares });
  }

  /** A cell was clicked, tapped, or chosen by key. @param {string} cell @param {string} pointer */
  tap(cell, pointer) {
    const choosing = this.#choosing;
    if (!choosing || !this.playing) return;
    const now = choosing.considered;
    if (now && choosing.covers(cell)) {
      // One stone has nothing to turn: the mouse, which has seen the ghost already, lays it at once.
      const simple = pointer === "mouse" && now.stones.length === 1 && !now.gives;
      if (choosing.pinned || simple) return void this.commit();
    }
    if (choosing.pinned && choosing.refine(cell)) return this.#settled(true);
    if (!now && choosing.lifted?.cells.includes(cell)) return this.letGo();
    const piece = choosing.pieceAt(cell);
    if (choosing.piece === null && piece === null) {
      const first = choosing.pieces.find((candidate) => choosing.hold(candidate) && choosing.fits(cell));
      if (first === undefined) return this.letGo();
      this.#tellHold();
    }
    if (choosing.fits(cell) && choosing.placeOf(cell) !== choosing.piece) this.pin(cell);
    else if (piece !== null) this.hold(piece);
    else this.letGo();
  }

  /** Let the ghost stay on a cell, or where it is. @param {string} [cell] */
  pin(cell) {
    const choosing = this.#choosing;
    if (!choosing) return;
    const there = choosing.considered && cell && choosing.targetOf(choosing.considered) === choosing.placeOf(cell);
    if (cell && !there) choosing.aim(cell);
    choosing.pinned = choosing.considered !== null;
    this.#settled(true);
  }

  /** Make the keyboard's cursor stand on a cell. @param {string} cell */
  moveCursor(cell) {
    this.scene.cell(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    this.scene.cell(cell)?.setAttribute("tabindex", "0");
  }

  /** Give a cell the focus, so that keys go on where a pointer began. @param {string} cell */
  focusCell(cell) {
    this.moveCursor(cell);
    this.pointed = true;
    this.scene.cell(cell)?.focus({ preventScroll: true });
    this.pointed = false;
  }

  /** Say something to screen readers. @param {Message[]} told */
  announce(told) {
    this.#live.textContent = told.map((each) => this.#say(each)).join(" ");
  }

  /** Something about the ghost changed on purpose. @param {boolean} aloud */
  #settled(aloud) {
    this.#drawChoosing();
    this.#drawVision();
    this.#tellConsidered(aloud);
  }

  /** Say what is on the keyboard's cell and what its squares lack. */
  tellCursor() {
    const board = this.#board;
    if (!board) return;
    if (this.considered?.stones.length) return this.#tellConsidered(true);
    const near = this.#aids ? squaresThrough(board, this.scene.places, this.cursor) : [];
    this.announce(near.filter((square) => square.state === "near").slice(0, 3).map(tellLack)); // prettier-ignore
  }

  /** @param {boolean} aloud */
  #tellConsidered(aloud) {
    const option = this.considered;
    const squares = this.#squaresAfter();
    const { text = null, reason = null, gives = false } = option ?? {};
    this.#emit("consider", { text, refused: reason, gives, squares });
    if (aloud && option) this.announce(tellGhost(option, squares));
  }

  #tellHold() {
    this.#emit("hold", { piece: this.held });
  }

  #squaresAfter() {
    const [board, choosing] = [this.#board, this.#choosing];
    const option = choosing?.considered;
    const places = this.scene.places;
    // Before it is drawn for the first time, a board has no places.
    if (!board || !option?.stones.length || !places.size) return [];
    if (option.reason && !board.squares?.length) return squaresOfRefusal(board, places, option.reason);
    return squaresAfter(board, places, option, choosing?.lifted?.cells ?? []);
  }

  /** What the ghost shows of it: without aids, only what a warning speaks of. */
  #squaresOfGhost() {
    const option = this.considered;
    if (!option?.stones.length) return null;
    const warned = option.reason !== null || option.gives;
    return this.#squaresAfter().filter((square) => this.#aids || (warned && square.state === "made"));
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** Draw everything soon, once for several changes. */
  #later() {
    if (this.#waiting || !this.#built) return;
    this.#waiting = true;
    queueMicrotask(() => {
      this.#waiting = false;
      this.#draw();
    });
  }

  #draw() {
    const board = this.#board;
    if (!board) return;
    const { view } = board;
    const fresh = this.scene.show(view, this.picture);
    const svg = this.scene.svg;
    svg.setAttribute("role", this.picture ? "img" : "grid");
    svg.setAttribute("aria-label", this.picture ? view.title : this.#say(tellBoard(view.title)));
    if (!this.picture) {
      const colours = new Map(view.stones.map((stone) => [stone.cell, stone.colour]));
      this.scene.showCells((cell) => this.#say(tellCell(cell, colours.get(cell))));
      if (!this.scene.places.has(this.cursor)) this.moveCursor(middleCell(view));
    }
    this.classList.toggle("playing", this.playing);
    this.#drawChoosing();
    this.#drawVision();
    if (fresh) setTimeout(() => this.#emit("drawn", {}), mayMove() ? DRAWING : 0);
  }

  #drawChoosing() {
    const shown = this.playing || this.#sent || this.#choosing?.pinned;
    this.scene.showChoosing(shown ? this.#choosing : null, this.#sent || !this.playing);
    this.classList.toggle("aiming", this.playing && this.considered !== null);
  }

  #drawVision() {
    const board = this.#board;
    if (!board || !this.#built) return;
    this.scene.showVision(
      visionOf(board, this.scene.places, {
        shown: this.#shown,
        after: this.#squaresOfGhost(),
        taken: new Set(this.considered?.stones.map(([cell]) => cell)),
        cell: this.#aids && !this.picture ? this.#hovered : null,
        threats: this.#aids && this.#showThreats,
      }),
    );
  }
}

/** Whether two boards offer the same moves in the same position. @param {Board} board @param {Board | null} other */
function isSame(board, other) {
  if (!other || board.view.game !== other.view.game || board.view.choices.length !== other.view.choices.length) return false;
  const stones = (/** @type {Board} */ { position, view }) => position ?? JSON.stringify([view.stones, view.mover]);
  return stones(board) === stones(other) && board.refused.length === other.refused.length;
}

/** The cell nearest to the middle of a board. @param {Board["view"]} view */
function middleCell(view) {
  const xs = view.cells.map((cell) => cell.x);
  const ys = view.cells.map((cell) => cell.y);
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  const far = (/** @type {{x: number, y: number}} */ cell) => Math.hypot(cell.x - x, cell.y - y);
  return [...view.cells].sort((a, b) => far(a) - far(b))[0]?.name ?? "";
}
