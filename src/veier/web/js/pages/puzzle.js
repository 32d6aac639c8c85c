// @ts-check
/** A puzzle to solve: each try is checked at once; a wrong one is refuted on the board, a right one answered. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { get, post } from "../net.js";
import { analysisAddress } from "../parts/analysis-address.js";
import { icon } from "../parts/icons.js";
import { notice, reason } from "../parts/notices.js";
import { Playground } from "../parts/playground.js";
import { dots, markSolved } from "../parts/puzzle-progress.js";

/**
 * The server's verdict on a try.
 *
 * @typedef {{right: boolean, solved: boolean, message: any, line: string[], squares: any[], remarks: any[]}}
 *   Verdict
 */

/** How long a move of the other side is awaited, so that one sees it come. */
const PAUSE_MS = 650;

/** @type {import("../app.js").Page} */
export async function page(place) {
  const puzzle = await get(`/api/v1/puzzles/${encodeURIComponent(place.rest)}`);
  const solver = new PuzzlePage(place, puzzle);
  await solver.begin();
  return () => solver.close();
}

class PuzzlePage {
  /** The right moves so far, with the answers. @type {string[]} */
  #good = [];
  /** Counts what the page was asked to do: what was begun before goes no further. */
  #asked = 0;

  /**
   * @param {import("../app.js").Place} place
   * @param {any} puzzle
   */
  constructor(place, puzzle) {
    this.puzzle = puzzle;
    this.playground = new Playground(
      { game: puzzle.game, start: puzzle.position },
      { moved: ({ moves }) => this.#check(moves), shown: (board) => this.#shown(board), aids: false },
    );
    this.feedback = h("section.feedback", { "aria-live": "polite", tabindex: "-1" });
    place.name(t("web.puzzle.title", { game: t(puzzle.title) }), t("web.puzzles.title"), t(puzzle.title));
    this.element = h(
      "div.solving.play",
      {},
      h("div.playboard", {}, this.playground.board),
      h(
        "div.side",
        {},
        h(
          "p.facts",
          {},
          h("a", { href: "/puzzles" }, t("web.puzzle.all")),
          h("span", {}, t(puzzle.name)),
          dots(puzzle),
        ),
        h("h1", {}, t(puzzle.task)),
        this.playground.status,
        this.feedback,
        h("p.quiet", {}, t(puzzle.origin)),
        this.playground.hand,
      ),
    );
    put(place.main, this.element);
  }

  /** Fetch the position and ask for the first try; raise Problem if there is no position to show. */
  async begin() {
    await this.playground.fetch(this.#good);
    await this.#ask();
  }

  close() {
    this.#asked += 1;
  }

  /**
   * The task names the mover; the line below the board shows only how a game ended.
   *
   * @param {import("../types.js").Board} board
   */
  #shown(board) {
    this.playground.status.hidden = !board.over;
    this.element.classList.toggle("surface-hexagon", board.view.surface === "hexagon");
  }

  /** Draw the first of some squares, or light the row. @param {any[]} squares */
  #point(squares) {
    this.playground.board.show(squares[0] ?? null);
  }

