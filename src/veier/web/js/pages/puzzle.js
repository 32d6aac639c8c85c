// @ts-check
/** A puzzle to solve: each try is judged at once; a wrong one is refuted on the board, a right one answered. */

import { h, put } from "../dom.js";
import { say } from "../say.js";
import { get, post } from "../net.js";
import { icon } from "../parts/drawing.js";
import { notice, reason } from "../parts/notices.js";
import { Playground } from "../parts/playground.js";
import { dots, markSolved } from "../parts/solved.js";

/**
 * What the server says of a try.
 *
 * @typedef {{right: boolean, solved: boolean, message: any, line: string[], squares: any[], remarks: any[]}}
 *   Judgement
 */

/** How long a move of the other side is awaited, so that one sees it come. */
const PAUSE_MS = 650;

/** @type {import("../app.js").Page} */
export async function page(place) {
  const puzzle = await get(`/api/v1/puzzles/${encodeURIComponent(place.rest)}`);
  const solving = new Solving(place, puzzle);
  await solving.ground.begin();
  return () => solving.close();
}

class Solving {
  /**
   * @param {import("../app.js").Place} place
   * @param {any} puzzle
   */
  constructor(place, puzzle) {
    this.puzzle = puzzle;
    /** The right moves so far, with the answers. @type {string[]} */
    this.good = [];
    this.open = true;
    this.ground = new Playground(
      { game: puzzle.game, start: puzzle.position },
      { moved: ({ moves }) => this.#judge(moves), shown: (board) => this.#shown(board), aids: false },
    );
    // Going back is for the page to offer: only to where the last try was made.
    this.ground.buttons.undo.hidden = this.ground.buttons.again.hidden = true;
    this.said = h("section.said", { "aria-live": "polite", tabindex: "-1" });
    place.name(say("web.puzzle.title", { game: say(puzzle.title) }), say("web.puzzles.title"), say(puzzle.title));
    put(
      place.main,
      h(
        "div.solving",
        {},
        h(
          "header",
          {},
          h(
            "p.facts",
            {},
            h("a", { href: "/puzzles" }, say("web.puzzle.all")),
            h("span", {}, say(puzzle.name)),
            dots(puzzle),
          ),
          h("h1", {}, say(puzzle.task)),
        ),
        this.ground.element,
        h("div.side", {}, this.said, h("p.quiet", {}, say(puzzle.origin))),
      ),
    );
    this.#ask();
  }

  close() {
    this.open = false;
  }

  /**
   * The task says whose turn it is; beneath the board only an end is told.
   *
   * @param {import("../types.js").Board} board
   */
  #shown(board) {
    this.ground.told.hidden = !board.over;
  }

  /** Draw the first of some squares, or light the row. @param {any[]} squares */
  #point(squares) {
    this.ground.board.show(squares.length ? { missing: [], ...squares[0] } : null);
  }

  /** Wait for a try. */
  #ask() {
    this.ground.open = true;
    this.said.className = "said";
    put(this.said, this.#acts(this.#solutionButton()));
  }

  /** @param {string[]} moves */
  async #judge(moves) {
    this.ground.open = false;
    put(this.said, h("p", {}, say("web.puzzle.judging")));
    /** @type {Judgement} */
    let judged;
    try {
      judged = await post(`/api/v1/puzzles/${this.puzzle.id}/tries`, { moves });
    } catch (error) {
      notice(reason(error));
      return this.#again();
    }
    if (!this.open) return;
    if (judged.solved) this.#solved(moves, judged);
    else if (judged.right) await this.#goOn(moves, judged);
    else await this.#refuted(judged);
  }

  /**
   * @param {string[]} moves
   * @param {Judgement} judged
   */
  #solved(moves, judged) {
    this.good = moves;
    markSolved(this.puzzle.id);
    this.#explain("solved", h("h2", {}, icon("check"), say(judged.message)), judged.remarks);
  }

  /**
   * @param {string[]} moves
   * @param {Judgement} judged
   */
  async #goOn(moves, judged) {
    this.good = [...moves, ...judged.line];
    this.#tell("right", h("h2", {}, say(judged.message)), this.#solutionButton());
    await this.#playOut(judged.line);
    this.ground.open = true;
  }

  /** @param {Judgement} judged */
  async #refuted(judged) {
    this.#tell(
      "wrong",
      h("p", {}, say(judged.message)),
      h(
        "button.btn.primary",
        { type: "button", onclick: () => this.#again() },
        icon("takeback"),
        say("web.puzzle.try_again"),
      ),
      this.#solutionButton(),
    );
    this.#point(judged.squares);
    await this.#playOut(judged.line);
    if (!this.ground.present?.over) this.#point(judged.squares);
  }

  async #again() {
    this.#ask();
    this.#point([]);
    await this.ground.go(this.good);
  }

  async #showSolution() {
    this.ground.open = false;
    try {
      const { line, remarks } = await post(`/api/v1/puzzles/${this.puzzle.id}/solution`, { moves: this.good });
      if (!this.open) return;
      this.#point([]);
      await this.ground.go(this.good);
      this.ground.open = false;
      this.#explain("told", h("h2", {}, say("web.puzzle.solution_is", { line: line.join(", ") })), remarks);
      await this.#playOut(line);
    } catch (error) {
      notice(reason(error));
      if (this.open) await this.#again();
    }
  }

  /** Make moves on the board one after the other, so that they can be followed. @param {string[]} line */
  async #playOut(line) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const before = this.ground.moves;
    for (const [place, text] of line.entries()) {
      if (!still) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      // Whoever has gone on meanwhile is not disturbed.
      if (!this.open || this.ground.moves.length !== before.length + place) return;
      await this.ground.play(text);
    }
  }

  /**
   * @param {string} manner
   * @param {HTMLElement} head
   * @param {any[]} remarks why the move is right
   */
  #explain(manner, head, remarks) {
    const list = h(
      "ul",
      {},
      ...remarks.map((remark) =>
        h(
          "li",
          { onmouseenter: () => this.#point(remark.squares), onmouseleave: () => this.#point([]) },
          say(remark.message),
        ),
      ),
    );
    const next = h("a.btn.primary", { href: `/puzzle/${this.puzzle.next}` }, say("web.puzzle.next"), icon("next"));
    this.said.className = `said panel ${manner}`;
    put(this.said, head, list, this.#acts(next));
    this.said.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {string} manner
   * @param {HTMLElement} head
   * @param {...HTMLElement} acts
   */
  #tell(manner, head, ...acts) {
    this.said.className = `said panel ${manner}`;
    put(this.said, head, this.#acts(...acts));
    this.said.scrollIntoView({ block: "nearest" });
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
      say("web.puzzle.solution"),
    );
  }
}
