// SPDX-License-Identifier: MIT
// storage.js - what the browser remembers: settings, the last choices and the games.
// If the browser refuses to store (private windows), the page works for this visit.

/**
 * @typedef {import("./types.js").StoredGame} StoredGame
 *
 * @typedef {object} Settings
 * @property {string} name of the person
 * @property {string} language "" for the browser's
 * @property {"auto"|"light"|"dark"} theme
 * @property {"slow"|"normal"|"fast"|"off"} speed of moves
 * @property {boolean} sound
 * @property {number} volume 0..1
 * @property {boolean} coach warn before a costly move
 * @property {boolean} bar show the value bar
 * @property {boolean} autoThrow throw for the person
 */

/** @type {Settings} */
const defaults = {
  name: "", language: "", theme: "auto", speed: "normal", sound: false, volume: 0.6,
  coach: false, bar: false, autoThrow: false,
};

/** @type {Map<string, string>} */
const memory = new Map();

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function load(key, otherwise) {
  try {
    const text = memory.get(key) ?? localStorage.getItem(`lusoria.${key}`);
    return text === null || text === undefined ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export function save(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`lusoria.${key}`, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

/** @param {string} key */
function remove(key) {
  memory.delete(key);
  try { localStorage.removeItem(`lusoria.${key}`); } catch { /* nothing was stored */ }
}

/** @returns {Settings} */
export function settings() {
  return { ...defaults, ...load("settings", {}) };
}

/** @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  save("settings", { ...settings(), ...changes });
  dispatchEvent(new CustomEvent("lusoria-settings", { detail: changes }));
}

// ---- games: an index of ids, the newest first, and one entry per game ----

/** @returns {string[]} */
export function gameIds() {
  return load("games", []);
}

/** @param {string} id @returns {StoredGame|null} */
export function loadGame(id) {
  return load(`game.${id}`, null);
}

/** @param {StoredGame} game */
export function saveGame(game) {
  save(`game.${game.id}`, game);
  save("games", [game.id, ...gameIds().filter((id) => id !== game.id)]);
}

/** @param {string} id */
export function removeGame(id) {
  remove(`game.${id}`);
  save("games", gameIds().filter((other) => other !== id));
}

/** @returns {StoredGame[]} */
export function allGames() {
  return gameIds().map(loadGame).filter((game) => game !== null);
}
