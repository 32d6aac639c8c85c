// @ts-check
/**
 * The table: the board with its seats, whose turn it is, what is in sight, the moves, and all that players ask of
 * each other.
 */

import { h, put } from "../dom.js";
import { say } from "../say.js";
import { Problem, get, post } from "../net.js";
import { Live } from "../live.js";
import { knock } from "../sound.js";
import { remember, remembered } from "../settings.js";
import { playBoard, playTray } from "../parts/board.js";
import { Caution } from "../parts/caution.js";
import { Controls } from "../parts/controls.js";
import { askName } from "../parts/dialogs.js";
import { icon } from "../parts/drawing.js";
import { Ledger } from "../parts/ledger.js";
import { Moves } from "../parts/moves.js";
import { banner, notice, reason, tell } from "../parts/notices.js";
import { Offers } from "../parts/offers.js";
import { ResultPart, verdict } from "../parts/result.js";
import { SeatPart } from "../parts/seats.js";
import { Turn } from "../parts/turn.js";
import { Vision } from "../parts/vision.js";
import { Walk } from "../parts/walk.js";
import { colourName } from "../parts/words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Board} Board */

/** @type {import("../app.js").Page} */
export async function page(place) {
  const id = place.rest;
  await arrive(id);
  const table = new TablePage(place, await get(`/api/v1/tables/${encodeURIComponent(id)}`));
  return () => table.close();
}

/**
 * Use what the fragment of the address holds: an invite to a seat, or my seats from another device. It is taken out
 * of the address first.
 * @param {string} id
 */
async function arrive(id) {
  const [kind, token] = location.hash.slice(1).split("=");
  if (!token || (kind !== "sit" && kind !== "move")) return;
  history.replaceState(null, "", location.pathname);
  try {
    if (kind === "move") await post("/api/v1/transfers", { token });
    else await sit(id, token);
  } catch (error) {
    notice(reason(error));
  }
}

/** What no second try mends: the invite is used up, the table is gone. */
const FINAL = [403, 404, 409, 410];

/**
 * Sit down by invite, or only watch. An invite outlives a name that will not do and a line that is down: then the
 * guest is asked again.
 * @param {string} id
 * @param {string} token
 */
async function sit(id, token) {
  let name = await askName(say("web.sit.what"));
  while (name !== null) {
    try {
      await post(`/api/v1/tables/${encodeURIComponent(id)}/claim`, { token, ...(name ? { name } : {}) });
      if (name) remember("name", name);
      return;
    } catch (error) {
      if (error instanceof Problem && FINAL.includes(error.status)) throw error;
      name = await askName(say("web.sit.what"), { name, trouble: reason(error) });
    }
  }
}

