// @ts-check
/** The socket of a study: it tells that something has changed, or that the study is deleted, and opens again by itself. */

const PING_MS = 15_000;
const PAUSE_MS = 600;
const LONGEST_PAUSE_MS = 12_000;

/** The pause before another try, after some that failed. @param {number} tries */
export function pauseAfter(tries) {
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** tries);
}

export class StudySocket {
  #tries = 0;
  #closed = false;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | undefined} */
  #again = undefined;

  /**
   * @param {string} path
   * @param {{changed: () => void, deleted: () => void}} heard
   */
  constructor(path, heard) {
    this.path = path;
    this.heard = heard;
    this.beat = setInterval(() => this.#transmit(), PING_MS);
    this.#open();
  }

  close() {
    this.#closed = true;
    clearInterval(this.beat);
    clearTimeout(this.#again);
    this.#socket?.close();
  }

  #open() {
    if (this.#closed) return;
    const address = new URL(`${this.path}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.#closed || socket !== this.#socket) return;
      this.#again = setTimeout(() => this.#open(), pauseAfter(this.#tries++) * (0.5 + Math.random()));
    };
  }

  #transmit() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('{"type":"ping"}');
  }

  /** @param {{type: string}} message */
  #hear({ type }) {
    if (type === "deleted") return this.heard.deleted();
    if (type !== "changed") return;
    this.#tries = 0;
    this.heard.changed();
  }
}
