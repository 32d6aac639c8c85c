// @ts-check
/** Figures of a page, side by side: still boards with a caption, each of which can be played with. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { smallBoard } from "./board.js";
import { dialog } from "./dialogs.js";
import { icon } from "./icons.js";
import { Playground } from "./playground.js";

/**
 * A position that moves lead to; `refused` is a forbidden move that it shows.
 *
 * @typedef {{id: string, caption: string, game: string, moves: string[], view: any, refused: any}} Figure
 */

/** @param {Figure[]} shown */
export function figures(shown) {
  return h(`div.figures.count-${shown.length}`, {}, ...shown.map(still));
}

/** @param {Figure} figure */
function still(figure) {
  const open = () => tryOut(figure);
  return h(
    "figure",
    { "data-figure": figure.id },
    h("div.pic", { onclick: open }, smallBoard(figure.view, figure.refused)),
    h("figcaption", {}, figure.caption),
    h(
      "button.btn.plain",
      { type: "button", onclick: open, "aria-label": t("web.rules.try_named", { figure: figure.caption }) },
      icon("hand"),
      t("web.rules.try"),
    ),
  );
}

/** Play with a figure; a forbidden move is held over the board, with the reason. @param {Figure} figure */
async function tryOut(figure) {
  const playground = new Playground({ game: figure.game, moves: figure.moves });
  // The whole takes the focus, not the first cell of the board.
  playground.element.tabIndex = -1;
  playground.element.autofocus = true;
  const closed = dialog(figure.caption, [playground.element], [{ text: t("web.done"), value: "", primary: true }]);
  await playground.begin();
  if (figure.refused) playground.board.consider(figure.refused.text);
  await closed;
}
