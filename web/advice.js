// SPDX-License-Identifier: MIT
// advice.js - the engine's opinion about the position of a game: for hints, what-if, the
// coach and the value bar. One search per position; it is cancelled when the game moves on.
import { think } from "./engine.js";
import { t, percent, number } from "./i18n.js";

/**
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./types.js").MoveValue} MoveValue
 * @typedef {import("./session.js").Session} Session
 */

const NODES = 60000; // below 0.2 s on a phone of 2020

export class Advice {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.key = "";
    this.control = new AbortController();
    /** @type {Promise<Analysis>|null} */
    this.answer = null;
  }

  /** @returns {Promise<Analysis>} rejected with AbortError when the game has moved on */
  get() {
    const key = JSON.stringify(this.session.where);
    if (key !== this.key || !this.answer) {
      this.cancel();
      this.key = key;
      this.answer = think("analyse", { ...this.session.where, nodes: NODES }, this.control.signal);
      this.answer.catch(() => { if (this.key === key) this.answer = null; });
    }
    return this.answer;
  }

  /** Ends a search under way, so that the program's own search need not wait. */
  cancel() {
    if (this.answer) this.control.abort();
    this.control = new AbortController();
    this.answer = null;
  }
}

/** The value of a move as people read it. @param {Analysis} a @param {MoveValue} m */
export function valueText(a, m) {
  return a.unit === "stones" ? signed(m.score) : percent(m.win ?? m.score);
}

/** @param {Analysis} a @param {number} loss */
export function lossText(a, loss) {
  return a.unit === "stones" ? number(loss, 1) : percent(loss);
}

/** @param {number} value */
const signed = (value) => `${value > 0 ? "+" : ""}${number(value, 1)}`;

/** @param {Analysis} a @param {boolean} exact */
export function sourceText(a, exact) {
  return exact ? t("hint.exact") : t("hint.depth", { depth: number(a.diagnostics.search_depth) });
}
