// @ts-check
/**
 * The tree of moves: its main line with the variations below the move that they replace, a comment and a mark for the
 * move on the board, and what can be done with it.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { drawingsOf, withDrawings, wordsOf } from "./drawings.js";
import { colourName } from "./format.js";
import { icon } from "./icons.js";
import { MARKS } from "./variation-tree.js";

/** @typedef {import("./variation-tree.js").VariationTree} VariationTree */
/** @typedef {import("./variation-tree.js").Node} Node */

export class Variations {
  /**
   * @param {VariationTree} tree
   * @param {{colours: import("../types.js").Colour[], first: number}} players whose moves they are, and who begins
   * @param {{go: () => void, changed: () => void, save: (() => void) | null}} acts another place is looked at, the
   *   tree has changed, a record is wanted
   * @param {boolean} [writable]
   */
  constructor(tree, { colours, first }, acts, writable = true) {
    this.tree = tree;
    this.colours = colours;
    this.first = first;
    this.acts = acts;
    this.list = h("div.tree", {});
    this.comment = h("textarea.input", {
      id: "move-comment",
      rows: 2,
      maxlength: 2000,
      oninput: () => {
        const { comment } = this.tree.here;
        this.#annotate({ comment: withDrawings(this.comment.value, drawingsOf(comment)) });
      },
    });
    this.mark = h(
      "select.input",
      { "aria-label": t("web.tree.mark"), onchange: () => this.#annotate({ mark: this.mark.value }) },
      ...MARKS.map((mark) =>
        h("option", { value: mark }, mark ? `${mark} ${t(markName(mark))}` : t("web.tree.no_mark")),
      ),
    );
    this.about = h("label.label", { for: "move-comment" });
    const button = (/** @type {string} */ picture, /** @type {string} */ text, /** @type {() => void} */ act) =>
      h("button.btn", { type: "button", onclick: act }, icon(picture), text);
    this.buttons = {
      undo: button("takeback", t("web.tree.undo"), () => this.#change(() => this.tree.undo())),
      promote: button("check", t("web.tree.promote"), () => this.#change(() => this.tree.promote())),
      remove: button("close", t("web.tree.remove"), () => this.#change(() => this.tree.remove())),
      save: button("open", t("web.tree.save"), () => acts.save?.()),
    };
    const { undo, promote, remove, save } = this.buttons;
    this.element = h(
      "section.tree-panel",
      { "aria-label": t("web.tree.title") },
      this.list,
      writable && h("div.move-note", {}, this.about, h("div.move-note-line", {}, this.mark, this.comment)),
      writable && h("div.row", {}, undo, promote, remove, acts.save && save),
      writable && h("p.quiet.hintline.keys", {}, t("web.tree.keys")),
    );
    this.draw();
  }

  draw() {
    const { tree } = this;
    const had = this.list.contains(document.activeElement);
    put(
      this.list,
      wordsOf(tree.root.comment) && h("p.said", {}, wordsOf(tree.root.comment)),
      tree.root.next.length ? this.#line(tree.root, []) : h("p.quiet", {}, t("web.tree.empty")),
    );
    const here = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    if (had) here?.focus({ preventScroll: true });
    if (here) {
      const box = here.getBoundingClientRect();
      const { top, bottom } = this.list.getBoundingClientRect();
      if (box.top < top || box.bottom > bottom) this.list.scrollTop += box.top - top - (bottom - top) / 2;
    }
    put(this.about, tree.ply ? t("web.tree.comment", { move: tree.here.move }) : t("web.tree.comment_all"));
    const words = wordsOf(tree.here.comment);
    if (this.comment.value.trim() !== words.trim()) this.comment.value = words;
    this.mark.value = tree.here.mark;
    this.mark.disabled = this.buttons.remove.disabled = tree.ply === 0;
    this.buttons.undo.disabled = !tree.undoable;
    this.buttons.promote.disabled = !tree.promotable;
    this.buttons.save.disabled = tree.root.next.length === 0;
  }

  /** @param {() => void} act */
  #change(act) {
    act();
    this.acts.changed();
  }

  /** @param {{comment?: string, mark?: string}} said */
  #annotate(said) {
    this.tree.annotate(said);
    this.acts.changed();
  }

  /**
   * The line that goes on from a position.
   * @param {Node} from
   * @param {number[]} path
   * @returns {HTMLElement}
   */
  #line(from, path) {
    /** @type {HTMLElement[]} */
    const items = [];
    let here = path;
    for (let before = from; before.next.length; before = before.next[0]) {
      const [main, ...others] = before.next;
      items.push(this.#move(main, [...here, 0], items.length > 0 && items[items.length - 1].matches(".variation")));
      for (const [k, other] of others.entries()) items.push(this.#variation(other, [...here, k + 1]));
      here = [...here, 0];
    }
    return h("ol.line", {}, ...items);
  }

  /** @param {Node} first @param {number[]} path */
  #variation(first, path) {
    const rest = this.#line(first, path);
    rest.prepend(this.#move(first, path, true));
    return h("li.variation", {}, rest);
  }

  /** @param {Node} one @param {number[]} path @param {boolean} numbered whether its number is shown in any case */
  #move(one, path, numbered) {
    const seat = (this.first + path.length - 1) % this.colours.length;
    const number = Math.floor((this.first + path.length - 1) / this.colours.length) + 1;
    const here = path.length === this.tree.ply && path.every((index, k) => index === this.tree.path[k]);
    return h(
      "li",
      {},
      h(
        "button.tree-move",
        {
          type: "button",
          "aria-current": here && "step",
          "aria-label": `${number}. ${colourName(this.colours[seat])} ${one.move}${one.mark}`,
          onclick: () => {
            this.tree.path = path;
            this.acts.go();
          },
        },
        (seat === 0 || numbered) && h("span.no", {}, seat === 0 ? `${number}.` : `${number}…`),
        h(`i.dot.in-${this.colours[seat]}`, { "aria-hidden": "true" }),
        one.move,
        one.mark && h("b", {}, one.mark),
      ),
      wordsOf(one.comment) && h("p.said", {}, wordsOf(one.comment)),
    );
  }
}

/** @param {string} mark */
function markName(mark) {
  return (
    {
      "!": "web.mark.good",
      "?": "web.mark.mistake",
      "!!": "web.mark.brilliant",
      "??": "web.mark.blunder",
      "!?": "web.mark.interesting",
      "?!": "web.mark.dubious",
    }[mark] ?? ""
  );
}
