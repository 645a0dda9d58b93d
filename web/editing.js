// SPDX-License-Identifier: MIT
// editing.js - changes a position text where a tile was clicked. It knows how the texts are
// written (doc/rules, "Texts"), not which positions are possible: the engine checks that.
//
//   senet  WB--...:W            30 squares, the side
//   ur     6x---...0:7---...0:L hand, squares, home of both sides; the side
//   awari  4-4-...-0-0-S        12 pits, two stores, the side
//   cave   8/ox6/...            rows from above; whose turn it is follows from the count
import { ask } from "./engine.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Rules} Rules
 * @typedef {0|1|"empty"|"more"|"less"} Brush what a click puts on a tile
 */

/** The brushes of a game. @param {Rules} rules @returns {Brush[]} */
export function brushes(rules) {
  return rules.name.startsWith("awari") ? ["more", "less", "empty"] : [0, 1, "empty"];
}

/** Whether the side to move is part of the text. @param {Rules} rules */
export const hasSide = (rules) => !rules.name.startsWith("cave");

/** The text without a throw. @param {Rules} rules @param {string} text */
export function withoutThrow(rules, text) {
  return rules.sticks ? text.replace(/:\d$/, "") : text;
}

/** @param {Rules} rules @param {string} text @param {number} side */
export function withSide(rules, text, side) {
  return withoutThrow(rules, text).slice(0, -1) + rules.sides[side].letter;
}

/** A board without pieces, as far as the rules allow one. @param {Rules} rules @param {string} start */
export function emptied(rules, start) {
  const game = rules.name.split(":")[0];
  if (game === "ur") return start;
  if (game === "cave") return start.split("/").map((row) => "." .repeat(width(row))).map(packed).join("/");
  if (game === "awari") return start.replace(/\d+/g, "0");
  return start.replace(/^[^:]*/, (squares) => "-".repeat(squares.length));
}

/**
 * The text after a click on a tile, or null if the click means nothing there.
 * @param {Rules} rules @param {State} state @param {number} tile @param {Brush} brush
 * @returns {Promise<string|null>}
 */
export async function edited(rules, state, tile, brush) {
  const text = withoutThrow(rules, state.position), game = rules.name.split(":")[0];
  if (game === "senet") return senet(rules, text, Number(state.board.tiles[tile].square), brush);
  if (game === "ur") return ur(text, await tilesOfUr(rules, state), tile, brush);
  if (game === "awari") return awari(text, tile, brush);
  return cave(text, tile, brush);
}

/** @param {Rules} rules @param {string} text @param {number} square @param {Brush} brush */
function senet(rules, text, square, brush) {
  if (!(square >= 1)) return null;
  const letter = typeof brush === "number" ? rules.sides[brush].letter : "-";
  return text.slice(0, square - 1) + letter + text.slice(square);
}

/** @param {string} text @param {number} tile @param {Brush} brush */
function awari(text, tile, brush) {
  const parts = text.split("-"), n = Number(parts[tile]);
  parts[tile] = String(brush === "empty" ? 0 : Math.max(0, n + (brush === "more" ? 1 : -1)));
  return parts.join("-");
}

// ---- cave ----

/** @param {string} row */
const unpacked = (row) => row.replace(/\d/g, (n) => ".".repeat(Number(n)));
/** @param {string} row */
const packed = (row) => row.replace(/\.+/g, (gap) => String(gap.length));
/** @param {string} row */
const width = (row) => unpacked(row).length;

/** @param {string} text @param {number} tile @param {Brush} brush */
function cave(text, tile, brush) {
  const rows = text.split("/").map((row) => [...unpacked(row)]), columns = rows[0].length;
  rows[Math.floor(tile / columns)][tile % columns] = brush === 0 ? "x" : brush === 1 ? "o" : ".";
  return rows.map((row) => packed(row.join(""))).join("/");
}

// ---- ur ----

/** The tile of each square of a path, by side; asked from the engine once per rule set. */
/** @type {Map<string, number[][]>} */
const paths = new Map();

/** @param {Rules} rules @param {State} state @returns {Promise<number[][]>} */
async function tilesOfUr(rules, state) {
  const known = paths.get(rules.name);
  if (known) return known;
  const [, hand, squares, home] = state.position.match(/^(\d)([x-]+)(\d)/) ?? [], pieces = Number(hand) + Number(home) + (squares?.split("x").length ?? 1) - 1;
  const length = squares?.length ?? 14, none = `${pieces}${"-".repeat(length)}0`;
  const ask1 = async (/** @type {number} */ side, /** @type {number} */ at) => {
    const one = `${pieces - 1}${"-".repeat(at)}x${"-".repeat(length - at - 1)}0`;
    const shown = await ask("state", { game: rules.name, position: side ? `${none}:${one}:L` : `${one}:${none}:L` });
    return /** @type {number} */ (shown.board.pieces.find((/** @type {{small: boolean}} */ p) => !p.small)?.tile ?? -1);
  };
  const found = await Promise.all([0, 1].map((side) => Promise.all(Array.from({ length }, (_, at) => ask1(side, at)))));
  paths.set(rules.name, found);
  return found;
}

/** @param {string} text @param {number[][]} tiles @param {number} tile @param {Brush} brush */
function ur(text, tiles, tile, brush) {
  const [first, second, mover] = text.split(":"), sides = [first, second].map((part) => {
    const [, hand, squares, home] = part.match(/^(\d)([x-]+)(\d)$/) ?? ["", "0", "", "0"];
    return { hand: Number(hand), squares: [...squares], home: Number(home) };
  });
  let changed = false;
  sides.forEach((side, i) => { // what stands there goes back to its hand
    const at = tiles[i].indexOf(tile);
    if (at >= 0 && side.squares[at] === "x") { side.squares[at] = "-"; side.hand++; changed = true; }
  });
  const at = typeof brush === "number" ? tiles[brush].indexOf(tile) : -1, own = typeof brush === "number" ? sides[brush] : null;
  if (own && at >= 0) {
    if (own.hand) own.hand--;
    else if (own.home) own.home--;
    else return null;
    own.squares[at] = "x";
    changed = true;
  }
  return changed ? `${sides.map((s) => `${s.hand}${s.squares.join("")}${s.home}`).join(":")}:${mover}` : null;
}
