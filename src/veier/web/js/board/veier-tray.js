// @ts-check
/**
 * `<veier-tray>`: what one seat still holds beside the board; a piece is taken from it by click, key or dragging.
 *
 * Properties: `for` the `<veier-board>` to play on, whose Board it shows; `seat` whose tray it is; `localize`
 * translates messages. Attribute: `compact` makes it a strip, as for opponents on a phone.
 */

import { dominoPicture, fewStonesPicture, stonesPicture, tilePicture } from "./tray-pictures.js";
import { TrayDrag } from "./tray-drag.js";
import { TrayButtons } from "./tray-buttons.js";
import { reconcile } from "./reconcile.js";
import { ReactiveElement } from "./reactive-element.js";
import { message } from "./announcements.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {import("./types.js").Tray} Tray */
/** @typedef {import("./veier-board.js").VeierBoard} VeierBoard */

export class VeierTray extends ReactiveElement {
  /** Whose tray it is. */
  seat = 0;

  /** @type {VeierBoard | null} */ #table = null;
  /** @type {Board | null} */ #drawn = null;
  /** @type {TrayButtons | null} */ #buttons = null;
  /** The piece whose button lost the focus because it cannot be taken for a moment. @type {string | null} */
  #focused = null;
  #mark = () => {
    if (this.board !== this.#drawn) return this.requestUpdate();
    for (const part of this.children) this.#markHeld(part);
    this.#markActing();
  };

  constructor() {
    super();
    this.observe("seat", "localize");
    this.addEventListener("keydown", (event) => {
      const acts = {
        r: () => this.#table?.turn(1),
        f: () => this.#table?.swapEnds(),
        escape: () => this.#table?.letGo(),
      };
      const act = acts[/** @type {keyof typeof acts} */ (event.key.toLowerCase())];
      if (act && !event.ctrlKey && !event.metaKey && !event.altKey) act();
    });
  }

  connectedCallback() {
    this.#listen(true);
    super.connectedCallback();
  }

  disconnectedCallback() {
    this.#listen(false);
  }

  get board() {
    return this.#table?.board ?? null;
  }

  get for() {
    return this.#table;
  }

  set for(table) {
    this.#listen(false);
    this.#table = table;
    this.#buttons = table ? new TrayButtons(table) : null;
    this.#listen(true);
    this.requestUpdate();
  }

  /** @param {boolean} on */
  #listen(on) {
    for (const name of ["hold", "consider"]) {
      if (on) this.#table?.addEventListener(name, this.#mark);
      else this.#table?.removeEventListener(name, this.#mark);
    }
  }

  /** Draw what the seat holds. */
  draw() {
    this.#drawn = this.board;
    const tray = this.board?.view.trays[this.seat];
    if (!tray) return;
    const focused = this.querySelector(":focus")?.getAttribute("data-piece") ?? this.#focused;
    const kind = { tile: "tiles", domino: "dominoes", stone: "stones", none: "bare" }[tray.slots[0]?.kind ?? "none"];
    this.className = tray.slots.some((slot) => slot.left) ? kind : `${kind} spent`;
    const parts = tray.slots.flatMap((slot) => this.#slot(tray, slot));
    if (this.#buttons && this.board?.view.mover === this.seat) parts.push(this.#buttons.element);
    // Marked before they are compared: what looks the same stays, and may just be pressed.
    for (const part of parts) this.#markHeld(part);
    reconcile(this, parts);
    this.#markActing();
    this.#focused = focused && !this.#focus(focused) ? focused : null;
  }

  /** Give a piece's button the focus, unless it has gone elsewhere; return whether there is nothing left to do.
   * @param {string} piece */
  #focus(piece) {
    const button = this.querySelector(/** @type {"button"} */ (`[data-piece="${piece}"]`));
    if (document.activeElement !== document.body && !this.contains(document.activeElement)) return true;
    button?.focus();
    return !button?.disabled;
  }

  /** Whether pieces can be taken from this tray now. */
  get #acting() {
    return this.#table?.playing === true && this.board?.view.mover === this.seat;
  }

  #markActing() {
    this.classList.toggle("acting", this.#acting);
    this.#buttons?.update();
  }

  /** Show whether a piece is in hand, if a part of the tray is the button of one. @param {Element} part */
  #markHeld(part) {
    if (!(part instanceof HTMLButtonElement)) return;
    const [table, piece] = [this.#table, part.dataset.piece ?? ""];
    const held = this.#acting && table?.held === piece;
    part.disabled = !this.#acting || !table?.selection?.pieces.includes(piece);
    part.setAttribute("aria-pressed", String(held));
    part.classList.toggle("held", held);
    const rest = part.querySelector(".rest");
    if (rest) rest.textContent = held ? this.localize(message("web.tray.held")) : `× ${part.dataset.left}`;
  }

  /** @param {Tray} tray @param {Slot} slot @returns {HTMLElement[]} */
  #slot(tray, slot) {
    if (slot.kind === "tile") return [this.#stack(tray, slot)];
    if (slot.kind === "domino") return [this.#rack(tray, slot)];
    return this.#pool(tray, slot);
  }

  /** One kind of tile with its letter and how many are left. @param {Tray} tray @param {Slot} slot */
  #stack(tray, slot) {
    const count = element("span", "count");
    count.append(element("b", "", slot.piece), " ", element("span", "rest"));
    const label = this.localize(message("web.tray.tile", { piece: slot.piece, count: slot.left }));
    return this.#button(tray, slot, "stack", label, [tilePicture(slot, tray.colour), count]);
  }

  /** Every domino on its own place; those that are gone leave a dashed slot. @param {Tray} tray @param {Slot} slot */
  #rack(tray, slot) {
    const dominoes = Array.from({ length: slot.total }, (_, k) => dominoPicture(slot, tray.colour, k < slot.left));
    const label = this.localize(message("web.tray.dominoes", { count: slot.left }));
    const rack = this.#button(tray, slot, "rack", label, dominoes);
    rack.classList.add(slot.total > 6 ? "by-five" : "by-six");
    return rack;
  }

  /** Loose stones, and below a line those set aside for points. @param {Tray} tray @param {Slot} slot */
  #pool(tray, slot) {
    const loose = this.localize(message("web.tray.loose", { count: slot.left }));
    const pool = element("div", "pool");
    pool.append(element("p", "", loose), stonesPicture(tray.colour, slot.left));
    if (!tray.aside) return [pool];
    const aside = element("div", "aside");
    const told = this.localize(message("web.tray.aside", { count: tray.aside }));
    aside.append(fewStonesPicture(tray.colour, tray.aside), element("p", "", told));
    return [pool, aside];
  }

  /** @param {Tray} tray @param {Slot} slot @param {string} name @param {string} label @param {Element[]} parts */
  #button(tray, slot, name, label, parts) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name;
    button.dataset.piece = slot.piece;
    button.dataset.left = String(slot.left);
    button.setAttribute("aria-label", label);
    button.append(...parts);
    if (this.#table) new TrayDrag(button, slot, tray.colour, this.#table);
    return button;
  }
}

/** @param {string} name @param {string} className @param {string} [text] */
function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
