// @ts-check
/** Square vision in words: which squares lack one stone, and what the move being considered changes. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";
import { missing } from "./stones.js";
import { toggle } from "./forms.js";
import { colourName, tilt } from "./format.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Colour} Colour */
/**
 * @typedef {{seat: number, colour: Colour, cells: string[], missing: string, step: [number, number] | null, gone:
 *   boolean}} Line
 */

/** So many squares are named; more would be read by nobody. */
const SHOWN = 4;

export class Vision {
  /**
   * @param {boolean} on
   * @param {string} surface
   * @param {(on: boolean) => void} flip
   * @param {(what: import("./board.js").Pointed | null) => void} point lets the board speak of one square
   */
  constructor(on, surface, flip, point) {
    this.on = on;
    this.point = point;
    this.list = h("div.seen");
    this.rows = surface === "hexagon";
    const title = this.rows ? t("web.vision.rows") : t("web.vision.title");
    const control = toggle(title, on, (now) => {
      this.on = now;
      this.#draw();
      flip(now);
    });
    this.element = h(
      "section.eyes.panel",
      { "aria-label": title },
      h("header", {}, h("h2", {}, icon("vision"), title), control),
      this.list,
    );
    this.line = h("p.eyes-line");
    /** @type {{board: Board, ghost: any} | null} */
    this.shown = null;
  }

  /**
   * @param {Board} board
   * @param {{text: string | null, squares?: any[]} | null} ghost what is being considered
   */
  update(board, ghost) {
    this.shown = { board, ghost };
    this.#draw();
  }

  #draw() {
    if (!this.shown) return;
    const { board, ghost } = this.shown;
    const lines = ghost?.text ? considered(ghost) : threatening(board);
    this.list.hidden = this.line.hidden = !this.on;
    const kept = lines.filter((line) => !line.gone);
    const gone = lines.filter((line) => line.gone);
    put(
      this.list,
      ...this.#groups(kept, ghost?.text ?? null),
      ...this.#gone(gone, ghost?.text),
      !lines.length &&
        h(
          "p.lead",
          {},
          ghost?.text
            ? t("web.vision.quiet", { move: ghost.text })
            : this.rows
              ? t("web.vision.none_row")
              : t("web.vision.none"),
        ),
    );
    const [first] = kept;
    this.line.hidden ||= !first;
    this.line.className = `eyes-line soft-${first?.colour ?? "red"}`;
    if (first) {
      const same = kept.filter((line) => line.colour === first.colour);
      put(
        this.line,
        missing(first.colour),
        h(
          "span",
          {},
          ghost?.text
            ? t("web.vision.line_with", { move: ghost.text, colour: colourName(first.colour), cells: unique(same) })
            : t("web.vision.line", { colour: colourName(first.colour), cells: unique(same) }),
        ),
      );
    }
  }

  /**
   * @param {Line[]} lines
   * @param {string | null} move
   */
  #groups(lines, move) {
    const colours = [...new Set(lines.map((line) => line.colour))];
    return colours.flatMap((colour) => {
      const own = lines.filter((line) => line.colour === colour);
      const title = move
        ? t("web.vision.with", { move, colour: colourName(colour) })
        : t("web.vision.lacks", { colour: colourName(colour) });
      return [
        h("p.lead", {}, title),
        h("ul", {}, ...own.slice(0, SHOWN).map((line) => this.#row(line))),
        own.length > SHOWN && h("p.lead", {}, t("web.vision.others", { count: own.length - SHOWN })),
      ];
    });
  }

  /**
   * @param {Line[]} lines
   * @param {string | undefined} move
   */
  #gone(lines, move) {
    const colours = [...new Set(lines.map((line) => line.colour))];
    return colours.flatMap((colour) => {
      const own = lines.filter((line) => line.colour === colour);
      return [
        h("p.lead", {}, t("web.vision.takes", { move, colour: colourName(colour) })),
        h("ul", {}, ...own.slice(0, SHOWN).map((line) => this.#row(line))),
      ];
    });
  }

  /** @param {Line} line */
  #row(line) {
    const point = () => this.point({ seat: line.seat, cells: line.cells, missing: [line.missing] });
    const leave = () => this.point(null);
    const others = [line.missing, ...line.cells.filter((cell) => cell !== line.missing)].join(" ");
    return h(
      line.gone ? "li.gone" : "li",
      {},
      h(
        "button",
        {
          type: "button",
          onmouseenter: point,
          onfocus: point,
          onmouseleave: leave,
          onblur: leave,
          class: `soft-${line.colour}`,
        },
        missing(line.colour),
        h(
          "span.what",
          {},
          h("b", {}, line.missing),
          h("span", {}, line.step ? `${others}, ${tilt(line.step)}` : others),
        ),
      ),
    );
  }
}

/** @param {Line[]} lines */
function unique(lines) {
  return [...new Set(lines.map((line) => line.missing))].slice(0, SHOWN);
}

/**
 * @param {Board} board
 * @returns {Line[]}
 */
function threatening(board) {
  return (board.threats ?? []).map((threat) => ({
    seat: threat.seat,
    colour: board.view.colours[threat.seat],
    cells: threat.cells,
    missing: threat.missing,
    step: threat.step,
    gone: false,
  }));
}

/**
 * @param {any} ghost
 * @returns {Line[]}
 */
function considered(ghost) {
  return (ghost.squares ?? [])
    .filter((/** @type {any} */ square) => square.state === "near" || square.state === "gone")
    .map((/** @type {any} */ square) => ({
      seat: square.seat,
      colour: square.colour,
      cells: square.cells,
      missing: square.missing?.[0] ?? square.cells[0],
      step: square.step,
      gone: square.state === "gone",
    }));
}
