// @ts-check
/** Settings of this browser at a table: sound, and trays that face their players where several share the screen. */

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
  /** @param {"sound" | "facing"} name @param {string} text @param {() => void} act */
  const line = (name, text, act) =>
    h(
      "div.option",
      {},
      h("span", { "aria-hidden": "true" }, text),
      toggle(text, loadSetting(name) === "on", (on) => {
        saveSetting(name, on ? "on" : null);
        act();
      }),
    );
  const lines = [
    line("sound", t("web.options.sound"), playKnock),
    shared && line("facing", t("web.options.facing"), changed),
  ];
  return dialog(t("web.options.title"), lines, [{ text: t("web.done"), value: "", primary: true }]);
}
