// @ts-check
/** Questions to the server: JSON in, JSON out; what goes wrong becomes a Problem that says why in a message. */

/** @typedef {import("./i18n.js").Message} Message */

/** A refusal of the server, or no answer at all. */
export class Problem extends Error {
  /**
   * @param {Message} reason
   * @param {number} status 0 when the server did not answer
   * @param {any} [document] the whole problem document
   */
  constructor(reason, status, document = {}) {
    super(reason.key);
    this.reason = reason;
    this.status = status;
    this.document = document;
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function get(path) {
  return ask("GET", path);
}

/**
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export function post(path, body = {}) {
  return ask("POST", path, body);
}

/**
 * @param {string} path
 * @param {any} body
 * @returns {Promise<any>}
 */
export function replace(path, body) {
  return ask("PUT", path, body);
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function remove(path) {
  return ask("DELETE", path);
}

/**
 * Post JSON and return the answer as text, for pictures.
 * @param {string} path
 * @param {any} body
 * @returns {Promise<string>}
 */
export async function postForText(path, body) {
  return (await send("POST", path, body)).text();
}

/**
 * Return a file that the server makes.
 * @param {string} path
 * @returns {Promise<Blob>}
 */
export async function getFile(path) {
  return (await send("GET", path)).blob();
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 */
async function ask(method, path, body) {
  const answer = await send(method, path, body);
  return answer.json().catch(() => null);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<Response>} a good answer
 */
async function send(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, headers: { Accept: "application/json" }, credentials: "same-origin" };
  if (body !== undefined) {
    request.headers = { Accept: "application/json", "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Problem({ key: "web.offline.server" }, 0);
  }
  if (answer.ok) return answer;
  const data = await answer.json().catch(() => null);
  throw new Problem(
    data?.reason ?? { key: "web.error.unknown", params: { status: answer.status } },
    answer.status,
    data ?? {},
  );
}
