// @ts-check
/** Making SVG elements: single ones, and the shapes that the server's pictures have too. */

import { number } from "./geometry.js";
import { DEFINITIONS, SHAPES, SIZES } from "./look.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {{[name: string]: string | number | null | undefined}} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/** The prefix of ids and custom properties, so that a page can hold other drawings too. */
export const PREFIX = "veier-";

/**
 * Make an SVG element; `_` in an attribute's name becomes `-`, and what is null or undefined is left out.
 *
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...(Node | null)} children
 * @returns {SVGElement}
 */
export function draw(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    made.setAttribute(key.replaceAll("_", "-"), written(value));
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

/** @param {Attributes} attributes @param {ReadonlyArray<Node | null>} children */
export function group(attributes, children) {
  return draw("g", attributes, ...children);
}

/**
 * Draw a shape of `view/shapes.py`; `values` fill its placeholders.
 *
 * @param {string} name
 * @param {{[name: string]: string | number}} values
 * @returns {SVGElement[]}
 */
export function shape(name, values) {
  const holder = document.createElementNS(SVG, "g");
  holder.innerHTML = String(SHAPES[name]).replace(/\{(\w+)\}/g, (_, key) => written(values[key] ?? ""));
  return /** @type {SVGElement[]} */ ([...holder.children]);
}

/** Draw the definition `name` with its middle at x, y. @param {string} name @param {number} x @param {number} y */
export function use(name, x, y, scale = 1) {
  const href = `#${PREFIX}${name}`;
  if (scale === 1) return draw("use", { href, x, y });
  return draw("use", { href, transform: `${translate(x, y)} scale(${number(scale)})` });
}

/** Make the hidden drawing that `use` refers to; there must be one in the page, or in the same shadow tree. */
export function makeSprite() {
  const sprite = draw("svg", { id: "veier-sprite", aria_hidden: "true" });
  sprite.innerHTML = `<defs>${DEFINITIONS}</defs>`;
  return sprite;
}

/** Text whose capitals are centred on y. @param {string} text @param {number} x @param {number} y
 * @param {number} size @param {Attributes} [attributes] */
export function words(text, x, y, size, attributes = {}) {
  const place = { x, y: baseline(y, size), font_size: size, text_anchor: "middle" };
  return draw("text", { ...place, ...attributes }, document.createTextNode(text));
}

/** The baseline of text whose capitals are centred on y. @param {number} y @param {number} size */
export function baseline(y, size) {
  return y + SIZES.capitals * size;
}

/** @param {number} x @param {number} y */
export function translate(x, y) {
  return `translate(${number(x)} ${number(y)})`;
}

/** A colour of the palette. @param {string} name */
export function paletteColour(name) {
  return `var(--${PREFIX}${name})`;
}

/** @param {string | number} value */
function written(value) {
  return typeof value === "number" ? number(value) : value;
}
