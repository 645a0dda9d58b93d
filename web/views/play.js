// SPDX-License-Identifier: MIT
// play.js - the playing view: builds the parts, shows the state, and reacts to the person.
// turns.js decides what happens next.
import { el, byId } from "../dom.js";
import { t, word } from "../i18n.js";
import { loadGame, saveGame, settings, changeSettings } from "../storage.js";
import { ask, games, networks } from "../engine.js";
import { Session, newGame } from "../session.js";
import { createBoard } from "../board.js";
import { createSticks, typedThrows } from "../sticks.js";
import { createStrip } from "../strip.js";
import { createValueBar } from "../valuebar.js";
import { MoveList, moveBox } from "../moves.js";
import { statusText } from "../status.js";
import { Advice } from "../advice.js";
import { hintPanel, whatIf } from "../hint.js";
import { confirmMove, warning } from "../coach.js";
import { dicePanel } from "../dice_panel.js";
import { gameTitle, playerName } from "../seats.js";
import { sharePanel } from "../share.js";
import { openSetup } from "../setup.js";
import { clickedMove, refusal } from "../refusal.js";
import { sound } from "../sound.js";
import { Turns } from "../turns.js";
import { go } from "../router.js";
import { goneNotice } from "../header.js";

/**
 * @typedef {import("../types.js").Move} Move
 * @typedef {import("../types.js").StoredGame} StoredGame
 */

