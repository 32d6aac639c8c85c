// @ts-check
/** The set-up: board and options, a seat each, who begins, swap, clock, aids; then the table is opened. */

import { h, put } from "../dom.js";
import { join, t } from "../i18n.js";
import { get, post } from "../net.js";
import { saveSetting, loadSetting } from "../settings.js";
import { FRIENDLY, allGames, groupName, groupTitle } from "../games.js";
import { tilePicture } from "../board/tray-pictures.js";
import { smallBoard } from "../parts/board.js";
import { icon } from "../parts/icons.js";
import { segments, stepper, toggle } from "../parts/forms.js";
import { botsFor, refuseName, seatField } from "../parts/seat-field.js";
import { keepInvites } from "../parts/invites.js";
import { reason } from "../parts/notices.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").Bot} Bot */
/**
 * @typedef {{kind: "me" | "device" | "computer" | "friend" | "bot", name: string, level: number, bot?: string,
 *   trouble?: string}} Plan
 */

const DAY_MS = 86_400_000;
/** The days for each move that can be chosen. */
const DAYS = [1, 3, 7];

/** @type {import("../app.js").Page} */
export async function page(place) {
  const [games, bots] = await Promise.all([allGames(), connectedBots()]);
  const wanted = place.rest.split("?")[0];
  const chosen = games.find((game) => game.name === wanted);
  if (!chosen) return place.go("/");
  const start = new URLSearchParams(location.search).get("start");
  place.name(t("web.new.title", { game: groupTitle(chosen) }));
  new SetUp(place, { games, bots }, chosen, start).draw();
}

/** The bots that can be given a seat; none if that is not known. @returns {Promise<Bot[]>} */
async function connectedBots() {
  try {
    return (await get("/api/v1/bots")).bots;
  } catch {
    return [];
  }
}

class SetUp {
  /**
   * @param {import("../app.js").Place} place
   * @param {{games: Game[], bots: Bot[]}} known
   * @param {Game} game
   * @param {string | null} start a position to begin from
   */
  constructor(place, { games, bots }, game, start) {
    this.place = place;
    this.group = games.filter((other) => groupName(other) === groupName(game));
    this.game = game;
    this.start = start;
    /** @type {Record<string, number>} */
    this.options = {};
    /** @type {Plan[]} */
    this.seats = game.colours.map((_, seat) => ({
      kind: seat ? "computer" : "me",
      name: seat ? "" : (loadSetting("name") ?? ""),
      level: Math.min(FRIENDLY, game.levels),
    }));
    this.bots = bots;
    this.lot = false;
    this.swap = false;
    this.aids = true;
    /** @type {"none" | "minutes" | "days" | "other"} */
    this.clock = "none";
    this.days = 3;
    this.minutes = 5;
    this.seconds = 3;
    this.picture = h("div.pic");
    this.summary = h("p.sum");
    this.rules = h("a.btn", {}, icon("book"), t("web.rules.title"));
    this.assumptions = h("div");
    this.trouble = h("p.trouble", { role: "alert" });
  }

