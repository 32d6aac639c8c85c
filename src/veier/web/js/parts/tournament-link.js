// @ts-check
/** The way to the set-up of a tournament, for the home page. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";

export function tournamentLink() {
  return h("a.btn.tournament-link", { href: "/tournament" }, icon("people"), t("web.tournament.home"));
}
