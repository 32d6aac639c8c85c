// @ts-check
/**
 * The coach in a user's first game on a kind of board: the aim in one sentence, and the first move step by step. It
 * follows what the user does at the board, is sent away with one click, and then stays away.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { isFirstGame, rememberFirstGame, switchCoach } from "./coach-memory.js";
import { aimPicture, handPicture } from "./coach-pictures.js";
import { icon } from "./icons.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {keyof typeof STEPS} Step */

/** What each step is called, and how it is done by finger, or by mouse and keys. */
const STEPS = {
  take: { title: "web.coach.take", touch: "web.coach.touch.take", mouse: "web.coach.mouse.take" },
  lift: { title: "web.coach.lift", touch: "web.coach.touch.lift", mouse: "web.coach.mouse.lift" },
  field: { title: "web.coach.field", touch: "web.coach.touch.place", mouse: "web.coach.mouse.place" },
  cell: { title: "web.coach.cell", touch: "web.coach.touch.place", mouse: "web.coach.mouse.place" },
  slide: { title: "web.coach.slide", touch: "web.coach.touch.slide", mouse: "web.coach.mouse.slide" },
  turn: { title: "web.coach.turn", touch: "web.coach.touch.turn", mouse: "web.coach.mouse.turn" },
  lay: { title: "web.tray.lay", touch: "web.coach.touch.lay", mouse: "web.coach.mouse.lay" },
  draw: { title: "web.tray.draw", touch: "web.coach.touch.lay", mouse: "web.coach.mouse.lay" },
};

export class Coach {
  /** Whether the piece in hand was turned once. */
  #turned = false;
  /** Where the keyboard's cursor was when it had a piece first. @type {string | null} */
  #from = null;
  /** Where the keyboard's cursor was before the last change. @type {string | null} */
  #cursor = null;
  /** The ghost at its place before the last change. @type {any} */
  #ghost = null;
  /** The user's moves at this table when the coach was switched on again. */
  #since = 0;
  /** What is shown, so that screen readers hear only what changes. */
  #shown = "";
  /** @type {State | null} */
  #state = null;

