// @ts-check
/**
 * The analysis board: any position of any game, with the computer's best lines, what is proved of every move, what was
 * played, and a tree of variations with comments, which this browser keeps. Where a result is proved, the winner's
 * moves are made by the proof on request, against any defence that one tries. Addresses that begin with /explore lead
 * here, too.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { Problem, post } from "../net.js";
import { allGames } from "../games.js";
import { loadSetting, saveSetting } from "../settings.js";
import { analysisAddress, editorAddress, lineOfAddress } from "../parts/analysis-address.js";
import { chooseAnalysis } from "../parts/analysis-choice.js";
import { BestLines } from "../parts/best-lines.js";
import { playBoard, playTray } from "../parts/board.js";
import { nameless } from "../parts/format.js";
import { icon, logo } from "../parts/icons.js";
import { showPosition } from "../parts/position-links.js";
import { moveValues } from "../parts/move-values.js";
import { MoveNavigation } from "../parts/move-navigation.js";
import { notice, reason } from "../parts/notices.js";
import { Openings } from "../parts/openings.js";
import { ProofWalk, provedResult } from "../parts/proof-walk.js";
import { saveRecord } from "../parts/record-file.js";
import { loadAnalysis, newId, saveAnalysis } from "../parts/saved-analyses.js";
import { addLater } from "../parts/study-new.js";
import { Tabs } from "../parts/tabs.js";
import { Variations } from "../parts/variations.js";
import { VariationTree } from "../parts/variation-tree.js";
import { Vision } from "../parts/vision.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../parts/graph.js").Proven} Proven */
/**
 * What is proved of a position and its moves; `answer` is the mover's quickest win.
 *
 * @typedef {{proven: Proven | null, groups: import("../parts/move-values.js").Group[], answer: string | null,
 *   remarks: any[], searched: boolean}} Explored
 */

/** @type {import("../app.js").Page} */
export async function page(place) {
  const games = await allGames();
  const name = place.rest.split("?")[0];
  if (!name) return chooseAnalysis(place, games);
  const game = games.find((one) => one.name === name);
  if (!game) {
    throw new Problem({ key: "game.unknown", params: { game: place.rest, known: games.map((one) => one.name) } }, 404);
  }
  const analysis = new AnalysisPage(place, game, opened(place.rest));
  return () => analysis.close();
}

/**
 * What is analysed here: what this tab had before it was loaded again, what was saved, or the line of the address.
 * @param {string} game
 */
function opened(game) {
  const line = lineOfAddress(game);
  const id = history.state?.analysis ?? new URLSearchParams(location.search).get("saved");
  const saved = id ? loadAnalysis(id) : null;
  if (saved && saved.game === game && (saved.start ?? null) === (line.start ?? saved.start ?? null)) {
    return { id: saved.id, line: { ...line, start: saved.start }, tree: VariationTree.ofRecord(saved.tree) };
  }
  return { id: id ?? newId(), line, tree: VariationTree.ofMoves(line.moves) };
}

class AnalysisPage {
  /** What is known of positions, by their moves. @type {Map<string, Promise<Explored>>} */
  #known = new Map();
  /** What the computer's search has proved of positions, by their moves. @type {Map<string, Proven>} */
  #found = new Map();
  #searching = false;
  #told = false;

