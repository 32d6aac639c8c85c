// @ts-check
/** Dialogs of the table: a question, a link with its QR code, the name of a guest. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { postForText } from "../net.js";
import { loadSetting } from "../settings.js";
import { notice } from "./notices.js";

/**
 * Show a dialog until one of its buttons is pressed or it is dismissed. The event `veier-dialogs` tells that the topmost
 * dialog has changed.
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

/**
 * Show a link to hand on: as text to copy and as a QR code.
 * @param {string} title
 * @param {string} text
 * @param {string} address
 */
export function showLink(title, text, address) {
  const field = h("input.input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": t("web.link.address"),
    onfocus: () => field.select(),
  });
  const copy = h("button.btn", { type: "button", onclick: copied }, t("web.link.copy"));
  async function copied() {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    put(copy, t("web.link.copied"));
    notice(t("web.link.copied"));
  }
  return dialog(
    title,
    [h("p", {}, text), h("div.linkline", {}, field, copy), qrPicture(address)],
    [{ text: t("web.done"), value: "", primary: true }],
  );
}

/**
 * The link as a QR code, which the server draws; without an answer there is only the link to copy.
 * @param {string} link
 */
function qrPicture(link) {
  const picture = h("img.qr", { alt: t("web.link.qr") });
  postForText("/api/v1/qr", { link }).then(
    (svg) => picture.setAttribute("src", `data:image/svg+xml,${encodeURIComponent(svg)}`),
    () => picture.remove(),
  );
  return picture;
}

/**
 * Ask a guest's name and whether to sit down.
 * @param {string} text
 * @param {{name: string, trouble: string} | null} [refused] the name that was refused, and why
 * @returns {Promise<string | null>} the name, which may be empty; null for a spectator
 */
export async function askName(text, refused = null) {
  const field = h("input.input", {
    type: "text",
    maxlength: 24,
    autocomplete: "nickname",
    id: "guest-name",
    value: refused?.name ?? loadSetting("name") ?? "",
  });
  const answer = await dialog(
    t("web.sit.title"),
    [
      h("p", {}, text),
      h("label.label", { for: "guest-name" }, t("web.seat.name")),
      field,
      refused && h("p.trouble", { role: "alert" }, refused.trouble),
    ],
    [
      { text: t("web.sit.watch"), value: "" },
      { text: t("web.sit.yes"), value: "sit", primary: true },
    ],
  );
  return answer === "sit" ? field.value.trim() : null;
}
