// @ts-check
/** What a table says in words: in the header, and to screen readers. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { playerName, tellWithNames } from "./format.js";
import { icon } from "./icons.js";
import { announce } from "./notices.js";

/** @typedef {import("../types.js").State} State */

/**
 * The title in the header: a link to the rules in a new window, so that the game stays open.
 *
 * @param {State} state
 */
export function rulesLink(state) {
  const game = t(state.game.title);
  return h(
    "a.ruleslink",
    {
      href: `/rules/${state.game.id}`,
      target: "_blank",
      title: t("web.rules.title"),
      "aria-label": t("web.rules.of", { game }),
    },
    h("span.game", {}, game),
    icon("book"),
  );
}

/** What the board says of players, not of stones. */
const OF_PLAYERS = new Set(["scores", "makes", "lacks", "takes"].map((what) => `web.board.${what}`));

/**
 * Translate a message of the board with players' names; stones keep their colours.
 * @param {import("../i18n.js").Message} message
 * @param {State} state
 */
export function tellOnBoard(message, state) {
  const reason = /** @type {any} */ (message.params?.reason);
  if (reason) return t(message.key, { reason: tellWithNames(reason, state) });
  return OF_PLAYERS.has(message.key) ? tellWithNames(message, state) : t(message);
}

/** Who plays here, beside the title. @param {State} state */
export function tableKind(state) {
  if (!state.mine.length) return t("web.table.watching");
  const others = state.seats.filter((seat) => !seat.mine);
  if (!others.length) return t("web.table.same_device");
  if (others.every((seat) => seat.kind === "computer")) return t("web.table.against_computer");
  return t("web.table.by_link");
}

/**
 * Announce what happened to screen readers: the move, what it threatens, the end.
 * @param {State} before
 * @param {State} state
 */
export function announceChange(before, state) {
  const last = state.moves[state.moves.length - 1];
  const texts = [];
  if (last && state.moves.length > before.moves.length) {
    texts.push(tellWithNames(last.told, state));
    const cells = [
      ...new Set(
        (state.board.threats ?? []).filter((threat) => threat.seat === last.seat).map((threat) => threat.missing),
      ),
    ];
    if (state.aids && cells.length) {
      texts.push(t("web.told.threatens", { name: playerName(state, last.seat), count: cells.length, cells }));
    }
  }
  if (state.result && !before.result) texts.push(tellWithNames(state.result.told, state));
  else if (texts.length && state.mine.length === 1 && state.mine.includes(state.board.view.mover)) {
    texts.push(t("web.turn.yours"));
  }
  if (texts.length) announce(texts.join(" "));
}