  /**
   * @param {import("../app.js").Place} place
   * @param {Game} game
   * @param {ReturnType<typeof opened>} what
   */
  constructor(place, game, { id, line, tree }) {
    this.game = game;
    this.id = id;
    this.go = place.go;
    this.tree = tree;
    this.board = playBoard(
      (event) => this.play(event.detail.text),
      () => this.#drawVision(),
    );
    this.board.mine = game.colours.map((_, seat) => seat);
    this.board.aids = true;
    this.tray = playTray(this.board, 0);
    this.tray.setAttribute("compact", "");
    /** @type {Board | null} */
    this.present = null;
    this.navigation = new MoveNavigation({ ...line, moves: tree.line }, (board, ply) => this.#look(board, ply));
    this.walk = new ProofWalk(game, (text) => this.play(text));
    this.lines = new BestLines(game.colours, {
      play: (moves) => this.playAll(moves),
      consider: this.consider,
      proved: (proven) => this.#proved(proven),
    });
    this.openings = new Openings(game.colours, { play: (text) => this.play(text), consider: this.consider });
    const seen = loadSetting("vision") !== "off";
    this.board.showThreats = seen;
    this.vision = new Vision(
      seen,
      game.view.surface,
      (on) => {
        saveSetting("vision", on ? "on" : "off");
        this.board.showThreats = on;
        this.#drawVision();
      },
      (square) => this.board.show(square),
      () => nameless(game.colours),
    );
    this.variations = new Variations(
      this.tree,
      { colours: game.colours, first: firstSeat(line.start, game) },
      { go: () => this.#go(), changed: () => this.#changed(), save: () => this.#save() },
    );
    this.verdict = h("section.verdict", { "aria-live": "polite" });
    this.values = h("div");
    this.ways = h("div.row.ways");
    /** @type {Tabs | null} */
    this.tabs = null;
    this.#lay(place);
    this.key = (/** @type {KeyboardEvent} */ event) => this.#press(event);
    addEventListener("keydown", this.key);
    place.name(t("web.analyse.title"), t("web.analyse.title"), t(game.title));
    this.#go();
  }

  /** Put everything in its place. @param {import("../app.js").Place} place */
  #lay(place) {
    const { game } = this;
    const openings = this.openings.element;
    const panels = {
      lines: h("div.tabbed", {}, this.lines.element, this.vision.element),
      // Where little is proved, what was played says more.
      moves: h("div.tabbed", {}, ...(game.solved ? [this.values, openings] : [openings, this.values])),
      notes: h("div.tabbed", {}, this.variations.element),
    };
    const titles = {
      lines: t("web.analyse.lines"),
      moves: t("web.analyse.moves"),
      notes: t("web.analyse.notes"),
    };
    const wanted = loadSetting("analysis") ?? (game.solved ? "moves" : "lines");
    const first = Object.hasOwn(panels, wanted) ? wanted : "lines";
    this.tabs = new Tabs(
      t("web.analyse.parts"),
      Object.entries(panels).map(([name, panel]) => ({ name, title: titles[/** @type {"lines"} */ (name)], panel })),
      first,
      (name) => {
        saveSetting("analysis", name);
        this.#ask();
      },
    );
    const hand = h("div.hand", {}, this.navigation.element, this.tray);
    put(
      place.main,
      h(
        `div.analysing.play.surface-${game.view.surface}`,
        {},
        h("div.playboard", {}, this.board),
        h(
          "div.side",
          {},
          this.verdict,
          this.walk.element,
          this.tabs.element,
          ...Object.values(panels),
          this.ways,
          hand,
        ),
      ),
    );
  }

  close() {
    this.walk.stop();
    this.lines.close();
    removeEventListener("keydown", this.key);
  }

  /** The moves that lead to the position on the board. */
  get moves() {
    return this.navigation.line.moves.slice(0, this.navigation.ply);
  }

  /** Make a move on the board, or one that a list offers. @param {string} text */
  play(text) {
    this.playAll([text]);
  }

  /** @param {string[]} moves */
  playAll(moves) {
    if (!this.tree.playAll(moves)) notice(t("web.tree.full"));
    this.#changed();
  }

  /** Show a move over the board. @param {string} text */
  consider = (text) => void this.board.consider(text);

  /** The tree has changed. */
  #changed() {
    this.#keep();
    this.#go();
  }

  /** Keep what more is known than the address says. */
  #keep() {
    const { game, start } = this.navigation.line;
    const kept = saveAnalysis({ id: this.id, game, start, tree: this.tree.toJSON() });
    if (!kept && !this.#told) notice(t("web.analyse.no_room"));
    this.#told ||= !kept;
  }

