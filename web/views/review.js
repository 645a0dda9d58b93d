// SPDX-License-Identifier: MIT
// review.js - the review of a finished game: skill and luck, the graph, every decision,
// and a new game from any mistake.
import { el } from "../dom.js";
import { t, word, percent, number } from "../i18n.js";
import { ask, think, rulesOf } from "../engine.js";
import { reason } from "../explain.js";
import { loadGame, saveGame } from "../storage.js";
import { newGame, whereOf } from "../session.js";
import { createBoard } from "../board.js";
import { valueGraph } from "../graph.js";
import { recordOf } from "../links.js";
import { gameTitle, playerName } from "../seats.js";
import { stepTime } from "../turns.js";
import { go } from "../router.js";
import { goneNotice } from "../header.js";

/**
 * @typedef {import("../types.js").StoredGame} StoredGame
 *
 * @typedef {object} ReviewPly
 * @property {number} ply
 * @property {string} player
 * @property {string} side
 * @property {number|null} throw
 * @property {string} move
 * @property {string} best_move
 * @property {number} before
 * @property {number} luck
 * @property {number} loss
 * @property {string} verdict
 *
 * @typedef {object} ReviewPlayer
 * @property {number} unforced
 * @property {Record<string, number>} verdicts
 * @property {number} luck
 * @property {number} loss
 * @property {number} mean_loss
 * @property {string} grade
 * @property {number[]} moments
 *
 * @typedef {object} Review
 * @property {string} unit
 * @property {boolean} exact
 * @property {ReviewPlayer[]} players
 * @property {ReviewPly[]} plies
 */

const NODES = 4000, DEEPER = 60000; // per ply
const BAD = ["inaccuracy", "mistake", "blunder"];

class ReviewView {
  /** @param {HTMLElement} root @param {StoredGame} game @param {import("../types.js").Rules} rules @param {Review} review */
  constructor(root, game, rules, review) {
    this.game = game;
    this.rules = rules;
    this.review = review;
    this.ply = 0;
    this.turn = 0;
    this.board = createBoard({ sides: rules.sides.map((s) => s.name), label: t("board.label", { game: gameTitle(game.game) }) });
    this.said = el("div", { class: "decision", role: "status" });
    this.slider = el("input", { type: "range", min: 0, max: review.plies.length, value: 0, "aria-label": t("review.ply"),
      oninput: () => this.show(Number(this.slider.value), false) });
    this.graph = valueGraph(this.values(), this.marks(), (ply) => this.show(ply, false));
    this.build(root);
  }

  /* Before every ply, for the first player. Stones of Awari are put on a scale of 0 to 1. */
  values() {
    const scale = (/** @type {number} */ v) => (this.review.unit === "stones" ? Math.max(0, Math.min(1, 0.5 + v / 48)) : v);
    const flip = (/** @type {ReviewPly} */ p) => (p.player === "first" ? scale(p.before) : 1 - scale(p.before));
    const winner = this.game.result?.winner ?? -1;
    return [...this.review.plies.map(flip), winner < 0 ? 0.5 : 1 - winner];
  }

  marks() {
    return this.review.plies.filter((p) => BAD.includes(p.verdict)).map((p) => ({ at: p.ply - 1, class: p.verdict }));
  }