class PlayView {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    const { rules, stored } = session, sides = rules.sides.map((s) => s.name);
    this.advice = new Advice(session);
    this.board = createBoard({
      sides, label: t("board.label", { game: gameTitle(stored.game) }),
      onMove: (move) => this.moved(move.move), onAsk: (moves) => this.askWhich(moves),
      onRefuse: (from, to) => this.refuseCells(from, to), onHover: (move) => this.hover(move), onKey: (key) => this.key(key), onCell: () => this.changed(),
    });
    this.sticks = rules.sticks ? createSticks(rules, () => this.turns.throwNow()) : null;
    this.typed = rules.sticks && stored.typed ? typedThrows(rules, (value) => this.turns.throwNow(value)) : null;
    this.strips = [0, 1].map((side) => createStrip(side));
    this.bar = createValueBar(sides);
    this.list = new MoveList();
    this.box = moveBox((text) => this.typedMove(text));
    this.status = el("p", { class: "status", role: "status" });
    this.note = el("p", { class: "note", role: "alert", hidden: true });
    this.panel = el("div", { class: "panel-area" });
    this.actions = el("div", { class: "actions", role: "group", "aria-label": t("play.actions") });
    this.turns = new Turns(this);
    this.root = el("div");
  }

  /** Counts what the person can see, so that a test can wait for the next thing. */
  changed() {
    this.root.dataset.version = String(Number(this.root.dataset.version) + 1);
  }

  /** @param {HTMLElement} root */
  build(root) {
    const order = this.session.state.board.style === "stones" ? [1, 0] : [0, 1];
    root.append(this.root = el("div", { class: "play", "data-style": this.session.state.board.style, "data-version": 0 },
      el("h1", { class: "unseen" }, gameTitle(this.session.stored.game)),
      el("div", { class: "table" }, this.strips[order[0]].element, this.board.element, this.strips[order[1]].element),
      el("div", { class: "side" }, this.bar.element,
        el("div", { class: "now" }, this.sticks?.element, this.typed, el("div", { class: "said" }, this.status, this.note)),
        this.actions, this.panel,
        el("div", { class: "record" }, this.list.element, this.box.element))));
    this.board.element.addEventListener("pointerdown", () => this.turns.skip());
  }

  /** Shows the state: everything but the pieces. */
  show() {
    const { session } = this, { state } = session;
    this.strips.forEach((s) => s.show(session));
    this.status.textContent = statusText(session);
    this.list.show(state);
    this.refuse(null);
    const person = session.seat.kind === "person" && !state.result;
    this.box.setMoves(person && state.next === "move" ? state.legal : null);
    const throwing = person && (state.next === "throw" || state.next === "rolloff");
    const last = state.plies.at(-1)?.throw ?? state.rolloff.at(-1) ?? null;
    this.sticks?.set(state.throw ?? (throwing ? null : last), throwing && !session.stored.typed, false);
    if (this.typed) this.typed.hidden = !throwing;
    this.sticks?.element.toggleAttribute("hidden", Boolean(this.typed) && throwing);
    this.bar.element.hidden = !settings().bar;
    this.drawActions();
    if (!state.result) this.panel.replaceChildren();
    this.changed();
  }

  drawActions() {
    const { state } = this.session, person = this.session.seat.kind === "person";
    /** @param {string} key @param {string} name @param {() => void} act @param {boolean} [off] */
    const button = (key, name, act, off) => el("button", { type: "button", "data-do": key, disabled: Boolean(off), onclick: act }, name);
    const setting = (/** @type {"coach"|"bar"} */ key, /** @type {string} */ name) =>
      el("button", { type: "button", "data-do": key, class: "toggle", "aria-pressed": settings()[key], onclick: () => { changeSettings({ [key]: !settings()[key] }); this.show(); this.renewBar(); } }, name);
    const watching = this.session.stored.seats.every((s) => s.kind === "level");
    this.actions.replaceChildren(
      state.result ? el("button", { type: "button", class: "primary", "data-do": "again", onclick: () => this.again() }, t("play.again")) :
        watching ? button("stop", t(this.turns.paused ? "play.resume" : "play.stop"), () => this.turns.pause()) :
          button("hint", t("play.hint"), () => this.hint(), !(person && state.next === "move")),
      state.result ? el("a", { class: "button", "data-do": "review", href: `#/review/${this.session.stored.id}` }, t("play.review")) :
        button("undo", t("play.undo"), () => this.turns.undo(), this.session.undoDepth() === 0),
      ...(state.result ? [] : [setting("coach", t("coach.label"))]), setting("bar", t("bar.show")),
      button("more", t("play.more"), () => this.more()));
  }

  /** A legal move was chosen. @param {string} move */
  async moved(move) {
    if (settings().coach && this.session.state.legal && this.session.state.legal.length > 1) {
      const a = await this.advice.get().catch(() => null), costly = a && warning(a, move, this.session.rules.inaccuracy);
      if (a && costly && !(await confirmMove(a, this.session.where, costly))) return this.board.clear();
    }
    this.turns.play(move);
  }

  /** @param {string} text */
  async typedMove(text) {
    const legal = this.session.state.legal ?? [];
    const same = legal.find((m) => m.move === text) ?? legal.find((m) => m.move.toLowerCase() === text.toLowerCase());
    const from = legal.filter((m) => String(m.steps[0]?.from) === text);
    const found = same ?? (from.length === 1 ? from[0] : null);
    if (found) this.moved(found.move);
    else this.refuseText(text);
  }

  /** @param {number|null} from @param {number} to */
  refuseCells(from, to) {
    const move = clickedMove(this.session.state, Boolean(this.sticks), from, to);
    if (typeof move === "string") this.refuseText(move);
    else this.refuse(move);
  }

  /** Says why a move is not legal. @param {string} text */
  async refuseText(text) {
    sound("refuse");
    const why = await refusal(this.session.where, this.session.stored.game, text);
    if (why) this.refuse(why);
    else this.moved(text);
  }

  /** @param {HTMLElement|null} why */
  refuse(why) {
    this.note.hidden = !why;
    this.note.replaceChildren(...(why ? [why] : []));
  }

  /** @param {Move[]} moves */
  askWhich(moves) {
    this.panel.replaceChildren(el("section", { class: "which" }, el("h2", {}, t("play.which")),
      el("div", { class: "buttons" }, moves.map((m) => el("button", { type: "button", dir: "ltr", onclick: () => this.moved(m.move) }, m.move)))));
  }

  /** @param {Move|null} move */
  hover(move) {
    clearTimeout(this.hoverTimer);
    if (!move || this.session.seat.kind !== "person") return this.panel.querySelector(".whatif")?.remove();
    this.hoverTimer = setTimeout(async () => {
      const a = await this.advice.get().catch(() => null), value = a?.diagnostics.move_evaluations.find((m) => m.move === move.move);
      if (!a || !value || this.panel.querySelector(".hint, .share, .finish")) return;
      this.panel.querySelector(".whatif")?.remove();
      this.panel.append(whatIf(a, this.session.where, value));
    }, 250);
  }

  async hint() {
    this.session.stored.helped = true;
    this.panel.replaceChildren(el("p", {}, t("hint.searching")));
    const a = await this.advice.get().catch(() => null), legal = this.session.state.legal ?? [];
    if (!a) return this.panel.replaceChildren();
    const point = (/** @type {string|null} */ text) => {
      const move = legal.find((m) => m.move === (text ?? a.move));
      this.board.arrows(move ? [{ move, class: "best" }] : []);
    };
    const close = () => { this.panel.replaceChildren(); this.board.arrows([]); };
    this.panel.replaceChildren(hintPanel(a, this.session.where, { onPoint: point, onPlay: (move) => this.turns.play(move), onClose: close }));
    point(null);
  }

  /** Renews the value bar for the position shown. */
  async renewBar() {
    const { state } = this.session;
    if (!settings().bar || state.next === "rolloff") return;
    if (state.result) return this.bar.set(state.result.winner < 0 ? 0.5 : state.players[0] === state.result.winner ? 1 : 0);
    if (this.session.seat.kind !== "person") return;
    const a = await this.advice.get().catch(() => null);
    if (a) this.bar.set(state.side === 0 ? a.win : 1 - a.win);
  }

  /** Keys of the board other than moving around. @param {string} key */
  key(key) {
    if (key === "t" && this.sticks && !this.sticks.button.disabled) this.turns.throwNow();
    else if (key === "u") this.turns.undo();
    else if (key === "h") this.hint();
    else if (key === "m") this.box.input.focus();
    else if (this.typed && !this.typed.hidden && /^[0-9]$/.test(key)) this.turns.throwNow(Number(key));
    else return false;
    return true;
  }

  async again() {
    const { stored } = this.session, next = await newGame(stored.game, stored.seats, { start: stored.start, typed: stored.typed });
    saveGame(next);
    go(`#/play/${next.id}`);
  }

  more() {
    if (this.panel.querySelector(".share")) return this.panel.replaceChildren();
    const game = this.session.stored.game.split(":")[0];
    this.panel.replaceChildren(sharePanel(this.session, async () => {
      const info = (await games()).find((g) => g.name === game);
      if (info) openSetup(info);
    }), ...(this.session.rules.sticks ? [dicePanel(this.session.stored)] : []));
  }

  /** The end of the game. */
  finish() {
    this.panel.replaceChildren(el("section", { class: "finish" }, el("h2", {}, statusText(this.session)),
      this.session.rules.sticks ? dicePanel(this.session.stored) : null));
  }

  /** Adds a line to the log that screen readers speak. @param {string} text */
  announce(text) {
    const live = byId("live");
    live.append(el("p", {}, text));
    while (live.childElementCount > 30) live.firstElementChild?.remove();
  }

  /** @param {Move} ply */
  announcePly(ply) {
    const { stored, state } = this.session, who = playerName(stored, state.players[ply.side]);
    this.announce(t("play.played", { who, move: ply.kind === "pass" ? t("play.pass") : `${ply.move} (${word(ply.kind)})` }));
  }
}

/** The stored game of the address, or a new one from a link. @param {import("../router.js").Params} params @returns {Promise<StoredGame|null>} */
async function gameOf(params) {
  if (!params.link) return loadGame(params.path[0] ?? "");
  const state = await ask("state", { link: params.link }), fields = new URLSearchParams(params.link.slice(1));
  const person = { kind: /** @type {"person"} */ ("person"), name: "" };
  const stored = await newGame(state.game, [person, person]);
  return { ...stored, start: fields.get("p") ?? undefined, rolloff: state.rolloff, moves: (fields.get("m") ?? "").split(".").filter(Boolean), throw: state.throw, commitment: "" };
}

/** @param {HTMLElement} root @param {import("../router.js").Params} params */
export async function mount(root, params) {
  const stored = await gameOf(params);
  if (!stored) {
    root.append(goneNotice());
    return () => {};
  }
  const view = new PlayView(await Session.open(stored));
  view.build(root);
  if (params.link) view.announce(t("play.opened"));
  view.turns.start();
  networks().catch(() => { /* the search that needs them says so */ });
  return () => view.turns.stop();
}
