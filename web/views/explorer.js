// SPDX-License-Identifier: MIT
// explorer.js - any position: edit it, see every move with its value, walk the tree, and
// copy it as a link, text, SVG or PNG.
//
//   #/explorer?g=ur:finkel&p=POSITION&m=MOVES      the address follows what is shown
import { el } from "../dom.js";
import { t, word, number, percent, addTexts } from "../i18n.js";
import { explained } from "../explain.js";
import { games, think, rulesOf, ask } from "../engine.js";
import { certainty, valueText, lossText, sourceText } from "../advice.js";
import { address, copy, download } from "../links.js";
import { gameTitle, setTitle } from "../seats.js";
import { typedThrows } from "../sticks.js";
import { TryBoard, announce, learnStyle } from "../tryboard.js";
import { brushes, edited, emptied, hasSide, withSide, withoutThrow } from "../editing.js";
import { pictureSvg, picturePng } from "../picture.js";
import { newGame } from "../session.js";
import { saveGame } from "../storage.js";
import { go } from "../router.js";

/**
 * @typedef {import("../types.js").Rules} Rules
 * @typedef {import("../types.js").Analysis} Analysis
 */

const NODES = 150000;

class Explorer {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    this.control = new AbortController();
    /** @type {import("../editing.js").Brush|null} null: not editing */
    this.brush = null;
    this.trial = new TryBoard(rules, {
      label: t("board.label", { game: gameTitle(rules.name) }), onMove: (move) => this.play(move.move), onCell: (cell) => this.paint(cell),
      onKey: (key) => this.key(key),
    });
    this.status = el("p", { class: "status", role: "status" });
    this.throws = el("div", { class: "throws" });
    this.actions = el("div", { class: "buttons", role: "group", "aria-label": t("play.actions") });
    this.path = el("ol", { class: "path", dir: "ltr", "aria-label": t("play.log") });
    this.values = el("div", { class: "value-table", "aria-live": "polite" });
    this.editor = el("fieldset", { class: "editor" });
    this.text = el("input", { name: "position", dir: "ltr", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": "position-problem" });
    this.problem = el("p", { class: "problem", id: "position-problem", role: "alert" });
    this.said = el("p", { role: "status", class: "soft" });
    this.side = el("div", { class: "side" }, this.status, this.throws, this.actions, this.path, this.values, this.editorPanel(), this.copyPanel());
  }

  // ---- the position ----

  /** @param {{start: string|null, moves?: string[], throw?: number|null}} where */
  async load(where) {
    try {
      await this.trial.load(where);
      this.problem.textContent = "";
    } catch (error) {
      this.problem.textContent = t("setup.bad", { message: error instanceof Error ? error.message : String(error) });
      return false;
    }
    this.show();
    return true;
  }

  /** @param {string} move */
  async play(move) {
    await this.trial.play(move);
    announce(`${move}. ${this.trial.statusText()}`);
    this.show();
  }

  /** Shows everything but the board. */
  show() {
    const { trial } = this, { state, where } = trial;
    this.status.textContent = trial.statusText();
    if (document.activeElement !== this.text) this.text.value = state.position;
    if (this.brush !== null) trial.board.setMoves(null);
    this.drawThrows();
    this.actions.replaceChildren(
      el("button", { type: "button", "data-do": "back", disabled: !where.moves.length && where.throw === null, onclick: () => this.back() }, t("explorer.back")),
      el("button", { type: "button", "data-do": "first", disabled: !where.moves.length, onclick: () => this.load({ start: where.start, throw: this.firstThrow() }) }, t("explorer.first")),
      el("button", { type: "button", "data-do": "play", onclick: () => this.playOn() }, t("explorer.play")));
    this.path.replaceChildren(...where.moves.map((m, i) => el("li", {}, el("button", { type: "button", class: "ply", onclick: () => this.load({ start: where.start, moves: where.moves.slice(0, i + 1) }) }, m))));
    history.replaceState(null, "", `#/explorer?${state.link.slice(1)}${state.throw !== null && !/:\d$/.test(state.link) ? `&throw=${state.throw}` : ""}`);
    this.drawEditor();
    this.analyse();
  }

  firstThrow() {
    const [first] = this.trial.where.moves;
    return this.rules.sticks && first && !/:\d$/.test(this.trial.where.start ?? "") ? Number(first.split("/")[0]) : null;
  }

  /** Back one step: the throw, then the move before it. */
  back() {
    const { where } = this.trial;
    if (where.throw !== null) return this.load({ ...where, throw: null });
    return this.trial.back().then(() => this.show());
  }

  /** The throws of a dice game; the one made is pressed. */
  drawThrows() {
    const { state, where } = this.trial;
    if (!this.rules.sticks || state.result) return this.throws.replaceChildren();
    const inText = where.moves.length === 0 && /:\d$/.test(where.start ?? "");
    const set = (/** @type {number} */ value) => this.load(inText ? { start: `${withoutThrow(this.rules, where.start ?? "")}`, throw: value } : { ...where, throw: value });
    const buttons = typedThrows(this.rules, (value) => set(value));
    buttons.setAttribute("aria-label", t("explorer.throws"));
    for (const b of buttons.querySelectorAll("button")) {
      const pressed = b.getAttribute("data-throw") === String(state.throw);
      b.setAttribute("aria-pressed", String(pressed));
      b.classList.add("toggle");
    }
    buttons.append(el("button", { type: "button", class: "toggle word", "data-throw": "none", "aria-pressed": String(state.throw === null),
      onclick: () => this.load(inText ? { start: withoutThrow(this.rules, where.start ?? "") } : { ...where, throw: null }) }, t("explorer.before")));
    this.throws.replaceChildren(buttons);
  }

  // ---- values ----

  async analyse() {
    this.control.abort();
    this.control = new AbortController();
    const { signal } = this.control, { state } = this.trial;
    this.values.dataset.ready = "";
    if (state.result || state.next === "rolloff") return this.values.replaceChildren();
    this.values.classList.add("stale");
    const a = await think("analyse", { ...this.trial.query, nodes: NODES }, signal).catch(() => null);
    if (signal.aborted || !a) return;
    this.values.classList.remove("stale");
    this.values.replaceChildren(state.next === "throw" ? this.throwTable(a) : this.moveTable(a));
    this.values.dataset.ready = state.position;
  }

  /** @param {Analysis} a */
  moveTable(a) {
    const legal = this.trial.state.legal ?? [];
    const point = (/** @type {string|null} */ text) => {
      const move = legal.find((m) => m.move === text);
      this.trial.board.arrows(move ? [{ move, class: "best" }] : []);
    };
    const rows = a.diagnostics.move_evaluations.map((m, i) => {
      const row = el("tr", { class: i ? "" : "best", onpointerenter: () => point(m.move), onpointerleave: () => point(null) },
        el("th", { scope: "row" }, el("button", { type: "button", class: "move", "data-move": m.move, onfocus: () => point(m.move), onblur: () => point(null), onclick: () => this.play(m.move) },
          el("bdi", { dir: "ltr" }, m.move === "pass" ? t("play.pass") : m.move))),
        el("td", {}, valueText(a, m), " ", el("small", { class: "certain" }, certainty(a, m))), el("td", {}, i ? lossText(a, m.loss) : "–"), el("td", { class: "why" }, explained(this.trial.query, m)));
      return row;
    });
    return el("table", { class: "scores" }, el("caption", {}, t("explorer.moves"), " ", el("small", {}, sourceText(a, a.exact))),
      el("thead", {}, el("tr", {}, ["move", "value", "loss", "why"].map((k) => el("th", { scope: "col" }, t(`explorer.${k}`))))), el("tbody", {}, rows));
  }

  /** Before the throw: every throw with its chance, its best move and its value. @param {Analysis} a */
  throwTable(a) {
    const sum = this.rules.throws.reduce((n, x) => n + x.weight, 0), stones = a.unit === "stones";
    return el("table", { class: "scores" }, el("caption", {}, t("explorer.position", { value: stones ? number(a.evaluation, 1) : percent(a.win) }), " ", el("small", {}, sourceText(a, a.exact))),
      el("thead", {}, el("tr", {}, ["throw", "chance", "best", "value"].map((k) => el("th", { scope: "col" }, t(`explorer.${k}`))))),
      el("tbody", {}, (a.throws ?? []).map((x) => el("tr", {},
        el("th", { scope: "row" }, el("button", { type: "button", class: "move", onclick: () => this.load({ ...this.trial.where, throw: x.throw }) }, number(x.throw))),
        el("td", {}, percent(x.weight / sum, 0)), el("td", {}, el("bdi", { dir: "ltr" }, x.move === "pass" ? t("play.pass") : x.move)), el("td", {}, percent(x.win))))));
  }

  // ---- editing ----

  editorPanel() {
    const form = el("form", { class: "movebox" }, el("label", { class: "field" }, el("span", {}, t("explorer.text")), this.text), el("button", { type: "submit" }, t("explorer.set")));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.load({ start: this.text.value.trim() }); });
    return el("section", { class: "edit" }, this.editor, form, this.problem);
  }

  drawEditor() {
    const { rules } = this, focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset.edit;
    const name = (/** @type {import("../editing.js").Brush} */ b) => (typeof b === "number" ? t("explorer.put", { side: word(rules.sides[b].name) }) : t(`explorer.${b}`));
    const toggle = (/** @type {string} */ id, /** @type {string} */ text, /** @type {boolean} */ on, /** @type {() => void} */ act) =>
      el("button", { type: "button", class: "toggle", "data-edit": id, "aria-pressed": String(on), onclick: act }, text);
    this.editor.replaceChildren(el("legend", {}, t("explorer.edit")),
      toggle("off", t("explorer.moveBrush"), this.brush === null, () => this.setBrush(null)),
      ...brushes(rules).map((b) => toggle(String(b), name(b), this.brush === b, () => this.setBrush(b))),
      el("span", { class: "break" }),
      ...(hasSide(rules) ? [0, 1].map((side) => toggle(`side${side}`, t("explorer.toMove", { side: word(rules.sides[side].name) }), this.trial.state.side === side,
        () => this.load({ start: withSide(rules, this.trial.state.position, side) }))) : []),
      el("button", { type: "button", "data-edit": "start", onclick: () => this.load({ start: null }) }, t("explorer.start")),
      el("button", { type: "button", "data-edit": "clear", onclick: () => this.clear() }, t("explorer.clear")));
    if (focused) /** @type {HTMLElement|null} */ (this.editor.querySelector(`[data-edit="${focused}"]`))?.focus();
  }

  /** @param {import("../editing.js").Brush|null} brush */
  setBrush(brush) {
    this.brush = brush;
    this.show();
    if (brush === null) this.trial.board.setMoves(this.trial.state.next === "move" ? this.trial.state.legal : null);
    this.trial.element.classList.toggle("editing", brush !== null);
  }

  /** A click on a cell while editing. @param {number} cell */
  async paint(cell) {
    if (this.brush === null) return;
    const text = await edited(this.rules, this.trial.state, cell, this.brush);
    if (text && !(await this.load({ start: text }))) this.text.value = text;
    this.trial.board.cells.focus(cell);
  }

  async clear() {
    const { position } = await ask("state", { game: this.rules.name });
    const text = emptied(this.rules, withoutThrow(this.rules, position));
    this.setBrush(brushes(this.rules)[0]);
    if (!(await this.load({ start: text }))) this.text.value = text;
  }

  // ---- taking it along ----

  copyPanel() {
    const button = (/** @type {string} */ key, /** @type {() => Promise<void>|void} */ act) => el("button", { type: "button", "data-copy": key, onclick: act }, t(`explorer.copy.${key}`));
    const put = async (/** @type {string} */ text) => {
      if (await copy(text)) this.said.textContent = t("explorer.copied");
      else this.said.replaceChildren(el("input", { readonly: true, value: text, "aria-label": t("explorer.copied") }));
    };
    const file = () => this.rules.name.replace(":", "-"), title = () => `${gameTitle(this.rules.name)}: ${this.trial.state.position}`;
    return el("section", { class: "copy" }, el("h2", {}, t("explorer.copy")), el("div", { class: "buttons" },
      button("link", () => put(address(this.trial.state.link))), button("text", () => put(this.trial.state.position)),
      button("svg", () => download(`${file()}.svg`, pictureSvg(this.trial.state.board, title()), "image/svg+xml")),
      button("png", async () => this.savePng(await picturePng(this.trial.state.board, title()), `${file()}.png`))), this.said);
  }

  /** @param {Blob} blob @param {string} name */
  savePng(blob, name) {
    const url = URL.createObjectURL(blob);
    el("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  /** Continues this position as a game against the program. */
  async playOn() {
    const { state, where } = this.trial, start = withoutThrow(this.rules, state.position);
    const person = { kind: /** @type {"person"} */ ("person"), name: "" }, program = { kind: /** @type {"level"} */ ("level"), level: 2 };
    const game = await newGame(where.game, state.side ? [program, person] : [person, program], { start });
    game.throw = state.throw;
    saveGame(game);
    go(`#/play/${game.id}`);
  }

  /** @param {string} key */
  key(key) {
    if (key === "b") this.back();
    else if (/^[0-9]$/.test(key) && this.rules.throws.some((x) => x.value === Number(key))) this.load({ ...this.trial.where, throw: Number(key) });
    else return false;
    return true;
  }
}

/** @param {HTMLElement} root @param {import("../router.js").Params} params */
export async function mount(root, params) {
  const [list] = await Promise.all([games(), addTexts("learn"), learnStyle()]);
  const sets = list.flatMap((g) => g.rules), { query } = params;
  const rules = await rulesOf(query.get("g") ?? "ur:finkel").catch(() => sets[0]);
  const view = new Explorer(rules);
  const select = el("select", { name: "game", onchange: () => go(`#/explorer?g=${select.value}`) },
    sets.map((r) => el("option", { value: r.name, selected: r.name === rules.name }, `${t(`game.${r.name.split(":")[0]}.title`)}: ${setTitle(r.name)}`)));
  root.append(el("div", { class: "page learn" }, el("h1", {}, t("nav.explorer")),
    el("div", { class: "choices" }, el("label", { class: "field" }, el("span", {}, t("training.game")), select)),
    el("div", { class: "workplace" }, el("div", { class: "table" }, view.trial.element), view.side)));
  const thrown = query.get("throw");
  const shown = await view.load({ start: query.get("p"), moves: (query.get("m") ?? "").split(".").filter(Boolean), throw: thrown === null ? null : Number(thrown) });
  if (!shown) {
    const problem = view.problem.textContent;
    await view.load({ start: null });
    view.problem.textContent = problem;
  }
  return () => view.control.abort();
}
