// @ts-check
/** The list of a study's chapters: to go to one; for editors also its title, order, new ones, and deleting with undo. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";

/** @typedef {import("./study-sync.js").Outline} Outline */
/**
 * @typedef {object} Acts
 * @property {(chapter: string) => void} open
 * @property {() => void} add
 * @property {(title: string, before: string) => void} rename the study, whose title was another one before
 * @property {(title: string, before: string) => void} name the chapter that is open
 * @property {(by: number) => void} move the chapter that is open
 * @property {() => void} remove the chapter that is open
 * @property {() => void} undo the last removal
 * @property {(() => void) | null} delete the study; null if one may not
 */

export class StudyChapters {
  /**
   * @param {import("../types.js").Game[]} games
   * @param {boolean} writable
   * @param {Acts} acts
   */
  constructor(games, writable, acts) {
    this.games = games;
    this.writable = writable;
    this.acts = acts;
    this.list = h("ol.chapter-list");
    this.title = field("study-title", acts.rename);
    this.name = field("chapter-title", acts.name);
    const button = (/** @type {string} */ picture, /** @type {string} */ text, /** @type {() => void} */ act) =>
      h("button.btn", { type: "button", "aria-label": text, title: text, onclick: act }, icon(picture));
    this.buttons = {
      up: button("up", t("web.study.up"), () => acts.move(-1)),
      down: button("down", t("web.study.down"), () => acts.move(1)),
      remove: button("close", t("web.study.remove"), acts.remove),
    };
    this.undo = h(
      "p.undo",
      { hidden: true, role: "status" },
      t("web.study.removed"),
      " ",
      h("button.btn", { type: "button", onclick: acts.undo }, icon("takeback"), t("web.tree.undo")),
    );
    const { up, down, remove } = this.buttons;
    this.element = h(
      "section.chapters",
      { "aria-label": t("web.study.chapters") },
      writable && labelled(t("web.study.title"), this.title),
      this.list,
      this.undo,
      writable &&
        h(
          "div.row",
          {},
          h("button.btn", { type: "button", onclick: acts.add }, icon("new"), t("web.study.add_chapter")),
        ),
      writable && labelled(t("web.study.chapter_title"), this.name),
      writable && h("div.row", {}, up, down, remove),
      acts.delete &&
        h(
          "div.row",
          {},
          h("button.btn.plain", { type: "button", onclick: acts.delete }, icon("close"), t("web.study.delete")),
        ),
    );
  }

  /** @param {Outline} outline @param {string} open the chapter that is open */
  draw(outline, open) {
    const { up, down, remove } = this.buttons;
    const place = outline.chapters.findIndex(({ id }) => id === open);
    up.disabled = place <= 0;
    down.disabled = place < 0 || place === outline.chapters.length - 1;
    remove.disabled = outline.chapters.length < 2;
    if (document.activeElement !== this.title) this.title.value = outline.title;
    if (document.activeElement !== this.name) this.name.value = outline.chapters[place]?.title ?? "";
    const had = this.list.contains(document.activeElement);
    put(this.list, ...outline.chapters.map((chapter, k) => this.#entry(chapter, k + 1, chapter.id === open)));
    if (had) /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"))?.focus();
  }

  /** @param {import("./study-sync.js").ChapterSummary} chapter @param {number} number @param {boolean} here */
  #entry(chapter, number, here) {
    const game = this.games.find(({ name }) => name === chapter.game.split("?")[0]);
    const title = chapter.title || (game ? t(game.title) : chapter.game);
    return h(
      "li",
      {},
      h(
        "button.chapter",
        { type: "button", "aria-current": here && "true", onclick: () => this.acts.open(chapter.id) },
        h("span.no", {}, `${number}.`),
        h("bdi", {}, title),
        chapter.task && h("span.tag", {}, t("web.study.task")),
      ),
    );
  }
}

/**
 * A title that is taken when one has typed it, with the one that was there when one began.
 * @param {string} id
 * @param {(text: string, before: string) => void} changed
 */
function field(id, changed) {
  let before = "";
  const input = h("input.input", {
    id,
    type: "text",
    maxlength: 100,
    onfocus: () => (before = input.value),
    onchange: () => {
      changed(input.value, before);
      before = input.value;
    },
  });
  return input;
}

/** @param {string} text @param {HTMLInputElement} input */
function labelled(text, input) {
  return h("div.field", {}, h("label.label", { for: input.id }, text), input);
}
