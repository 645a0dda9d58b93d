// SPDX-License-Identifier: MIT
// hint.js - every legal move with its value, the best first, and what a move risks throw
// by throw.
import { el } from "./dom.js";
import { t, number, percent } from "./i18n.js";
import { explained } from "./explain.js";
import { certainty, valueText, lossText, sourceText } from "./advice.js";

/**
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./types.js").MoveValue} MoveValue
 */

/**
 * @param {Analysis} a @param {import("./engine.js").Query} where the position
 * @param {{onPoint: (move: string|null) => void, onPlay: (move: string) => void, onClose: () => void}} on
 */
export function hintPanel(a, where, on) {
  const values = a.diagnostics.move_evaluations;
  const panel = el("section", { class: "hint", "aria-label": t("hint.title") },
    el("header", {}, el("h2", {}, t("hint.title")), el("small", {}, sourceText(a, a.exact)),
      el("button", { type: "button", class: "close", "aria-label": t("hint.close"), onclick: on.onClose }, "×")));
  if (!values.length) return panel.append(el("p", {}, t("hint.none"))), panel;
  panel.append(el("ol", { class: "values" }, values.map((m, i) => row(a, where, m, i === 0, on))));
  return panel;
}

/** @param {Analysis} a @param {import("./engine.js").Query} where @param {MoveValue} m @param {boolean} best @param {{onPoint: (move: string|null) => void, onPlay: (move: string) => void}} on */
function row(a, where, m, best, on) {
  const play = el("button", { type: "button", class: "move", dir: "ltr", onclick: () => on.onPlay(m.move) }, m.move);
  const item = el("li", { class: best ? "best" : "" }, play,
    el("b", {}, valueText(a, m), " ", el("small", { class: "certain" }, certainty(a, m))), el("span", {}, best ? t("hint.best") : m.loss < 0.0005 ? t("hint.equal") : t("hint.behind", { loss: lossText(a, m.loss) })),
    el("p", {}, explained(where, m)));
  item.addEventListener("pointerenter", () => on.onPoint(m.move));
  item.addEventListener("pointerleave", () => on.onPoint(null));
  play.addEventListener("focus", () => on.onPoint(m.move));
  return item;
}

/** What happens after a move, throw by throw. @param {Analysis} a @param {import("./engine.js").Query} where @param {MoveValue} m */
export function whatIf(a, where, m) {
  const replies = m.replies ?? [];
  return el("section", { class: "whatif" },
    el("p", {}, el("b", { dir: "ltr" }, m.move), ` ${t("whatif.value", { value: valueText(a, m) })}. `, explained(where, m)),
    replies.length ? el("ul", { class: "replies" }, replies.map((r) =>
      el("li", { style: `--v:${Math.max(0, Math.min(1, r.evaluation))}` }, el("b", {}, number(r.throw)), el("i", {}), el("span", {}, percent(r.evaluation, 0))))) : null);
}
