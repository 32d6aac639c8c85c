// @ts-check
/**
 * The buttons of a table: take back, hint, draw, resign; links for friends and for another device; the record.
 */

import { h } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { post } from "../net.js";
import { confirmed, dialog } from "./dialogs.js";
import { icon } from "./icons.js";
import { forgetInvites } from "./invites.js";
import { embedPart, showLink } from "./links.js";
import { notice, reason } from "./notices.js";
import { showOptions } from "./options.js";

/** @typedef {import("../types.js").State} State */

export class Controls {
  /**
   * @param {{send: (command: any, seat?: number) => void, state: State, arrange: () => void, invite: () => void,
   *   hints: import("./hints.js").Hints, coach: import("./coach.js").Coach}} table
   */
  constructor(table) {
    this.table = table;
    this.buttons = {
      takeback: control("takeback", t("web.control.takeback"), () => table.send({ kind: "offer", what: "takeback" })),
      hint: control("hint", t("web.control.hint"), () => this.#hint()),
      draw: control("draw", t("web.control.draw"), () => this.#draw()),
      resign: control("resign", t("web.control.resign"), () => this.#resign()),
      invite: control("link", t("web.control.invite"), () => table.invite()),
      share: control("share", t("web.control.share"), () => this.#share()),
      options: control("options", "", () => this.#options()),
    };
    this.buttons.options.setAttribute("aria-label", t("web.options.title"));
    this.element = h(
      "div.foot",
      {},
      h("div.controls", { role: "group", "aria-label": t("web.control.label") }, ...Object.values(this.buttons)),
    );
  }

  #options() {
    const { mine, board } = this.table.state;
    showOptions(
      { shared: mine.length > 1, single: board.view.surface === "hexagon" },
      () => this.table.arrange(),
      () => this.table.coach.restart(),
    );
  }

  /** @param {State} state */
  update(state) {
    const { takeback, hint, draw, resign, invite, share } = this.buttons;
    const playing = state.mine.length > 0 && !state.result;
    const people = state.seats.some(
      (seat, index) => seat.kind === "human" && !(state.mine.length === 1 && state.mine[0] === index),
    );
    const turn = playing && state.mine.includes(state.board.view.mover);
    takeback.hidden = draw.hidden = resign.hidden = !playing;
    const open = state.seats.some((seat) => seat.kind === "open");
    // An empty seat cannot agree.
    draw.hidden ||= !people || open;
    hint.hidden = !playing || !state.aids;
    hint.disabled = !turn;
    takeback.disabled = !state.moves.some((move) => state.mine.includes(move.seat));
    invite.hidden = !state.mine.length || !open;
    if (!open) forgetInvites(state.id);
    share.hidden = false;
  }

  async #hint() {
    this.buttons.hint.disabled = true;
    await this.table.hints.reveal();
    this.update(this.table.state);
  }

  async #resign() {
    if (await confirmed(t("web.resign.title"), t("web.resign.what"), t("web.control.resign"))) {
      this.table.send({ kind: "resign" });
    }
  }

  /** Offer a draw; where everybody sits at this device the game would end at once, so they are asked first. */
  async #draw() {
    const { state } = this.table;
    const alone = state.seats.every((seat) => seat.mine || seat.kind !== "human");
    if (alone && !(await confirmed(t("web.draw.title"), t("web.draw.what"), t("web.draw.yes")))) return;
    this.table.send({ kind: "offer", what: "draw" });
  }

  /** Everything that leaves the table: to watch, to another device, as a file. */
  async #share() {
    const { state } = this.table;
    const api = `/api/v1/tables/${encodeURIComponent(state.id)}`;
    const start = state.setup?.start;
    const shown = new URLSearchParams({
      game: state.game.id,
      ...(start ? { start } : {}),
      moves: state.moves.map((move) => move.text).join(" "),
    });
    const files = [
      h("a.btn", { href: `${api}/record?format=text`, download: "veier.txt" }, t("web.share.record")),
      h("a.btn", { href: `/api/v1/positions.svg?${shown}`, download: "veier.svg" }, "SVG"),
      h("a.btn", { href: `/api/v1/positions.png?${shown}`, download: "veier.png" }, "PNG"),
      h(
        "a.btn",
        { href: `${api}/sheet.pdf?lang=${currentLanguage()}`, download: "veier.pdf" },
        icon("print"),
        t("web.print.sheet"),
      ),
    ];
    const choice = await dialog(
      t("web.share.title"),
      [h("p", {}, t("web.share.what")), h("div.row.files", {}, ...files)],
      [
        { text: t("web.share.watch"), value: "watch" },
        ...(state.mine.length ? [{ text: t("web.share.device"), value: "device" }] : []),
        { text: t("web.done"), value: "", primary: true },
      ],
    );
    if (choice === "watch") {
      const path = `/table/${state.id}`;
      await showLink(t("web.share.watch"), t("web.share.watch_what"), path, embedPart(path));
    }
    if (choice === "device") await this.#move();
  }

  async #move() {
    const { state } = this.table;
    try {
      const { token } = await post(`/api/v1/tables/${encodeURIComponent(state.id)}/transfer`);
      await showLink(t("web.share.device"), t("web.share.device_what"), `/table/${state.id}#move=${token}`);
    } catch (error) {
      notice(reason(error));
    }
  }
}

/**
 * @param {string} name
 * @param {string} text what stands below the picture, if anything
 * @param {() => void} act
 */
function control(name, text, act) {
  return h("button.ctl", { type: "button", onclick: act }, icon(name), text && h("span", {}, text));
}
