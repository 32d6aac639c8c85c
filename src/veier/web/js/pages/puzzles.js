// @ts-check
/** The puzzles: the one of the day, then those of each game, with what was solved. */

import { h, put } from "../dom.js";
import { say } from "../say.js";
import { get } from "../net.js";
import { icon } from "../parts/drawing.js";
import { smallBoard } from "../parts/board.js";
import { dots, solvedPuzzles } from "../parts/solved.js";

/** @typedef {import("../parts/solved.js").Summary} Summary */

/** @type {import("../app.js").Page} */
export async function page(place) {
  place.name(say("web.puzzles.title"), say("web.puzzles.title"));
  const [daily, { games }] = await Promise.all([get("/api/v1/puzzles/daily"), get("/api/v1/puzzles")]);
  const solved = solvedPuzzles();
  put(
    place.main,
    h("div.hello", {}, h("h1", {}, say("web.puzzles.title")), h("p", {}, say("web.puzzles.more"))),
    ofTheDay(daily, solved),
    h("div.shelves", {}, ...games.map((/** @type {any} */ shelf) => ofGame(shelf, solved, shelf.game === daily.game))),
  );
}

/**
 * @param {any} puzzle
 * @param {Set<string>} solved
 */
function ofTheDay(puzzle, solved) {
  return h(
    "article.card.daily",
    {},
    h("div.pic", {}, smallBoard(puzzle.view)),
    h(
      "div.text",
      {},
      h("h2", {}, say("web.puzzles.daily")),
      h("p.what", {}, `${say(puzzle.title)}. ${say(puzzle.task)}`),
      h(
        "p.facts",
        {},
        dots(puzzle),
        solved.has(puzzle.id) && h("span.done", {}, icon("check"), say("web.puzzles.solved")),
      ),
      h("p.acts", {}, h("a.btn.primary", { href: `/puzzle/${puzzle.id}` }, say("web.puzzles.open"))),
    ),
  );
}

/**
 * @param {{game: string, title: any, puzzles: Summary[]}} shelf
 * @param {Set<string>} solved
 * @param {boolean} open
 */
function ofGame(shelf, solved, open) {
  const done = shelf.puzzles.filter((puzzle) => solved.has(puzzle.id)).length;
  return h(
    "details.shelf-of",
    { open },
    h(
      "summary",
      {},
      h("h2", {}, say(shelf.title)),
      h("span.quiet", {}, say("web.puzzles.progress", { done, count: shelf.puzzles.length })),
    ),
    h(
      "ol.chips",
      {},
      ...shelf.puzzles.map((puzzle, place) => h("li", {}, chip(puzzle, place + 1, solved.has(puzzle.id)))),
    ),
  );
}

/**
 * @param {Summary} puzzle
 * @param {number} number
 * @param {boolean} done
 */
function chip(puzzle, number, done) {
  return h(
    done ? "a.chip.done" : "a.chip",
    { href: `/puzzle/${puzzle.id}` },
    h("b", {}, `${number}. ${say(puzzle.name)}`),
    dots(puzzle),
    done && h("span.tick", { role: "img", "aria-label": say("web.puzzles.solved") }, icon("check")),
  );
}
