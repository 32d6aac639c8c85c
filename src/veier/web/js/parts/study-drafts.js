// @ts-check
/** What could not be saved of a study: it stays in this browser, and becomes a file where the study is gone. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { postForText } from "../net.js";
import { dialog } from "./dialogs.js";
import { notice, reason } from "./notices.js";
import { saveText } from "./record-file.js";

/** @typedef {import("./merge.js").RecordData} RecordData */
/** A chapter as it was when it was last saved, and as it was written here. @typedef {{base: RecordData, mine: RecordData}} Draft */

/** @param {string} study @param {string} [chapter] */
export function draftKey(study, chapter = "") {
  return `veier.study.${study}.${chapter}`;
}

/** @param {string} study @param {string} chapter @param {Draft} draft */
export function keepDraft(study, chapter, { base, mine }) {
  try {
    localStorage.setItem(draftKey(study, chapter), JSON.stringify({ base, mine }));
  } catch {
    // Without room it is kept by this page alone, until it is saved.
  }
}

/** @param {string} study @param {string} chapter */
export function forgetDraft(study, chapter) {
  localStorage.removeItem(draftKey(study, chapter));
}

/** @param {string} study @param {string} chapter @returns {Draft | null} */
export function draftOf(study, chapter) {
  try {
    return JSON.parse(localStorage.getItem(draftKey(study, chapter)) ?? "null");
  } catch {
    return null;
  }
}

/** All drafts of a study, by chapter. @param {string} study @returns {Map<string, Draft>} */
export function draftsOf(study) {
  const start = draftKey(study);
  const found = new Map();
  for (const key of Object.keys(localStorage)) {
    const chapter = key.startsWith(start) && key.slice(start.length);
    const draft = chapter && draftOf(study, chapter);
    if (draft && isUnsaved(draft)) found.set(chapter, draft);
  }
  return found;
}

/** @param {Draft} draft */
export function isUnsaved({ base, mine }) {
  return JSON.stringify(base) !== JSON.stringify(mine);
}

/**
 * Offer what could not be saved as a file, and forget it once it is one. Without anything, nothing is asked.
 * @param {string} study
 * @param {Map<string, Draft>} drafts
 */
export async function offerDrafts(study, drafts) {
  while (drafts.size) {
    const answer = await dialog(
      t("web.study.unsaved"),
      [h("p", {}, t("web.study.unsaved_what"))],
      [
        { text: t("web.study.unsaved_keep"), value: "" },
        { text: t("web.study.save"), value: "save", primary: true },
      ],
    );
    if (answer !== "save") return;
    try {
      const records = [...drafts.values()].map(({ mine }) => ({ text: JSON.stringify(mine) }));
      const texts = await Promise.all(records.map((record) => postForText("/api/v1/records/text", record)));
      saveText(`study-${study}.txt`, texts.join("\n"));
      for (const chapter of drafts.keys()) forgetDraft(study, chapter);
      return;
    } catch (error) {
      notice(reason(error));
    }
  }
}
