// @ts-check
/**
 * Settings of this browser at a table: sound, messages, phrases, the coach; whether a stone is confirmed, where one
 * stone is a move; and trays that face their players who share the screen.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { isPushOn, pushKey, switchPushOff } from "../push.js";
import { saveSetting, loadSetting } from "../settings.js";
import { playKnock } from "../sound.js";
import { isCoachOn, switchCoach } from "./coach-memory.js";
import { dialog } from "./dialogs.js";
import { toggle } from "./forms.js";
import { notice, reason } from "./notices.js";
import { setPush } from "./reminders.js";

/**
 * @param {{shared: boolean, single: boolean}} table whether several people play at this screen, and whether a move is
 *   one stone
 * @param {() => void} changed redraws the table
 * @param {() => void} coached lets the coach come or go
 */
export function showOptions({ shared, single }, changed, coached) {
  /** @param {string} text @param {boolean} on @param {(on: boolean) => void} flip */
  const line = (text, on, flip) =>
    h("div.option", {}, h("span", { "aria-hidden": "true" }, text), toggle(text, on, flip));
  /**
   * @param {"sound" | "phrases" | "confirm" | "facing"} name
   * @param {string} text
   * @param {() => void} act
   * @param {boolean} [usual] whether it is on until it is changed
   */
  const setting = (name, text, act, usual = false) =>
    line(text, loadSetting(name) === null ? usual : loadSetting(name) === "on", (on) => {
      saveSetting(name, on === usual ? null : on ? "on" : "off");
      act();
    });
  const lines = [
    setting("sound", t("web.options.sound"), playKnock),
    messages(line),
    setting("phrases", t("web.options.phrases"), () => {}, true),
    line(t("web.options.coach"), isCoachOn(), (on) => {
      switchCoach(on);
      coached();
    }),
    single && setting("confirm", t("web.options.confirm"), () => {}, true),
    shared && setting("facing", t("web.options.facing"), changed),
  ];
  return dialog(t("web.options.title"), lines, [{ text: t("web.done"), value: "", primary: true }]);
}

/**
 * Whether messages come when the page is closed; offered where browser and server can, which takes a moment to learn.
 * @param {(text: string, on: boolean, flip: (on: boolean) => void) => HTMLElement} line
 */
function messages(line) {
  const place = h("div");
  pushKey().then((key) => {
    /** @param {boolean} on */
    const flip = (on) => {
      saveSetting("push", on ? "on" : "off");
      if (on) setPush();
      else switchPushOff().catch((error) => notice(reason(error)));
    };
    if (key) put(place, line(t("web.options.push"), isPushOn(), flip));
  });
  return place;
}
