// @ts-check
/** What boards and trays have in common: properties that draw the element anew, once for several changes. */

/** @typedef {import("./types.js").Say} Say */

export class Redrawn extends HTMLElement {
  /** Turns messages into text. @type {Say} */
  say = (told) => told.key;

  #waiting = false;

  /** Let changes of some properties draw the element. @param {string[]} names */
  watch(...names) {
    for (const name of names) {
      /** @type {unknown} */
      let value = Reflect.get(this, name);
      const set = (/** @type {unknown} */ next) => {
        value = next;
        this.later();
      };
      Object.defineProperty(this, name, { get: () => value, set });
    }
  }

  connectedCallback() {
    this.later();
  }

  /** Draw everything soon; an element that is not on the page is drawn when it gets there. */
  later() {
    if (this.#waiting || !this.isConnected) return;
    this.#waiting = true;
    queueMicrotask(() => {
      this.#waiting = false;
      this.draw();
    });
  }

  draw() {
    throw new Error("every element draws itself");
  }
}
