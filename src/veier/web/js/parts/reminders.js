// @ts-check
/**
 * Asks once, while the user waits for somebody else's move, how to call them back: by a sound, or by a message where a
 * move may take days. Nothing sounds and nothing is sent before.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { pushKey, rememberLanguage, switchPushOn } from "../push.js";
import { loadSetting, saveSetting } from "../settings.js";
import { playTurn } from "../sound.js";
import { notice } from "./notices.js";
import { hasCompany } from "./say.js";
import { isMyTurn } from "./window-title.js";

/** @typedef {import("../types.js").State} State */

export class Reminders {
  constructor() {
    this.element = h("div.reminders");
    rememberLanguage().catch(() => {});
  }

  /** @param {State} state */
  async update(state) {
    const waits = hasCompany(state) && !state.result && !isMyTurn(state);
    const inDays = state.setup?.clock?.kind === "days";
    if (!waits || loadSetting(inDays ? "push" : "sound") !== null) put(this.element);
    else if (!this.element.firstChild && !inDays) put(this.element, this.#askSound());
    else if (!this.element.firstChild && (await pushKey())) put(this.element, this.#askPush());
  }

  #askSound() {
    return question(t("web.remind.sound"), t("web.remind.sound_what"), (yes) => {
      saveSetting("sound", yes ? "on" : "off");
      put(this.element);
      playTurn();
    });
  }

  #askPush() {
    return question(t("web.remind.push"), t("web.remind.push_what"), (yes) => {
      put(this.element);
      if (yes) setPush();
      else saveSetting("push", "off");
    });
  }
}

/** Switch messages on; say why if that does not work. */
export async function setPush() {
  try {
    if ((await switchPushOn()) === "on") return;
    notice(t("web.remind.denied"));
  } catch {
    notice(t("web.remind.failed"));
  }
  saveSetting("push", "off");
}

/**
 * @param {string} title
 * @param {string} text
 * @param {(yes: boolean) => void} answer
 */
function question(title, text, answer) {
  return h(
    "section.alert.offer",
    {},
    h("h2", {}, title),
    h("p", {}, text),
    h(
      "div.row",
      {},
      h("button.btn.primary", { type: "button", onclick: () => answer(true) }, t("web.remind.yes")),
      h("button.btn", { type: "button", onclick: () => answer(false) }, t("web.remind.no")),
    ),
  );
}
