// SPDX-License-Identifier: MIT
// moves.js - the list of moves played, and the box to type a move.
import { el } from "./dom.js";
import { t, number } from "./i18n.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Move} Move
 */

/** The moves in turns: one line for each change of sides. */
export class MoveList {
  constructor() {
    this.list = el("ol", { class: "moves", "aria-label": t("play.log"), tabindex: 0, dir: "ltr" });
    this.element = this.list;
    /** @type {string[]} */
    this.shown = [];
  }

  /** @param {State} state */
  show(state) {
    const texts = state.plies.map((p) => `${p.side}${p.throw ?? ""}/${p.move}`);
    if (texts.slice(0, this.shown.length).join() !== this.shown.join()) {
      this.list.replaceChildren();
      this.shown = [];
    }
    for (let i = this.shown.length; i < texts.length; i++) this.add(state.plies[i], i);
    this.shown = texts;
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {Move} ply @param {number} i */
  add(ply, i) {
    const last = /** @type {HTMLElement|null} */ (this.list.lastElementChild);
    const line = last && last.dataset.side === String(ply.side) ? last : this.list.appendChild(el("li", { "data-side": ply.side }));
    line.append(el("span", { class: `ply ${ply.kind}`, "data-ply": i },
      ply.throw === undefined ? null : el("b", {}, number(ply.throw)), ply.kind === "pass" ? t("play.pass") : ply.move));
  }
}

/**
 * A box for a move as text. `onText` gets what was typed.
 * @param {(text: string) => void} onText
 */
export function moveBox(onText) {
  const options = el("datalist", { id: "legal-moves" });
  const input = el("input", { name: "move", list: "legal-moves", autocomplete: "off", autocapitalize: "off", spellcheck: "false", dir: "ltr", "aria-label": t("play.movebox"), placeholder: t("play.movebox") });
  const element = el("form", { class: "movebox" }, input, options, el("button", { type: "submit" }, t("play.movebox.go")));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) onText(text);
    input.value = "";
  });
  /** @param {Move[]|null} legal */
  const setMoves = (legal) => {
    options.replaceChildren(...(legal ?? []).map((m) => el("option", { value: m.move })));
    input.disabled = !legal;
  };
  return { element, input, setMoves };
}
