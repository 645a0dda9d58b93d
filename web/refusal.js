// SPDX-License-Identifier: MIT
// refusal.js - why a click on the board or a typed move is not legal: the sentence and the rule.
import { el } from "./dom.js";
import { t, say } from "./i18n.js";
import { ask } from "./engine.js";

/** @typedef {import("./types.js").State} State */

/** The move that clicks mean, or an element that says why they mean none. @param {State} state @param {boolean} dice @param {number|null} from @param {number} to @returns {string|HTMLElement} */
export function clickedMove({ board, side }, dice, from, to) {
  const name = (/** @type {number} */ cell) => board.tiles[cell].squares[side];
  if (from === null && dice) return el("span", {}, t("play.notmovable"));
  if (name(to) === null || (from !== null && name(from) === null)) return el("span", {}, t("play.notpath"));
  return from === null ? String(name(to)) : `${name(from)}-${name(to)}`;
}

/** Why a move is not legal, with a link to its rule; null: it is legal. @param {ReturnType<typeof import("./session.js").whereOf>} where @param {string} rules "ur:finkel" @param {string} text @returns {Promise<HTMLElement|null>} */
export async function refusal(where, rules, text) {
  try {
    const { legal, rule, reason, key } = await ask("refuse", { ...where, move: text });
    if (legal) return null;
    return el("span", {}, t("play.refusedPlain", { reason: "" }), say(reason, key), " ",
      el("a", { href: `#/rules/${rules.split(":")[0]}/${rule}?set=${rules}`, target: "_blank" }, t("play.ruleLink", { rule })));
  } catch {
    return el("span", {}, t("play.notmovable"));
  }
}
