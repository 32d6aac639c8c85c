// @ts-check
/** One task of a lesson: a board, what to do, and after each try whether it was right and why. */

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
    this.hints = 0;
    this.playground = new Playground(
      { game: task.game, start: task.start },
      { moved: ({ text }) => this.#try(text), refused: (text) => this.#try(text), aids: false },
    );
    const { board, hand } = this.playground;
    this.heading = h("h1", { tabindex: -1 }, t(task.title));
    this.feedback = h("section.feedback", { "aria-live": "polite" });
    this.acts = h("div.row");
    this.element = h(
      `div.exercise.play.surface-${task.board.view.surface}`,
      { "data-task": task.id },
      h("div.playboard", {}, board),
      h(
        "div.side",
        {},
        h("p.cap", {}, where),
        this.heading,
        h("p.task", {}, t(task.text)),
        this.feedback,
        this.acts,
        hand,
      ),
    );
    this.#ask();
    this.playground.begin();
  }

  /** Wait for a try. */
  #ask() {
    this.playground.open = true;
    this.feedback.className = "feedback";
    put(this.feedback);
    this.#offer(this.#hintButton());
  }

  /** @param {import("../dom.js").Child[]} acts */
  #offer(...acts) {
    put(this.acts, ...acts);
  }

  #hintButton() {
    return h(
      "button.btn",
      { type: "button", onclick: () => this.#hint() },
      icon("hint"),
      this.hints ? t("web.lessons.show") : t("web.lessons.hint"),
    );
  }

  /** First show where to look, then hold a right move over the board. */
  #hint() {
    const { board } = this.playground;
    this.feedback.className = "feedback panel";
    if (this.hints++ === 0) {
      put(this.feedback, h("p", {}, t(this.task.hint)));
      board.show(pointedOut(this.task.hinted));
    } else {
      put(this.feedback, h("p", {}, t("web.lessons.shown", { move: this.task.answer })));
      board.consider(this.task.answer);
      board.targeting.pin();
    }
    this.#offer(this.#hintButton());
  }

  /** @param {string} move */
  async #try(move) {
    this.playground.open = false;
    try {
      this.#showVerdict(await post(`/api/v1/lessons/${this.page}/${this.task.id}/tries`, { move }));
    } catch (error) {
      notice(reason(error));
      this.#again();
    }
  }

  /** @param {Verdict} verdict */
  #showVerdict(verdict) {
    const { board, warning, tray } = this.playground;
    board.board = {
      view: verdict.view,
      turn: null,
      task: null,
      refused: verdict.refused ? [verdict.refused] : [],
      gives: [],
      threats: [],
      squares: [],
      over: true,
    };
    if (verdict.refused) board.consider(verdict.refused.text);
    else board.show(pointedOut(verdict.view));
    warning.element.hidden = true;
    tray.hidden = true;
    this.feedback.className = verdict.right ? "feedback panel right" : "feedback panel wrong";
    put(
      this.feedback,
      h("h2", {}, verdict.right && icon("check"), verdict.right ? t("web.lessons.right") : t("web.lessons.wrong")),
      h("p", {}, t(verdict.text)),
    );
    const again = (/** @type {string} */ name) =>
      h(
        verdict.right ? "button.btn" : "button.btn.primary",
        { type: "button", onclick: () => this.#again() },
        icon("takeback"),
        name,
      );
    if (verdict.right) {
      markTask(this.page, this.task.id);
      this.course.solved();
      this.#offer(...this.course.onward(), again(t("web.lessons.redo")));
    } else this.#offer(again(t("web.lessons.again")), this.#hintButton());
    /** @type {HTMLElement | null} */ (this.acts.querySelector("button, a"))?.focus({ preventScroll: true });
    this.acts.scrollIntoView({ block: "nearest" });
  }

  async #again() {
    this.hints = Math.min(this.hints, 1);
    this.#ask();
    await this.playground.begin();
    this.playground.board.targeting.focusCell(this.playground.board.targeting.cursor);
  }
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
