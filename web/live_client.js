// SPDX-License-Identifier: MIT
// live_client.js - games between people: requests to the server of the page, and its events
// (doc/api.md, "Games between people").
//
// The token of a game is in the header of every request, never in an address. EventSource
// cannot send headers, so the events are read with fetch.
import { pause } from "./dom.js";

/**
 * A game as the server sends it.
 * @typedef {object} LivePlayer
 * @property {string} name
 * @property {"person"|"program"|"level"} kind
 * @property {boolean} joined
 * @property {boolean} online
 * @property {number} away seconds
 *
 * @typedef {object} Live
 * @property {string} id
 * @property {number} version
 * @property {string} game
 * @property {number|null} you
 * @property {LivePlayer[]} players
 * @property {number} absence seconds after which a game can be claimed
 * @property {"join"|"rolloff"|"throw"|"move"|"over"} next
 * @property {number|null} player who has to act
 * @property {number} ply
 * @property {number} generation how many moves were taken back
 * @property {number|null} throw
 * @property {number[]} rolloff
 * @property {string[]} moves
 * @property {{draw: number|null, undo: number|null, rematch: number|null, ended: string[]}} offers
 * @property {{control: string, left: number[], running: number|null}|null} clock milliseconds
 * @property {number} [receivedAt] when this page received it: performance.now()
 * @property {{commitment: string, seed: string|null}|null} dice
 * @property {{score: string, winner: number|null, reason: string|null}|null} result
 * @property {string|null} rematch
 * @property {string} [token]
 * @property {string} [invite]
 * @property {string} [spectator]
 */

/** An answer of the server other than 2xx. */
export class LiveError extends Error {
  /** @param {number} status @param {{message?: string, expected?: string|null}} answer */
  constructor(status, answer) {
    super(answer.expected || answer.message || String(status));
    this.status = status;
  }

  /** Whether the same request cannot succeed later: a proxy answers 502 while the server is started again. */
  get final() {
    return this.status < 500 && this.status !== 429;
  }
}

/** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
async function request(path, options) {
  const response = await fetch(`api/v1/game${path}`, { cache: "no-store", ...options });
  if (!response.ok) throw new LiveError(response.status, await response.json().catch(() => ({})));
  return response;
}

/** @param {string} [token] @returns {Record<string, string>} */
const authorization = (token) => (token ? { Authorization: `Bearer ${token}` } : {});

/**
 * Makes a game, or acts in one.
 * @param {string} path "" or "/ID/ACTION" @param {string} [token] @param {Record<string, string|number>} [fields] @returns {Promise<Live>}
 */
export async function send(path, token, fields = {}) {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return (await request(path, { method: "POST", headers: authorization(token), body })).json();
}

/**
 * The same until the server answers: a lost connection is tried again. An action carries its
 * turn, so it is carried out once.
 * @param {string} path @param {string} token @param {Record<string, string|number>} fields @param {AbortSignal} signal @returns {Promise<Live>}
 */
export async function sendSurely(path, token, fields, signal) {
  for (;;)
    try {
      return await send(path, token, fields);
    } catch (error) {
      if (signal.aborted || (error instanceof LiveError && error.final)) throw error;
      await pause(1000, signal);
    }
}

/** How a game stands. @param {string} id @param {string} token @returns {Promise<Live>} */
export async function look(id, token) {
  return (await request(`/${id}`, { headers: authorization(token) })).json();
}

/** The record of a game. @param {string} id @param {string} token */
export async function recordText(id, token) {
  return (await request(`/${id}/record`, { headers: authorization(token) })).text();
}

/** The server sends at least a comment every 14 seconds. */
const SILENCE_MS = 40000, LONGEST_WAIT_MS = 8000;

/**
 * Reads one event stream to its end; every event is a whole game.
 * @param {string} id @param {string} token @param {{onGame: (game: Live) => void, onLink: (connected: boolean) => void}} on @param {AbortSignal} signal
 */
async function readEvents(id, token, on, signal) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await request(`/${id}/events`, { headers: authorization(token), signal: AbortSignal.any([signal, silence.signal]) });
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader(), decoder = new TextDecoder();
    on.onLink(true);
    for (let text = "";;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const events = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (data) on.onGame({ ...JSON.parse(data.slice(6)), receivedAt: performance.now() });
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Waits; a browser that is online again does not wait. @param {number} ms @param {AbortSignal} signal */
async function waitOrOnline(ms, signal) {
  const online = new AbortController(), end = () => online.abort();
  addEventListener("online", end, { once: true });
  await pause(ms, AbortSignal.any([signal, online.signal]));
  removeEventListener("online", end);
}

/**
 * Follows a game until the signal: connects again whenever the connection is lost. Rejects if
 * the game does not exist, or the token is not one of it.
 * @param {string} id @param {string} token @param {{onGame: (game: Live) => void, onLink: (connected: boolean) => void}} on @param {AbortSignal} signal
 */
export async function follow(id, token, on, signal) {
  for (let wait = 500; !signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      await readEvents(id, token, { ...on, onLink: (connected) => { wait = 250; on.onLink(connected); } }, signal);
    } catch (error) {
      if (error instanceof LiveError && error.final) throw error;
    }
    if (signal.aborted) return;
    on.onLink(false);
    await waitOrOnline(wait, signal);
  }
}
