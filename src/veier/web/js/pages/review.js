// @ts-check
/**
 * The review of a game: winning chances, turning points, the better move on the board with its reasons; other moves
 * can be tried.
 */

import { h, put } from "../dom.js";
import { say, spoken } from "../say.js";
import { Problem, get, post } from "../net.js";
import { allGames } from "../games.js";
import { playBoard } from "../parts/board.js";
import { icon, logo, stone } from "../parts/drawing.js";
import { graph } from "../parts/graph.js";
import { Moves } from "../parts/moves.js";
import { Walk } from "../parts/walk.js";
import { colourName, percent } from "../parts/words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Game} Game */
/**
 * @typedef {{move: string, mover: number, chances: number[], best: string | null, bestChances: number[], loss:
 *   number, remarks: any[], bestRemarks: any[]}} Ply
 */
/**
 * What the server has found so far; `turning` counts moves from nought.
 *
 * @typedef {{done: boolean, progress: number, plies: Ply[], turning: number[], game: string, start: string | null,
 *   moves: string[]}} Review
 */

const ASK_AGAIN_MS = 700;
/** From so much less chance of winning on, a better move is worth a word. */
const WORTH_SAYING = 0.05;

/** @type {import("../app.js").Page} */
export async function page(place) {
  const [found, games] = await Promise.all([get(`/api/v1/reviews/${encodeURIComponent(place.rest)}`), allGames()]);
  const game = games.find((one) => one.name === found.game.split("?")[0]);
  if (!game) {
    throw new Problem({ key: "game.unknown", params: { game: found.game, known: games.map((one) => one.name) } }, 404);
  }
  const { start, moves } = found;
  const [end, agreed] = await Promise.all([
    post("/api/v1/positions", { game: found.game, ...(start ? { start } : {}), moves }),
    toldAtTable(found),
  ]);
  const review = new ReviewPage(place, found, game, end.told ?? agreed);
  return () => review.close();
}

/**
 * How the players ended the game at the table that the address names: by resigning, by time or by agreement.
 * @param {Review} found
 * @returns {Promise<import("../say.js").Message | null>}
 */
async function toldAtTable({ game, moves }) {
  const table = new URLSearchParams(location.search).get("table");
  const state = table && (await get(`/api/v1/tables/${encodeURIComponent(table)}`).catch(() => null));
  const same =
    state &&
    state.game.id === game &&
    state.moves.map((/** @type {{text: string}} */ made) => made.text).join(" ") === moves.join(" ");
  return same ? (state.result?.told ?? null) : null;
}

class ReviewPage {
  /**
   * @param {import("../app.js").Place} place
   * @param {Review} review
   * @param {Game} game
   * @param {import("../say.js").Message | null} told how the game ended
   */
  constructor(place, review, game, told) {
    this.place = place;
    this.review = review;
    this.colours = game.colours;
    this.told = told;
    /** Moves that are tried in place of those of the game, from a ply on. @type {number | null} */
    this.branch = null;
    this.better = false;
    /** The position on the board, which may be that of a better move. @type {Board | null} */
    this.onBoard = null;
    this.board = playBoard(
      (event) => this.#try(event.detail.text),
      () => {},
    );
    this.board.mine = game.colours.map((_, seat) => seat);
    this.board.aids = true;
    this.side = h("div.side");
    this.walk = new Walk({ game: review.game, start: review.start, moves: review.moves }, (board, ply) =>
      this.#look(board, ply),
    );
    this.moves = new Moves(this.colours, (ply) => this.#go(ply));
    put(this.place.main, h("div.reviewing", {}, h("div.stage", {}, this.board, this.walk.element), this.side));
    this.place.name(say("web.review.title"), say("web.review.title"), say(game.title));
    this.key = (/** @type {KeyboardEvent} */ event) => this.walk.key(event);
    addEventListener("keydown", this.key);
    this.#go(this.turning[0] ?? review.moves.length);
    this.#wait();
  }

  /** The moves that turned the game, counted from one. */
  get turning() {
    return this.review.turning.map((ply) => ply + 1);
  }

  close() {
    clearTimeout(this.again);
    removeEventListener("keydown", this.key);
  }

  /** Ask again until the computer has looked at every move. */
  #wait() {
    if (this.review.done) return;
    this.again = setTimeout(async () => {
      const next = await get(`/api/v1/reviews/${encodeURIComponent(this.place.rest)}`).catch(() => this.review);
      const finished = next.done && !this.review.done;
      this.review = next;
      if (finished && this.branch === null && this.turning.length) this.#go(this.turning[0]);
      else this.#draw();
      this.#wait();
    }, ASK_AGAIN_MS);
  }