  /** @param {any} board the board element, whose selection it follows */
  constructor(board) {
    this.board = board;
    this.aim = h("div.coach-aim");
    this.steps = h("ol.coach-steps");
    this.picture = h("div.coach-picture");
    this.how = h("p.coach-how", { "aria-live": "polite" });
    this.element = h(
      "section.coach.panel",
      { "aria-label": t("web.coach.label"), hidden: true },
      this.aim,
      this.picture,
      this.steps,
      this.how,
      h(
        "button.btn.plain.coach-close",
        { type: "button", onclick: () => this.#sendAway() },
        icon("close"),
        h("span", {}, t("web.coach.close")),
      ),
    );
    for (const name of ["hold", "consider"]) board.addEventListener(name, () => this.#follow());
  }

  /** @param {State} state */
  update(state) {
    this.#state = state;
    const { surface } = state.board.view;
    this.element.hidden = state.mine.length === 0 || Boolean(state.result) || !isFirstGame(surface, state.id);
    if (this.element.hidden) return;
    if (movesOfUser(state)) rememberFirstGame(surface, state.id);
    this.#follow();
  }

  /** Come or go as the user has just chosen; who comes again starts with the next move. */
  restart() {
    if (!this.#state) return;
    this.#since = movesOfUser(this.#state);
    this.#turned = false;
    this.update(this.#state);
  }

  #sendAway() {
    switchCoach(false);
    this.element.hidden = true;
    // The button that had the focus is gone; the keyboard goes on from the table.
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  /** Show the step that comes next, whatever the user did. */
  #follow() {
    const state = this.#state;
    if (!state || this.element.hidden) return;
    this.#noteTurn();
    const { view } = state.board;
    const mine = state.mine.includes(view.mover);
    // What can be done comes a moment after the position: until then, what is shown stays.
    if (mine && !state.result && !view.choices.length) return;
    const step = this.#isDone(state) ? "done" : mine && this.board.playing ? this.#step() : "wait";
    const touch = matchMedia("(pointer: coarse)").matches;
    const shown = `${view.mover} ${view.phase} ${step} ${touch}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.dataset.step = step;
    const seat = mine ? view.mover : state.mine[0];
    const aim = view.surface === "hexagon" ? t("web.coach.aim_row") : t("web.coach.aim_square");
    put(this.aim, aimPicture(view.surface, view.colours[seat]), h("p", {}, aim));
    if (step === "done" || step === "wait") {
      put(this.steps);
      put(this.picture);
      put(this.how, step === "done" && state.aids && t("web.coach.done", { hint: t("web.control.hint") }));
    } else this.#showStep(step, touch);
  }

  /** @param {Step} step @param {boolean} touch */
  #showStep(step, touch) {
    const { view } = this.board.board;
    const steps = this.#steps();
    const at = steps.indexOf(step);
    this.element.classList.toggle("begins", at === 0);
    put(
      this.steps,
      ...steps.map((one, index) =>
        h(
          index < at ? "li.past" : "li",
          { "aria-current": index === at ? "step" : null },
          index < at ? icon("check") : h("i", {}, index + 1),
          t(STEPS[one].title),
        ),
      ),
    );
    put(this.picture, handPicture(view));
    const button = view.surface === "paper" ? t("web.tray.draw") : t("web.tray.lay");
    const { title, mouse, touch: finger } = STEPS[step];
    put(this.how, h("b", {}, `${t(title)}.`), " ", t(touch ? finger : mouse, { button }));
  }

  /** Whether the user has made a move of this phase. @param {State} state */
  #isDone(state) {
    const { view } = state.board;
    const laid = state.mine
      .flatMap((seat) => view.trays[seat]?.slots ?? [])
      .reduce((/** @type {number} */ sum, /** @type {any} */ slot) => sum + slot.total, 0);
    return movesOfUser(state) > Math.max(this.#since, view.phase > 1 ? laid : 0);
  }

  /** The steps of a move, as those on offer need them. @returns {Step[]} */
  #steps() {
    const { selection, board } = this.board;
    const { choices, fields, surface } = board.view;
    const lifts = choices.some((/** @type {any} */ choice) => choice.kind !== "place" && choice.stones.length);
    const turns = choices.some((/** @type {any} */ choice) => choice.stones.length > 1);
    const slides = lifts && fields.length > 0;
    /** @type {(Step | false)[]} */
    const steps = [
      lifts ? "lift" : selection.pieces.length > 1 && "take",
      slides ? "slide" : fields.length ? "field" : "cell",
      turns && !slides && "turn",
      surface === "paper" ? "draw" : "lay",
    ];
    return steps.filter((step) => step !== false);
  }

  /** @returns {Step} */
  #step() {
    const { considered, held, turnable } = this.board;
    const steps = this.#steps();
    const place = /** @type {Step} */ (steps.find((step) => step === "slide" || step === "field" || step === "cell"));
    if (held === null) return steps[0];
    if (!considered || !this.#isPlaced()) return place;
    return steps.includes("turn") && !this.#turned && turnable ? "turn" : steps[steps.length - 1];
  }

  /** Whether the ghost waits where it was put: pinned, or where the keys have led it. */
  #isPlaced() {
    const { selection, held, targeting } = this.board;
    if (held === null) this.#from = null;
    if (selection?.pinned) return true;
    if (held === null || !this.board.querySelector(".cell:focus-visible")) return false;
    this.#from ??= targeting.cursor;
    return targeting.cursor !== this.#from;
  }

  /** Notice that the ghost lies differently at the same place. */
  #noteTurn() {
    const { selection, considered, targeting } = this.board;
    const ghost = this.#isPlaced() && considered?.stones.length ? considered : null;
    const [before, cursor] = [this.#ghost, this.#cursor];
    this.#ghost = ghost;
    this.#cursor = targeting.cursor;
    // By keys, a ghost that follows the cursor is not turned.
    if (!selection?.pinned && cursor !== targeting.cursor) return;
    if (!ghost || !before || ghost === before || ghost.piece !== before.piece) return;
    const cells = selection.cellsOf(ghost);
    if (selection.cellsOf(before).some((/** @type {string} */ cell) => cells.includes(cell))) this.#turned = true;
  }
}

/** @param {State} state */
function movesOfUser(state) {
  return state.moves.filter((move) => state.mine.includes(move.seat)).length;
}
