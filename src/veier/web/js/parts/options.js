// @ts-check
/** Settings of this browser at a table: sound, phrases, and trays that face their players who share the screen. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { saveSetting, loadSetting } from "../settings.js";
import { playKnock } from "../sound.js";
import { dialog } from "./dialogs.js";
import { toggle } from "./forms.js";

/**
 * @param {boolean} shared whether several people play at this screen
 * @param {() => void} changed redraws the table
 */
export function showOptions(shared, changed) {
  /**
   * @param {"sound" | "phrases" | "facing"} name
   * @param {string} text
   * @param {() => void} act
   * @param {boolean} on
   */
  const line = (name, text, act, on = loadSetting(name) === "on") =>
    h(
      "div.option",
      {},
      h("span", { "aria-hidden": "true" }, text),
      toggle(text, on, (chosen) => {
        saveSetting(name, chosen ? "on" : "off");
        act();
      }),
    );
  const lines = [
    line("sound", t("web.options.sound"), playKnock),
    line("phrases", t("web.options.phrases"), () => {}, loadSetting("phrases") !== "off"),
    shared && line("facing", t("web.options.facing"), changed),
  ];
  return dialog(t("web.options.title"), lines, [{ text: t("web.done"), value: "", primary: true }]);
}
