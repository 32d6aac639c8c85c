// @ts-check
/** The rules of a game to read, with figures to play with; without a game, a list of all rules. */

import { h, put } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { get } from "../net.js";
import { allGames, groupName, groupTitle, grouped } from "../games.js";
import { icon } from "../parts/icons.js";
import { smallBoard } from "../parts/board.js";
import { figures } from "../parts/figures.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {{text: string, style: "plain" | "strong" | "emphasis"}} Span */
/**
 * @typedef {{kind: string, text?: string, spans?: Span[], items?: Span[][], figures?:
 *   import("../parts/figures.js").Figure[]}} Block
 */

/** @type {import("../app.js").Page} */
export async function page(place) {
  const groups = grouped(await allGames());
  const games = groups.map(([game]) => game);
  if (!place.rest) return list(place, games);
  const options = location.search.slice(1);
  const rules = await get(
    `/api/v1/games/${encodeURIComponent(place.rest)}/rules?lang=${currentLanguage()}${options && `&${options}`}`,
  );
  place.name(t("web.rules.of", { game: rules.title }), t("web.rules.title"), rules.title);
  put(
    place.main,
    h(
      "div.rulebook",
      {},
      contents(rules.blocks),
      h(
        "article",
        {},
        h("h1", {}, rules.title),
        ...drawn(rules.blocks, groups.find(([game]) => groupName(game) === rules.page) ?? []),
        onward(games, rules),
      ),
    ),
  );
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/**
 * @param {import("../app.js").Place} place
 * @param {Game[]} games
 */
function list(place, games) {
  place.name(t("web.rules.title"), t("web.rules.title"));
  const slip = (/** @type {Game} */ game) =>
    h(
      "a.slip",
      { href: `/rules/${game.name}` },
      h("span.thumb", {}, smallBoard(game.view)),
      h("div", {}, h("b", {}, groupTitle(game)), h("span", {}, t(game.what))),
      icon("next"),
    );
  put(
    place.main,
    h(
      "div.rulelist",
      {},
      h("h1", {}, t("web.rules.title")),
      h("ul", {}, ...games.map((game) => h("li", {}, slip(game)))),
      credits(games),
    ),
  );
}

/**
 * Whose games these are, as the authors' sheets say it; games with the same people stand together.
 * @param {Game[]} games
 */
function credits(games) {
  /** @type {Map<string, string[]>} */
  const titles = new Map();
  for (const game of games) {
    const people = game.credits.map((credit) => t(credit)).join("\n");
    titles.set(people, [...(titles.get(people) ?? []), groupTitle(game)]);
  }
  const said = [...titles].map(([people, names]) =>
    h("li", {}, h("b", {}, names.join(" · ")), ...people.split("\n").map((text) => h("p", {}, text))),
  );
  return h(
    "section.credits",
    { "aria-labelledby": "credits-title" },
    h("h2", { id: "credits-title" }, t("web.rules.credits")),
    h("ul", {}, ...said),
  );
}

/** @param {Block[]} blocks */
function contents(blocks) {
  const headings = blocks.filter((block) => block.kind === "heading");
  return h(
    "nav.toc",
    { "aria-label": t("web.rules.contents") },
    h("p.cap", {}, t("web.rules.contents")),
    h(
      "ol",
      {},
      ...headings.map((heading, index) =>
        h("li", {}, h("a", { href: `#${sectionId(index)}`, onclick: jump }, heading.text)),
      ),
    ),
  );
}

/** Go to a section without leaving the page. @param {Event} event */
function jump(event) {
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const heading = document.getElementById(link.hash.slice(1));
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}

/** @param {number} index */
function sectionId(index) {
  return `section-${index + 1}`;
}

/**
 * @param {Block[]} blocks
 * @param {Game[]} variants the games with this page; where an item is the title of one, it leads to its numbers
 */
function drawn(blocks, variants) {
  let sections = 0;
  /** @param {Span[]} spans */
  function item(spans) {
    const variant = variants.find((game) => spans.length === 1 && spans[0].text === t(game.title));
    return variant ? [h("a", { href: `/rules/${variant.name}` }, t(variant.title))] : running(spans);
  }
  return blocks.map((block) => {
    if (block.kind === "heading") return h("h2", { id: sectionId(sections++), tabindex: -1 }, block.text);
    if (block.kind === "figures") return figures(block.figures ?? []);
    if (block.kind === "paragraph") return h("p", {}, ...running(block.spans ?? []));
    return h(
      block.kind === "steps" ? "ol" : "ul",
      {},
      ...(block.items ?? []).map((spans) => h("li", {}, ...item(spans))),
    );
  });
}

/** @param {Span[]} spans */
function running(spans) {
  return spans.map(({ text, style }) => (style === "plain" ? text : h(style === "strong" ? "strong" : "em", {}, text)));
}

/**
 * What to do next: play, or read the rules of the game before or after this one.
 * @param {Game[]} games
 * @param {{id: string, page: string, lesson: string | null}} rules
 */
function onward(games, rules) {
  const here = games.findIndex((game) => groupName(game) === rules.page);
  const way = (/** @type {Game | undefined} */ game, /** @type {string} */ sign) =>
    game &&
    h(
      "a.btn.plain",
      { href: `/rules/${game.name}` },
      sign === "back" && icon(sign),
      groupTitle(game),
      sign === "next" && icon(sign),
    );
  return h(
    "nav.onward",
    { "aria-label": t("web.rules.onward") },
    way(games[here - 1], "back"),
    h("a.btn.primary", { href: `/new/${rules.id.split("?")[0]}` }, icon("play"), t("web.home.play")),
    rules.lesson && h("a.btn", { href: `/learn/${rules.lesson}` }, icon("check"), t("web.learn.lessons")),
    way(games[here + 1], "next"),
  );
}
