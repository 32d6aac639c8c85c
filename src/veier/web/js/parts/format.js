// @ts-check
/** Words that several parts need: colours, seats, how a square is tilted, times. */

import { h } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";

/** @typedef {import("../types.js").Colour} Colour */
/** @typedef {import("../types.js").Seat} Seat */

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
 * The name of a seat's player as plain text; of somebody without one, the colour.
 * @param {import("../types.js").State} state
 * @param {number} seat
 */
export function plainName(state, seat) {
  return state.seats[seat].name ?? colourName(state.game.colours[seat]);
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

/** A share of one as a percentage in the language's way. @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat([currentLanguage(), "de"], { style: "percent", maximumFractionDigits: 0 }).format(share);
}
