// @ts-check
/** How many people only watch a table: a number beside its title. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";

export class Watchers {
  constructor() {
    this.element = h("span.watchers", { hidden: true });
  }

  /** @param {number} count */
  update(count) {
    this.element.hidden = !count;
    const text = t("web.table.watchers", { count });
    this.element.title = text;
    put(this.element, icon("watch"), h("span", { "aria-hidden": "true" }, count), h("span.vh", {}, text));
  }
}
