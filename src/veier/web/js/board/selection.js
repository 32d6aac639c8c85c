// @ts-check
/**
 * The selection of a move among those that the server offers: a piece is held, a target is chosen, the piece is turned.
 *
 * It knows no rules. Moves that use one piece at one place make a ring, clockwise; turning goes around it. A place is
 * a large field where there are fields, otherwise the cell of the mover's own stone. Moves that the rules forbid
 * are part of the rings with their reason, so that they can be shown before they are made.
 */

import { bearing } from "./geometry.js";
import { placesOf } from "./squares.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Plate} Plate */
/** @typedef {import("./types.js").Point} Point */

export class MoveSelection {
  /** The piece in hand: a tray's piece, the field or cell where one lies, or null. @type {string | null} */
  piece = null;
  /** The move that the ghost shows. @type {Option | null} */
  considered = null;
  /** Whether the ghost stays where it is until it is laid, rather than follow the pointer. */
  pinned = false;

  /** How each kind of piece was last turned, as a bearing; kept from move to move. @type {Map<string, number>} */
  #lastTurns;
  /** @type {Map<string, Option[]>} */
  #rings = new Map();
  /** @type {Map<string, string>} */
  #fieldOf = new Map();
  /** @type {Map<string, Point>} */
  #where;
  /** @type {View} */
  #view;
  /** The cell that was pointed at for the second stone. @type {string | null} */
  #second = null;
  /** @type {Option[]} */
  options;

