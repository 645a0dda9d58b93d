// SPDX-License-Identifier: MIT
// tryboard.js - a board on which any position can be tried: for the rules, the training and
// the explorer. It keeps a start position and the moves played from it as text, and asks
// the engine for everything else.
import { el, byId } from "./dom.js";
import { ask } from "./engine.js";
import { t, say, word, number } from "./i18n.js";
import { createBoard } from "./board.js";
import { stepTime } from "./turns.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Move} Move
 * @typedef {import("./types.js").Rules} Rules
 *
 * @typedef {object} TryOptions
 * @property {string} label what the grid is called
 * @property {(move: Move) => void} onMove a legal move was chosen; it is not played yet
 * @property {(cell: number) => void} [onCell] every click on a cell
 * @property {(key: string) => boolean} [onKey] other keys
 */

export class TryBoard {
  /** @param {Rules} rules @param {TryOptions} options */
  constructor(rules, options) {
    this.rules = rules;
    this.note = el("p", { class: "note", role: "alert", hidden: true });
    this.which = el("div", { class: "which", hidden: true });
    this.board = createBoard({
      sides: rules.sides.map((s) => s.name), label: options.label, onMove: options.onMove, onCell: options.onCell, onKey: options.onKey,
      onAsk: (moves) => this.choose(moves, options.onMove), onRefuse: (from, to) => this.refuseCells(from, to),
    });
    this.element = el("div", { class: "tryboard" }, this.board.element, this.note, this.which);
    /** @type {{game: string, start: string|null, moves: string[], throw: number|null}} */
    this.where = { game: rules.name, start: null, moves: [], throw: null };
    /** @type {State} */
    this.state = /** @type {any} */ (null);
  }

  /** The fields of a request about the position shown. */
  get query() {
    const { game, start, moves, throw: thrown } = this.where;
    return { game, start, moves: moves.join("."), throw: thrown };
  }

  /** Shows a position. @param {{start: string|null, moves?: string[], throw?: number|null}} where */
  async load({ start, moves = [], throw: thrown = null }) {
    const before = this.where;
    start ??= await this.usualStart();
    this.where = { game: this.rules.name, start, moves, throw: thrown };
    try {
      this.state = await ask("state", this.query);
    } catch (error) {
      this.where = before;
      throw error;
    }
    this.say(null);
    await this.board.show(this.state.board, this.state.plies.at(-1) ?? null);
    this.board.arrows([]);
    this.board.setMoves(this.state.next === "move" ? this.state.legal : null);
    return this.state;
  }

  /** The start as a position where the game begins with a roll-off; else null. */
  async usualStart() {
    return this.rules.rolloff ? (await ask("state", { game: this.rules.name })).position : null;
  }

  /** Plays a legal move, animated. @param {string} move */
  async play(move) {
    const { where } = this, made = this.rules.sticks ? `${this.state.throw}/${move}` : move;
    this.where = { ...where, moves: [...where.moves, made], throw: null };
    this.state = await ask("state", this.query);
    this.say(null);
    await this.board.show(this.state.board, this.state.plies.at(-1) ?? null, { ms: stepTime() });
    this.board.setMoves(this.state.next === "move" ? this.state.legal : null);
    return this.state;
  }

  /** Takes back the last move; the throw it was made with stays. */
  async back() {
    const { where } = this, last = where.moves.at(-1);
    if (last === undefined) return this.state;
    const thrown = this.rules.sticks ? Number(last.split("/")[0]) : null;
    return this.load({ ...where, moves: where.moves.slice(0, -1), throw: thrown });
  }

  /** @param {Node|null} message */
  say(message) {
    this.note.hidden = !message;
    this.note.replaceChildren(...(message ? [message] : []));
    this.which.hidden = true;
  }

  /** @param {Move[]} moves @param {(move: Move) => void} onMove */
  choose(moves, onMove) {
    this.which.hidden = false;
    this.which.replaceChildren(el("p", {}, t("play.which")), el("div", { class: "buttons" },
      moves.map((m) => el("button", { type: "button", dir: "ltr", onclick: () => onMove(m) }, m.move))));
  }

  /** @param {number|null} from @param {number} to */
  refuseCells(from, to) {
    const { board, side } = this.state, name = (/** @type {number} */ cell) => board.tiles[cell].squares[side];
    if (name(to) === null || (from !== null && name(from) === null)) return this.say(document.createTextNode(t("play.notpath")));
    this.refuse(from === null ? String(name(to)) : `${name(from)}-${name(to)}`);
  }

  /** Says why a move is not legal; returns the rule, or null. @param {string} move @returns {Promise<string|null>} */
  async refuse(move) {
    const answer = await ask("refuse", { ...this.query, move }).catch(() => null);
    if (!answer || answer.legal) return this.say(document.createTextNode(t("play.notmovable"))), null;
    const game = this.rules.name.split(":")[0];
    this.say(el("span", {}, t("play.refusedPlain", { reason: "" }), say(answer.reason, answer.key), " ",
      el("a", { href: `#/rules/${game}/${answer.rule}?set=${this.rules.name}` }, t("play.ruleLink", { rule: answer.rule }))));
    return answer.rule;
  }

  /** One sentence: whose turn it is, the throw, what can be done. */
  statusText() {
    const { state, rules } = this, side = word(rules.sides[state.side].name);
    if (state.result) return state.result.winner < 0 ? t("try.draw") : t("try.won", { side: word(rules.sides[state.players.indexOf(state.result.winner)].name) });
    if (state.next === "throw" || state.next === "rolloff") return t("try.throw", { side });
    if (state.legal?.[0].kind === "pass") return rules.sticks ? t("try.pass", { side, n: number(state.throw ?? 0) }) : t("try.passPlain", { side });
    return rules.sticks ? t("try.moveThrow", { side, n: number(state.throw ?? 0) }) : t("try.move", { side });
  }
}

/** Adds a line to the log that screen readers speak. @param {string} text */
export function announce(text) {
  const live = byId("live");
  live.append(el("p", {}, text));
  while (live.childElementCount > 30) live.firstElementChild?.remove();
}

/** Loads the stylesheet of the learning views once. */
export function learnStyle() {
  if (document.querySelector("link[data-learn]")) return Promise.resolve();
  const link = el("link", { rel: "stylesheet", href: new URL("learn.css", document.baseURI).href, "data-learn": true });
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve(undefined);
    document.head.append(link);
  });
}
