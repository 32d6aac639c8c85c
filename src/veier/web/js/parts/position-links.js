// @ts-check
/** Links to a position: a short one with its QR code, its picture, and its position string. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../net.js";
import { dialog } from "./dialogs.js";
import { icon } from "./icons.js";
import { embedPart, linkPart } from "./links.js";
import { notice, reason } from "./notices.js";

/**
 * The short link of a position.
 * @param {string} game
 * @param {string} code
 */
export function shortLink(game, code) {
  return `/p/${encodeURIComponent(game)}/${code}`;
}

/** The picture of a position. @param {string} game @param {string} position */
export function pictureLink(game, position) {
  return `/api/v1/positions.png?${new URLSearchParams({ game, start: withoutHistory(position) })}`;
}

/**
 * Show the links of a position in a dialog.
 * @param {string} game
 * @param {string} position
 */
export async function showPosition(game, position) {
  try {
    const { code } = await post("/api/v1/set-ups", { game, start: position });
    const title = t("web.position.share");
    const content = [
      code ? linkPart(title, shortLink(game, code)) : h("p", {}, t("web.position.no_link")),
      code && embedPart(shortLink(game, code)),
      h(
        "div.row",
        {},
        h(
          "a.btn",
          { href: pictureLink(game, position), download: "position.png" },
          icon("print"),
          t("web.position.picture"),
        ),
      ),
      h("label.label", { for: "position-string" }, t("web.position.string")),
      h("textarea.input.string", { id: "position-string", readonly: true, rows: 3 }, position),
    ];
    await dialog(title, content, [{ text: t("web.done"), value: "", primary: true }]);
  } catch (error) {
    notice(reason(error));
  }
}

/** A position as if it occurred for the first time, which a picture does not show. @param {string} position */
function withoutHistory(position) {
  return position.replace(/ \S+$/, " -");
}
