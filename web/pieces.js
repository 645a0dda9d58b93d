// SPDX-License-Identifier: MIT
// pieces.js - the pieces on a board, and how they move from one position to the next.
//
// Positions are lists of pieces (types.js). Pieces are matched between two lists: first
// those that stay, then the ends of the played steps, then the rest by side. So captures,
// swaps and returns are animated although the page does not know these rules.
import { svg, pause } from "./dom.js";
import { lookOf } from "./boards/looks.js";
import { seedAt } from "./boards/awari.js";
import { number } from "./i18n.js";

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./types.js").Step} Step
 * @typedef {{piece: Piece, element: SVGElement}} Shown
 * @typedef {{ms: number, signal?: AbortSignal, onStep?: () => void}} Pace
 */

const SMALL = 0.46;

/** @param {Piece} p */
const place = (p) => `translate(${p.x}px, ${p.y}px)${p.small ? ` scale(${SMALL})` : ""}`;
/** @param {Piece} a @param {Piece} b */
const same = (a, b) => a.x === b.x && a.y === b.y && a.side === b.side && a.stones === b.stones;
/** @param {number} x @param {number} y @param {Piece} p */
const distance = (x, y, p) => Math.hypot(p.x - x, p.y - y);

export class Pieces {
  /** @param {SVGElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {Shown[]} */
    this.shown = [];
    /** @type {Scene|null} */
    this.scene = null;
  }

  /** Shows a position at once. @param {Scene} scene */
  set(scene) {
    this.scene = scene;
    this.layer.replaceChildren();
    this.shown = scene.pieces.map((piece) => this.add(piece));
  }

  /** @param {Piece} piece @returns {Shown} */
  add(piece) {
    const element = svg("g", { class: "piece" });
    this.draw(element, piece);
    this.layer.append(element);
    return { piece, element };
  }

  /** @param {SVGElement} element @param {Piece} piece */
  draw(element, piece) {
    const scene = /** @type {Scene} */ (this.scene), look = lookOf(scene);
    if (scene.style === "stones") {
      element.innerHTML = heap(piece.stones, look.piece(0), piece);
      element.setAttribute("transform", `translate(${piece.x} ${piece.y})`);
    } else {
      element.innerHTML = look.piece(piece.side);
      element.style.transform = place(piece);
    }
  }

  /**
   * Moves to the next position; resolves when the pieces have arrived.
   * @param {Scene} scene @param {Step[]} steps @param {Pace} pace
   */
  async moveTo(scene, steps, pace) {
    const before = this.scene;
    if (!before || before.style !== scene.style || pace.ms <= 0) return this.set(scene);
    if (scene.style === "stones") await this.sow(before, steps, pace);
    else await this.glide(scene, steps, pace);
    this.set(scene);
  }

  /** @param {Scene} scene @param {Step[]} steps @param {Pace} pace */
  async glide(scene, steps, pace) {
    const pairs = match(this.shown, scene.pieces, steps);
    const path = steps.length === 1 && steps[0].path;
    for (const { old, next, mover } of pairs)
      if (mover && old && next) await this.walk(old, next, path || [], pace);
    for (const { old, next, mover } of pairs) {
      if (mover) continue;
      if (old && next) slide(old.element, place(next), pace.ms);
      else if (old) old.element.classList.add("leaving");
      else if (next) this.add(next).element.classList.add("arriving");
    }
    pace.onStep?.();
    if (pairs.some((p) => !p.mover)) await pause(pace.ms, pace.signal);
  }

  /** Square by square where the path is known. @param {Shown} old @param {Piece} next @param {import("./types.js").Point[]} path @param {Pace} pace */
  async walk(old, next, path, pace) {
    this.layer.append(old.element);
    const stops = path.slice(0, -1), each = stops.length ? Math.max(70, pace.ms / 2.2) : pace.ms;
    for (const [x, y] of stops) {
      if (pace.signal?.aborted) return;
      slide(old.element, `translate(${x}px, ${y}px)`, each);
      pace.onStep?.();
      await pause(each, pace.signal);
    }
    slide(old.element, place(next), each);
    await pause(each, pace.signal);
  }

  /** Stone by stone. @param {Scene} before @param {Step[]} steps @param {Pace} pace */
  async sow(before, steps, pace) {
    const [step] = steps, each = Math.max(60, pace.ms * 0.75);
    const at = (/** @type {[number, number]} */ [x, y]) => this.shown.find((s) => distance(x, y, s.piece) < 2);
    const from = step && at(step.from_at);
    if (!from || !step.path) return;
    this.redraw(from, 0);
    for (const point of step.path) {
      const pit = at(point);
      if (!pit || pace.signal?.aborted) return;
      this.redraw(pit, pit.piece.stones + 1);
      pit.element.classList.add("sown");
      pace.onStep?.();
      await pause(each, pace.signal);
      pit.element.classList.remove("sown");
    }
    await pause(each, pace.signal);
  }

  /** @param {Shown} shown @param {number} stones */
  redraw(shown, stones) {
    shown.piece = { ...shown.piece, stones };
    this.draw(shown.element, shown.piece);
  }

  /** The element of the piece at a point, to be dragged. @param {number} x @param {number} y @param {number} within */
  at(x, y, within) {
    let best = null, nearest = within;
    for (const s of this.shown) {
      const d = distance(x, y, s.piece);
      if (d <= nearest) [best, nearest] = [s, d];
    }
    return best;
  }

  /** Puts a dragged piece back. @param {Shown} shown */
  restore(shown) {
    if (this.scene?.style !== "stones") shown.element.style.transform = place(shown.piece);
  }
}

