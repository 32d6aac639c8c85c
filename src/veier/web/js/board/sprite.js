// @ts-check
/** One hidden drawing with everything that is drawn many times: stones, marks, tiles, dominoes, fields, cells. */

import { PREFIX } from "./svg.js";
import { DEFINITIONS } from "./look.js";

/** Put the definitions into the page; boards, trays and icons refer to them with `<use>`. */
export function insertSprite() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.id = `${PREFIX}sprite`;
  svg.setAttribute("class", svg.id);
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = `<defs>${DEFINITIONS}</defs>`;
  document.body.prepend(svg);
}
