// @ts-check
/** A puzzle to solve: each try is checked at once; a wrong one is refuted on the board, a right one answered. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { get, post } from "../net.js";
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
  await solver.playground.begin();
  return () => solver.close();
}

class PuzzlePage {
  /**
   * @param {import("../app.js").Place} place
   * @param {any} puzzle
   */
  constructor(place, puzzle) {
    this.puzzle = puzzle;
    /** The right moves so far, with the answers. @type {string[]} */
    this.good = [];
    this.open = true;
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
    this.#ask();
  }

  close() {
    this.open = false;
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
    this.playground.board.show(squares.length ? { missing: [], ...squares[0] } : null);
  }

  /** Wait for a try. */
  #ask() {
    this.playground.open = true;
    this.feedback.className = "feedback";
    put(this.feedback, this.#acts(this.#solutionButton()));
  }

  /** @param {string[]} moves */
  async #check(moves) {
    this.playground.open = false;
    put(this.feedback, h("p", {}, t("web.puzzle.judging")));
    /** @type {Verdict} */
    let verdict;
    try {
      verdict = await post(`/api/v1/puzzles/${this.puzzle.id}/tries`, { moves });
    } catch (error) {
      notice(reason(error));
      return this.#again();
    }
    if (!this.open) return;
    if (verdict.solved) this.#solved(moves, verdict);
    else if (verdict.right) await this.#goOn(moves, verdict);
    else await this.#refuted(verdict);
  }

  /**
   * @param {string[]} moves
   * @param {Verdict} verdict
   */
  #solved(moves, verdict) {
    this.good = moves;
    markSolved(this.puzzle.id);
    this.#explain("solved", h("h2", {}, icon("check"), t(verdict.message)), verdict.remarks);
    // Replies that cannot but complete the square.
    void this.#playOut(verdict.line);
  }

  /**
   * @param {string[]} moves
   * @param {Verdict} verdict
   */
  async #goOn(moves, verdict) {
    this.good = [...moves, ...verdict.line];
    this.#showFeedback("right", h("h2", {}, t(verdict.message)), this.#solutionButton());
    await this.#playOut(verdict.line);
    this.playground.open = true;
  }

  /** @param {Verdict} verdict */
  async #refuted(verdict) {
    this.#showFeedback(
      "wrong",
      h("p", {}, t(verdict.message)),
      h(
        "button.btn.primary",
        { type: "button", onclick: () => this.#again() },
        icon("takeback"),
        t("web.puzzle.try_again"),
      ),
      this.#solutionButton(),
    );
    this.#point(verdict.squares);
    await this.#playOut(verdict.line);
    if (!this.playground.present?.over) this.#point(verdict.squares);
  }

  async #again() {
    this.#ask();
    this.#point([]);
    await this.playground.go(this.good);
  }

  async #showSolution() {
    this.playground.open = false;
    try {
      const { line, remarks } = await post(`/api/v1/puzzles/${this.puzzle.id}/solution`, { moves: this.good });
      if (!this.open) return;
      this.#point([]);
      await this.playground.go(this.good);
      this.playground.open = false;
      this.#explain("told", h("h2", {}, t("web.puzzle.solution_is", { line: line.join(", ") })), remarks);
      await this.#playOut(line);
    } catch (error) {
      notice(reason(error));
      if (this.open) await this.#again();
    }
  }

  /** Make moves on the board one after the other, so that they can be followed. @param {string[]} line */
  async #playOut(line) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const before = this.playground.moves;
    for (const [place, text] of line.entries()) {
      if (!still) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      // The user may have gone on meanwhile.
      if (!this.open || this.playground.moves.length !== before.length + place) return;
      await this.playground.play(text);
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
    put(this.feedback, head, list, this.#acts(next));
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

  #solutionButton() {
    return h(
      "button.btn",
      { type: "button", onclick: () => this.#showSolution() },
      icon("hint"),
      t("web.puzzle.solution"),
    );
  }
}
