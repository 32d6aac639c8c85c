// @ts-check
/**
 * The service worker: keeps the shell, so that the page opens without the server and can say what needs it. It asks
 * the network first, so that a new version is seen at once; games and everything else under /api are never kept.
 */

const SHELL = "veier-shell-1";
/** All that the pages are made of; a test sees to it that nothing is forgotten. */
const FILES = [
  "css/base.css",
  "css/board.css",
  "css/components.css",
  "css/home.css",
  "css/lessons.css",
  "css/motion.css",
  "css/new.css",
  "css/palette.css",
  "css/playground.css",
  "css/print.css",
  "css/puzzles.css",
  "css/review.css",
  "css/rules.css",
  "css/table.css",
  "css/tablet.css",
  "css/tokens.css",
  "css/tray.css",
  "icons/icon.svg",
  "js/app.js",
  "js/bar.js",
  "js/board/aiming.js",
  "js/board/choosing.js",
  "js/board/dragging.js",
  "js/board/drawing.js",
  "js/board/geometry.js",
  "js/board/hand.js",
  "js/board/index.js",
  "js/board/keeping.js",
  "js/board/keys.js",
  "js/board/look.js",
  "js/board/marks.js",
  "js/board/motion.js",
  "js/board/pictures.js",
  "js/board/pieces.js",
  "js/board/pointing.js",
  "js/board/redrawn.js",
  "js/board/scene.js",
  "js/board/sprite.js",
  "js/board/squares.js",
  "js/board/surface.js",
  "js/board/telling.js",
  "js/board/veier-board.js",
  "js/board/veier-tray.js",
  "js/board/vision.js",
  "js/dom.js",
  "js/games.js",
  "js/live.js",
  "js/net.js",
  "js/pages/home.js",
  "js/pages/learn.js",
  "js/pages/load.js",
  "js/pages/new.js",
  "js/pages/puzzle.js",
  "js/pages/puzzles.js",
  "js/pages/review.js",
  "js/pages/print.js",
  "js/pages/rules.js",
  "js/pages/table.js",
  "js/pages/trainer.js",
  "js/parts/board.js",
  "js/parts/caution.js",
  "js/parts/controls.js",
  "js/parts/dialogs.js",
  "js/parts/drawing.js",
  "js/parts/exercise.js",
  "js/parts/figures.js",
  "js/parts/forms.js",
  "js/parts/graph.js",
  "js/parts/invites.js",
  "js/parts/ledger.js",
  "js/parts/learnlinks.js",
  "js/parts/moves.js",
  "js/parts/notices.js",
  "js/parts/offers.js",
  "js/parts/options.js",
  "js/parts/playground.js",
  "js/parts/positions.js",
  "js/parts/progress.js",
  "js/parts/result.js",
  "js/parts/seatfield.js",
  "js/parts/seats.js",
  "js/parts/trained.js",
  "js/parts/solved.js",
  "js/parts/turn.js",
  "js/parts/vision.js",
  "js/parts/walk.js",
  "js/parts/words.js",
  "js/preparing.js",
  "js/say.js",
  "js/settings.js",
  "js/sound.js",
  "js/theme.js",
  "manifest.webmanifest",
];
const LANGUAGES = ["lb", "fr", "de", "en"];

/** @type {any} */
const worker = self;

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
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))),
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
