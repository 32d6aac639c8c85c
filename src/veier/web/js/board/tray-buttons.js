// @ts-check
/**
 * The buttons of a tray for fingers: turn the ghost, swap its ends, lay it. On a large screen with a mouse, handles on the
 * board do the same and these stay away, unless the only thing left to do is to pass.
 */

import { draw } from "./svg.js";
import { SWAP, LEFT, RIGHT } from "./pieces.js";
import { message } from "./announcements.js";

/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./veier-board.js").VeierBoard} VeierBoard */

export class TrayButtons {
  element = document.createElement("div");
  /** @type {VeierBoard} */ #table;
  /** @type {Map<string, HTMLButtonElement>} */ #buttons = new Map();
  /** Whether moves lay one stone, which cannot be turned; known as soon as there were choices. */ #single = false;

  /** @param {VeierBoard} table */
  constructor(table) {
    this.#table = table;
    this.element.className = "buttons";
    this.#add("left", LEFT, () => table.turn(-1));
    this.#add("swap", SWAP, () => table.swapEnds());
    this.#add("right", RIGHT, () => table.turn(1));
    this.#add("lay", null, () => table.commit());
  }

  /** Show what can be done now. */
  update() {
    const table = this.#table;
    const view = table.board?.view;
    if (!view) return;
    const laying = view.choices.filter((choice) => choice.stones.length);
    if (laying.length) this.#single = laying.every((choice) => choice.stones.length === 1);
    const one = this.#single || view.surface === "hexagon";
    const two = !one && !view.fields.length;
    const pass = table.considered !== null && !table.considered.stones.length;
    const lay = pass
      ? message("web.tray.pass")
      : view.surface === "paper"
        ? message("web.tray.draw")
        : message("web.tray.lay");
    this.element.classList.toggle("must-pass", pass);
    this.#set("left", message("web.tray.turn_left"), table.turnable, one || two || pass);
    this.#set("swap", message("web.tray.swap_ends"), table.swappable, !two || pass);
    this.#set("right", message("web.tray.turn_right"), table.turnable, one || pass);
    this.#set("lay", lay, table.playing && table.considered !== null && !table.considered.reason, false);
    const button = this.#buttons.get("lay");
    if (button) button.textContent = table.localize(lay);
  }

  /** @param {string} name @param {string | null} icon @param {() => void} act */
  #add(name, icon, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `do-${name}`;
    if (icon) button.append(draw("svg", { viewBox: "-9 -9 18 18", aria_hidden: "true" }, draw("path", { d: icon })));
    button.addEventListener("click", act);
    this.#buttons.set(name, button);
    this.element.append(button);
  }

  /** @param {string} name @param {Message} label @param {boolean} can @param {boolean} hidden */
  #set(name, label, can, hidden) {
    const button = this.#buttons.get(name);
    if (!button) return;
    button.setAttribute("aria-label", this.#table.localize(label));
    // A disabled button would lose the focus while the piece is turned.
    button.setAttribute("aria-disabled", String(!can));
    button.hidden = hidden;
  }
}
