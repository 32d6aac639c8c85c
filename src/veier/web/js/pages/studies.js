// @ts-check
/** The studies that this browser may edit, new ones, and studies from files. What another page hands on becomes a chapter. */

import { h, put } from "../dom.js";
import { currentLanguage, t } from "../i18n.js";
import { get, post } from "../net.js";
import { allGames } from "../games.js";
import { smallBoard } from "../parts/board.js";
import { icon } from "../parts/icons.js";
import { notice, reason } from "../parts/notices.js";
import { askForChapter, fileButton, forgetWaiting, waitingChapter } from "../parts/study-new.js";
import { StudySync } from "../parts/study-sync.js";

/** @typedef {{id: string, title: string, chapters: number, game: string | null, updated: number, owner: boolean}} Listed */

/** @type {import("../app.js").Page} */
export async function page(place) {
  const [{ studies }, games] = await Promise.all([get("/api/v1/studies"), allGames()]);
  place.name(t("web.study.studies"), t("web.study.studies"));
  const waiting = waitingChapter();

  /** @param {() => Promise<string | null>} made */
  async function go(made) {
    try {
      const address = await made();
      if (!address) return;
      forgetWaiting();
      place.go(address);
    } catch (error) {
      notice(reason(error));
    }
  }

  /** @param {string} text @param {string} [title] */
  const create = async (text, title = "") => `/study/${(await post("/api/v1/studies", { title, text })).id}`;

  async function begin() {
    const record = waiting ?? (await askForChapter(games, t("web.study.new")));
    return record ? create(JSON.stringify(record), t("web.study.new_title")) : null;
  }

  /** @param {Listed} listed */
  async function addTo(listed) {
    const outline = await get(`/api/v1/studies/${listed.id}`);
    const nothing = () => {};
    const heard = { outline: nothing, chapter: nothing, saving: nothing, restored: nothing, deleted: nothing };
    const sync = new StudySync(outline, heard);
    try {
      return `/study/${listed.id}/${await sync.add(/** @type {any} */ (waiting), null)}`;
    } finally {
      sync.close();
    }
  }

  const when = new Intl.DateTimeFormat([currentLanguage(), "de"], { dateStyle: "medium" });
  const entry = (/** @type {Listed} */ one) => {
    const game = games.find(({ name }) => name === one.game?.split("?")[0]);
    const said = [
      t("web.study.count", { count: one.chapters }),
      when.format(one.updated),
      !one.owner && t("web.study.guest"),
    ];
    const content = [
      game && smallBoard(game.view),
      h(
        "div",
        {},
        h("b", {}, h("bdi", {}, one.title || t("study.untitled"))),
        h("span", {}, said.filter(Boolean).join(" · ")),
      ),
      icon(waiting ? "new" : "next"),
    ];
    return waiting
      ? h("button.slip", { type: "button", onclick: () => void go(() => addTo(one)) }, ...content)
      : h("a.slip", { href: `/study/${one.id}` }, ...content);
  };
  put(
    place.main,
    h(
      "div.hello",
      {},
      h("h1", {}, waiting ? t("web.study.add_to") : t("web.study.studies")),
      h("p", {}, waiting ? t("web.study.add_to_what") : t("web.study.what")),
    ),
    h(
      "div.row",
      {},
      h("button.btn.primary", { type: "button", onclick: () => void go(begin) }, icon("new"), t("web.study.new")),
      !waiting && fileButton(t("web.study.open_file"), (text) => void go(() => create(text))),
      !waiting && h("a.btn", { href: "/edit" }, icon("options"), t("web.edit.title")),
      waiting &&
        h(
          "button.btn",
          {
            type: "button",
            onclick: () => {
              forgetWaiting();
              place.go("/studies");
            },
          },
          t("web.cancel"),
        ),
    ),
    studies.length
      ? h("ul.choice", {}, ...studies.map((/** @type {Listed} */ one) => h("li", {}, entry(one))))
      : h("p.quiet", {}, t("web.study.none")),
  );
}
