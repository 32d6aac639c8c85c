// @ts-check
/**
 * Hints in three steps: first only where to look, then the move on the board, then why, with a button that plays it.
 * The server answers once for a position; each press of the button reveals more of it.
 */

import { h, put, s } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../net.js";
import { colourName, tellWithNames } from "./format.js";
import { notice, reason } from "./notices.js";

/** @typedef {import("../types.js").State} State */
/**
 * @typedef {{region: {field: string | null, cells: string[]}, piece: string, move: string, remarks: any[]}} Hint
 */

const WHERE = 1;
const WHICH = 2;
const WHY = 3;

/** Half of a cell and a little, where a cell is 40. */
const MARGIN = 22;

export class Hints {
  /** @type {Hint | null} */
  #hint = null;
  /** How much of the hint is revealed. */
  #revealed = 0;
  /** The position that the hint is for. */
  #position = "";
  /** The region on the board. @type {SVGElement | null} */
  #mark = null;

  /** @param {{state: State, board: any, send: (command: any) => void}} table */
  constructor(table) {
    this.table = table;
    this.title = h("h2");
    this.text = h("p");
    this.button = h("button.btn", { type: "button", onclick: () => this.#press() });
    this.element = h(
      "section.alert.offer.hint",
      { "aria-label": t("web.control.hint"), "aria-live": "polite", hidden: true },
      h("div.hint-text", {}, this.title, this.text),
      this.button,
    );
    // While the user looks back, the board shows another position.
    table.board.addEventListener("consider", () => {
      const elsewhere = table.board.board !== table.state.board;
      this.#mark?.classList.toggle("elsewhere", elsewhere);
    });
  }

  /** Take the hint away when it no longer fits. @param {State} state */
  update(state) {
    if (state.board.position === this.#position && !state.result) return;
    this.#hint = null;
    this.#revealed = 0;
    this.#position = state.board.position;
    this.element.hidden = true;
    this.#markRegion([]);
  }

  /** Reveal the next part of a hint; the first time it is asked for. */
  async reveal() {
    try {
      this.#hint ??= await this.#ask();
    } catch (error) {
      notice(reason(error));
    }
    if (!this.#hint) return;
    const { region } = this.#hint;
    this.#revealed = Math.min(WHY, Math.max(this.#revealed + 1, region.cells.length ? WHERE : WHICH));
    this.#show(this.#hint);
  }

  /** @returns {Promise<Hint | null>} null if a move was made meanwhile */
  async #ask() {
    const { id, board } = this.table.state;
    const hint = await post(`/api/v1/tables/${encodeURIComponent(id)}/hint`);
    return board.position === this.table.state.board.position ? hint : null;
  }

  /** @param {Hint} hint */
  #show({ region, move, remarks }) {
    const { board } = this.table;
    const where = this.#revealed === WHERE;
    this.element.hidden = false;
    this.#markRegion(where ? region.cells : []);
    if (where) {
      put(this.title, region.field ? t("web.hint.field", { field: region.field }) : t("web.hint.region"));
      put(this.text, region.field ? t("web.hint.field_what") : t("web.hint.region_what", { cells: region.cells }));
    } else {
      board.consider(move);
      put(this.title, t("web.hint.title", { move }));
      put(this.text, this.#revealed === WHY ? this.#why(remarks) : this.#stones());
    }
    put(this.button, this.#revealed === WHY ? t("web.hint.play") : where ? t("web.hint.which") : t("web.hint.why"));
    this.button.classList.toggle("primary", this.#revealed === WHY);
  }

  /** @param {any[]} remarks */
  #why(remarks) {
    return remarks.map((remark) => tellWithNames(remark.message, this.table.state)).join(" ");
  }

  /** How the ghost lies, in words. */
  #stones() {
    const stones = (this.table.board.considered?.stones ?? []).map((/** @type {[string, any]} */ [cell, colour]) =>
      t("told.stone", { colour: colourName(colour), cell }),
    );
    return stones.length > 0 && t("web.hint.stones", { stones });
  }

  #press() {
    if (this.#revealed < WHY) return void this.reveal();
    if (!this.#hint) return;
    // It is sent as it stands, whatever lies over the board or whichever position is looked at.
    this.table.send({ kind: "move", text: this.#hint.move });
    this.#hint = null;
    this.element.hidden = true;
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  /** Mark a part of the board under the stones. @param {string[]} cells none take the mark away */
  #markRegion(cells) {
    this.#mark?.remove();
    this.#mark = null;
    const { svg, places } = this.table.board.scene;
    const points = cells.map((cell) => places.get(cell)).filter(Boolean);
    if (!points.length) return;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const box = {
      x: left - MARGIN,
      y: top - MARGIN,
      width: right - left + 2 * MARGIN,
      height: bottom - top + 2 * MARGIN,
      rx: this.table.state.board.view.surface === "hexagon" ? 40 : 12,
    };
    this.#mark = s("g.hint-region", { "aria-hidden": "true" }, s("rect.case", box), s("rect.edge", box));
    svg.insertBefore(this.#mark, svg.querySelector(".layer-cells"));
  }
}
