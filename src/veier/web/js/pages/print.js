// @ts-check
/** Print and play: what to print and how, a picture of each page, and the PDF. */

import { h, put } from "../dom.js";
import { LANGUAGES, say, spoken } from "../say.js";
import { get } from "../net.js";
import { allGames } from "../games.js";
import { segments, toggle } from "../parts/forms.js";
import { icon } from "../parts/drawing.js";
import { reason } from "../parts/notices.js";

/** @typedef {import("../types.js").Game} Game */
/**
 * What the server says of a set.
 *
 * @typedef {{game: string, parts: string[], more: string[], pages: number, twoSided: boolean}} About
 */

/** @type {Record<string, () => string>} */
const PART_NAMES = {
  board: () => say("web.print.part.board"),
  pieces: () => say("web.print.part.pieces"),
  sheets: () => say("web.print.part.sheets"),
  rules: () => say("web.print.part.rules"),
  puzzles: () => say("web.print.part.puzzles"),
};

/** @type {import("../app.js").Page} */
export async function page(place) {
  const games = await allGames();
  const wanted = place.rest || games[0].name;
  const game = games.find((one) => one.name === wanted);
  if (!game) return place.go("/print");
  place.name(say("web.print.of", { game: say(game.title) }), say("web.print.title"), say(game.title));
  const form = new PrintForm(place, games, game);
  form.draw();
  await form.look();
}

class PrintForm {
  /**
   * @param {import("../app.js").Place} place
   * @param {Game[]} games
   * @param {Game} game
   */
  constructor(place, games, game) {
    this.place = place;
    this.games = games;
    this.game = game;
    this.options = location.search.slice(1);
    /** @type {Record<string, string>} */
    this.chosen = {
      lang: spoken(),
      paper: navigator.language.endsWith("US") ? "letter" : "a4",
      edition: "colour",
      duplex: "long",
    };
    this.large = false;
    /** The parts to print, once they are known. @type {Set<string> | null} */
    this.wanted = null;
    /** @type {About | null} */
    this.about = null;
    this.number = 1;
    this.asked = 0;
    this.picture = h("img", { alt: "" });
    this.told = h("span", { "aria-live": "polite" });
    this.back = h(
      "button.btn",
      { type: "button", "aria-label": say("web.print.back"), onclick: () => this.#turn(-1) },
      icon("back"),
    );
    this.next = h(
      "button.btn",
      { type: "button", "aria-label": say("web.print.next"), onclick: () => this.#turn(1) },
      icon("next"),
    );
    this.parts = h("div.parts", { role: "group", "aria-label": say("web.print.parts") });
    this.duplex = field(
      say("web.print.duplex"),
      this.#segments("duplex", say("web.print.duplex"), [
        ["long", say("web.print.long")],
        ["short", say("web.print.short")],
      ]),
    );
    this.download = h("a.btn.primary.big", { download: "" }, icon("print"), say("web.print.download"));
    this.trouble = h("p.trouble", { role: "alert" });
  }

  draw() {
    const pick = h(
      "select.input",
      { id: "print-game", onchange: () => this.place.go(`/print/${pick.value}`) },
      ...this.games.map((game) => h("option", { value: game.name, selected: game === this.game }, say(game.title))),
    );
    const languages = Object.entries(LANGUAGES).map(([name, title]) => /** @type {[string, string]} */ ([name, title]));
    put(
      this.place.main,
      h(
        "div.printing",
        {},
        h(
          "section",
          {},
          h("h1", {}, say("web.print.title")),
          h("p.what", {}, say("web.print.what")),
          field(h("label", { for: "print-game" }, say("web.print.game")), pick),
          field(say("web.print.language"), this.#segments("lang", say("web.print.language"), languages)),
          field(
            say("web.print.paper"),
            this.#segments("paper", say("web.print.paper"), [
              ["a4", "A4"],
              ["letter", "Letter"],
            ]),
          ),
          field(
            say("web.print.edition"),
            this.#segments("edition", say("web.print.edition"), [
              ["colour", say("web.print.colour")],
              ["ink-saving", say("web.print.ink_saving")],
              ["black-and-white", say("web.print.black_and_white")],
            ]),
          ),
          field(
            say("web.print.large"),
            h(
              "div.aid",
              {},
              toggle(say("web.print.large"), false, (on) => this.#choose(() => (this.large = on))),
            ),
          ),
          field(say("web.print.parts"), this.parts),
          this.duplex,
          h("div.acts", {}, this.download),
          this.trouble,
        ),
        h("section.leaf", {}, this.picture, h("div.turn", {}, this.back, this.told, this.next)),
      ),
    );
  }

  /** Ask what the set is like now, and show its page. */
  async look() {
    const asked = ++this.asked;
    put(this.trouble);
    this.download.href = this.#address(".pdf");
    try {
      const about = /** @type {About} */ (await get(this.#address("")));
      if (asked !== this.asked) return;
      this.about = about;
      this.number = Math.min(this.number, about.pages);
      this.#show(about);
    } catch (error) {
      if (asked === this.asked) put(this.trouble, reason(error));
    }
  }

  /** @param {About} about */
  #show(about) {
    if (!this.wanted) {
      this.wanted = new Set(about.parts);
      put(this.parts, ...[...about.parts, ...about.more].map((part) => this.#part(part)));
    }
    this.duplex.hidden = !about.twoSided;
    this.picture.className = this.chosen.paper;
    this.picture.src = `${this.#address(".png")}&page=${this.number}`;
    this.picture.alt = say("web.print.page", { number: this.number, count: about.pages });
    put(this.told, this.picture.alt);
    this.back.disabled = this.number <= 1;
    this.next.disabled = this.number >= about.pages;
  }

  /** @param {string} part */
  #part(part) {
    const box = h("input", {
      type: "checkbox",
      checked: this.wanted?.has(part),
      onchange: () => this.#choose(() => (box.checked ? this.wanted?.add(part) : this.wanted?.delete(part))),
    });
    return h("label", {}, box, PART_NAMES[part]?.() ?? part);
  }

  /** @param {number} by */
  #turn(by) {
    this.number += by;
    if (this.about) this.#show(this.about);
  }

  /** @param {() => void} change */
  #choose(change) {
    change();
    this.look();
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {[string, string][]} choices
   */
  #segments(name, label, choices) {
    const values = choices.map(([value, text]) => ({ value, text }));
    return segments(label, values, this.chosen[name], (value) => this.#choose(() => (this.chosen[name] = value)));
  }

  /** @param {string} ending */
  #address(ending) {
    const query = new URLSearchParams(this.chosen);
    if (this.large) query.set("large", "true");
    if (this.wanted) query.set("parts", [...this.wanted].join(","));
    return `/api/v1/print/${encodeURIComponent(this.game.name)}${ending}?${this.options && `${this.options}&`}${query}`;
  }
}

/**
 * @param {string | Node} title
 * @param {Node} control
 */
function field(title, control) {
  return h("div.fld", {}, h("h2", {}, title), h("div", {}, control));
}
