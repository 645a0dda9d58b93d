// SPDX-License-Identifier: MIT
// sticks.js - the dice of a game: throwing sticks for Senet, tetrahedra for Ur. Clicking
// them throws; while a move is due they are disabled. The final value is shown at once.
import { el } from "./dom.js";
import { t, number } from "./i18n.js";

/**
 * @typedef {import("./types.js").Rules} Rules
 * @typedef {{element: HTMLElement, set: (value: number|null, enabled: boolean, tumble: boolean) => void, button: HTMLButtonElement}} Sticks
 */

const stick = (/** @type {boolean} */ up) => up
  ? `<svg viewBox="0 0 14 60"><rect x="1" y="1" width="12" height="58" rx="6" fill="#f6e7c4" stroke="#7a5a2a"/><path d="M4 9h6M4 13h6M4 47h6M4 51h6" stroke="#1f8f99" stroke-width="1.5"/><circle cx="7" cy="30" r="2.5" fill="#b2402f"/></svg>`
  : `<svg viewBox="0 0 14 60"><rect x="1" y="1" width="12" height="58" rx="6" fill="#5b3418" stroke="#2a1408"/><path d="M4.5 6v48" stroke="#a8713c" stroke-opacity=".7" stroke-width="1.5"/></svg>`;

const tetrahedron = (/** @type {boolean} */ up) =>
  `<svg viewBox="0 0 44 42"><path d="M22 2 42 38H2z" fill="#20304d" stroke="#060c18" stroke-linejoin="round" stroke-width="2"/><path d="M22 2 22 26 2 38z" fill="#3d5583"/><path d="M22 26 42 38H2z" fill="#152238"/><circle cx="22" cy="${up ? 25 : 36.5}" r="${up ? 5.5 : 0}" fill="#fff6df"/>${up ? "" : '<circle cx="5.5" cy="36" r="2" fill="#fff6df"/><circle cx="38.5" cy="36" r="2" fill="#fff6df"/>'}</svg>`;

/**
 * @param {Rules} rules
 * @param {() => void} onThrow
 * @returns {Sticks}
 */
export function createSticks(rules, onThrow) {
  const flat = rules.name.startsWith("senet");
  const faces = el("span", { class: `faces ${flat ? "flat" : "tetra"}`, "aria-hidden": "true" });
  const value = el("span", { class: "value" });
  const button = el("button", { class: "sticks", type: "button", onclick: onThrow }, faces, value);
  /** @param {number|null} thrown @param {boolean} enabled @param {boolean} tumble */
  const set = (thrown, enabled, tumble) => {
    const marked = rules.throws.find((x) => x.value === thrown)?.marked ?? 0;
    faces.innerHTML = Array.from({ length: rules.sticks }, (_, i) =>
      `<i${tumble ? ' class="tumble"' : ""}>${(flat ? stick : tetrahedron)(thrown !== null && i < marked)}</i>`).join("");
    faces.classList.toggle("idle", thrown === null);
    value.textContent = thrown === null ? t("sticks.throw") : number(thrown);
    value.classList.toggle("word", thrown === null);
    button.disabled = !enabled;
    button.setAttribute("aria-label", thrown === null ? t("sticks.throw") : t("sticks.thrown", { n: number(thrown) }));
  };
  set(null, false, false);
  return { element: button, set, button };
}

/**
 * Buttons for a throw made on a real table.
 * @param {Rules} rules @param {(value: number) => void} onValue
 */
export function typedThrows(rules, onValue) {
  return el("div", { class: "typed", role: "group", "aria-label": t("sticks.typed") },
    rules.throws.map(({ value }) => el("button", { type: "button", "data-throw": value, onclick: () => onValue(value) }, number(value))));
}
