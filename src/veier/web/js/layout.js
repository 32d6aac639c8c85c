// @ts-check
/**
 * How pages with a board are laid out, by the width and the height of the screen. Styles read it as
 * `<html data-layout>`:
 *
 * - `wide`: seats, board and rail beside each other,
 * - `side`: the board left, as high as the screen, and everything else right of it; phones held across, tablets held
 *   across, and enlarged pages,
 * - `upright`: the board, and everything else below it in two columns; tablets,
 * - `phone`: everything in one column.
 */

/** @typedef {"wide" | "side" | "upright" | "phone"} Layout */

const wide = matchMedia("(orientation: landscape) and (min-width: 1100px) and (min-height: 560px)");
const landscape = matchMedia("(orientation: landscape)");
const broad = matchMedia("(min-width: 700px)");
/** Whether there is room for trays that face players around one screen. */
const roomy = matchMedia("(min-width: 700px) and (min-height: 560px)");

/** @returns {Layout} */
export function currentLayout() {
  if (wide.matches) return "wide";
  if (landscape.matches) return "side";
  return broad.matches ? "upright" : "phone";
}

export function isRoomy() {
  return roomy.matches;
}

/**
 * Call back when the layout changes.
 * @param {() => void} changed
 * @returns {() => void} ends it
 */
export function watchLayout(changed) {
  const queries = [wide, landscape, broad, roomy];
  for (const query of queries) query.addEventListener("change", changed);
  return () => queries.forEach((query) => query.removeEventListener("change", changed));
}

const mark = () => void (document.documentElement.dataset.layout = currentLayout());
mark();
watchLayout(mark);
