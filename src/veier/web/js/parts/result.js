// @ts-check
/**
 * How a game ended: the verdict, the cells, the step of the square's side; then rematch and review. A user who won
 * sees and hears a finale, one who lost is told what to try next.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { get, post } from "../net.js";
import { loadSetting, saveSetting } from "../settings.js";
import { playFinale } from "../sound.js";
import { analysisAddress } from "./analysis-address.js";
import { aimPicture } from "./coach-pictures.js";
import { icon } from "./icons.js";
import { notice, reason } from "./notices.js";
import { stepPicture, stone } from "./stones.js";
import { playerName, tellWithNames } from "./format.js";
import { addLater } from "./study-new.js";

/** @typedef {import("../types.js").State} State */

export class ResultPart {
  /** Whether the game was seen while it went on. */
  #followed = false;
  /** Whether wins shall be heard, until it is answered. @type {HTMLElement | null} */
  #question = null;

  /**
   * @param {{rematch: () => void, review: () => void, go: (path: string) => void, tournament: () => string | null}} acts
   */
  constructor(acts) {
    this.acts = acts;
    this.element = h("section.result.panel", { "aria-label": t("web.result.label"), hidden: true });
  }

  /** Hand the game on to a study, with names and result. @param {string} table */
  async #toStudy(table) {
    try {
      addLater(await get(`/api/v1/tables/${encodeURIComponent(table)}/record?format=json`));
      this.acts.go("/studies");
    } catch (error) {
      notice(reason(error));
    }
  }

  /** @param {State} state */
  update(state) {
    const { result } = state;
    this.element.hidden = !result;
    if (!result) {
      this.#followed = true;
      this.element.classList.remove("finale");
      return;
    }
    if (this.#followed && hasWon(state)) {
      this.element.classList.add("finale");
      playFinale();
      this.#question = soundQuestion(() => this.#answered());
    }
    this.#followed = false;
    const had = this.element.contains(document.activeElement);
    const made = state.board.view.squares.find((/** @type {any} */ square) => square.kind === "made");
    const seated = state.mine.length > 0;
    const tournament = this.acts.tournament();
    const offered = state.offers.some((offer) => offer.what === "rematch" && state.mine.includes(offer.by));
    put(
      this.element,
      h("p.cap", {}, t("web.result.after", { count: state.moves.length })),
      h("h1", {}, face(state), verdict(state)),
      h("p", {}, made ? t("web.result.square", { cells: made.corners }) : tellWithNames(result.told, state)),
      hasLost(state) && state.moves.length > 0 && h("p.comfort", {}, comfort(state)),
      made && why(made),
      h(
        "div.row",
        {},
        tournament
          ? h("a.btn.primary.big", { href: tournament }, t("web.tournament.back"))
          : state.rematch
            ? h("a.btn.primary.big", { href: `/table/${state.rematch}` }, icon("rematch"), t("web.result.next"))
            : seated &&
              h(
                "button.btn.primary.big",
                { type: "button", disabled: offered, onclick: this.acts.rematch },
                icon("rematch"),
                t("web.result.rematch"),
              ),
        state.moves.length > 0 &&
          h("button.btn.big", { type: "button", onclick: this.acts.review }, t("web.result.review")),
        h("a.btn.big.analyse", { href: analysisOf(state) }, t("web.analyse.here")),
        // Who lost is shown the ways to play on; the analysis board leads to studies, too.
        state.moves.length > 0 &&
          !hasLost(state) &&
          h(
            "button.btn.big.analyse",
            { type: "button", onclick: () => void this.#toStudy(state.id) },
            t("web.study.add_here"),
          ),
      ),
      !tournament && hasLost(state) && this.#nextSteps(state),
      this.#question,
    );
    if (had) this.#focus();
  }

  #focus() {
    /** @type {HTMLElement | null} */ (this.element.querySelector(".row > .btn"))?.focus();
  }

  #answered() {
    this.#question?.remove();
    this.#question = null;
    this.#focus();
  }

  /** What somebody who lost may try next. @param {State} state */
  #nextSteps(state) {
    const level = lowerLevel(state);
    return h(
      "div.row.next-steps",
      {},
      level !== null &&
        h(
          "button.btn",
          { type: "button", onclick: () => this.#open(() => openEasierTable(state)) },
          t("web.result.lower", { level }),
        ),
      h(
        "button.btn",
        { type: "button", onclick: () => this.#open(() => findLesson(state.game.id)) },
        t("web.result.lesson"),
      ),
    );
  }

  /** Go to a page whose address the server knows. @param {() => Promise<string>} find */
  async #open(find) {
    try {
      this.acts.go(await find());
    } catch (error) {
      notice(reason(error));
    }
  }
}

