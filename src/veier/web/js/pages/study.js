// @ts-check
/**
 * A study: chapters to read, with drawings and tasks; who may edit writes comments, draws, adds moves and chapters, at
 * the same time as others. What is written is saved by itself (`parts/study-sync.js`).
 */

import { h, put } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { Problem, get, post, remove } from "../net.js";
import { allGames } from "../games.js";
import { analysisAddress } from "../parts/analysis-address.js";
import { playBoard, playTray } from "../parts/board.js";
import { confirmed } from "../parts/dialogs.js";
import { drawingsOf, withDrawings, wordsOf } from "../parts/drawings.js";
import { DrawPanel } from "../parts/draw-panel.js";
import { icon } from "../parts/icons.js";
import { treeOf, withTag } from "../parts/merge.js";
import { MoveNavigation } from "../parts/move-navigation.js";
import { notice, reason } from "../parts/notices.js";
import { StudyChapters } from "../parts/study-chapters.js";
import { chosen, settleTexts } from "../parts/study-conflicts.js";
import { draftsOf, offerDrafts } from "../parts/study-drafts.js";
import { askForChapter } from "../parts/study-new.js";
import { shareStudy } from "../parts/study-share.js";
import { StudySync } from "../parts/study-sync.js";
import { StudyTask } from "../parts/study-task.js";
import { TaskSetting } from "../parts/study-task-setting.js";
import { Tabs } from "../parts/tabs.js";
import { Variations } from "../parts/variations.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../parts/variation-tree.js").VariationTree} VariationTree */
/** @typedef {import("../parts/merge.js").RecordData} RecordData */
/** @typedef {import("../parts/merge.js").Both} Both */

/** @type {import("../app.js").Page} */
export async function page(place) {
  const [id, chapter] = place.rest.split("/");
  const [, token] = /^#edit=(.+)$/.exec(location.hash) ?? [];
  if (token) {
    // The secret leaves the address at once.
    history.replaceState(null, "", location.pathname);
    await post(`/api/v1/studies/${encodeURIComponent(id)}/editors`, { token });
  }
  const [outline, games] = await Promise.all([found(id), allGames()]);
  const study = new StudyPage(place, outline, games);
  await study.open(chapter);
  return () => study.close();
}

/** The outline of a study; what was written here in one that is deleted is offered as a file. @param {string} id */
async function found(id) {
  try {
    return await get(`/api/v1/studies/${encodeURIComponent(id)}`);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) void offerDrafts(id, draftsOf(id));
    throw error;
  }
}

class StudyPage {
  /** The chapter that is open. */
  chapter = "";
  /** The chapter that was deleted last, and the one before it. @type {{record: RecordData, after: string | null} | null} */
  #deleted = null;
  /** Chapters whose task is done with here. @type {Set<string>} */
  #solved = new Set();
  /** What others have changed at the same time in chapters that are not open. @type {Map<string, Both[]>} */
  #unsettled = new Map();
  /** Whether a chapter is being deleted here. */
  #removing = false;
  #isGone = false;
  /** Whether what cannot be saved was offered as a file. */
  #offered = false;
  /** @type {StudyTask | null} */
  #task = null;
  /** Whether the board is open for a try. */
  trying = false;
  // What belongs to the chapter that is open.
  /** @type {Game | null} */
  game = null;
  /** @type {RecordData | null} */
  record = null;
  /** @type {VariationTree | null} */
  tree = null;
  /** @type {Variations | null} */
  variations = null;
  /** @type {MoveNavigation | null} */
  navigation = null;
  /** @type {DrawPanel | null} */
  drawing = null;
  /** @type {TaskSetting | null} */
  setting = null;
  /** @type {Tabs | null} */
  tabs = null;
  /** @type {Board | null} */
  present = null;

  /**
   * @param {import("../app.js").Place} place
   * @param {import("../parts/study-sync.js").Outline} outline
   * @param {Game[]} games
   */
  constructor(place, outline, games) {
    this.place = place;
    this.games = games;
    this.sync = new StudySync(outline, {
      outline: () => this.#drawOutline(),
      chapter: (chapter, both) => void this.#joined(chapter, both),
      saving: (state, error) => this.#tell(state, error),
      restored: (chapter, again) => this.#restored(chapter, again),
      deleted: () => void this.#gone(),
    });
    this.writable = this.sync.writable;
    this.state = h("span.save-state.quiet", {});
    this.heading = h("h1", { tabindex: -1 });
    this.verdict = h("p.quiet", {});
    this.chapters = new StudyChapters(games, this.writable, {
      open: (id) => void this.open(id, true),
      add: () => void this.#tried(() => this.#add()),
      rename: (title, before) => void this.#tried(() => this.#rename(title, before)),
      name: (title, before) => void this.#tried(() => this.#nameChapter(title, before)),
      move: (by) => void this.#tried(() => this.#move(by)),
      remove: () => void this.#tried(() => this.#remove()),
      undo: () => void this.#tried(() => this.#restore()),
      delete: outline.rights === "owner" ? () => void this.#tried(() => this.#delete()) : null,
    });
    this.key = (/** @type {KeyboardEvent} */ event) => this.#press(event);
    addEventListener("keydown", this.key);
    this.#drawOutline();
  }

