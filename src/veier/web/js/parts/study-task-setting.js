// @ts-check
/** Setting a chapter's task: the kind and the number of moves, and whether the rules agree that it can be solved. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";
import { reason } from "./notices.js";

/** The numbers of moves of each kind. */
const MOVES = { win: 4, only: 3, score: 2, stop: 1 };

export class TaskSetting {
  /**
   * @param {import("../types.js").Game} game
   * @param {{set: (task: string) => void, preview: () => void,
   *   check: () => Promise<{task: import("../i18n.js").Message, moves: string[], line: string[]}>}} acts
   */
  constructor(game, acts) {
    this.acts = acts;
    const points = game.view.surface === "hexagon";
    /** @type {(keyof typeof MOVES)[]} */
    const kinds = game.colours.length > 2 ? ["win"] : points ? ["score", "stop", "win", "only"] : ["win", "only"];
    const tasks = kinds.flatMap((kind) =>
      Array.from({ length: MOVES[kind] }, (_, k) => ({ value: `${kind} ${k + 1}`, text: taskName(kind, k + 1) })),
    );
    this.choice = h(
      "select.input",
      {
        id: "chapter-task",
        onchange: () => {
          acts.set(this.choice.value);
          this.draw(this.choice.value);
        },
      },
      h("option", { value: "" }, t("web.study.no_task")),
      ...tasks.map(({ value, text }) => h("option", { value }, text)),
    );
    this.found = h("p", { role: "status" });
    this.buttons = h(
      "div.row",
      {},
      h("button.btn", { type: "button", onclick: () => void this.#check() }, icon("check"), t("web.study.check")),
      h("button.btn", { type: "button", onclick: acts.preview }, icon("play"), t("web.study.preview")),
    );
    this.element = h(
      "section.task-setting",
      {},
      h("p.quiet", {}, t("web.study.task_what")),
      h("label.label", { for: "chapter-task" }, t("web.study.task")),
      this.choice,
      this.buttons,
      this.found,
    );
  }

  /** @param {string} task */
  draw(task) {
    this.choice.value = task;
    this.buttons.hidden = !task;
    put(this.found);
  }

  async #check() {
    put(this.found, t("web.study.checking"));
    try {
      const { moves, line } = await this.acts.check();
      put(this.found, t("web.study.holds", { moves: moves.join(", "), count: moves.length, line: line.join(", ") }));
    } catch (error) {
      put(this.found, reason(error));
    }
  }
}

/** @param {keyof typeof MOVES} kind @param {number} count */
function taskName(kind, count) {
  return kind === "only" ? t("web.study.only", { count }) : t(`puzzle.kind.${kind}`, { count });
}
