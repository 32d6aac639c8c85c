// @ts-check
/** Home: the user's running games, then a card a game with a small board; one click plays. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../net.js";
import { loadSetting } from "../settings.js";
import { FRIENDLY, allGames, grouped, groupTitle } from "../games.js";
import { icon } from "../parts/icons.js";
import { smallBoard } from "../parts/board.js";
import { learnLinks } from "../parts/learn-links.js";
import { slip } from "../parts/my-games.js";
import { ownTournaments, tournamentSlip, tournamentLink, tournamentWay } from "../parts/tournament-links.js";
import { notice, reason } from "../parts/notices.js";

/** @typedef {import("../types.js").Game} Game */

/** How many of the user's games are shown here, and how many of them when they are over; a page of its own has all. */
const SHOWN = 6;
const OVER = 3;

/** @type {import("../app.js").Page} */
export async function page(place) {
  place.name(t("web.nav.play"));
  const asked = { limit: SHOWN, views: SHOWN };
  const [games, { tables }, tournaments] = await Promise.all([
    allGames(),
    post("/api/v1/tables/search", asked),
    ownTournaments(),
  ]);
  const over = tables.filter((/** @type {any} */ table) => table.result);
  put(
    place.main,
    h("div.hello", {}, h("h1", {}, t("web.home.title")), h("p", {}, t("web.home.more")), tournamentLink()),
    running(
      tables.filter((/** @type {any} */ table) => !table.result),
      tournaments.filter((one) => !one.over),
    ),
    h("div.games", {}, ...grouped(games).map((group, place_) => card(group, place_ === 0, place.go))),
    tournamentWay(),
    learnLinks(),
    otherGames(over.slice(0, OVER)),
  );
}

/**
 * @param {Game[]} group variants of a game, the usual one first
 * @param {boolean} lead
 * @param {(path: string) => void} go
 */
function card(group, lead, go) {
  const [game] = group;
  const players = [...new Set(group.map((one) => one.players))].sort();
  const title = groupTitle(game);
  /** @param {Event} event */
  async function play(event) {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    try {
      const table = await post("/api/v1/tables", atOnce(game));
      go(`/table/${table.id}`);
    } catch (error) {
      notice(reason(error));
      button.disabled = false;
    }
  }
  return h(
    lead ? "article.card.lead" : "article.card",
    {},
    h("div.pic", {}, smallBoard(game.view)),
    h(
      "div.text",
      {},
      h("h2", {}, title),
      h("p.what", {}, t(game.what)),
      h(
        "p.facts",
        {},
        h(
          "span",
          {},
          icon("people"),
          players.length > 1
            ? t("web.home.players_range", { low: players[0], high: players[players.length - 1] })
            : t("web.home.players", { count: players[0] }),
        ),
        game.ages && h("span", {}, icon("person"), t("facts.ages", { ages: game.ages })),
        game.minutes && h("span", {}, icon("time"), t("facts.minutes", { count: game.minutes })),
        h(
          "a",
          { href: `/rules/${game.name}`, "aria-label": t("web.rules.of", { game: title }) },
          icon("book"),
          t("web.rules.title"),
        ),
      ),
      h(
        "p.acts",
        {},
        h(
          lead ? "button.btn.primary" : "button.btn",
          { type: "button", onclick: play, "aria-label": t("web.home.play_named", { game: title }) },
          lead ? t("web.home.play_computer") : t("web.home.play"),
        ),
        h(
          "a.btn.plain",
          { href: `/new/${game.name}`, "aria-label": t("web.home.more_named", { game: title }) },
          t("web.home.set_up"),
        ),
      ),
    ),
  );
}

/**
 * The table of one click: me, and computers at a friendly level.
 * @param {Game} game
 */
function atOnce(game) {
  const name = loadSetting("name");
  const computers = game.colours.slice(1).map(() => ({ kind: "computer", level: Math.min(FRIENDLY, game.levels) }));
  return {
    game: game.id,
    seats: [{ kind: "me", ...(name ? { name } : {}) }, ...computers],
    swap: false,
    clock: null,
    aids: true,
    lot: false,
  };
}

/**
 * Tournaments and games to go on with, the games where it is the user's turn first.
 * @param {any[]} tables
 * @param {import("../parts/tournament-links.js").Listed[]} tournaments
 */
function running(tables, tournaments) {
  return (
    tables.length + tournaments.length > 0 &&
    h(
      "section.running",
      { "aria-labelledby": "running-title" },
      h("h2", { id: "running-title" }, t("web.home.continue")),
      tables.length > 0 && h("a.btn.plain", { href: "/games" }, t("web.home.all"), icon("next")),
      h(
        "ul.slips",
        {},
        ...tournaments.map((one) => h("li", {}, tournamentSlip(one))),
        ...tables.map((table) => h("li", {}, slip(table))),
      ),
    )
  );
}

/** Games that are over, and the ways to all others. @param {any[]} over */
function otherGames(over) {
  return h(
    "div.my-tables",
    {},
    over.length > 0 &&
      h(
        "section",
        { "aria-labelledby": "over-title" },
        h("h2", { id: "over-title" }, t("web.home.over")),
        h("ul.slips", {}, ...over.map((table) => h("li", {}, slip(table)))),
        h("a.btn.plain", { href: "/games" }, t("web.home.all"), icon("next")),
      ),
    h(
      "section",
      { "aria-labelledby": "elsewhere-title" },
      h("h2", { id: "elsewhere-title" }, t("web.home.elsewhere")),
      h(
        "a.slip",
        { href: "/load" },
        icon("open"),
        h("div", {}, h("b", {}, t("web.home.load")), h("span", {}, t("web.home.load_what"))),
        icon("next"),
      ),
    ),
  );
}
