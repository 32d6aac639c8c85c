// @ts-check
/** The set-up of a tournament: names to paste, the game, the time, who meets whom; what fits is told at once. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { get, post } from "../net.js";
import { allGames } from "../games.js";
import { segments } from "./forms.js";
import { reason } from "./notices.js";
import { ownList, ownTournaments } from "./tournament-links.js";

/** @typedef {import("../types.js").Game} Game */

/** A game that children learn in a minute. */
const USUAL = "4eyes-beginners";
/** The rows on a board on which a game takes some minutes. */
const SMALL_ROWS = "hexrows?side=4&stones=18";
const MINUTES = [30, 45, 60, 90, 120];
const FEWEST = 2;
const MOST = 40;

/** @param {import("../app.js").Place} place */
export async function tournamentSetUp(place) {
  place.name(t("web.tournament.home"), t("web.tournament.home"));
  const [games, tournaments] = await Promise.all([allGames(), ownTournaments()]);
  new SetUp(place, games).draw();
  const own = tournaments.filter(({ organiser }) => organiser);
  if (own.length) place.main.append(ownList(own));
}

class SetUp {
  /**
   * @param {import("../app.js").Place} place
   * @param {Game[]} games
   */
  constructor(place, games) {
    this.place = place;
    this.games = games;
    this.game = USUAL;
    this.minutes = 60;
    this.system = "auto";
    this.asked = 0;
    this.count = h("span.tag");
    this.plan = h("div.plan", { "aria-live": "polite" });
    this.trouble = h("p.trouble", { id: "tournament-trouble", role: "alert" });
    this.names = h("textarea.input", {
      id: "tournament-names",
      rows: 9,
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "tournament-names-what tournament-trouble",
      oninput: () => this.#changed(),
    });
    this.button = h("button.btn.primary.big", { type: "submit" }, t("web.tournament.open"));
  }

  draw() {
    const minutes = MINUTES.map((count) => ({ value: count, text: t("web.tournament.minutes", { count }) }));
    const systems = [
      { value: "auto", text: t("web.tournament.auto") },
      { value: "round_robin", text: t("web.tournament.round_robin") },
      { value: "swiss", text: t("web.tournament.swiss") },
    ];
    put(
      this.place.main,
      h(
        "form.tournament-set-up",
        { onsubmit: (/** @type {Event} */ event) => this.#open(event) },
        h("header", {}, h("h1", {}, t("web.tournament.home")), h("p.quiet", {}, t("web.tournament.new_what"))),
        h(
          "div.names",
          {},
          h("label.label", { for: "tournament-names" }, t("web.tournament.names"), " ", this.count),
          this.names,
          h("p.quiet", { id: "tournament-names-what" }, t("web.tournament.names_what")),
          this.trouble,
        ),
        h(
          "div.choices",
          {},
          h("label.label", { for: "tournament-game" }, t("web.tournament.game")),
          this.#gameField(),
          h("h2.label", {}, t("web.tournament.time")),
          segments(t("web.tournament.time"), minutes, this.minutes, (value) => {
            this.minutes = value;
            this.#changed();
          }),
          h("h2.label", {}, t("web.tournament.system")),
          segments(t("web.tournament.system"), systems, this.system, (value) => {
            this.system = value;
            this.#changed();
          }),
          this.plan,
          this.button,
        ),
      ),
    );
    this.#changed();
  }

  #gameField() {
    const option = (/** @type {string} */ value, /** @type {string} */ text) =>
      h("option", { value, selected: value === this.game }, text);
    const choices = (/** @type {number} */ players) => {
      const found = this.games.filter((game) => game.players === players);
      return found.flatMap((game) => [
        option(game.name, t(game.title)),
        game.name === "hexrows" && option(SMALL_ROWS, `${t(game.title)}, ${t("web.tournament.small_board")}`),
      ]);
    };
    const field = h(
      "select.input",
      {
        id: "tournament-game",
        onchange: () => {
          this.game = field.value;
          this.#changed();
        },
      },
      h("optgroup", { label: t("web.tournament.for_two") }, ...choices(2)),
      h("optgroup", { label: t("web.tournament.for_three") }, ...choices(3)),
    );
    return field;
  }

  /** The names as they stand there: a line each, or in one line between commas; what tables number is left out. */
  #listed() {
    const text = this.names.value.trim();
    const lines = text.includes("\n") ? text.split("\n") : text.split(/[,;]/);
    return lines
      .map((line) =>
        line
          .replace(/\t/g, " ")
          .replace(/^\s*\d+[.)]\s+/, "")
          .replace(/\s+/g, " ")
          .trim(),
      )
      .filter(Boolean);
  }

  /** Tell how many names there are, and what fits into the time. */
  async #changed() {
    const count = this.#listed().length;
    put(this.count, count > 0 && t("web.tournament.count", { count }));
    this.count.hidden = count === 0;
    put(this.trouble, count > MOST && t("web.tournament.few"));
    const asked = ++this.asked;
    if (count < FEWEST || count > MOST) return put(this.plan);
    const system = this.system === "auto" ? "" : `&system=${this.system}`;
    const path = `/api/v1/tournaments/plan?game=${encodeURIComponent(this.game)}&players=${count}&minutes=${this.minutes}`;
    const plan = await get(path + system).catch(() => null);
    if (asked === this.asked && plan) this.#tell(plan, count);
  }

  /**
   * @param {{system: string, rounds: number, minutes: number}} plan
   * @param {number} count
   */
  #tell({ system, rounds, minutes }, count) {
    const three = this.games.find((game) => game.name === this.game)?.players === 3;
    put(
      this.plan,
      h("p.sum", {}, t("web.tournament.plan", { count: rounds, minutes })),
      h("p.quiet", {}, system === "swiss" ? t("web.tournament.swiss_what") : t("web.tournament.round_robin_what")),
      three
        ? count % 3 > 0 && h("p.quiet", {}, t("web.tournament.fill"))
        : count % 2 > 0 && h("p.quiet", {}, t("web.tournament.odd")),
    );
  }

  /** @param {Event} event */
  async #open(event) {
    event.preventDefault();
    const names = this.#listed();
    if (names.length < FEWEST || names.length > MOST) return this.#refuse(t("web.tournament.few"));
    this.button.disabled = true;
    try {
      const system = this.system === "auto" ? {} : { system: this.system };
      const asked = { game: this.game, names, minutes: this.minutes, ...system };
      this.place.go(`/tournament/${(await post("/api/v1/tournaments", asked)).id}`);
    } catch (error) {
      this.#refuse(reason(error));
    } finally {
      this.button.disabled = false;
    }
  }

  /** @param {string} why */
  #refuse(why) {
    put(this.trouble, why);
    this.names.focus();
  }
}
