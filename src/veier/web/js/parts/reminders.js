// @ts-check
/** Asks once, while the user waits for somebody else's move, whether a sound shall tell when it is their turn. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { loadSetting, saveSetting } from "../settings.js";
import { playTurn } from "../sound.js";
import { hasCompany } from "./say.js";
import { isMyTurn } from "./window-title.js";

/** @typedef {import("../types.js").State} State */

export class Reminders {
  constructor() {
    this.element = h("div.reminders");
  }

  /** @param {State} state */
  update(state) {
    const waits = hasCompany(state) && !state.result && !isMyTurn(state);
    if (!waits || loadSetting("sound") !== null) put(this.element);
    else if (!this.element.firstChild) put(this.element, this.#question());
  }

  #question() {
    /** @param {"on" | "off"} chosen */
    const choose = (chosen) => {
      saveSetting("sound", chosen);
      put(this.element);
      playTurn();
    };
    return h(
      "section.alert.offer",
      {},
      h("h2", {}, t("web.remind.sound")),
      h("p", {}, t("web.remind.sound_what")),
      h(
        "div.row",
        {},
        h("button.btn.primary", { type: "button", onclick: () => choose("on") }, t("web.remind.yes")),
        h("button.btn", { type: "button", onclick: () => choose("off") }, t("web.remind.no")),
      ),
    );
  }
}
