// @ts-check
/** Making SVG elements. Colours are the look's custom properties, written as `paint.red` or `tint("red")`. */

import { number } from "./geometry.js";

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {{[name: string]: string | number | null | undefined}} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/** The prefix of all ids, so that a page can hold other drawings too. */
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
    const written = typeof value === "number" ? number(value) : value;
    made.setAttribute(key.replaceAll("_", "-"), written);
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

/** @param {Attributes} attributes @param {ReadonlyArray<Node | null>} children */
export function group(attributes, children) {
  return draw("g", attributes, ...children);
}

/** Draw the definition `name` with its middle at x, y. @param {string} name @param {number} x @param {number} y */
export function use(name, x, y, scale = 1) {
  const href = `#${PREFIX}${name}`;
  if (scale === 1) return draw("use", { href, x, y });
  return draw("use", { href, transform: `translate(${number(x)} ${number(y)}) scale(${number(scale)})` });
}

/** Text whose capitals are centred on y. @param {string} text @param {number} x @param {number} y
 * @param {number} size @param {Attributes} [attributes] */
export function words(text, x, y, size, attributes = {}) {
  const place = { x, y: y + 0.355 * size, font_size: size, text_anchor: "middle" };
  return draw("text", { ...place, ...attributes }, document.createTextNode(text));
}

/** The colour of a token of the look. @param {string} token */
export function tint(token) {
  return `var(--${token})`;
}

/** A gradient or pattern of the definitions, as a fill or stroke. @param {string} name */
export function paint(name) {
  return `url(#${PREFIX}${name})`;
}

/** Dots of a width and the gaps between them. @param {number} width @param {number} gap @returns {Attributes} */
export function dots(width, gap) {
  return { stroke_width: width, stroke_dasharray: `1 ${number(gap)}`, stroke_linecap: "round" };
}
