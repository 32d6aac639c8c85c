// @ts-check
/**
 * The page of a table whose seats are still open: for each of them a link to hand on. It gives way to the board when
 * all have sat down, or when the host wants to see it.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { icon, logo } from "./icons.js";
import { invitePath, keptInvites, openSeats } from "./invites.js";
import { linkPart } from "./links.js";
import { notice, reason } from "./notices.js";
import { stone } from "./stones.js";
import { colourName, playerName } from "./format.js";

/** @typedef {import("../types.js").State} State */

export class Invitation {
  /** @param {() => void} toBoard is called when the host wants to see the board */
  constructor(toBoard) {
    this.toBoard = toBoard;
    /** Whether the invitation is the page. */
    this.open = false;
    /** The seats that somebody is invited to, each with its card. @type {Map<number, HTMLElement>} */
    this.cards = new Map();
    this.list = h("div.invite-cards");
    this.title = h("h1", { tabindex: -1 });
    this.text = h("p");
    this.element = h(
      "section.invitation",
      {},
      this.title,
      this.text,
      this.list,
      h(
        "div.invite-foot",
        {},
        h("p.quiet", { role: "status" }, logo(true), t("web.invite.waiting")),
        h("button.btn.big", { type: "button", onclick: () => this.#leave() }, t("web.invite.board")),
      ),
    );
    /** @type {State | null} */
    this.state = null;
  }

  /**
   * Follow the table; a browser that has just made the invites begins with them.
   * @param {State} state
   */
  update(state) {
    const before = this.state;
    this.state = state;
    const open = openSeats(state);
    for (const seat of before && state.mine.length ? openSeats(before) : []) {
      if (open.includes(seat)) continue;
      notice(t("web.invite.sits", { name: playerName(state, seat) }));
      const card = this.cards.get(seat);
      if (card) put(card, head(state, seat, t("web.invite.sits", { name: playerName(state, seat) })), icon("check"));
    }
    if (!open.length) this.open = false;
    else if (!before && !sessionStorage.getItem(boardKey(state.id))) {
      const kept = keptInvites(state.id);
      if (state.mine.length && kept.some(({ seat }) => open.includes(seat))) this.show();
    }
  }

  /** Show the links to all seats that are open. */
  show() {
    const { state } = this;
    if (!state) return;
    const seats = openSeats(state);
    this.open = true;
    this.cards = new Map(seats.map((seat) => [seat, h("section.invite-card")]));
    put(this.title, t("web.invite.title", { count: seats.length }));
    put(this.text, t("web.invite.what", { count: seats.length }));
    put(this.list, ...this.cards.values());
    for (const [seat, card] of this.cards) this.#fill(state, seat, card);
  }

  /**
   * @param {State} state
   * @param {number} seat
   * @param {HTMLElement} card
   */
  async #fill(state, seat, card) {
    const heading = head(state, seat, t("web.invite.seat", { colour: colourName(state.game.colours[seat]) }));
    put(card, heading);
    try {
      const path = await invitePath(state.id, seat);
      put(card, heading, linkPart(t("web.invite.message", { game: t(state.game.title) }), path));
    } catch (error) {
      put(card, heading, h("p.trouble", { role: "alert" }, reason(error)));
    }
  }

  #leave() {
    this.open = false;
    if (this.state) sessionStorage.setItem(boardKey(this.state.id), "board");
    this.toBoard();
  }
}

/** Where this tab notes that its user wants to see the board though seats are open. @param {string} table */
function boardKey(table) {
  return `veier.board.${table}`;
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {string} text
 */
function head(state, seat, text) {
  return h("h2", {}, stone(state.game.colours[seat]), text);
}
