// SPDX-License-Identifier: MIT
// live_session.js - a game on the server with the members of session.js that the strips, the
// status line and the list of moves read.
import { ask } from "./engine.js";
import { t } from "./i18n.js";
import { whereOf } from "./session.js";

/**
 * @typedef {import("./live_client.js").Live} Live
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Rules} Rules
 * @typedef {import("./types.js").StoredGame} StoredGame
 */

/** "You", the level, or the name. @param {Live} live @param {number} player @param {Rules} rules */
export function nameOf(live, player, rules) {
  const { name, kind } = live.players[player];
  if (player === live.you) return t("seat.you");
  if (kind !== "level") return name === "?" ? t(player ? "seat.second" : "seat.first") : name;
  const level = rules.levels.find((l) => `ai:${l.name}` === name);
  return level ? t(`level.${level.level}`) : name;
}

export class LiveSession {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {Live} */
    this.live = /** @type {any} */ (null);
    /** @type {StoredGame} */
    this.stored = /** @type {any} */ (null);
    /** @type {State} */
    this.state = /** @type {any} */ (null);
  }

  /** The texts of others say what they do, not what can be done. */
  get seat() {
    return this.live.player === this.live.you ? { kind: /** @type {"person"} */ ("person"), name: "" } : { kind: /** @type {"level"} */ ("level"), level: 1 };
  }

  /** Whether this browser has to throw or move. */
  get mine() {
    return this.live.you !== null && this.live.player === this.live.you;
  }

  /** The moves of a game up to a ply, as session.js keeps them. @param {Live} live @param {number} ply @returns {StoredGame} */
  storedAt(live, ply) {
    return {
      id: `live-${live.id}`, game: live.game, rolloff: live.rolloff, moves: live.moves.slice(0, ply), throw: ply === live.moves.length ? live.throw : null,
      seats: [{ kind: "person", name: nameOf(live, 0, this.rules) }, { kind: "person", name: nameOf(live, 1, this.rules) }], seed: "", commitment: "", thrown: 0, typed: false,
      date: new Date().toISOString(), result: null,
    };
  }

  /** How the game stood after a ply. @param {Live} live @param {number} ply @returns {Promise<State>} */
  stateAt(live, ply) {
    return ask("state", whereOf(this.storedAt(live, ply)));
  }

  /** Takes over what the server sent. @param {Live} live */
  async set(live) {
    const state = await this.stateAt(live, live.moves.length);
    this.live = live;
    this.stored = this.storedAt(live, live.moves.length);
    this.state = live.result ? { ...state, next: "over", legal: null, result: this.resultOf(live, state) } : state;
    this.stored.result = this.state.result;
  }

  /** A reason outside the rules has a text of its own. @param {Live} live @param {State} state */
  resultOf(live, state) {
    const { winner = null, reason = null } = live.result ?? {};
    if (!reason && state.result) return state.result;
    return { winner: winner ?? -1, reason: reason ?? "", key: `reason.${reason}` };
  }
}
