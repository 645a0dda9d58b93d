// SPDX-License-Identifier: MIT
// rules.js - the rules of a game: a short page for a beginner, then every numbered rule with
// a board on which its examples can be tried.
//
//   #/rules/ur          #/rules/ur/U3?set=ur:blitz
import { el } from "../dom.js";
import { t, addTexts } from "../i18n.js";
import { setTitle } from "../seats.js";
import { ask, games, rulesOf } from "../engine.js";
import { drawBoard } from "./home.js";
import { rulesPage, drawBlock, inline } from "../rules_text.js";
import { TryBoard, announce, learnStyle } from "../tryboard.js";
import { go } from "../router.js";

/**
 * @typedef {import("../rules_text.js").RulesPage} RulesPage
 * @typedef {import("../rules_text.js").Case} Case
 * @typedef {import("../rules_text.js").Try} Try
 */

/** One example on a board, with buttons for the moves that the spec names. */
class Example {
  /** @param {Case} example @param {import("../types.js").Rules} rules @param {string} id */
  constructor(example, rules, id) {
    this.example = example;
    /** @type {string[]} */
    this.next = [];
    this.trial = new TryBoard(rules, { label: t("rules.board", { title: example.title }), onMove: (move) => this.play(move.move) });
    this.status = el("p", { class: "status", role: "status" });
    this.buttons = el("div", { class: "buttons tries", role: "group", "aria-label": t("rules.tries") });
    this.again = el("button", { type: "button", hidden: true, onclick: () => this.reset() }, t("rules.again"));
    this.element = el("div", { class: "example", id }, el("h4", { lang: "en", dir: "ltr" }, example.title), this.trial.element, this.status,
      this.buttons, el("div", { class: "buttons" }, this.again));
  }

  async reset() {
    const { position, throw: thrown, line } = this.example;
    await this.trial.load({ start: position, throw: this.trial.rules.sticks ? thrown : null });
    this.next = [...line];
    this.again.hidden = true;
    this.draw();
    this.status.textContent = this.trial.statusText();
  }

  draw() {
    const tries = this.tries().map((x) => el("button", { type: "button", class: x.legal ? "legal" : "illegal", "data-try": x.move, disabled: !this.fresh, onclick: () => this.tryMove(x) },
      el("bdi", { dir: "ltr" }, x.move === "pass" ? t("play.pass") : x.move), el("small", {}, x.legal ? t("rules.legal") : t("rules.refused"))));
    const next = this.next[0];
    this.buttons.replaceChildren(...tries, ...(next ? [el("button", { type: "button", "data-line": next, onclick: () => this.playLine() }, t("rules.next"), " ", el("bdi", { dir: "ltr" }, next))] : []));
  }

  /** The moves of the spec, and the other legal ones if they are few. @returns {Try[]} */
  tries() {
    const { tries, moves } = this.example, more = (moves ?? []).filter((m) => m !== "none" && !tries.some((x) => x.move === m));
    return [...tries, ...(more.length <= 6 ? more.map((move) => ({ move, legal: true })) : [])];
  }

  get fresh() {
    return this.trial.where.moves.length === 0;
  }

  /** @param {Try} x */
  async tryMove(x) {
    if (x.legal) return this.play(x.move);
    await this.trial.refuse(x.move);
    announce(this.trial.note.textContent ?? "");
  }

  /** @param {string} move */
  async play(move) {
    await this.trial.play(move);
    this.next = [];
    this.after(move);
  }

  /** Plays the next move of a whole line; its throw is part of it. */
  async playLine() {
    const next = this.next.shift(), [thrown, move] = next?.includes("/") ? next.split("/") : [null, next ?? ""];
    if (thrown !== null && this.trial.state.next === "throw") await this.trial.load({ ...this.trial.where, throw: Number(thrown) });
    if (thrown !== null && this.trial.state.throw !== Number(thrown)) await this.trial.load({ ...this.trial.where, throw: Number(thrown) });
    await this.trial.play(move);
    this.after(move);
  }

  /** @param {string} move */
  after(move) {
    this.again.hidden = false;
    this.draw();
    this.status.textContent = `${t("rules.played", { move: move === "pass" ? t("play.pass") : move })} ${this.trial.statusText()}`;
  }
}

class RulesView {
  /** @param {RulesPage} page @param {string} set @param {import("../types.js").Scene} start the board at the start */
  constructor(page, set, start) {
    this.page = page;
    this.start = start;
    this.set = set;
    this.pictured = false;
    this.wanted = ""; // the rule to move to once its example is drawn
    /** @type {Map<string, HTMLElement>} */
    this.articles = new Map();
  }

