// @ts-check
/** One seat in the set-up: who sits there, with a name or a level. */

import { h, put } from "../dom.js";
import { say } from "../say.js";
import { levelWord } from "../games.js";
import { stone } from "./drawing.js";
import { segments } from "./forms.js";

/** @typedef {import("../pages/new.js").Plan} Plan */
/** @typedef {{game: import("../types.js").Game, seats: Plan[], tell: () => void, draw: () => void}} SetUp */

/**
 * @param {SetUp} setup
 * @param {number} seat
 */
export function seatField(setup, seat) {
  const plan = setup.seats[seat];
  const colour = setup.game.colours[seat];
  const label = { red: say("colour.red"), brown: say("colour.brown"), blue: say("colour.blue") }[colour];
  const more = h("div.seatmore");
  const choices = [
    { value: /** @type {const} */ ("me"), text: say("web.seat.me") },
    { value: /** @type {const} */ ("device"), text: say("web.seat.device") },
    { value: /** @type {const} */ ("computer"), text: say("web.seat.computer") },
    { value: /** @type {const} */ ("friend"), text: say("web.seat.friend") },
  ];
  const kinds = segments(label, choices, plan.kind, (kind) => {
    const former = setup.seats.find((other) => other.kind === "me" && other !== plan);
    plan.kind = kind;
    if (kind === "me" && former) {
      [former.kind, former.name, plan.name] = ["device", "", former.name];
      setup.draw();
      return;
    }
    drawMore();
    setup.tell();
  });
  function drawMore() {
    put(
      more,
      plan.kind === "computer"
        ? levelField(setup, plan, label)
        : plan.kind === "friend"
          ? h("p.quiet", {}, say("web.seat.friend_what"))
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
  const input = h("input.input", {
    type: "text",
    maxlength: 24,
    autocomplete: plan.kind === "me" ? "nickname" : "off",
    placeholder: say("web.seat.name"),
    "aria-label": say("web.seat.name_of", { colour }),
    value: plan.name,
    oninput: () => {
      plan.name = input.value.trim();
      setup.tell();
    },
  });
  return input;
}

/**
 * @param {SetUp} setup
 * @param {Plan} plan
 * @param {string} colour
 */
function levelField(setup, plan, colour) {
  const { levels } = setup.game;
  const words = () => say("web.level.named", { level: plan.level, word: levelWord(plan.level, levels) });
  const shown = h("span", {}, words());
  const range = h("input", {
    type: "range",
    min: 1,
    max: levels,
    value: plan.level,
    "aria-label": say("web.level.of", { colour }),
    "aria-valuetext": words(),
    oninput: () => {
      plan.level = Number(range.value);
      shown.textContent = words();
      range.setAttribute("aria-valuetext", words());
      setup.tell();
    },
  });
  return h("div.level", {}, range, shown);
}
