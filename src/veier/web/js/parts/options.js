// @ts-check
/** Settings of this browser at a table: sound, messages, phrases, and trays that face players who share the screen. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { isPushOn, pushKey, switchPushOff } from "../push.js";
import { saveSetting, loadSetting } from "../settings.js";
import { playKnock } from "../sound.js";
import { dialog } from "./dialogs.js";
import { toggle } from "./forms.js";
import { setPush } from "./reminders.js";

/**
 * @param {boolean} shared whether several people play at this screen
 * @param {() => void} changed redraws the table
 */
export function showOptions(shared, changed) {
  /**
   * @param {"sound" | "push" | "phrases" | "facing"} name
   * @param {string} text
   * @param {(chosen: boolean) => void} act
   * @param {boolean} on
   */
  const line = (name, text, act, on = loadSetting(name) === "on") =>
    h(
      "div.option",
      {},
      h("span", { "aria-hidden": "true" }, text),
      toggle(text, on, (chosen) => {
        saveSetting(name, chosen ? "on" : "off");
        act(chosen);
      }),
    );
  // Offered where browser and server can: that takes a moment to learn.
  const messages = h("div");
  pushKey().then((key) => {
    /** @param {boolean} on */
    const flip = (on) => (on ? setPush() : switchPushOff().catch(() => {}));
    if (key) put(messages, line("push", t("web.options.push"), flip, isPushOn()));
  });
  const lines = [
    line("sound", t("web.options.sound"), playKnock),
    messages,
    line("phrases", t("web.options.phrases"), () => {}, loadSetting("phrases") !== "off"),
    shared && line("facing", t("web.options.facing"), changed),
  ];
  return dialog(t("web.options.title"), lines, [{ text: t("web.done"), value: "", primary: true }]);
}
