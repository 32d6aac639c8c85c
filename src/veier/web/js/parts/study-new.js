// @ts-check
/** New studies and new chapters: from a game, from a record or a position, from a file; and what other pages hand on. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../net.js";
import { dialog } from "./dialogs.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("./merge.js").RecordData} RecordData */

/** Where this tab keeps what is to become a chapter, until a study is chosen. */
const ADDED = "veier.study.added";

/** Hand a record on to a study that is chosen next. @param {object} record */
export function addLater(record) {
  sessionStorage.setItem(ADDED, JSON.stringify(record));
}

/** What is to become a chapter; null if nothing is. @returns {object | null} */
export function waitingChapter() {
  return JSON.parse(sessionStorage.getItem(ADDED) ?? "null");
}

export function forgetWaiting() {
  sessionStorage.removeItem(ADDED);
}

/**
 * Ask for a chapter: a game, or the text of a record or a position. Null if nothing is chosen.
 * @param {Game[]} games
 * @param {string} title
 * @returns {Promise<object | null>}
 */
export async function askForChapter(games, title) {
  const game = h(
    "select.input",
    { id: "chapter-game" },
    ...games.map((one) => h("option", { value: one.id }, t(one.title))),
  );
  const text = h("textarea.input", { id: "chapter-text", rows: 3, spellcheck: "false" });
  const content = [
    h("label.label", { for: "chapter-game" }, t("web.study.from_game")),
    game,
    h("label.label", { for: "chapter-text" }, t("web.study.from_text")),
    text,
  ];
  const answer = await dialog(title, content, [
    { text: t("web.cancel"), value: "" },
    { text: t("web.study.add"), value: "add", primary: true },
  ]);
  if (!answer) return null;
  return text.value.trim() ? recordOf(text.value.trim()) : { game: game.value, moves: [] };
}

/** Read a record in any format as a chapter. @param {string} text */
async function recordOf(text) {
  const read = await post("/api/v1/records", { text });
  const { game, start, seats, date, result, termination, comment, line } = read;
  return { game, position: start, seats, date, result, termination, comment, moves: line };
}

/**
 * A button to choose a file with.
 * @param {string} label
 * @param {(text: string) => void} chosen
 */
export function fileButton(label, chosen) {
  const file = h("input", {
    type: "file",
    id: "study-file",
    accept: ".txt,.json,.veier,text/plain,application/json",
    onchange: async () => {
      const [first] = file.files ?? [];
      const text = await first?.text();
      file.value = "";
      if (text) chosen(text);
    },
  });
  const button = h("label.btn.filebutton", { for: "study-file" });
  put(button, label, file);
  return button;
}
