// @ts-check
/** What two people have written at the same time: both are shown, and one says what stays. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { dialog } from "./dialogs.js";
import { wordsOf } from "./drawings.js";
import { APART, treeOf, withTag } from "./merge.js";

/** @typedef {import("./merge.js").RecordData} RecordData */

/**
 * Ask what stays; return the record with it, or null if it stays as it is: comments then have both texts.
 * @param {RecordData} record
 * @param {import("./merge.js").Both} both
 * @returns {Promise<RecordData | null>}
 */
export async function settleTexts(record, both) {
  const { what, where, mine, theirs } = both;
  const path = where.split(" ").filter(Boolean);
  if (what === "comment") {
    const answer = await ask(wordsOf(theirs), wordsOf(mine), true);
    if (answer !== "mine" && answer !== "theirs") return null;
    const joined = theirs + APART + mine;
    return annotated(record, path, (here) => ({ comment: here.comment.replace(joined, () => both[answer]) }));
  }
  const move = what === "mark" ? `${path.at(-1)} ` : "";
  const kept = await chosen(theirs, mine, (text) => move + (text || "–"));
  return what === "tag" ? withTag(record, where, kept) : annotated(record, path, () => ({ mark: kept }));
}

/**
 * Ask which of two short texts stays, of which only one can; mine, unless the other one is chosen.
 * @param {string} theirs
 * @param {string} mine
 * @param {(text: string) => string} [shown] how they are shown
 */
export async function chosen(theirs, mine, shown = (text) => text) {
  return (await ask(shown(theirs), shown(mine), false)) === "theirs" ? theirs : mine;
}

/** @param {string} theirs @param {string} mine @param {boolean} joined whether both are there, one below the other */
function ask(theirs, mine, joined) {
  const text = (/** @type {string} */ name, /** @type {string} */ said) =>
    h("section.both", {}, h("h3", {}, name), h("p.said", {}, said || "–"));
  return dialog(
    t("web.study.both"),
    [
      h("p", {}, joined ? t("web.study.both_what") : t("web.study.both_title")),
      text(t("web.study.theirs"), theirs),
      text(t("web.study.mine"), mine),
    ],
    [
      joined && { text: t("web.study.keep_both"), value: "", primary: true },
      { text: t("web.study.keep_theirs"), value: "theirs" },
      { text: t("web.study.keep_mine"), value: "mine", primary: !joined },
    ].filter((one) => one !== false),
  );
}

/**
 * A record with another comment or mark after some moves.
 * @param {RecordData} record
 * @param {string[]} path
 * @param {(here: import("./variation-tree.js").Node) => {comment?: string, mark?: string}} noted
 */
function annotated(record, path, noted) {
  const tree = treeOf(record);
  tree.playAll(path);
  tree.annotate(noted(tree.here));
  return { ...record, comment: tree.root.comment, moves: tree.toRecord() };
}
