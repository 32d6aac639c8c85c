// @ts-check
/** The square trainer: three corners stand, the fourth is to be found, against the clock; the better, the harder. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { get } from "../net.js";
import "../board/index.js";
import { aimPicture } from "../parts/coach-pictures.js";
import { icon } from "../parts/icons.js";
import { failure } from "../parts/notices.js";
import { bestResults, keepBest, keepStreak, streak } from "../parts/trainer-results.js";
import { segments } from "../parts/forms.js";

/** @typedef {"time" | "count"} Mode */
/**
 * What is asked: a board, the cell that is right, and the board with the square.
 *
 * @typedef {{skill: number, answer: string, view: any, solved: any}} Question
 */

const SECONDS = 60;
const SQUARES = 20;
const HARDEST = 10;
/** An answer within this many seconds raises the difficulty by a whole step, a slower one by half a step. */
const QUICK = 5;
/** How long a square that was found is looked at, in milliseconds; the clock waits. */
const LOOK = 800;

/** @type {import("../app.js").Page} */
export async function page(place) {
  place.name(t("web.trainer.title"), t("web.trainer.title"));
  const training = new TrainerPage(place.main);
  return () => training.close();
}

class TrainerPage {
  /** @type {Mode} */ mode = "time";
  /** @type {Question | null} */ question = null;
  /** @type {Promise<Question> | null} */ coming = null;
  /** @type {number | undefined} */ timer;
  /** @type {number | undefined} */ looking;
  /** Whether an answer is awaited, and the clock runs. */
  asking = false;
  found = 0;
  asked = 0;
  skill = 1;
  highest = 1;
  spent = 0;
  since = 0;

  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
    this.board = /** @type {any} */ (document.createElement("veier-board"));
    this.board.localize = t;
    this.board.addEventListener("click", (/** @type {MouseEvent} */ event) =>
      this.#point(this.board.scene.cellAt(event.clientX, event.clientY)),
    );
    this.board.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" || event.key === " ") this.#point(this.board.targeting.cursor);
    });
    this.side = h("div.side");
    this.counts = h("dl.counts");
    this.feedback = h("section.feedback", { "aria-live": "polite" });
    this.acts = h("div.row");
    this.#welcome();
  }

  close() {
    clearInterval(this.timer);
    clearTimeout(this.looking);
    this.asking = false;
  }

  #welcome() {
    put(
      this.main,
      h(
        "div.welcome",
        {},
        aimPicture("fields", "blue"),
        h("h1", {}, t("web.trainer.title")),
        h("p.intro", {}, t("web.trainer.intro")),
        h("p.quiet", {}, t("web.trainer.keys")),
        this.#modes(),
        h("div.row", {}, this.#startButton(t("web.trainer.start"))),
        this.#bests(),
      ),
    );
  }

  #modes() {
    /** @type {{value: Mode, text: string}[]} */
    const choices = [
      { value: "time", text: t("web.trainer.by_time") },
      { value: "count", text: t("web.trainer.by_count") },
    ];
    return segments(t("web.trainer.mode"), choices, this.mode, (mode) => (this.mode = mode));
  }

  /** @param {string} name */
  #startButton(name) {
    return h("button.btn.primary.big", { type: "button", onclick: () => this.#start() }, icon("play"), name);
  }

  #bests() {
    const { time, count } = bestResults();
    const { best } = streak();
    if (!time && !count && !best) return null;
    return h(
      "section.bests",
      {},
      h("h2", {}, t("web.trainer.bests")),
      h(
        "ul",
        {},
        time && h("li", {}, t("web.trainer.best_time", { count: time.found })),
        count && h("li", {}, t("web.trainer.best_count", { count: count.found, seconds: count.seconds })),
        best > 0 && h("li", {}, t("web.trainer.best_streak", { count: best })),
      ),
    );
  }

  async #start() {
    Object.assign(this, { found: 0, asked: 0, skill: 1, highest: 1, spent: 0, coming: null });
    put(this.side, h("h1", {}, t("web.trainer.ask")), this.counts, this.feedback, this.acts);
    put(this.main, h("div.training.play", {}, h("div.playboard", {}, this.board), this.side));
    this.timer = setInterval(() => this.#tick(), 200);
    await this.#next();
  }

  async #next() {
    clearTimeout(this.looking);
    if (this.mode === "count" && this.asked === SQUARES) return this.#finish();
    try {
      this.question = await (this.coming ?? this.#fetch());
    } catch (error) {
      this.close();
      return failure(this.main, error, () => this.#welcome());
    }
    this.coming = this.#fetch();
    this.coming.catch(() => (this.coming = null));
    this.asked += 1;
    this.#show(this.question.view);
    this.feedback.className = "feedback";
    put(this.feedback);
    put(this.acts, h("button.btn.plain", { type: "button", onclick: () => this.#finish() }, t("web.trainer.stop")));
    this.since = performance.now();
    this.asking = true;
    this.#tick();
    // The board draws itself first.
    queueMicrotask(() => this.board.targeting.focusCell(this.board.targeting.cursor));
  }

  /** @returns {Promise<Question>} */
  async #fetch() {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const { exercises } = await get(`/api/v1/trainer?seed=${seed}&skill=${Math.round(this.skill)}&count=1`);
    return exercises[0];
  }

  /** @param {any} view */
  #show(view) {
    this.board.board = { view, turn: null, task: null, refused: [], gives: [], threats: [], squares: [], over: true };
  }

  /** @param {string | null} cell */
  #point(cell) {
    const question = this.question;
    if (
      !this.asking ||
      !question ||
      !cell ||
      question.view.stones.some((/** @type {any} */ stone) => stone.cell === cell)
    ) {
      return;
    }
    this.asking = false;
    const took = (performance.now() - this.since) / 1000;
    this.spent += took;
    const right = cell === question.answer;
    const cells = question.solved.squares[0].corners;
    this.skill = Math.max(1, Math.min(HARDEST, this.skill + (right ? (took < QUICK ? 1 : 0.5) : -1)));
    keepStreak(right);
    this.#show(question.solved);
    this.feedback.className = right ? "feedback panel right" : "feedback panel wrong";
    if (right) {
      this.found += 1;
      this.highest = Math.max(this.highest, question.skill);
      put(this.feedback, h("p", {}, t("web.trainer.right", { cells })));
      this.looking = setTimeout(() => this.#next(), LOOK);
    } else {
      put(
        this.feedback,
        h("p", {}, t("web.trainer.wrong", { cell, cells })),
        h("p.quiet", {}, t("web.trainer.paused")),
      );
      const next = h(
        "button.btn.primary",
        { type: "button", onclick: () => this.#next() },
        t("web.trainer.next"),
        icon("next"),
      );
      put(this.acts, next);
      next.focus({ preventScroll: true });
      this.acts.scrollIntoView({ block: "nearest" });
    }
    this.#tick();
  }

  #tick() {
    const now = this.spent + (this.asking ? (performance.now() - this.since) / 1000 : 0);
    const by = this.mode === "time";
    const fact = (/** @type {string} */ name, /** @type {string | number} */ value) =>
      h("div", {}, h("dt", {}, name), h("dd", {}, value));
    put(
      this.counts,
      by
        ? fact(t("web.trainer.left"), Math.max(0, Math.ceil(SECONDS - now)))
        : fact(t("web.trainer.asked"), `${this.asked}/${SQUARES}`),
      fact(t("web.trainer.found"), this.found),
      fact(t("web.trainer.streak"), streak().now),
      fact(t("web.trainer.skill"), this.question?.skill ?? 1),
    );
    if (by && this.asking && now >= SECONDS) this.#finish();
  }

  #finish() {
    const unanswered = this.asking ? 1 : 0;
    if (this.asking) this.spent += (performance.now() - this.since) / 1000;
    this.close();
    const asked = this.asked - unanswered;
    if (!asked) return this.#welcome();
    const seconds = Math.min(Math.round(this.spent), this.mode === "time" ? SECONDS : Infinity);
    // A run of squares that was broken off is no result to keep.
    const whole = this.mode === "time" ? seconds >= SECONDS : asked === SQUARES;
    const best = whole && keepBest(this.mode, { found: this.found, seconds, skill: this.highest });
    const heading = h("h1", { tabindex: -1 }, t("web.trainer.result", { count: this.found, asked, seconds }));
    put(
      this.main,
      h(
        "div.welcome",
        {},
        h("p.cap", {}, t("web.trainer.title")),
        heading,
        h("p", {}, t("web.trainer.highest", { skill: this.highest })),
        best && h("p.best", {}, icon("check"), t("web.trainer.record")),
        this.#modes(),
        h(
          "div.row",
          {},
          this.#startButton(t("web.trainer.again")),
          h("a.btn.big", { href: "/learn" }, t("web.lessons.all")),
        ),
        this.#bests(),
      ),
    );
    heading.focus();
  }
}
