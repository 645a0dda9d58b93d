// SPDX-License-Identifier: MIT
// dice_panel.js - the fingerprint of the dice before the end, the seed after it, the check.
import { el } from "./dom.js";
import { t, number } from "./i18n.js";
import { ask } from "./engine.js";
import { recordOf } from "./links.js";

/** @typedef {import("./types.js").StoredGame} StoredGame */

/** @param {StoredGame} game */
export function dicePanel(game) {
  if (game.typed || !game.commitment) return el("p", { class: "dice" }, t("dice.typedNote"));
  const answer = el("p", { class: "answer", role: "status" });
  return el("section", { class: "dice" },
    el("p", {}, t("dice.before"), " ", el("code", { dir: "ltr", class: "fingerprint" }, game.commitment)),
    game.result ? el("p", {}, t("dice.after"), " ", el("code", { dir: "ltr", class: "seed" }, game.seed)) : null,
    game.result ? el("button", { type: "button", "data-check": "", onclick: async () => { answer.textContent = await check(game); } }, t("dice.check")) : null,
    answer);
}

/** @param {StoredGame} game */
async function check(game) {
  const { games } = await ask("dice", { record: await recordOf(game) });
  const { check: verdict, right } = games[0];
  if (verdict === "right") return t("dice.right", { n: number(right) });
  return verdict === "wrong" ? t("dice.wrong", { n: number(right + 1) }) : t("dice.other");
}
