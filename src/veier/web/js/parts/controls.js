// @ts-check
/**
 * The buttons of a table: take back, hint, draw, resign; links for friends and for another device; the record.
 */

import { h } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { post } from "../net.js";
import { confirmed, dialog, showLink } from "./dialogs.js";
import { icon } from "./icons.js";
import { forgetInvites, inviteAddress, keepInvites, keptInvites, transferAddress } from "./invites.js";
import { notice, reason } from "./notices.js";
import { showOptions } from "./options.js";
import { colourName } from "./format.js";

/** @typedef {import("../types.js").State} State */

export class Controls {
  /**
   * @param {{send: (command: any, seat?: number) => void, state: State, arrange: () => void,
   *   hints: import("./hints.js").Hints, coach: import("./coach.js").Coach}} table
   */
  constructor(table) {
    this.table = table;
    this.buttons = {
      takeback: control("takeback", t("web.control.takeback"), () => table.send({ kind: "offer", what: "takeback" })),
      hint: control("hint", t("web.control.hint"), () => this.#hint()),
      draw: control("draw", t("web.control.draw"), () => table.send({ kind: "offer", what: "draw" })),
      resign: control("resign", t("web.control.resign"), () => this.#resign()),
      invite: control("link", t("web.control.invite"), () => this.#invite()),
      share: control("share", t("web.control.share"), () => this.#share()),
      options: control("options", "", () =>
        showOptions(
          table.state.mine.length > 1,
          () => table.arrange(),
          () => table.coach.restart(),
        ),
      ),
    };
    this.buttons.options.setAttribute("aria-label", t("web.options.title"));
    this.element = h(
      "div.foot",
      {},
      h("div.controls", { role: "group", "aria-label": t("web.control.label") }, ...Object.values(this.buttons)),
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

  async #invite() {
    const { state } = this.table;
    const open = state.seats.map((seat, index) => ({ seat, index })).filter(({ seat }) => seat.kind === "open");
    const kept = keptInvites(state.id);
    try {
      for (const { index } of open) {
        let invite = kept.find((one) => one.seat === index);
        if (!invite) {
          invite = {
            seat: index,
            token: (await post(`/api/v1/tables/${encodeURIComponent(state.id)}/invites`, { seat: index })).token,
          };
          keepInvites(state.id, [invite]);
        }
        await showLink(
          t("web.invite.title"),
          t("web.invite.what", { colour: colourName(state.game.colours[index]) }),
          inviteAddress(state.id, invite.token),
        );
      }
    } catch (error) {
      notice(reason(error));
    }
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
      await showLink(
        t("web.share.watch"),
        t("web.share.watch_what"),
        new URL(`/table/${state.id}`, location.href).href,
      );
    }
    if (choice === "device") await this.#move();
  }

  async #move() {
    const { state } = this.table;
    try {
      const { token } = await post(`/api/v1/tables/${encodeURIComponent(state.id)}/transfer`);
      await showLink(t("web.share.device"), t("web.share.device_what"), transferAddress(state.id, token));
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