  /** @param {HTMLElement} root @param {import("../types.js").GameInfo[]} list */
  build(root, list) {
    const { page, set } = this;
    const tabs = el("nav", { class: "tabs", "aria-label": t("rules.games") }, list.map((g) =>
      el("a", { href: `#/rules/${g.name}`, "aria-current": g.name === page.game ? "page" : null }, t(`game.${g.name}.title`))));
    const sets = page.sets.length > 1 ? el("label", { class: "field set" }, el("span", {}, t("setup.rules")),
      el("select", { onchange: (/** @type {Event} */ e) => go(`#/rules/${page.game}?set=${/** @type {HTMLSelectElement} */ (e.target).value}`) },
        page.sets.map((name) => el("option", { value: name, selected: name === set }, setTitle(name))))) : null;
    root.append(el("div", { class: "page rules" }, tabs, el("h1", {}, t(`game.${page.game}.title`)), sets,
      el("div", { class: "english", lang: "en", dir: "ltr" }, this.short()),
      el("p", {}, el("a", { class: "button primary", href: "#/" }, t("rules.play"))),
      el("h2", { id: "numbered" }, t("rules.numbered")), el("p", { class: "soft" }, t("rules.numberedLead")),
      page.rules.filter((r) => !r.set || r.set === set).map((r) => this.article(r))));
  }

  short() {
    return this.page.parts.filter((p) => (p.set ? p.set === this.set : p.title !== "Rules"))
      .flatMap((p) => [...(p.title ? [el("h2", {}, p.title)] : []), ...p.blocks.map((b) => this.picture(b) ?? drawBlock(b))]);
  }

  /** The first drawing of the text is the board: the real one is shown instead. @param {import("../rules_text.js").Block} block */
  picture(block) {
    if (block.kind !== "pre" || this.pictured) return null;
    this.pictured = true;
    return el("figure", { class: "start", role: "img", "aria-label": t("rules.start") }, drawBoard(this.start));
  }

  /** @param {{rule: string, text: string, cases: number[]}} rule */
  article(rule) {
    const cases = rule.cases.map((i) => this.page.cases[i]).filter((c) => c.game === this.set || this.only(rule));
    const place = el("div", { class: "place" });
    const article = el("article", { class: "rule", id: `rule-${rule.rule}`, "aria-labelledby": `name-${rule.rule}` },
      el("h3", { id: `name-${rule.rule}`, tabindex: -1 }, t("rules.rule", { rule: rule.rule })),
      el("p", { lang: "en", dir: "ltr" }, inline(rule.text)),
      cases.length ? el("details", { ontoggle: (/** @type {Event} */ e) => { if (/** @type {HTMLDetailsElement} */ (e.target).open && !place.firstChild) this.show(place, cases, 0, rule.rule); } },
        el("summary", {}, t("rules.examples", { n: cases.length })), place) : null);
    this.articles.set(rule.rule, article);
    return article;
  }

  /** A rule without a case in this rule set shows the cases of the others. @param {{cases: number[]}} rule */
  only(rule) {
    return !rule.cases.some((i) => this.page.cases[i].game === this.set);
  }

  /** @param {HTMLElement} place @param {Case[]} cases @param {number} at @param {string} rule */
  async show(place, cases, at, rule) {
    const example = cases[at], list = cases.length > 1 ? el("label", { class: "field" }, el("span", {}, t("rules.choose")),
      el("select", { onchange: (/** @type {Event} */ e) => this.show(place, cases, Number(/** @type {HTMLSelectElement} */ (e.target).value), rule) },
        cases.map((c, i) => el("option", { value: i, selected: i === at, lang: "en" }, c.title)))) : null;
    const bad = example.bad.length ? el("ul", { class: "bad", "aria-label": t("rules.bad") }, example.bad.map((text) => el("li", {}, el("code", { dir: "ltr" }, text)))) : null;
    const shown = new Example(example, await rulesOf(example.game), `example-${rule}`);
    const focused = place.contains(document.activeElement);
    if (bad) place.replaceChildren(...(list ? [list] : []), el("p", {}, t("rules.bad")), bad);
    else {
      place.replaceChildren(...(list ? [list] : []), shown.element);
      await shown.reset();
    }
    if (focused) place.querySelector("select")?.focus();
    place.dataset.ready = String(at);
    if (this.wanted === rule) document.getElementById(`rule-${rule}`)?.scrollIntoView({ block: "start" });
    this.wanted = "";
  }

  /** Opens a rule and moves there. @param {string} rule */
  open(rule) {
    const article = this.articles.get(rule);
    if (!article) return;
    this.wanted = rule;
    const details = article.querySelector("details");
    if (details) details.open = true;
    article.classList.add("wanted");
    article.querySelector("h3")?.focus({ preventScroll: true });
    article.scrollIntoView({ block: "start" });
  }
}

/** @param {HTMLElement} root @param {import("../router.js").Params} params */
export async function mount(root, params) {
  const [list] = await Promise.all([games(), addTexts("learn"), learnStyle()]);
  const game = list.some((g) => g.name === params.path[0]) ? params.path[0] : "ur", rule = params.path[1];
  const page = await rulesPage(game), of = page.rules.find((r) => r.rule === rule)?.set;
  const wanted = of ?? params.query.get("set") ?? "", set = page.sets.includes(wanted) ? wanted : page.sets[0];
  const { board } = await ask("state", { game: set });
  const view = new RulesView(page, set, board);
  view.build(root, list);
  if (rule) view.open(rule);
  return () => {};
}
