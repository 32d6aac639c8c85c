// @ts-check
/**
 * `<veier-board>`: draws a Board of the server and lets people choose a move by mouse, touch and keyboard.
 *
 * Properties: `board` what to draw; `mine` the seats that may play here (null: all); `aids` whether square vision is
 * allowed; `localize` translates messages; `disabled` only shows; `showThreats` draws what threatens.
 * Attribute: `picture` makes it a small still picture without coordinates.
 * For buttons beside it: `considered`, `held`, `turnable`, `flippable`, `turn(direction)`, `flip()`, `commit()`,
 * `letGo()`, `hold(piece)`, `consider(text)`, and `show(squares)` for lists of squares or rows.
 * Events: `choose` {text} · `refuse` {text} for a forbidden move · `consider` {text, refused, gives, squares} ·
 * `hold` {piece} · `focus-cell` {cell, squares} · `drawn` when a winning square has drawn itself.
 */

import { Targeting } from "./targeting.js";
import { MoveSelection, isSame } from "./selection.js";
import { KeyboardInput } from "./keyboard.js";
import { mayMove } from "./motion.js";
import { PointerInput } from "./pointer.js";
import { ReactiveElement } from "./reactive-element.js";
import { Scene } from "./scene.js";
import { squaresAfter, squaresOfRefusal } from "./squares.js";
import { message, boardLabel, describeCell, describeGhost, describeHeld } from "./announcements.js";
import { visionOf } from "./vision.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */
/** A square or a row that is pointed out. @typedef {{seat: number, cells: string[], missing: string[]}} Pointed */

/** How long the winning square takes to draw itself, in milliseconds. */
const DRAWING = 4 * 220 + 400;

export class VeierBoard extends ReactiveElement {
  scene = new Scene();
  targeting = new Targeting(this);

  /** The seats that may play here; null is all of them. @type {number[] | null} */
  mine = null;
  /** Whether square vision is allowed. */
  aids = false;
  /** Whether what threatens is drawn, if it is allowed. */
  showThreats = false;
  /** Whether the board is only looked at. */
  disabled = false;

  /** @type {Board | null} */ #board = null;
  /** @type {MoveSelection | null} */ #selection = null;
  /** @type {SeenSquare[]} */ #shown = [];
  /** @type {Map<string, number>} */ #lastTurns = new Map();
  #sent = false;
  #built = false;
  #live = document.createElement("div");

  constructor() {
    super();
    this.observe("mine", "aids", "showThreats", "disabled", "localize");
  }

