// SPDX-License-Identifier: MIT
// sound.js - short sounds, made when they are needed. Off until asked for (settings).
import { settings } from "./storage.js";

/** @type {AudioContext|null} */
let audio = null;

/** frequency, seconds, wave @type {Record<string, [number, number, OscillatorType]>} */
const tones = { step: [320, 0.05, "triangle"], throw: [180, 0.09, "square"], capture: [140, 0.16, "sawtooth"], win: [620, 0.4, "sine"], refuse: [110, 0.12, "square"] };

/** @param {"step"|"throw"|"capture"|"win"|"refuse"} name */
export function sound(name) {
  const { sound: on, volume } = settings();
  if (!on || volume <= 0) return;
  audio ??= new AudioContext();
  const [frequency, seconds, type] = tones[name], now = audio.currentTime;
  const tone = audio.createOscillator(), gain = audio.createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(frequency, now);
  tone.frequency.exponentialRampToValueAtTime(frequency * 0.6, now + seconds);
  gain.gain.setValueAtTime(volume * 0.25, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(now);
  tone.stop(now + seconds);
}