/** @param {SVGElement} element @param {string} to @param {number} ms */
function slide(element, to, ms) {
  element.style.transition = `transform ${ms}ms cubic-bezier(.3,.1,.3,1)`;
  element.style.transform = to;
}

/* A heap of seeds, with its number. Stores are narrow and high. */
/** @param {number} n @param {string} seed @param {Piece} piece */
function heap(n, seed, piece) {
  let all = "";
  const store = piece.small;
  for (let i = 0; i < n; i++) {
    const [x, y, angle] = seedAt(i, n);
    const [sx, sy] = store ? [x * 0.85, y * 2.1] : [x, y];
    all += `<g transform="translate(${sx.toFixed(1)} ${sy.toFixed(1)}) rotate(${angle})">${seed}</g>`;
  }
  return `${all}<text class="stones${store ? " in-store" : ""}" y="${countAt(piece)}">${number(n)}</text>`;
}

/* The number stands outside the pit: above the upper row, below the lower row. */
/** @param {Piece} piece */
const countAt = (piece) => (piece.small ? 6 : piece.y < 88 ? -39 : 50);

/**
 * @param {Shown[]} shown @param {Piece[]} next @param {Step[]} steps
 * @returns {{old: Shown|null, next: Piece|null, mover: boolean}[]}
 */
export function match(shown, next, steps) {
  let olds = [...shown], news = [...next];
  const pairs = [];
  for (const step of steps) {
    const old = nearest(olds, (s) => distance(step.from_at[0], step.from_at[1], s.piece));
    const now = nearest(news.filter((p) => p.side === old?.piece.side), (p) => distance(step.to_at[0], step.to_at[1], p));
    if (!old || !now) continue;
    pairs.push({ old, next: now, mover: true });
    olds = olds.filter((s) => s !== old);
    news = news.filter((p) => p !== now);
  }
  olds = olds.filter((s) => {
    const stays = news.find((p) => same(p, s.piece));
    if (stays) news.splice(news.indexOf(stays), 1);
    return !stays;
  });
  for (const old of olds) {
    const now = nearest(news.filter((p) => p.side === old.piece.side), (p) => distance(old.piece.x, old.piece.y, p)) ?? null;
    if (now) news.splice(news.indexOf(now), 1);
    pairs.push({ old, next: now, mover: false });
  }
  return [...pairs, ...news.map((p) => ({ old: null, next: p, mover: false }))];
}

/** @template T @param {T[]} list @param {(item: T) => number} far @returns {T|undefined} */
function nearest(list, far) {
  let best, least = Infinity;
  for (const item of list) {
    const d = far(item);
    if (d < least) [best, least] = [item, d];
  }
  return best;
}
