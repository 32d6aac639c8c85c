// @ts-check
/** The socket of a tournament: its state whenever it changes, and the boards; built up again when it breaks. */

import { Problem, get } from "./net.js";

/** @typedef {import("./types.js").Tournament} Tournament */

const PING_MS = 3000;
const SILENCE_MS = 7000;
const PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;

/**
 * @typedef {object} TournamentWatcher what a page wants to hear of
 * @property {(state: Tournament) => void} state
 * @property {(table: string, view: any) => void} [board] the boards are asked for if it is there
 * @property {(up: boolean) => void} line the line is up, or has been lost
 * @property {() => void} deleted the tournament is no more
 */

export class TournamentLive {
  /**
   * @param {string} id
   * @param {TournamentWatcher} watcher
   */
  constructor(id, watcher) {
    this.id = id;
    this.watcher = watcher;
    this.closed = false;
    this.tries = 0;
    this.heard = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.again = undefined;
    this.beat = setInterval(() => this.#ping(), PING_MS);
    this.reopen = () => this.#open();
    addEventListener("online", this.reopen);
    document.addEventListener("visibilitychange", this.reopen);
    this.#open();
  }

  close() {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.again);
    removeEventListener("online", this.reopen);
    document.removeEventListener("visibilitychange", this.reopen);
    this.socket?.close();
  }

  #open() {
    if (this.closed || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.again);
    const boards = Boolean(this.watcher.board);
    const path = `/api/v1/tournaments/${encodeURIComponent(this.id)}/socket?boards=${boards}`;
    const address = new URL(path, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.#lost();
  }

  #lost() {
    this.socket = null;
    if (this.closed) return;
    if (this.tries) this.#look();
    this.watcher.line(false);
    const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** this.tries++);
    this.again = setTimeout(() => this.#open(), pause * (0.5 + Math.random()));
  }

  /** Find out whether it was deleted meanwhile, which a socket that is refused does not tell. */
  async #look() {
    try {
      await get(`/api/v1/tournaments/${encodeURIComponent(this.id)}`);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) this.#deleted();
    }
  }

  #deleted() {
    if (this.closed) return;
    this.close();
    this.watcher.line(true);
    this.watcher.deleted();
  }

  #ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE_MS) {
      const dead = this.socket;
      this.#lost();
      dead.close();
    } else this.socket.send('{"type":"ping"}');
  }

  /** @param {any} message */
  #hear(message) {
    this.heard = Date.now();
    if (message.type === "tournament") {
      this.tries = 0;
      this.watcher.line(true);
      this.watcher.state(message.state);
    } else if (message.type === "board") this.watcher.board?.(message.table, message.view);
    else if (message.type === "deleted") this.#deleted();
  }
}
