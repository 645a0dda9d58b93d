// SPDX-License-Identifier: MIT
// import.js - games from a text in any format that the engine reads.
import { ask } from "./engine.js";
import { newGame } from "./session.js";

/** @typedef {import("./types.js").StoredGame} StoredGame */

/** @param {string} text @param {string} name */
function tag(text, name) {
  const found = text.match(new RegExp(`^\\[${name} "((?:[^"\\\\]|\\\\.)*)"\\]`, "m"));
  return found ? found[1].replace(/\\(.)/g, "$1") : "";
}

/** Every game of a file; throws if one cannot be read. @param {string} text @returns {Promise<StoredGame[]>} */
export async function importRecords(text) {
  const parts = text.split(/\n\s*\n(?=\[Game )/);
  return Promise.all(parts.filter((part) => part.trim()).map(importRecord));
}

/** @param {string} record @returns {Promise<StoredGame>} */
async function importRecord(record) {
  const state = await ask("state", { record }), fields = new URLSearchParams(state.link.slice(1));
  const person = (/** @type {string} */ name) => ({ kind: /** @type {"person"} */ ("person"), name });
  const game = await newGame(state.game, [person(tag(record, "First")), person(tag(record, "Second"))]);
  return {
    ...game, start: fields.get("p") ?? undefined, rolloff: state.rolloff, moves: (fields.get("m") ?? "").split(".").filter(Boolean),
    result: state.result, seed: tag(record, "DiceSeed") || game.seed, commitment: tag(record, "DiceCommitment"),
    date: tag(record, "Date") || game.date,
  };
}
