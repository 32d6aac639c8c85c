// @ts-check
/** Form controls: segments for two to four choices, steppers for numbers, switches for yes or no. */

import { h } from "../dom.js";
import { t } from "../i18n.js";

let made = 0;

/**
 * @template {string | number} Value
 * @param {string} label what is chosen, for screen readers
 * @param {{value: Value, text: string}[]} choices
 * @param {Value} chosen
 * @param {(value: Value) => void} choose
 */
export function segments(label, choices, chosen, choose) {
  const name = `segments-${++made}`;
  return h(
    "div.seg",
    { role: "radiogroup", "aria-label": label },
    ...choices.map(({ value, text }) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }),
        text,
      ),
    ),
  );
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} flip
 */
export function toggle(label, on, flip) {
  const box = h("input", {
    type: "checkbox",
    role: "switch",
    checked: on,
    "aria-label": label,
    onchange: () => flip(box.checked),
  });
  return h("span.switch", {}, box);
}

/**
 * @param {string} label
 * @param {{low: number, high: number, value: number, step?: number}} range
 * @param {(value: number) => void} choose
 */
export function stepper(label, { low, high, value, step = 1 }, choose) {
  const shown = h("output", { "aria-label": label }, value);
  /** @param {number} by */
  const change = (by) => {
    value = Math.max(low, Math.min(high, value + by));
    shown.textContent = String(value);
    fewer.disabled = value <= low;
    more.disabled = value >= high;
    choose(value);
  };
  const fewer = h(
    "button",
    {
      type: "button",
      "aria-label": t("web.fewer", { what: label }),
      disabled: value <= low,
      onclick: () => change(-step),
    },
    "−",
  );
  const more = h(
    "button",
    {
      type: "button",
      "aria-label": t("web.more", { what: label }),
      disabled: value >= high,
      onclick: () => change(step),
    },
    "+",
  );
  return h("span.num", {}, fewer, shown, more);
}