  close() {
    this.sync.close();
    removeEventListener("keydown", this.key);
  }

  get path() {
    return `/study/${this.sync.outline.id}`;
  }

  /** Whether the task of the chapter is to be solved before one reads on. */
  get solving() {
    return Boolean(this.record?.tags.Task) && !this.#solved.has(this.chapter);
  }

  /**
   * Open a chapter: one that is named, or the first.
   * @param {string} [id]
   * @param {boolean} [moved] whether somebody went there
   */
  async open(id, moved = false) {
    const { chapters } = this.sync.outline;
    const opened = chapters.find((one) => one.id === id) ?? chapters[0];
    try {
      this.record = await this.sync.load(opened.id);
    } catch (error) {
      if (!moved) throw error;
      return notice(reason(error));
    }
    this.chapter = opened.id;
    // Who edits sees the chapter itself.
    if (this.writable) this.#solved.add(opened.id);
    history.replaceState(null, "", `${this.path}/${opened.id}`);
    this.#lay();
    if (moved) this.heading.focus({ preventScroll: true });
    const both = this.#unsettled.get(opened.id);
    this.#unsettled.delete(opened.id);
    if (both) await this.#settle(both);
  }

  /** Build what belongs to one chapter: the board of its game, its moves, its task. */
  #lay() {
    const record = /** @type {RecordData} */ (this.record);
    const name = record.game.split("?")[0];
    const game = this.games.find((one) => one.name === name);
    if (!game) throw new Problem({ key: "game.unknown", params: { game: record.game, known: [] } }, 404);
    this.game = game;
    this.tree = treeOf(record);
    this.board = playBoard(
      (event) => this.#play(event.detail.text),
      () => {},
    );
    this.board.mine = game.colours.map((_, seat) => seat);
    this.board.aids = false;
    this.tray = playTray(this.board, 0);
    this.tray.setAttribute("compact", "");
    this.present = null;
    this.navigation = new MoveNavigation({ game: record.game, start: record.position, moves: this.tree.line }, (b, p) =>
      this.#look(b, p),
    );
    const first = Math.max(
      0,
      game.colours.findIndex((one) => LETTERS[one] === record.position?.split(/\s+/)[2]),
    );
    this.variations = new Variations(
      this.tree,
      { colours: game.colours, first },
      { go: () => this.#go(), changed: () => this.#changed(), save: null },
      this.writable,
    );
    this.drawing = this.writable
      ? new DrawPanel(this.board, game, {
          open: () => this.tabs?.chosen === "draw",
          changed: (drawings) => this.#draw(drawings),
        })
      : null;
    this.setting = this.writable
      ? new TaskSetting(game, {
          set: (task) => this.#setTag("Task", task),
          check: async () => {
            await this.sync.settle(this.chapter);
            return post(`/api/v1/studies/${this.sync.outline.id}/chapters/${this.chapter}/solution`);
          },
          preview: () => {
            this.#solved.delete(this.chapter);
            this.#lay();
          },
        })
      : null;
    this.setting?.draw(record.tags.Task ?? "");
    this.#task = null;
    // A task says itself whose turn it is, and there are no moves to go through yet.
    this.verdict.hidden = this.navigation.element.hidden = this.solving;
    this.#place();
    this.#drawOutline();
    if (this.solving) void this.#begin();
    else this.#go();
  }

