// @ts-check
/** Print and play: what to print and how, a picture of each page, and the PDF. */

import { h, put } from "../dom.js";
import { LANGUAGES, currentLanguage, t } from "../i18n.js";
import { get } from "../net.js";
import { allGames } from "../games.js";
import { segments, toggle } from "../parts/forms.js";
import { icon } from "../parts/icons.js";
import { reason } from "../parts/notices.js";

/** @typedef {import("../types.js").Game} Game */
/**
 * The server's description of a set.
 *
 * @typedef {{
 *   game: string, parts: string[], more: string[], pages: number, twoSided: boolean, combined: string[],
 * }} About
 */

/** @type {Record<string, () => string>} */
const PART_NAMES = {
  board: () => t("web.print.part.board"),
  pieces: () => t("web.print.part.pieces"),
  sheets: () => t("web.print.part.sheets"),
  rules: () => t("web.print.part.rules"),
  puzzles: () => t("web.print.part.puzzles"),
};

/** @type {import("../app.js").Page} */
export async function page(place) {
  const games = await allGames();
  const wanted = place.rest || games[0].name;
  const game = games.find((one) => one.name === wanted);
  if (!game) return place.go("/print");
  place.name(t("web.print.of", { game: t(game.title) }), t("web.print.title"), t(game.title));
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
      lang: currentLanguage(),
      paper: navigator.language.endsWith("US") ? "letter" : "a4",
      edition: "colour",
      duplex: "long",
    };
    this.large = false;
    this.combine = false;
    /** The parts to print, once they are known. @type {Set<string> | null} */
    this.wanted = null;
    /** @type {About | null} */
    this.about = null;
    this.number = 1;
    this.asked = 0;
    this.picture = h("img", { alt: "" });
    this.pageStatus = h("span", { "aria-live": "polite" });
    this.back = h(
      "button.btn",
      { type: "button", "aria-label": t("web.print.back"), onclick: () => this.#turn(-1) },
      icon("back"),
    );
    this.next = h(
      "button.btn",
      { type: "button", "aria-label": t("web.print.next"), onclick: () => this.#turn(1) },
      icon("next"),
    );
    this.leaf = h("section.leaf", {}, this.picture, h("div.turn", {}, this.back, this.pageStatus, this.next));
    this.parts = h("div.parts", { role: "group", "aria-label": t("web.print.parts") });
    this.serves = h("span");
    this.combined = field(
      t("web.print.combined"),
      h(
        "div.aid",
        {},
        toggle(t("web.print.combined"), false, (on) => this.#choose(() => (this.combine = on))),
        this.serves,
      ),
    );
    this.combined.hidden = true;
    this.duplex = field(
      t("web.print.duplex"),
      this.#segments("duplex", t("web.print.duplex"), [
        ["long", t("web.print.long")],
        ["short", t("web.print.short")],
      ]),
    );
    this.download = h("a.btn.primary.big", { download: "" }, icon("print"), t("web.print.download"));
    this.trouble = h("p.trouble", { role: "alert" });
  }

  draw() {
    const pick = h(
      "select.input",
      { id: "print-game", onchange: () => this.place.go(`/print/${pick.value}`) },
      ...this.games.map((game) => h("option", { value: game.name, selected: game === this.game }, t(game.title))),
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
          h("h1", {}, t("web.print.title")),
          h("p.what", {}, t("web.print.what")),
          field(h("label", { for: "print-game" }, t("web.print.game")), pick),
          field(t("web.print.language"), this.#segments("lang", t("web.print.language"), languages)),
          field(
            t("web.print.paper"),
            this.#segments("paper", t("web.print.paper"), [
              ["a4", "A4"],
              ["letter", "Letter"],
            ]),
          ),
          field(
            t("web.print.edition"),
            this.#segments("edition", t("web.print.edition"), [
              ["colour", t("web.print.colour")],
              ["ink-saving", t("web.print.ink_saving")],
              ["black-and-white", t("web.print.black_and_white")],
            ]),
          ),
          field(
            t("web.print.large"),
            h(
              "div.aid",
              {},
              toggle(t("web.print.large"), false, (on) => this.#choose(() => (this.large = on))),
            ),
          ),
          field(t("web.print.parts"), this.parts),
          this.combined,
          this.duplex,
          h("div.acts", {}, this.download),
          this.trouble,
        ),
        this.leaf,
      ),
    );
  }

  /** Ask what the set is like now, and show its page. */
  async look() {
    const asked = ++this.asked;
    if (this.wanted?.size === 0) return this.#refuse(t("web.print.no_parts"));
    put(this.trouble);
    this.download.href = this.#address(".pdf");
    this.download.removeAttribute("aria-disabled");
    try {
      const about = /** @type {About} */ (await get(this.#address("")));
      if (asked !== this.asked) return;
      this.about = about;
      this.number = Math.min(this.number, about.pages);
      this.#show(about);
    } catch (error) {
      if (asked === this.asked) this.#refuse(reason(error));
    }
  }

  /**
   * Say why there is nothing to print.
   *
   * @param {string} why
   */
  #refuse(why) {
    put(this.trouble, why);
    this.leaf.hidden = true;
    this.download.removeAttribute("href");
    this.download.setAttribute("aria-disabled", "true");
  }

  /** @param {About} about */
  #show(about) {
    if (!this.wanted) {
      this.wanted = new Set(about.parts);
      put(this.parts, ...[...about.parts, ...about.more].map((part) => this.#part(part)));
    }
    this.leaf.hidden = false;
    this.duplex.hidden = !about.twoSided;
    this.combined.hidden = about.combined.length === 0;
    put(this.serves, t("web.print.combined.what", { games: about.combined.map((id) => this.#title(id)).join(" · ") }));
    this.picture.className = this.chosen.paper;
    this.picture.src = `${this.#address(".png")}&page=${this.number}`;
    this.picture.alt = t("web.print.page", { number: this.number, count: about.pages });
    put(this.pageStatus, this.picture.alt);
    this.back.disabled = this.number <= 1;
    this.next.disabled = this.number >= about.pages;
  }

  /** @param {string} id */
  #title(id) {
    const game = this.games.find((one) => one.name === id.split("?")[0]);
    return game ? t(game.title) : id;
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
    if (this.combine) query.set("combined", "true");
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
