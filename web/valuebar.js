// SPDX-License-Identifier: MIT
// valuebar.js - the winning chances of both sides as a bar.
import { el } from "./dom.js";
import { t, word, percent } from "./i18n.js";

/** @param {string[]} sides */
export function createValueBar(sides) {
  const fill = el("i", {}), text = el("span", {});
  const element = el("div", { class: "valuebar", role: "img" }, fill, text);
  /** @param {number|null} first the chances of side 0 */
  const set = (first) => {
    if (first === null) return;
    fill.style.inlineSize = `${(100 * first).toFixed(1)}%`;
    text.textContent = percent(first, 0);
    element.setAttribute("aria-label", t("bar.label", { side: word(sides[0]), value: percent(first, 0) }));
  };
  set(0.5);
  return { element, set };
}