/** The game on the analysis board. @param {State} state */
function analysisOf({ game, setup, moves }) {
  return analysisAddress({ game: game.id, start: setup?.start ?? null, moves: moves.map(({ text }) => text) });
}

/** @param {State} state */
export function verdict(state) {
  const winner = state.result?.winner;
  if (winner === null || winner === undefined) return shared(state) ? t("web.result.over") : t("web.result.drawn");
  const mine = state.mine.length === 1 && state.mine[0] === winner;
  return mine ? t("web.result.you_win") : t("web.result.wins", { name: playerName(state, winner) });
}

/** @param {State} state */
function hasWon(state) {
  return state.mine.some((seat) => seat === state.result?.winner);
}

/**
 * Ask once in this browser, at the end of the first game that was won, whether wins shall be heard.
 * @param {() => void} answered
 */
function soundQuestion(answered) {
  if (loadSetting("sound") !== null) return null;
  // Who does not answer is not asked again.
  saveSetting("sound", "off");
  const answer = (/** @type {boolean} */ yes) => {
    saveSetting("sound", yes ? "on" : "off");
    answered();
    playFinale();
  };
  const button = (/** @type {boolean} */ yes, /** @type {string} */ text) =>
    h("button.btn", { type: "button", onclick: () => answer(yes) }, text);
  return h(
    "div.sound-question",
    { role: "group", "aria-label": t("web.result.sound") },
    h("p", {}, t("web.result.sound")),
    h("div.row", {}, button(true, t("web.remind.yes")), button(false, t("web.remind.no"))),
  );
}

/** Whether all seats of the user went away with nothing. @param {State} state */
function hasLost(state) {
  return state.mine.length > 0 && state.mine.every((seat) => String(state.result?.shares[seat]) === "0");
}

/** A kind word for who lost. @param {State} state */
function comfort(state) {
  const review = t("web.result.review");
  return state.board.view.surface === "hexagon"
    ? t("web.result.kind_row", { review })
    : t("web.result.kind_square", { review });
}

/** Who won: the user sees the aim reached, others the winner's stone. @param {State} state */
function face(state) {
  const winner = state.result?.winner;
  if (winner === null || winner === undefined) return null;
  const colour = state.game.colours[winner];
  return hasWon(state) ? aimPicture(state.board.view.surface, colour) : stone(colour);
}

/** The next lower level, where one user plays against computers that can be weaker. @param {State} state */
function lowerLevel(state) {
  const others = state.seats.filter((seat) => !seat.mine);
  const level = Math.max(...others.map((seat) => seat.level ?? 0));
  return state.mine.length === 1 && others.every((seat) => seat.kind === "computer") && level > 1 ? level - 1 : null;
}

/** Open the same table with each computer one level lower. @param {State} state */
async function openEasierTable(state) {
  const seats = state.seats.map(({ mine, name, level }) =>
    mine ? { kind: "me", ...(name ? { name } : {}) } : { kind: "computer", level: Math.max(1, (level ?? 1) - 1) },
  );
  const { start = null, clock = null } = state.setup ?? {};
  const table = await post("/api/v1/tables", { game: state.game.id, seats, start, clock, aids: state.aids });
  return `/table/${table.id}`;
}

/** The lesson with the longest name that a game's begins with. @param {string} game */
async function findLesson(game) {
  const { lessons } = await get("/api/v1/lessons");
  const fitting = lessons
    .map((/** @type {{page: string}} */ lesson) => lesson.page)
    .filter((/** @type {string} */ page) => game.startsWith(page));
  return `/learn/${fitting.sort((/** @type {string} */ a, /** @type {string} */ b) => b.length - a.length)[0] ?? ""}`;
}

/** Whether some share the win and others have nothing. @param {State} state */
function shared(state) {
  return new Set(state.result?.shares.map(String)).size > 1;
}

/** The step of the winning square, as a picture and a sentence. @param {any} made */
function why(made) {
  const [along, across] = [Math.max(...made.step), Math.min(...made.step)];
  const text =
    across === 0
      ? t("web.result.step_upright", { count: along })
      : along === across
        ? t("web.result.step_diamond", { count: along })
        : t("web.result.step", { along, across });
  return h("figure.why", {}, across > 0 && stepPicture([along, across], made.colour), h("figcaption", {}, text));
}
