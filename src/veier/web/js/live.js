// @ts-check
/**
 * A table's socket. First comes the state, then what changes in it; if that does not fit, the state is asked for
 * again. When the line breaks, it is built up again with growing, jittered pauses, and a move that was not acknowledged
 * is sent again under the same id; so is one of which the server does not know whether it was saved. When the browser
 * knows more of the network, it does not wait: it asks for a sign of life at once.
 */

import { TableState } from "./table-state.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./i18n.js").Message} Message */

/** A line that falls silent counts as lost at the first ping after this time: within ten seconds at the latest. */
const PING_MS = 3000;
const SILENCE_MS = 6000;
/** A line that the browser has doubts about answers within this time, or counts as lost. */
const DOUBT_MS = 600;
const PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 12000;
/** After this time a command is sent again of which the server does not know whether it was saved. */
const UNKNOWN_MS = 1000;

/**
 * @typedef {object} Watcher what a page wants to hear of
 * @property {(state: State, complete: boolean) => void} state a new state, and whether its choices and aids are known
 * @property {(state: State) => void} choices the state with its choices and aids, which came a moment later
 * @property {(reason: Message) => void} refused a command was refused
 * @property {() => void} stale the table had moved on before a command arrived
 * @property {(up: boolean) => void} line the line is up, or has been lost
 * @property {(preparing: boolean) => void} thinking a computer has begun to think, or must first be compiled
 * @property {(seat: number, phrase: string) => void} phrase somebody says a phrase
 * @property {(seat: number, by: number) => void} nudge somebody reminds the player to move
 */

export class Live {
  /**
   * @param {State} state the table's state as it was loaded, with choices and aids
   * @param {Watcher} watcher
   */
  constructor(state, watcher) {
    this.id = state.id;
    this.watcher = watcher;
    this.table = new TableState(state);
    this.tries = 0;
    this.heard = 0;
    this.closed = false;
    /** Commands that are not acknowledged yet, by id. @type {Map<string, any>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.again = undefined;
    this.beat = setInterval(() => this.#ping(), PING_MS);
    /** @type {number | undefined} */
    this.doubt = undefined;
    this.check = () => this.#check();
    this.reopen = () => this.#reopen();
    this.seen = () => document.visibilityState === "visible" && this.#check();
    addEventListener("offline", this.check);
    addEventListener("online", this.reopen);
    document.addEventListener("visibilitychange", this.seen);
    this.#open();
  }

  /**
   * Send a command; it is kept until the server has acknowledged or refused it.
   * @param {any} command
   * @param {number} version the version that it was chosen on
   */
  send(command, version) {
    const id = crypto.randomUUID?.() ?? randomId();
    this.pending.set(id, { type: "command", id, version, command });
    this.#transmit(this.pending.get(id));
  }

  close() {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.again);
    clearTimeout(this.doubt);
    removeEventListener("offline", this.check);
    removeEventListener("online", this.reopen);
    document.removeEventListener("visibilitychange", this.seen);
    this.socket?.close();
  }

  #open() {
    if (this.closed || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.again);
    const address = new URL(`/api/v1/tables/${encodeURIComponent(this.id)}/socket?choices=true`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.#lost();
  }

  #lost() {
    this.socket = null;
    clearTimeout(this.doubt);
    if (this.closed) return;
    this.watcher.line(false);
    const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** this.tries++);
    this.again = setTimeout(() => this.#open(), pause * (0.5 + Math.random()));
  }

  /** Ask for a sign of life; a line that is silent for too long counts as lost, whatever the network claims. */
  #ping() {
    if (!this.socket) return;
    if (Date.now() - this.heard > SILENCE_MS) this.#drop();
    else this.#transmit({ type: "ping" });
  }

  /** Give up a socket without waiting for it to close. */
  #drop() {
    const dead = this.socket;
    this.#lost();
    dead?.close();
  }

  /**
   * Ask whether the line still carries: the network is gone, or the page was hidden for a while. It may well carry: a
   * server on this computer needs no network.
   */
  #check() {
    clearTimeout(this.doubt);
    if (this.socket?.readyState !== WebSocket.OPEN) return this.#open();
    this.#transmit({ type: "ping" });
    this.doubt = setTimeout(() => this.#drop(), DOUBT_MS);
  }

  /** Build the line up now: there is a network again, so an attempt that was made without it is not waited for. */
  #reopen() {
    this.tries = 0;
    if (this.socket?.readyState === WebSocket.CONNECTING) this.#drop();
    this.#open();
  }

  /** @param {any} message */
  #transmit(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {string} id */
  #transmitPending(id) {
    const waiting = this.pending.get(id);
    if (waiting) this.#transmit(waiting);
  }

  /** @param {any} message */
  #hear(message) {
    this.heard = Date.now();
    clearTimeout(this.doubt);
    if (message.type === "state") {
      this.tries = 0;
      this.table.replace(message.state);
      this.#show();
      this.watcher.line(true);
      for (const waiting of this.pending.values()) this.#transmit(waiting);
    } else if (message.type === "event") {
      if (this.table.change(message)) this.#show();
      else this.#transmit({ type: "resync" });
    } else if (message.type === "choices") {
      this.table.choose(message);
      if (this.table.complete) this.watcher.choices(this.table.state);
    } else if (message.type === "ack") this.pending.delete(message.id);
    else if (message.type === "refused") {
      this.pending.delete(message.id);
      this.watcher.refused(message.reason);
    } else if (message.type === "stale") {
      this.pending.delete(message.id);
      this.table.replace(message.state);
      this.#show();
      this.watcher.stale();
    } else if (message.type === "unknown") {
      setTimeout(() => this.#transmitPending(message.id), UNKNOWN_MS);
      this.watcher.refused(message.reason);
    } else if (message.type === "thinking") this.watcher.thinking(message.preparing);
    else if (message.type === "phrase") this.watcher.phrase(message.seat, message.phrase);
    else if (message.type === "nudge") this.watcher.nudge(message.seat, message.by);
  }

  #show() {
    this.watcher.state(this.table.state, this.table.complete);
  }
}

/** randomUUID exists only on secure pages; a table in the home network is often plain http. */
function randomId() {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
