// SPDX-License-Identifier: MIT
// pieces.js - the pieces on a board, and how they move from one position to the next.
//
// The engine lists the motions of a move (doc/api.md): walk, place, sow, take. They are
// played on the pieces shown; at the end the pieces of the new position replace them.
import { svg, pause } from "./dom.js";
import { lookOf } from "./boards/looks.js";
import { seedAt } from "./boards/awari.js";
import { number } from "./i18n.js";

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./types.js").Motion} Motion
 * @typedef {{piece: Piece, element: SVGElement}} Shown
 * @typedef {{ms: number, signal?: AbortSignal, onStep?: () => void}} Pace
 */

const SMALL = 0.46;

/** @param {Piece} p */
const place = (p) => `translate(${p.x}px, ${p.y}px)${p.small ? ` scale(${SMALL})` : ""}`;
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
      element.innerHTML = look.piece(piece.side) + (piece.won ? '<rect class="won" x="-27" y="-27" width="54" height="54" rx="10"/>' : "");
      element.style.transform = place(piece);
    }
  }

  /**
   * Plays the motions of a move, then shows the position after it.
   * @param {Scene} scene @param {Motion[]} motions @param {Pace} pace
   */
  async moveTo(scene, motions, pace) {
    if (this.scene?.style === scene.style && pace.ms > 0)
      for (const motion of motions) {
        if (pace.signal?.aborted) break;
        await this.play(motion, pace);
      }
    this.set(scene);
  }

  /** @param {Motion} motion @param {Pace} pace */
  async play(motion, pace) {
    if (motion.kind === "walk") await this.walk(motion, pace);
    else if (motion.kind === "place") await this.place(motion, pace);
    else if (motion.kind === "sow") await this.sow(motion, pace);
    else await this.take(motion, pace);
  }

  /** The last piece shown on a tile. @param {number} tile @param {number} [side] */
  on(tile, side) {
    return this.shown.findLast((s) => s.piece.tile === tile && (side === undefined || s.piece.side === side));
  }

  /** Tile by tile; a piece that comes to a tray becomes small. @param {Motion} motion @param {Pace} pace */
  async walk({ side, tiles, path }, pace) {
    const shown = this.on(tiles[0], side), each = tiles.length > 2 ? Math.max(80, pace.ms / 1.8) : pace.ms;
    if (!shown) return;
    this.layer.append(shown.element);
    for (let i = 1; i < tiles.length && !pace.signal?.aborted; i++) {
      const small = this.scene?.tiles[tiles[i]].shape === "tray";
      shown.piece = { ...shown.piece, tile: tiles[i], x: path[i][0], y: path[i][1], small };
      slide(shown.element, place(shown.piece), each);
      await pause(each, pace.signal);
      pace.onStep?.();
    }
  }

  /** @param {Motion} motion @param {Pace} pace */
  async place({ side, tiles, path }, pace) {
    const shown = this.add({ tile: tiles[0], x: path[0][0], y: path[0][1], side, stones: 0, small: false });
    this.shown.push(shown);
    shown.element.classList.add("arriving");
    pace.onStep?.();
    await pause(pace.ms, pace.signal);
  }

  /** Stone by stone. @param {Motion} motion @param {Pace} pace */
  async sow({ tiles }, pace) {
    const each = Math.max(60, pace.ms * 0.75), from = this.on(tiles[0]);
    if (from) this.redraw(from, 0);
    for (const tile of tiles.slice(1)) {
      const pit = this.on(tile);
      if (!pit || pace.signal?.aborted) return;
      this.redraw(pit, pit.piece.stones + 1);
      pit.element.classList.add("sown");
      pace.onStep?.();
      await pause(each, pace.signal);
      pit.element.classList.remove("sown");
    }
  }

  /** All stones of the tiles go to the last one. @param {Motion} motion @param {Pace} pace */
  async take({ tiles }, pace) {
    const store = this.on(tiles[tiles.length - 1]);
    for (const tile of tiles.slice(0, -1)) {
      const pit = this.on(tile);
      if (!pit || !store || pace.signal?.aborted) return;
      pit.element.classList.add("sown");
      await pause(pace.ms, pace.signal);
      this.redraw(store, store.piece.stones + pit.piece.stones);
      this.redraw(pit, 0);
      pit.element.classList.remove("sown");
      pace.onStep?.();
    }
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
      const d = Math.hypot(s.piece.x - x, s.piece.y - y);
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