class TablePage {
  /**
   * @param {import("../app.js").Place} place
   * @param {State} state
   */
  constructor(place, state) {
    this.place = place;
    this.state = state;
    /** What the board element tells about the move being considered. @type {any} */
    this.ghost = null;
    /** The version at which time was claimed to be up. */
    this.flagged = -1;
    /** The board of an earlier position, while somebody looks back. @type {Board | null} */
    this.past = null;
    this.narrow = matchMedia("(max-width: 699px)");
    const { view } = state.board;
    this.board = playBoard(
      (event) => this.#choose(event),
      (event) => this.#consider(event),
    );
    this.seats = state.seats.map((_, seat) => new SeatPart(seat, playTray(this.board, seat)));
    this.turn = new Turn();
    this.result = new ResultPart({
      rematch: () => this.send({ kind: "offer", what: "rematch" }),
      review: () => this.#review(),
    });
    this.offers = new Offers((command) => this.send(command));
    this.caution = new Caution(this.board);
    this.vision = new Vision(
      remembered("vision") !== "off",
      view.surface,
      (on) => this.#see(on),
      (what) => this.board.show(what),
    );
    this.ledger = new Ledger((what) => this.board.show(what));
    this.moves = new Moves(view.colours, (ply) => this.walk.go(ply));
    this.walk = new Walk(
      { game: state.game.id, start: state.setup?.start ?? null, moves: state.moves.map((move) => move.text) },
      (board, ply) => this.#look(board, ply),
    );
    this.controls = new Controls(this);
    this.arrange();
    this.#take(state);
    this.live = new Live(state.id, {
      state: (next) => this.#take(next),
      refused: (why) => this.#refused(say(why)),
      stale: () => this.#refused(say("web.table.stale")),
      line: (up) => this.#line(up),
      thinking: () => {},
    });
    this.ticking = setInterval(() => this.#tick(), 250);
    this.key = (/** @type {KeyboardEvent} */ event) => this.walk.key(event);
    addEventListener("keydown", this.key);
    this.resized = () => this.arrange();
    this.narrow.addEventListener("change", this.resized);
  }

  close() {
    this.narrow.removeEventListener("change", this.resized);
    this.live.close();
    clearInterval(this.ticking);
    removeEventListener("keydown", this.key);
    banner("line", null);
  }

  /** @param {any} command where this browser has several seats, the server knows which of them it can be for */
  send(command) {
    this.live.send(command, this.state.version);
  }

  /** The seat that is drawn below the board: mine; on a narrow screen that several share, whoever is to move. */
  #bottom() {
    const { mine, board } = this.state;
    if (mine.length > 1 && this.narrow.matches && mine.includes(board.view.mover)) return board.view.mover;
    return mine[0] ?? 0;
  }

  /** Put the parts where they belong on this screen. */
  arrange() {
    const { state } = this;
    const bottom = this.#bottom();
    const others = this.seats.filter((part) => part.seat !== bottom);
    for (const part of this.seats) part.element.classList.toggle("me", part.seat === bottom);
    for (const part of this.seats) part.tray.toggleAttribute("compact", part.seat !== bottom && this.narrow.matches);
    this.drawn = bottom;
    // On a phone a warning stands with the tray, which is always in sight.
    if (this.narrow.matches) this.seats[bottom].tray.before(this.caution.element);
    const rail = h(
      "aside.rail",
      { "aria-label": say("web.table.rail") },
      this.turn.element,
      this.turn.progress,
      this.result.element,
      this.offers.element,
      !this.narrow.matches && this.caution.element,
      state.aids && this.vision.element,
      state.aids && this.vision.line,
      this.ledger.element,
      this.moves.element,
      this.walk.element,
      this.controls.element,
    );
    const facing = state.mine.length > 1 && remembered("facing") === "on" ? ".facing" : "";
    put(
      this.place.main,
      h(
        `div.table.k${state.game.players}.on-${state.board.view.surface}${facing}`,
        {},
        h("div.others", {}, ...others.map((part) => part.element)),
        h("div.stage", {}, this.board),
        this.seats[bottom].element,
        rail,
      ),
    );
  }

  /** Show a state that came from the server. @param {State} state */
  #take(state) {
    const before = this.state;
    this.state = state;
    if (this.#bottom() !== this.drawn) this.arrange();
    if (state.rematch && !before.rematch && state.mine.length) return this.place.go(`/table/${state.rematch}`);
    this.place.name(say(state.game.title), rulesLink(state), crumb(state));
    this.ghost = null;
    const atEnd = this.walk.follow(state.moves.map((move) => move.text));
    if (atEnd) this.past = null;
    for (const part of this.seats) part.update(state);
    this.turn.update(state);
    this.result.update(state);
    this.offers.update(state);
    this.controls.update(state);
    this.ledger.update(state.board);
    this.#show();
    if (state.moves.length > before.moves.length) knock();
    if (state !== before) this.#tell(before, state);
  }