  /** Go to a position of the game, also from a variation. @param {number} ply */
  #go(ply) {
    this.better = false;
    this.branch = null;
    this.walk.line = { ...this.walk.line, moves: this.review.moves };
    this.walk.go(ply);
  }

  /** Play another move from the position on the board. @param {string} text */
  #try(text) {
    const at = this.better ? this.walk.ply - 1 : this.walk.ply;
    const better = this.better ? [this.review.plies[at].best ?? ""] : [];
    this.branch ??= at;
    const moves = [...this.walk.line.moves.slice(0, at), ...better, text];
    this.better = false;
    this.walk.line = { ...this.walk.line, moves };
    this.walk.go(moves.length);
  }

  /**
   * @param {Board} board
   * @param {number} ply
   */
  #look(board, ply) {
    this.better = false;
    this.present = board;
    this.shown = ply;
    const remark = this.branch === null ? this.review.plies[ply - 1]?.remarks.find((one) => one.squares?.length) : null;
    this.#put(board, remark);
    this.#draw();
  }

  /** Show the better move in place of the one that was played. */
  async #showBetter() {
    const ply = this.shown ?? 0;
    const { best } = this.review.plies[ply - 1];
    if (!best) return;
    this.better = !this.better;
    const board = this.better ? await this.walk.board([...this.review.moves.slice(0, ply - 1), best]) : this.present;
    const { remarks, bestRemarks } = this.review.plies[ply - 1];
    const told = (this.better ? bestRemarks : remarks).find((one) => one.squares.length);
    if (board && ply === this.shown) this.#put(board, told);
    this.#draw();
  }

  /**
   * Put a position on the board; the first square that a remark speaks of is drawn.
   * @param {Board} board
   * @param {any} remark
   */
  #put(board, remark) {
    if (board !== this.onBoard) this.board.board = board;
    this.onBoard = board;
    this.board.disabled = board.over;
    this.board.show(remark?.squares[0] ?? null);
  }

  #draw() {
    const { review } = this;
    const ply = this.shown ?? 0;
    const half = 1 / this.colours.length;
    const chances = [this.colours.map(() => half), ...review.plies.map((one) => one.chances)];
    const marks = review.moves.map((text, index) => ({
      text,
      seat: review.plies[index]?.mover ?? this.#seat(index),
      mark: this.turning.includes(index + 1) ? "?" : "",
    }));
    const had = this.side.contains(document.activeElement) ? document.activeElement?.getAttribute("data-act") : null;
    put(
      this.side,
      h(
        "section.verdict",
        {},
        h("h1", {}, this.told ? say(this.told) : say("web.review.unfinished")),
        !review.done &&
          h(
            "p.progressing",
            { role: "status" },
            logo(true),
            say("web.review.progress", { done: percent(review.progress) }),
          ),
      ),
      chances.length > 1 &&
        graph(this.colours, chances, this.turning, this.branch === null ? ply : this.branch, (to) => this.#go(to)),
      this.turning.length > 0 && this.#turningPoints(ply),
      this.branch !== null ? this.#branchPanel() : this.#tellPanel(ply),
      this.moves.element,
    );
    this.moves.update(marks, this.branch === null ? ply : this.branch);
    if (had) /** @type {HTMLElement | null} */ (this.side.querySelector(`[data-act="${had}"]`))?.focus();
  }

  /** Whose move the board does not say: turns go round from the first mover. @param {number} index */
  #seat(index) {
    return index % this.colours.length;
  }

  /** @param {number} ply */
  #turningPoints(ply) {
    return h(
      "nav.turns",
      { "aria-label": say("web.review.turning") },
      ...this.turning.slice(0, 3).map((at) => {
        const one = this.review.plies[at - 1];
        return h(
          at === ply && this.branch === null ? "button.tp.on" : "button.tp",
          {
            type: "button",
            "data-act": `turn-${at}`,
            "aria-current": at === ply && "step",
            onclick: () => this.#go(at),
          },
          h("b", {}, stone(this.colours[one.mover]), `${at}. ${one.move}`),
          h(
            "span",
            {},
            say("web.review.loss", { colour: colourName(this.colours[one.mover]), loss: percent(one.loss) }),
          ),
        );
      }),
    );
  }

  /** @param {number} ply */
  #tellPanel(ply) {
    const one = this.review.plies[ply - 1];
    if (!one) {
      return h(
        "section.tell.panel",
        {},
        h("h2", {}, ply ? say("web.review.looking") : say("web.review.begin")),
        this.#acts(null),
      );
    }
    const colour = colourName(this.colours[one.mover]);
    const better = one.best && one.best !== one.move && one.loss >= WORTH_SAYING ? one.best : null;
    // By the same figures as the loss; later, with more seen, a position may be worth something else.
    const promised = one.bestChances[one.mover];
    return h(
      "section.tell.panel",
      { "aria-live": "polite" },
      h(
        "h2",
        {},
        better ? say("web.review.had", { colour, move: better }) : say("web.review.played", { colour, move: one.move }),
      ),
      better &&
        h(
          "p.cap",
          {},
          say("web.review.compared", {
            move: one.move,
            share: percent(promised - one.loss),
            best: better,
            best_share: percent(promised),
          }),
        ),
      h(
        "ul",
        {},
        ...(this.better ? one.bestRemarks : one.remarks).map((remark) =>
          h("li", { onmouseenter: () => this.onBoard && this.#put(this.onBoard, remark) }, say(remark.message)),
        ),
      ),
      this.#acts(better),
    );
  }

  /** @param {string | null} better */
  #acts(better) {
    return h(
      "div.row",
      {},
      better &&
        h(
          "button.btn.primary",
          {
            type: "button",
            "data-act": "better",
            "aria-pressed": String(this.better),
            onclick: () => this.#showBetter(),
          },
          icon("vision"),
          this.better ? say("web.review.show_played") : say("web.review.show_better"),
        ),
      this.#playOn(),
      h("a.btn", { href: this.#sheet(), download: "veier.pdf" }, icon("print"), say("web.print.sheet")),
      h("span.quiet.hintline", {}, say("web.review.try")),
    );
  }

  /** A way to play on from the position on the board; the position string names the game with its options. */
  #playOn() {
    const { onBoard } = this;
    return (
      onBoard &&
      !onBoard.over &&
      h(
        "a.btn",
        { href: `/new/${this.review.game.split("?")[0]}?start=${encodeURIComponent(onBoard.position)}` },
        icon("play"),
        say("web.review.play_on"),
      )
    );
  }

  /** The game as a sheet to print. */
  #sheet() {
    const { game, start, moves } = this.review;
    const asked = { game, moves: moves.join(" "), lang: spoken(), ...(start ? { start } : {}) };
    return `/api/v1/sheet.pdf?${new URLSearchParams(asked)}`;
  }

  #branchPanel() {
    const tried = this.walk.line.moves.slice(this.branch ?? 0).join(" ");
    return h(
      "section.tell.panel",
      {},
      h("h2", {}, say("web.review.trying", { moves: tried })),
      h(
        "p",
        {},
        this.present?.over && this.present.told ? say(this.present.told) : this.present ? say(this.present.turn) : "",
      ),
      h(
        "div.row",
        {},
        h(
          "button.btn.primary",
          { type: "button", "data-act": "return", onclick: () => this.#go(this.branch ?? 0) },
          icon("takeback"),
          say("web.review.return"),
        ),
        this.#playOn(),
      ),
    );
  }
}
