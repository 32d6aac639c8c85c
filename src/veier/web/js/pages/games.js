// @ts-check
/** The games of this browser: all of them, to search, to take along, and what there is to count in them. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { get, post, remove } from "../net.js";
import { allGames } from "../games.js";
import { aimPicture } from "../parts/coach-pictures.js";
import { confirmed } from "../parts/dialogs.js";
import { icon } from "../parts/icons.js";
import { slip } from "../parts/my-games.js";
import { notice, reason } from "../parts/notices.js";
import { searchForm } from "../parts/game-search.js";
import { StatisticsPanel } from "../parts/statistics-panel.js";

/** @typedef {import("../parts/game-search.js").Search} Search */

const PAGE = 12;

/** @type {import("../app.js").Page} */
export async function page(place) {
  place.name(t("web.nav.games"));
  const list = new GameList();
  const form = searchForm(await allGames(), (search) => list.search(search));
  const statistics = new StatisticsPanel();
  list.onshow = () => statistics.update();
  list.onreset = () => form.reset();
  const [anything, { studies }] = await Promise.all([list.search(form.search()), get("/api/v1/studies")]);
  const began = studies.some((/** @type {{owner: boolean}} */ one) => one.owner);
  const beside = h("div.beside", {}, anything && takeAlong(), statistics.element);
  const deleted = () => (put(beside, statistics.element), list.search({}));
  if (anything || began) beside.append(deletion(began, deleted));
  put(
    place.main,
    h(
      "div.archive",
      {},
      h("div.hello", {}, h("h1", {}, t("web.nav.games")), h("p", {}, t("web.games.what"))),
      h("div.found", {}, (anything || form.isFilled()) && form.element, list.element),
      beside,
    ),
  );
  return () => statistics.close();
}

/** The list of games that were found, page by page. */
class GameList {
  constructor() {
    this.onshow = () => {};
    this.onreset = () => {};
    this.count = h("p.count", { role: "status" });
    this.items = h("ul.slips", { "aria-label": t("web.games.list") });
    this.more = h("button.btn", { type: "button", hidden: true, onclick: () => this.#next() }, t("web.games.more"));
    this.nothing = h("div.nothing", { hidden: true });
    this.element = h("section", { "aria-label": t("web.games.list") }, this.count, this.nothing, this.items, this.more);
    /** The latest search; answers to earlier ones are not shown. @type {Search} */
    this.wanted = {};
    /** @type {string | null} */
    this.cursor = null;
  }

  /**
   * Show the first page.
   * @param {Search} wanted
   * @returns {Promise<boolean>} whether anything was found
   */
  async search(wanted) {
    this.wanted = wanted;
    const answer = await post("/api/v1/tables/search", { ...wanted, limit: PAGE, views: PAGE });
    if (wanted !== this.wanted) return true;
    put(this.items);
    this.#add(answer);
    this.#invite(answer.total > 0, Object.keys(wanted).length > 0);
    put(this.count, answer.total > 0 && t("web.games.found", { count: answer.total }));
    return answer.total > 0;
  }

  async #next() {
    const { wanted, cursor } = this;
    this.more.disabled = true;
    try {
      const answer = await post("/api/v1/tables/search", { ...wanted, cursor, limit: PAGE, views: PAGE });
      if (wanted !== this.wanted) return;
      const before = this.items.children.length;
      this.#add(answer);
      // The button has moved down or is gone: go on reading where the new games begin.
      this.items.children[before]?.querySelector("a")?.focus();
    } catch (error) {
      notice(reason(error));
    } finally {
      this.more.disabled = false;
    }
  }

  /** @param {{tables: any[], next: string | null}} answer */
  #add(answer) {
    this.items.append(...answer.tables.map((table) => h("li", {}, slip(table))));
    this.cursor = answer.next;
    this.more.hidden = !answer.next;
    this.onshow();
  }

  /**
   * Say what to do where there is nothing to show.
   * @param {boolean} found
   * @param {boolean} searched
   */
  #invite(found, searched) {
    this.nothing.hidden = found;
    if (found) return;
    if (searched) {
      put(
        this.nothing,
        h("p", {}, t("web.games.unmatched")),
        h("button.btn", { type: "button", onclick: () => this.onreset() }, t("web.games.reset")),
      );
    } else {
      put(
        this.nothing,
        aimPicture("fields", "red"),
        h("h2", {}, t("web.games.none")),
        h("p", {}, t("web.games.none_what")),
        h("a.btn.primary", { href: "/" }, t("web.home.play")),
      );
    }
  }
}

/**
 * The button that deletes everything that the server keeps of this browser's player.
 * @param {boolean} began whether there are studies, which go, too
 * @param {() => unknown} ondeleted
 */
function deletion(began, ondeleted) {
  const button = h("button.btn", { type: "button" }, t("web.games.delete"));
  button.addEventListener("click", async () => {
    const gone = [t("web.games.delete_sure"), t("web.games.delete_tournaments")];
    const what = [...gone, ...(began ? [t("web.games.delete_studies")] : [])].join(" ");
    const sure = await confirmed(t("web.games.delete_title"), what, t("web.games.delete"));
    if (!sure) return;
    try {
      await remove("/api/v1/player");
    } catch (error) {
      notice(reason(error));
      return;
    }
    notice(t("web.games.deleted"));
    ondeleted();
  });
  return h("section.panel.deletion", {}, h("p.quiet", {}, t("web.games.delete_what")), h("div.row", {}, button));
}

/** Downloads of all games. */
function takeAlong() {
  const file = (/** @type {string} */ format, /** @type {string} */ text) =>
    h("a.btn", { href: `/api/v1/records?format=${format}`, download: true }, icon("share"), text);
  return h(
    "section.panel",
    { "aria-labelledby": "export-title" },
    h("h2", { id: "export-title" }, t("web.games.export")),
    h("p.quiet", {}, t("web.games.export_what")),
    h("div.row", {}, file("text", t("web.games.export_text")), file("json", t("web.games.export_json"))),
  );
}
