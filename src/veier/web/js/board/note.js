// @ts-check
/** A short note beside a cell of the board, such as that it is taken. It is announced elsewhere. */

/** @typedef {import("./types.js").Point} Point */

export class Note {
  element = document.createElement("div");
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #fading;

  constructor() {
    this.element.className = "veier-note";
    this.element.setAttribute("aria-hidden", "true");
    this.element.hidden = true;
  }

  /** Show a text for a few seconds. @param {string} text @param {Point} at where its cell is, as shares of the width
   * and height of the board */
  show(text, [across, down]) {
    clearTimeout(this.#fading);
    this.element.textContent = text;
    this.element.hidden = false;
    // Near an edge it hangs inwards, and below a cell of the upper rows.
    this.element.classList.toggle("below", down < 0.2);
    this.element.style.left = `${100 * across}%`;
    this.element.style.top = `${100 * down}%`;
    this.element.style.setProperty("--inwards", `${-100 * Math.min(0.9, Math.max(0.1, across))}%`);
    this.#fading = setTimeout(() => this.hide(), 2500 + 50 * text.length);
  }

  hide() {
    clearTimeout(this.#fading);
    this.element.hidden = true;
  }
}
