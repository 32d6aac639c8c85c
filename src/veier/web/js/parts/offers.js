// @ts-check
/** What players ask of each other: draw, takeback, rematch, and the swap of colours after the first move. */

import { h, put } from "../dom.js";
import { say } from "../say.js";
import { colourName } from "./words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Offer} Offer */

export class Offers {
  /** @param {(command: any) => void} send */
  constructor(send) {
    this.send = send;
    this.element = h("div.offers", { "aria-live": "polite" });
  }

  /** @param {State} state */
  update(state) {
    const panels = state.offers.map((offer) => this.#offer(state, offer));
    if (state.swapable && state.mine.includes(state.board.view.mover)) panels.unshift(this.#swap());
    put(this.element, ...panels);
  }

  #swap() {
    return panel(say("web.swap.title"), say("web.swap.what"), [
      { text: say("web.swap.take"), act: () => this.send({ kind: "swap", take: true }), primary: true },
      { text: say("web.swap.leave"), act: () => this.send({ kind: "swap", take: false }) },
    ]);
  }

  /**
   * @param {State} state
   * @param {Offer} offer
   */
  #offer(state, offer) {
    const colour = colourName(state.game.colours[offer.by]);
    const asked = state.mine.find((seat) => seat !== offer.by && !hasAnswered(offer, seat) && state.seats[seat].kind !== "computer");
    if (asked === undefined) {
      const mine = state.mine.includes(offer.by);
      const text = mine ? say("web.offer.waiting") : "";
      return panel(title(offer.what, colour), text, mine ? [{ text: say("web.offer.withdraw"), act: () => this.send({ kind: "answer", what: offer.what, yes: false }) }] : []);
    }
    return panel(title(offer.what, colour), "", [
      { text: say("web.offer.yes"), act: () => this.send({ kind: "answer", what: offer.what, yes: true }), primary: true },
      { text: say("web.offer.no"), act: () => this.send({ kind: "answer", what: offer.what, yes: false }) },
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
  if (what === "draw") return say("web.offer.draw", { colour });
  if (what === "takeback") return say("web.offer.takeback", { colour });
  return say("web.offer.rematch", { colour });
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
    buttons.length > 0 && h("div.row", {}, ...buttons.map((button) => h(button.primary ? "button.btn.primary" : "button.btn", { type: "button", onclick: button.act }, button.text))),
  );
}
