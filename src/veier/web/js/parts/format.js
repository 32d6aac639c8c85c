// @ts-check
/** Words that several parts need: colours, players, seats, how a square is tilted, times. */

import { h } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";

/** @typedef {import("../types.js").Colour} Colour */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").State} State */
/**
 * The players of a game as sentences name them.
 *
 * @typedef {{seats: {name: string | null}[], game: {colours: Colour[]}}} People
 */

/** @param {Colour} colour */
export function colourName(colour) {
  return { red: t("colour.red"), brown: t("colour.brown"), blue: t("colour.blue") }[colour];
}

/**
 * Who sits on a seat; what people typed stays text of its own direction.
 * @param {Seat} seat
 * @param {Colour} colour
 * @param {boolean} alone whether this browser has no other seat
 * @returns {Element | string}
 */
export function seatName(seat, colour, alone) {
  if (seat.kind === "computer") return t("web.seat.computer");
  if (seat.kind === "open") return t("web.seat.open");
  if (seat.name) return h("bdi", {}, seat.name);
  if (seat.mine) return alone ? t("web.seat.you") : colourName(colour);
  return t("web.seat.guest");
}

/**
 * Name a player in a sentence: by name, or without one by colour.
 * @param {People} state
 * @param {number} seat
 */
export function playerName(state, seat) {
  const { name } = state.seats[seat];
  if (!name) return colourName(state.game.colours[seat]);
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** Players without names: sentences call them by their colours. @param {Colour[]} colours @returns {People} */
export function nameless(colours) {
  return { seats: colours.map(() => ({ name: null })), game: { colours } };
}

/** Letters that are written from right to left; in a sentence a name that has some is isolated. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Translate a message of the server with players' names in place of their colours. Stones keep their colours.
 * @param {import("../i18n.js").Message} message
 * @param {People} state
 */
export function tellWithNames(message, state) {
  const name = (/** @type {any} */ value) => {
    const seat = state.game.colours.findIndex((colour) => value?.key === `colour.${colour}`);
    return seat < 0 ? value : playerName(state, seat);
  };
  const params = Object.entries(message.params ?? {}).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(name) : name(value),
  ]);
  return t(message.key, Object.fromEntries(params));
}

/**
 * Describe how a square lies: upright, a diamond, or tilted by its step.
 * @param {[number, number]} step
 */
export function tilt([along, across]) {
  if (along === 0 || across === 0) return t("web.step.upright");
  if (along === across) return t("web.step.diamond");
  return t("web.step.tilted", { along: Math.max(along, across), across: Math.min(along, across) });
}

/** @param {number} ms */
export function timeText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 86_400) {
    return t("web.clock.days", { count: Math.floor(seconds / 86_400), hours: Math.floor((seconds % 86_400) / 3600) });
  }
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** A number of things, its thousands set apart in the language's way. @param {number} count */
export function thousands(count) {
  return new Intl.NumberFormat([currentLanguage(), "de"]).format(count);
}

/** A share of one as a percentage in the language's way. @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat([currentLanguage(), "de"], { style: "percent", maximumFractionDigits: 0 }).format(share);
}
