// @ts-check
/**
 * What this browser counts of its user's games: kept in local storage under `veier.statistics`, as JSON of version 1.
 *
 *     version  1; a later version has a key of its own, because tabs with an old page go on writing to this one
 *     since    when everything was last deleted, in milliseconds; earlier games are not counted again
 *     games    finished games by the id of their table
 *     days     for "puzzles" and "trainer": the days on which there was practice, as "2026-11-18"
 *
 * Several tabs write to it. A tab that finds that another one has overwritten what it added adds it again; `merge`
 * gives the same whatever comes first, so all of them end with the same.
 */

/**
 * A finished game, in which this browser had one seat.
 *
 * @typedef {object} SeenGame
 * @property {string} game its name
 * @property {number} at when it ended
 * @property {"won" | "lost" | "drawn"} outcome
 * @property {number | null} level the strongest computer in it; null among people
 * @property {[number, number]} [step] how a side of the square runs that won it for the user
 */
/** @typedef {"puzzles" | "trainer"} Practice */
/**
 * @typedef {{version: 1, since: number, games: Record<string, SeenGame>, days: Record<Practice, string[]>}} Statistics
 */
/**
 * What a state and a line of a list both say of a game.
 *
 * @typedef {{id: string, game: {id: string}, seats: {kind: string, level: number | null, mine: boolean}[],
 *   result: {shares: (number | string)[]} | null}} Played
 */

const KEY = "veier.statistics";
const VERSION = 1;

/** What this tab has added. */
let added = empty();

addEventListener("storage", (event) => {
  if (event.key === KEY) save(added);
});

/** @returns {Statistics} */
function empty(since = 0) {
  return { version: VERSION, since, games: {}, days: { puzzles: [], trainer: [] } };
}

/** @returns {Statistics} what is kept; nothing if it is unreadable */
export function readStatistics() {
  return parseStatistics(localStorage.getItem(KEY) ?? "") ?? empty();
}

/**
 * @param {string} text
 * @returns {Statistics | null} null if it is something else
 */
export function parseStatistics(text) {
  try {
    const { version, since, games, days } = JSON.parse(text);
    const known = Object.entries(games).filter(([, game]) => isGame(game));
    if (version !== VERSION || !Number.isFinite(since)) return null;
    return {
      version,
      since,
      games: Object.fromEntries(known),
      days: { puzzles: days.puzzles.filter(isDay), trainer: days.trainer.filter(isDay) },
    };
  } catch {
    return null;
  }
}

/** @param {any} game */
function isGame(game) {
  const { game: name, at, outcome, level, step } = game ?? {};
  return (
    typeof name === "string" &&
    Number.isFinite(at) &&
    ["won", "lost", "drawn"].includes(outcome) &&
    (level === null || Number.isInteger(level)) &&
    (step === undefined || (Array.isArray(step) && step.length === 2 && step.every(Number.isInteger)))
  );
}

/** @param {any} day */
function isDay(day) {
  return typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day);
}

/**
 * Join what two tabs know; what was deleted later counts alone.
 * @param {Statistics} one
 * @param {Statistics} two
 * @returns {Statistics}
 */
export function merge(one, two) {
  if (one.since !== two.since) return one.since > two.since ? one : two;
  const days = (/** @type {Practice} */ what) => [...new Set([...one.days[what], ...two.days[what]])].sort();
  return {
    ...one,
    games: { ...two.games, ...one.games },
    days: { puzzles: days("puzzles"), trainer: days("trainer") },
  };
}

/** Add something to what is kept. @param {Statistics} more */
function add(more) {
  added = merge(added.since === more.since ? added : empty(more.since), more);
  save(added);
}

/** @param {Statistics} more */
function save(more) {
  const text = localStorage.getItem(KEY);
  const after = JSON.stringify(merge(readStatistics(), more));
  if (after !== text) localStorage.setItem(KEY, after);
}

/**
 * Count a game that is over, if this browser has one seat in it.
 * @param {Played} played
 * @param {any} view its last position, if it is known
 * @param {number} at when it ended
 */
export function countGame(played, view, at) {
  const { since, games } = readStatistics();
  const mine = played.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
  if (!played.result || mine.length !== 1 || at <= since || played.id in games) return;
  const share = String(played.result.shares[mine[0]]);
  const outcome = share === "1" ? "won" : share === "0" ? "lost" : "drawn";
  const levels = played.seats.flatMap((seat) => (seat.kind === "computer" ? [seat.level ?? 0] : []));
  const own = view?.colours[mine[0]];
  const square = view?.squares.find((/** @type {any} */ one) => one.kind === "made" && one.colour === own);
  const game = {
    game: played.game.id.split("?")[0],
    at,
    outcome: /** @type {SeenGame["outcome"]} */ (outcome),
    level: levels.length ? Math.max(...levels) : null,
    ...(outcome === "won" && square ? { step: square.step } : {}),
  };
  add({ ...empty(since), games: { [played.id]: game } });
}

/** Count today as a day of practice. @param {Practice} what */
export function countDay(what) {
  const more = empty(readStatistics().since);
  more.days[what].push(dayOf(new Date()));
  add(more);
}

/**
 * Add what a file holds.
 * @param {string} text
 * @returns {boolean} whether it was a file of statistics
 */
export function importStatistics(text) {
  const found = parseStatistics(text);
  if (found) add({ ...found, since: readStatistics().since });
  return Boolean(found);
}

/** Delete everything, in other tabs too. */
export function deleteStatistics() {
  added = empty(Date.now());
  localStorage.setItem(KEY, JSON.stringify(added));
}

/** @param {Date} date */
function dayOf(date) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * Count days in a row.
 * @param {string[]} days
 * @param {Date} today
 * @returns {{now: number, longest: number}} `now` ends today, or yesterday as long as today can still be added
 */
export function streak(days, today) {
  const before = (/** @type {Date} */ date) => new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1);
  const known = new Set(days);
  const until = (/** @type {Date} */ date) => {
    let count = 0;
    for (let day = date; known.has(dayOf(day)); day = before(day)) count += 1;
    return count;
  };
  const longest = Math.max(0, ...days.map((day) => until(new Date(`${day}T12:00`))));
  return { now: until(today) || until(before(today)), longest };
}
