// @ts-check
/**
 * Settings of this browser at a table: sound; whether a stone is confirmed, where one stone is a move; and trays that
 * face their players where several share the screen.
 */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { saveSetting, loadSetting } from "../settings.js";
import { playKnock } from "../sound.js";
import { dialog } from "./dialogs.js";
import { toggle } from "./forms.js";

/**
 * @param {{shared: boolean, single: boolean}} table whether several people play at this screen, and whether a move is one
 *   stone
 * @param {() => void} changed redraws the table
 */
export function showOptions({ shared, single }, changed) {
  /** @param {"sound" | "confirm" | "facing"} name @param {string} text @param {() => void} act @param {boolean} [usual] */
  const line = (name, text, act, usual = false) =>
    h(
      "div.option",
      {},
      h("span", { "aria-hidden": "true" }, text),
      toggle(text, loadSetting(name) === null ? usual : loadSetting(name) === "on", (on) => {
        saveSetting(name, on === usual ? null : on ? "on" : "off");
        act();
      }),
    );
  const lines = [
    line("sound", t("web.options.sound"), playKnock),
    single && line("confirm", t("web.options.confirm"), () => {}, true),
    shared && line("facing", t("web.options.facing"), changed),
  ];
  return dialog(t("web.options.title"), lines, [{ text: t("web.done"), value: "", primary: true }]);
}
