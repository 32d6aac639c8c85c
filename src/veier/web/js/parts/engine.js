// @ts-check
/**
 * The computer's best lines of a position over a socket, as they are found. One position at a time: another one, or the
 * end of the page, ends the search. A line that breaks is built up again, and what was asked last is asked again.
 */

/** @typedef {import("./graph.js").Proven} Proven */
/** @typedef {{moves: string[], proven: Proven | null, chances: number[]}} BestLine */
/** @typedef {{lines: BestLine[], proven: Proven | null, nodes: number, done: boolean}} Found */
/** @typedef {{game: string, start: string | null, moves: string[], lines: number}} Question */

/** Who steps through moves quickly asks only where they stay, in milliseconds. */
const PAUSE_MS = 250;
const AGAIN_MS = 1500;
/** What fits one message; of a longer game the position is sent, without the moves before. */
const MOST_MOVES = 250;

export class Engine {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {{question: Question, id: string} | null} */ #asked = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #count = 0;
  #closed = false;

  /**
   * @param {(found: Found) => void} tell
   * @param {(reason: import("../i18n.js").Message) => void} ended why there are no more lines
   */
  constructor(tell, ended) {
    this.tell = tell;
    this.ended = ended;
  }

  /**
   * Search a position in a moment.
   * @param {Question} question
   * @param {string} position its position string
   */
  ask(question, position) {
    const long = question.moves.length > MOST_MOVES;
    const short = { ...question, start: withoutHistory(position), moves: [] };
    this.#asked = { question: long ? short : question, id: `${++this.#count}` };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#send(), PAUSE_MS);
  }

  /** Search no longer. */
  stop() {
    clearTimeout(this.#timer);
    this.#asked = null;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('{"type":"stop"}');
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #send() {
    if (!this.#asked || this.#closed) return;
    if (!this.#socket || this.#socket.readyState > WebSocket.OPEN) return this.#open();
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const { id, question } = this.#asked;
    const { start, ...rest } = question;
    this.#socket.send(JSON.stringify({ type: "analyse", id, ...rest, ...(start ? { start } : {}) }));
  }

  #open() {
    const address = new URL("/api/v1/analysis", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => this.#send();
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket !== this.#socket || this.#closed) return;
      this.#socket = null;
      clearTimeout(this.#timer);
      if (!this.#asked) return;
      this.ended({ key: "web.offline.server" });
      this.#timer = setTimeout(() => this.#send(), AGAIN_MS);
    };
  }

  /** @param {any} message */
  #hear(message) {
    if (!this.#asked || (message.id !== null && message.id !== this.#asked.id)) return;
    if (message.type === "lines") this.tell(message);
    else if (message.type === "ended") {
      this.#asked = null;
      this.ended(message.reason);
    }
  }
}

/** A position as if it occurred for the first time. @param {string} position */
function withoutHistory(position) {
  return position.replace(/ \S+$/, " -");
}
