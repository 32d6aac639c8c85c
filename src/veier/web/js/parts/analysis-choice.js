// @ts-check
/** Where an analysis begins: one that this browser keeps, a record, a position to set up, a game, a proof. */

import { h, put } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { post } from "../net.js";
import { analysisAddress } from "./analysis-address.js";
import { smallBoard } from "./board.js";
import { icon } from "./icons.js";
import { notice } from "./notices.js";
import { provedResult } from "./proof-walk.js";
import { removeAnalysis, saveAnalysis, savedAnalyses } from "./saved-analyses.js";

/** @typedef {import("../types.js").Game} Game */

/** So many analyses are listed. */
const SHOWN = 8;
/** So many moves of each are shown. */
const MOVES = 6;

/**
 * @param {import("../app.js").Place} place
 * @param {Game[]} games
 */
export function chooseAnalysis(place, games) {
  place.name(t("web.analyse.title"));
  const kept = h("section");
  const draw = () => put(kept, ...keptOnes(games, draw));
  draw();
  put(
    place.main,
    h("div.hello", {}, h("h1", {}, t("web.analyse.title")), h("p", {}, t("web.analyse.what"))),
    h(
      "div.row",
      {},
      h("a.btn.primary", { href: "/load" }, icon("open"), t("web.analyse.load")),
      h("a.btn", { href: "/edit" }, icon("options"), t("web.edit.title")),
    ),
    kept,
    h("h2", {}, t("web.analyse.games")),
    h("ul.choice", {}, ...games.map((game) => h("li", {}, entry(game)))),
  );
}

/** A game to choose, with its result if that is proved, which comes a moment later. @param {Game} game */
function entry(game) {
  const said = h("span", {}, game.solved ? "…" : t("web.analyse.unsolved"));
  if (game.solved) {
    post("/api/v1/explorer", { game: game.id })
      .then(({ proven }) => put(said, proven ? provedResult(game, proven) : ""))
      .catch(() => put(said));
  }
  return h(
    "a.slip",
    { href: analysisAddress({ game: game.id, start: null, moves: [] }) },
    smallBoard(game.view),
    h("div", {}, h("b", {}, t(game.title)), said),
    icon("next"),
  );
}

/** @param {Game[]} games @param {() => void} again */
function keptOnes(games, again) {
  const all = savedAnalyses().slice(0, SHOWN);
  if (!all.length) return [];
  const when = new Intl.DateTimeFormat([currentLanguage(), "de"], { dateStyle: "medium", timeStyle: "short" });
  return [
    h("h2", {}, t("web.analyse.kept")),
    h(
      "ul.kept",
      {},
      ...all.map((one) => {
        const game = games.find(({ name }) => name === one.game.split("?")[0]);
        const moves = one.tree.moves.map(({ move }) => move);
        const said = moves.slice(0, MOVES).join(" ") + (moves.length > MOVES ? " …" : "");
        const asked = new URLSearchParams({ saved: one.id, ...(one.start ? { start: one.start } : {}) });
        const remove = () => {
          removeAnalysis(one.id);
          notice(t("web.analyse.removed"));
          again();
        };
        return h(
          "li",
          {},
          h(
            "a.slip",
            { href: `/analyse/${encodeURIComponent(one.game)}?${asked}` },
            h(
              "div",
              {},
              h("b", {}, game ? t(game.title) : one.game),
              h("span", {}, said || t("web.analyse.position")),
              h("span", {}, when.format(one.changed)),
            ),
            icon("next"),
          ),
          h(
            "button.btn.plain",
            { type: "button", "aria-label": t("web.analyse.remove"), title: t("web.analyse.remove"), onclick: remove },
            icon("close"),
          ),
        );
      }),
    ),
  ];
}

/**
 * Keep the game of a record as an analysis; return its address.
 * @param {string} id
 * @param {{game: string, start: string | null, line: import("./variation-tree.js").RecordMove[],
 *   comment: string}} record
 */
export function keepRecord(id, { game, start, line, comment }) {
  saveAnalysis({ id, game, start, tree: { moves: line, comment, path: line.map(() => 0) } });
  const asked = new URLSearchParams({ saved: id, ...(start ? { start } : {}) });
  return `/analyse/${encodeURIComponent(game)}?${asked}`;
}
