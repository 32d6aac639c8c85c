// @ts-check
/**
 * The entry point of boards on other sites, which the server sends as one file, `/embed/veier-board.js`: it defines
 * `<veier-board>` there. The element of the same name on our own pages (`board/`) is given its board by the page and is
 * played on; no page loads both.
 */

import { EmbeddedBoard } from "./embed/embedded-board.js";

EmbeddedBoard.server = new URL(import.meta.url).origin;
if (!customElements.get("veier-board")) customElements.define("veier-board", EmbeddedBoard);
