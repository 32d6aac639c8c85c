// @ts-check
/** Offers between players: draw, takeback, rematch, and the swap of colours after the first move. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { notice } from "./notices.js";
import { colourName } from "./format.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Offer} Offer */

export class Offers {
  /** @param {(command: any) => void} send */
  constructor(send) {
    this.send = send;
    this.element = h("div.offers", { "aria-live": "polite" });
    /** The state that was shown before. @type {State | null} */
    this.before = null;
    /** What was offered here and is being withdrawn. @type {string | null} */
    this.withdrawn = null;
  }

  /** @param {State} state */
  update(state) {
    if (this.before) this.#notifyDeclined(this.before, state);
    this.before = state;
    const panels = state.offers.map((offer) => this.#offer(state, offer));
    if (state.swapable && state.mine.includes(state.board.view.mover)) panels.unshift(this.#swap());
    put(this.element, ...panels);
  }

  /**
   * Show a notice to the players whose offer was declined: it is gone without effect.
   * @param {State} before
   * @param {State} state
   */
  #notifyDeclined(before, state) {
    const gone = before.offers.filter((offer) => !state.offers.some(({ what }) => what === offer.what));
    const done =
      Boolean(state.result) !== Boolean(before.result) ||
      state.rematch !== before.rematch ||
      state.moves.length < before.moves.length;
    const declined = gone.find((offer) => before.mine.includes(offer.by) && offer.what !== this.withdrawn);
    if (declined && !done) {
      notice(t("web.offer.declined", { offer: title(declined.what, colourName(state.game.colours[declined.by])) }));
    }
    if (gone.some(({ what }) => what === this.withdrawn)) this.withdrawn = null;
  }

  /** @param {string} what */
  #withdraw(what) {
    this.withdrawn = what;
    this.send({ kind: "answer", what, yes: false });
  }

  #swap() {
    return panel(t("web.swap.title"), t("web.swap.what"), [
      { text: t("web.swap.take"), act: () => this.send({ kind: "swap", take: true }), primary: true },
      { text: t("web.swap.leave"), act: () => this.send({ kind: "swap", take: false }) },
    ]);
  }

  /**
   * @param {State} state
   * @param {Offer} offer
   */
  #offer(state, offer) {
    const colour = colourName(state.game.colours[offer.by]);
    const asked = state.mine.find(
      (seat) => seat !== offer.by && !hasAnswered(offer, seat) && state.seats[seat].kind !== "computer",
    );
    if (asked === undefined) {
      const mine = state.mine.includes(offer.by);
      const text = mine ? t("web.offer.waiting") : "";
      return panel(
        title(offer.what, colour),
        text,
        mine ? [{ text: t("web.offer.withdraw"), act: () => this.#withdraw(offer.what) }] : [],
      );
    }
    return panel(title(offer.what, colour), "", [
      {
        text: t("web.offer.yes"),
        act: () => this.send({ kind: "answer", what: offer.what, yes: true }),
        primary: true,
      },
      { text: t("web.offer.no"), act: () => this.send({ kind: "answer", what: offer.what, yes: false }) },
    ]);
  }
}

/**
 * @param {Offer} offer
 * @param {number} seat
 */
function hasAnswered(offer, seat) {
  return Array.isArray(offer.answers) ? offer.answers.includes(seat) : offer.answers?.[seat] !== undefined;
}

/**
 * @param {string} what
 * @param {string} colour
 */
function title(what, colour) {
  if (what === "draw") return t("web.offer.draw", { colour });
  if (what === "takeback") return t("web.offer.takeback", { colour });
  return t("web.offer.rematch", { colour });
}

/**
 * @param {string} heading
 * @param {string} text
 * @param {{text: string, act: () => void, primary?: boolean}[]} buttons
 */
function panel(heading, text, buttons) {
  return h(
    "section.alert.offer",
    {},
    h("h2", {}, heading),
    text && h("p", {}, text),
    buttons.length > 0 &&
      h(
        "div.row",
        {},
        ...buttons.map((button) =>
          h(button.primary ? "button.btn.primary" : "button.btn", { type: "button", onclick: button.act }, button.text),
        ),
      ),
  );
}
