// @ts-check
/**
 * A walk through a proof: the winner's moves are made by it, against any defence, and it says what each of them does.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { colourName } from "./format.js";
import { stone } from "./stones.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../pages/analyse.js").Explored} Explored */

/** How long a move of the proof is awaited, so that one sees it come. */
const PAUSE_MS = 650;

/**
 * What is proved, as a sentence.
 * @param {Game} game
 * @param {import("./graph.js").Proven} proven
 */
export function provedResult(game, { winner, plies }) {
  return winner === null
    ? t("web.review.proved_draw")
    : t("web.review.proved", { colour: colourName(game.colours[winner]), count: plies });
}

export class ProofWalk {
  /** What the proof said of a move, by the moves up to it. @type {Map<string, {move: string, remarks: any[]}>} */
  #said = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The winner, while the proof makes its moves. @type {number | null} */
  #winner = null;
  /** After how many moves the walk began. */
  from = 0;

  /**
   * @param {Game} game
   * @param {(text: string) => void} play makes a move
   */
  constructor(game, play) {
    this.game = game;
    this.play = play;
    this.element = h("section.comment.panel", { "aria-live": "polite", hidden: true });
  }

  get on() {
    return this.#winner !== null;
  }

  /** @param {number} winner @param {number} ply */
  begin(winner, ply) {
    this.#winner = winner;
    this.from = ply;
  }

  end() {
    this.stop();
    this.#winner = null;
  }

  /** Make no move that was about to come. */
  stop() {
    clearTimeout(this.#timer);
  }

  /** The square that the move before has made or threatens. @param {string[]} moves */
  squareOf(moves) {
    const said = this.#said.get(moves.join(" "));
    return said?.remarks.find((remark) => remark.squares.length)?.squares[0] ?? null;
  }

  /** Make the move of the proof, if it is the winner's turn. @param {Explored} explored @param {string[]} moves */
  answer({ proven, answer, remarks }, moves) {
    this.stop();
    if (!this.on || !answer || proven?.winner !== this.#winner) return;
    this.#timer = setTimeout(() => {
      // Lines of notation would say too much at once.
      const shown = remarks.filter((remark) => !remark.line.length);
      this.#said.set([...moves, answer].join(" "), { move: answer, remarks: shown });
      this.play(answer);
    }, PAUSE_MS);
  }

  /**
   * Say what the proof has just done, and what one may do against it.
   * @param {Explored | null} explored
   * @param {{moves: string[], board: Board | null}} here
   */
  draw(explored, { moves, board }) {
    const said = this.#said.get(moves.join(" "));
    const mover = board?.view.mover ?? 0;
    const defending = this.on && mover !== this.#winner && explored?.proven?.winner === this.#winner;
    this.element.hidden = !this.on || (!said && !defending);
    if (this.#winner === null) return;
    const { colours } = this.game;
    const winner = colourName(colours[this.#winner]);
    put(
      this.element,
      said && h("h2", {}, stone(colours[this.#winner]), t("web.explore.answers", { winner, move: said.move })),
      said && h("ul", {}, ...said.remarks.map((remark) => h("li", {}, t(remark.message)))),
      defending && h("p", {}, t("web.explore.defend", { colour: colourName(colours[mover]), winner })),
    );
  }
}
