// @ts-check
/** Whose turn it is, in the title and the icon of the window: what is seen of a table in another tab. */

import { t } from "../i18n.js";
import { verdict } from "./result.js";

/** @typedef {import("../types.js").State} State */

const ICONS = "/static/icons/";

/** @param {State} state */
export function updateWindow(state) {
  document.title = `${whoseTurn(state)} · ${t(state.game.title)}`;
  markIcon(isMyTurn(state));
}

/** Leave the window to the next page. */
export function clearWindow() {
  markIcon(false);
}

/** Whether the others wait for this browser's user. @param {State} state */
export function isMyTurn(state) {
  return !state.result && state.mine.includes(state.board.view.mover);
}

/** @param {State} state */
function whoseTurn(state) {
  if (state.result) return verdict(state);
  const seat = state.seats[state.board.view.mover];
  if (seat.mine && state.mine.length === 1) return t("web.title.yours");
  if (seat.kind === "open") return t("web.turn.waiting");
  if (seat.kind === "computer") return t("web.turn.thinks");
  return seat.name ? t("web.title.turn", { name: seat.name }) : t(state.board.turn);
}

/** @param {boolean} marked */
function markIcon(marked) {
  const link = document.querySelector("link[rel=icon]");
  const source = `${ICONS}${marked ? "turn" : "icon"}.svg`;
  if (link && link.getAttribute("href") !== source) link.setAttribute("href", source);
  // An installed app has no tab, but a mark on its own icon.
  const badge = marked ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  badge?.catch(() => {});
}
