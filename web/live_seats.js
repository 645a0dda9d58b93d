// SPDX-License-Identifier: MIT
// live_seats.js - the tokens of the games on the server that this browser plays or watches.
import { load, save } from "./storage.js";

/**
 * @typedef {object} LiveSeat
 * @property {string} token
 * @property {string} [invite] for the link to the opponent
 * @property {string} [watch] for the link to spectators
 */

const MOST = 50;

/** @returns {[string, LiveSeat][]} the newest first */
function all() {
  return load("live", []);
}

/** @param {string} id @returns {LiveSeat|null} */
export function seatFor(id) {
  return all().find(([other]) => other === id)?.[1] ?? null;
}

/** @param {string} id @param {LiveSeat} seat */
export function keepSeat(id, seat) {
  save("live", [[id, seat], ...all().filter(([other]) => other !== id)].slice(0, MOST));
}

/** Random hexadecimal digits. @param {number} bytes */
export function randomHex(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, "0")).join("");
}
