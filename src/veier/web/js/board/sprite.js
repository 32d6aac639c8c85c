// @ts-check
/**
 * Puts one hidden drawing into the page with everything that is drawn many times: stones, marks, tiles, dominoes,
 * fields, cells. Boards, trays and icons refer to it with `<use>`.
 */

import { DEFINITIONS } from "./look.js";

const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
svg.id = "veier-sprite";
svg.setAttribute("aria-hidden", "true");
svg.innerHTML = `<defs>${DEFINITIONS}</defs>`;
document.body.prepend(svg);