  /** Do something new: the board is closed meanwhile, and what was begun before stops. */
  #turnTo() {
    this.playground.open = false;
    return ++this.#asked;
  }

  /** Wait for a try, from where the right moves so far lead to. */
  async #ask() {
    const asked = this.#turnTo();
    this.feedback.className = "feedback";
    put(this.feedback, this.#acts(this.#solutionButton()));
    this.#point([]);
    await this.playground.go(this.#good);
    if (asked === this.#asked) this.#openBoard();
  }

  /** Let a move be made, if the board shows where the right moves lead to; else that can be tried again. */
  #openBoard() {
    const there = this.playground.moves.join(" ") === this.#good.join(" ");
    this.playground.open = there;
    if (!there) put(this.feedback, this.#acts(this.#againButton(), this.#solutionButton()));
  }

  /** @param {string[]} moves */
  async #check(moves) {
    const asked = this.#turnTo();
    this.feedback.className = "feedback";
    put(this.feedback, h("p", {}, t("web.puzzle.judging")), this.#acts(this.#solutionButton()));
    /** @type {Verdict} */
    let verdict;
    try {
      verdict = await post(`/api/v1/puzzles/${this.puzzle.id}/tries`, { moves });
    } catch (error) {
      if (asked !== this.#asked) return;
      notice(reason(error));
      return this.#ask();
    }
    if (verdict.solved) markSolved(this.puzzle.id);
    if (asked !== this.#asked) return;
    if (verdict.solved) await this.#solved(verdict);
    else if (verdict.right) await this.#goOn(moves, verdict);
    else await this.#refuted(verdict);
  }

  /** Replies that cannot but complete the square are shown, too. @param {Verdict} verdict */
  async #solved(verdict) {
    this.#good = [];
    this.#explain("solved", h("h2", {}, icon("check"), t(verdict.message)), verdict.remarks);
    await this.#playOut(verdict.line);
  }

  /**
   * @param {string[]} moves
   * @param {Verdict} verdict
   */
  async #goOn(moves, verdict) {
    const asked = this.#asked;
    this.#good = [...moves, ...verdict.line];
    this.#showFeedback("right", h("h2", {}, t(verdict.message)), this.#solutionButton());
    await this.#playOut(verdict.line);
    if (asked === this.#asked) this.#openBoard();
  }

  /** @param {Verdict} verdict */
  async #refuted(verdict) {
    const asked = this.#asked;
    this.#showFeedback("wrong", h("p", {}, t(verdict.message)), this.#againButton(), this.#solutionButton());
    this.#focusActs();
    this.#point(verdict.squares);
    await this.#playOut(verdict.line);
    if (asked === this.#asked && !this.playground.present?.over) this.#point(verdict.squares);
  }

  async #again() {
    await this.#ask();
    const { targeting } = this.playground.board;
    targeting.focusCell(targeting.cursor);
  }

  /** Until the solution comes, which may take a while, moves can still be tried. */
  async #showSolution() {
    const asked = ++this.#asked;
    try {
      const { line, remarks } = await post(`/api/v1/puzzles/${this.puzzle.id}/solution`, { moves: this.#good });
      if (asked !== this.#asked) return;
      this.playground.open = false;
      this.#point([]);
      await this.playground.go(this.#good);
      if (asked !== this.#asked) return;
      this.#good = [];
      this.#explain("told", h("h2", {}, t("web.puzzle.solution_is", { line: line.join(", ") })), remarks);
      await this.#playOut(line);
    } catch (error) {
      if (asked !== this.#asked) return;
      notice(reason(error));
      await this.#ask();
      this.#focusActs();
    }
  }

  /** Make moves on the board one after the other, so that they can be followed. @param {string[]} line */
  async #playOut(line) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const asked = this.#asked;
    for (const text of line) {
      if (!still) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      // The user may have gone on meanwhile, or the line is cut.
      if (asked !== this.#asked || !(await this.playground.play(text))) return;
    }
  }

  /**
   * @param {string} outcome
   * @param {HTMLElement} head
   * @param {any[]} remarks why the move is right
   */
  #explain(outcome, head, remarks) {
    const list = h(
      "ul",
      {},
      ...remarks.map((remark) =>
        h(
          "li",
          { onmouseenter: () => this.#point(remark.squares), onmouseleave: () => this.#point([]) },
          t(remark.message),
        ),
      ),
    );
    const next = h("a.btn.primary", { href: `/puzzle/${this.puzzle.next}` }, t("web.puzzle.next"), icon("next"));
    this.feedback.className = `feedback panel ${outcome}`;
    const { game, position: start } = this.puzzle;
    const analyse = h(
      "a.btn",
      { href: analysisAddress({ game, start, moves: [] }) },
      icon("watch"),
      t("web.analyse.here"),
    );
    put(this.feedback, head, list, this.#acts(next, this.#againButton("button.btn"), analyse));
    this.#focusActs();
    this.feedback.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {string} outcome
   * @param {HTMLElement} head
   * @param {...HTMLElement} acts
   */
  #showFeedback(outcome, head, ...acts) {
    this.feedback.className = `feedback panel ${outcome}`;
    put(this.feedback, head, this.#acts(...acts));
    this.feedback.scrollIntoView({ block: "nearest" });
  }

  /** @param {...HTMLElement} acts */
  #acts(...acts) {
    return h("div.row", {}, ...acts);
  }

  #focusActs() {
    /** @type {HTMLElement | null} */ (this.feedback.querySelector(".row .btn"))?.focus({ preventScroll: true });
  }

  /** @param {"button.btn" | "button.btn.primary"} [what] */
  #againButton(what = "button.btn.primary") {
    return h(what, { type: "button", onclick: () => this.#again() }, icon("takeback"), t("web.puzzle.try_again"));
  }

  #solutionButton() {
    const button = h("button.btn", { type: "button" }, icon("hint"), t("web.puzzle.solution"));
    button.addEventListener("click", () => {
      button.disabled = true;
      void this.#showSolution();
    });
    return button;
  }
}
