// @ts-check
/** Messages on this device when it is the user's turn: switched on and off, and the language that they come in. */

import { currentLanguage } from "./i18n.js";
import { get, post, remove } from "./net.js";
import { loadSetting, saveSetting } from "./settings.js";

/** Beside the shell of the pages, so that a new version of it does not forget the language. */
const USER = "veier-user";

/** @type {Promise<string | null> | null} */
let asked = null;

// The service worker asks what this window shows: no message comes for a table that the user looks at.
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.addEventListener("message", (event) => {
    if (event.data === "path") event.ports[0].postMessage(location.pathname);
  });
}

/** The server's key to subscribe with; null where the browser or the server knows no push. */
export function pushKey() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    return Promise.resolve(null);
  }
  asked ??= get("/api/v1/push/key").then(
    (answer) => answer.key,
    () => (asked = null),
  );
  return asked;
}

export function isPushOn() {
  return loadSetting("push") === "on" && "Notification" in window && Notification.permission === "granted";
}

/**
 * Ask the browser, then its push service, then tell the server.
 * @returns {Promise<"on" | "denied">}
 */
export async function switchPushOn() {
  const key = await pushKey();
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const { pushManager } = await navigator.serviceWorker.ready;
  // One made with another key, by an earlier server at this address, would be in the way.
  await unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await post("/api/v1/push/subscriptions", { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } });
  saveSetting("push", "on");
  await rememberLanguage();
  return "on";
}

/** Tell the browser and the server: what either of them does is enough for no more messages to come. */
export async function switchPushOff() {
  saveSetting("push", "off");
  await Promise.all([unsubscribe(), remove("/api/v1/push/subscriptions")]);
}

async function unsubscribe() {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** Keep the language where the service worker finds it: it cannot read the settings. */
export async function rememberLanguage() {
  if (!isPushOn()) return;
  const kept = await caches.open(USER);
  await kept.put("/user/language", new Response(currentLanguage()));
}
