// @ts-check
/**
 * Learning: without a name, all lessons with what is solved; with one, its tasks, one at a time. A task that was gone
 * to is part of the address, so that the browser's own buttons lead to it, too.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { get } from "../net.js";
import { allGames, groupTitle } from "../games.js";
import { icon } from "../parts/icons.js";
import { smallBoard } from "../parts/board.js";
import { isSolved } from "../parts/lesson-progress.js";
import { Exercise } from "../parts/exercise.js";

/** @typedef {{id: string, title: any}} Named */
/** A lesson as lists name it. @typedef {{page: string, game: string, tasks: Named[]}} Lesson */
/** @typedef {import("../parts/exercise.js").Task} Task */

/** @type {import("../app.js").Page} */
export async function page(place) {
  if (!place.rest) return list(place);
  const [name, task] = place.rest.split("/");
  const [lesson, games] = await Promise.all([get(`/api/v1/lessons/${encodeURIComponent(name)}`), allGames()]);
  const title = titleOf(lesson, games);
  place.name(t("web.lessons.of", { game: title }), t("web.lessons.title"), title);
  new LessonPage(place.main, lesson, task);
}

/**
 * @param {Lesson} lesson
 * @param {import("../types.js").Game[]} games
 */
function titleOf(lesson, games) {
  const game = games.find((one) => one.name === lesson.game);
  return game ? groupTitle(game) : lesson.page;
}

/** @param {import("../app.js").Place} place */
async function list(place) {
  const [{ lessons }, games] = await Promise.all([get("/api/v1/lessons"), allGames()]);
  place.name(t("web.lessons.title"), t("web.lessons.title"));
  const slip = (/** @type {Lesson} */ lesson) => {
    const game = games.find((one) => one.name === lesson.game);
    const done = lesson.tasks.filter((task) => isSolved(lesson.page, task.id)).length;
    const total = lesson.tasks.length;
    return h(
      "a.slip",
      { href: `/learn/${lesson.page}` },
      game && h("span.thumb", {}, smallBoard(game.view)),
      h(
        "div",
        {},
        h("b", {}, titleOf(lesson, games)),
        h("span", {}, t("web.lessons.progress", { done, total })),
        pips(lesson),
      ),
      icon(done === total ? "check" : "next"),
    );
  };
  put(
    place.main,
    h(
      "div.lessonlist",
      {},
      h("h1", {}, t("web.lessons.title")),
      h("p.intro", {}, t("web.lessons.intro")),
      h("ul", {}, ...lessons.map((/** @type {Lesson} */ lesson) => h("li", {}, slip(lesson)))),
      h(
        "p.row",
        {},
        h("a.btn", { href: "/trainer" }, icon("vision"), t("web.learn.trainer")),
        h("a.btn", { href: "/rules" }, icon("book"), t("web.learn.rules")),
        h("a.btn", { href: "/edit" }, icon("options"), t("web.edit.title")),
        h("a.btn", { href: "/studies" }, icon("say"), t("web.study.studies")),
      ),
    ),
  );
}

/** One mark a task, full where it is solved. @param {Lesson} lesson */
function pips(lesson) {
  return h(
    "span.pips",
    { "aria-hidden": "true" },
    ...lesson.tasks.map((task) => h(isSolved(lesson.page, task.id) ? "i.on" : "i")),
  );
}

/** The tasks of a lesson: a row of numbers to go to any of them, and the one that is done now. */
class LessonPage {
  /** Which task is shown. */
  place = 0;

  /**
   * @param {HTMLElement} main
   * @param {{page: string, game: string, tasks: Task[]}} lesson
   * @param {string} [asked] the task to begin with; else it is the first that is not solved
   */
  constructor(main, lesson, asked) {
    this.lesson = lesson;
    this.steps = h("ol.steps");
    this.header = h(
      "header",
      {},
      h(
        "p.facts",
        {},
        h("a", { href: "/learn" }, t("web.lessons.all")),
        h("a", { href: `/rules/${lesson.game}` }, icon("book"), t("web.learn.rules")),
      ),
      h("nav", { "aria-label": t("web.lessons.tasks") }, this.steps),
    );
    this.course = h("div.course");
    const named = lesson.tasks.findIndex((task) => task.id === asked);
    const first = lesson.tasks.findIndex((task) => !isSolved(lesson.page, task.id));
    put(main, this.course);
    this.#show(named >= 0 ? named : Math.max(0, first));
  }

  /** Go to a task, as the user asked. @param {number} place */
  go(place) {
    history.pushState(null, "", `/learn/${this.lesson.page}/${this.lesson.tasks[place].id}`);
    this.#show(place).heading.focus();
  }

  /** @param {number} place */
  #show(place) {
    this.place = place;
    this.#mark();
    const { game, tasks } = this.lesson;
    const task = tasks[place];
    const where = t("lesson.where", { number: place + 1, total: tasks.length });
    const course = { solved: () => this.#mark(), onward: () => this.#onward(game) };
    const exercise = new Exercise(this.lesson.page, task, where, course);
    exercise.acts.after(this.header);
    put(this.course, exercise.element);
    return exercise;
  }

  /**
   * What comes after a solved task: the next one, or after the last what to do with what one has learned.
   *
   * @param {string} game
   */
  #onward(game) {
    const { tasks } = this.lesson;
    const next =
      this.place === tasks.length - 1
        ? tasks.findIndex((task) => !isSolved(this.lesson.page, task.id))
        : this.place + 1;
    if (next >= 0) {
      return [
        h("button.btn.primary", { type: "button", onclick: () => this.go(next) }, t("web.lessons.next"), icon("next")),
      ];
    }
    return [
      h("p", {}, t("web.lessons.complete")),
      h("a.btn.primary", { href: `/new/${game}` }, icon("play"), t("web.home.play")),
      h("a.btn", { href: "/learn" }, t("web.lessons.all")),
    ];
  }

  /** Bring a step into sight where the steps do not all fit. @param {Element | undefined} step */
  #reveal(step) {
    if (!(step instanceof HTMLElement)) return;
    this.steps.scrollLeft = step.offsetLeft - (this.steps.clientWidth - step.offsetWidth) / 2;
  }

  #mark() {
    const { tasks } = this.lesson;
    const step = (/** @type {Task} */ task, /** @type {number} */ place) => {
      const solved = isSolved(this.lesson.page, task.id);
      const name = t(task.title);
      return h(
        "li",
        {},
        h(
          solved ? "button.step.solved" : "button.step",
          {
            type: "button",
            title: name,
            "aria-label": solved ? t("web.lessons.solved", { task: name }) : name,
            "aria-current": place === this.place && "step",
            onclick: () => this.go(place),
          },
          solved ? icon("check") : place + 1,
        ),
      );
    };
    put(this.steps, ...tasks.map(step));
    this.#reveal(this.steps.children[this.place]);
  }
}
