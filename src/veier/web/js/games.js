// @ts-check
/** The games as home and set-up show them: variants of one game, which differ in players and size, share a card. */

import { get } from "./net.js";
import { t } from "./i18n.js";

/** @typedef {import("./types.js").Game} Game */

/** A level at which beginners win now and then. */
export const FRIENDLY = 2;

/** @type {Promise<Game[]> | null} */
let known = null;

/** @returns {Promise<Game[]>} */
export function allGames() {
  known ??= get("/api/v1/games").then((answer) => answer.games);
  known.catch(() => (known = null));
  return known;
}

/** @param {Game} game */
export function groupName(game) {
  return game.group.id;
}

/** @param {Game} game */
export function groupTitle(game) {
  return t(game.group.title);
}

/**
 * @param {Game[]} games
 * @returns {Game[][]}
 */
export function grouped(games) {
  /** @type {Map<string, Game[]>} */
  const groups = new Map();
  for (const game of games) groups.set(groupName(game), [...(groups.get(groupName(game)) ?? []), game]);
  return [...groups.values()];
}

/**
 * Name how strong a level is.
 * @param {number} level
 * @param {number} levels
 */
export function levelWord(level, levels) {
  if (level >= levels) return t("web.level.full");
  const part = (level - 1) / (levels - 1);
  return part < 0.1
    ? t("web.level.gentle")
    : part < 0.4
      ? t("web.level.friendly")
      : part < 0.7
        ? t("web.level.thoughtful")
        : t("web.level.strong");
}
