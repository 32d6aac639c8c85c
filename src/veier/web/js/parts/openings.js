// @ts-check
/** What was played from a position in many games, how often, and how these games ended, with intervals. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { Problem, post } from "../net.js";
import { colourName, percent, thousands } from "./format.js";
import { stone } from "./stones.js";

/** @typedef {import("../types.js").Colour} Colour */
/** @typedef {{move: string, games: number, wins: number[], intervals: [number, number][]}} Opening */

/** So many moves are listed. */
const SHOWN = 12;

export class Openings {
  #asked = 0;

  /**
   * @param {Colour[]} colours
   * @param {{play: (text: string) => void, consider: (text: string) => void}} acts
   */
  constructor(colours, acts) {
    this.colours = colours;
    this.acts = acts;
    this.element = h("section.openings", { hidden: true });
  }

  /** @param {import("./positions.js").Line} line @param {import("../types.js").Board} board */
  async look({ game, start, moves }, board) {
    const asked = ++this.#asked;
    this.element.setAttribute("aria-busy", "true");
    try {
      const found = await post("/api/v1/statistics", { game, ...(start ? { start } : {}), moves });
      if (asked === this.#asked) this.#draw(found, board.view.mover);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (asked === this.#asked) this.element.hidden = true;
    }
    if (asked === this.#asked) this.element.removeAttribute("aria-busy");
  }

  /** @param {{games: number, source: string, moves: Opening[]}} found @param {number} mover */
  #draw({ games, source, moves }, mover) {
    this.element.hidden = games === 0;
    if (!games) return;
    put(
      this.element,
      h("h2", {}, t("web.openings.title")),
      moves.length
        ? h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col" }, t("web.openings.move")),
                h("th", { scope: "col" }, t("web.openings.games")),
                h(
                  "th",
                  { scope: "col" },
                  stone(this.colours[mover]),
                  t("web.openings.wins", { colour: colourName(this.colours[mover]) }),
                ),
              ),
            ),
            h("tbody", {}, ...moves.slice(0, SHOWN).map((one) => this.#row(one, mover))),
          )
        : h("p.quiet", {}, t("web.openings.none")),
      h("p.cap", {}, t(source === "own" ? "web.openings.source_own" : "web.openings.source", { count: games })),
    );
  }

  /** @param {Opening} one @param {number} mover */
  #row({ move, games, wins, intervals }, mover) {
    const consider = () => this.acts.consider(move);
    const [low, high] = intervals[mover];
    return h(
      "tr",
      {},
      h(
        "td",
        {},
        h(
          "button.move-chip",
          { type: "button", onclick: () => this.acts.play(move), onmouseenter: consider, onfocus: consider },
          move,
        ),
      ),
      h("td", {}, thousands(games)),
      h(
        "td",
        {},
        h("span.share", {}, percent(wins[mover] / games)),
        interval(this.colours[mover], { low, high, share: wins[mover] / games }),
        h("span.range", {}, t("web.openings.range", { low: percent(low), high: percent(high) })),
      ),
    );
  }
}

/**
 * A share, and the range in which it lies, as a picture.
 * @param {Colour} colour
 * @param {{low: number, high: number, share: number}} shares
 */
function interval(colour, shares) {
  const element = h(`span.interval.in-${colour}`, { "aria-hidden": "true" });
  for (const [name, value] of Object.entries(shares)) element.style.setProperty(`--${name}`, value.toFixed(3));
  return element;
}
