// @ts-check
/** What players say to each other: a menu of set phrases, and a reminder for somebody whose turn it is. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../net.js";
import { icon } from "./icons.js";
import { playerName } from "./format.js";
import { notice, reason } from "./notices.js";

/** @typedef {import("../types.js").State} State */

/** The menu, by which its buttons open it. */
const MENU = "menu-say";

/** All that can be said, by the keys that travel. @returns {Record<string, string>} */
export function phrases() {
  return {
    good_luck: t("web.phrase.good_luck"),
    nice_move: t("web.phrase.nice_move"),
    oops: t("web.phrase.oops"),
    close: t("web.phrase.close"),
    one_moment: t("web.phrase.one_moment"),
    thanks: t("web.phrase.thanks"),
    well_played: t("web.phrase.well_played"),
    bye: t("web.phrase.bye"),
  };
}

/** Whether somebody else sits at this table at another screen. @param {State} state */
export function hasCompany(state) {
  return state.mine.length > 0 && state.seats.some((seat) => seat.kind === "human" && !seat.mine);
}

/** A button beside somebody's name that opens the menu; the whole name can be pressed. */
export function speakButton() {
  const label = t("web.say.label");
  return h("button.speak", { type: "button", popovertarget: MENU, "aria-label": label, title: label }, icon("say"));
}

export class Say {
  /** @param {() => State} state the newest one */
  constructor(state) {
    this.state = state;
    this.menu = h("div.says", { id: MENU, popover: "auto", role: "group", "aria-label": t("web.say.label") });
    this.menu.addEventListener("beforetoggle", (event) => event.newState === "open" && this.#draw());
  }

  #draw() {
    const state = this.state();
    const { mover } = state.board.view;
    const seat = state.seats[mover];
    const waiting = !state.result && seat.kind === "human" && !seat.mine;
    const name = playerName(state, mover);
    put(
      this.menu,
      ...Object.entries(phrases()).map(([phrase, text]) => choice(text, () => this.#send("phrases", { phrase }))),
      waiting &&
        choice(t("web.nudge.act", { name }), () => this.#send("nudge", {}, t("web.nudge.sent", { name })), "bell"),
    );
  }

  /**
   * @param {string} what
   * @param {any} body
   * @param {string} [done] what to show when it is done
   */
  async #send(what, body, done) {
    this.menu.hidePopover();
    try {
      await post(`/api/v1/tables/${encodeURIComponent(this.state().id)}/${what}`, body);
      if (done) notice(done);
    } catch (error) {
      notice(reason(error));
    }
  }
}

/**
 * @param {string} text
 * @param {() => void} act
 * @param {string} [picture]
 */
function choice(text, act, picture) {
  return h("button.btn", { type: "button", onclick: act }, picture && icon(picture), text);
}
