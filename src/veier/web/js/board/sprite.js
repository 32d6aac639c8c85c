// @ts-check
/**
 * Puts one hidden drawing into the page with everything that is drawn many times: stones, marks, tiles, dominoes,
 * fields, cells. Boards, trays and icons refer to it with `<use>`.
 */

import { makeSprite } from "./svg.js";

document.body.prepend(makeSprite());
