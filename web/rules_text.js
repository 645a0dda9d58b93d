// SPDX-License-Identifier: MIT
// rules_text.js - the rules of a game (rules-GAME.json, doc/api.md) as elements.
import { el } from "./dom.js";

/**
 * @typedef {{kind: "p"|"heading"|"pre", text: string}|{kind: "list", items: string[]}|{kind: "table", rows: string[][]}} Block
 *
 * @typedef {object} Try
 * @property {string} move
 * @property {boolean} legal
 * @property {string} [after] the position after a legal move
 * @property {string} [rule] that refuses an illegal one
 *
 * @typedef {object} Case
 * @property {string} game
 * @property {string[]} rules
 * @property {string} title
 * @property {string|null} position null: the start
 * @property {number|null} throw
 * @property {string[]|null} moves
 * @property {Try[]} tries
 * @property {string[]} line moves to play one after the other
 * @property {string[]} bad position texts that are refused
 *
 * @typedef {object} RulesPage
 * @property {string} game
 * @property {string} title
 * @property {string[]} sets
 * @property {{set: string|null, title: string|null, blocks: Block[]}[]} parts
 * @property {{rule: string, text: string, set: string|null, cases: number[]}[]} rules
 * @property {Case[]} cases
 */

/** @type {Map<string, Promise<RulesPage>>} */
const pages = new Map();

/** @param {string} game "ur" @returns {Promise<RulesPage>} */
export function rulesPage(game) {
  const found = pages.get(game) ?? fetch(new URL(`rules-${game}.json`, document.baseURI)).then((answer) => {
    if (!answer.ok) throw new Error(`rules-${game}.json: ${answer.status}`);
    return answer.json();
  });
  pages.set(game, found);
  return found;
}

/** `code` and plain text. @param {string} text */
export function inline(text) {
  return text.split("`").map((part, i) => (i % 2 ? el("code", { dir: "ltr" }, part) : part)).filter((x) => x !== "");
}

/** @param {Block} block */
export function drawBlock(block) {
  if (block.kind === "heading") return el("h2", {}, block.text);
  if (block.kind === "pre") return el("pre", { tabindex: 0, dir: "ltr" }, block.text);
  if (block.kind === "list") return el("ul", {}, block.items.map(drawItem));
  if (block.kind === "table") return table(block.rows);
  return el("p", {}, inline(block.text));
}

/** "Goal: be the first": the word before the colon stands out. @param {string} item */
function drawItem(item) {
  const [, title, rest] = item.match(/^([A-Z][\w ]{1,24}(?: \([^)]*\))?(?: and [^:]{1,30})?):\s(.*)$/s) ?? [];
  return title ? el("li", {}, el("b", {}, title), ": ", inline(rest)) : el("li", {}, inline(item));
}

/** @param {string[][]} rows */
function table([head, ...rows]) {
  return el("div", { class: "scroll", tabindex: 0 }, el("table", {},
    el("thead", {}, el("tr", {}, head.map((c) => el("th", { scope: "col" }, inline(c))))),
    el("tbody", {}, rows.map((r) => el("tr", {}, r.map((c, i) => (i ? el("td", {}, inline(c)) : el("th", { scope: "row" }, inline(c)))))))));
}
