// @ts-check
/**
 * Drawing on the board: cells, arrows and squares, by mouse, touch and keyboard. While its tab is open, cells of the
 * board are chosen for what is drawn; with the right button of a mouse one draws at any time.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { squareOf, written } from "./drawings.js";
import { colourName } from "./format.js";
import { segments } from "./forms.js";
import { icon } from "./icons.js";
import { announce, notice } from "./notices.js";

/** @typedef {import("../board/marks.js").Drawing} Drawing */
/** @typedef {"cell" | "arrow" | "square"} Shape */

/** The cells that one chooses for each shape; the fourth corner of a square follows. */
const PICKS = { cell: 1, arrow: 2, square: 3 };
const HOW = { cell: "web.study.how.cell", arrow: "web.study.how.arrow", square: "web.study.how.square" };
const DRAWN = { cell: "web.study.drawn.cell", arrow: "web.study.drawn.arrow", square: "web.study.drawn.square" };

export class DrawPanel {
  /** The drawings of the position on the board. @type {Drawing[]} */
  #drawings = [];
  /** Cells that are chosen for the next drawing. @type {string[]} */
  #picked = [];
  /** Where a pointer went down. @type {string | null} */
  #down = null;
  /** @type {Shape} */
  #shape = "cell";
  #colour = "green";

  /**
   * @param {any} board
   * @param {import("../types.js").Game} game
   * @param {{open: () => boolean, changed: (drawings: Drawing[]) => void}} acts whether the tab is open; other drawings
   */
  constructor(board, game, acts) {
    this.board = board;
    this.acts = acts;
    this.game = game;
    /** @type {{value: Shape, text: string}[]} */
    const shapes = [
      { value: "cell", text: t("web.study.cell") },
      { value: "arrow", text: t("web.study.arrow") },
      { value: "square", text: t("web.study.square") },
    ];
    const colours = ["green", ...game.colours].map((value) => ({ value, text: this.#nameOf(value) }));
    this.how = h("p.quiet");
    this.list = h("ul.drawn");
    this.element = h(
      "section.draw-panel",
      { "aria-label": t("web.study.draw") },
      segments(
        t("web.study.shape"),
        shapes.filter(({ value }) => value !== "square" || game.view.surface !== "hexagon"),
        this.#shape,
        (shape) => {
          this.#shape = shape;
          this.#pick(null);
        },
      ),
      segments(t("web.study.colour"), colours, this.#colour, (colour) => {
        this.#colour = colour;
        this.#pick(null);
      }),
      this.how,
      this.list,
    );
    board.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#press(event), true);
    board.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.#release(event), true);
    board.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
    board.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event), true);
    this.#draw();
  }

  /** Show the drawings of a position. @param {Drawing[]} drawings */
  show(drawings) {
    this.#drawings = drawings;
    this.#picked = [];
    this.#draw();
  }

  /** Forget the cells that were chosen. */
  leave() {
    this.#pick(null);
  }

  /** @param {string} colour */
  #nameOf(colour) {
    return colour === "green" ? t("web.study.green") : colourName(/** @type {any} */ (colour));
  }

  #draw() {
    const chosen = this.#picked.map((cell) => ({ colour: this.#colour, cells: [cell] }));
    this.board.drawings = [...this.#drawings, ...chosen];
    const left = PICKS[this.#shape] - this.#picked.length;
    put(this.how, t(HOW[this.#shape], { count: left }));
    const had = this.list.contains(document.activeElement);
    put(this.list, ...this.#drawings.map((drawing) => h("li", {}, this.#chip(drawing))));
    if (had) /** @type {HTMLElement | null} */ (this.list.querySelector("button"))?.focus();
  }

  /** A drawing in the list, to be removed. @param {Drawing} drawing */
  #chip(drawing) {
    const name = this.#describe(drawing);
    return h(
      "button.move-chip",
      {
        type: "button",
        "aria-label": t("web.study.erase", { drawing: name }),
        onclick: () => this.#toggle(drawing),
      },
      h(`i.ink.in-${drawing.colour}`, { "aria-hidden": "true" }),
      name,
      icon("close"),
    );
  }

  /** @param {Drawing} drawing */
  #describe({ colour, cells }) {
    const what = cells.length === 1 ? "cell" : cells.length === 2 ? "arrow" : "square";
    const [from, to] = cells;
    return t(DRAWN[what], { colour: this.#nameOf(colour), from, to, cells: cells.join(" ") });
  }

  /** Draw something, or take it away where it is already. @param {Drawing} drawing */
  #toggle(drawing) {
    const same = (/** @type {Drawing} */ one) =>
      [...one.cells].sort().join() === [...drawing.cells].sort().join() &&
      (one.cells.length !== 2 || one.cells[0] === drawing.cells[0]);
    const there = this.#drawings.find(same);
    const rest = this.#drawings.filter((one) => one !== there);
    const gone = there && written(there) === written({ ...drawing, cells: there.cells });
    this.#drawings = gone ? rest : [...rest, drawing];
    this.#picked = [];
    announce(gone ? t("web.study.erased") : this.#describe(drawing));
    this.#draw();
    this.acts.changed(this.#drawings);
  }

  /** Choose a cell for the next drawing; null begins again. @param {string | null} cell */
  #pick(cell) {
    if (cell === null) this.#picked = [];
    else if (this.#picked.includes(cell)) this.#picked = this.#picked.filter((one) => one !== cell);
    else this.#picked = [...this.#picked, cell];
    if (cell === null || this.#picked.length < PICKS[this.#shape]) return this.#draw();
    const cells = this.#shape === "square" ? squareOf(this.#picked, this.board.scene.places) : this.#picked;
    if (cells) return this.#toggle({ colour: this.#colour, cells });
    notice(t("web.study.no_square"));
    this.#picked = [];
    this.#draw();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const right = event.button === 2 && !this.board.turnable;
    if (!right && (event.button !== 0 || !this.acts.open())) return;
    this.#down = this.board.scene.cellAt(event.clientX, event.clientY);
    if (right) event.stopPropagation();
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const [from, to] = [this.#down, this.board.scene.cellAt(event.clientX, event.clientY)];
    this.#down = null;
    if (!from || !to) return;
    if (from !== to) this.#toggle({ colour: this.#colour, cells: [from, to] });
    else if (event.button === 2) this.#toggle({ colour: this.#colour, cells: [from] });
    else this.#pick(to);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.acts.open() || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = event.target instanceof Element ? event.target.getAttribute("data-cell") : null;
    if (event.key === "Escape" && this.#picked.length) this.#pick(null);
    else if (cell && (event.key === "Enter" || event.key === " ") && !event.repeat) this.#pick(cell);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
