// @ts-check
/** The board's elements and small pictures: import this once and `<veier-board>` and `<veier-tray>` are there. */

import { VeierBoard } from "./veier-board.js";
import { VeierTray } from "./veier-tray.js";

customElements.define("veier-board", VeierBoard);
customElements.define("veier-tray", VeierTray);

export { missingPicture, stepPicture, stonePicture } from "./pictures.js";
export { VeierBoard, VeierTray };
