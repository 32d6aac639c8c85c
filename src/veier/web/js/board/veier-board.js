// @ts-check
/**
 * `<veier-board>`: draws a Board of the server and lets people choose a move by mouse, touch and keyboard.
 *
 * Properties: `board` what to draw; `mine` the seats that may play here (null: all); `aids` whether square vision is
 * allowed; `say` turns messages into text; `disabled` only shows; `showThreats` draws what threatens.
 * Attribute: `picture` makes it a small still picture without coordinates.
 * For buttons beside it: `considered`, `held`, `turnable`, `flippable`, `turn(direction)`, `flip()`, `commit()`,
 * `letGo()`, `hold(piece)`, `consider(text)`, and `show(squares)` for lists of squares or rows.
 * Events: `choose` {text} · `refuse` {text} for a forbidden move · `consider` {text, refused, gives, squares} ·
 * `hold` {piece} · `focus-cell` {cell, squares} · `drawn` when a winning square has drawn itself.
 */

import { Aiming } from "./aiming.js";
import { Choosing, isSame } from "./choosing.js";
import { Keys } from "./keys.js";
import { mayMove } from "./motion.js";
import { Pointing } from "./pointing.js";
import { Redrawn } from "./redrawn.js";
import { Scene } from "./scene.js";
import { squaresAfter, squaresOfRefusal } from "./squares.js";
import { message, tellBoard, tellCell, tellGhost, tellHeld } from "./telling.js";
import { visionOf } from "./vision.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").SeenSquare} SeenSquare */
/** A square or a row that is pointed out. @typedef {{seat: number, cells: string[], missing: string[]}} Pointed */

/** How long the winning square takes to draw itself, in milliseconds. */
const DRAWING = 4 * 220 + 400;

export class VeierBoard extends Redrawn {
  scene = new Scene();
  aiming = new Aiming(this);

  /** The seats that may play here; null is all of them. @type {number[] | null} */
  mine = null;
  /** Whether square vision is allowed. */
  aids = false;
  /** Whether what threatens is drawn, if it is allowed. */
  showThreats = false;
  /** Whether the board is only looked at. */
  disabled = false;

  /** @type {Board | null} */ #board = null;
  /** @type {Choosing | null} */ #choosing = null;
  /** @type {SeenSquare[]} */ #shown = [];
  /** @type {Map<string, number>} */ #habits = new Map();
  #sent = false;
  #built = false;
  #live = document.createElement("div");

  constructor() {
    super();
    this.watch("mine", "aids", "showThreats", "disabled", "say");
  }

  connectedCallback() {
    if (!this.#built) this.#build();
    super.connectedCallback();
  }

  #build() {
    this.#built = true;
    this.#live.className = "veier-said";
    this.#live.setAttribute("aria-live", "polite");
    this.append(this.scene.svg);
    if (this.picture) return;
    this.append(this.#live);
    new Pointing(this);
    new Keys(this);
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
    this.#shown = [];
    this.#sent = false;
    this.later();
    this.tellHold();
    this.#tellConsidered(false);
  }

  /** Whether somebody here can make a move now. */
  get playing() {
    const view = this.#board?.view;
    if (!view || this.disabled || this.picture || this.#sent || !view.choices.length) return false;
    return this.mine === null || this.mine.includes(view.mover);
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
    this.tellHold();
    this.settled(false);
    if (choosing.pieces.length > 1) this.announce([tellHeld(piece, choosing.lifted !== null)]);
  }

  /** Turn the ghost, or the tile in hand where it lies: 1 clockwise, -1 the other way. @param {number} direction */
  turn(direction) {
    if (!this.turnable) return;
    this.#choosing?.turn(direction);
    this.settled(true);
  }

  /** Exchange the stones of the ghost. */
  flip() {
    if (!this.flippable) return;
    this.#choosing?.flip();
    this.settled(true);
  }

  /** Show a move by its notation, as for a hint; also where nobody plays. @param {string} text */
  consider(text) {
    const found = this.#choosing?.consider(text) ?? null;
    this.settled(false);
    return found;
  }

  /** Let go of the piece in hand and of the ghost. */
  letGo() {
    this.#choosing?.release();
    this.#sent = false;
    this.tellHold();
    this.settled(false);
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
    this.#drawChoosing();
    this.emit("choose", { text: option.text });
    return true;
  }

  /** Let squares speak, or light rows of hexagonal rows; null goes back to what the pointer says.
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

  /** Say something to screen readers. @param {Message[]} told */
  announce(told) {
    this.#live.textContent = told.map((each) => this.say(each)).join(" ");
  }

  /** Something about the ghost changed on purpose. @param {boolean} aloud */
  settled(aloud) {
    this.#drawChoosing();
    this.drawVision();
    this.#tellConsidered(aloud);
  }

  /** @param {boolean} aloud */
  #tellConsidered(aloud) {
    const option = this.considered;
    const squares = this.#squaresAfter();
    const { text = null, reason = null, gives = false } = option ?? {};
    this.emit("consider", { text, refused: reason, gives, squares });
    if (aloud && option) this.announce(tellGhost(option, squares, this.#board?.view.surface === "hexagon"));
  }

  /** Say which piece is in hand to the trays. */
  tellHold() {
    this.emit("hold", { piece: this.held });
  }

  #squaresAfter() {
    const [board, choosing] = [this.#board, this.#choosing];
    const option = choosing?.considered;
    const places = this.scene.places;
    // Before it is drawn for the first time, a board has no places.
    if (!board || !option?.stones.length || !places.size) return [];
    if (option.reason && !board.squares?.length) return squaresOfRefusal(board, places, option.reason);
    return squaresAfter(board, places, option, choosing?.lifted?.cells ?? [], choosing?.cellsOf(option) ?? []);
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

  /** Draw the position, what is in hand and what is in sight. */
  draw() {
    const board = this.#board;
    if (!board) return;
    const { view } = board;
    const fresh = this.scene.show(view, this.picture);
    const svg = this.scene.svg;
    svg.setAttribute("role", this.picture ? "img" : "grid");
    svg.setAttribute("aria-label", this.picture ? view.title : this.say(tellBoard()));
    if (!this.picture) {
      const colours = new Map(view.stones.map((stone) => [stone.cell, stone.colour]));
      this.scene.showCells((cell) => this.say(tellCell(cell, colours.get(cell))));
      // Also a cell that stays may have been drawn anew, on a board of another size.
      const { cursor } = this.aiming;
      this.aiming.moveCursor(this.scene.places.has(cursor) ? cursor : this.scene.middleCell);
    }
    this.classList.toggle("playing", this.playing);
    this.#drawChoosing();
    this.drawVision();
    if (fresh) setTimeout(() => this.emit("drawn", {}), mayMove() ? DRAWING : 0);
  }

  #drawChoosing() {
    const shown = this.playing || this.#sent || this.#choosing?.pinned;
    this.scene.showChoosing(shown ? this.#choosing : null, this.#sent || !this.playing);
    this.classList.toggle("aiming", this.playing && this.considered !== null);
  }

  drawVision() {
    const board = this.#board;
    if (!board || !this.#built) return;
    this.scene.showVision(
      visionOf(board, this.scene.places, {
        shown: this.#shown,
        after: this.#squaresOfGhost(),
        taken: new Set(this.considered ? this.#choosing?.cellsOf(this.considered) : []),
        cell: this.aids && !this.picture ? this.aiming.hovered : null,
        threats: this.aids && this.showThreats,
      }),
    );
  }
}
