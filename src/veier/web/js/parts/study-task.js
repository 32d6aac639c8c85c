// @ts-check
/** The task of a chapter: a reader tries moves, the server judges them by the rules, and shows the solution on request. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../net.js";
import { icon } from "./icons.js";
import { reason } from "./notices.js";

/** @typedef {{right: boolean, solved: boolean, message: import("../i18n.js").Message, line: string[]}} Verdict */

export class StudyTask {
  /** The right moves so far, with the replies. @type {string[]} */
  #good = [];
  #asked = 0;

  /**
   * @param {string} path of the chapter in the API
   * @param {string} text what is to be found
   * @param {{show: (moves: string[], open: boolean) => Promise<void>, point: (move: string) => void,
   *   done: () => void}} acts show moves on the board, and whether it can be played on; point out where a move begins;
   *   show the chapter itself
   */
  constructor(path, text, acts) {
    this.path = path;
    this.acts = acts;
    this.feedback = h("div.feedback", { "aria-live": "polite" });
    this.buttons = h("div.row");
    this.element = h("section.study-task", {}, h("p.task", {}, text), this.feedback, this.buttons);
    void this.again();
  }

  /** Try from the last right move again. */
  async again() {
    this.#asked++;
    this.#say("", "");
    put(this.buttons, this.#hintButton(), this.#solutionButton());
    await this.acts.show(this.#good, true);
  }

  /** @param {string} move */
  async play(move) {
    const asked = ++this.#asked;
    const moves = [...this.#good, move];
    await this.acts.show(moves, false);
    this.#say("", t("web.puzzle.judging"));
    try {
      /** @type {Verdict} */
      const verdict = await post(`${this.path}/tries`, { moves });
      if (asked !== this.#asked) return;
      await this.#judged(moves, verdict);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#say("wrong", reason(error));
      this.#offer(this.#againButton());
    }
  }

  /** @param {string[]} moves @param {Verdict} verdict */
  async #judged(moves, verdict) {
    const reached = [...moves, ...verdict.line];
    if (!verdict.right) {
      this.#say("wrong", t(verdict.message));
      this.#offer(this.#againButton(), this.#solutionButton());
    } else if (verdict.solved) {
      this.#say("solved", t(verdict.message));
      this.#offer(this.#doneButton());
    } else {
      this.#good = reached;
      this.#say("right", t(verdict.message));
      put(this.buttons, this.#hintButton(), this.#solutionButton());
    }
    await this.acts.show(reached, verdict.right && !verdict.solved);
  }

  async #hint() {
    try {
      const { line } = await post(`${this.path}/solution`, { moves: this.#good });
      this.acts.point(line[0]);
      this.#say("", t("web.study.hint"));
    } catch (error) {
      this.#say("wrong", reason(error));
    }
  }

  async #solve() {
    const asked = ++this.#asked;
    try {
      const { line, moves } = await post(`${this.path}/solution`, { moves: this.#good });
      if (asked !== this.#asked) return;
      const others = this.#good.length ? [] : moves.slice(1);
      const also = others.length ? ` ${t("study.task.also", { moves: others.join(", "), count: others.length })}` : "";
      this.#say("told", t("web.puzzle.solution_is", { line: line.join(", ") }) + also);
      this.#offer(this.#doneButton(), this.#againButton());
      await this.acts.show([...this.#good, ...line], false);
    } catch (error) {
      this.#say("wrong", reason(error));
    }
  }

  /** @param {string} outcome @param {string} text */
  #say(outcome, text) {
    this.feedback.className = text ? `feedback panel ${outcome}` : "feedback";
    put(this.feedback, text && h("p", {}, outcome === "solved" && icon("check"), text));
  }

  /** @param {...HTMLElement} buttons */
  #offer(...buttons) {
    put(this.buttons, ...buttons);
    this.buttons.scrollIntoView({ block: "nearest" });
    buttons[0].focus({ preventScroll: true });
  }

  #againButton() {
    return button("button.btn.primary", "takeback", t("web.puzzle.try_again"), () => void this.again());
  }

  #hintButton() {
    return button("button.btn", "hint", t("web.lessons.hint"), () => void this.#hint());
  }

  #solutionButton() {
    return button("button.btn", "check", t("web.puzzle.solution"), () => void this.#solve());
  }

  #doneButton() {
    return button("button.btn.primary", "book", t("web.study.read_on"), () => this.acts.done());
  }
}

/**
 * @param {"button.btn" | "button.btn.primary"} what
 * @param {string} picture
 * @param {string} text
 * @param {() => void} act
 */
function button(what, picture, text, act) {
  return h(what, { type: "button", onclick: act }, icon(picture), text);
}
