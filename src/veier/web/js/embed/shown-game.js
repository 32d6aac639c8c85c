// @ts-check
/** What a board on another site shows: asked from the server, which knows the rules. */

import { applyPatch } from "../json-patch.js";

/** @typedef {import("../board/types.js").View} View */
/** @typedef {{said: string, turn: string, where: string, changes: import("../json-patch.js").Change[]}} Ply */
/**
 * What the server answers.
 * @typedef {{title: string, link: string, live: boolean, colours: string[], view: View, turn: string, where: string,
 *   moves: Ply[]}} Answer
 */
/** A position to show: what the last move did, whose turn it is, which move it is. @typedef {{view: View, said: string,
 *   turn: string, where: string}} Shown */
/** @typedef {{title: string, link: string, live: boolean, colours: string[], shown: Shown[]}} ShownGame */

/** Attributes that are sent as they are. */
const SENT = ["game", "moves", "position", "code", "table", "record"];
/** Attributes that decide what is shown. */
export const NAMING = [...SENT, "src"];

/** Why a board cannot be shown: a text of the server, or the key of one of ours. */
export class NotShown extends Error {
  /** @param {string} key @param {string} [detail] */
  constructor(key, detail = "") {
    super(detail || key);
    this.key = key;
    this.detail = detail;
  }
}

/**
 * Ask for the game that an element names by its attributes; throw NotShown.
 * @param {HTMLElement} element
 * @param {string} server
 * @param {string} lang
 * @returns {Promise<ShownGame>}
 */
export async function fetchGame(element, server, lang) {
  const named = SENT.filter((name) => element.hasAttribute(name)).map((name) => [name, element.getAttribute(name)]);
  const src = element.getAttribute("src");
  if (src) named.push(["record", await readFile(src)]);
  if (!named.length) throw new NotShown("web.embed.nothing");
  return unfold(await ask(`${server}/api/v1/embeds`, { ...Object.fromEntries(named), lang }, lang));
}

/** @param {string} src */
async function readFile(src) {
  const file = await fetch(src).catch(() => null);
  if (!file?.ok) throw new NotShown("web.embed.file");
  return file.text();
}

/** Ask without cookies, so that it makes no difference where the page is. @param {string} address @param {object} asked
 * @param {string} lang @returns {Promise<Answer>} */
async function ask(address, asked, lang) {
  const headers = { "Content-Type": "application/json", "Accept-Language": lang };
  const body = JSON.stringify(asked);
  const answer = await fetch(address, { method: "POST", credentials: "omit", headers, body }).catch(() => null);
  if (!answer) throw new NotShown("web.embed.offline");
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new NotShown("web.embed.offline", found.detail);
  return found;
}

/** @param {Answer} answer @returns {ShownGame} */
function unfold({ title, link, live, colours, view, turn, where, moves }) {
  const shown = [{ view, said: "", turn, where }];
  for (const { changes, ...texts } of moves) {
    view = applyPatch(view, changes);
    shown.push({ view, ...texts });
  }
  return { title, link, live, colours, shown };
}
