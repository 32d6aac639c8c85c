// @ts-check
/**
 * The table: the board with its seats, whose turn it is, square vision, the moves, and offers between players.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { Problem, get, post } from "../net.js";
import { Live } from "../live.js";
import { showPreparing } from "../preparing.js";
import { playKnock, playTurn } from "../sound.js";
import { saveSetting, loadSetting } from "../settings.js";
import { playBoard, playTray } from "../parts/board.js";
import { MoveWarning } from "../parts/move-warning.js";
import { Controls } from "../parts/controls.js";
import { askName } from "../parts/dialogs.js";
import { icon } from "../parts/icons.js";
import { PointsList } from "../parts/points-list.js";
import { Moves } from "../parts/moves.js";
import { announce, banner, notice, reason } from "../parts/notices.js";
import { Offers } from "../parts/offers.js";
import { ResultPart } from "../parts/result.js";
import { Reminders } from "../parts/reminders.js";
import { Say, hasCompany, phrases } from "../parts/say.js";
import { SeatPart } from "../parts/seats.js";
import { Turn } from "../parts/turn.js";
import { Vision } from "../parts/vision.js";
import { MoveNavigation } from "../parts/move-navigation.js";
import { colourName, plainName } from "../parts/format.js";
import { Watchers } from "../parts/watchers.js";
import { clearWindow, isMyTurn, updateWindow } from "../parts/window-title.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Board} Board */

/** @type {import("../app.js").Page} */
export async function page(place) {
  const id = place.rest;
  await useFragment(id);
  const table = new TablePage(place, await get(`/api/v1/tables/${encodeURIComponent(id)}`));
  return () => table.close();
}

/**
 * Use the invite to a seat, or the user's seats from another device, in the fragment of the address. The fragment is
 * removed first.
 * @param {string} id
 */