  /** Put everything in its place. */
  #place() {
    const game = /** @type {Game} */ (this.game);
    const solving = h("div.tabbed", {});
    const panels = [
      this.solving
        ? { name: "try", title: t("web.study.task"), panel: solving }
        : { name: "notes", title: t("web.analyse.notes"), panel: h("div.tabbed", {}, this.variations?.element) },
      { name: "chapters", title: t("web.study.chapters"), panel: h("div.tabbed", {}, this.chapters.element) },
    ];
    if (this.drawing && !this.solving) {
      panels.push({ name: "draw", title: t("web.study.draw"), panel: h("div.tabbed", {}, this.drawing.element) });
    }
    if (this.setting && !this.solving) {
      panels.push({ name: "task", title: t("web.study.task"), panel: h("div.tabbed", {}, this.setting.element) });
    }
    // Who reads goes from the list to the chapter; who edits stays where chapters are put in order.
    const stays = this.writable && !this.solving && panels.some(({ name }) => name === this.tabs?.chosen);
    const kept = stays ? this.tabs?.chosen : panels[0].name;
    this.tabs = new Tabs(t("web.study.parts"), panels, kept ?? panels[0].name, () => {
      this.drawing?.leave();
      this.#enable();
    });
    this.solvingPanel = solving;
    this.ways = h("div.row.ways");
    put(
      this.place.main,
      h(
        `div.studying.analysing.play.surface-${game.view.surface}`,
        {},
        h("div.playboard", {}, this.board),
        h(
          "div.side",
          {},
          h("section.verdict", {}, this.heading, this.verdict, this.state),
          this.tabs.element,
          ...panels.map(({ panel }) => panel),
          this.ways,
          h("div.hand", {}, this.navigation?.element, this.tray),
        ),
      ),
    );
    put(this.ways, ...this.#ways());
  }