  /** Put the present or an earlier position on the board. */
  #show() {
    const { state, past } = this;
    const board = past ?? state.board;
    this.board.aids = this.board.showThreats = state.aids && this.vision.on;
    this.board.mine = past ? [] : state.mine;
    this.board.disabled = Boolean(past) || Boolean(state.result) || !state.mine.includes(state.board.view.mover);
    this.board.board = past ? { ...past, view: { ...past.view, choices: [] }, refused: [], gives: [] } : state.board;
    this.walk.element.hidden = state.moves.length === 0;
    this.vision.element.hidden = this.vision.line.hidden = Boolean(state.result) && !past;
    if (!this.vision.element.hidden) this.vision.update(board, this.ghost);
    this.caution.update(this.ghost, state);
    this.moves.update(state.moves, this.walk.ply, this.ghost?.text ?? null);
  }

  /**
   * @param {Board} board
   * @param {number} ply
   */
  #look(board, ply) {
    this.past = ply === this.state.moves.length ? null : board;
    this.ghost = null;
    this.#show();
  }

  /** @param {CustomEvent} event */
  #choose(event) {
    this.board.disabled = true;
    this.send({ kind: "move", text: event.detail.text });
  }

  /** @param {CustomEvent} event */
  #consider(event) {
    this.ghost = event.detail.text || event.detail.refused ? event.detail : null;
    this.vision.update(this.past ?? this.state.board, this.ghost);
    this.caution.update(this.ghost, this.state);
    this.moves.update(this.state.moves, this.walk.ply, this.ghost?.text ?? null);
  }

  /** @param {boolean} on */
  #see(on) {
    remember("vision", on ? null : "off");
    this.#show();
  }

  /** @param {string} why */
  #refused(why) {
    notice(why);
    this.#show();
  }

  /** @param {boolean} up */
  #line(up) {
    banner("line", up ? null : this.live?.pending.size ? say("web.offline.move_kept") : say("web.offline.line"));
  }

  #tick() {
    const out = this.seats.map((part) => part.tick()).some(Boolean);
    const { mover } = this.state.board.view;
    this.turn.clock.hidden = !this.state.clocks || !this.state.mine.includes(mover);
    this.turn.clock.textContent = this.seats[mover].clock.textContent;
    if (!out || this.flagged === this.state.version || !this.state.mine.length) return;
    this.flagged = this.state.version;
    this.send({ kind: "flag" });
  }

  async #review() {
    try {
      const answer = await post(`/api/v1/tables/${encodeURIComponent(this.state.id)}/review`);
      this.place.go(`/review/${answer.review}?table=${this.state.id}`);
    } catch (error) {
      notice(reason(error));
    }
  }

  /**
   * Say what happened to those who listen: the move, what it threatens, the end.
   * @param {State} before
   * @param {State} state
   */
  #tell(before, state) {
    const last = state.moves[state.moves.length - 1];
    const told = [];
    if (last && state.moves.length > before.moves.length) {
      told.push(say(last.told));
      const cells = [
        ...new Set(
          (state.board.threats ?? []).filter((threat) => threat.seat === last.seat).map((threat) => threat.missing),
        ),
      ];
      if (state.aids && cells.length) {
        told.push(
          say("web.told.threatens", { colour: colourName(state.game.colours[last.seat]), count: cells.length, cells }),
        );
      }
    }
    if (state.result && !before.result) told.push(say(state.result.told));
    else if (told.length && state.mine.length === 1 && state.mine.includes(state.board.view.mover)) {
      told.push(say("web.turn.yours"));
    }
    if (told.length) tell(told.join(" "));
    if (state.result && !before.result) document.title = `${verdict(state)} · veier`;
  }
}

/**
 * The title in the bar leads to the rules, in a window of its own so that the game stays in sight.
 *
 * @param {State} state
 */
function rulesLink(state) {
  const game = say(state.game.title);
  return h(
    "a.ruleslink",
    {
      href: `/rules/${state.game.id}`,
      target: "_blank",
      title: say("web.rules.title"),
      "aria-label": say("web.rules.of", { game }),
    },
    game,
    icon("book"),
  );
}

/** @param {State} state */
function crumb(state) {
  if (!state.mine.length) return say("web.table.watching");
  const others = state.seats.filter((seat) => !seat.mine);
  if (!others.length) return say("web.table.same_device");
  if (others.every((seat) => seat.kind === "computer")) return say("web.table.against_computer");
  return say("web.table.by_link");
}
