// @ts-check
/**
 * The service worker: caches the shell, so that the page opens without the server. It asks the network first, so that a
 * new version is used at once; nothing under /api is cached.
 */

const SHELL = "veier-shell-1";
/** All files of the pages; a test checks that the list is complete. */
const FILES = [
  "css/base.css",
  "css/board.css",
  "css/components.css",
  "css/home.css",
  "css/lessons.css",
  "css/motion.css",
  "css/new.css",
  "css/palette.css",
  "css/print.css",
  "css/puzzles.css",
  "css/review.css",
  "css/rules.css",
  "css/table.css",
  "css/tablet.css",
  "css/together.css",
  "css/tokens.css",
  "css/tray.css",
  "icons/icon.svg",
  "icons/turn.svg",
  "js/app.js",
  "js/board/announcements.js",
  "js/board/geometry.js",
  "js/board/index.js",
  "js/board/keyboard.js",
  "js/board/look.js",
  "js/board/marks.js",
  "js/board/motion.js",
  "js/board/pieces.js",
  "js/board/pointer.js",
  "js/board/reactive-element.js",
  "js/board/reconcile.js",
  "js/board/scene.js",
  "js/board/selection.js",
  "js/board/sprite.js",
  "js/board/squares.js",
  "js/board/surface.js",
  "js/board/svg.js",
  "js/board/targeting.js",
  "js/board/tray-buttons.js",
  "js/board/tray-drag.js",
  "js/board/tray-pictures.js",
  "js/board/veier-board.js",
  "js/board/veier-tray.js",
  "js/board/vision.js",
  "js/dom.js",
  "js/games.js",
  "js/header.js",
  "js/i18n.js",
  "js/live.js",
  "js/net.js",
  "js/pages/home.js",
  "js/pages/learn.js",
  "js/pages/load.js",
  "js/pages/new.js",
  "js/pages/print.js",
  "js/pages/puzzle.js",
  "js/pages/puzzles.js",
  "js/pages/review.js",
  "js/pages/rules.js",
  "js/pages/table.js",
  "js/pages/trainer.js",
  "js/parts/board.js",
  "js/parts/controls.js",
  "js/parts/dialogs.js",
  "js/parts/exercise.js",
  "js/parts/figures.js",
  "js/parts/format.js",
  "js/parts/forms.js",
  "js/parts/graph.js",
  "js/parts/icons.js",
  "js/parts/invites.js",
  "js/parts/learn-links.js",
  "js/parts/lesson-progress.js",
  "js/parts/move-navigation.js",
  "js/parts/move-warning.js",
  "js/parts/moves.js",
  "js/parts/notices.js",
  "js/parts/offers.js",
  "js/parts/options.js",
  "js/parts/playground.js",
  "js/parts/points-list.js",
  "js/parts/positions.js",
  "js/parts/puzzle-progress.js",
  "js/parts/reminders.js",
  "js/parts/result.js",
  "js/parts/say.js",
  "js/parts/seat-field.js",
  "js/parts/seats.js",
  "js/parts/stones.js",
  "js/parts/trainer-results.js",
  "js/parts/turn.js",
  "js/parts/vision.js",
  "js/parts/watchers.js",
  "js/parts/window-title.js",
  "js/preparing.js",
  "js/push.js",
  "js/settings.js",
  "js/sound.js",
  "js/theme.js",
  "manifest.webmanifest",
];
const LANGUAGES = ["lb", "fr", "de", "en"];

/** @type {any} */
const worker = self;
worker.importScripts("/static/sw-push.js");

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((shell) =>
        shell.addAll([
          "/",
          ...FILES.map((name) => `/static/${name}`),
          ...LANGUAGES.map((name) => `/static/locale/${name}.json`),
        ]),
      ),
  );
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("veier-shell") && name !== SHELL).map((name) => caches.delete(name)),
        ),
      ),
  );
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept("/")));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fresh(request));
});

/** @param {Request} request */
async function fresh(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(SHELL)).put(request, answer.clone());
    return answer;
  } catch {
    return kept(request);
  }
}

/** @param {Request | string} request */
async function kept(request) {
  return (await caches.match(request)) ?? Response.error();
}
