// @ts-check
/**
 * A study in this browser: its outline, its chapters, and what was written here and is not saved yet. The socket tells
 * that something has changed; what others have written is joined with what was written here. Nothing is given up: until
 * the server has it, a chapter is kept in local storage under `veier.study.<study>.<chapter>`.
 */

import { Problem, get, post, remove, replace } from "../net.js";
import { mergeRecords } from "./merge.js";
import { newId } from "./saved-analyses.js";

/** @typedef {import("./merge.js").RecordData} RecordData */
/** @typedef {{id: string, version: number, title: string, game: string, task: string | null}} ChapterSummary */
/** @typedef {{id: string, title: string, version: number, rights: "owner" | "edit" | "read",
 *   chapters: ChapterSummary[]}} Outline */
/** A chapter as the server has it, and as it is here. @typedef {{version: number, base: RecordData, mine: RecordData}} Known */
/**
 * @typedef {object} Watcher what the page wants to hear of
 * @property {() => void} outline the outline has changed
 * @property {(chapter: string, both: import("./merge.js").Both[]) => void} chapter others have changed a chapter; texts
 *   that were written by both at the same time
 * @property {(state: "saved" | "saving" | "waiting" | "lost", error?: unknown) => void} saving
 * @property {() => void} deleted
 */

const SAVE_MS = 700;
const PING_MS = 15_000;
const PAUSE_MS = 600;
const LONGEST_PAUSE_MS = 12_000;

export class StudySync {
  /** @type {Map<string, Known>} */
  #known = new Map();
  /** @type {Map<string, number>} */
  #timers = new Map();
  /** Chapters that are being saved. @type {Set<string>} */
  #busy = new Set();
  #tries = 0;
  #closed = false;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | undefined} */
  #again = undefined;

