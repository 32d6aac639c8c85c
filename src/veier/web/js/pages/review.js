// @ts-check
/**
 * The review of a game: what is proved, practical chances, turning points in words, the better move on the board; other
 * moves can be tried.
 */

import { h, put } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { Problem, get, post } from "../net.js";
import { allGames } from "../games.js";
import { playBoard, playTray } from "../parts/board.js";
import { icon, logo } from "../parts/icons.js";
import { stone } from "../parts/stones.js";
import { graph } from "../parts/graph.js";
import { Moves } from "../parts/moves.js";
import { MoveNavigation } from "../parts/move-navigation.js";
import { nameless, percent, playerName, tellWithNames } from "../parts/format.js";
import { analysisAddress } from "../parts/analysis-address.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../parts/graph.js").Proven} Proven */
/**
 * A move: what was proved before and after it, practical chances, and a remark that tells why the game turned.
 *
 * @typedef {{move: string, mover: number, was: Proven | null, proven: Proven | null, chances: number[], best: string,
 *   bestChances: number[], bestLine: string[], loss: number, remarks: any[], bestRemarks: any[], point: any}} Ply
 */
/**
 * What the server has found so far; `turning` counts moves from 0.
 *
 * @typedef {{done: boolean, progress: number, plies: Ply[], turning: number[],
 *   story: import("../i18n.js").Message[], game: string, start: string | null, moves: string[]}} Review
 */

const ASK_AGAIN_MS = 400;
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
  const [end, table] = await Promise.all([
    post("/api/v1/positions", { game: found.game, ...(start ? { start } : {}), moves }),
    reviewedTable(found),
  ]);
  // Players may also resign, run out of time or agree on a draw.
  const ending = end.told ?? table?.result?.told ?? null;
  const review = new ReviewPage(place, found, game, { ending, people: table ?? nameless(game.colours) });
  return () => review.close();
}

/**
 * The table that the address names, which knows who played and how the game ended.
 * @param {Review} found
 * @returns {Promise<import("../types.js").State | null>}
 */
async function reviewedTable({ game, moves }) {
  const table = new URLSearchParams(location.search).get("table");
  const state = table && (await get(`/api/v1/tables/${encodeURIComponent(table)}`).catch(() => null));
  const same =
    state &&
    state.game.id === game &&
    state.moves.map((/** @type {{text: string}} */ made) => made.text).join(" ") === moves.join(" ");
  return same ? state : null;
}

