// @ts-check
/** Texts that two people have written at the same time: both are shown, and one says what stays. */

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
  const isTag = both.where === "Chapter" || both.where === "Task";
  const text = (/** @type {string} */ name, /** @type {string} */ said) =>
    h("section.both", {}, h("h3", {}, name), h("p.said", {}, wordsOf(said) || "–"));
  const answer = await dialog(
    t("web.study.both"),
    [
      h("p", {}, isTag ? t("web.study.both_title") : t("web.study.both_what")),
      text(t("web.study.theirs"), both.theirs),
      text(t("web.study.mine"), both.mine),
    ],
    [
      !isTag && { text: t("web.study.keep_both"), value: "", primary: true },
      { text: t("web.study.keep_theirs"), value: "theirs" },
      { text: t("web.study.keep_mine"), value: "mine", primary: isTag },
    ].filter((one) => one !== false),
  );
  if (answer !== "mine" && answer !== "theirs") return null;
  const kept = both[answer];
  if (isTag) return withTag(record, both.where, kept);
  const tree = treeOf(record);
  tree.playAll(both.where.split(" ").filter(Boolean));
  const { comment } = tree.here;
  tree.annotate({ comment: comment.replace(both.theirs + APART + both.mine, () => kept) });
  return { ...record, comment: tree.root.comment, moves: tree.toRecord() };
}
