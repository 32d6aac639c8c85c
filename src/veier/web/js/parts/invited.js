// @ts-check
/**
 * What an invited guest sees before sitting down: who invites, the board, their colour, the clock, and the rules in 60
 * seconds; then their name.
 */

import { h, put } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { Problem, get, post } from "../net.js";
import { loadSetting, saveSetting } from "../settings.js";
import { smallBoard } from "./board.js";
import { icon } from "./icons.js";
import { reason } from "./notices.js";
import { stone } from "./stones.js";
import { colourName, playerName, timeText } from "./format.js";

/** @typedef {import("../types.js").State} State */

const DAY_MS = 86_400_000;
/** Statuses that no second try changes: the invite is used up, the table is gone. */
const FINAL = [403, 404, 409, 410];

/**
 * Let a guest sit down by invite, or only watch. After a name that is refused or a lost connection the guest may try
 * again; the invite stays valid.
 * @param {import("../app.js").Place} place
 * @param {string} table
 * @param {string} token
 */
export async function receiveGuest(place, table, token) {
  const path = `/api/v1/tables/${encodeURIComponent(table)}`;
  /** @type {State} */
  const state = await get(path);
  const seat = await invitedSeat(path, token, state.mine.length > 0);
  if (seat === null) return;
  place.name(t(state.game.title), t(state.game.title));
  await new Promise((resolve, reject) => {
    const sit = async (/** @type {string} */ name) => {
      try {
        await post(`${path}/claim`, { token, ...(name ? { name } : {}) });
      } catch (error) {
        if (error instanceof Problem && FINAL.includes(error.status)) return reject(error);
        throw error;
      }
      if (name) saveSetting("name", name);
      resolve(null);
    };
    put(place.main, invitedPage(state, seat, { sit, watch: () => resolve(null) }));
  });
}

/**
 * Find the seat of an invite; null if it is used up by somebody who sits at the table and opens their link again.
 * @param {string} path
 * @param {string} token
 * @param {boolean} seated
 * @returns {Promise<number | null>}
 */
async function invitedSeat(path, token, seated) {
  try {
    return (await post(`${path}/invitation`, { token })).seat;
  } catch (error) {
    if (seated && error instanceof Problem && error.status === 403) return null;
    throw error;
  }
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {{sit: (name: string) => Promise<void>, watch: () => void}} acts
 */
function invitedPage(state, seat, acts) {
  // Whoever opened the table had a seat from the beginning.
  const host = state.seats.findIndex((other, index) => other.name && state.setup.seats[index].kind === "human");
  const game = t(state.game.title);
  const colour = state.game.colours[seat];
  return h(
    "article.invited",
    {},
    h(
      "h1",
      {},
      host < 0 ? t("web.sit.invited", { game }) : t("web.sit.invited_by", { name: playerName(state, host), game }),
    ),
    h("div.pic", {}, smallBoard(state.board.view)),
    h(
      "ul.facts",
      {},
      h("li", {}, stone(colour), h("b", {}, t("web.sit.colour", { colour: colourName(colour) }))),
      ...state.seats.map(
        (other, index) =>
          index !== seat &&
          other.kind === "human" &&
          other.name &&
          h("li", {}, stone(state.game.colours[index]), t("web.seat.label", nameAndColour(state, index))),
      ),
      h("li", {}, icon("time"), clockText(state.setup.clock)),
    ),
    nameForm(acts),
    rulesInShort(state),
  );
}

/**
 * @param {State} state
 * @param {number} seat
 */
function nameAndColour(state, seat) {
  return { name: playerName(state, seat), colour: colourName(state.game.colours[seat]) };
}

/** @param {{kind: string, initial_ms: number, increment_ms: number} | null} clock */
function clockText(clock) {
  if (!clock) return t("web.sum.no_clock");
  if (clock.kind === "days") return t("web.sit.clock_days", { count: Math.round(clock.initial_ms / DAY_MS) || 1 });
  const time = timeText(clock.initial_ms);
  return clock.increment_ms
    ? t("web.sit.clock_more", { time, seconds: clock.increment_ms / 1000 })
    : t("web.sit.clock", { time });
}

/** @param {{sit: (name: string) => Promise<void>, watch: () => void}} acts */
function nameForm(acts) {
  const trouble = h("p.trouble", { id: "guest-trouble", role: "alert" });
  const field = h("input.input", {
    type: "text",
    maxlength: 48,
    autocomplete: "nickname",
    id: "guest-name",
    "aria-describedby": "guest-trouble",
    value: loadSetting("name") ?? "",
  });
  const button = h("button.btn.primary.big", { type: "submit" }, t("web.sit.yes"));
  async function submit(/** @type {Event} */ event) {
    event.preventDefault();
    button.disabled = true;
    try {
      await acts.sit(field.value.trim());
    } catch (error) {
      put(trouble, reason(error));
      field.setAttribute("aria-invalid", "true");
      field.focus();
    } finally {
      button.disabled = false;
    }
  }
  return h(
    "form.sit",
    { onsubmit: submit },
    h("label.label", { for: "guest-name" }, t("web.seat.name")),
    field,
    trouble,
    h(
      "div.row",
      {},
      button,
      h("button.btn.big.plain", { type: "button", onclick: () => acts.watch() }, t("web.sit.watch")),
    ),
  );
}

/**
 * The aim, how a move goes, and what wins, as the rules page has it; the rest is behind a link.
 * @param {State} state
 */
function rulesInShort(state) {
  const [name, options = ""] = state.game.id.split("?");
  const aim = h("p");
  const pictures = h("div.figures");
  get(`/api/v1/games/${encodeURIComponent(name)}/rules?lang=${currentLanguage()}${options && `&${options}`}`).then(
    ({ blocks }) => {
      const opening = blocks.find((/** @type {any} */ block) => block.kind === "paragraph");
      put(aim, ...(opening?.spans ?? []).map((/** @type {any} */ span) => span.text));
      const figures = blocks.filter((/** @type {any} */ block) => block.kind === "figures");
      const shown = figures.find((/** @type {any} */ block) => block.figures.length > 2) ?? figures[0];
      put(pictures, ...(shown?.figures ?? []).slice(0, 3).map(still));
    },
    () => {},
  );
  return h(
    "section.short-rules",
    {},
    h("h2", {}, t("web.sit.rules")),
    aim,
    state.board.task && h("p", {}, t(state.board.task)),
    pictures,
    h("a.btn", { href: `/rules/${state.game.id}`, target: "_blank" }, icon("book"), t("web.sit.all_rules")),
  );
}

/** @param {import("./figures.js").Figure} figure */
function still(figure) {
  return h(
    "figure",
    {},
    h("div.pic", {}, smallBoard(figure.view, figure.refused)),
    h("figcaption", {}, figure.caption),
  );
}
