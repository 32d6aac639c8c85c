// @ts-check
/**
 * The table: the board with its seats, whose turn it is, square vision, the moves, and offers between players.
 */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { Problem, get, post } from "../net.js";
import { currentLayout, isRoomy, watchLayout } from "../layout.js";
import { Live } from "../live.js";
import { showPreparing } from "../preparing.js";
import { playKnock, playTurn } from "../sound.js";
import { saveSetting, loadSetting } from "../settings.js";
import { countGame } from "../statistics.js";
import { playBoard, playTray } from "../parts/board.js";
import { MoveWarning } from "../parts/move-warning.js";
import { Coach } from "../parts/coach.js";
import { Controls } from "../parts/controls.js";
import { Hints } from "../parts/hints.js";
import { Invitation } from "../parts/invitation.js";
import { receiveGuest } from "../parts/invited.js";
import { keepReceivedInvite, receivedInvite } from "../parts/invites.js";
import { PointsList } from "../parts/points-list.js";
import { Moves } from "../parts/moves.js";
import { announce, banner, notice, reason } from "../parts/notices.js";
import { Offers } from "../parts/offers.js";
import { ResultPart } from "../parts/result.js";
import { Reminders } from "../parts/reminders.js";
import { Say, hasCompany, phrases } from "../parts/say.js";
import { SeatPart } from "../parts/seats.js";
import { TournamentFollow } from "../parts/tournament-follow.js";
import { Turn } from "../parts/turn.js";
import { Vision } from "../parts/vision.js";
import { MoveNavigation } from "../parts/move-navigation.js";
import { playerName, tellWithNames } from "../parts/format.js";
import { announceChange, rulesLink, tableKind, tellOnBoard } from "../parts/table-words.js";
import { Watchers } from "../parts/watchers.js";
import { clearWindow, isMyTurn, updateWindow } from "../parts/window-title.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Board} Board */

/** The parts of a state that the board and what is beside it show; when others change, a piece stays in hand.
 * @type {(keyof State)[]} */
const ON_BOARD = ["board", "seats", "mine", "moves", "result"];

/** @type {import("../app.js").Page} */
export async function page(place) {
  const id = place.rest;
  await useFragment(place, id);
  const table = new TablePage(place, await get(`/api/v1/tables/${encodeURIComponent(id)}`));
  return () => table.close();
}

/**
 * Use the invite to a seat, or the user's seats from another device, in the fragment of the address. The fragment is
 * removed first; the tab keeps an invite until it is used, for when the page is drawn again.
 * @param {import("../app.js").Place} place
 * @param {string} id
 */
