// @ts-check
/**
 * Offers between players: draw, takeback, rematch, and the swap of colours after the first move. They stand on a sheet
 * above everything else, at the lower edge of a phone and in a corner of larger screens. The sheet does not block the
 * board, and only an answer closes it.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { notice } from "./notices.js";
import { stone } from "./stones.js";
import { playerName } from "./format.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Offer} Offer */
/** @typedef {{text: string, act: () => void, primary?: boolean}} Button */
/**
 * One offer on the sheet; `asks` says whether it waits for an answer from here.
 *
 * @typedef {{id: string, asks: boolean, colour: import("../types.js").Colour, title: string, text: string,
 *   buttons: Button[]}} Panel
 */

export class Offers {
  /** @param {(command: any) => void} send */
  constructor(send) {
    this.send = send;
    this.element = h("div.offers", { popover: "manual", tabindex: -1 });
    /** The state that was shown before. @type {State | null} */
    this.before = null;
    /** What was offered here and is being withdrawn. @type {string | null} */
    this.withdrawn = null;
    /** What the sheet shows, to leave it and its focus alone while that is the same. */
    this.shown = "";
    /** The questions on the sheet that wait for an answer. @type {string[]} */
    this.asking = [];
    /** Where the focus was before the sheet took it. @type {Element | null} */
    this.focused = null;
    // What is outside of a modal dialog cannot be used, so the sheet goes into it, and out of it when it closes.
    this.place = () => this.#place();
    document.addEventListener("veier-dialogs", this.place);
  }

  close() {
    document.removeEventListener("veier-dialogs", this.place);
    this.element.remove();
  }

  /** @param {State} state */
  update(state) {
    if (this.before) this.#notifyDeclined(this.before, state);
    this.before = state;
    const panels = state.offers.map((offer) => this.#offer(state, offer));
    const { mover } = state.board.view;
    if (state.swapable && state.mine.includes(mover)) panels.unshift(this.#swap(state));
    const shown = JSON.stringify(panels);
    if (shown === this.shown) return;
    this.shown = shown;
    this.#show(panels);
  }

  /** @param {Panel[]} panels */
  #show(panels) {
    const had = this.element.contains(document.activeElement);
    put(this.element, ...panels.map(drawn));
    const asking = panels.filter((panel) => panel.asks).map((panel) => panel.id);
    const asked = asking.some((id) => !this.asking.includes(id));
    this.asking = asking;
    this.element.classList.toggle("asks", asking.length > 0);
    this.element.setAttribute("role", asking.length > 0 ? "dialog" : "status");
    this.element.setAttribute("aria-label", panels.map((panel) => panel.title).join(" · "));
    if (asked && !had) this.focused = document.activeElement;
    this.#place();
    if (asked) this.element.focus({ preventScroll: true });
    else if (had && !asking.length && this.focused instanceof HTMLElement) this.focused.focus({ preventScroll: true });
  }

  /** Lay the sheet on top of everything, also of a dialog that is open. */
  #place() {
    const { element } = this;
    const dialogs = document.querySelectorAll("dialog:modal");
    const home = dialogs[dialogs.length - 1] ?? document.body;
    if (!element.firstChild) return element.remove();
    if (element.parentElement === home && element.matches(":popover-open")) return;
    const had = element.contains(document.activeElement);
    home.append(element);
    element.showPopover();
    if (had) element.focus({ preventScroll: true });
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
    if (declined && !done) notice(refusal(before, declined));
    if (gone.some(({ what }) => what === this.withdrawn)) this.withdrawn = null;
  }

  /** @param {string} what */
  #withdraw(what) {
    this.withdrawn = what;
    this.send({ kind: "answer", what, yes: false });
  }

  /**
   * @param {State} state
   * @returns {Panel}
   */
  #swap(state) {
    const colour = state.game.colours[state.board.view.mover];
    const name = playerName(state, state.moves[state.moves.length - 1].seat);
    const buttons = [
      { text: t("web.swap.take"), act: () => this.send({ kind: "swap", take: true }), primary: true },
      { text: t("web.swap.leave"), act: () => this.send({ kind: "swap", take: false }) },
    ];
    return { id: "swap", asks: true, colour, title: t("web.swap.title"), text: t("web.swap.what", { name }), buttons };
  }

  /**
   * @param {State} state
   * @param {Offer} offer
   * @returns {Panel}
   */
  #offer(state, offer) {
    const { what } = offer;
    const mine = state.mine.includes(offer.by);
    const asks = waitingFor(state, offer).some((seat) => state.mine.includes(seat));
    const answer = (/** @type {boolean} */ yes) => this.send({ kind: "answer", what, yes });
    /** @type {Button[]} */
    let buttons = [];
    if (asks) {
      buttons = [
        { text: t("web.offer.yes"), act: () => answer(true), primary: true },
        { text: t("web.offer.no"), act: () => answer(false) },
      ];
    } else if (mine) buttons = [{ text: t("web.offer.withdraw"), act: () => this.#withdraw(what) }];
    return {
      id: `${what} ${offer.by}`,
      asks,
      colour: state.game.colours[offer.by],
      title: mine && !asks ? own(what) : title(what, playerName(state, offer.by)),
      text: asks
        ? ""
        : t("web.offer.waiting", { names: waitingFor(state, offer).map((seat) => playerName(state, seat)) }),
      buttons,
    };
  }
}

/**
 * The people who have not answered an offer yet.
 * @param {State} state
 * @param {Offer} offer
 */
function waitingFor(state, offer) {
  const seats = state.seats.map((_, seat) => seat);
  return seats.filter((seat) => seat !== offer.by && state.seats[seat].kind === "human" && !hasAnswered(offer, seat));
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
 * @param {string} name
 */
function title(what, name) {
  if (what === "draw") return t("web.offer.draw", { name });
  if (what === "takeback") return t("web.offer.takeback", { name });
  return t("web.offer.rematch", { name });
}

/** The title of an offer that was made here. @param {string} what */
function own(what) {
  if (what === "draw") return t("web.offer.my_draw");
  if (what === "takeback") return t("web.offer.my_takeback");
  return t("web.offer.my_rematch");
}

/**
 * Say who declined an offer; among several who had not answered, nobody is named.
 * @param {State} state
 * @param {Offer} offer
 */
function refusal(state, offer) {
  const asked = waitingFor(state, offer);
  const name = asked.length === 1 ? playerName(state, asked[0]) : t("web.offer.somebody");
  if (offer.what === "draw") return t("web.offer.no_draw", { name });
  if (offer.what === "takeback") return t("web.offer.no_takeback", { name });
  return t("web.offer.no_rematch", { name });
}

/** @param {Panel} panel */
function drawn(panel) {
  return h(
    "section.offer",
    {},
    stone(panel.colour),
    h("div", {}, h("h2", {}, panel.title), panel.text && h("p", {}, panel.text)),
    panel.buttons.length > 0 &&
      h(
        "div.row",
        {},
        ...panel.buttons.map((button) =>
          h(button.primary ? "button.btn.primary" : "button.btn", { type: "button", onclick: button.act }, button.text),
        ),
      ),
  );
}