  /**
   * @param {Outline} outline
   * @param {Watcher} watcher
   */
  constructor(outline, watcher) {
    this.outline = outline;
    this.watcher = watcher;
    this.path = `/api/v1/studies/${encodeURIComponent(outline.id)}`;
    this.beat = setInterval(() => this.#transmit(), PING_MS);
    this.flush = () => this.#saveAll();
    addEventListener("online", this.flush);
    addEventListener("pagehide", this.flush);
    this.#open();
  }

  get writable() {
    return this.outline.rights !== "read";
  }

  close() {
    this.#closed = true;
    this.#saveAll();
    clearInterval(this.beat);
    clearTimeout(this.#again);
    removeEventListener("online", this.flush);
    removeEventListener("pagehide", this.flush);
    this.#socket?.close();
  }

  // Chapters.

  /** A chapter as it is here; what an earlier visit could not save is joined with it. @param {string} chapter */
  async load(chapter) {
    const known = this.#known.get(chapter);
    if (known) return known.mine;
    const found = await get(`${this.path}/chapters/${chapter}`);
    /** @type {Known} */
    const fresh = { version: found.version, base: found.record, mine: found.record };
    this.#known.set(chapter, fresh);
    const draft = this.writable ? this.#draft(chapter) : null;
    if (draft) {
      const { record, both } = mergeRecords(draft.base, draft.mine, fresh.base);
      fresh.mine = record;
      this.#later(chapter, 0);
      if (both.length) setTimeout(() => this.watcher.chapter(chapter, both));
    }
    return fresh.mine;
  }

  /** Take what was written here. @param {string} chapter @param {RecordData} record */
  write(chapter, record) {
    const known = this.#known.get(chapter);
    if (!known || !this.writable) return;
    known.mine = record;
    this.#keep(chapter, known);
    this.watcher.saving("saving");
    this.#later(chapter, SAVE_MS);
  }

  /** @param {string} chapter @param {number} pause */
  #later(chapter, pause) {
    clearTimeout(this.#timers.get(chapter));
    this.#timers.set(
      chapter,
      setTimeout(() => void this.#save(chapter), pause),
    );
  }

  #saveAll() {
    for (const chapter of this.#timers.keys()) {
      clearTimeout(this.#timers.get(chapter));
      void this.#save(chapter);
    }
  }

  /** Save a chapter now, and wait for that. @param {string} chapter */
  async settle(chapter) {
    clearTimeout(this.#timers.get(chapter));
    while (this.#busy.has(chapter)) await new Promise((resolve) => setTimeout(resolve, 50));
    await this.#save(chapter);
  }

  /** @param {string} chapter */
  async #save(chapter) {
    const known = this.#known.get(chapter);
    if (!known) return;
    if (this.#busy.has(chapter)) return this.#later(chapter, SAVE_MS);
    this.#timers.delete(chapter);
    const { version, mine } = known;
    if (JSON.stringify(mine) === JSON.stringify(known.base)) return this.#done(chapter);
    this.#busy.add(chapter);
    try {
      const body = { id: newId(), version, text: JSON.stringify(mine) };
      const saved = await replace(`${this.path}/chapters/${chapter}`, body);
      Object.assign(known, { version: saved.version, base: mine });
      this.#tries = 0;
      this.#done(chapter);
    } catch (error) {
      this.#refused(chapter, error);
    } finally {
      this.#busy.delete(chapter);
    }
  }

  /** @param {string} chapter */
  #done(chapter) {
    const known = this.#known.get(chapter);
    if (known && JSON.stringify(known.mine) !== JSON.stringify(known.base)) return this.#later(chapter, SAVE_MS);
    localStorage.removeItem(this.#key(chapter));
    this.watcher.saving("saved");
  }

  /** @param {string} chapter @param {unknown} error */
  #refused(chapter, error) {
    const status = error instanceof Problem ? error.status : -1;
    if (error instanceof Problem && error.document.chapter) {
      this.#join(chapter, error.document.chapter);
      this.#later(chapter, 0);
    } else if ([0, 429, 503].includes(status)) {
      this.watcher.saving("waiting", error);
      this.#later(chapter, Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** this.#tries++));
    } else this.watcher.saving("lost", error);
  }

  /** Join what others have written with what was written here.
   * @param {string} chapter @param {{version: number, record: RecordData}} theirs */
  #join(chapter, theirs) {
    const known = this.#known.get(chapter);
    if (!known || theirs.version <= known.version) return;
    const { record, both } = mergeRecords(known.base, known.mine, theirs.record);
    const changed = JSON.stringify(known.mine) !== JSON.stringify(record);
    Object.assign(known, { version: theirs.version, base: theirs.record, mine: record });
    if (JSON.stringify(record) !== JSON.stringify(theirs.record)) this.#keep(chapter, known);
    if (changed) this.watcher.chapter(chapter, both);
  }

  /** @param {string} chapter */
  #key(chapter) {
    return `veier.study.${this.outline.id}.${chapter}`;
  }

  /** @param {string} chapter @param {Known} known */
  #keep(chapter, { base, mine }) {
    try {
      localStorage.setItem(this.#key(chapter), JSON.stringify({ base, mine }));
    } catch {
      // Without room it is kept by this page alone, until it is saved.
    }
  }

  /** @param {string} chapter @returns {{base: RecordData, mine: RecordData} | null} */
  #draft(chapter) {
    try {
      return JSON.parse(localStorage.getItem(this.#key(chapter)) ?? "null");
    } catch {
      return null;
    }
  }

  // The outline.

  /**
   * Change title or order; if others have changed either since, the change is made on what there is now.
   * @param {(outline: Outline) => {title?: string, chapters?: string[]}} change
   */
  async arrange(change) {
    for (let tries = 0; ; tries++) {
      const { outline } = this;
      const { title = outline.title, chapters = outline.chapters.map(({ id }) => id) } = change(outline);
      try {
        await replace(this.path, { id: newId(), version: outline.version, title, chapters });
        return this.refresh();
      } catch (error) {
        if (!(error instanceof Problem) || !error.document.study || tries > 3) throw error;
        this.#take(error.document.study);
      }
    }
  }

  /** @param {RecordData} record @param {string | null} after @returns {Promise<string>} the new chapter */
  async add(record, after) {
    const id = chapterId();
    await post(`${this.path}/chapters`, { id, text: JSON.stringify(record), ...(after ? { after } : {}) });
    await this.refresh();
    return id;
  }

  /** Delete a chapter as it is known here; return its record. @param {string} chapter */
  async delete(chapter) {
    await this.settle(chapter);
    const record = await this.load(chapter);
    const version = this.#known.get(chapter)?.version;
    await remove(`${this.path}/chapters/${chapter}?version=${version}`);
    this.#known.delete(chapter);
    localStorage.removeItem(this.#key(chapter));
    await this.refresh();
    return record;
  }

  /** Read the outline again, and the chapters known here that others have changed. */
  async refresh() {
    this.#take(await get(this.path));
    for (const { id, version } of this.outline.chapters) {
      const known = this.#known.get(id);
      if (!known || known.version >= version || this.#busy.has(id)) continue;
      this.#join(id, await get(`${this.path}/chapters/${id}`));
    }
  }

  /** @param {Outline} outline */
  #take(outline) {
    this.outline = outline;
    this.watcher.outline();
  }

  // The socket.

  #open() {
    if (this.#closed) return;
    const address = new URL(`${this.path}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.#closed || socket !== this.#socket) return;
      const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** this.#tries++);
      this.#again = setTimeout(() => this.#open(), pause * (0.5 + Math.random()));
    };
  }

  #transmit() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('{"type":"ping"}');
  }

  /** @param {{type: string}} message */
  async #hear({ type }) {
    if (type === "deleted") return this.watcher.deleted();
    if (type !== "changed") return;
    this.#tries = 0;
    await this.refresh().catch(() => {});
  }
}

/** A random id for a chapter. */
function chapterId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
