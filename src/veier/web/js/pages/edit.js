// @ts-check
/**
 * The position editor: pieces are put down from either reserve and taken up, and the page always says whether what lies
 * there is a position, and if not why. The server judges; what is put down are moves that it offers.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { Problem, post } from "../net.js";
import { allGames } from "../games.js";
import { analysisAddress, editorAddress, lineOfAddress } from "../parts/analysis-address.js";
import { playBoard, playTray, smallBoard } from "../parts/board.js";
import { segments } from "../parts/forms.js";
import { colourName } from "../parts/format.js";
import { icon } from "../parts/icons.js";
import { notice, reason } from "../parts/notices.js";
import { showPosition } from "../parts/position-links.js";
import { addLater } from "../parts/study-new.js";
import { stone } from "../parts/stones.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../i18n.js").Message} Message */
/** @typedef {{seat: number, text: string, cells?: string[]}} Piece */
/**
 * A board as the server judges it.
 *
 * @typedef {{board: import("../types.js").Board, pieces: Piece[], problems: Message[], notes: Message[],
 *   position: string | null, code: string | null}} Judged
 */

/** @type {import("../app.js").Page} */
export async function page(place) {
  const games = await allGames();
  const name = place.rest.split("?")[0];
  if (!name) return choose(place, games);
  const game = games.find((one) => one.name === name);
  if (!game) {
    throw new Problem({ key: "game.unknown", params: { game: place.rest, known: games.map((one) => one.name) } }, 404);
  }
  const editor = new Editor(place, game, place.rest);
  await editor.begin(lineOfAddress(place.rest).start);
  return () => editor.close();
}

/** @param {import("../app.js").Place} place @param {Game[]} games */
function choose(place, games) {
  place.name(t("web.edit.title"));
  put(
    place.main,
    h("div.hello", {}, h("h1", {}, t("web.edit.title")), h("p", {}, t("web.edit.what"))),
    h(
      "ul.choice",
      {},
      ...games.map((game) =>
        h(
          "li",
          {},
          h(
            "a.slip",
            { href: editorAddress(game.id, null) },
            smallBoard(game.view),
            h("div", {}, h("b", {}, t(game.title))),
            icon("next"),
          ),
        ),
      ),
    ),
  );
}

class Editor {
  /** What was there before each change. @type {{pieces: Piece[], mover: number}[]} */
  #before = [];
  #asked = 0;

  /**
   * @param {import("../app.js").Place} place
   * @param {Game} game
   * @param {string} id the game with its options
   */
  constructor(place, game, id) {
    this.game = game;
    this.id = id;
    this.go = place.go;
    /** @type {Piece[]} */
    this.pieces = [];
    this.mover = 0;
    /** The seat whose pieces are put down. */
    this.hand = 0;
    /** @type {Judged | null} */
    this.judged = null;
    this.board = playBoard(
      (event) => this.#change([...this.pieces, { seat: this.hand, text: event.detail.text }], this.mover),
      () => {},
    );
    this.board.aids = true;
    this.board.addEventListener("click", (/** @type {MouseEvent} */ event) => this.#takeAt(event), true);
    this.tray = playTray(this.board, 0);
    this.tray.setAttribute("compact", "");
    this.verdict = h("section.verdict", { "aria-live": "polite" });
    this.form = h("div.fields");
    this.list = h("section.laid", { "aria-label": t("web.edit.laid") });
    this.hands = h("div.hands");
    this.ways = h("div.row.ways");
    this.key = (/** @type {KeyboardEvent} */ event) => this.#press(event);
    addEventListener("keydown", this.key);
    place.name(t("web.edit.title"), t("web.edit.title"), t(game.title));
    put(
      place.main,
      h(
        `div.editing.play.surface-${game.view.surface}`,
        {},
        h("div.playboard", {}, this.board),
        h("div.side", {}, this.verdict, this.form, this.list, this.ways, h("div.hand", {}, this.hands, this.tray)),
      ),
    );
  }

  close() {
    removeEventListener("keydown", this.key);
  }

  /** @param {string | null} start */
  async begin(start) {
    await this.#judge(start ? { start } : { pieces: [], mover: 0 });
  }

  /** @param {Piece[]} pieces @param {number} mover */
  #change(pieces, mover) {
    this.#before.push({ pieces: this.pieces, mover: this.mover });
    return this.#show(pieces, mover);
  }

