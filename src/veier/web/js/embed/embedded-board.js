// @ts-check
/**
 * `<veier-board>` on pages of other sites: shows a position or a game, to look at and to step through.
 *
 * Attributes: what to show by `game` and `moves`, by `position` (a position string), by `game` and `code` (of a short
 * link), by `table` (its id), or by `record` or `src` (a record, or where one is); `ply` how many moves to show first,
 * counted from the end if it is negative; `lang`; `theme` light or dark; `controls="none"` for the board alone;
 * `frame` where it fills a page of its own. What the element holds is shown where scripts do not run.
 * Events: `shown` {ply, plies} for each position · `failed` {reason}.
 */

import { Scene } from "../board/scene.js";
import { makeSprite } from "../board/svg.js";
import { h, put } from "../dom.js";
import { icon } from "../parts/icons.js";
import { fetchGame, NAMING, NotShown } from "./shown-game.js";
import { STYLES } from "./styles.js";
import { languageOf, say } from "./words.js";

/** Milliseconds after which a game that is being played is asked for again. */
const LIVE = 10_000;
/** The parts of a board, in its card. */
const PARTS = ":scope > :is(.title, .picture, .around)";

/** @type {CSSStyleSheet | undefined} */
let styles;

export class EmbeddedBoard extends HTMLElement {
  /** The origin of the server, from which this module came. */
  static server = "";
  static observedAttributes = [...NAMING, "ply", "lang", "controls"];