  /** @param {HTMLElement} root */
  build(root) {
    const step = (/** @type {string} */ key, /** @type {() => void} */ act, /** @type {string} */ sign) =>
      el("button", { type: "button", "data-step": key, "aria-label": t(`review.${key}`), onclick: act }, sign);
    root.append(el("div", { class: "page review" }, el("h1", {}, `${t("nav.review")}: ${gameTitle(this.game.game)}`),
      el("div", { class: "summary" }, [0, 1].map((player) => this.summary(player))),
      el("figure", { class: "value-graph" }, this.graph.element, el("figcaption", {}, this.caption())),
      el("div", { class: "replay" }, el("div", { class: "table" }, this.board.element),
        el("div", {}, el("div", { class: "steps", dir: "ltr" }, step("first", () => this.show(0, false), "|◀"), step("back", () => this.show(this.ply - 1, false), "◀"),
          this.slider, step("on", () => this.show(this.ply + 1, true), "▶"), step("bad", () => this.nextBad(), "!")),
        this.said, this.moments())),
      el("p", {}, el("button", { type: "button", "data-deeper": "", onclick: () => go(`#/review/${this.game.id}?nodes=${DEEPER}`) }, t("review.deeper")))));
    this.show(0, false);
  }

  /** What the marks mean: a mistake loses twice, a blunder four times as much as an inaccuracy. */
  caption() {
    const stones = this.review.unit === "stones", amount = (/** @type {number} */ n) => (stones ? t("review.stones", { n: number(n * this.rules.inaccuracy) }) : percent(n * this.rules.inaccuracy, 0));
    return t("review.graph", { who: playerName(this.game, 0), a: amount(1), b: amount(2), c: amount(4) });
  }

  /** @param {number} player */
  summary(player) {
    const p = this.review.players[player], dice = this.review.plies.some((x) => x.throw !== null);
    const amount = (/** @type {number} */ v) => this.amount(v);
    const line = (/** @type {string} */ key, /** @type {string} */ value) => el("div", {}, el("dt", {}, t(`review.${key}`)), el("dd", {}, value));
    return el("section", { class: "skill", "data-player": player }, el("h2", {}, playerName(this.game, player)),
      el("p", { class: "grade" }, t("review.grade", { grade: t(`grade.${p.grade}`) })),
      el("dl", {}, line("meanLoss", amount(p.mean_loss)), line("loss", amount(p.loss)), dice ? line("luck", signed(p.luck, amount)) : null,
        line("decisions", number(p.unforced)), line("mistakes", BAD.filter((v) => p.verdicts[v]).map((v) => `${t(`verdict.${v}`)} ${number(p.verdicts[v])}`).join(" · ") || t("review.none"))));
  }

  /** @param {number} v */
  amount(v) {
    return this.review.unit === "stones" ? t("review.stones", { n: number(v, 2) }) : percent(v, 2);
  }

  moments() {
    const worst = this.review.plies.filter((p) => BAD.includes(p.verdict)).sort((a, b) => b.loss - a.loss).slice(0, 6);
    return el("section", { class: "moments" }, el("h2", {}, t("review.moments")),
      worst.length ? el("ol", {}, worst.map((p) => el("li", {}, el("button", { type: "button", "data-moment": p.ply, onclick: () => this.show(p.ply, false) },
        `${number(p.ply)}. `, el("span", { dir: "ltr" }, p.move), ` · ${t(`verdict.${p.verdict}`)} · −${this.amount(p.loss)}`)))) : el("p", {}, t("review.clean")));
  }

  nextBad() {
    const next = this.review.plies.find((p) => p.ply > this.ply && BAD.includes(p.verdict)) ?? this.review.plies.find((p) => BAD.includes(p.verdict));
    if (next) this.show(next.ply, false);
  }

  /** Shows the position after a ply. @param {number} ply @param {boolean} animate */
  async show(ply, animate) {
    const turn = ++this.turn, last = this.review.plies.length;
    this.ply = Math.max(0, Math.min(last, ply));
    this.slider.value = String(this.ply);
    this.graph.here(this.ply);
    const decision = this.review.plies[this.ply - 1];
    const state = await ask("state", { ...whereOf(this.game), moves: this.game.moves.slice(0, this.ply).join("."), throw: null });
    if (turn !== this.turn) return;
    await this.board.show(state.board, state.last, { ms: animate ? stepTime() : 0 });
    this.said.replaceChildren(...(decision ? this.decision(decision) : [el("p", {}, t("review.start"))]));
    if (decision && BAD.includes(decision.verdict)) this.arrows(decision);
    else this.board.arrows([]);
  }

