// @ts-check
/**
 * The service worker: caches the shell, so that the page opens without the server. It asks the network first for
 * addresses that stay, so that a new version is used at once; nothing under /api is cached.
 */

/** @type {any} */
const worker = self;
worker.importScripts("/static/sw-push.js");

/**
 * The version, and the addresses of all its files; the server writes them before this file.
 * @type {{version: string, files: string[]}}
 */
const { version, files } = worker.shell;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(version).then((shell) => shell.addAll(files)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => /^(v-|veier-shell)/.test(name) && name !== version))
      .then((names) => Promise.all(names.map((name) => caches.delete(name)))),
  );
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept("/")));
  else if (url.pathname.startsWith("/static/v-")) event.respondWith(keptOrFresh(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(fresh(request));
});

/** A file of a version never changes. @param {Request} request */
async function keptOrFresh(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** @param {Request} request */
async function fresh(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(version)).put(request, answer.clone());
    return answer;
  } catch {
    return kept(request);
  }
}

/** @param {Request | string} request */
async function kept(request) {
  return (await caches.match(request)) ?? Response.error();
}
