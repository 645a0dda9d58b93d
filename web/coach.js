// SPDX-License-Identifier: MIT
// coach.js - warns before a move that loses much, says why and what was better.
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { explained } from "./explain.js";
import { lossText } from "./advice.js";

/**
 * @typedef {import("./types.js").Analysis} Analysis
 */

/**
 * Whether a move deserves a warning: it loses as much as an inaccuracy, in Awari as a mistake (two stones).
 * @param {Analysis} a @param {string} move @param {number} inaccuracy that of the rule set
 */
export function warning(a, move, inaccuracy) {
  const [best, ...rest] = a.diagnostics.move_evaluations, played = rest.find((m) => m.move === move);
  const limit = a.unit === "stones" ? 2 * inaccuracy : inaccuracy;
  return best && played && played.loss >= limit ? { best, played } : null;
}

/**
 * Asks whether to play a costly move. Resolves to true to play it.
 * @param {Analysis} a @param {import("./engine.js").Query} where the position @param {{best: import("./types.js").MoveValue, played: import("./types.js").MoveValue}} w
 * @returns {Promise<boolean>}
 */
export function confirmMove(a, where, w) {
  return new Promise((resolve) => {
    const dialog = el("dialog", { class: "panel coach", "aria-labelledby": "coach-title" });
    const answer = (/** @type {boolean} */ play) => { dialog.close(); resolve(play); };
    dialog.append(el("h2", { id: "coach-title" }, t("coach.label")),
      el("p", {}, t(a.unit === "stones" ? "coach.warnStones" : "coach.warn", { move: w.played.move, loss: lossText(a, w.played.loss), best: w.best.move })),
      el("p", {}, explained(where, w.played)), el("p", {}, `${t("coach.because", { best: w.best.move })} `, explained(where, w.best)),
      el("div", { class: "buttons" },
        el("button", { type: "button", class: "primary", onclick: () => answer(false) }, t("coach.other")),
        el("button", { type: "button", "data-anyway": "", onclick: () => answer(true) }, t("coach.anyway"))));
    dialog.addEventListener("cancel", () => resolve(false));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  });
}
