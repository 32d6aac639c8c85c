// @ts-check
/** Sounds: a piece that is laid, wood on wood, and a win. Synthesised here, and off unless they are switched on. */

import { loadSetting } from "./settings.js";

/** What sounds: how high, how loud and how long, in hertz, parts of one and seconds. */
const PARTIALS = [
  { pitch: 310, loudness: 0.22, length: 0.09 },
  { pitch: 742, loudness: 0.1, length: 0.05 },
  { pitch: 1580, loudness: 0.04, length: 0.02 },
];

/** @type {AudioContext | null} */
let context = null;

/** Let a piece be heard, unless sound is off. */
export function playKnock() {
  if (loadSetting("sound") !== "on") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const partial of PARTIALS) sound(context, partial);
}

/** Let a win be heard, unless sound is off: a note for each corner of the square that draws itself. */
export function playFinale() {
  if (loadSetting("sound") !== "on") return;
  const out = (context ??= new AudioContext());
  if (out.state === "suspended") out.resume();
  [523.25, 659.25, 783.99, 1046.5].forEach((pitch, corner) => {
    const [tone, volume, start] = [out.createOscillator(), out.createGain(), out.currentTime + 0.05 + corner * 0.22];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.14, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
    tone.connect(volume).connect(out.destination);
    tone.start(start);
    tone.stop(start + 0.7);
  });
}

/** @param {AudioContext} out @param {typeof PARTIALS[number]} partial */
function sound(out, { pitch, loudness, length }) {
  const [tone, volume, now] = [out.createOscillator(), out.createGain(), out.currentTime];
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
