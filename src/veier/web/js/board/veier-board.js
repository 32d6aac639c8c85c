// @ts-check
/**
 * `<veier-board>`: draws a Board of the server and lets people choose a move by mouse, touch and keyboard.
 *
 * Properties: `board` what to draw; `mine` the seats that may play here (null: all); `aids` whether square vision is
 * allowed; `localize` translates messages; `disabled` only shows; `showThreats` draws what threatens; `confirms` says
 * whether one stone waits for a second click.
 * `drawings` are what somebody has drawn over the position.
 * Attribute: `picture` makes it a small still picture without coordinates.
 * For lists and buttons beside it: `spoken` what square vision speaks of, in order; `considered`, `held`, `turnable`,
 * `swappable`, `turn(direction)`, `swapEnds()`, `commit()`, `letGo()`,
 * `hold(piece)`, `consider(text)`, and `show(squares)` for lists of squares or rows.
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
import { Note } from "./note.js";
import { placesOf, squaresAfter, squaresOfRefusal } from "./squares.js";
import { message, boardLabel, describeCell, describeGhost, describeHeld } from "./announcements.js";
import { drawnSquares, spokenSquares } from "./vision.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */
/** A square or a row that is pointed out. @typedef {{seat: number, cells: string[], missing?: string[]}} Pointed */

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
  /** What somebody has drawn over the position. @type {import("./marks.js").Drawing[]} */
  drawings = [];
  /** Whether a move of one stone waits until its cell is clicked again. */
  confirms = () => true;

  /** @type {Board | null} */ #board = null;
  /** @type {MoveSelection | null} */ #selection = null;
  /** @type {import("./squares.js").Places} */ #places = new Map();
  /** What was last spoken of. @type {{board: Board, seat: number, option: Option | null, spoken:
   *   import("./types.js").SpokenSquare[]} | null} */
  #said = null;
  /** @type {SeenSquare[]} */ #shown = [];
  /** @type {Map<string, number>} */ #lastTurns = new Map();
  #sent = false;
  #built = false;
  #live = document.createElement("div");
  #note = new Note();

  constructor() {
    super();
    this.observe("mine", "aids", "showThreats", "disabled", "drawings", "localize");
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
    this.append(this.#live, this.#note.element);
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
    this.#places = board ? placesOf(board.view) : new Map();
    this.#shown = [];
    this.#sent = false;
    this.#note.hide();
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

  get swappable() {
    return this.playing && this.#selection?.swapped != null;
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
  swapEnds() {
    if (!this.swappable) return;
    this.#selection?.swapEnds();
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
      // A row that stands lacks nothing.
      const { missing = [] } = square;
      return colour ? [{ ...square, missing, colour, step: [0, 0], state: "near" }] : [];
    });
    this.drawVision();
  }

  /** Announce something to screen readers. @param {Message[]} messages */
  announce(messages) {
    this.#live.textContent = messages.map((each) => this.localize(each)).join(" ");
  }

  /** Say something about a cell, beside it and to screen readers. @param {string} cell @param {Message} said */
  note(cell, said) {
    const [board, there] = [this.getBoundingClientRect(), this.scene.cell(cell)?.getBoundingClientRect()];
    if (!there) return;
    const middle = [there.x + there.width / 2 - board.x, there.y + there.height / 2 - board.y];
    this.#note.show(this.localize(said), [Number(middle[0]) / board.width, Number(middle[1]) / board.height]);
    this.announce([said]);
  }

  /** Redraw after the held piece or the ghost changed. @param {boolean} aloud whether it is announced */
  selectionChanged(aloud) {
    this.#note.hide();
    this.#drawSelection();
    this.drawVision();
    this.#emitConsidered(aloud);
  }

  /** @param {boolean} aloud */
  #emitConsidered(aloud) {
    const option = this.considered;
    const squares = option ? this.spoken : [];
    const { text = null, reason = null, gives = false } = option ?? {};
    this.emit("consider", { text, refused: reason, gives, squares });
    if (aloud && option) this.announce(describeGhost(option, squares, this.#board?.view.surface === "hexagon"));
  }

  /** Notify the trays of the piece in hand. */
  emitHold() {
    this.emit("hold", { piece: this.held });
  }

  /** What square vision speaks of, the most important first. */
  get spoken() {
    const [board, seat, option] = [this.#board, this.#viewer, this.considered];
    if (!board) return [];
    const said = this.#said;
    // The drawing, the announcement and the panel ask for the same.
    if (said?.board === board && said.seat === seat && said.option === option) return said.spoken;
    const spoken = spokenSquares(board, this.#places, seat, this.#ghost());
    this.#said = { board, seat, option, spoken };
    return spoken;
  }

  /** The seat whose eyes square vision has: the mover's, if anybody may play that seat here. */
  get #viewer() {
    const mover = this.#board?.view.mover ?? 0;
    return this.mine === null || this.mine.includes(mover) ? mover : (this.mine[0] ?? mover);
  }

  /** What the ghost does. */
  #ghost() {
    const [board, selection] = [this.#board, this.#selection];
    const option = selection?.considered;
    if (!board || !option?.stones.length) return null;
    const [left, covered] = [selection?.lifted?.cells ?? [], selection?.cellsOf(option) ?? []];
    const squares = option.reason
      ? squaresOfRefusal(board, this.#places, option.reason)
      : squaresAfter(board, this.#places, option, left, covered);
    return { squares, cells: new Set([...left, ...covered]), forbidden: option.reason !== null };
  }

  /** What is drawn of it: without aids, only what a warning speaks of. */
  #drawn() {
    const ghost = Boolean(this.considered?.stones.length);
    if (this.aids) return ghost || this.showThreats ? this.spoken : [];
    return this.spoken.filter(({ role }) => role === "forbids" || role === "gives");
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
    this.scene.showDrawings(this.drawings);
    if (fresh) setTimeout(() => this.emit("drawn", {}), mayMove() ? DRAWING : 0);
  }

  #drawSelection() {
    const shown = this.playing || this.#sent || this.#selection?.pinned;
    this.scene.showSelection(shown ? this.#selection : null, this.#sent || !this.playing);
    this.classList.toggle("aiming", this.playing && this.considered !== null);
  }

  drawVision() {
    const board = this.#board;
    // Of a position whose aids are not known yet, what was drawn before stays for the moment.
    if (!board || !this.#built || board.threats === null) return;
    const looking = this.aids && !this.picture && !this.considered?.stones.length;
    this.scene.showVision(
      drawnSquares(board, this.#places, {
        shown: this.#shown,
        spoken: this.#drawn(),
        cell: looking ? this.targeting.hovered : null,
        seat: this.#viewer,
      }),
    );
  }
}
