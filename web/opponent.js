// SPDX-License-Identifier: MIT
// opponent.js - the program's moves: a measured level, or a depth and a time per move.
import { choose } from "./engine.js";

/**
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./session.js").Session} Session
 */

const DEEPEST = 40;

/**
 * The move of a seat that the program plays.
 * @param {Session} session @param {Seat} seat @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
export async function chooseMove(session, seat, signal) {
  if (seat.kind !== "level") throw new Error("this seat is a person's");
  if (seat.seconds) return timed(session, seat.depth || DEEPEST, seat.seconds * 1000, signal);
  const limits = seat.depth ? { depth: seat.depth } : { level: seat.level };
  const seed = Math.floor(Math.random() * 1e9);
  return (await choose({ ...session.where, ...limits, seed }, signal)).move;
}

/* One depth after the other; when the time is up, the search under way is cancelled and the
   move of the last finished depth is played. */
/** @param {Session} session @param {number} deepest @param {number} ms @param {AbortSignal} signal */
async function timed(session, deepest, ms, signal) {
  const end = performance.now() + ms;
  let move = "";
  for (let depth = 1; depth <= deepest && performance.now() < end; depth++) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, end - performance.now()))]);
    const answer = await choose({ ...session.where, depth }, move ? limit : signal).catch((error) => {
      if (signal.aborted || !move) throw error;
      return null;
    });
    if (!answer) break;
    move = answer.move;
    if (session.state.legal?.length === 1) break;
  }
  return move;
}
