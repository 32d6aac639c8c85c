// @ts-check
/** The puzzles: the one of the day, then those of each game, with what was solved. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { get } from "../net.js";
import { icon } from "../parts/icons.js";
import { smallBoard } from "../parts/board.js";
import { dots, solvedPuzzles } from "../parts/puzzle-progress.js";

/** @typedef {import("../parts/puzzle-progress.js").Summary} Summary */

/** @type {import("../app.js").Page} */
export async function page(place) {
  place.name(t("web.puzzles.title"), t("web.puzzles.title"));
  const [daily, { games }] = await Promise.all([get("/api/v1/puzzles/daily"), get("/api/v1/puzzles")]);
  const solved = solvedPuzzles();
  put(
    place.main,
    h("div.hello", {}, h("h1", {}, t("web.puzzles.title")), h("p", {}, t("web.puzzles.more"))),
    ofTheDay(daily, solved),
    h(
      "div.puzzle-lists",
      {},
      ...games.map((/** @type {any} */ list) => ofGame(list, solved, list.game === daily.game)),
    ),
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
      h("h2", {}, t("web.puzzles.daily")),
      h("p.what", {}, `${t(puzzle.title)}. ${t(puzzle.task)}`),
      h(
        "p.facts",
        {},
        dots(puzzle),
        solved.has(puzzle.id) && h("span.done", {}, icon("check"), t("web.puzzles.solved")),
      ),
      h("p.acts", {}, h("a.btn.primary", { href: `/puzzle/${puzzle.id}` }, t("web.puzzles.open"))),
    ),
  );
}

/**
 * @param {{game: string, title: any, puzzles: Summary[]}} list
 * @param {Set<string>} solved
 * @param {boolean} open
 */
function ofGame(list, solved, open) {
  const done = list.puzzles.filter((puzzle) => solved.has(puzzle.id)).length;
  return h(
    "details.puzzles-of",
    { open },
    h(
      "summary",
      {},
      h("h2", {}, t(list.title)),
      h("span.quiet", {}, t("web.puzzles.progress", { done, count: list.puzzles.length })),
    ),
    h(
      "ol.chips",
      {},
      ...list.puzzles.map((puzzle, place) => h("li", {}, chip(puzzle, place + 1, solved.has(puzzle.id)))),
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
    h("b", {}, `${number}. ${t(puzzle.name)}`),
    dots(puzzle),
    done && h("span.tick", { role: "img", "aria-label": t("web.puzzles.solved") }, icon("check")),
  );
}
