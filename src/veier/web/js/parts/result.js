// @ts-check
/** How a game ended: the verdict, the cells, the step of the square's side; then rematch and review. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";
import { stepPicture, stone } from "./stones.js";
import { playerName, tellWithNames } from "./format.js";

/** @typedef {import("../types.js").State} State */

export class ResultPart {
  /** @param {{rematch: () => void, review: () => void}} acts */
  constructor(acts) {
    this.acts = acts;
    this.element = h("section.result.panel", { "aria-label": t("web.result.label"), hidden: true });
  }

  /** @param {State} state */
  update(state) {
    const { result } = state;
    this.element.hidden = !result;
    if (!result) return;
    const had = this.element.contains(document.activeElement);
    const made = state.board.view.squares.find((/** @type {any} */ square) => square.kind === "made");
    const seated = state.mine.length > 0;
    const offered = state.offers.some((offer) => offer.what === "rematch" && state.mine.includes(offer.by));
    put(
      this.element,
      h("p.cap", {}, t("web.result.after", { count: state.moves.length })),
      h(
        "h1",
        {},
        result.winner !== null && result.winner !== undefined && stone(state.game.colours[result.winner]),
        verdict(state),
      ),
      h("p", {}, made ? t("web.result.square", { cells: made.corners }) : tellWithNames(result.told, state)),
      made && why(made),
      h(
        "div.row",
        {},
        state.rematch
          ? h("a.btn.primary.big", { href: `/table/${state.rematch}` }, icon("rematch"), t("web.result.next"))
          : seated &&
              h(
                "button.btn.primary.big",
                { type: "button", disabled: offered, onclick: this.acts.rematch },
                icon("rematch"),
                t("web.result.rematch"),
              ),
        state.moves.length > 0 &&
          h("button.btn.big", { type: "button", onclick: this.acts.review }, t("web.result.review")),
      ),
    );
    if (had) this.element.querySelector("button")?.focus();
  }
}

/** @param {State} state */
export function verdict(state) {
  const winner = state.result?.winner;
  if (winner === null || winner === undefined) return shared(state) ? t("web.result.over") : t("web.result.drawn");
  const mine = state.mine.length === 1 && state.mine[0] === winner;
  return mine ? t("web.result.you_win") : t("web.result.wins", { name: playerName(state, winner) });
}

/** Whether some share the win and others have nothing. @param {State} state */
function shared(state) {
  return new Set(state.result?.shares.map(String)).size > 1;
}

/** The step of the winning square, as a picture and a sentence. @param {any} made */
function why(made) {
  const [along, across] = [Math.max(...made.step), Math.min(...made.step)];
  const text =
    across === 0
      ? t("web.result.step_upright", { count: along })
      : along === across
        ? t("web.result.step_diamond", { count: along })
        : t("web.result.step", { along, across });
  return h("figure.why", {}, across > 0 && stepPicture([along, across], made.colour), h("figcaption", {}, text));
}