  connectedCallback() {
    if (!this.#built) this.#build();
    super.connectedCallback();
  }

  #build() {
    this.#built = true;
    this.#live.className = "veier-announcer";
    this.#live.setAttribute("aria-live", "polite");
    this.append(this.scene.svg);
    if (this.picture) return;
    this.append(this.#live);
    new PointerInput(this);
    new KeyboardInput(this);
  }

  get picture() {
    return this.hasAttribute("picture");
  }

  get board() {
    return this.#board;
  }

  set board(board) {
    // A state with the same position, as when a friend joins, keeps the piece in hand.
    const same = board !== null && this.#selection !== null && isSame(board, this.#board);
    if (!same) this.#selection = board ? new MoveSelection(board, this.#lastTurns) : null;
    this.#board = board;
    this.#shown = [];
    this.#sent = false;
    this.requestUpdate();
    this.emitHold();
    this.#emitConsidered(false);
  }

  /** Whether a move can be made here now. */
  get playing() {
    const view = this.#board?.view;
    if (!view || this.disabled || this.picture || this.#sent || !view.choices.length) return false;
    return this.mine === null || this.mine.includes(view.mover);
  }

  get selection() {
    return this.#selection;
  }

  /** The move that the ghost shows, or null. */
  get considered() {
    return this.#selection?.considered ?? null;
  }

  /** The piece in hand, or null. */
  get held() {
    return this.playing ? (this.#selection?.piece ?? null) : null;
  }

  get turnable() {
    return this.playing && (this.#selection?.turnable ?? false);
  }

  get flippable() {
    return this.playing && this.#selection?.flipped != null;
  }

  /** Take a piece in hand; the same piece again lets go of it. @param {string} piece */
  hold(piece) {
    const selection = this.#selection;
    if (!this.playing || !selection) return;
    if (selection.piece === piece && selection.pieces.length > 1) return this.letGo();
    if (!selection.hold(piece)) return;
    this.emitHold();
    this.selectionChanged(false);
    if (selection.pieces.length > 1) this.announce([describeHeld(piece, selection.lifted !== null)]);
  }

  /** Turn the ghost, or the tile in hand where it lies: 1 clockwise, -1 the other way. @param {number} direction */
  turn(direction) {
    if (!this.turnable) return;
    this.#selection?.turn(direction);
    this.selectionChanged(true);
  }

  /** Exchange the stones of the ghost. */
  flip() {
    if (!this.flippable) return;
    this.#selection?.flip();
    this.selectionChanged(true);
  }

  /** Show a move by its notation, as for a hint; also where nobody plays. @param {string} text */
  consider(text) {
    const found = this.#selection?.consider(text) ?? null;
    this.selectionChanged(false);
    return found;
  }

  /** Let go of the piece in hand and of the ghost. */
  letGo() {
    this.#selection?.release();
    this.#sent = false;
    this.emitHold();
    this.selectionChanged(false);
  }

  /** Make the move that the ghost shows. A move that is not allowed is explained instead. */
  commit() {
    const option = this.considered;
    if (!option || !this.playing) return false;
    if (option.reason) {
      this.announce([message("web.board.refused", { reason: option.reason })]);
      this.emit("refuse", { text: option.text });
      return false;
    }
    this.#sent = true;
    this.#drawSelection();
    this.emit("choose", { text: option.text });
    return true;
  }

  /** Draw squares or rows in full, as for a list beside the board; null goes back to what the pointer is over.
   * @param {Pointed | Pointed[] | null} squares */
  show(squares) {
    const colours = this.#board?.view.colours ?? [];
    const wanted = squares === null ? [] : [squares].flat();
    this.#shown = wanted.flatMap((square) => {
      const colour = colours[square.seat];
      return colour ? [{ ...square, colour, step: [0, 0], state: "near" }] : [];
    });
    this.drawVision();
  }

  /** Announce something to screen readers. @param {Message[]} messages */
  announce(messages) {
    this.#live.textContent = messages.map((each) => this.localize(each)).join(" ");
  }

  /** Redraw after the held piece or the ghost changed. @param {boolean} aloud whether it is announced */
  selectionChanged(aloud) {
    this.#drawSelection();
    this.drawVision();
    this.#emitConsidered(aloud);
  }

  /** @param {boolean} aloud */
  #emitConsidered(aloud) {
    const option = this.considered;
    const squares = this.#squaresAfter();
    const { text = null, reason = null, gives = false } = option ?? {};
    this.emit("consider", { text, refused: reason, gives, squares });
    if (aloud && option) this.announce(describeGhost(option, squares, this.#board?.view.surface === "hexagon"));
  }

  /** Notify the trays of the piece in hand. */
  emitHold() {
    this.emit("hold", { piece: this.held });
  }

  #squaresAfter() {
    const [board, selection] = [this.#board, this.#selection];
    const option = selection?.considered;
    const places = this.scene.places;
    // Before it is drawn for the first time, a board has no places.
    if (!board || !option?.stones.length || !places.size) return [];
    if (option.reason && !board.squares?.length) return squaresOfRefusal(board, places, option.reason);
    return squaresAfter(board, places, option, selection?.lifted?.cells ?? [], selection?.cellsOf(option) ?? []);
  }

  /** What the ghost shows of it: without aids, only what a warning speaks of. */
  #squaresOfGhost() {
    const option = this.considered;
    if (!option?.stones.length) return null;
    const warned = option.reason !== null || option.gives;
    return this.#squaresAfter().filter((square) => this.aids || (warned && square.state === "made"));
  }

  /** @param {string} name @param {object} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** Draw the position, the piece in hand and square vision. */
  draw() {
    const board = this.#board;
    if (!board) return;
    const { view } = board;
    const fresh = this.scene.show(view, this.picture);
    const svg = this.scene.svg;
    svg.setAttribute("role", this.picture ? "img" : "grid");
    svg.setAttribute("aria-label", this.picture ? view.title : this.localize(boardLabel()));
    if (!this.picture) {
      const colours = new Map(view.stones.map((stone) => [stone.cell, stone.colour]));
      this.scene.showCells((cell) => this.localize(describeCell(cell, colours.get(cell))));
      // A cell of the same name may have been replaced, on a board of another size.
      const { cursor } = this.targeting;
      this.targeting.moveCursor(this.scene.places.has(cursor) ? cursor : this.scene.middleCell);
    }
    this.classList.toggle("playing", this.playing);
    this.#drawSelection();
    this.drawVision();
    if (fresh) setTimeout(() => this.emit("drawn", {}), mayMove() ? DRAWING : 0);
  }

  #drawSelection() {
    const shown = this.playing || this.#sent || this.#selection?.pinned;
    this.scene.showSelection(shown ? this.#selection : null, this.#sent || !this.playing);
    this.classList.toggle("aiming", this.playing && this.considered !== null);
  }

  drawVision() {
    const board = this.#board;
    if (!board || !this.#built) return;
    this.scene.showVision(
      visionOf(board, this.scene.places, {
        shown: this.#shown,
        after: this.#squaresOfGhost(),
        taken: new Set(this.considered ? this.#selection?.cellsOf(this.considered) : []),
        cell: this.aids && !this.picture ? this.targeting.hovered : null,
        threats: this.aids && this.showThreats,
      }),
    );
  }
}