  #scene = new Scene();
  #root = this.attachShadow({ mode: "open" });
  /** @type {import("./shown-game.js").ShownGame | null} */ #game = null;
  #ply = 0;
  #asked = 0;
  #pending = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #later;
  #picture = h("div.picture", { role: "img" }, this.#scene.svg);
  #title = h("p.title");
  #said = h("p.said", { "aria-live": "polite" });
  #where = h("span.where");
  #buttons = {
    first: this.#button("first", () => this.go(0)),
    back: this.#button("back", () => this.go(this.#ply - 1)),
    next: this.#button("next", () => this.go(this.#ply + 1)),
    last: this.#button("last", () => this.go(this.#game?.shown.length ?? 0)),
  };
  #steps = h("div.steps", { role: "group" });
  #link = h("a.link", { target: "_blank", rel: "noopener" });
  #around = h("div.around", {}, this.#said, this.#steps, this.#link);
  #card = h("div.card", { role: "group" });

  constructor() {
    super();
    styles ??= sheet(STYLES);
    this.#scene.svg.setAttribute("aria-hidden", "true");
    this.#root.adoptedStyleSheets = [styles];
    const { first, back, next, last } = this.#buttons;
    this.#steps.append(first, back, this.#where, next, last);
    this.#root.append(makeSprite(), this.#card);
    this.#card.append(h("slot"));
  }

  connectedCallback() {
    this.addEventListener("keydown", this);
    // A page of its own has nothing else that keys could be meant for.
    if (this.hasAttribute("frame")) document.addEventListener("keydown", this);
    document.addEventListener("visibilitychange", this);
    this.#load();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this);
    document.removeEventListener("visibilitychange", this);
    clearTimeout(this.#later);
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (name === "ply" && this.#game) this.go(this.#firstPly(this.#game.shown.length - 1));
    else if (this.isConnected) this.#load();
  }

  /** The number of moves that have been made in the position shown. */
  get ply() {
    return this.#ply;
  }

  set ply(ply) {
    this.go(ply);
  }

  /** Show the position after a number of moves. @param {number} ply */
  go(ply) {
    if (!this.#game) return;
    this.#ply = Math.max(0, Math.min(this.#game.shown.length - 1, Math.trunc(ply) || 0));
    this.#draw();
  }

  /** @param {Event} event */
  handleEvent(event) {
    if (event instanceof KeyboardEvent) this.#key(event);
    else if (document.visibilityState === "visible" && this.#game?.live) this.#load();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const plies = (this.#game?.shown.length ?? 1) - 1;
    const goal = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0, End: plies }[event.key];
    const taken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
    if (goal === undefined || taken || !plies) return;
    event.preventDefault();
    this.go(goal);
  }

  /** Ask for what the attributes name, once for several that change. */
  #load() {
    if (this.#pending) return;
    this.#pending = true;
    queueMicrotask(() => {
      this.#pending = false;
      if (this.isConnected) this.#show();
    });
  }

  async #show() {
    const asked = ++this.#asked;
    clearTimeout(this.#later);
    const language = languageOf(this);
    if (!this.#game) this.#card.setAttribute("aria-busy", "true");
    try {
      const game = await fetchGame(this, EmbeddedBoard.server, language);
      if (asked === this.#asked) this.#take(game);
    } catch (error) {
      if (asked === this.#asked) this.#fail(error);
    }
  }

  /** @param {import("./shown-game.js").ShownGame} game */
  #take(game) {
    const before = this.#game;
    const follows = before?.live && this.#ply < before.shown.length - 1;
    this.#game = game;
    if (!follows) this.#ply = this.#firstPly(game.shown.length - 1);
    this.#lay(game);
    this.go(this.#ply);
    if (game.live) this.#later = setTimeout(() => this.#again(), LIVE);
  }

  /** Ask for a game that is being played again; a page that nobody sees waits. */
  #again() {
    if (document.visibilityState === "visible") this.#load();
  }

  /** @param {number} plies */
  #firstPly(plies) {
    const ply = Number.parseInt(this.getAttribute("ply") ?? "", 10);
    if (Number.isNaN(ply)) return plies;
    return ply < 0 ? plies + ply : ply;
  }

  /** Put the parts of a game in their places. @param {import("./shown-game.js").ShownGame} game */
  #lay(game) {
    const { server } = EmbeddedBoard;
    const language = languageOf(this);
    const bare = this.getAttribute("controls") === "none";
    this.#card.lang = language;
    this.#card.removeAttribute("aria-busy");
    this.#card.setAttribute("aria-label", game.title);
    put(this.#title, game.title);
    for (const [name, button] of Object.entries(this.#buttons)) {
      button.title = say(language, `web.walk.${name}`);
      button.setAttribute("aria-label", button.title);
    }
    this.#steps.setAttribute("aria-label", say(language, "web.walk.label"));
    this.#link.setAttribute("href", server + game.link);
    put(this.#link, h("span", {}, say(language, "web.embed.open", { host: new URL(server).host })), icon("out"));
    this.#steps.hidden = game.shown.length < 2;
    const parts = bare ? [this.#picture] : [this.#title, this.#picture, this.#around];
    // A button that has the focus keeps it.
    if (parts.length !== this.#card.querySelectorAll(PARTS).length) put(this.#card, ...parts);
  }

  #draw() {
    const game = this.#game;
    const now = game?.shown[this.#ply];
    if (!game || !now) return;
    const [first, end] = [this.#ply === 0, this.#ply === game.shown.length - 1];
    this.#scene.show(now.view, false);
    this.#picture.setAttribute("aria-label", this.#describe(now, game));
    put(this.#said, now.said && h("span.move", {}, now.said, " "), h("strong", {}, now.turn), this.#score(now, game));
    put(this.#where, now.where);
    // Not disabled: a button that has the focus would lose it, and with it the keys.
    const { first: toFirst, back, next, last } = this.#buttons;
    for (const button of [toFirst, back]) button.setAttribute("aria-disabled", String(first));
    for (const button of [next, last]) button.setAttribute("aria-disabled", String(end));
    const detail = { ply: this.#ply, plies: game.shown.length - 1 };
    this.dispatchEvent(new CustomEvent("shown", { detail, bubbles: true, composed: true }));
  }

  /** What there is to see, for those who do not see it. @param {import("./shown-game.js").Shown} now
   * @param {import("./shown-game.js").ShownGame} game */
  #describe({ view, where, turn }, game) {
    const stones = view.colours.map((colour, seat) => {
      const cells = view.stones.filter((stone) => stone.colour === colour).map((stone) => stone.cell);
      return cells.length && this.#of(game, seat, cells.join(" "));
    });
    return [`${game.title}.`, `${where}.`, turn, ...stones].filter(Boolean).join(" ");
  }

  /** The points, where they decide the game. @param {import("./shown-game.js").Shown} now
   * @param {import("./shown-game.js").ShownGame} game */
  #score({ view }, game) {
    if (view.surface !== "hexagon") return null;
    return h("span.score", {}, ...view.trays.map((tray) => h("span", {}, this.#of(game, tray.seat, `${tray.score}`))));
  }

  /** @param {import("./shown-game.js").ShownGame} game @param {number} seat @param {string} what */
  #of(game, seat, what) {
    return say(languageOf(this), "web.embed.of", { colour: game.colours[seat] ?? "", what });
  }

  /** @param {unknown} error */
  #fail(error) {
    const language = languageOf(this);
    // A game that is being played is asked for again: what is shown of it stays.
    if (this.#game?.live && error instanceof NotShown && !error.detail) {
      this.#later = setTimeout(() => this.#again(), LIVE);
      return;
    }
    const { host } = new URL(EmbeddedBoard.server);
    const key = error instanceof NotShown ? error.key : "web.embed.nothing";
    const reason = (error instanceof NotShown && error.detail) || say(language, key, { host });
    this.#game = null;
    this.#card.removeAttribute("aria-busy");
    this.#card.lang = language;
    const again = h("button.again", { type: "button", onclick: () => this.#load() }, say(language, "web.again"));
    put(this.#card, h("slot"), h("p.failed", { role: "status" }, reason), again);
    this.dispatchEvent(new CustomEvent("failed", { detail: { reason }, bubbles: true, composed: true }));
    if (!(error instanceof NotShown)) console.warn(error);
  }

  /** @param {string} name @param {() => void} act */
  #button(name, act) {
    const button = h("button.step", { type: "button" }, icon(name));
    button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && act());
    return button;
  }
}

/** @param {string} text */
function sheet(text) {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}
