// @ts-check
/**
 * A study in this browser: its outline, its chapters, and what was written here and is not saved yet. The socket tells
 * that something has changed; what others have written is joined with what was written here. Nothing is given up: until
 * the server has it, a chapter is kept in local storage under `veier.study.<study>.<chapter>`; and if somebody deletes
 * it meanwhile, it is put back as a new one.
 */

import { Problem, get, post, remove, replace } from "../net.js";
import { mergeRecords } from "./merge.js";
import { draftOf, draftsOf, forgetDraft, isUnsaved, keepDraft } from "./study-drafts.js";
import { StudySocket, pauseAfter } from "./study-socket.js";
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
 * @property {(chapter: string, again: string) => void} restored a chapter that others have deleted has words from here:
 *   it was put back as a new one
 * @property {() => void} deleted
 */

const SAVE_MS = 700;

export class StudySync {
  /** @type {Map<string, Known>} */
  #known = new Map();
  /** @type {Map<string, number>} */
  #timers = new Map();
  /** Chapters that are being saved. @type {Set<string>} */
  #busy = new Set();
  #tries = 0;
  /** Looking again, one after the other. @type {Promise<void>} */
  #looking = Promise.resolve();

  /**
   * @param {Outline} outline
   * @param {Watcher} watcher
   */
  constructor(outline, watcher) {
    this.outline = outline;
    this.watcher = watcher;
    this.path = `/api/v1/studies/${encodeURIComponent(outline.id)}`;
    this.socket = new StudySocket(this.path, {
      changed: () => {
        this.#tries = 0;
        this.refresh().catch(() => {});
      },
      deleted: watcher.deleted,
    });
    this.flush = () => this.#saveAll();
    addEventListener("online", this.flush);
    addEventListener("pagehide", this.flush);
  }

  get writable() {
    return this.outline.rights !== "read";
  }

  close() {
    this.socket.close();
    this.#saveAll();
    removeEventListener("online", this.flush);
    removeEventListener("pagehide", this.flush);
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
    const draft = this.writable ? draftOf(this.outline.id, chapter) : null;
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
    keepDraft(this.outline.id, chapter, known);
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
    await this.#unoccupied(chapter);
    await this.#save(chapter);
  }

  /** Wait until a chapter is not being saved. @param {string} chapter */
  async #unoccupied(chapter) {
    while (this.#busy.has(chapter)) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** @param {string} chapter */
  async #save(chapter) {
    const known = this.#known.get(chapter);
    if (!known) return;
    if (this.#busy.has(chapter)) return this.#later(chapter, SAVE_MS);
    this.#timers.delete(chapter);
    const { version, mine } = known;
    if (!isUnsaved(known)) return this.#done(chapter);
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
    if (known && isUnsaved(known)) return this.#later(chapter, SAVE_MS);
    forgetDraft(this.outline.id, chapter);
    this.watcher.saving("saved");
  }

  /** @param {string} chapter @param {unknown} error */
  #refused(chapter, error) {
    const status = error instanceof Problem ? error.status : -1;
    if (error instanceof Problem && error.document.chapter) {
      this.#join(chapter, error.document.chapter);
      this.#later(chapter, 0);
    } else if (status === 404 || status === 403) {
      void this.#lookWhy(chapter, error);
    } else if ([0, 429, 503].includes(status)) {
      this.watcher.saving("waiting", error);
      this.#later(chapter, pauseAfter(this.#tries++));
    } else this.watcher.saving("lost", error);
  }

