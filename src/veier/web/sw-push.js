// @ts-check
/**
 * The part of the service worker for push messages. A message names a table and what happened; the sentence is made
 * here, in the user's language. A message about a table that the user looks at is not shown.
 */

/** @type {any} */
const pushWorker = self;
/** What is shown, by the kinds of messages. @type {Record<string, string>} */
const PUSH_TEXTS = { turn: "web.push.turn", nudge: "web.push.nudge", over: "web.push.over" };
/** How long a window may take to say what it shows. */
const ANSWER_MS = 500;

pushWorker.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(notify(event.data?.json()));
});

pushWorker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data));
});

// The push service has replaced a subscription: tell the server, or messages would end.
pushWorker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
  const options = event.oldSubscription?.options;
  if (options) event.waitUntil(pushWorker.registration.pushManager.subscribe(options).then(report));
});

/** @param {{table: string, kind: string}} message */
async function notify({ table, kind }) {
  const path = `/table/${encodeURIComponent(table)}`;
  const looking = (await tableWindows(path)).some((/** @type {any} */ window) => window.visibilityState === "visible");
  if (!(kind in PUSH_TEXTS) || looking) return;
  const { lang, texts } = await pushCatalogue();
  await pushWorker.registration.showNotification(texts[PUSH_TEXTS[kind]], {
    body: texts["web.push.open"],
    tag: path,
    renotify: true,
    icon: "/static/icons/icon-192.png",
    lang,
    data: path,
  });
}

/** Go to the table: where it is open already, or in a new window. @param {string} path */
async function openTable(path) {
  const [open] = await tableWindows(path);
  return open ? open.focus() : pushWorker.clients.openWindow(path);
}

/** The windows that show a path; only they know, because pages change without being loaded. @param {string} path */
async function tableWindows(path) {
  const windows = await pushWorker.clients.matchAll({ type: "window" });
  const shown = await Promise.all(windows.map(pathOf));
  return windows.filter((/** @type {any} */ _, /** @type {number} */ index) => shown[index] === path);
}

/** @param {any} window @returns {Promise<string>} empty if it does not answer */
function pathOf(window) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    setTimeout(() => resolve(""), ANSWER_MS);
    window.postMessage("path", [port2]);
  });
}

/** The texts in the language that the page was last read in, else in one of the browser's. */
async function pushCatalogue() {
  const chosen = await (await caches.match("/user/language"))?.text();
  const known = [chosen ?? "", ...navigator.languages].map((name) => name.slice(0, 2).toLowerCase());
  const lang = known.find((name) => ["lb", "fr", "de", "en"].includes(name)) ?? "en";
  const path = `/static/locale/${lang}.json`;
  const answer = await fetch(path).catch(() => caches.match(path));
  return { lang, texts: await answer?.json() };
}

/** @param {PushSubscription} subscription */
function report(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const headers = { "Content-Type": "application/json" };
  return fetch("/api/v1/push/subscriptions", { method: "POST", headers, body: JSON.stringify({ endpoint, keys }) });
}
