// @ts-check
/** Whose turn it is, what it allows, and a small square for each piece that has been laid. */

import { h, put, s } from "../dom.js";
import { t } from "../i18n.js";
import { logo } from "./icons.js";
import { stone } from "./stones.js";
import { tellWithNames } from "./format.js";

/** @typedef {import("../types.js").State} State */

export class Turn {
  constructor() {
    this.title = h("h1");
    this.text = h("p");
    this.face = h("span.face");
    /** The mover's clock again, for narrow screens, where seats have no room for it. */
    this.clock = h("span.clock.run", { hidden: true, "aria-hidden": "true" });
    this.progress = h("div.phase");
    this.element = h(
      "section.turn",
      { "aria-label": t("web.turn.label") },
      this.face,
      h("div", {}, this.title, this.text),
      this.clock,
    );
  }

  /** @param {State} state */
  update(state) {
    const { view, turn, task } = state.board;
    this.element.hidden = this.progress.hidden = Boolean(state.result);
    if (state.result) return;
    const seat = state.seats[view.mover];
    const mine = state.mine.includes(view.mover);
    put(this.face, stone(view.colours[view.mover]));
    const waiting = state.seats.some((one) => one.kind === "open");
    if (waiting && !mine) put(this.title, t("web.turn.waiting"));
    else if (seat.kind === "computer") put(this.title, t("web.turn.thinks"), logo(true));
    else if (mine && state.mine.length === 1) put(this.title, t("web.turn.yours"));
    else put(this.title, tellWithNames(turn, state));
    put(this.text, ...(task && mine ? phased(t(task)) : []));
    this.#progress(state);
  }

  /** @param {State} state */
  #progress(state) {
    const { view } = state.board;
    const slots = view.trays.flatMap((/** @type {any} */ tray) => tray.slots);
    const sum = (/** @type {"total" | "left"} */ what) =>
      slots.reduce((/** @type {number} */ all, /** @type {any} */ slot) => all + slot[what], 0);
    const total = sum("total");
    const laid = total - sum("left");
    // Pieces that lay there when the table was opened; turns went round before that too.
    const before = Math.max(0, laid - state.moves.length);
    const begins = state.moves[0]?.seat ?? view.mover;
    const seatOf = (/** @type {number} */ k) =>
      k < before
        ? (begins + (k - before) + total * state.seats.length) % state.seats.length
        : state.moves[k - before].seat;
    if (!total || view.phase > 1 || total > 40) return put(this.progress);
    const width = 12;
    put(
      this.progress,
      s(
        "svg.progress",
        { viewBox: `0 0 ${total * width} 10`, "aria-hidden": "true", preserveAspectRatio: "xMinYMid meet" },
        ...Array.from({ length: total }, (_, k) => {
          const colour = k < laid ? view.colours[seatOf(k)] : null;
          return s(`rect.pg${colour ? `.pg-${colour}` : k === laid ? ".now" : ""}`, {
            x: k * width + 1,
            y: 1,
            width: 8,
            height: 8,
            rx: 2,
          });
        }),
      ),
      h("span.cap", {}, t("web.turn.laid", { laid, total })),
    );
  }
}

/**
 * Set the phase in bold: "Phase 1: place a tile…"
 * @param {string} text
 */
function phased(text) {
  const colon = text.indexOf(":");
  if (colon < 0 || colon > 12) return [text];
  const rest = text.slice(colon + 1).trim();
  return [h("b", {}, `${text.slice(0, colon).trim()}.`), " ", rest[0].toLocaleUpperCase() + rest.slice(1)];
}
