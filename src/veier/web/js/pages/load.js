// @ts-check
/** Opens a record or a position string: to step through, to have it reviewed, or to play on from. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { post } from "../net.js";
import { playBoard } from "../parts/board.js";
import { keepRecord } from "../parts/analysis-choice.js";
import { MoveNavigation } from "../parts/move-navigation.js";
import { reason } from "../parts/notices.js";
import { newId } from "../parts/saved-analyses.js";

/** @type {import("../app.js").Page} */
export async function page(place) {
  place.name(t("web.nav.load"));
  const text = h("textarea.input", {
    id: "load-text",
    spellcheck: "false",
    rows: 8,
    placeholder: '[Game "4eyes"]\n\n1. 13@C3 24@B2',
  });
  const file = h("input", {
    type: "file",
    id: "load-file",
    accept: ".txt,.json,.veier,text/plain,application/json",
    onchange: () => {
      void read(file.files?.[0]);
      // The same file may be chosen again, after it was changed.
      file.value = "";
    },
  });
  const trouble = h("p.trouble", { role: "alert" });
  const shown = h("div.loaded");
  /** @type {(event: KeyboardEvent) => void} */
  let key = () => {};
  const listen = (/** @type {KeyboardEvent} */ event) => key(event);
  addEventListener("keydown", listen);

  /** @param {File | undefined} chosen */
  async function read(chosen) {
    if (!chosen) return;
    text.value = await chosen.text();
    open();
  }

  /** A file is read; without this the browser would leave the page for it. @param {DragEvent} event */
  function drop(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop") void read(event.dataTransfer.files[0]);
  }
  addEventListener("dragover", drop);
  addEventListener("drop", drop);

  async function open() {
    put(trouble);
    try {
      const record = await post("/api/v1/records", { text: text.value.trim() });
      const navigation = show(record);
      key = (event) => navigation.key(event);
      await navigation.go(record.moves.length);
      shown.scrollIntoView({ block: "nearest" });
    } catch (error) {
      put(trouble, reason(error));
      put(shown);
      trouble.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {any} record */
  function show(record) {
    const game = typeof record.game === "string" ? record.game : record.game.id;
    const line = { game, start: record.start ?? null, moves: /** @type {string[]} */ (record.moves) };
    const board = playBoard(
      () => {},
      () => {},
    );
    board.disabled = true;
    const status = h("p.sum");
    const play = h("a.btn");
    const navigation = new MoveNavigation(line, (position) => {
      board.board = { ...position, view: { ...position.view, choices: [] } };
      put(status, position.over && position.told ? t(position.told) : t(position.turn));
      play.hidden = position.over;
      play.href = `/new/${game.split("?")[0]}?start=${encodeURIComponent(position.position)}`;
    });
    put(play, t("web.review.play_on"));
    async function review() {
      try {
        const answer = await post("/api/v1/reviews", {
          game,
          ...(line.start ? { start: line.start } : {}),
          moves: line.moves,
        });
        place.go(`/review/${answer.review}`);
      } catch (error) {
        put(trouble, reason(error));
      }
    }
    put(
      shown,
      h("div.stage", {}, board, navigation.element),
      status,
      h(
        "div.row",
        {},
        line.moves.length > 0 && h("button.btn.primary", { type: "button", onclick: review }, t("web.result.review")),
        h(
          "button.btn",
          { type: "button", onclick: () => place.go(keepRecord(newId(), { ...record, ...line })) },
          t("web.analyse.here"),
        ),
        play,
      ),
    );
    return navigation;
  }

  put(
    place.main,
    h(
      "div.loading",
      {},
      h("h1", {}, t("web.load.title")),
      h("p.quiet", {}, t("web.load.what")),
      h(
        "form",
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            open();
          },
        },
        h("label.label", { for: "load-text" }, t("web.load.text")),
        text,
        h(
          "div.row",
          {},
          h("button.btn.primary", { type: "submit" }, t("web.load.open")),
          h("label.btn.filebutton", { for: "load-file" }, t("web.load.file"), file),
        ),
        trouble,
      ),
      shown,
    ),
  );
  return () => {
    removeEventListener("keydown", listen);
    removeEventListener("dragover", drop);
    removeEventListener("drop", drop);
  };
}
