// @ts-check
/** The board's elements: importing this defines `<veier-board>` and `<veier-tray>`. */

import "./sprite.js";
import { VeierBoard } from "./veier-board.js";
import { VeierTray } from "./veier-tray.js";

customElements.define("veier-board", VeierBoard);
customElements.define("veier-tray", VeierTray);

export { VeierBoard, VeierTray };
