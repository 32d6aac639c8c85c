// @ts-check
/**
 * Square vision in words: what wins, which squares lack one stone, and what the move being considered changes, in the
 * order of the board, which draws the first of them.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";
import { missing } from "./stones.js";
import { toggle } from "./forms.js";
import { playerName, tilt } from "./format.js";

/** @typedef {import("../board/types.js").SpokenSquare} SpokenSquare */

/** So many squares are named; more would be read by nobody. */
const SHOWN = 4;

export class Vision {
  /**
   * @param {boolean} on
   * @param {string} surface
   * @param {(on: boolean) => void} flip
   * @param {(what: import("./board.js").Pointed | null) => void} point lets the board speak of one square
   * @param {() => import("./format.js").People} people who plays
   */
  constructor(on, surface, flip, point, people) {
    this.on = on;
    this.people = people;
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
    /** @type {{spoken: SpokenSquare[] | null, move: string | null}} */
    this.shown = { spoken: null, move: null };
  }

  /**
   * @param {SpokenSquare[] | null} spoken what there is to speak of, the most important first; null while it is
   *   nobody's turn here
   * @param {string | null} move what is being considered
   */
  update(spoken, move) {
    this.shown = { spoken, move };
    this.#draw();
  }

  #draw() {
    const { spoken, move } = this.shown;
    this.list.hidden = this.line.hidden = !this.on;
    const groups = grouped(spoken ?? []);
    put(this.list, ...(groups.length ? groups.flatMap((group) => this.#group(group, move)) : [this.#nothing()]));
    this.#drawLine(groups[0] ?? [], move);
  }

  /** The one line that a phone has room for: the most important squares. @param {SpokenSquare[]} group
   * @param {string | null} move */
  #drawLine(group, move) {
    const [first] = group;
    const said = first && this.#inOneLine(first, cellsOf(group), move);
    this.line.hidden ||= !said;
    if (!first || !said) return;
    this.line.className = `eyes-line soft-${first.colour}`;
    put(this.line, missing(first.colour), h("span", {}, said));
  }

  /** @param {SpokenSquare} square @param {string[]} cells @param {string | null} move */
  #inOneLine({ role, seat }, cells, move) {
    if (role === "wins" && this.rows) return t("web.vision.line_scores", { cells });
    if (role === "wins") return t("web.vision.line_wins", { cells });
    if (role !== "own" && role !== "theirs") return null;
    const who = { colour: playerName(this.people(), seat), cells };
    return move ? t("web.vision.line_with", { move, ...who }) : t("web.vision.line", who);
  }

  /** Squares that one sentence introduces. @param {SpokenSquare[]} group @param {string | null} move */
  #group(group, move) {
    const [first] = group;
    // Why a move is forbidden is told by its warning.
    if (!first || first.role === "forbids") return [];
    return [
      h("p.lead", {}, this.#lead(first, move)),
      h("ul", {}, ...group.slice(0, SHOWN).map((square) => this.#row(square))),
      group.length > SHOWN && h("p.lead", {}, t("web.vision.others", { count: group.length - SHOWN })),
    ];
  }

  /** @param {SpokenSquare} square @param {string | null} move */
  #lead({ role, seat }, move) {
    const colour = playerName(this.people(), seat);
    if (role === "wins") return this.rows ? t("web.vision.scores") : t("web.vision.wins");
    if (role === "gives") return t("web.caution.gives", { colour });
    if (role === "gone") return t("web.vision.takes", { move, colour });
    return move ? t("web.vision.with", { move, colour }) : t("web.vision.lacks", { colour });
  }

  #nothing() {
    const { spoken, move } = this.shown;
    if (!spoken) return h("p.lead", {}, t("web.vision.calm"));
    if (move) return h("p.lead", {}, t("web.vision.quiet", { move }));
    return h("p.lead", {}, this.rows ? t("web.vision.none_row") : t("web.vision.none"));
  }

  /** @param {SpokenSquare} square */
  #row({ seat, colour, cells, missing: lacking, step, role }) {
    const point = () => this.point({ seat, cells, missing: lacking });
    const leave = () => this.point(null);
    const ordered = [...lacking, ...cells.filter((cell) => !lacking.includes(cell))].join(" ");
    return h(
      role === "gone" ? "li.gone" : "li",
      {},
      h(
        "button",
        {
          type: "button",
          onmouseenter: point,
          onfocus: point,
          onmouseleave: leave,
          onblur: leave,
          class: `soft-${colour}`,
        },
        missing(colour),
        h(
          "span.what",
          {},
          h("b", {}, lacking[0] ?? cells.join(" ")),
          h("span", {}, [lacking.length ? ordered : "", this.rows ? "" : tilt(step)].filter(Boolean).join(", ")),
        ),
      ),
    );
  }
}

/** Put together what one sentence can introduce. @param {SpokenSquare[]} spoken */
function grouped(spoken) {
  /** @type {SpokenSquare[][]} */
  const groups = [];
  for (const square of spoken) {
    const last = groups.at(-1)?.[0];
    if (last && last.role === square.role && last.colour === square.colour) groups.at(-1)?.push(square);
    else groups.push([square]);
  }
  return groups;
}

/**
 * The cells to name in a line: those that are missing, or those of what a move completes.
 * @param {SpokenSquare[]} group
 */
function cellsOf(group) {
  const named = group.map(({ cells, missing: lacking }) => lacking[0] ?? cells.join(" "));
  return [...new Set(named)].slice(0, SHOWN);
}
