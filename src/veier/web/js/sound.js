// @ts-check
/** Sounds: a piece is laid, it is your turn, a win. Synthesised here, and off unless they are switched on. */

import { loadSetting } from "./settings.js";

/** What sounds: how high, how loud and how long, in hertz, parts of one and seconds. */
const KNOCK = [
  { pitch: 310, loudness: 0.22, length: 0.09 },
  { pitch: 742, loudness: 0.1, length: 0.05 },
  { pitch: 1580, loudness: 0.04, length: 0.02 },
];

/** Two soft bars, a fourth apart, that call to the table. */
const CALL = [
  { pitch: 587, loudness: 0.14, length: 0.45 },
  { pitch: 784, loudness: 0.14, length: 0.7, after: 0.16 },
];

/** A win: a bar for each corner of the square that draws itself. */
const FINALE = [523, 659, 784, 1047].map((pitch, corner) => ({
  pitch,
  loudness: 0.14,
  length: 0.7,
  after: 0.05 + 0.22 * corner,
}));

/** @typedef {{pitch: number, loudness: number, length: number, after?: number}} Partial */

/** @type {AudioContext | null} */
let context = null;

/** Let a piece be heard, unless sound is off. */
export function playKnock() {
  play(KNOCK);
}

/** Call the user to the table, unless sound is off. */
export function playTurn() {
  play(CALL);
}

/** Let a win be heard, unless sound is off. */
export function playFinale() {
  play(FINALE);
}

/** @param {Partial[]} partials */
function play(partials) {
  if (loadSetting("sound") !== "on") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const partial of partials) sound(context, partial);
}

/** @param {AudioContext} out @param {Partial} partial */
function sound(out, { pitch, loudness, length, after = 0 }) {
  const [tone, volume, now] = [out.createOscillator(), out.createGain(), out.currentTime + after];
  // Struck wood falls a little in pitch and fades at once.
  tone.frequency.setValueAtTime(pitch * 1.06, now);
  tone.frequency.exponentialRampToValueAtTime(pitch, now + length / 2);
  volume.gain.setValueAtTime(0.0001, now);
  volume.gain.exponentialRampToValueAtTime(loudness, now + 0.002);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + length);
  tone.connect(volume).connect(out.destination);
  tone.start(now);
  tone.stop(now + length);
}
