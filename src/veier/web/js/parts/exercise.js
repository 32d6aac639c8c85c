// @ts-check
/** One task of a lesson: a board to try on, what to do, and after each try at once whether it was right and why. */

import { h, put } from "../dom.js";
import { say } from "../say.js";
import { post } from "../net.js";
import { icon } from "./drawing.js";
import { notice, reason } from "./notices.js";
import { Playground } from "./playground.js";
import { markTask } from "./progress.js";

/**
 * @typedef {{id: string, goal: string, title: any, text: any, hint: any, answer: string, game: string, start: string,
 *   board: import("../types.js").Board, hinted: any}} Task
 */
/** What the server says of a try. @typedef {{right: boolean, text: any, view: any, refused: any}} Verdict */

export class Exercise {
  /**
   * @param {string} page
   * @param {Task} task
   * @param {string} where which task of how many it is
   * @param {{solved: () => void, onward: () => import("../dom.js").Child[]}} course hears when it is solved, and says
   *   what comes then
   */
  constructor(page, task, where, course) {
    this.page = page;
    this.task = task;
    this.course = course;
    this.hints = 0;
    this.ground = new Playground(
      { game: task.game, start: task.start },
      { moved: ({ text }) => this.#try(text), refused: (text) => this.#try(text), aids: false },
    );
    const { board, caution, tray } = this.ground;
    this.heading = h("h1", { tabindex: -1 }, say(task.title));
    this.said = h("section.said", { "aria-live": "polite" });
    this.acts = h("div.row");
    this.element = h(
      `div.exercise.surface-${task.board.view.surface}`,
      { "data-task": task.id },
      h("div.playboard", {}, board),
      h(
        "div.side",
        {},
        h("p.cap", {}, where),
        this.heading,
        h("p.task", {}, say(task.text)),
        this.said,
        this.acts,
        caution.element,
        tray,
      ),
    );
    this.#ask();
    this.ground.begin();
  }

  /** Wait for a try. */
  #ask() {
    this.ground.open = true;
    this.said.className = "said";
    put(this.said);
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
      this.hints ? say("web.lessons.show") : say("web.lessons.hint"),
    );
  }

  /** First say where to look and draw it, then hold a right move over the board. */
  #hint() {
    const { board } = this.ground;
    this.said.className = "said panel";
    if (this.hints++ === 0) {
      put(this.said, h("p", {}, say(this.task.hint)));
      board.show(pointedOut(this.task.hinted));
    } else {
      put(this.said, h("p", {}, say("web.lessons.shown", { move: this.task.answer })));
      board.consider(this.task.answer);
      board.aiming.pin();
    }
    this.#offer(this.#hintButton());
  }

  /** @param {string} move */
  async #try(move) {
    this.ground.open = false;
    try {
      this.#tell(await post(`/api/v1/lessons/${this.page}/${this.task.id}/tries`, { move }));
    } catch (error) {
      notice(reason(error));
      this.#again();
    }
  }

  /** @param {Verdict} verdict */
  #tell(verdict) {
    const { board, caution, tray } = this.ground;
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
    caution.element.hidden = true;
    tray.hidden = true;
    this.said.className = verdict.right ? "said panel right" : "said panel wrong";
    put(
      this.said,
      h("h2", {}, verdict.right && icon("check"), verdict.right ? say("web.lessons.right") : say("web.lessons.wrong")),
      h("p", {}, say(verdict.text)),
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
      this.#offer(...this.course.onward(), again(say("web.lessons.redo")));
    } else this.#offer(again(say("web.lessons.again")), this.#hintButton());
    /** @type {HTMLElement | null} */ (this.acts.querySelector("button, a"))?.focus({ preventScroll: true });
    this.acts.scrollIntoView({ block: "nearest" });
  }

  async #again() {
    this.hints = Math.min(this.hints, 1);
    this.#ask();
    await this.ground.begin();
    this.ground.board.aiming.focusCell(this.ground.board.aiming.cursor);
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
