// @ts-check
/** One seat in the set-up: who sits there, with a name or a level. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { Problem } from "../net.js";
import { levelWord } from "../games.js";
import { icon } from "./icons.js";
import { stone } from "./stones.js";
import { segments } from "./forms.js";

/** @typedef {import("../pages/new.js").Plan} Plan */
/** @typedef {import("../types.js").Bot} Bot */
/**
 * @typedef {{game: import("../types.js").Game, seats: Plan[], bots: Bot[], updateSummary: () => void,
 *   draw: () => void}} SetUp
 */

/** The bots that are connected and play the game that is chosen. @param {SetUp} setup */
export function botsFor({ bots, game }) {
  return bots.filter(({ games }) => !games.length || games.includes(game.name));
}

/**
 * @param {SetUp} setup
 * @param {number} seat
 */
export function seatField(setup, seat) {
  const plan = setup.seats[seat];
  const colour = setup.game.colours[seat];
  const label = { red: t("colour.red"), brown: t("colour.brown"), blue: t("colour.blue") }[colour];
  const more = h("div.seatmore");
  const choices = [
    { value: /** @type {const} */ ("me"), text: t("web.seat.me") },
    { value: /** @type {const} */ ("device"), text: t("web.seat.device") },
    { value: /** @type {const} */ ("computer"), text: t("web.seat.computer") },
    { value: /** @type {const} */ ("friend"), text: t("web.seat.friend") },
    ...(botsFor(setup).length ? [{ value: /** @type {const} */ ("bot"), text: t("web.seat.bot") }] : []),
  ];
  const kinds = segments(label, choices, plan.kind, (kind) => {
    const former = setup.seats.find((other) => other.kind === "me" && other !== plan);
    plan.kind = kind;
    if (kind === "bot") plan.bot ??= (botsFor(setup).find(({ free }) => free) ?? botsFor(setup)[0]).name;
    if (kind === "me" && former) {
      [former.kind, former.name, plan.name] = ["device", "", former.name];
      setup.draw();
      return;
    }
    drawMore();
    setup.updateSummary();
  });
  function drawMore() {
    put(
      more,
      plan.kind === "computer"
        ? levelField(setup, plan, label)
        : plan.kind === "bot"
          ? botField(setup, plan, label)
          : plan.kind === "friend"
            ? h("p.quiet", {}, t("web.seat.friend_what"))
            : nameField(setup, plan, label),
    );
  }
  drawMore();
  return h("div.seatline", {}, h("span.who", {}, stone(colour), label), h("div", {}, kinds, more));
}

/**
 * @param {SetUp} setup
 * @param {Plan} plan
 * @param {string} colour
 */
function nameField(setup, plan, colour) {
  const id = `trouble-${setup.seats.indexOf(plan)}`;
  const trouble = h("p.trouble", { id, role: "alert" }, plan.trouble);
  const input = h("input.input", {
    type: "text",
    maxlength: 48,
    autocomplete: plan.kind === "me" ? "nickname" : "off",
    placeholder: t("web.seat.name"),
    "aria-label": t("web.seat.name_of", { colour }),
    value: plan.name,
    "aria-describedby": id,
    "aria-invalid": plan.trouble && "true",
    oninput: () => {
      plan.name = input.value.trim();
      delete plan.trouble;
      put(trouble);
      input.removeAttribute("aria-invalid");
      setup.updateSummary();
    },
  });
  return h("div", {}, input, trouble);
}

/**
 * Say at its field why a name was refused, and let the user correct it.
 * @param {SetUp} setup
 * @param {unknown} error
 * @returns {boolean} whether the error was about a name
 */
export function refuseName(setup, error) {
  if (!(error instanceof Problem) || !error.reason.key.startsWith("table.name")) return false;
  const refused = error.reason.params?.name;
  const plan = setup.seats.find(({ name }) => name.normalize("NFC").replace(/ +/g, " ") === refused);
  if (!plan) return false;
  plan.trouble = t(error.reason);
  setup.draw();
  /** @type {HTMLElement | null} */ (document.querySelector("[aria-invalid]"))?.focus();
  return true;
}

/**
 * Which of the connected bots plays; one without time for another game cannot be chosen.
 * @param {SetUp} setup
 * @param {Plan} plan
 * @param {string} colour
 */
function botField(setup, plan, colour) {
  const options = botsFor(setup).map(({ name, free }) =>
    h(
      "option",
      { value: name, selected: name === plan.bot, disabled: !free },
      free ? name : t("web.seat.bot_busy", { name }),
    ),
  );
  const select = h(
    "select.input",
    {
      "aria-label": t("web.seat.bot_of", { colour }),
      onchange: () => {
        plan.bot = select.value;
        setup.updateSummary();
      },
    },
    ...options,
  );
  return h("div.botchoice", {}, icon("bot"), select);
}

/**
 * @param {SetUp} setup
 * @param {Plan} plan
 * @param {string} colour
 */
function levelField(setup, plan, colour) {
  const { levels } = setup.game;
  const words = () => t("web.level.named", { level: plan.level, word: levelWord(plan.level, levels) });
  const shown = h("span", {}, words());
  const range = h("input", {
    type: "range",
    min: 1,
    max: levels,
    value: plan.level,
    "aria-label": t("web.level.of", { colour }),
    "aria-valuetext": words(),
    oninput: () => {
      plan.level = Number(range.value);
      shown.textContent = words();
      range.setAttribute("aria-valuetext", words());
      setup.updateSummary();
    },
  });
  return h("div.level", {}, range, shown);
}
