// @ts-check
/**
 * Positions of a game from the server, each fetched once; for stepping through moves and trying others.
 */

import { post } from "../net.js";

/** @typedef {import("../types.js").Board} Board */
/**
 * Moves from a position, or from the beginning of a game.
 *
 * @typedef {{game: string, start: string | null, moves: string[]}} Line
 */

/**
 * Return a function that fetches the position after some moves.
 * @param {string} game
 * @param {string | null} start a position string; null for the beginning
 * @param {{moves: string[], board: Board} | null} [first] a position that need not be fetched
 * @returns {(moves: string[]) => Promise<Board>}
 */
export function positions(game, start, first = null) {
  /** @type {Map<string, Promise<Board>>} */
  const known = new Map();
  if (first) known.set(first.moves.join(" "), Promise.resolve(first.board));
  return (moves) => {
    const key = moves.join(" ");
    let found = known.get(key);
    if (!found) {
      found = post("/api/v1/positions", { game, ...(start ? { start } : {}), moves });
      found.catch(() => known.delete(key));
      known.set(key, found);
    }
    return found;
  };
}