async function useFragment(place, id) {
  const [kind, token] = location.hash.slice(1).split("=");
  if (kind === "sit" || kind === "move") history.replaceState(null, "", location.pathname);
  if (kind === "sit") keepReceivedInvite(id, token);
  const invite = receivedInvite(id);
  try {
    if (kind === "move") await post("/api/v1/transfers", { token });
    else if (invite) await receiveGuest(place, id, invite);
  } catch (error) {
    // Without an answer the invite is still good.
    if (error instanceof Problem && error.status === 0) throw error;
    notice(reason(error));
  }
  keepReceivedInvite(id, null);
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
    /** The state before what is not announced yet. @type {State | null} */
    this.untold = null;
    /** The board of an earlier position, while the user looks back. @type {Board | null} */
    this.past = null;
    const { view } = state.board;
    this.board = playBoard(
      (event) => this.#choose(event),
      (event) => this.#consider(event),
    );
    this.board.localize = (/** @type {import("../i18n.js").Message} */ message) => tellOnBoard(message, this.state);
    this.seats = state.seats.map((_, seat) => new SeatPart(seat, playTray(this.board, seat)));
    this.turn = new Turn();
    this.watchers = new Watchers();
    this.result = new ResultPart({
      rematch: () => this.send({ kind: "offer", what: "rematch" }),
      review: () => this.#openReview(),
      go: (path) => place.go(path),
      tournament: () => this.tournament?.path ?? null,
    });
    this.offers = new Offers((command) => this.send(command));
    this.reminders = new Reminders();
    this.say = new Say(() => this.state);
    this.warning = new MoveWarning(this.board, () => this.state);
    this.vision = new Vision(
      loadSetting("vision") !== "off",
      view.surface,
      (on) => this.#setVision(on),
      (what) => this.board.show(what),
      () => this.state,
    );
    this.points = new PointsList((what) => this.board.show(what));
    this.moves = new Moves(
      view.colours,
      (ply) => this.navigation.go(ply),
      () => this.state,
    );
    this.navigation = new MoveNavigation(
      { game: state.game.id, start: state.setup?.start ?? null, moves: state.moves.map((move) => move.text) },
      (board, ply) => this.#showPly(board, ply),
    );
    this.invitation = new Invitation(() => this.#showBoard());
    this.coach = new Coach(this.board);
    this.hints = new Hints(this);
    this.controls = new Controls(this);
    this.arrange();
    this.#receive(state, true);
    this.live = new Live(state, {
      state: (next, complete) => this.#receive(next, complete),
      choices: (next) => this.#receiveChoices(next),
      refused: (why) => this.#showRefusal(tellWithNames(why, this.state)),
      stale: () => this.#showRefusal(t("web.table.stale")),
      line: (up) => this.#showConnection(up),
      thinking: (preparing) => {
        if (preparing) showPreparing();
      },
      phrase: (seat, phrase) => this.#showPhrase(seat, phrase),
      nudge: (seat, by) => this.#showNudge(seat, by),
    });
    this.tournament = new TournamentFollow(state.id, place.go, () => this.result.update(this.state));
    this.ticking = setInterval(() => this.#tick(), 250);
    this.key = (/** @type {KeyboardEvent} */ event) => this.navigation.key(event);
    addEventListener("keydown", this.key);
    this.unwatch = watchLayout(() => this.arrange());
  }

  close() {
    this.unwatch();
    this.live.close();
    this.tournament.close();
    this.offers.close();
    clearInterval(this.ticking);
    removeEventListener("keydown", this.key);
    banner("line", null);
    clearWindow();
  }

  /** @param {any} command where this browser has several seats, the server knows which of them it can be for */
  send(command) {
    this.live.send(command, this.state.version);
  }

  /** Whether only one tray has room to be played from. */
  get #compact() {
    return !this.#facing && currentLayout() !== "wide";
  }

  /** Whether trays face the players who sit around this screen. */
  get #facing() {
    return this.state.mine.length > 1 && isRoomy() && loadSetting("facing") === "on";
  }

  /** The seat whose tray is played from: the user's; on a small screen that several players share, the mover's. */
  #bottomSeat() {
    const { mine, board } = this.state;
    if (mine.length > 1 && this.#compact && mine.includes(board.view.mover)) return board.view.mover;
    return mine[0] ?? 0;
  }

  /** Lay out the parts for this screen. */
  arrange() {
    const { state } = this;
    const bottom = this.#bottomSeat();
    const compact = this.#compact;
    const others = this.seats.filter((part) => part.seat !== bottom);
    for (const part of this.seats) part.element.classList.toggle("me", part.seat === bottom);
    for (const part of this.seats) part.tray.toggleAttribute("compact", compact && part.seat !== bottom);
    this.bottomSeat = bottom;
    // A warning stands with the tray, which is always visible; where there is room, with whose turn it is.
    const own = this.seats[bottom];
    if (compact) own.tray.before(this.warning.element);
    const facing = this.#facing ? ".facing" : "";
    put(
      this.place.main,
      this.invitation.open && this.invitation.element,
      !this.invitation.open &&
        h(
          `div.table.k${state.game.players}.on-${state.board.view.surface}${facing}`,
          {},
          h("div.others", {}, ...others.map((part) => part.element)),
          h("div.stage", {}, this.board),
          own.element,
          this.#rail(compact),
        ),
    );
  }

  /**
   * What is beside the board: whose turn it is, then what can be looked up, and the controls.
   * @param {boolean} compact
   */
  #rail(compact) {
    const { aids } = this.state;
    return h(
      "aside.rail",
      { "aria-label": t("web.table.rail") },
      h(
        "div.now",
        {},
        this.turn.element,
        this.turn.progress,
        this.coach.element,
        this.hints.element,
        this.result.element,
        this.reminders.element,
        aids && this.vision.line,
        !compact && this.warning.element,
      ),
      h("div.more", {}, aids && this.vision.element, this.points.element, this.moves.element, this.navigation.element),
      this.controls.element,
      this.say.menu,
    );
  }

  /** Make the links to open seats the page. */
  invite() {
    this.invitation.show();
    this.arrange();
    this.invitation.title.focus();
  }

  /** Leave the invitation for the board. */
  #showBoard() {
    this.arrange();
    this.place.main.focus();
  }

  /**
   * Show a state that came from the server.
   * @param {State} state
   * @param {boolean} complete whether its choices and aids are known; else they follow in a moment
   */
  #receive(state, complete) {
    const before = this.state;
    this.state = state;
    const inviting = this.invitation.open;
    this.invitation.update(state);
    if (inviting && !this.invitation.open) this.#showBoard();
    else if (this.invitation.open !== inviting || this.#bottomSeat() !== this.bottomSeat) this.arrange();
    if (state.rematch && !before.rematch && state.mine.length) return this.place.go(`/table/${state.rematch}`);
    this.place.name(t(state.game.title), h("span", {}, rulesLink(state), this.watchers.element), tableKind(state));
    updateWindow(state);
    const atEnd = this.navigation.follow(state.moves.map((move) => move.text));
    if (atEnd) this.past = null;
    for (const part of this.seats) part.update(state);
    this.turn.update(state);
    this.watchers.update(state.watchers);
    this.result.update(state);
    this.offers.update(state);
    this.hints.update(state);
    this.reminders.update(state);
    this.controls.update(state);
    this.points.update(state.board);
    if (state === before || ON_BOARD.some((part) => state[part] !== before[part])) this.#render();
    this.coach.update(state);
    if (state.moves.length > before.moves.length) playKnock();
    if (isMyTurn(state) && !isMyTurn(before) && hasCompany(state)) playTurn();
    if (state !== before) this.#tell(before, state, complete);
    if (state.result && !before.result) countGame(state, state.board.view, Date.now());
  }

  /** Offer the moves of a state that is shown already. @param {State} state */
  #receiveChoices(state) {
    const before = this.state;
    this.state = state;
    this.#render();
    this.coach.update(state);
    this.#tell(before, state, true);
  }

  /**
   * Announce what happened, with what it threatens: when that is known, or before the next thing happens.
   * @param {State} before
   * @param {State} state
   * @param {boolean} complete
   */
  #tell(before, state, complete) {
    const since = this.untold ?? before;
    const more = before.moves.length !== state.moves.length || before.result !== state.result;
    if (this.untold && more) announceChange(this.untold, before);
    this.untold = more ? before : since;
    // After the end there is nothing to wait for.
    if (!complete && !state.result) return;
    announceChange(this.untold, state);
    this.untold = null;
  }

  /** Draw the present or an earlier position. */
  #render() {
    this.considered = null;
    const { state, past } = this;
    // After the last move there is nothing to look for; looking back, there is again.
    const over = Boolean(state.result) && !past;
    this.board.aids = this.board.showThreats = state.aids && this.vision.on && !over && !this.#waiting();
    this.board.mine = past ? [] : state.mine;
    this.board.disabled = Boolean(past) || Boolean(state.result) || !state.mine.includes(state.board.view.mover);
    this.board.board = past ? { ...past, view: { ...past.view, choices: [] }, refused: [], gives: [] } : state.board;
    this.navigation.element.hidden = state.moves.length === 0;
    this.vision.element.hidden = this.vision.line.hidden = over;
    // Until the aids of a new position are known, those of the one before stay listed.
    if (!this.vision.element.hidden && this.board.board.threats) this.#speak();
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
    this.#speak();
    this.warning.update(this.considered, this.state);
    this.moves.update(this.state.moves, this.navigation.ply, this.considered?.text ?? null);
  }

  /** Whether a computer thinks, or somebody else at a table with a computer: then there is nothing to look for. */
  #waiting() {
    const { seats, mine, board, result } = this.state;
    if (result || this.past || mine.includes(board.view.mover)) return false;
    return (mine.length ? seats : [seats[board.view.mover]]).some((seat) => seat?.kind === "computer");
  }

  /** Let the panel list what the board draws. */
  #speak() {
    this.vision.update(this.#waiting() ? null : this.board.spoken, this.considered?.text ?? null);
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
    if (!mine) announce(t("web.say.said", { name: playerName(this.state, seat), phrase: text }));
  }

  /**
   * @param {number} seat
   * @param {number} by
   */
  #showNudge(seat, by) {
    if (!this.state.mine.includes(seat)) return;
    notice(t("web.nudge.yours", { name: playerName(this.state, by) }));
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
}
