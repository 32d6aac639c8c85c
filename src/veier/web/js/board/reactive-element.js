// @ts-check
/** The base of `<veier-board>` and `<veier-tray>`: changed properties redraw the element, once for several changes. */

/** @typedef {import("./types.js").Localize} Localize */

export class ReactiveElement extends HTMLElement {
  /** Translates messages. @type {Localize} */
  localize = (message) => message.key;

  #pending = false;

  /** Redraw when one of these properties is set. @param {string[]} names */
  observe(...names) {
    for (const name of names) {
      /** @type {unknown} */
      let value = Reflect.get(this, name);
      const set = (/** @type {unknown} */ next) => {
        value = next;
        this.requestUpdate();
      };
      Object.defineProperty(this, name, { get: () => value, set });
    }
  }

  connectedCallback() {
    this.requestUpdate();
  }

  /** Draw the element in the next microtask; one that is not on the page is drawn when it is connected. */
  requestUpdate() {
    if (this.#pending || !this.isConnected) return;
    this.#pending = true;
    queueMicrotask(() => {
      this.#pending = false;
      this.draw();
    });
  }

  draw() {
    throw new Error("every element draws itself");
  }
}
