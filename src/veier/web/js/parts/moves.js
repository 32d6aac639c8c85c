// @ts-check
/**
 * The list of moves: ruled lines, the current one reversed, the one being considered dashed. A click goes back to it.
 */

import { reconcile } from "../board/reconcile.js";
import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { stone } from "./stones.js";
import { playerName } from "./format.js";

/** @typedef {import("../types.js").Colour} Colour */
/** @typedef {{text: string, seat: number, mark?: string}} Move */

export class Moves {
  /**
   * @param {Colour[]} colours
   * @param {(ply: number) => void} go shows the position after a number of moves
   * @param {() => import("./format.js").People} people who plays
   */
  constructor(colours, go, people) {
    this.colours = colours;
    this.go = go;
    this.people = people;
    this.list = h("ol");
    this.head = h("p.moves-head", { "aria-hidden": "true" });
    this.element = h(
      `section.moves.k${colours.length}`,
      { "aria-label": t("web.moves.label") },
      h("h2.vh", {}, t("web.moves.label")),
      this.head,
      h("div.moves-scroll", { tabindex: -1 }, this.list),
    );
    this.drawn = "";
  }

  /**
   * @param {Move[]} moves
   * @param {number} ply how many moves the board shows
   * @param {string | null} [open] the move being considered
   */
  update(moves, ply, open = null) {
    const names = this.colours.map((_, seat) => playerName(this.people(), seat));
    const wanted = JSON.stringify([moves, ply, open, names]);
    if (wanted === this.drawn) return;
    this.drawn = wanted;
    put(
      this.head,
      h("span.no"),
      ...this.colours.map((colour, seat) => h("span", {}, stone(colour), h("b", {}, names[seat]))),
    );
    const had = this.list.contains(document.activeElement);
    const count = this.colours.length;
    const first = moves[0]?.seat ?? 0;
    const lines = [];
    const cells = [
      ...new Array(first).fill(null),
      ...moves.map((move, index) => this.#button(move, index + 1, ply)),
      open && ply === moves.length ? h("span.mv.open", {}, open) : null,
    ];
    while (cells.length && cells[cells.length - 1] === null) cells.pop();
    for (let row = 0; row * count < cells.length; row++) {
      lines.push(
        h(
          "li",
          {},
          h("span.no", { "aria-hidden": "true" }, row + 1),
          ...cells.slice(row * count, (row + 1) * count).map((cell) => cell ?? h("span")),
        ),
      );
    }
    reconcile(this.list, lines);
    requestAnimationFrame(() => this.#scroll());
    if (had) /** @type {HTMLElement | null} */ (this.list.querySelector(".mv.cur"))?.focus({ preventScroll: true });
  }

  /** Bring the current move into sight, when the page is laid out anyway. */
  #scroll() {
    const current = /** @type {HTMLElement | null} */ (this.list.querySelector(".mv.open, .mv.cur"));
    const scroll = /** @type {HTMLElement} */ (this.list.parentElement);
    if (current) scroll.scrollTop = current.offsetTop - scroll.clientHeight / 2;
  }

  /**
   * @param {Move} move
   * @param {number} number
   * @param {number} ply
   */
  #button(move, number, ply) {
    const current = number === ply;
    return h(
      current ? "button.mv.cur" : "button.mv",
      {
        type: "button",
        "aria-current": current && "step",
        "aria-label": `${number}. ${playerName(this.people(), move.seat)} ${move.text}`,
        onclick: () => this.go(number),
      },
      move.text,
      move.mark && h("i", { "aria-hidden": "true" }, move.mark),
    );
  }
}
