// @ts-check
/** What each browser sets for itself at a table: sound, and trays that face their players where several share it. */

import { h } from "../dom.js";
import { say } from "../say.js";
import { remember, remembered } from "../settings.js";
import { knock } from "../sound.js";
import { dialog } from "./dialogs.js";
import { toggle } from "./forms.js";

/**
 * @param {boolean} shared whether several people play at this screen
 * @param {() => void} changed draws the table anew
 */
export function showOptions(shared, changed) {
  /** @param {"sound" | "facing"} name @param {string} text @param {() => void} act */
  const line = (name, text, act) =>
    h(
      "div.option",
      {},
      h("span", { "aria-hidden": "true" }, text),
      toggle(text, remembered(name) === "on", (on) => {
        remember(name, on ? "on" : null);
        act();
      }),
    );
  const lines = [
    line("sound", say("web.options.sound"), knock),
    shared && line("facing", say("web.options.facing"), changed),
  ];
  return dialog(say("web.options.title"), lines, [{ text: say("web.done"), value: "", primary: true }]);
}
