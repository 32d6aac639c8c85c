// @ts-check
/** Taking a piece from a tray: a click takes it in hand, dragging carries it to the board. */

import { dominoPicture, tilePicture } from "./tray-pictures.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./veier-board.js").VeierBoard} VeierBoard */

const SLACK = 8; // Pixels that a finger may move and still click.
const ABOVE_FINGER = 40; // A finger hides what is under it, so the piece is aimed a little above it.

export class TrayDrag {
  /** @type {VeierBoard} */ #table;
  /** @type {HTMLButtonElement} */ #button;
  /** @type {() => SVGElement} */ #picture;
  /** @type {string} */ #piece;
  /** @type {SVGElement | null} */ #image = null;
  /** @type {{id: number, x: number, y: number} | null} */ #down = null;
  #dragged = false;
  /** Listeners while the pointer is down; on the document, because the tray may be drawn anew meanwhile. */
  #listeners = new AbortController();

  /** @param {HTMLButtonElement} button @param {Slot} slot @param {Colour} owner @param {VeierBoard} table */
  constructor(button, slot, owner, table) {
    this.#button = button;
    this.#table = table;
    this.#piece = slot.piece;
    const tile = slot.kind === "tile";
    this.#picture = () => (tile ? tilePicture({ ...slot, left: 1 }, owner) : dominoPicture(slot, owner, true));
    button.addEventListener("pointerdown", (event) => this.#press(event));
    button.addEventListener("click", (event) => {
      // A double click takes the piece as one click does, and does not put it back.
      if (!this.#dragged && event.detail < 2) table.hold(slot.piece);
      this.#dragged = false;
      // By key, the way goes on to the board.
      if (event.detail === 0 && table.held === slot.piece) table.scene.cell(table.targeting.cursor)?.focus();
    });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0 || this.#down) return;
    this.#dragged = false;
    this.#down = { id: event.pointerId, x: event.clientX, y: event.clientY };
    this.#button.setPointerCapture(event.pointerId);
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    document.addEventListener("pointerdown", (next) => this.#turn(next), { signal });
    document.addEventListener("pointermove", (next) => this.#move(next), { signal });
    document.addEventListener("pointerup", (next) => this.#release(next), { signal });
    document.addEventListener("pointercancel", (next) => next.pointerId === this.#down?.id && this.#end(), { signal });
  }

  /** A second finger turns what the first one carries. @param {PointerEvent} event */
  #turn(event) {
    if (this.#dragged && event.pointerId !== this.#down?.id) this.#table.turn(1);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const down = this.#down;
    if (!down || event.pointerId !== down.id) return;
    if (!this.#dragged) {
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) < SLACK) return;
      this.#begin();
    }
    const y = event.clientY - (event.pointerType === "touch" ? ABOVE_FINGER : 0);
    const table = this.#table;
    if (table.selection) table.selection.pinned = false;
    table.targeting.hover(table.scene.cellAt(event.clientX, y));
    this.#image?.classList.toggle("over", table.considered !== null);
    if (this.#image) this.#image.style.transform = `translate(${event.clientX}px, ${y}px) translate(-50%, -50%)`;
  }

  #begin() {
    this.#dragged = true;
    this.#image = this.#picture();
    this.#image.classList.add("veier-carried");
    this.#image.style.width = `${this.#size()}px`;
    document.body.append(this.#image);
    if (this.#table.held === this.#piece) this.#table.letGo();
    this.#table.hold(this.#piece);
  }

  /** The width of the piece as the board shows it. */
  #size() {
    const board = this.#table.scene.svg;
    const units = Number(board.getAttribute("viewBox")?.split(" ")[2] ?? 456);
    const width = Number(this.#picture().getAttribute("viewBox")?.split(" ")[2] ?? 74);
    return (board.getBoundingClientRect().width / units) * width;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (event.pointerId !== this.#down?.id) return;
    if (this.#dragged) {
      const [stone] = this.#table.considered?.stones ?? [];
      if (stone) this.#table.targeting.pin();
      else this.#table.letGo();
      if (stone) this.#table.targeting.focusCell(stone[0]);
    }
    this.#end();
  }

  #end() {
    this.#down = null;
    this.#image?.remove();
    this.#image = null;
    this.#listeners.abort();
  }
}