  draw() {
    const { game } = this;
    const assumed =
      game.options.some((option) => option.assumed) &&
      h("p", {}, h("span.tag.assumed", {}, t("web.new.assumed")), " ", t("web.new.assumed_what"));
    put(
      this.place.main,
      h(
        "form.setup",
        { onsubmit: (/** @type {Event} */ event) => this.#open(event) },
        h(
          "div.left",
          {},
          h("h1", {}, groupTitle(game)),
          h("p.quiet", {}, [t(game.credits[0]), game.year].filter(Boolean).join(", ")),
          this.picture,
          this.summary,
          h("p.ruleslink", {}, this.rules),
        ),
        h(
          "div.form",
          {},
          this.#playersField(),
          h(
            "div.fld",
            { role: "group", "aria-label": t("web.new.seats") },
            h("h2", {}, t("web.new.seats")),
            h("div.seats", {}, ...game.colours.map((_, seat) => seatField(this, seat))),
          ),
          field(t("web.new.begins"), this.#begins()),
          game.players === 2 &&
            !this.start &&
            field(
              t("web.new.swap"),
              h(
                "div.aid",
                {},
                toggle(t("web.new.swap"), this.swap, (on) => (this.swap = on)),
                h("span", {}, t("web.new.swap_what")),
              ),
            ),
          ...this.#boardFields(),
          field(t("web.new.clock"), this.#clockField()),
          field(t("web.new.aids"), this.#aidsField()),
          this.trouble,
          h(
            "div.acts",
            {},
            h("a.btn.plain.big", { href: "/" }, t("web.cancel")),
            h("button.btn.primary.big", { type: "submit" }, t("web.new.start")),
          ),
        ),
        h("div.note", {}, assumed, this.assumptions),
      ),
    );
    this.updateSummary();
    this.#tell(game);
    this.#picture();
  }

  /** The rules and what is assumed are those of the options as chosen. @param {Game} game */
  #tell(game) {
    this.rules.setAttribute("href", `/rules/${game.id}`);
    put(this.assumptions, ...game.assumptions.map((text) => h("p", {}, t(text))));
  }

  /** How many play, where that can be chosen. */
  #playersField() {
    const { game, group } = this;
    const players = [...new Set(group.map((other) => other.players))].sort();
    if (this.start || players.length < 2) return null;
    const choices = players.map((count) => ({ value: count, text: t("web.home.players", { count }) }));
    const choose = (/** @type {number} */ count) => this.#become(group.find((other) => other.players === count));
    return field(t("web.new.players"), segments(t("web.new.players"), choices, game.players, choose));
  }

  /** The board, its pieces, and other readings of the rules: few change them, so they come after who plays. */
  #boardFields() {
    if (this.start) return [];
    const { game, group } = this;
    const sizes = group.filter((other) => other.players === game.players);
    const fields = [];
    if (sizes.length > 1) {
      const choices = sizes.map((other) => ({ value: other.name, text: cells(side(other)) }));
      const assumed = game.options.some((option) => option.name === "side" && option.assumed);
      fields.push(
        field(
          t("web.new.board"),
          segments(t("web.new.board"), choices, game.name, (name) =>
            this.#become(sizes.find((other) => other.name === name)),
          ),
          assumed,
        ),
      );
    }
    const options = game.options.filter((option) => option.name !== "side" || sizes.length === 1);
    const board = options.filter((option) => option.name === "side");
    const pieces = options.filter((option) => option.name !== "side" && !option.reading);
    const readings = options.filter((option) => option.reading);
    for (const option of board) {
      // Tiles lie on large fields, and the board is measured in these.
      const across = t(game.view.fields.length ? "web.new.side_fields" : "web.new.side");
      fields.push(field(t("web.new.board"), this.#option(option, [h("b", {}, across)], across), option.assumed));
    }
    if (pieces.length) {
      const label = t({ tiles: "web.new.dominoes", stones: "web.new.stones" }[pieces[0].name] ?? "web.new.tiles");
      const controls = pieces.map((option) => {
        const piece = option.name.toUpperCase();
        return pieces.length > 1
          ? this.#option(option, [this.#tile(piece), h("b", {}, piece)], `${t("list.label", { label })} ${piece}`)
          : this.#option(option, [], label);
      });
      fields.push(
        field(
          label,
          h("div.split", {}, ...controls),
          pieces.some((option) => option.assumed),
        ),
      );
    }
    if (readings.length) {
      fields.push(field(t("web.new.readings"), h("div.readings", {}, ...readings.map((each) => this.#reading(each)))));
    }
    return fields;
  }

  /**
   * Another reading of a rule: a switch, with a number if there is a choice.
   * @param {import("../types.js").Option} option
   */
  #reading(option) {
    const text = option.reading ? t(option.reading) : "";
    const number = h("span.number", {});
    const show = () => {
      const chosen = option.high > 1 && this.options[option.name];
      number.replaceChildren(...(chosen ? [this.#option({ ...option, low: 1 }, [], text)] : []));
    };
    const flip = toggle(text, Boolean(this.options[option.name]), (on) => {
      this.#choose(option, on ? option.usual : 0);
      show();
    });
    show();
    return h("div.aid", {}, flip, h("span", {}, text), number);
  }

  /**
   * @param {import("../types.js").Option} option
   * @param {number} value
   */
  #choose(option, value) {
    this.options[option.name] = value;
    if (value === option.default) delete this.options[option.name];
    this.#picture();
  }

  /**
   * @param {import("../types.js").Option} option
   * @param {(Node | null)[]} sign what stands before it, if it is one of several
   * @param {string} name what it is called
   */
  #option(option, sign, name) {
    const value = this.options[option.name] ?? option.default;
    const control = stepper(name, { low: option.low, high: option.high, value }, (now) => this.#choose(option, now));
    return h("span.step", {}, ...sign, control);
  }

  /** A kind of tile as the first player has it. @param {string} piece */
  #tile(piece) {
    const [{ slots, colour }] = this.game.view.trays;
    const slot = slots.find((/** @type {any} */ one) => one.piece === piece && one.kind === "tile");
    return slot ? tilePicture({ ...slot, left: 1 }, colour) : null;
  }

  /** @param {Game | undefined} game another variant */
  #become(game) {
    if (!game || game === this.game) return;
    const focus = /** @type {HTMLInputElement | null} */ (document.activeElement)?.value;
    this.game = game;
    this.options = {};
    while (this.seats.length < game.players) {
      this.seats.push({ kind: "computer", name: "", level: Math.min(FRIENDLY, game.levels) });
    }
    this.seats.length = game.players;
    for (const plan of this.seats) {
      plan.level = Math.min(plan.level, game.levels);
      if (plan.kind === "bot" && !this.#plays(plan.bot)) plan.kind = "computer";
    }
    this.draw();
    /** @type {HTMLElement | null} */ (this.place.main.querySelector(`input[value="${focus}"]`))?.focus();
  }

  /** Whether a bot plays the game that is chosen. @param {string | undefined} name */
  #plays(name) {
    return botsFor(this).some((bot) => bot.name === name);
  }

  #begins() {
    const choices = [
      { value: "seated", text: t("web.new.as_seated") },
      { value: "lot", text: t("web.new.by_lot") },
    ];
    return segments(t("web.new.begins"), choices, this.lot ? "lot" : "seated", (value) => {
      this.lot = value === "lot";
      this.updateSummary();
    });
  }

  /** Without aids, it says what the server cannot see. */
  #aidsField() {
    const what = h("span", { "aria-live": "polite" });
    /** @param {boolean} on */
    const choose = (on) => {
      this.aids = on;
      what.textContent = t(on ? "web.new.aids_what" : "web.new.no_aids_what");
    };
    choose(this.aids);
    return h("div.aid", {}, toggle(t("web.new.aids"), this.aids, choose), what);
  }

  #clockField() {
    const other = h(
      "div.split",
      { hidden: this.clock !== "other" },
      h(
        "span.step",
        {},
        h("span", {}, t("web.new.minutes")),
        stepper(t("web.new.minutes"), { low: 1, high: 180, value: this.minutes }, (value) => (this.minutes = value)),
      ),
      h(
        "span.step",
        {},
        h("span", {}, t("web.new.seconds")),
        stepper(t("web.new.seconds"), { low: 0, high: 60, value: this.seconds }, (value) => (this.seconds = value)),
      ),
    );
    const dayChoices = DAYS.map((count) => ({ value: count, text: t("web.new.days", { count }) }));
    const days = segments(t("web.new.clock_days"), dayChoices, this.days, (value) => (this.days = value));
    days.hidden = this.clock !== "days";
    const choices = [
      { value: /** @type {const} */ ("none"), text: t("web.new.no_clock") },
      { value: /** @type {const} */ ("minutes"), text: t("web.new.clock_minutes", { minutes: 10, seconds: 5 }) },
      { value: /** @type {const} */ ("days"), text: t("web.new.clock_days") },
      { value: /** @type {const} */ ("other"), text: t("web.new.clock_other") },
    ];
    return h(
      "div",
      {},
      segments(t("web.new.clock"), choices, this.clock, (value) => {
        this.clock = value;
        days.hidden = value !== "days";
        other.hidden = value !== "other";
        this.updateSummary();
      }),
      days,
      other,
    );
  }

  /** The clock as the server knows it; null for none. */
  #chosenClock() {
    return {
      none: null,
      minutes: { kind: "minutes", initial_ms: 600_000, increment_ms: 5_000 },
      days: { kind: "days", initial_ms: this.days * DAY_MS, increment_ms: 0 },
      other: { kind: "minutes", initial_ms: this.minutes * 60_000, increment_ms: this.seconds * 1000 },
    }[this.clock];
  }

  /** Describe in one sentence what will be played. */
  updateSummary() {
    const { seats, lot } = this;
    const named = seats.map((plan) =>
      plan.kind === "computer"
        ? t("web.seat.computer_level", { level: plan.level })
        : plan.kind === "friend"
          ? t("web.sum.friend")
          : plan.kind === "me"
            ? t("web.sum.me")
            : plan.kind === "bot"
              ? t("web.sum.bot", { name: plan.bot })
              : plan.name || t("web.sum.device"),
    );
    const clock = {
      none: t("web.sum.no_clock"),
      minutes: t("web.sum.clock"),
      days: t("web.sum.clock"),
      other: t("web.sum.clock"),
    }[this.clock];
    const seated = join(named);
    const first = lot ? t("web.sum.lot") : t("web.sum.seated");
    put(this.summary, `${seated[0].toLocaleUpperCase()}${seated.slice(1)}. ${first} ${clock}`);
  }

  /** The game with its options as they are shown; a position begins with the game that it is one of. */
  #chosen() {
    if (this.start) return this.start.split(" ")[0];
    const options = Object.entries(this.options).map(([name, value]) => `${name}=${value}`);
    return options.length ? `${this.game.name}?${options.join("&")}` : this.game.id;
  }

  async #picture() {
    const game = this.#chosen();
    try {
      const answer = await (this.start
        ? post("/api/v1/positions", { game, start: this.start, moves: [] })
        : get(`/api/v1/games/${game}`));
      if (game !== this.#chosen()) return;
      put(this.picture, smallBoard(answer.view));
      if (!this.start) this.#tell(answer);
      put(this.trouble);
    } catch (error) {
      if (game === this.#chosen()) put(this.trouble, reason(error));
    }
  }

  /** @param {Event} event */
  async #open(event) {
    event.preventDefault();
    const seats = this.seats.map(({ kind, name, level, bot }) => ({
      kind,
      ...(kind === "computer" ? { level } : kind === "bot" ? { name: bot } : name && kind !== "friend" ? { name } : {}),
    }));
    const start = this.start ? { start: this.start } : {};
    try {
      const table = await post("/api/v1/tables", {
        game: this.#chosen(),
        seats,
        swap: this.swap && seats.length === 2,
        clock: this.#chosenClock(),
        aids: this.aids,
        lot: this.lot,
        ...start,
      });
      const me = this.seats.find((plan) => plan.kind === "me");
      if (me?.name) saveSetting("name", me.name);
      keepInvites(table.id, table.invites ?? []);
      this.place.go(`/table/${table.id}`);
    } catch (error) {
      if (refuseName(this, error)) return;
      put(this.trouble, reason(error));
      this.trouble.scrollIntoView({ block: "center" });
    }
  }
}

/**
 * @param {string} label
 * @param {Element} control
 * @param {boolean} [assumed]
 */
function field(label, control, assumed = false) {
  return h("div.fld", {}, h("h2", {}, label, assumed && h("span.tag.assumed", {}, t("web.new.assumed"))), control);
}

/** @param {Game} game */
function side(game) {
  return game.options.find((option) => option.name === "side")?.default ?? 0;
}

/** @param {number} count */
function cells(count) {
  return `${count} × ${count}`;
}