  #ways() {
    const { id } = this.sync.outline;
    const asked = new URLSearchParams({ lang: currentLanguage() });
    const button = (/** @type {string} */ picture, /** @type {string} */ text, /** @type {() => void} */ act) =>
      h("button.btn", { type: "button", onclick: act }, icon(picture), text);
    return [
      button("share", t("web.study.share"), () => void shareStudy(this.sync.outline)),
      h(
        "a.btn",
        { href: `/api/v1/studies/${id}/sheet.pdf?${asked}`, download: "study.pdf" },
        icon("print"),
        t("web.study.print"),
      ),
      h("a.btn", { href: `/api/v1/studies/${id}/file`, download: "study.txt" }, icon("open"), t("web.study.save")),
      !this.solving && h("a.btn.to-analysis", { href: "#" }, icon("watch"), t("web.analyse.here")),
    ];
  }

  // Moves.

  /** @param {string} text */
  #play(text) {
    if (this.#task) return void this.#task.play(text);
    const { tree } = this;
    if (!tree) return;
    const before = tree.count;
    if (!tree.playAll([text])) notice(t("web.tree.full"));
    if (tree.count !== before) this.#changed();
    else this.#go();
  }

  /** The tree has changed. */
  #changed() {
    this.#write();
    this.#go();
  }

  /** Hand on what is in the tree. */
  #write() {
    const { record, tree } = this;
    if (!record || !tree || !this.writable) return;
    const moves = tree.toRecord();
    const line = (/** @type {{move: string}[]} */ all) => all.map(({ move }) => move).join(" ");
    // How a game ended belongs to the moves that were played.
    const end = line(moves) === line(record.moves) ? {} : { result: null, termination: null };
    this.record = { ...record, ...end, comment: tree.root.comment, moves };
    this.sync.write(this.chapter, this.record);
  }

  /** @param {string} name @param {string} value */
  #setTag(name, value) {
    const { record } = this;
    if (!record) return;
    this.record = withTag(record, name, value);
    this.sync.write(this.chapter, this.record);
    void this.sync.settle(this.chapter);
  }

  /** Go where the tree says. */
  #go() {
    const { navigation, tree } = this;
    if (!navigation || !tree) return;
    const moves = tree.line;
    const shown = navigation.line.moves.slice(0, navigation.ply).join(" ");
    const same = moves.slice(0, tree.ply).join(" ") === shown && this.present;
    navigation.line = { ...navigation.line, moves };
    if (same) {
      navigation.follow(moves);
      navigation.ply = tree.ply;
    }
    navigation.go(tree.ply);
  }

  /**
   * @param {Board} board
   * @param {number} ply
   */
  #look(board, ply) {
    const { tree, variations } = this;
    if (!tree || !variations) return;
    if (!this.#task) tree.go(ply);
    if (board !== this.present) {
      this.present = board;
      this.board.board = board;
      this.tray.seat = board.view.mover;
    }
    this.#enable();
    put(this.verdict, board.over && board.told ? t(board.told) : t(board.turn));
    if (this.#task) return;
    variations.draw();
    const drawings = drawingsOf(tree.here.comment);
    if (this.drawing) this.drawing.show(drawings);
    else this.board.drawings = drawings;
    const { game, start, moves } = /** @type {MoveNavigation} */ (this.navigation).line;
    const link = this.ways?.querySelector(".to-analysis");
    link?.setAttribute("href", analysisAddress({ game, start, moves: moves.slice(0, ply) }));
  }

  /** Whether the board plays, draws or is looked at. */
  #enable() {
    const drawing = this.tabs?.chosen === "draw";
    const open = this.#task ? this.trying : this.writable && !drawing;
    this.board.disabled = !open || Boolean(this.present?.over);
    this.board.classList.toggle("drawing", drawing);
    this.tray.hidden = this.board.disabled;
  }

  /** @param {import("../board/marks.js").Drawing[]} drawings */
  #draw(drawings) {
    const { tree } = this;
    if (!tree) return;
    tree.annotate({ comment: withDrawings(wordsOf(tree.here.comment), drawings) });
    this.#write();
    this.variations?.draw();
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const busy =
      event.target instanceof Element &&
      event.target.closest("veier-board, veier-tray, input, textarea, select, dialog, .menu");
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const { tree } = this;
    if (!tree || event.altKey || event.metaKey || this.#task) return;
    if (event.ctrlKey && event.key === "z" && this.writable && tree.undoable && !busy) {
      event.preventDefault();
      tree.undo();
      this.#changed();
    } else if (by && !event.ctrlKey && !busy) {
      if (!tree.switchTo(by)) return;
      event.preventDefault();
      this.#go();
    } else this.navigation?.key(event);
  }

  // The task.

  /** Let the task be tried. */
  async #begin() {
    const record = /** @type {RecordData} */ (this.record);
    const path = `/api/v1/studies/${this.sync.outline.id}/chapters/${this.chapter}`;
    const { text } = await get(`${path}/task`);
    this.trying = true;
    this.#task = new StudyTask(path, t(text), {
      show: async (moves, open) => {
        this.trying = open;
        this.board.drawings = drawingsOf(record.comment);
        const { navigation } = this;
        if (!navigation) return;
        navigation.line = { ...navigation.line, moves };
        await navigation.go(moves.length);
      },
      point: (move) => {
        const stones = this.present?.view.choices.find(
          (/** @type {{text: string}} */ one) => one.text === move,
        )?.stones;
        if (stones?.length) this.board.drawings = [{ colour: "green", cells: [stones[0][0]] }];
      },
      done: () => {
        this.#solved.add(this.chapter);
        this.#lay();
      },
    });
    const words = wordsOf(record.comment);
    put(/** @type {HTMLElement} */ (this.solvingPanel), words && h("p.said", {}, words), this.#task.element);
  }

  // What others do, and what is saved.

  /**
   * Others have changed a chapter.
   * @param {string} chapter
   * @param {Both[]} both
   */
  async #joined(chapter, both) {
    if (chapter !== this.chapter) {
      if (both.length) this.#unsettled.set(chapter, [...(this.#unsettled.get(chapter) ?? []), ...both]);
      return;
    }
    const record = await this.sync.load(chapter);
    const task = record.tags.Task !== this.record?.tags.Task;
    this.record = record;
    if (this.#task) return;
    const { tree, variations } = this;
    if (!tree || !variations) return;
    const moves = tree.line.slice(0, tree.ply);
    const fresh = treeOf(record);
    for (const move of moves) {
      const index = fresh.here.next.findIndex((one) => one.move === move);
      if (index < 0) break;
      fresh.path = [...fresh.path, index];
    }
    this.tree = variations.tree = fresh;
    this.present = null;
    if (task) this.setting?.draw(record.tags.Task ?? "");
    const [from, to] = [variations.comment.selectionStart, variations.comment.selectionEnd];
    this.#go();
    if (document.activeElement === variations.comment) variations.comment.setSelectionRange(from, to);
    if (both.length) await this.#settle(both);
    else notice(t("web.study.joined"));
  }

  /** Ask what becomes of texts that two have written at the same time. @param {Both[]} both */
  async #settle(both) {
    for (const each of both) {
      const record = await settleTexts(/** @type {RecordData} */ (this.record), each);
      if (!record) continue;
      this.record = record;
      this.sync.write(this.chapter, record);
      const { path } = /** @type {VariationTree} */ (this.tree);
      this.tree = treeOf(record);
      this.tree.path = path;
      /** @type {Variations} */ (this.variations).tree = this.tree;
      this.#go();
      this.#drawOutline();
    }
  }

  /** @param {"saved" | "saving" | "waiting" | "lost"} state @param {unknown} error */
  #tell(state, error) {
    const before = this.state.dataset.state;
    this.state.dataset.state = state;
    put(this.state, t(SAVING[state]));
    if (state === "lost" || (state === "waiting" && before !== "waiting")) {
      notice(state === "lost" ? reason(error) : t("web.study.waiting"));
    }
    if (state !== "lost" || this.#offered) return;
    this.#offered = true;
    void offerDrafts(this.sync.outline.id, this.sync.unsaved());
  }

  #drawOutline() {
    const { outline } = this.sync;
    const title = outline.title || t("study.untitled");
    this.place.name(title, h("bdi", {}, title));
    this.chapters.draw(outline, this.chapter);
    const number = outline.chapters.findIndex(({ id }) => id === this.chapter);
    if (this.chapter && number < 0) {
      if (!this.#removing) notice(t("web.study.chapter_gone"));
      return void this.open();
    }
    const chapter = outline.chapters[number];
    if (chapter && this.game) put(this.heading, `${number + 1}. `, h("bdi", {}, chapter.title || t(this.game.title)));
  }

  /** A chapter with words from here was deleted by somebody, and is there again. @param {string} chapter @param {string} again */
  #restored(chapter, again) {
    notice(t("web.study.restored"));
    if (chapter !== this.chapter) return;
    this.chapter = again;
    this.#solved.add(again);
    history.replaceState(null, "", `${this.path}/${again}`);
  }

  async #gone() {
    if (this.#isGone) return;
    this.#isGone = true;
    notice(t("web.study.gone"));
    const unsaved = this.sync.unsaved();
    this.sync.close();
    await offerDrafts(this.sync.outline.id, unsaved);
    this.place.go("/studies");
  }

  // Chapters.

  /** @param {() => Promise<unknown>} act */
  async #tried(act) {
    try {
      await act();
    } catch (error) {
      notice(reason(error));
    }
  }

  async #add() {
    const record = await askForChapter(this.games, t("web.study.add_chapter"));
    if (record) await this.open(await this.sync.add(/** @type {RecordData} */ (record), this.chapter), true);
  }

  /** @param {string} title @param {string} before */
  async #rename(title, before) {
    await this.sync.arrange(async (outline) => {
      const kept = await this.#stays(outline.title, title, before);
      // The field may still have what was written.
      this.chapters.title.value = kept;
      return kept === outline.title ? null : { title: kept };
    });
  }

  /** @param {string} title @param {string} before */
  async #nameChapter(title, before) {
    const kept = await this.#stays(this.record?.tags.Chapter ?? "", title, before);
    this.chapters.name.value = kept;
    this.#setTag("Chapter", kept);
  }

  /**
   * A title that is given here, unless others have changed it since one began to write: then one says which one stays.
   * @param {string} theirs
   * @param {string} mine
   * @param {string} before
   */
  async #stays(theirs, mine, before) {
    return theirs === before || theirs === mine ? mine : chosen(theirs, mine);
  }

  /** @param {number} by */
  async #move(by) {
    await this.sync.arrange(async ({ chapters }) => {
      const order = chapters.map(({ id }) => id);
      const place = order.indexOf(this.chapter);
      order.splice(Math.max(0, place + by), 0, ...order.splice(place, 1));
      return { chapters: order };
    });
  }

  async #remove() {
    const { chapters } = this.sync.outline;
    const place = chapters.findIndex(({ id }) => id === this.chapter);
    const gone = this.chapter;
    this.#removing = true;
    const record = await this.sync.delete(gone).finally(() => (this.#removing = false));
    this.#deleted = { record, after: chapters[place - 1]?.id ?? null };
    this.chapters.undo.hidden = false;
    await this.open(chapters[place + 1]?.id ?? chapters[place - 1]?.id);
    /** @type {HTMLElement | null} */ (this.chapters.undo.querySelector("button"))?.focus();
  }

  /** Put back the chapter that was deleted last, where it was. */
  async #restore() {
    if (!this.#deleted) return;
    const { record, after } = this.#deleted;
    const added = await this.sync.add(record, after);
    if (!after) {
      await this.sync.arrange(async ({ chapters }) => ({
        chapters: [added, ...chapters.map(({ id }) => id).filter((id) => id !== added)],
      }));
    }
    this.#deleted = null;
    this.chapters.undo.hidden = true;
    await this.open(added, true);
  }

  async #delete() {
    if (!(await confirmed(t("web.study.delete"), t("web.study.delete_what"), t("web.study.delete")))) return;
    await remove(`/api/v1/studies/${this.sync.outline.id}`);
    await this.#gone();
  }
}

const SAVING = {
  saved: "web.study.saved",
  saving: "web.study.saving",
  waiting: "web.study.waiting",
  lost: "web.study.lost",
};

/** The letters of seats in position strings. @type {Record<string, string>} */
const LETTERS = { red: "r", brown: "n", blue: "b" };
