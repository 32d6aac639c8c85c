// @ts-check
/**
 * One task of a lesson: a board, what to do, and after each try whether it was right and why.
 *
 * A task is either asked, with its pieces in sight, or judged, with a button that leads on. Each of the two states
 * shows all of itself, so that there is a way on whatever came before.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../net.js";
import { icon } from "./icons.js";
import { notice, reason } from "./notices.js";
import { Playground } from "./playground.js";
import { markTask } from "./lesson-progress.js";

/**
 * @typedef {{id: string, goal: string, title: any, text: any, hint: any, answer: string, game: string, start: string,
 *   board: import("../types.js").Board, hinted: any}} Task
 */
/** The server's verdict on a try. @typedef {{right: boolean, text: any, view: any, refused: any}} Verdict */

export class Exercise {
  /** How much was shown: nothing, where to look, a right move. */
  #hints = 0;
  /** Counts tries and new beginnings: a verdict that comes after either is of no interest any more. */
  #tries = 0;

  /**
   * @param {string} page
   * @param {Task} task
   * @param {string} where which task of how many it is
   * @param {{solved: () => void, onward: () => import("../dom.js").Child[]}} course called when it is solved, and for
   *   what comes then
   */
  constructor(page, task, where, course) {
    this.page = page;
    this.task = task;
    this.course = course;
    this.playground = new Playground(
      { game: task.game, start: task.start, board: task.board },
      { chosen: (text) => this.#try(text), refused: (text) => this.#try(text), aids: false },
    );
    const { board, hand } = this.playground;
    // Going to a task reads its title aloud, then which one it is and what to do.
    this.heading = h("h1", { tabindex: -1, "aria-describedby": "task-where task-text" }, t(task.title));
    this.feedback = h("section.feedback", { "aria-live": "polite" });
    this.acts = h("div.row");
    this.element = h(
      `div.exercise.play.surface-${task.board.view.surface}`,
      { "data-task": task.id },
      h("div.playboard", {}, board),
      h(
        "div.side",
        {},
        h("p.cap", { id: "task-where" }, where),
        this.heading,
        h("p.task", { id: "task-text" }, t(task.text)),
        task.goal === "lay" && h("p.quiet", {}, howToLay(task.board.view)),
        this.feedback,
        this.acts,
        hand,
      ),
    );
    void this.#ask();
  }

  /** Wait for a try at the task, with what was shown of it so far. */
  async #ask() {
    const asked = ++this.#tries;
    this.feedback.className = this.#hints ? "feedback panel" : "feedback";
    put(this.feedback, this.#hints > 0 && h("p", {}, this.#shown()));
    put(this.acts, this.#hintButton());
    // A piece that is taken while the position is on its way would be lost.
    this.playground.open = false;
    await this.playground.begin();
    if (asked !== this.#tries) return;
    this.playground.open = true;
    if (this.#hints > 1) this.#holdAnswer();
    else if (this.#hints) this.playground.board.show(pointedOut(this.task.hinted));
  }

  /** Hold a right move over the board; by keys it is made with Enter. */
  #holdAnswer() {
    const { board } = this.playground;
    const [stone] = board.consider(this.task.answer)?.stones ?? [];
    board.targeting.pin();
    if (stone) board.targeting.focusCell(stone[0]);
  }

  /** What a hint says. */
  #shown() {
    return this.#hints > 1 ? t("web.lessons.shown", { move: this.task.answer }) : t(this.task.hint);
  }

  #hintButton() {
    return h(
      "button.btn",
      { type: "button", onclick: () => this.#hint() },
      icon("hint"),
      this.#hints ? t("web.lessons.show") : t("web.lessons.hint"),
    );
  }

  /** First show where to look, then hold a right move over the board; both on the board as the task has it. */
  #hint() {
    this.#hints = Math.min(this.#hints + 1, 2);
    void this.#ask();
    this.#focusActs();
  }

  /** @param {string} move */
  async #try(move) {
    const tried = ++this.#tries;
    this.playground.open = false;
    /** @type {Verdict} */
    let verdict;
    try {
      verdict = await post(`/api/v1/lessons/${this.page}/${this.task.id}/tries`, { move });
    } catch (error) {
      notice(reason(error));
      if (tried === this.#tries) await this.#ask();
      return;
    }
    if (verdict.right) {
      markTask(this.page, this.task.id);
      this.course.solved();
    }
    if (tried === this.#tries) this.#showVerdict(verdict);
  }

  /** @param {Verdict} verdict */
  #showVerdict(verdict) {
    this.#showBoard(verdict);
    this.feedback.className = verdict.right ? "feedback panel right" : "feedback panel wrong";
    put(
      this.feedback,
      h("h2", {}, verdict.right && icon("check"), verdict.right ? t("web.lessons.right") : t("web.lessons.wrong")),
      h("p", {}, t(verdict.text)),
    );
    if (verdict.right) {
      this.#hints = 0;
      put(this.acts, ...this.course.onward(), this.#againButton("button.btn", t("web.lessons.redo")));
    } else put(this.acts, this.#againButton("button.btn.primary", t("web.lessons.again")), this.#hintButton());
    this.#focusActs();
    this.acts.scrollIntoView({ block: "nearest" });
  }

  /** Show what a try led to; nothing can be moved on this board. @param {Verdict} verdict */
  #showBoard({ view, refused }) {
    const { board, warning, tray } = this.playground;
    const nothing = { turn: null, task: null, gives: [], threats: [], squares: [] };
    board.board = { ...nothing, view, refused: refused ? [refused] : [], over: true };
    if (refused) board.consider(refused.text);
    else board.show(pointedOut(view));
    warning.element.hidden = true;
    // The tray has done its part; only what was set aside for points is still worth seeing.
    tray.hidden = !view.trays[tray.seat]?.aside;
  }

  /**
   * @param {"button.btn" | "button.btn.primary"} what
   * @param {string} name
   */
  #againButton(what, name) {
    return h(what, { type: "button", onclick: () => this.#again() }, icon("takeback"), name);
  }

  /** Begin the task again. Where to look is still shown, a right move only if it is asked for again. */
  async #again() {
    this.#hints = Math.min(this.#hints, 1);
    await this.#ask();
    const { targeting } = this.playground.board;
    targeting.focusCell(targeting.cursor);
  }

  #focusActs() {
    /** @type {HTMLElement | null} */ (this.acts.querySelector("button, a"))?.focus({ preventScroll: true });
  }
}

/** How a piece is laid on a board like this. @param {any} view */
function howToLay(view) {
  if (view.surface === "hexagon") return t("web.lessons.how.stone");
  if (view.surface === "paper") return t("web.lessons.how.pencil");
  return view.fields.length ? t("web.lessons.how.tile") : t("web.lessons.how.domino");
}

/** The squares and rows of a view that lack a stone. @param {any} view */
function pointedOut(view) {
  const lacking = [
    ...view.squares.map((/** @type {any} */ square) => ({ ...square, cells: square.corners })),
    ...view.rows,
  ].filter((mark) => mark.missing);
  return lacking.map(({ colour, cells, missing }) => ({
    seat: view.colours.indexOf(colour),
    cells,
    missing: [missing],
  }));
}
