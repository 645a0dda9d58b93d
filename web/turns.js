// SPDX-License-Identifier: MIT
// turns.js - what happens next in a game: throws, forced passes, the program's moves. It
// waits for the person where the person acts.
import { pause } from "./dom.js";
import { t, tWho, number, word } from "./i18n.js";
import { settings } from "./storage.js";
import { reducedMotion } from "./theme.js";
import { chooseMove } from "./opponent.js";
import { playerName } from "./seats.js";
import { sound } from "./sound.js";

/** One step of an animation in milliseconds. @type {Record<string, number>} */
const speeds = { slow: 700, normal: 330, fast: 130, off: 0 };

export const stepTime = () => (reducedMotion() ? 0 : speeds[settings().speed]);

export class Turns {
  /** @param {any} view the playing view */
  constructor(view) {
    this.view = view;
    this.control = new AbortController();
    this.animation = new AbortController();
    this.busy = false;
    this.paused = false;
  }

  get session() {
    return this.view.session;
  }

  async start() {
    const { state } = this.session;
    await this.view.board.show(state.board, state.last);
    this.next();
  }

  stop() {
    this.control.abort();
    this.animation.abort();
  }

  /** Ends an animation under way; the pieces are where they belong at once. */
  skip() {
    this.animation.abort();
  }

  /** Pauses or resumes two programs. */
  pause() {
    this.paused = !this.paused;
    if (this.paused) this.restart();
    this.next();
  }

  restart() {
    this.control.abort();
    this.control = new AbortController();
    this.busy = false;
  }

  /** Shows the state and does what is due. */
  async next() {
    const { view, session } = this, { state, seat } = session, { signal } = this.control;
    view.show();
    view.board.setMoves(null);
    view.board.arrows([]);
    if (state.result) {
      view.renewBar();
      return this.over();
    }
    view.renewBar();
    if (this.paused) return;
    const program = seat.kind === "level", wait = program || settings().autoThrow;
    if (state.next === "throw" || state.next === "rolloff") {
      if (wait && !session.stored.typed) await this.later(() => this.throwNow(), signal);
    } else if (state.legal?.[0].kind === "pass") await this.pass(signal);
    else if (program) await this.programMove(signal);
    else view.board.setMoves(state.legal);
    view.changed();
  }

  /** Acts after a moment in which a person can follow. @param {() => void} act @param {AbortSignal} signal */
  async later(act, signal) {
    await pause(stepTime() * 1.2, signal);
    if (!signal.aborted) act();
  }

  /** @param {number} [typed] */
  async throwNow(typed) {
    const { view, session } = this, { next, player } = session.state;
    if (this.busy || (next !== "throw" && next !== "rolloff")) return;
    this.busy = true;
    const focused = document.activeElement === view.sticks?.element;
    if (view.sticks) view.sticks.button.disabled = true;
    const value = await session.throwSticks(typed);
    this.busy = false;
    sound("throw");
    view.announce(t("play.threw", { who: playerName(session.stored, player), n: number(value) }));
    if (next === "rolloff" && session.state.next !== "rolloff") this.sayRolloff(player, value);
    const shown = this.next();
    if (view.sticks?.button.disabled) view.sticks.set(value, false, stepTime() > 0);
    await shown;
    if (focused && session.state.next === "move") view.board.focus();
  }

  /** @param {number} player @param {number} value */
  sayRolloff(player, value) {
    const { stored, state, rules } = this.session, side = state.players.indexOf(player);
    this.view.announce(tWho("status.rolloffDone", { who: playerName(stored, player), n: number(value), side: word(rules.sides[side].name) }));
  }

  /** A turn without a legal move: it is announced, then it passes. @param {AbortSignal} signal */
  async pass(signal) {
    this.view.announce(this.view.status.textContent);
    await pause(Math.max(stepTime() * 3, settings().speed === "off" ? 0 : 900), signal);
    if (!signal.aborted) await this.play("pass");
  }

  /** @param {AbortSignal} signal */
  async programMove(signal) {
    const [move] = await Promise.all([chooseMove(this.session, this.session.seat, signal), pause(stepTime() * 1.5, signal)]).catch((error) => {
      if (!signal.aborted) this.view.refuse(document.createTextNode(t("error.engine", { message: String(error.message ?? error) })));
      return [null];
    });
    if (move && !signal.aborted) await this.play(move);
  }

  /** @param {string} move */
  async play(move) {
    const { view, session } = this, { signal } = this.control;
    if (this.busy || session.state.next !== "move") return;
    this.busy = true;
    view.board.setMoves(null);
    view.board.arrows([]);
    const state = await session.play(move), ply = state.last;
    view.announcePly(ply);
    view.strips.forEach((/** @type {{show: Function}} */ s) => s.show(session));
    this.animation = new AbortController();
    await view.board.show(state.board, ply, { ms: stepTime(), signal: AbortSignal.any([signal, this.animation.signal]), onStep: () => sound("step") });
    if (ply?.kind === "capture") sound("capture");
    this.busy = false;
    if (!signal.aborted) this.next();
  }

  async undo() {
    if (!this.session.undoDepth()) return;
    this.restart();
    await this.session.undo();
    await this.view.board.show(this.session.state.board, this.session.state.last);
    this.next();
  }

  over() {
    sound("win");
    this.view.announce(this.view.status.textContent);
    this.view.finish();
  }
}
