// @ts-check
/** A table of this browser in a list: a small board, who plays, how it stands, and when it was last played. */

import { h } from "../dom.js";
import { currentLanguage, join, t } from "../i18n.js";
import { countGame } from "../statistics.js";
import { smallBoard } from "./board.js";
import { icon } from "./icons.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param {any} table */
export function slip(table) {
  countGame(table, table.view, table.updated);
  return h(
    table.result ? "a.slip" : "a.slip.mine",
    { href: `/table/${table.id}` },
    table.view ? h("span.thumb", {}, smallBoard(table.view)) : icon(table.result ? "check" : "play"),
    h(
      "div",
      {},
      h("b", {}, t(table.game.title)),
      h("span", {}, against(table)),
      h("span.standing", {}, h("span", {}, standing(table)), lastPlayed(table.updated)),
    ),
    icon("next"),
  );
}

/** @param {any} table */
function against(table) {
  if (isAlone(table)) return t("web.home.same_device");
  const others = table.seats.filter((/** @type {any} */ seat) => !seat.mine);
  const known = others.filter((/** @type {any} */ seat) => seat.kind !== "open").map(name);
  return known.length ? t("web.home.against", { others: join(known) }) : t("web.seat.friend");
}

/** @param {any} seat */
function name(seat) {
  return seat.kind === "computer" ? t("web.home.computer", { level: seat.level }) : (seat.name ?? t("web.seat.guest"));
}

/** How it stands. @param {any} table */
function standing(table) {
  return table.result ? `${result(table)} · ${t("web.home.moves", { count: table.moves })}` : turn(table);
}

/** Whose turn it is. @param {any} table */
function turn(table) {
  const seat = table.seats[table.mover];
  if (isAlone(table)) return t(table.turn);
  if (table.myTurn) return h("strong", {}, t("web.turn.yours"));
  if (seat.kind === "open") return t("web.turn.waiting");
  return seat.kind === "computer" ? t("web.turn.thinks") : t("web.home.turn_of", { name: name(seat) });
}

/** Whether all seats are this browser's. @param {any} table */
function isAlone(table) {
  return table.seats.every((/** @type {any} */ seat) => seat.mine);
}

/** How a game ended, for the player of this browser if there is only one. @param {any} table */
function result(table) {
  const own = table.result.shares.filter((/** @type {any} */ _, /** @type {number} */ seat) => table.seats[seat].mine);
  if (own.length !== 1) return t(table.result.told);
  const share = String(own[0]);
  return share === "1" ? t("web.games.won") : share === "0" ? t("web.games.lost") : t("web.result.drawn");
}

/** Say when something was: lately in words, earlier as a date. @param {number} at */
function lastPlayed(at) {
  const ago = Date.now() - at;
  const [now, then] = [new Date(), new Date(at)];
  const days = Math.round((midnight(now) - midnight(then)) / DAY);
  const text =
    ago < MINUTE
      ? t("web.ago.now")
      : ago < HOUR
        ? t("web.ago.minutes", { count: Math.floor(ago / MINUTE) })
        : days === 0
          ? t("web.ago.hours", { count: Math.floor(ago / HOUR) })
          : days < 7
            ? t("web.ago.days", { count: days })
            : new Intl.DateTimeFormat([currentLanguage(), "de"], { dateStyle: "medium" }).format(then);
  return h("time", { datetime: then.toISOString() }, text);
}

/** @param {Date} date */
function midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
