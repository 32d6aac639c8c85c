// @ts-check
/**
 * The form that a player's games are searched with. What is searched for stands in the fragment of the address, so that
 * a reload keeps it: a name there reaches no server and no log.
 */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { notice, reason } from "./notices.js";

/**
 * What is asked of the server.
 *
 * @typedef {{game?: string, opponent?: string, against?: string, result?: string, since?: number, until?: number}}
 *   Search
 */

/** Milliseconds that a name rests before it is searched for. */
const REST = 250;
const DAY = 24 * 60 * 60 * 1000;

/**
 * @param {import("../types.js").Game[]} games
 * @param {(search: Search) => Promise<unknown>} search
 */
export function searchForm(games, search) {
  const fields = makeFields(games);
  const entries = Object.entries(fields);
  const given = new URLSearchParams(location.hash.slice(1));
  for (const [name, field] of entries) {
    field.id = `search-${name}`;
    field.value = given.get(name) ?? "";
  }
  /** @type {ReturnType<typeof setTimeout>} */
  let resting;

  function go() {
    clearTimeout(resting);
    const filled = entries.filter(([, field]) => field.value.trim()).map(([name, field]) => [name, field.value.trim()]);
    const text = new URLSearchParams(filled).toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname);
    search(read(fields)).catch((error) => notice(reason(error)));
  }

  const form = h(
    "form",
    {
      role: "search",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        go();
      },
      onchange: go,
      oninput: (/** @type {Event} */ event) => {
        if (event.target !== fields.opponent) return;
        clearTimeout(resting);
        resting = setTimeout(go, REST);
      },
    },
    ...entries.map(([name, field]) => h("div.field", {}, h("label", { for: field.id }, label(name)), field)),
  );
  const isFilled = () => Object.keys(read(fields)).length > 0;
  const open = isFilled() || matchMedia("(min-width: 700px) and (min-height: 560px)").matches;
  return {
    element: h("details.game-search", { open }, h("summary", {}, t("web.games.search")), form),
    search: () => read(fields),
    isFilled,
    reset: () => {
      form.reset();
      for (const [, field] of entries) field.value = "";
      go();
      fields.opponent.focus();
    },
  };
}

/** @param {import("../types.js").Game[]} games */
function makeFields(games) {
  return {
    opponent: h("input.input", { type: "search", maxlength: 96, autocomplete: "off", spellcheck: "false" }),
    game: select(games.map((game) => [game.name, t(game.title)])),
    result: select([
      ["running", t("web.games.running")],
      ["won", t("web.games.won")],
      ["lost", t("web.games.lost")],
      ["drawn", t("web.result.drawn")],
    ]),
    against: select([
      ["computer", t("web.games.computer")],
      ["people", t("web.games.people")],
      ["device", t("web.home.same_device")],
    ]),
    since: h("input.input", { type: "date" }),
    until: h("input.input", { type: "date" }),
  };
}

/** @param {string} name */
function label(name) {
  return {
    opponent: t("web.games.opponent"),
    game: t("web.games.game"),
    result: t("web.result.label"),
    against: t("web.games.against"),
    since: t("web.games.since"),
    until: t("web.games.until"),
  }[name];
}

/** @param {string[][]} choices */
function select(choices) {
  return h(
    "select.input",
    {},
    h("option", { value: "" }, t("web.games.any")),
    ...choices.map(([value, text]) => h("option", { value }, text)),
  );
}

/**
 * @param {ReturnType<typeof makeFields>} fields
 * @returns {Search}
 */
function read({ opponent, game, result, against, since, until }) {
  const day = (/** @type {HTMLInputElement} */ field) => new Date(`${field.value}T00:00`).getTime();
  return {
    ...(opponent.value.trim() && { opponent: opponent.value.trim() }),
    ...(game.value && { game: game.value }),
    ...(result.value && { result: result.value }),
    ...(against.value && { against: against.value }),
    ...(since.value && { since: day(since) }),
    // The day itself counts: it ends when the next one begins.
    ...(until.value && { until: endOf(day(until)) }),
  };
}

/** When the day after a midnight begins, in the time zone of this browser. @param {number} midnight */
function endOf(midnight) {
  const next = new Date(midnight + DAY + DAY / 2);
  return new Date(next.getFullYear(), next.getMonth(), next.getDate()).getTime();
}
