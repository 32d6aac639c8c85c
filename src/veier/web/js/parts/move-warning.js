// @ts-check
/** A warning before a move is made: the rules forbid it, or it loses the game at once; with buttons to change it. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { playerName, tellWithNames } from "./format.js";

/** @typedef {import("../types.js").Board} Board */

export class MoveWarning {
  /**
   * @param {any} board the board element, which turns what is held
   * @param {() => import("./format.js").People} people who plays
   */
  constructor(board, people) {
    this.board = board;
    this.people = people;
    this.element = h("section.alert.move-warning", { hidden: true, "aria-live": "polite" });
  }

  /**
   * @param {any} ghost what is being considered, or null
   * @param {{board: Board}} state
   */
  update(ghost, state) {
    const forbidden = ghost?.refused;
    const gives = !forbidden && ghost?.gives;
    this.element.hidden = !forbidden && !gives;
    if (this.element.hidden) return;
    if (forbidden) {
      const why = tellWithNames(forbidden, this.people());
      put(
        this.element,
        h("h2", {}, t("web.caution.forbidden")),
        h("p", {}, why[0].toLocaleUpperCase() + why.slice(1) + (/[.!?]$/.test(why) ? "" : ".")),
        this.#turn(),
      );
      return;
    }
    const made = (ghost.squares ?? []).find(
      (/** @type {any} */ square) => square.state === "made" && square.seat !== state.board.view.mover,
    );
    const colour = made ? playerName(this.people(), made.seat) : "";
    put(
      this.element,
      h("h2", {}, made ? t("web.caution.gives", { colour }) : t("web.caution.gives_somebody")),
      h("p", {}, made ? t("web.caution.completes", { colour, cells: made.cells }) : t("web.caution.completes_one")),
      this.#turn(),
    );
  }

  /** The way out: the piece the other way round. */
  #turn() {
    if (this.board.swappable) {
      return h(
        "div.row",
        {},
        h("button.btn", { type: "button", onclick: () => this.board.swapEnds() }, t("web.caution.swap_ends")),
      );
    }
    if (this.board.turnable) {
      return h(
        "div.row",
        {},
        h("button.btn", { type: "button", onclick: () => this.board.turn(1) }, t("web.caution.turn")),
      );
    }
    return null;
  }
}
