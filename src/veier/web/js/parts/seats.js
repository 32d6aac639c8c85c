// @ts-check
/** The seats around the board: who sits there, what they hold, and their clocks. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { stone } from "./stones.js";
import { colourName, seatName, timeText } from "./format.js";
import { icon } from "./icons.js";
import { hasCompany, speakButton } from "./say.js";

/** @typedef {import("../types.js").State} State */

/** How long a phrase is shown. */
const BUBBLE_MS = 6000;

export class SeatPart {
  /**
   * @param {number} seat
   * @param {any} tray
   */
  constructor(seat, tray) {
    this.seat = seat;
    this.name = h("h2");
    this.text = h("p.quiet");
    this.face = h("span.face");
    this.clock = h("span.clock", { role: "timer" });
    this.points = h("p.pts");
    this.speak = speakButton();
    this.bubble = h("p.bubble", { hidden: true, "aria-hidden": "true" });
    /** @type {number | undefined} */
    this.fading = undefined;
    this.element = h(
      "section.seat",
      {},
      h(
        "header",
        {},
        this.face,
        h("div.id", {}, this.name, this.text),
        this.speak,
        this.clock,
        this.points,
        this.bubble,
      ),
      tray,
    );
    this.tray = tray;
    /** When the clock's figures were true. */
    this.heard = 0;
    this.remaining = 0;
    this.running = false;
  }

  /** @param {State} state */
  update(state) {
    const { seat } = this;
    const who = state.seats[seat];
    const { view } = state.board;
    const colour = colourName(view.colours[seat]);
    const name = seatName(who, view.colours[seat], state.mine.length === 1);
    const words = { name: typeof name === "string" ? name : (name.textContent ?? ""), colour };
    this.element.setAttribute("aria-label", who.bot ? t("web.seat.bot_label", words) : t("web.seat.label", words));
    this.element.classList.toggle("to-move", !state.result && view.mover === seat);
    put(this.face, stone(view.colours[seat]), who.kind === "human" && !who.mine && presence(who.present));
    put(this.name, name, who.bot && botMark());
    this.speak.hidden = who.kind !== "human" || who.mine || !hasCompany(state);
    const standing = describe(state, seat, colour);
    put(this.text, who.bot ? `${t("web.seat.bot")} · ${standing}` : standing);
    const scored = view.surface === "hexagon";
    this.points.hidden = !scored;
    if (scored) {
      put(this.points, view.trays[seat].score, h("small", {}, t("web.seat.points", { count: view.trays[seat].score })));
    }
    this.#time(state);
  }

  /** @param {State} state */
  #time(state) {
    this.clock.hidden = !state.clocks;
    if (!state.clocks) return;
    this.remaining = state.clocks.remaining[this.seat];
    this.running = state.clocks.running === this.seat && !state.result;
    this.heard = performance.now();
    this.clock.classList.toggle("run", this.running);
    this.tick();
  }

  /** Show for some seconds what the player says. @param {string} phrase */
  say(phrase) {
    clearTimeout(this.fading);
    this.bubble.textContent = phrase;
    this.bubble.hidden = false;
    this.fading = setTimeout(() => (this.bubble.hidden = true), BUBBLE_MS);
  }

  /** Show the time that is left. @returns {boolean} whether it has run out */
  tick() {
    const left = this.remaining - (this.running ? performance.now() - this.heard : 0);
    const text = timeText(left);
    if (!this.clock.hidden && this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("short", left < 20_000);
    return this.running && left <= 0;
  }
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {string} colour
 */
function describe(state, seat, colour) {
  const who = state.seats[seat];
  if (who.kind === "computer") return t("web.seat.colour_level", { colour, level: who.level });
  if (who.kind === "open") return t("web.seat.colour_open", { colour });
  if (who.mine && state.mine.length > 1 && !who.name) return t("web.seat.device");
  const away = !who.present && !who.mine;
  if (!state.result && state.board.view.mover === seat) {
    return away ? t("web.seat.colour_to_move_away", { colour }) : t("web.seat.colour_to_move", { colour });
  }
  return away ? t("web.seat.colour_away", { colour }) : colour;
}

/** The mark of a seat that a program plays. */
function botMark() {
  return h("span.botmark", { title: t("web.seat.bot_what") }, icon("bot"));
}

/** A mark for somebody elsewhere: at the table, or away, which the text beside it says too. @param {boolean} here */
function presence(here) {
  return here
    ? h("span.presence", { title: t("web.seat.here") }, h("span.vh", {}, t("web.seat.here")))
    : h("span.presence.away");
}
