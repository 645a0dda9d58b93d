// SPDX-License-Identifier: MIT
// picker.js - from clicks on cells to a move, without knowing the rules.
//
// The engine lists the legal moves with their steps; the board turns the ends of a step
// into cells. A move is picked step by step: first the cell a step starts from, then the
// cell it ends on. A move of one cell (a brick, a pit to sow) is picked by one click.

/**
 * @typedef {import("./types.js").Move} Move
 * @typedef {{from: number, to: number}} CellStep
 * @typedef {{move: Move, steps: CellStep[], instant: boolean}} Choice
 *
 * @typedef {{type: "play", move: Move}
 *   | {type: "ask", moves: Move[]}
 *   | {type: "select", cell: number}
 *   | {type: "clear"}
 *   | {type: "refuse", from: number|null, to: number}} Picked
 */

export class Picker {
  /** @param {Choice[]} choices */
  constructor(choices) {
    this.choices = choices;
    this.open = choices;
    this.step = 0;
    /** @type {number|null} */
    this.selected = null;
    /** @type {number|null} a cell without a move that was clicked last, for the refusal */
    this.tried = null;
  }

  reset() {
    this.open = this.choices;
    this.step = 0;
    this.selected = null;
    this.tried = null;
  }

  /** The cells a piece can move from. */
  sources() {
    return new Set(this.open.map((c) => c.steps[this.step]?.from));
  }

  /** The cells the selected piece can move to. @returns {Map<number, Move>} */
  targets() {
    /** @type {Map<number, Move>} */
    const found = new Map();
    if (this.selected === null) return found;
    for (const c of this.open)
      if (c.steps[this.step].from === this.selected) found.set(c.steps[this.step].to, c.move);
    return found;
  }

  /** The moves that start on a cell. @param {number} cell */
  from(cell) {
    return this.open.filter((c) => c.steps[this.step]?.from === cell);
  }

  /** @param {number} cell @returns {Picked} */
  pick(cell) {
    if (this.selected !== null && this.targets().has(cell)) return this.advance(this.selected, cell);
    const starting = this.from(cell);
    if (starting.length && starting.every((c) => c.instant)) return { type: "play", move: starting[0].move };
    if (cell === this.selected) return this.clear();
    if (starting.length) {
      this.selected = cell;
      return { type: "select", cell };
    }
    const from = this.selected ?? this.tried;
    this.tried = cell;
    return { type: "refuse", from: from === cell ? null : from, to: cell };
  }

  /** @returns {Picked} */
  clear() {
    this.reset();
    return { type: "clear" };
  }

  /** @param {number} from @param {number} to @returns {Picked} */
  advance(from, to) {
    this.open = this.open.filter((c) => c.steps[this.step].from === from && c.steps[this.step].to === to);
    this.step++;
    this.selected = null;
    if (this.open.length === 1) return { type: "play", move: this.open[0].move };
    if (this.open.every((c) => c.steps.length > this.step)) return { type: "select", cell: -1 };
    return { type: "ask", moves: this.open.map((c) => c.move) };
  }
}