  /** Go where the tree says. */
  #go() {
    const moves = this.tree.line;
    const same = moves.slice(0, this.tree.ply).join(" ") === this.moves.join(" ") && this.present;
    this.navigation.line = { ...this.navigation.line, moves };
    if (same) {
      this.navigation.follow(moves);
      this.navigation.ply = this.tree.ply;
    }
    this.navigation.go(this.tree.ply);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const busy =
      event.target instanceof Element &&
      event.target.closest("veier-board, veier-tray, input, textarea, select, dialog, .menu");
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (busy || event.altKey || event.metaKey) return;
    if (event.ctrlKey && event.key === "z" && this.tree.undoable) {
      event.preventDefault();
      this.tree.undo();
      this.#changed();
    } else if (by && !event.ctrlKey) {
      if (!this.tree.switchTo(by)) return;
      event.preventDefault();
      this.#go();
    } else this.navigation.key(event);
  }

  /**
   * @param {Board} board
   * @param {number} ply
   */
  #look(board, ply) {
    this.walk.stop();
    this.tree.go(ply);
    if (board !== this.present) {
      this.present = board;
      this.board.board = board;
      this.board.disabled = board.over;
      this.tray.seat = board.view.mover;
      this.tray.hidden = board.over;
      this.board.show(this.walk.squareOf(this.moves));
      history.replaceState({ analysis: this.id }, "", analysisAddress({ ...this.navigation.line, moves: this.moves }));
      this.#ask();
    }
    this.variations.draw();
    this.#drawVision();
  }

  /** Ask for what the open tab shows, and for what is proved. */
  async #ask() {
    const board = this.present;
    if (!board) return;
    const line = { ...this.navigation.line, moves: this.moves };
    if (this.tabs?.chosen === "lines") this.lines.look(line, board);
    else this.lines.engine.stop();
    if (this.tabs?.chosen === "moves") this.openings.look(line, board);
    if (!this.#known.has(line.moves.join(" "))) this.#draw(null);
    try {
      const explored = await this.#explore(line.moves);
      if (board !== this.present) return;
      this.#draw(explored);
      this.walk.answer(explored, this.moves);
    } catch (error) {
      if (board === this.present) notice(reason(error));
    }
  }

  /**
   * @param {string[]} moves
   * @param {boolean} [search]
   */
  #explore(moves, search = false) {
    const key = moves.join(" ");
    let found = search ? undefined : this.#known.get(key);
    if (!found) {
      const { game, start } = this.navigation.line;
      found = /** @type {Promise<Explored>} */ (
        post("/api/v1/explorer", { game, ...(start ? { start } : {}), moves, search })
      );
      found.then(() => this.#known.set(key, /** @type {any} */ (found))).catch(() => {});
    }
    return found;
  }

  /** Walk through the proof, or go back to the beginning of the walk. @param {Explored} explored */
  #walkProof(explored) {
    this.walk.begin(/** @type {number} */ (explored.proven?.winner), this.navigation.ply);
    this.tabs?.choose("moves");
    this.#draw(explored);
    this.walk.answer(explored, this.moves);
  }

  /** Search the moves that the books do not know. */
  async #search() {
    const { present, moves } = this;
    this.#searching = true;
    this.#draw(await this.#explore(moves));
    try {
      await this.#explore(moves, true);
    } catch (error) {
      notice(reason(error));
    }
    this.#searching = false;
    if (present === this.present) this.#draw(await this.#explore(moves));
  }

  #drawVision() {
    if (!this.present || !this.vision) return;
    this.vision.update(this.present.over ? null : this.board.spoken, this.board.considered?.text ?? null);
  }

  /** @param {Explored | null} explored null while it is fetched */
  #draw(explored) {
    const over = Boolean(this.present?.over);
    const focused = document.activeElement;
    const had =
      this.verdict.contains(focused) || this.values.contains(focused) ? focused?.getAttribute("data-act") : null;
    put(this.verdict, h("h1", {}, this.#verdict(explored)), this.#proofActs(explored, over));
    put(this.ways, ...this.#ways());
    this.walk.draw(explored, { moves: this.moves, board: this.present });
    this.verdict.parentElement?.parentElement?.classList.toggle("walking", this.walk.on);
    put(
      this.values,
      explored && !over && this.#further(explored),
      explored && !over && moveValues(explored.groups, this.game.colours, this),
    );
    if (had) /** @type {HTMLElement | null} */ (document.querySelector(`.analysing [data-act="${had}"]`))?.focus();
  }

  /** The computer's search has proved the result of the position on the board. @param {Proven} proven */
  #proved(proven) {
    const key = this.moves.join(" ");
    if (this.#found.has(key)) return;
    this.#found.set(key, proven);
    void this.#known.get(key)?.then((explored) => key === this.moves.join(" ") && this.#draw(explored));
  }

  /** @param {Explored | null} explored */
  #verdict(explored) {
    const board = this.present;
    if (board?.over && board.told) return t(board.told);
    if (!explored) return board ? t(board.turn) : "";
    const proven = explored.proven ?? this.#found.get(this.moves.join(" "));
    if (proven) return provedResult(this.game, proven);
    if (explored.searched) return t("web.explore.open");
    return board && !this.game.solved ? t(board.turn) : t("web.explore.open");
  }

  /**
   * @param {Explored | null} explored
   * @param {boolean} over
   */
  #proofActs(explored, over) {
    const proven = explored?.proven;
    if (this.walk.on && over) {
      const again = () => {
        this.tree.go(this.walk.from);
        this.#go();
      };
      return act("again", "takeback", t("web.explore.again"), again, true);
    }
    if (this.walk.on) {
      const end = () => {
        this.walk.end();
        this.#draw(explored);
      };
      return act("both", "people", t("web.explore.both"), end);
    }
    const certain = explored && !over && proven && proven.winner !== null;
    return certain && act("why", "vision", t("web.explore.why"), () => this.#walkProof(explored), true);
  }

  /** Where one can go on from the position on the board. */
  #ways() {
    const { present, game } = this;
    if (!present) return [];
    const { game: id } = this.navigation.line;
    const play = `/new/${game.name}?start=${encodeURIComponent(present.position)}`;
    return [
      !present.over && h("a.btn", { href: play }, icon("play"), t("web.review.play_on")),
      h("a.btn", { href: editorAddress(id, present.position) }, icon("options"), t("web.edit.change")),
      act("share", "share", t("web.analyse.share"), () => void showPosition(id, present.position)),
      act("study", "say", t("web.study.add_here"), () => this.#toStudy()),
    ];
  }

  /** A search for what the books do not know. @param {Explored} explored */
  #further({ groups, searched }) {
    const open = groups.some((group) => !group.proven && !group.neither);
    if (this.#searching) return h("p.progressing", { role: "status" }, logo(true), t("web.explore.searching"));
    return (
      open &&
      !searched &&
      h(
        "button.btn",
        { type: "button", "data-act": "search", onclick: () => this.#search() },
        icon("hint"),
        t("web.explore.search"),
      )
    );
  }

  /** Hand the moves with their notes on to a study. */
  #toStudy() {
    const { game, start } = this.navigation.line;
    const { root } = this.tree;
    addLater({ game, ...(start ? { position: start } : {}), comment: root.comment, moves: this.tree.toRecord() });
    this.go("/studies");
  }

  async #save() {
    try {
      await saveRecord(this.navigation.line.game, this.navigation.line.start, this.tree);
    } catch (error) {
      notice(reason(error));
    }
  }
}

/**
 * @param {string} name
 * @param {string} picture
 * @param {string} text
 * @param {() => void} what
 * @param {boolean} [primary]
 */
function act(name, picture, text, what, primary = false) {
  const button = primary ? "button.btn.primary" : "button.btn";
  return h(button, { type: "button", "data-act": name, onclick: what }, icon(picture), text);
}

/**
 * The seat that moves first: a position string says whose turn it is.
 * @param {string | null} start
 * @param {Game} game
 */
function firstSeat(start, game) {
  const letters = { red: "r", brown: "n", blue: "b" };
  const mover = start?.split(/\s+/)[2];
  return Math.max(
    0,
    game.colours.findIndex((colour) => letters[colour] === mover),
  );
}
