// @ts-check
/** Makes elements without a framework and without markup in strings: names are always text. For all pages. */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element: h("button.btn.primary", {type: "button", onclick}, "Play").
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} what the tag, then its classes, parted by dots
 * @param {Attributes} [attributes] attributes; "on…" adds a listener, true sets an empty attribute, false and null
 *   leave it out
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  return /** @type {any} */ (fill(element, classes, attributes, children));
}

/**
 * Make an SVG element in the same way.
 * @param {string} what
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElement}
 */
export function s(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), classes, attributes, children));
}

/**
 * @param {Element} element
 * @param {string[]} classes
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, classes, attributes, children) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  put(element, ...children);
  return element;
}

/**
 * Replace what an element holds.
 * @param {Element} element
 * @param {Child[]} children
 */
export function put(element, ...children) {
  element.replaceChildren(...children.filter(isThere).map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * @param {Child} child
 * @returns {child is Node | string | number}
 */
function isThere(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}