  /** @param {Board} board @param {Map<string, number>} lastTurns */
  constructor(board, lastTurns) {
    this.#view = board.view;
    this.#lastTurns = lastTurns;
    this.#where = placesOf(board.view);
    for (const field of board.view.fields) {
      this.#where.set(field.name, [field.x, field.y]);
      for (const { name, x, y } of board.view.cells) {
        if (Math.abs(x - field.x) < 40 && Math.abs(y - field.y) < 40) this.#fieldOf.set(name, field.name);
      }
    }
    const gives = new Set(board.gives);
    this.options = [
      ...board.view.choices.map((choice) => ({ ...choice, reason: null, gives: gives.has(choice.text) })),
      ...board.refused.map((refused) => ({ ...refused, gives: false })),
    ];
    for (const option of this.options) this.#addToRing(option);
    for (const ring of this.#rings.values()) ring.sort((a, b) => this.#turned(a) - this.#turned(b));
    this.release();
  }

  /** The pieces that moves use, in the server's order. */
  get pieces() {
    return [...new Set(this.options.filter((option) => option.stones.length).map((option) => option.piece))];
  }

  /** The piece of the mover that lies on a cell and can be moved. @param {string} cell */
  pieceAt(cell) {
    const plate = this.plateAt(cell);
    if (!plate) return null;
    const names = [this.placeOf(cell), ...plate.cells];
    return this.pieces.find((piece) => names.includes(piece)) ?? null;
  }

  /** The plate that is in hand, if it was taken from the board. */
  get lifted() {
    const piece = this.piece;
    if (piece === null || !this.#where.has(piece)) return null;
    const cell = [...this.#fieldOf].find(([, field]) => field === piece)?.[0] ?? piece;
    return this.plateAt(cell);
  }

  /** @param {string} cell @returns {Plate | null} */
  plateAt(cell) {
    return this.#view.plates.find((plate) => plate.cells.includes(cell)) ?? null;
  }

  /** Whether something lies on a cell, or on its field. @param {string} cell */
  isTaken(cell) {
    return this.plateAt(cell) !== null || this.#view.stones.some((stone) => stone.cell === cell);
  }

  /** Where a piece goes that is put on a cell. @param {string} cell */
  placeOf(cell) {
    return this.#fieldOf.get(cell) ?? cell;
  }

  /** The cell or field of a move. @param {Option} option */
  targetOf(option) {
    return this.placeOf(option.stones[0]?.[0] ?? "");
  }

  /** The cells that a move's piece covers; a tile covers more than its stones. @param {Option} option */
  cellsOf(option) {
    if (!this.#fieldOf.size) return option.stones.map(([cell]) => cell);
    const target = this.targetOf(option);
    return [...this.#fieldOf].filter(([, field]) => field === target).map(([cell]) => cell);
  }

  /** Whether the piece in hand could go to a cell, allowed or not. @param {string} cell */
  fits(cell) {
    return this.#ring(this.piece, this.placeOf(cell)).length > 0;
  }

  /** The places where the piece in hand may go, without the one where it lies. */
  get targets() {
    const own = this.piece;
    const offered = this.options.filter((option) => option.piece === own && !option.reason && option.stones.length);
    return [...new Set(offered.map((option) => this.targetOf(option)))].filter((target) => target !== own);
  }

  /** Take a piece in hand. @param {string} piece */
  hold(piece) {
    if (!this.pieces.includes(piece)) return false;
    this.piece = piece;
    this.considered = null;
    this.pinned = false;
    const plate = this.lifted;
    if (plate) this.#lastTurns.set("moved", this.#plateTurned(plate));
    return true;
  }

  /** Let go of everything; where there is only one kind of piece in the tray, it is in hand at once. */
  release() {
    const [first, ...others] = this.pieces;
    this.piece = first !== undefined && !others.length && !this.#where.has(first) ? first : null;
    this.considered = null;
    this.pinned = false;
    const [only] = this.options;
    if (only && this.options.length === 1 && !only.stones.length) this.considered = only;
  }

  /** Aim at a cell with the piece in hand: the own stone lies there. A tile is turned for that, a domino stays turned
   * as it was last. @param {string} cell */
  aim(cell) {
    const ring = this.#ring(this.piece, this.placeOf(cell));
    const lastTurn = this.#lastTurn();
    const here = this.#fieldOf.size ? ring.find((option) => ownCell(option) === cell) : undefined;
    const usual = ring.find((option) => Math.abs(this.#turned(option) - lastTurn) < 0.01);
    const sound = ring.find((option) => !option.reason && !option.gives) ?? ring.find((option) => !option.reason);
    this.#second = null;
    this.considered = here ?? usual ?? sound ?? ring[0] ?? null;
    return this.considered;
  }

  /** Turn the tile, on the field where the ghost is or where it lies, so that the own stone comes to a cell.
   * @param {string} cell */
  turnTo(cell) {
    const [first] = this.#currentRing();
    if (!this.#fieldOf.size || !first || this.placeOf(cell) !== this.targetOf(first)) return null;
    const found = this.#currentRing().find((option) => ownCell(option) === cell);
    if (!found || found === this.considered) return null;
    this.pinned = true;
    return this.#choose(found);
  }

  /** Whether pointing at a cell lays the ghost: at its own stone; at the other one, if that was put there by pointing,
   * too; at any cell of a tile that cannot be turned. @param {string} cell */
  lays(cell) {
    const now = this.considered;
    if (!now || !this.pinned || !this.covers(cell)) return false;
    if (ownCell(now) === cell) return true;
    return this.#fieldOf.size ? this.#currentRing().length === 1 : cell === this.#second;
  }

  /** The move whose second stone stands on a cell, beside the ghost's own stone. @param {string} cell */
  refinable(cell) {
    const now = this.considered;
    if (!now || now.stones.length !== 2 || this.#fieldOf.size) return null;
    const ring = this.#ring(this.piece, this.targetOf(now));
    return ring.find((option) => option.stones[1]?.[0] === cell) ?? null;
  }

  /** Choose the cell of the second stone. @param {string} cell */
  refine(cell) {
    const found = this.refinable(cell);
    if (found) this.#second = cell;
    return found ? this.#choose(found) : null;
  }

  /** Whether the ghost covers a cell. @param {string} cell */
  covers(cell) {
    const now = this.considered;
    if (!now || !now.stones.length) return false;
    if (this.#fieldOf.size) return this.placeOf(cell) === this.targetOf(now);
    return now.stones.some(([stone]) => stone === cell);
  }

  /** Whether turning changes anything now. */
  get turnable() {
    const ring = this.#currentRing();
    return ring.length > (this.considered && !this.#inPlace(ring) ? 1 : 0);
  }

  /** Turn to the next move at the same place; 1 is clockwise, -1 the other way. @param {number} direction */
  turn(direction) {
    const ring = this.#currentRing();
    if (!ring.length) return null;
    if (this.#inPlace(ring)) return this.#turnInPlace(ring, direction);
    // What is turned where it lies stays there, and a tile that no longer has its stone below the pointer waits.
    if (!this.considered || this.#fieldOf.size) this.pinned = true;
    const index = this.considered ? ring.indexOf(this.considered) : direction > 0 ? -1 : 0;
    return this.#choose(/** @type {Option} */ (ring[(index + direction + ring.length) % ring.length]));
  }

  /** The move with both stones exchanged, if there is one. */
  get swapped() {
    const now = this.considered;
    if (!now || now.stones.length !== 2 || this.#fieldOf.size) return null;
    const [[own], [other]] = /** @type {[[string, string], [string, string]]} */ (now.stones);
    const fits = (/** @type {Option} */ option) => option.stones[0]?.[0] === other && option.stones[1]?.[0] === own;
    return this.options.find((option) => option.piece === now.piece && fits(option)) ?? null;
  }

  swapEnds() {
    const other = this.swapped;
    return other ? this.#choose(other) : null;
  }

  /** Consider a move by its notation. @param {string} text */
  consider(text) {
    const option = this.options.find((candidate) => candidate.text === text);
    if (!option) return null;
    this.piece = option.piece;
    this.pinned = true;
    return this.#choose(option);
  }

  /** @param {Option} option */
  #addToRing(option) {
    if (!option.stones.length) return;
    const key = `${option.piece} ${this.targetOf(option)}`;
    const ring = this.#rings.get(key);
    if (ring) ring.push(option);
    else this.#rings.set(key, [option]);
  }

  /** @param {string | null} piece @param {string} target @returns {Option[]} */
  #ring(piece, target) {
    return this.#rings.get(`${piece} ${target}`) ?? [];
  }

  /** The ring that the ghost is in; without a ghost, that of the piece where it lies. */
  #currentRing() {
    if (this.considered) return this.#ring(this.piece, this.targetOf(this.considered));
    return this.piece === null ? [] : this.#ring(this.piece, this.piece);
  }

  /** Whether a ring turns a tile where it lies: then it has a quarter each way, and the tile as it lies between them.
   * @param {readonly Option[]} ring */
  #inPlace(ring) {
    const [first] = ring;
    return first !== undefined && this.#fieldOf.size > 0 && this.targetOf(first) === first.piece;
  }

  /** @param {readonly Option[]} ring @param {number} direction */
  #turnInPlace(ring, direction) {
    const plate = this.lifted;
    const start = plate ? this.#plateTurned(plate) : 0;
    const quarter = (/** @type {Option} */ option) => (Math.sin(this.#turned(option) - start) > 0 ? 1 : -1);
    const now = this.considered ? quarter(this.considered) : 0;
    const next = ((now + direction + 4) % 3) - 1;
    this.considered = ring.find((option) => quarter(option) === next) ?? null;
    this.pinned = this.considered !== null;
    return this.considered;
  }

  /** @param {Option} option */
  #choose(option) {
    this.considered = option;
    this.#lastTurns.set(this.#kind(), this.#turned(option));
    return option;
  }

  /** How a move's piece is turned: the bearing of the own stone in its field, or of the other stone from the own one.
   * @param {Option} option */
  #turned(option) {
    const [own, other] = option.stones.map(([cell]) => this.#where.get(cell));
    const field = this.#fieldOf.size ? this.#where.get(this.targetOf(option)) : undefined;
    if (!own) return 0;
    return field ? bearing(field, own) : other ? bearing(own, other) : 0;
  }

  /** @param {Plate} plate */
  #plateTurned(plate) {
    const own = this.#view.stones.find((stone) => plate.cells.includes(stone.cell) && stone.colour === plate.owner);
    const other = this.#view.stones.find((stone) => plate.cells.includes(stone.cell) && stone !== own);
    if (!own || !other) return 0;
    return plate.kind === "tile"
      ? bearing([plate.x, plate.y], [own.x, own.y])
      : bearing([own.x, own.y], [other.x, other.y]);
  }

  #kind() {
    return this.lifted ? "moved" : (this.piece ?? "");
  }

  /** How the piece in hand was last turned; at first, as it lies in its tray. */
  #lastTurn() {
    const known = this.#lastTurns.get(this.#kind());
    if (known !== undefined) return known;
    const tray = this.#view.trays[this.#view.mover];
    const slot = tray?.slots.find((candidate) => candidate.piece === this.piece);
    const own = slot?.stones.find(([, , colour]) => colour === tray?.colour);
    const other = slot?.stones.find((stone) => stone !== own);
    if (!slot || !own || !other) return Math.PI / 2;
    return slot.kind === "tile" ? bearing([0, 0], [own[0], own[1]]) : bearing([own[0], own[1]], [other[0], other[1]]);
  }
}

/** The cell of the mover's own stone. @param {Option} option */
function ownCell(option) {
  return option.stones[0]?.[0];
}

/** Whether two boards offer the same moves in the same position. @param {Board} board @param {Board | null} other */
export function isSame(board, other) {
  if (!other || board.view.game !== other.view.game) return false;
  if (board.view.choices.length !== other.view.choices.length) return false;
  const stones = (/** @type {Board} */ { position, view }) => position ?? JSON.stringify([view.stones, view.mover]);
  return stones(board) === stones(other) && board.refused.length === other.refused.length;
}
