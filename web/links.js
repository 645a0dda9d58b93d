// SPDX-License-Identifier: MIT
// links.js - a game as a link, as a record, and as a file.
import { ask } from "./engine.js";
import { el } from "./dom.js";
import { whereOf } from "./session.js";
import { playerName } from "./seats.js";

/** @typedef {import("./types.js").StoredGame} StoredGame */

/** The page's address with a link of the engine ("#g=..."). @param {string} link */
export function address(link) {
  return location.origin + location.pathname + link;
}

/** @param {string} text */
const quoted = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/**
 * The record of a game: the engine's text with names, date, result and dice. The seed is
 * left out while the game is not over.
 * @param {StoredGame} game
 * @returns {Promise<string>}
 */
export async function recordOf(game) {
  const { text } = await ask("record", { ...whereOf(game), throw: null, to: "lusoria" });
  const tags = [["First", playerName(game, 0)], ["Second", playerName(game, 1)], ["Date", game.date.slice(0, 10)]];
  if (game.commitment) {
    tags.push(["DiceCommitment", game.commitment], ["DiceNonce", "0"]);
    if (game.result) tags.push(["DiceSeed", game.seed]);
  }
  const names = tags.map(([name]) => `[${name} `), lines = text.split("\n").filter((/** @type {string} */ l) => !names.some((n) => l.startsWith(n)));
  const first = lines.findIndex((/** @type {string} */ l) => !l.startsWith("[Game "));
  lines.splice(first, 0, ...tags.map(([name, value]) => `[${name} ${quoted(value)}]`));
  return lines.join("\n");
}

/** @param {string} name @param {string} text @param {string} [type] */
export function download(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Copies a text; false if the browser does not allow it. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