class ReviewPage {
  /**
   * @param {import("../app.js").Place} place
   * @param {Review} review
   * @param {Game} game
   * @param {{ending: import("../i18n.js").Message | null, people: import("../parts/format.js").People}} played
   */
  constructor(place, review, game, { ending, people }) {
    this.place = place;
    this.review = review;
    this.colours = game.colours;
    this.ending = ending;
    this.people = people;
    /** Moves that are tried in place of those of the game, from a ply on. @type {number | null} */
    this.branch = null;
    this.better = false;
    /** Whether lines of notation are shown. */
    this.details = false;
    /** The position on the board, which may be that of a better move. @type {Board | null} */
    this.onBoard = null;
    this.board = playBoard(
      (event) => this.#try(event.detail.text),
      () => {},
    );
    this.board.mine = game.colours.map((_, seat) => seat);
    this.board.aids = true;
    this.tray = playTray(this.board, 0);
    this.tray.setAttribute("compact", "");
    this.side = h("div.side");
    this.navigation = new MoveNavigation(
      { game: review.game, start: review.start, moves: review.moves },
      (board, ply) => this.#look(board, ply),
    );
    this.hand = h("div.hand", {}, this.navigation.element, this.tray);
    this.moves = new Moves(
      this.colours,
      (ply) => this.#go(ply),
      () => people,
    );
    put(
      this.place.main,
      h(`div.reviewing.play.surface-${game.view.surface}`, {}, h("div.playboard", {}, this.board), this.side),
    );
    this.place.name(t("web.review.title"), t("web.review.title"), t(game.title));
    this.key = (/** @type {KeyboardEvent} */ event) => this.navigation.key(event);
    addEventListener("keydown", this.key);
    /** The position that is shown until somebody chooses another. */
    this.first = this.turning[0] ?? review.moves.length;
    this.#go(this.first);
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
      const news = next.plies.length > this.review.plies.length || next.done;
      this.review = next;
      const untouched = this.branch === null && this.navigation.ply === this.first;
      if (next.done && untouched && this.turning.length) this.#go(this.turning[0]);
      else if (news) this.#draw();
      this.#wait();
    }, ASK_AGAIN_MS);
  }

  /** Go to a position of the game, also from a variation. @param {number} ply */
  #go(ply) {
    this.better = false;
    this.branch = null;
    this.navigation.line = { ...this.navigation.line, moves: this.review.moves };
    this.navigation.go(ply);
  }

  /** Play another move from the position on the board. @param {string} text */
  #try(text) {
    const at = this.better ? this.navigation.ply - 1 : this.navigation.ply;
    const better = this.better ? [this.review.plies[at].best ?? ""] : [];
    this.branch ??= at;
    const moves = [...this.navigation.line.moves.slice(0, at), ...better, text];
    this.better = false;
    this.navigation.line = { ...this.navigation.line, moves };
    this.navigation.go(moves.length);
  }

  /**
   * @param {Board} board
   * @param {number} ply
   */
  #look(board, ply) {
    this.better = false;
    this.present = board;
    this.shown = ply;
    const one = this.branch === null ? this.review.plies[ply - 1] : null;
    this.#put(board, one && this.#drawn(ply, [...one.remarks]));
    this.#draw();
  }

  /**
   * The remark whose square is drawn: where the game turned, the one that tells it.
   * @param {number} ply
   * @param {any[]} remarks
   */
  #drawn(ply, remarks) {
    const point = this.turning.includes(ply) ? [this.review.plies[ply - 1].point] : [];
    return [...point, ...remarks].find((one) => one?.squares?.length);
  }

  /** Show the better move in place of the one that was played. */
  async #showBetter() {
    const ply = this.shown ?? 0;
    const { best } = this.review.plies[ply - 1];
    if (!best) return;
    this.better = !this.better;
    const board = this.better
      ? await this.navigation.board([...this.review.moves.slice(0, ply - 1), best])
      : this.present;
    const { remarks, bestRemarks } = this.review.plies[ply - 1];
    const remark = this.better ? bestRemarks.find((one) => one.squares.length) : this.#drawn(ply, remarks);
    if (board && ply === this.shown) this.#put(board, remark);
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
    this.tray.seat = board.view.mover;
    this.tray.hidden = board.over;
    this.board.show(remark?.squares[0] ?? null);
  }

  #draw() {
    const { review } = this;
    const ply = this.shown ?? 0;
    const half = 1 / this.colours.length;
    const chances = [this.colours.map(() => half), ...review.plies.map((one) => one.chances)];
    const proven = [review.plies[0]?.was ?? null, ...review.plies.map((one) => one.proven)];
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
        h("h1", {}, this.ending ? this.#tell(this.ending) : t("web.review.unfinished")),
        ...review.story.map((told) => h("p.story", {}, this.#tell(told))),
        !review.done &&
          h(
            "p.progressing",
            { role: "status" },
            logo(true),
            t("web.review.progress", { done: percent(review.progress) }),
          ),
      ),
      chances.length > 1 &&
        graph(
          {
            colours: this.colours,
            people: this.people,
            chances,
            proven,
            turning: this.turning,
            moves: review.moves.length,
          },
          this.branch === null ? ply : this.branch,
          (to) => this.#go(to),
        ),
      this.turning.length > 0 && this.#turningPoints(ply),
      this.branch !== null ? this.#branchPanel() : this.#commentPanel(ply),
      this.moves.element,
      this.hand,
    );
    this.moves.update(marks, this.branch === null ? ply : this.branch);
    if (had) /** @type {HTMLElement | null} */ (this.side.querySelector(`[data-act="${had}"]`))?.focus();
  }

  /** Translate what is said of the players. @param {import("../i18n.js").Message} message */
  #tell(message) {
    return tellWithNames(message, this.people);
  }

  /** The seat of a move: turns go round from the first mover. @param {number} index */
  #seat(index) {
    return index % this.colours.length;
  }

  /** @param {number} ply */
  #turningPoints(ply) {
    return h(
      "nav.turns",
      { "aria-label": t("web.review.turning") },
      ...this.turning.map((at) => {
        const one = this.review.plies[at - 1];
        return h(
          at === ply && this.branch === null ? "button.tp.on" : "button.tp",
          {
            type: "button",
            "data-act": `turn-${at}`,
            "aria-current": at === ply && "step",
            onclick: () => this.#go(at),
          },
          h("b", {}, stone(this.colours[one.mover]), t("web.review.move", { number: at })),
          h("span", {}, this.#tell(one.point.message)),
        );
      }),
    );
  }

  /** @param {number} ply */
  #commentPanel(ply) {
    const one = this.review.plies[ply - 1];
    if (!one) {
      return h(
        "section.comment.panel",
        {},
        h("h2", {}, ply ? t("web.review.looking") : t("web.review.begin")),
        this.#acts(null),
      );
    }
    const colour = playerName(this.people, one.mover);
    const better = one.best !== one.move && one.loss >= WORTH_SAYING ? one.best : null;
    const told = this.turning.includes(ply) && !this.better ? this.#tell(one.point.message) : null;
    const move = this.better ? one.best : one.move;
    const remarks = this.better ? one.bestRemarks : one.remarks;
    // Where one sentence tells it all, the others are among the moves that are shown on demand.
    const shown = told ? [] : remarks.filter((remark) => !remark.line.length);
    return h(
      "section.comment.panel",
      { "aria-live": "polite" },
      h("h2", {}, told ?? t(this.better ? "web.review.had" : "web.review.played", { colour, move })),
      one.proven && !this.better && ply < this.review.moves.length && h("p.cap", {}, this.#proved(one.proven)),
      h("ul", {}, ...shown.map((remark) => this.#remark(remark))),
      this.#details(
        one,
        better,
        remarks.filter((remark) => !shown.includes(remark)),
      ),
      this.#acts(better),
    );
  }

  /** What is proved. @param {Proven} proven */
  #proved({ winner, plies }) {
    return winner === null
      ? t("web.review.proved_draw")
      : t("web.review.proved", { colour: playerName(this.people, winner), count: plies });
  }

  /** @param {any} remark */
  #remark(remark) {
    return h("li", { onmouseenter: () => this.onBoard && this.#put(this.onBoard, remark) }, this.#tell(remark.message));
  }

  /**
   * Moves in notation and chances in figures, on demand.
   * @param {Ply} one
   * @param {string | null} better
   * @param {any[]} remarks
   */
  #details(one, better, remarks) {
    if (!better && !remarks.length) return null;
    // By the same figures as the loss.
    const promised = one.bestChances[one.mover];
    const compared = {
      move: one.move,
      share: percent(promised - one.loss),
      best: one.best,
      best_share: percent(promised),
    };
    return h(
      "details.lines",
      { open: this.details, ontoggle: (/** @type {any} */ event) => (this.details = event.target.open) },
      h("summary", { "data-act": "lines" }, t("web.review.lines")),
      better && h("p", {}, t("web.review.compared", compared)),
      better && one.bestLine.length > 1 && h("p", {}, t("web.review.line", { line: one.bestLine.join(" ") })),
      h("ul", {}, ...remarks.map((remark) => this.#remark(remark))),
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
          this.better ? t("web.review.show_played") : t("web.review.show_better"),
        ),
      this.#playOn(),
      this.#analyse(),
      h("a.btn", { href: this.#sheet(), download: "veier.pdf" }, icon("print"), t("web.print.sheet")),
      h("span.quiet.hintline", {}, t("web.review.try")),
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
        t("web.review.play_on"),
      )
    );
  }

  /** A way to the analysis board, with the position that is looked at. */
  #analyse() {
    const { game, start, moves } = { ...this.review, moves: this.navigation.line.moves.slice(0, this.navigation.ply) };
    return h("a.btn", { href: analysisAddress({ game, start, moves }) }, icon("watch"), t("web.analyse.here"));
  }

  /** The game as a sheet to print. */
  #sheet() {
    const { game, start, moves } = this.review;
    const asked = { game, moves: moves.join(" "), lang: currentLanguage(), ...(start ? { start } : {}) };
    return `/api/v1/sheet.pdf?${new URLSearchParams(asked)}`;
  }

  #branchPanel() {
    const tried = this.navigation.line.moves.slice(this.branch ?? 0).join(" ");
    return h(
      "section.comment.panel",
      {},
      h("h2", {}, t("web.review.trying", { moves: tried })),
      h(
        "p",
        {},
        this.present ? this.#tell(this.present.over && this.present.told ? this.present.told : this.present.turn) : "",
      ),
      h(
        "div.row",
        {},
        h(
          "button.btn.primary",
          { type: "button", "data-act": "return", onclick: () => this.#go(this.branch ?? 0) },
          icon("takeback"),
          t("web.review.return"),
        ),
        this.#playOn(),
      ),
    );
  }
}