  /** @param {Piece[]} pieces @param {number} mover */
  #show(pieces, mover) {
    return this.#judge({ pieces: pieces.map(({ seat, text }) => ({ seat, text })), mover });
  }

  #undo() {
    const before = this.#before.pop();
    if (before) void this.#show(before.pieces, before.mover);
  }

  /** @param {{start?: string, pieces?: Piece[], mover?: number}} about */
  async #judge(about) {
    const asked = ++this.#asked;
    try {
      /** @type {Judged} */
      const judged = await post("/api/v1/set-ups", { game: this.id, hand: this.hand, ...about });
      if (asked !== this.#asked) return;
      if (about.start) this.mover = this.#moverOf(about.start);
      else this.mover = about.mover ?? 0;
      this.judged = judged;
      this.pieces = judged.pieces;
      this.#draw(judged);
    } catch (error) {
      if (asked !== this.#asked) return;
      if (!this.judged) throw error;
      notice(reason(error));
      this.#draw(this.judged);
    }
  }

  /** @param {string} position */
  #moverOf(position) {
    const letters = { red: "r", brown: "n", blue: "b" };
    const mover = position.split(/\s+/)[2];
    return Math.max(
      0,
      this.game.colours.findIndex((colour) => letters[colour] === mover),
    );
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const busy = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, .menu");
    if (busy || event.altKey || event.metaKey) return;
    if (event.ctrlKey && event.key === "z") {
      event.preventDefault();
      this.#undo();
    } else if ((event.key === "Delete" || event.key === "Backspace") && !event.ctrlKey) {
      const cell = event.target instanceof Element ? event.target.getAttribute("data-cell") : null;
      const piece = cell ? this.#pieceAt(cell) : null;
      if (!piece) return;
      event.preventDefault();
      this.#take(piece);
    }
  }

  /** Take up what is clicked, while nothing waits to be put down. @param {MouseEvent} event */
  #takeAt(event) {
    if (this.board.considered) return;
    const cell = this.board.scene.cellAt(event.clientX, event.clientY);
    const piece = cell ? this.#pieceAt(cell) : null;
    if (piece) this.#take(piece);
  }

  /** The piece on a cell; a tile lies on more cells than its stones. @param {string} cell */
  #pieceAt(cell) {
    const plate = this.judged?.board.view.plates.find((/** @type {{cells: string[]}} */ one) =>
      one.cells.includes(cell),
    );
    const cells = [cell, ...(plate?.cells ?? [])];
    return this.pieces.find((piece) => piece.cells?.some((one) => cells.includes(one))) ?? null;
  }

  /** @param {Piece} piece */
  #take(piece) {
    void this.#change(
      this.pieces.filter((one) => one !== piece),
      this.mover,
    );
  }

  /** @param {Judged} judged */
  #draw(judged) {
    const { game } = this;
    this.board.board = judged.board;
    this.tray.seat = this.hand;
    const focused = document.activeElement;
    const had = focused?.getAttribute("data-act");
    put(this.verdict, h("h1", {}, this.#headline(judged)), ...this.#reasons(judged));
    put(this.ways, ...this.#ways(judged));
    put(
      this.form,
      h("span.label", {}, t("web.edit.mover")),
      this.#seats(t("web.edit.mover"), this.mover, (seat) => void this.#change(this.pieces, seat)),
      h("p.quiet", {}, this.#phase(judged)),
    );
    put(
      this.hands,
      game.colours.length > 1 && h("span.label", { "aria-hidden": "true" }, t("web.edit.hand")),
      game.colours.length > 1 &&
        this.#seats(t("web.edit.hand"), this.hand, (seat) => {
          this.hand = seat;
          void this.#show(this.pieces, this.mover);
        }),
    );
    put(
      this.list,
      h("h2", {}, t("web.edit.laid")),
      this.pieces.length
        ? h("ul", {}, ...this.pieces.map((piece, index) => this.#piece(piece, index)))
        : h("p.quiet", {}, t("web.edit.empty")),
    );
    if (had) /** @type {HTMLElement | null} */ (document.querySelector(`.editing [data-act="${had}"]`))?.focus();
    history.replaceState(null, "", editorAddress(this.id, judged.position));
  }

  /** @param {Judged} judged */
  #headline({ problems, notes }) {
    if (problems.length) return t("web.edit.impossible");
    return t(notes.length ? "web.edit.possible_but" : "web.edit.possible");
  }

  /** @param {Judged} judged */
  #reasons({ problems, notes }) {
    const said = problems.length ? problems : notes;
    return said.length ? [h("ul.reasons", {}, ...said.map((one) => h("li", {}, t(one))))] : [];
  }

  /** @param {Judged} judged */
  #phase({ board }) {
    if (!board.view.trays.some((/** @type {any} */ tray) => tray.slots.length)) return t("web.edit.no_phase");
    return t(board.view.phase === 1 ? "web.edit.phase_1" : "web.edit.phase_2");
  }

  /** @param {string} label @param {number} chosen @param {(seat: number) => void} pick */
  #seats(label, chosen, pick) {
    const choices = this.game.colours.map((colour, value) => ({ value, text: colourName(colour) }));
    return segments(label, choices, chosen, (value) => pick(Number(value)));
  }

  /** @param {Judged} judged */
  #ways({ position, code, board }) {
    const { game, id } = this;
    const act = (
      /** @type {string} */ name,
      /** @type {string} */ picture,
      /** @type {string} */ text,
      /** @type {() => void} */ what,
      disabled = false,
    ) => h("button.btn", { type: "button", "data-act": name, onclick: what, disabled }, icon(picture), text);
    return [
      position &&
        !board.over &&
        h(
          "a.btn.primary",
          { href: `/new/${game.name}?start=${encodeURIComponent(position)}` },
          icon("play"),
          t("web.edit.play"),
        ),
      position &&
        h(
          "a.btn",
          { href: analysisAddress({ game: id, start: position, moves: [] }) },
          icon("watch"),
          t("web.analyse.here"),
        ),
      position &&
        act("study", "say", t("web.study.add_here"), () => {
          addLater({ game: id, position, moves: [] });
          this.go("/studies");
        }),
      position && code && act("share", "share", t("web.edit.share"), () => void showPosition(id, position)),
      act("undo", "takeback", t("web.edit.undo"), () => this.#undo(), this.#before.length === 0),
      act("clear", "new", t("web.edit.clear"), () => void this.#change([], 0), this.pieces.length === 0),
    ];
  }

  /** @param {Piece} piece @param {number} index */
  #piece(piece, index) {
    const colour = this.game.colours[piece.seat];
    return h(
      "li",
      {},
      h(
        "button.move-chip",
        {
          type: "button",
          "data-act": `take-${index}`,
          "aria-label": t("web.edit.take", { colour: colourName(colour), piece: piece.text }),
          onclick: () => this.#take(piece),
        },
        stone(colour),
        piece.text,
        icon("close"),
      ),
    );
  }
}
