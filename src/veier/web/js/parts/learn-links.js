// @ts-check
/** The ways to learn, for the home page: one entry each. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";

const LINKS = [
  { href: "/rules", key: "web.learn.rules", icon: "book" },
  { href: "/learn", key: "web.learn.lessons", icon: "check" },
  { href: "/trainer", key: "web.learn.trainer", icon: "vision" },
  { href: "/puzzles", key: "web.learn.puzzles", icon: "hint" },
  { href: "/analyse", key: "web.analyse.title", icon: "watch" },
  { href: "/studies", key: "web.study.studies", icon: "say" },
  { href: "/print", key: "web.learn.print", icon: "print" },
];

export function learnLinks() {
  return h(
    "nav.learn",
    { "aria-labelledby": "learn-title" },
    h("h2", { id: "learn-title" }, t("web.learn.title")),
    ...LINKS.map((link) => h("a.btn", { href: link.href }, icon(link.icon), t(link.key))),
  );
}