  /** Played in red, best in green. @param {ReviewPly} p */
  async arrows(p) {
    const before = await ask("state", { ...whereOf(this.game), moves: this.game.moves.slice(0, p.ply - 1).join("."), throw: p.throw });
    const find = (/** @type {string} */ text) => before.legal?.find((/** @type {{move: string}} */ m) => m.move === text);
    if (this.ply !== p.ply) return;
    await this.board.show(before.board, null);
    this.board.arrows([{ move: find(p.move), class: "played" }, { move: find(p.best_move), class: "best" }].filter((a) => a.move));
  }

  /** @param {ReviewPly} p */
  decision(p) {
    const player = p.player === "first" ? 0 : 1, thrown = p.throw === null ? "" : ` · ${t("sticks.thrown", { n: number(p.throw) })} (${t("review.luck")} ${signed(p.luck, (v) => this.amount(v))})`;
    return [
      el("p", {}, el("b", {}, `${number(p.ply)}. ${playerName(this.game, player)}: `), el("b", { dir: "ltr" }, p.move === "pass" ? t("play.pass") : p.move), thrown),
      el("p", { class: `verdict ${p.verdict}` }, t(`verdict.${p.verdict}`), p.loss > 0 ? ` · −${this.amount(p.loss)}` : "",
        p.best_move !== p.move ? el("span", { class: "better" }, ` · ${t("review.best", { move: p.best_move })}`) : ""),
      ...(BAD.includes(p.verdict) ? this.reasons(p) : []),
      BAD.includes(p.verdict) ? el("p", {}, el("button", { type: "button", "data-replay": p.ply, onclick: () => this.replay(p) }, t("review.replay"))) : null,
    ].filter((x) => x !== null);
  }

  /** Why the move was worse, and why the other one is better. @param {ReviewPly} p */
  reasons(p) {
    const where = { ...whereOf(this.game), moves: this.game.moves.slice(0, p.ply - 1).join("."), throw: p.throw };
    return [p.move, p.best_move].map((move, i) => el("p", { class: i ? "why better" : "why worse" }, reason(where, move)));
  }

  /** A new game from before a decision, with the same throw. @param {ReviewPly} p */
  async replay(p) {
    const next = await newGame(this.game.game, this.game.seats, { start: this.game.start, typed: this.game.typed });
    saveGame({ ...next, rolloff: this.game.rolloff, moves: this.game.moves.slice(0, p.ply - 1), throw: p.throw, commitment: "" });
    go(`#/play/${next.id}`);
  }
}

/** @param {number} v @param {(v: number) => string} text */
const signed = (v, text) => (v < 0 ? `−${text(-v)}` : `+${text(v)}`);

/** @param {HTMLElement} root @param {import("../router.js").Params} params */
export async function mount(root, params) {
  const game = loadGame(params.path[0] ?? "");
  if (!game || !game.moves.length) {
    root.append(goneNotice());
    return () => {};
  }
  const control = new AbortController(), wait = el("p", { class: "notice", role: "status" }, t("review.searching"));
  root.append(wait);
  const record = await recordOf(game), nodes = Number(params.query.get("nodes") ?? NODES);
  think("review", { record, nodes }, control.signal).then(async ({ games }) => {
    const rules = await rulesOf(game.game);
    wait.remove();
    const players = /** @type {ReviewPlayer[]} */ (games[0].players);
    saveGame({ ...game, numbers: { loss: players.map((p) => p.mean_loss), luck: players.map((p) => p.luck), grade: players.map((p) => p.grade), unit: games[0].unit } });
    new ReviewView(root, game, rules, games[0]);
  }).catch((error) => { if (!control.signal.aborted) wait.textContent = t("error.engine", { message: error.message }); });
  return () => control.abort();
}
