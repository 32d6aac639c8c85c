// @ts-check
/** Tabs: one of several panels is shown; arrow keys go from tab to tab. */

import { h } from "../dom.js";

let made = 0;

export class Tabs {
  /**
   * @param {string} label what is chosen, for screen readers
   * @param {{name: string, title: string, panel: HTMLElement}[]} tabs
   * @param {string} chosen
   * @param {(name: string) => void} changed
   */
  constructor(label, tabs, chosen, changed) {
    const id = `tabs-${++made}`;
    this.tabs = tabs;
    this.changed = changed;
    this.chosen = chosen;
    this.buttons = tabs.map(({ name, title }, index) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `${id}-${name}`,
          "data-tab": name,
          "aria-controls": `${id}-${name}-panel`,
          onclick: (/** @type {MouseEvent} */ event) => {
            this.choose(name);
            // Who clicks goes on with arrow keys through the moves, not through the tabs.
            if (event.detail) this.buttons[index].blur();
          },
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        },
        title,
      ),
    );
    for (const { name, panel } of tabs) {
      panel.id = `${id}-${name}-panel`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `${id}-${name}`);
    }
    this.element = h("div.tabs", { role: "tablist", "aria-label": label }, ...this.buttons);
    this.#mark();
  }

  /** @param {string} name */
  choose(name) {
    if (name === this.chosen) return;
    this.chosen = name;
    this.#mark();
    this.changed(name);
  }

  #mark() {
    this.tabs.forEach(({ name, panel }, index) => {
      const on = name === this.chosen;
      panel.hidden = !on;
      this.buttons[index].setAttribute("aria-selected", String(on));
      this.buttons[index].tabIndex = on ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const index = this.tabs.findIndex(({ name }) => name === this.chosen);
    const next = (index + by + this.tabs.length) % this.tabs.length;
    this.choose(this.tabs[next].name);
    this.buttons[next].focus();
  }
}
