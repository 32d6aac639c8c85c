// @ts-check
/** The list of points of hex rows: which four stones made each point, and why a longer row made none. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { stone } from "./stones.js";

/** @typedef {import("../types.js").Board} Board */

export class PointsList {
  /** @param {(what: import("./board.js").Pointed | null) => void} point lights a row on the board */
  constructor(point) {
    this.point = point;
    this.list = h("ol");
    this.element = h(
      "section.points-list.panel",
      { "aria-label": t("web.ledger.title") },
      h("h2", {}, t("web.ledger.title")),
      this.list,
    );
  }

  /** @param {Board} board */
  update(board) {
    const rows = [...(board.rows ?? [])].reverse();
    this.element.hidden = board.view.surface !== "hexagon";
    put(
      this.list,
      ...rows.map((row) => this.#line(row, board)),
      !rows.length && h("li.none", {}, t("web.ledger.none")),
    );
  }

  /**
   * @param {import("../types.js").Row} row
   * @param {Board} board
   */
  #line(row, board) {
    const point = () => this.point({ seat: row.seat, cells: row.cells, missing: [] });
    const leave = () => this.point(null);
    return h(
      row.points ? "li" : "li.no",
      { onmouseenter: point, onmouseleave: leave },
      stone(board.view.colours[row.seat]),
      h(
        "div",
        {},
        h("b", {}, `${row.cells[0]}–${row.cells[row.cells.length - 1]}`),
        " ",
        row.why && h("span", {}, t(row.why)),
      ),
      row.points > 0 && h("span.plus", {}, `+${row.points}`),
    );
  }
}
