// @ts-check
/** An analysis as a record: a file to keep, which every program of veier reads again. */

import { postForText } from "../net.js";

/**
 * Save the tree of a game as the text of a record, which the server checks and writes.
 * @param {string} game
 * @param {string | null} start
 * @param {import("./variation-tree.js").VariationTree} tree
 */
export async function saveRecord(game, start, tree) {
  const record = { game, ...(start ? { position: start } : {}), comment: tree.root.comment, moves: tree.toRecord() };
  const text = await postForText("/api/v1/records/text", { text: JSON.stringify(record) });
  saveText(`${game.split("?")[0]}.txt`, text);
}

/** Let the browser save a text as a file. @param {string} name @param {string} text */
export function saveText(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
