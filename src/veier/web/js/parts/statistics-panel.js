// @ts-check
/** What was counted of the player's games, to look at, to save, to load and to delete. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { deleteStatistics, importStatistics, readStatistics, streak } from "../statistics.js";
import { confirmed } from "./dialogs.js";
import { notice } from "./notices.js";
import { solvedPuzzles } from "./puzzle-progress.js";
import { bestResults } from "./trainer-results.js";

/** @typedef {import("../statistics.js").SeenGame} SeenGame */

export class StatisticsPanel {
  constructor() {
    this.content = h("div", {});
    this.element = h(
      "section.panel.statistics",
      { "aria-labelledby": "statistics-title" },
      h("h2", { id: "statistics-title", tabindex: -1 }, t("web.stats.title")),
      this.content,
    );
    // Another tab may have counted something.
    this.listen = () => this.update();
    addEventListener("storage", this.listen);
    this.update();
  }

  close() {
    removeEventListener("storage", this.listen);
  }

  update() {
    const { games, days } = readStatistics();
    const seen = Object.values(games);
    const counted = seen.length + days.puzzles.length + days.trainer.length > 0;
    const parts = [wins(seen), squares(seen), practice(days)].filter(Boolean);
    put(
      this.content,
      ...parts,
      !seen.length && h("p", {}, t("web.stats.none")),
      counted && h("p.quiet", {}, t("web.stats.kept")),
      h(
        "div.row",
        {},
        counted && button(t("web.stats.export"), exportFile),
        this.#importButton(),
        counted && button(t("web.stats.delete"), () => this.#delete()),
      ),
    );
  }

  #importButton() {
    const file = h("input", {
      type: "file",
      id: "statistics-file",
      accept: ".json,application/json",
      onchange: async () => {
        const chosen = file.files?.[0];
        if (!chosen) return;
        if (importStatistics(await chosen.text())) {
          this.update();
          notice(t("web.stats.imported", { count: Object.keys(readStatistics().games).length }));
        } else notice(t("web.stats.foreign"));
      },
    });
    return h("label.btn.filebutton", { for: "statistics-file" }, t("web.stats.import"), file);
  }

  async #delete() {
    const texts = [t("web.stats.delete_title"), t("web.stats.delete_what"), t("web.stats.delete")];
    if (!(await confirmed(texts[0], texts[1], texts[2]))) return;
    deleteStatistics();
    this.update();
    /** @type {HTMLElement | null} */ (this.element.querySelector("h2"))?.focus();
  }
}

/**
 * @param {string} text
 * @param {() => void} onclick
 */
function button(text, onclick) {
  return h("button.btn", { type: "button", onclick }, text);
}

function exportFile() {
  const link = h("a", {
    href: URL.createObjectURL(new Blob([JSON.stringify(readStatistics(), null, 2)], { type: "application/json" })),
    download: "veier-statistics.json",
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Wins against each level, and against people. @param {SeenGame[]} games */
function wins(games) {
  if (!games.length) return null;
  const levels = [...new Set(games.map((game) => game.level))].sort((one, two) => (one ?? 100) - (two ?? 100));
  return h(
    "div.figure",
    {},
    h("h3", {}, t("web.stats.levels")),
    h(
      "dl.bars",
      {},
      ...levels.map((level) => {
        const played = games.filter((game) => game.level === level);
        const won = played.filter((game) => game.outcome === "won").length;
        return bar(
          level === null ? t("web.games.people") : t("web.stats.level", { level }),
          won,
          played.length,
          t("web.stats.of", { won, played: played.length }),
        );
      }),
    ),
  );
}

/** The squares that the player won with: how they lie, and the side that occurs most. @param {SeenGame[]} games */
function squares(games) {
  const steps = games.flatMap((game) => (game.step ? [game.step.map(Math.abs).sort((one, two) => two - one)] : []));
  if (!steps.length) return null;
  const straight = steps.filter(([, across]) => across === 0).length;
  const diamond = steps.filter(([along, across]) => along === across).length;
  const shapes = /** @type {[string, number][]} */ ([
    [t("web.step.upright"), straight],
    [t("web.step.diamond"), diamond],
    [t("web.stats.tilted"), steps.length - straight - diamond],
  ]);
  const sides = steps.map(([along, across]) => (across ? `${along} + ${across}` : String(along)));
  const often = (/** @type {string} */ side) => sides.filter((one) => one === side).length;
  const side = sides.reduce((best, one) => (often(one) > often(best) ? one : best));
  return h(
    "div.figure",
    {},
    h("h3", {}, t("web.stats.squares")),
    h("dl.bars", {}, ...shapes.map(([name, count]) => bar(name, count, steps.length, String(count)))),
    h("p", {}, t("web.stats.favourite", { side })),
  );
}

/** Days of practice in a row, and what was reached. @param {Record<"puzzles" | "trainer", string[]>} days */
function practice(days) {
  const solved = solvedPuzzles().size;
  const { time, count } = bestResults();
  const rows = [
    row(t("web.learn.puzzles"), [...inARow(days.puzzles), solved > 0 && t("web.stats.solved", { count: solved })]),
    row(t("web.trainer.title"), [
      ...inARow(days.trainer),
      time && t("web.trainer.best_time", { count: time.found }),
      count && t("web.trainer.best_count", { count: count.found, seconds: count.seconds }),
    ]),
  ].filter(Boolean);
  return rows.length > 0 && h("div.figure", {}, h("h3", {}, t("web.stats.practice")), h("dl.practice", {}, ...rows));
}

/** @param {string[]} days */
function inARow(days) {
  const { now, longest } = streak(days, new Date());
  return [now > 0 && t("web.stats.days", { count: now }), longest > now && t("web.stats.longest", { count: longest })];
}

/**
 * @param {string} name
 * @param {(string | false | undefined)[]} texts
 */
function row(name, texts) {
  const said = texts.filter(Boolean);
  return said.length > 0 && h("div", {}, h("dt", {}, name), ...said.map((text) => h("dd", {}, text)));
}

/**
 * @param {string} name
 * @param {number} part
 * @param {number} whole
 * @param {string} text
 */
function bar(name, part, whole, text) {
  const meter = h("progress", { value: part, max: Math.max(1, whole), "aria-hidden": "true" });
  return h("div", {}, h("dt", {}, name), h("dd", {}, meter, h("span", {}, text)));
}
