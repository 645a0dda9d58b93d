// SPDX-License-Identifier: MIT
// explain.js - why a move is good or bad, in the language of the page.
//
// Analyses contain an English sentence. For another language the facts of the move
// (doc/api.md, "explain") are translated one by one and joined; if a single text is missing,
// the whole English sentence is shown and marked as English.
import { el } from "./dom.js";
import { ask } from "./engine.js";
import { currentLanguage, has, number, say, t, word } from "./i18n.js";

/** @typedef {{key: string, against: boolean, square: number, n: number, throws: number[], weight: number, weights: number, reply: string|null, name: string|null}} Fact */

const MOST = { good: 3, bad: 2 }; // facts in a sentence, as the engine writes them

/** Moves are read from left to right in every language. @param {string} move */
const isolated = (move) => `\u2066${move}\u2069`;

/** @param {string[]} list @param {"conjunction"|"disjunction"} type */
const joined = (list, type) => new Intl.ListFormat(currentLanguage(), { type }).format(list);

/** The key of a fact; some have a text of their own for one, or without squares or throws. @param {Fact} f */
function variant(f) {
  const stones = f.key === "fact.captures" && !f.square, now = f.key === "fact.lets-win" && !f.throws.length;
  const key = stones ? "fact.captures-stones" : now ? "fact.lets-win-now" : f.key;
  return f.n === 1 && has(`${key}-one`) ? `${key}-one` : key;
}

/** Null: a text is missing. @param {Fact} f */
function phrase(f) {
  if (f.name && !has(`word.${f.name}`)) return null;
  if (f.key === "fact.remark") return word(f.name ?? "");
  const key = variant(f);
  return !has(key) ? null : t(key, { square: number(f.square), n: number(f.n), throws: joined(f.throws.map((n) => number(n)), "disjunction"),
    weight: number(f.weight), weights: number(f.weights), reply: isolated(f.reply ?? ""), name: word(f.name ?? "") });
}

/** Null: a text is missing. @param {string} move @param {Fact[]} facts */
function sentence(move, facts) {
  const pick = (/** @type {boolean} */ against, /** @type {number} */ most) => facts.filter((f) => f.against === against).slice(0, most).map(phrase);
  const good = pick(false, MOST.good), bad = pick(true, MOST.bad);
  if ([...good, ...bad].includes(null)) return null;
  const list = (/** @type {(string|null)[]} */ all) => joined(all.map(String), "conjunction");
  const said = good.length && bad.length ? t("fact.but", { good: list(good), bad: list(bad) }) : list([...good, ...bad]);
  return t("fact.sentence", { move: isolated(move), facts: said || t(move === "pass" ? "fact.pass" : "fact.quiet") });
}

/**
 * The reason of a move, filled in when the engine has answered; empty if it cannot.
 * @param {import("./engine.js").Query} where the position @param {string} move
 */
export function reason(where, move) {
  const place = el("span", {}), own = currentLanguage() !== "en";
  ask("explain", { ...where, move }).then((answer) => place.replaceChildren((own && sentence(move, answer.facts)) || say(answer.sentence)), () => {});
  return place;
}

/**
 * The reason of a move of an analysis: at once in English.
 * @param {import("./engine.js").Query} where the position @param {{move: string, why: string}} m
 * @returns {Node}
 */
export function explained(where, m) {
  return currentLanguage() === "en" ? say(m.why) : reason(where, m.move);
}
