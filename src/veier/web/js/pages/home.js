// @ts-check
/** Home: a card a game with a small live board; one click plays. Below, the games of this browser. */

import { h, put } from "../dom.js";
import { join, t } from "../i18n.js";
import { get, post } from "../net.js";
import { loadSetting } from "../settings.js";
import { FRIENDLY, allGames, grouped, groupTitle } from "../games.js";
import { icon } from "../parts/icons.js";
import { smallBoard } from "../parts/board.js";
import { learnLinks } from "../parts/learn-links.js";
import { notice, reason } from "../parts/notices.js";

/** @typedef {import("../types.js").Game} Game */

/** @type {import("../app.js").Page} */
export async function page(place) {
  place.name(t("web.nav.play"));
  const [games, mine] = await Promise.all([allGames(), get("/api/v1/tables")]);
  put(
    place.main,
    h("div.hello", {}, h("h1", {}, t("web.home.title")), h("p", {}, t("web.home.more"))),
    h("div.games", {}, ...grouped(games).map((group, place_) => card(group, place_ === 0, place.go))),
    learnLinks(),
    tableList(mine.tables),
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
        h("span", {}, icon("time"), t("web.home.minutes", { count: game.minutes })),
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

/** @param {any[]} tables */
function tableList(tables) {
  const running = tables.filter((table) => !table.result);
  const over = tables.filter((table) => table.result);
  return h(
    "div.my-tables",
    {},
    running.length > 0 &&
      h(
        "section",
        {},
        h("h2", {}, t("web.home.running")),
        h("ul", {}, ...running.map((table) => h("li", {}, slip(table)))),
      ),
    over.length > 0 &&
      h(
        "section",
        {},
        h("h2", {}, t("web.home.over")),
        h("ul", {}, ...over.slice(0, 6).map((table) => h("li", {}, slip(table)))),
      ),
    h(
      "section",
      {},
      h("h2", {}, t("web.home.elsewhere")),
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

/** @param {any} table */
function slip(table) {
  const others = table.seats.filter((/** @type {any} */ seat) => !seat.mine).map(who);
  return h(
    table.result ? "a.slip" : "a.slip.mine",
    { href: `/table/${table.id}` },
    table.board?.view || table.view
      ? h("span.thumb", {}, smallBoard(table.board?.view ?? table.view))
      : icon(table.result ? "check" : "play"),
    h(
      "div",
      {},
      h("b", {}, t(table.game.title)),
      h(
        "span",
        {},
        [
          others.length ? t("web.home.against", { others: join(others) }) : t("web.home.same_device"),
          standing(table),
        ].join(" · "),
      ),
    ),
    table.result ? icon("next") : h("span.go", {}, t("web.home.continue")),
  );
}

/** @param {any} seat */
function who(seat) {
  if (seat.kind === "computer") return t("web.seat.computer_level", { level: seat.level });
  return seat.name ?? (seat.kind === "open" ? t("web.seat.open") : t("web.seat.guest"));
}

/** @param {any} table */
function standing(table) {
  if (table.result?.told) return t(table.result.told);
  if (table.turn) return t(table.turn);
  return t("web.home.moves", { count: table.moves ?? 0 });
}
