// @ts-check
/** The panel of the computer's best lines: what is proved as a mark, practical chances as a bar apart from it. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { loadSetting, saveSetting } from "../settings.js";
import { Engine } from "./engine.js";
import { stepper, toggle } from "./forms.js";
import { colourName, percent, thousands } from "./format.js";
import { logo } from "./icons.js";
import { stone } from "./stones.js";

/** @typedef {import("./engine.js").Found} Found */
/** @typedef {import("./graph.js").Proven} Proven */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Colour} Colour */

const FEWEST = 1;
const MOST = 5;
/** So many moves of a line are shown. */
const MOVES = 8;
const PRESSED_MS = 100;

export class BestLines {
  /** @type {{line: import("./positions.js").Line, board: Board} | null} */
  #present = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #later;

  /**
   * @param {Colour[]} colours
   * @param {{play: (moves: string[]) => void, consider: (text: string) => void, proved: (proven: Proven) => void}} acts
   *   for the moves that somebody chooses, for the one pointed at, and for a result that is certain
   */
  constructor(colours, acts) {
    this.colours = colours;
    this.acts = acts;
    const kept = JSON.parse(loadSetting("engine") ?? "{}");
    this.on = kept.on ?? true;
    this.count = Math.min(MOST, Math.max(FEWEST, kept.count ?? 3));
    this.engine = new Engine(
      (found) => this.#draw(found),
      (why) => put(this.state, t(why)),
    );
    this.list = h("ol.best", {});
    this.state = h("p.cap", { role: "status" });
    this.element = h(
      "section.engine.panel",
      { "aria-label": t("web.engine.title") },
      h(
        "header",
        {},
        h("h2", {}, t("web.engine.title")),
        stepper(t("web.engine.count"), { low: FEWEST, high: MOST, value: this.count }, (count) => {
          this.count = count;
          this.#changed();
        }),
        toggle(t("web.engine.title"), this.on, (on) => {
          this.on = on;
          this.#changed();
        }),
      ),
      this.list,
      this.state,
      h("p.quiet.hintline", {}, t("web.engine.legend")),
    );
  }

  /** Search the position on the board. @param {import("./positions.js").Line} line @param {Board} board */
  look(line, board) {
    clearTimeout(this.#later);
    this.#present = { line, board };
    put(this.list);
    put(this.state);
    if (!this.on || board.over) {
      this.engine.stop();
      put(this.state, board.over ? "" : t("web.engine.off"));
      return;
    }
    put(this.state, logo(true), t("web.engine.searching"));
    this.engine.ask({ ...line, lines: this.count }, board.position);
  }

  close() {
    clearTimeout(this.#later);
    this.engine.close();
  }

  #changed() {
    saveSetting("engine", JSON.stringify({ on: this.on, count: this.count }));
    if (this.#present) this.look(this.#present.line, this.#present.board);
  }

  /** @param {Found} found */
  #draw(found) {
    clearTimeout(this.#later);
    if (this.list.matches(":active")) {
      // A move that is drawn anew while somebody presses it would not be clicked.
      this.#later = setTimeout(() => this.#draw(found), PRESSED_MS);
      return;
    }
    const { lines, proven, nodes, done } = found;
    if (proven) this.acts.proved(proven);
    const had = this.list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-line") : null;
    put(this.list, ...lines.map((line, index) => this.#line(line, index)));
    if (had) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-line="${had}"]`))?.focus();
    const positions = t("web.engine.nodes", { count: nodes, number: thousands(nodes) });
    put(this.state, !done && logo(true), done ? t("web.engine.done", { positions }) : positions);
  }

  /** @param {import("./engine.js").BestLine} line @param {number} index */
  #line({ moves, proven, chances }, index) {
    const mover = this.#present?.board.view.mover ?? 0;
    const [first, ...rest] = moves.slice(0, MOVES);
    const consider = () => this.acts.consider(first);
    return h(
      "li",
      {},
      h(
        "div.head",
        {},
        h(
          "button.move-chip",
          {
            type: "button",
            "data-line": `${index}-0`,
            onclick: () => this.acts.play([first]),
            onmouseenter: consider,
            onfocus: consider,
          },
          first,
        ),
        proven && this.#proof(proven),
        this.#chances(chances, mover),
      ),
      rest.length > 0 &&
        h(
          "p.then",
          {},
          ...rest.map((move, k) =>
            h(
              "button",
              {
                type: "button",
                "data-line": `${index}-${k + 1}`,
                "aria-label": t("web.engine.up_to", { move }),
                onclick: () => this.acts.play(moves.slice(0, k + 2)),
              },
              move,
            ),
          ),
        ),
    );
  }

  /** What is proved of a move. @param {import("./graph.js").Proven} proven */
  #proof({ winner, plies }) {
    if (winner === null) return h("span.proof", {}, t("web.explore.drawn"));
    const said = t("web.explore.value", { colour: colourName(this.colours[winner]), count: plies });
    return h("span.proof", { title: t("web.engine.proved") }, stone(this.colours[winner]), said);
  }

  /**
   * How often players like these win, a part of a bar for each seat.
   * @param {number[]} chances
   * @param {number} mover
   */
  #chances(chances, mover) {
    const said = t("web.engine.chances", { colour: colourName(this.colours[mover]), share: percent(chances[mover]) });
    return h(
      "span.chances",
      { title: said },
      h("span.bar", { "aria-hidden": "true" }, ...chances.map((share, seat) => part(this.colours[seat], share))),
      h("span.vh", {}, said),
      h("span", { "aria-hidden": "true" }, percent(chances[mover])),
    );
  }
}

/** A seat's part of a bar. @param {Colour} colour @param {number} share */
function part(colour, share) {
  const element = h(`i.in-${colour}`);
  element.style.flexGrow = share.toFixed(3);
  return element;
}
