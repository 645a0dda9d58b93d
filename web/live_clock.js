// SPDX-License-Identifier: MIT
// live_clock.js - the clocks of a game on a server. The server counts; the page shows what it sent,
// less the time since then.
import { el } from "./dom.js";
import { t, number } from "./i18n.js";

/** @typedef {import("./live_client.js").Live} Live */

/** "4:31", "1:02:03"; rounded up, so that 0:00 means that nothing is left. @param {number} ms */
export function clockText(ms) {
  const all = Math.ceil(Math.max(0, ms) / 1000), hours = Math.floor(all / 3600), minutes = Math.floor(all / 60) % 60, seconds = all % 60;
  const two = (/** @type {number} */ n) => number(Math.floor(n / 10)) + number(n % 10);
  return hours ? `${number(hours)}:${two(minutes)}:${two(seconds)}` : `${number(minutes)}:${two(seconds)}`;
}

/** The clock of a player turns red below this. */
const LOW_MS = 20000, TICK_MS = 200;

/** Two clocks that run until `stop`. */
export function createClocks() {
  const faces = [0, 1].map(() => el("span", { class: "clock", role: "timer", dir: "ltr", hidden: true }));
  /** @type {Live|null} */
  let live = null;
  let received = 0;
  /** @type {number[]} the player of each side */
  let players = [0, 1];
  const draw = () => faces.forEach((face, side) => {
    const clock = live?.clock, player = players[side];
    face.hidden = !clock;
    if (!clock) return;
    const running = clock.running === player, left = clock.left[player] - (running ? performance.now() - received : 0);
    face.textContent = clockText(left);
    face.classList.toggle("running", running);
    face.classList.toggle("low", left < LOW_MS);
    face.setAttribute("aria-label", t("live.timeLeft", { time: face.textContent }));
  });
  const timer = setInterval(draw, TICK_MS);
  return {
    faces,
    /** An answer may be shown later than it arrived. @param {Live} now @param {number[]} seats */
    show(now, seats) {
      if (live !== now) received = now.receivedAt ?? performance.now();
      live = now;
      players = seats;
      draw();
    },
    stop: () => clearInterval(timer),
  };
}
