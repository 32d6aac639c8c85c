// @ts-check
/** Dialogs: anything with buttons below it, and the question before something that cannot be undone. */

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * Show a dialog until one of its buttons is pressed or it is dismissed. The event `veier-dialogs` tells that the
 * topmost dialog has changed.
 * @param {string} title
 * @param {import("../dom.js").Child[]} content
 * @param {{text: string, value: string, primary?: boolean}[]} buttons
 * @returns {Promise<string>} the value of the button, or "" if it was dismissed
 */
export function dialog(title, content, buttons) {
  return new Promise((resolve) => {
    const box = h(
      "dialog.dialog",
      { "aria-labelledby": "dialog-title" },
      h(
        "form",
        { method: "dialog" },
        h("h2", { id: "dialog-title" }, title),
        ...content,
        h(
          "div.row",
          {},
          ...buttons.map(({ text, value, primary }) =>
            h(primary ? "button.btn.primary" : "button.btn", { value, type: "submit" }, text),
          ),
        ),
      ),
    );
    box.addEventListener("close", () => {
      box.remove();
      document.dispatchEvent(new Event("veier-dialogs"));
      resolve(box.returnValue);
    });
    document.body.append(box);
    box.showModal();
    document.dispatchEvent(new Event("veier-dialogs"));
  });
}

/**
 * Ask before something that cannot be undone.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 */
export async function confirmed(title, text, yes) {
  const answer = await dialog(
    title,
    [h("p", {}, text)],
    [
      { text: t("web.cancel"), value: "" },
      { text: yes, value: "yes", primary: true },
    ],
  );
  return answer === "yes";
}
