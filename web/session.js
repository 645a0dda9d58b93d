// SPDX-License-Identifier: MIT
// session.js - one game: its text, its state, and the changes to it.
//
// A game is text (start, roll-off, moves); after every change the engine is asked for the
// state of that text. Throw number k of a game comes from its seed (doc/api.md, dice), so
// taking back a move never changes a throw.
import { ask, rulesOf } from "./engine.js";
import { saveGame } from "./storage.js";

/**
 * @typedef {import("./types.js").StoredGame} StoredGame
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Rules} Rules
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./engine.js").Query} Query
 */

/** 128 random bits as text. */
export function randomSeed() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/**
 * A new game that is not stored yet.
 * @param {string} game @param {[Seat, Seat]} seats @param {{start?: string, typed?: boolean, seed?: string}} [more]
 * @returns {Promise<StoredGame>}
 */
export async function newGame(game, seats, more = {}) {
  const rules = await rulesOf(game), seed = more.seed || randomSeed();
  const dice = rules.sticks && !more.typed ? await ask("dice", { game, seed, n: 1 }) : null;
  return {
    id: randomSeed().slice(0, 12), game: rules.name, start: more.start, rolloff: [], moves: [], throw: null, seats,
    seed, commitment: dice?.commitment ?? "", thrown: 0, typed: Boolean(more.typed), date: new Date().toISOString(), result: null,
  };
}

/** The fields of a request that describe a stored game. @param {StoredGame} game @returns {Query} */
export function whereOf(game) {
  return {
    game: game.game, start: game.start, rolloff: game.rolloff.join("."), moves: game.moves.join("."),
    throw: game.throw,
  };
}

export class Session {
  /** @param {StoredGame} stored @param {Rules} rules */
  constructor(stored, rules) {
    this.stored = stored;
    this.rules = rules;
    /** @type {State} */
    this.state = /** @type {any} */ (null);
  }

  /** @param {StoredGame} stored */
  static async open(stored) {
    const session = new Session(stored, await rulesOf(stored.game));
    await session.refresh();
    return session;
  }

  get where() {
    return whereOf(this.stored);
  }

  /** The seat that acts now. */
  get seat() {
    return this.stored.seats[this.state.player];
  }

  /** The seat of a side, once the roll-off has decided. @param {number} side */
  seatOf(side) {
    return this.stored.seats[this.state.players[side]];
  }

  async refresh() {
    this.state = await ask("state", this.where);
    this.stored.result = this.state.result;
    if (this.stored.moves.length || this.stored.throw !== null || this.stored.rolloff.length) saveGame(this.stored);
    return this.state;
  }

  /** Makes a legal move. @param {string} move */
  async play(move) {
    const { stored } = this;
    stored.moves.push(this.rules.sticks ? `${this.state.throw}/${move}` : move);
    stored.throw = null;
    return this.refresh();
  }

  /** Throws, or takes a value that was typed in. @param {number} [typed] */
  async throwSticks(typed) {
    const { stored } = this, k = stored.rolloff.length + stored.moves.length;
    const value = typed ?? (await ask("dice", { game: stored.game, seed: stored.seed, first: k, n: 1 })).throws[0];
    if (this.state.next === "rolloff") stored.rolloff.push(value);
    else stored.throw = value;
    stored.thrown = Math.max(stored.thrown, k + 1);
    await this.refresh();
    return value;
  }

  /** How many plies an undo drops: back to the last decision of a person, 0 if there is none. */
  undoDepth() {
    const plies = this.state.plies;
    for (let i = plies.length - 1; i >= 0; i--) {
      const seat = this.seatOf(plies[i].side);
      if (seat.kind === "person" && plies[i].kind !== "pass") return plies.length - i;
    }
    return 0;
  }

  async undo() {
    const n = this.undoDepth(), { stored } = this;
    if (!n) return this.state;
    const [first] = stored.moves.splice(stored.moves.length - n);
    stored.throw = this.rules.sticks ? Number(first.split("/")[0]) : null;
    stored.helped = true;
    return this.refresh();
  }
}
