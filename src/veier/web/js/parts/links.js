// @ts-check
/** Links to hand on to another device: as text to copy, to send, and as a QR code. */

import { h, put } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { get, postForText } from "../net.js";
import { dialog } from "./dialogs.js";
import { notice, reason } from "./notices.js";

/**
 * Show a link in a dialog.
 * @param {string} title
 * @param {string} text
 * @param {string} path
 * @param {...Node} more what else can be done with it
 */
export function showLink(title, text, path, ...more) {
  const content = [h("p", {}, text), linkPart(title, path), ...more];
  return dialog(title, content, [{ text: t("web.done"), value: "", primary: true }]);
}

/**
 * Show links of several people, a line each: the name, a tab, and the link, as spreadsheets take them.
 * @param {string} title
 * @param {string} text
 * @param {{name: string, path: string}[]} links
 */
export async function showLinkList(title, text, links) {
  const { origin, why } = await addressForOthers();
  const field = h("textarea.input.link-list", {
    readonly: true,
    rows: Math.min(12, links.length),
    wrap: "off",
    "aria-label": title,
    onfocus: () => field.select(),
  });
  field.value = links.map(({ name, path }) => `${name}\t${origin ?? location.origin}${path}`).join("\n");
  await dialog(
    title,
    [
      origin ? h("p", {}, text) : h("p.why-not", {}, ...why),
      field,
      h("div.row", {}, copyButton(field, "button.btn.primary")),
    ],
    [{ text: t("web.done"), value: "" }],
  );
}

/**
 * The code by which a page of another site shows the board of a link, where the operator of this server allows that.
 * @param {string} path
 */
export function embedPart(path) {
  const part = h("div.link", { hidden: true });
  const asked = new URLSearchParams({ url: location.origin + path, lang: currentLanguage() });
  get(`/oembed?${asked}`).then(
    ({ type, html }) => {
      if (type !== "rich") return;
      part.hidden = false;
      put(part, h("p", {}, t("web.embed.code")), linkLine(t("web.embed.code"), html, null));
    },
    () => {},
  );
  return part;
}

/**
 * A link with what one does with it; where other devices cannot reach this server, how to change that.
 * @param {string} title what the link is for
 * @param {string} path
 */
export function linkPart(title, path) {
  const part = h("div.link", { "aria-busy": "true" });
  addressForOthers().then(({ origin, why }) => {
    part.removeAttribute("aria-busy");
    if (origin) {
      const address = origin + path;
      return put(
        part,
        h("p", {}, t("web.link.how")),
        qrPicture(address),
        linkLine(t("web.link.address"), address, title),
      );
    }
    put(
      part,
      h("p.why-not", {}, ...why),
      h("p.quiet", {}, t("web.link.here")),
      linkLine(t("web.link.address_here"), location.origin + path, null),
    );
  });
  return part;
}

/**
 * Find where links for other devices lead: to the page's own address, or where that is good on this computer only, to
 * the one that the server knows.
 * @returns {Promise<{origin: string | null, why: import("../dom.js").Child[]}>}
 */
async function addressForOthers() {
  if (!/^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)) {
    return { origin: location.origin, why: [] };
  }
  try {
    const found = await get("/api/v1/address");
    return { origin: found.origin, why: found.reason ? withCommand(found.reason) : [] };
  } catch (error) {
    return { origin: null, why: [reason(error)] };
  }
}

/**
 * Set the command that a sentence names as code, which is broken between its words only.
 * @param {import("../i18n.js").Message} message
 */
function withCommand(message) {
  const command = message.params?.command;
  const [before, after] = command ? t(message).split(command) : [t(message)];
  const words = String(command).split(" ");
  const code = words.flatMap((word, k) => [k > 0 && " ", h("span", {}, word)]);
  return [before, after !== undefined && h("code", {}, ...code), after];
}

/**
 * @param {string} label
 * @param {string} address
 * @param {string | null} title what to send it as; null where only this computer can use it
 */
function linkLine(label, address, title) {
  const field = h("input.input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  const canSend = title !== null && "share" in navigator;
  const copy = copyButton(field, canSend ? "button.btn" : "button.btn.primary");
  // Whoever changes their mind closes the system's own dialog, which is no fault.
  const send = () => navigator.share({ title: title ?? "", url: address }).catch(() => {});
  return h(
    "div.linkline",
    {},
    field,
    copy,
    canSend && h("button.btn.primary", { type: "button", onclick: send }, t("web.link.send")),
  );
}

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} field whose text is copied
 * @param {"button.btn" | "button.btn.primary"} kind
 */
function copyButton(field, kind) {
  const button = h(kind, { type: "button", onclick: copied }, t("web.link.copy"));
  async function copied() {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Without HTTPS, as in a classroom, browsers know only this way.
      field.select();
      document.execCommand("copy");
    }
    put(button, t("web.link.copied"));
    notice(t("web.link.copied"));
  }
  return button;
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