async function useFragment(id) {
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

/** Statuses that no second try changes: the invite is used up, the table is gone. */
const FINAL = [403, 404, 409, 410];

/**
 * Sit down by invite, or only watch. After a name that is refused or a lost connection the guest is asked
 * again; the invite stays valid.
 * @param {string} id
 * @param {string} token
 */
async function sit(id, token) {
  let name = await askName(t("web.sit.what"));
  while (name !== null) {
    try {
      await post(`/api/v1/tables/${encodeURIComponent(id)}/claim`, { token, ...(name ? { name } : {}) });
      if (name) saveSetting("name", name);
      return;
    } catch (error) {
      if (error instanceof Problem && FINAL.includes(error.status)) throw error;
      name = await askName(t("web.sit.what"), { name, trouble: reason(error) });
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
    /** The move being considered, as the board's `consider` event describes it. @type {any} */
    this.considered = null;
    /** The version at which time was claimed to be up. */
    this.flagged = -1;
    /** The board of an earlier position, while the user looks back. @type {Board | null} */
    this.past = null;
    this.narrow = matchMedia("(max-width: 699px)");
    const { view } = state.board;
    this.board = playBoard(
      (event) => this.#choose(event),
      (event) => this.#consider(event),
    );
    this.seats = state.seats.map((_, seat) => new SeatPart(seat, playTray(this.board, seat)));
    this.turn = new Turn();
    this.watchers = new Watchers();
    this.result = new ResultPart({
      rematch: () => this.send({ kind: "offer", what: "rematch" }),
      review: () => this.#openReview(),
    });
    this.offers = new Offers((command) => this.send(command));
    this.reminders = new Reminders();
    this.say = new Say(() => this.state);
    this.warning = new MoveWarning(this.board);
    this.vision = new Vision(
      loadSetting("vision") !== "off",
      view.surface,
      (on) => this.#setVision(on),
      (what) => this.board.show(what),
    );
    this.points = new PointsList((what) => this.board.show(what));
    this.moves = new Moves(view.colours, (ply) => this.navigation.go(ply));
    this.navigation = new MoveNavigation(
      { game: state.game.id, start: state.setup?.start ?? null, moves: state.moves.map((move) => move.text) },
      (board, ply) => this.#showPly(board, ply),
    );
    this.controls = new Controls(this);
    this.arrange();
    this.#receive(state);
    this.live = new Live(state.id, {
      state: (next) => this.#receive(next),
      refused: (why) => this.#showRefusal(t(why)),
      stale: () => this.#showRefusal(t("web.table.stale")),
      line: (up) => this.#showConnection(up),
      thinking: (preparing) => {
        if (preparing) showPreparing();
      },
      watchers: (count) => this.watchers.update(count),
      phrase: (seat, phrase) => this.#showPhrase(seat, phrase),
      nudge: (seat, by) => this.#showNudge(seat, by),
    });
    this.ticking = setInterval(() => this.#tick(), 250);
    this.key = (/** @type {KeyboardEvent} */ event) => this.navigation.key(event);
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
    clearWindow();
  }

  /** @param {any} command where this browser has several seats, the server knows which of them it can be for */
  send(command) {
    this.live.send(command, this.state.version);
  }

  /** The seat below the board: the user's; on a narrow screen that several players share, the mover's. */
  #bottomSeat() {
    const { mine, board } = this.state;
    if (mine.length > 1 && this.narrow.matches && mine.includes(board.view.mover)) return board.view.mover;
    return mine[0] ?? 0;
  }

  /** Lay out the parts for this screen. */
  arrange() {
    const { state } = this;
    const bottom = this.#bottomSeat();
    const others = this.seats.filter((part) => part.seat !== bottom);
    for (const part of this.seats) part.element.classList.toggle("me", part.seat === bottom);
    for (const part of this.seats) part.tray.toggleAttribute("compact", part.seat !== bottom && this.narrow.matches);
    this.bottomSeat = bottom;
    // On a phone a warning stands with the tray, which is always visible.
    if (this.narrow.matches) this.seats[bottom].tray.before(this.warning.element);
    const rail = h(
      "aside.rail",
      { "aria-label": t("web.table.rail") },
      this.turn.element,
      this.turn.progress,
      this.result.element,
      this.offers.element,
      this.reminders.element,
      !this.narrow.matches && this.warning.element,
      state.aids && this.vision.element,
      state.aids && this.vision.line,
      this.points.element,
      this.moves.element,
      this.navigation.element,
      this.controls.element,
      this.say.menu,
    );
    const facing = state.mine.length > 1 && loadSetting("facing") === "on" ? ".facing" : "";
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
  #receive(state) {
    const before = this.state;
    this.state = state;
    if (this.#bottomSeat() !== this.bottomSeat) this.arrange();
    if (state.rematch && !before.rematch && state.mine.length) return this.place.go(`/table/${state.rematch}`);
    this.place.name(t(state.game.title), h("span", {}, rulesLink(state), this.watchers.element), crumb(state));
    updateWindow(state);
    this.considered = null;
    const atEnd = this.navigation.follow(state.moves.map((move) => move.text));
    if (atEnd) this.past = null;
    for (const part of this.seats) part.update(state);
    this.turn.update(state);
    this.watchers.update(state.watchers);
    this.result.update(state);
    this.offers.update(state);
    this.reminders.update(state);
    this.controls.update(state);
    this.points.update(state.board);
    this.#render();
    if (state.moves.length > before.moves.length) playKnock();
    if (isMyTurn(state) && !isMyTurn(before) && hasCompany(state)) playTurn();
    if (state !== before) this.#announce(before, state);
  }

  /** Draw the present or an earlier position. */
  #render() {
    const { state, past } = this;
    const board = past ?? state.board;
    this.board.aids = this.board.showThreats = state.aids && this.vision.on;
    this.board.mine = past ? [] : state.mine;
    this.board.disabled = Boolean(past) || Boolean(state.result) || !state.mine.includes(state.board.view.mover);
    this.board.board = past ? { ...past, view: { ...past.view, choices: [] }, refused: [], gives: [] } : state.board;
    this.navigation.element.hidden = state.moves.length === 0;
    this.vision.element.hidden = this.vision.line.hidden = Boolean(state.result) && !past;
    if (!this.vision.element.hidden) this.vision.update(board, this.considered);
    this.warning.update(this.considered, state);
    this.moves.update(state.moves, this.navigation.ply, this.considered?.text ?? null);
  }

  /**
   * @param {Board} board
   * @param {number} ply
   */
  #showPly(board, ply) {
    this.past = ply === this.state.moves.length ? null : board;
    this.considered = null;
    this.#render();
  }

  /** @param {CustomEvent} event */
  #choose(event) {
    this.board.disabled = true;
    this.send({ kind: "move", text: event.detail.text });
  }

  /** @param {CustomEvent} event */
  #consider(event) {
    this.considered = event.detail.text || event.detail.refused ? event.detail : null;
    this.vision.update(this.past ?? this.state.board, this.considered);
    this.warning.update(this.considered, this.state);
    this.moves.update(this.state.moves, this.navigation.ply, this.considered?.text ?? null);
  }

  /** @param {boolean} on */
  #setVision(on) {
    saveSetting("vision", on ? null : "off");
    this.#render();
  }

  /** @param {string} why */
  #showRefusal(why) {
    notice(why);
    this.#render();
  }

  /** @param {boolean} up */
  #showConnection(up) {
    banner("line", up ? null : this.live?.pending.size ? t("web.offline.move_kept") : t("web.offline.line"));
  }

  /**
   * @param {number} seat
   * @param {string} phrase
   */
  #showPhrase(seat, phrase) {
    const text = phrases()[phrase];
    const mine = this.state.mine.includes(seat);
    if (!text || (!mine && loadSetting("phrases") === "off")) return;
    this.seats[seat].say(text);
    // A phone has no room for the name of its own user, nor for what they say.
    if (mine && !this.seats[seat].bubble.offsetParent) notice(text);
    if (!mine) announce(t("web.say.said", { name: plainName(this.state, seat), phrase: text }));
  }

  /**
   * @param {number} seat
   * @param {number} by
   */
  #showNudge(seat, by) {
    if (!this.state.mine.includes(seat)) return;
    notice(t("web.nudge.yours", { name: plainName(this.state, by) }));
    playTurn();
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

  async #openReview() {
    try {
      const answer = await post(`/api/v1/tables/${encodeURIComponent(this.state.id)}/review`);
      this.place.go(`/review/${answer.review}?table=${this.state.id}`);
    } catch (error) {
      notice(reason(error));
    }
  }

  /**
   * Announce what happened to screen readers: the move, what it threatens, the end.
   * @param {State} before
   * @param {State} state
   */
  #announce(before, state) {
    const last = state.moves[state.moves.length - 1];
    const texts = [];
    if (last && state.moves.length > before.moves.length) {
      texts.push(t(last.told));
      const cells = [
        ...new Set(
          (state.board.threats ?? []).filter((threat) => threat.seat === last.seat).map((threat) => threat.missing),
        ),
      ];
      if (state.aids && cells.length) {
        texts.push(
          t("web.told.threatens", { colour: colourName(state.game.colours[last.seat]), count: cells.length, cells }),
        );
      }
    }
    if (state.result && !before.result) texts.push(t(state.result.told));
    else if (texts.length && state.mine.length === 1 && state.mine.includes(state.board.view.mover)) {
      texts.push(t("web.turn.yours"));
    }
    if (texts.length) announce(texts.join(" "));
  }
}

/**
 * The title in the header: a link to the rules in a new window, so that the game stays open.
 *
 * @param {State} state
 */
function rulesLink(state) {
  const game = t(state.game.title);
  return h(
    "a.ruleslink",
    {
      href: `/rules/${state.game.id}`,
      target: "_blank",
      title: t("web.rules.title"),
      "aria-label": t("web.rules.of", { game }),
    },
    game,
    icon("book"),
  );
}

/** @param {State} state */
function crumb(state) {
  if (!state.mine.length) return t("web.table.watching");
  const others = state.seats.filter((seat) => !seat.mine);
  if (!others.length) return t("web.table.same_device");
  if (others.every((seat) => seat.kind === "computer")) return t("web.table.against_computer");
  return t("web.table.by_link");
}