  /** The chapter is deleted, or the study, or one may not write any more. @param {string} chapter @param {unknown} error */
  async #lookWhy(chapter, error) {
    try {
      await this.refresh();
      if (!this.writable) this.watcher.saving("lost", error);
    } catch (failed) {
      this.#refused(chapter, failed);
    }
  }

  /** Join what others have written with what was written here.
   * @param {string} chapter @param {{version: number, record: RecordData}} theirs */
  #join(chapter, theirs) {
    const known = this.#known.get(chapter);
    if (!known || theirs.version <= known.version) return;
    const { record, both } = mergeRecords(known.base, known.mine, theirs.record);
    const changed = JSON.stringify(known.mine) !== JSON.stringify(record);
    Object.assign(known, { version: theirs.version, base: theirs.record, mine: record });
    if (JSON.stringify(record) !== JSON.stringify(theirs.record)) keepDraft(this.outline.id, chapter, known);
    if (changed || both.length) this.watcher.chapter(chapter, both);
  }

  /** What was written here and is not saved, of this visit and earlier ones. */
  unsaved() {
    const drafts = [...draftsOf(this.outline.id)];
    return new Map([...drafts, ...[...this.#known].filter(([, known]) => isUnsaved(known))]);
  }

  /**
   * Put back what was written here in chapters that others have deleted, each as a new chapter.
   * @param {Outline} outline as it is now
   * @returns {Promise<boolean>} whether there was anything
   */
  async #restore(outline) {
    const lost = [...this.unsaved().keys()].filter((id) => !outline.chapters.some((one) => one.id === id));
    for (const id of lost) {
      await this.#unoccupied(id);
      const draft = this.unsaved().get(id);
      if (!draft) continue;
      const { mine } = draft;
      const again = await this.#post(mine, this.#before(id, outline));
      const { mine: now } = this.#known.get(id) ?? draft;
      this.#known.set(again, { version: 1, base: mine, mine: now });
      this.#forget(id);
      this.watcher.restored(id, again);
      // What was written while it was put back.
      if (now !== mine) this.write(again, now);
      else this.watcher.saving("saved");
    }
    return lost.length > 0;
  }

  /** The chapter after which another one stood, if it is still there. @param {string} chapter @param {Outline} outline */
  #before(chapter, { chapters }) {
    const place = this.outline.chapters.findIndex(({ id }) => id === chapter);
    const before = this.outline.chapters[place - 1]?.id;
    return chapters.some(({ id }) => id === before) ? before : null;
  }

  /** A chapter that is no more. @param {string} chapter */
  #forget(chapter) {
    this.#known.delete(chapter);
    clearTimeout(this.#timers.get(chapter));
    this.#timers.delete(chapter);
    forgetDraft(this.outline.id, chapter);
  }

  // The outline.

  /**
   * Change title or order; if others have changed either since, the change is made on what there is now. Null: there is
   * nothing to change any more.
   * @param {(outline: Outline) => Promise<{title?: string, chapters?: string[]} | null>} change
   */
  async arrange(change) {
    for (let tries = 0; ; tries++) {
      const { outline } = this;
      const wanted = await change(outline);
      if (!wanted) return;
      const { title = outline.title, chapters = outline.chapters.map(({ id }) => id) } = wanted;
      try {
        await replace(this.path, { id: newId(), version: outline.version, title, chapters });
        return this.refresh();
      } catch (error) {
        if (!(error instanceof Problem) || !error.document.study || tries > 3) throw error;
        await this.refresh();
      }
    }
  }

  /** @param {RecordData} record @param {string | null} after @returns {Promise<string>} the new chapter */
  async add(record, after) {
    const id = await this.#post(record, after);
    await this.refresh();
    return id;
  }

  /** @param {RecordData} record @param {string | null} after */
  async #post(record, after) {
    const id = chapterId();
    await post(`${this.path}/chapters`, { id, text: JSON.stringify(record), ...(after ? { after } : {}) });
    return id;
  }

  /** Delete a chapter as it is known here; return its record. @param {string} chapter */
  async delete(chapter) {
    await this.settle(chapter);
    const record = await this.load(chapter);
    const version = this.#known.get(chapter)?.version;
    await remove(`${this.path}/chapters/${chapter}?version=${version}`);
    this.#forget(chapter);
    await this.refresh();
    return record;
  }

  /** Read the outline again, and the chapters known here that others have changed. */
  refresh() {
    this.#looking = this.#looking.catch(() => {}).then(() => this.#look());
    return this.#looking;
  }

  async #look() {
    let outline = await this.#read();
    if (!outline) return this.watcher.deleted();
    if (outline.rights !== "read" && (await this.#restore(outline))) outline = await get(this.path);
    this.#take(/** @type {Outline} */ (outline));
    for (const { id, version } of this.outline.chapters) {
      const known = this.#known.get(id);
      if (!known || known.version >= version || this.#busy.has(id)) continue;
      this.#join(id, await get(`${this.path}/chapters/${id}`));
    }
  }

  /** The outline as it is now; null if the study is deleted. @returns {Promise<Outline | null>} */
  async #read() {
    try {
      return await get(this.path);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return null;
      throw error;
    }
  }

  /** @param {Outline} outline */
  #take(outline) {
    this.outline = outline;
    this.watcher.outline();
  }
}

/** A random id for a chapter. */
function chapterId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
