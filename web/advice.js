// SPDX-License-Identifier: MIT
// advice.js - the engine's opinion about the position of a game: for hints, what-if, the
// coach and the value bar. One search per position.
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
    /** @type {Promise<Analysis>} */
    this.answer = Promise.reject(new Error("nothing was asked"));
    this.answer.catch(() => {});
  }

  /**
   * The analysis of the position now. A search for an older position is short and ends
   * first: ending its worker would take longer.
   * @returns {Promise<Analysis>} rejected if the game has moved on
   */
  get() {
    const { where } = this.session, key = JSON.stringify(where);
    if (key === this.key) return this.answer;
    this.key = key;
    this.answer = this.answer.catch(() => null).then(() => {
      if (key !== this.key) throw new DOMException("the game has moved on", "AbortError");
      return think("analyse", { ...where, nodes: NODES });
    }).then((analysis) => {
      if (key !== JSON.stringify(this.session.where)) throw new DOMException("the game has moved on", "AbortError");
      return analysis;
    });
    return this.answer;
  }
}

/** The value of a move as people read it. @param {Analysis} a @param {MoveValue} m */
export function valueText(a, m) {
  return a.unit === "stones" ? t("review.stones", { n: signed(m.score) }) : percent(m.win ?? m.score);
}

/** What is certain of a move of Awari: "exact", or its bounds. Empty: nothing. @param {Analysis} a @param {MoveValue} m */
export function certainty(a, m) {
  if (a.unit !== "stones" || a.exact) return "";
  if (m.lower !== undefined && m.upper !== undefined) return t("hint.bounds", { lower: signed(m.lower), upper: signed(m.upper) });
  return m.exact ? t("hint.exact") : "";
}

/** @param {Analysis} a @param {number} loss */
export function lossText(a, loss) {
  return a.unit === "stones" ? number(loss, 1) : percent(loss);
}

/** @param {number} value */
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${number(Math.abs(value), 1)}`;

/** @param {Analysis} a @param {boolean} exact */
export function sourceText(a, exact) {
  return exact ? t(a.source === "proof" ? "hint.proved" : "hint.exact") : t("hint.depth", { depth: number(a.diagnostics.search_depth) });
}
