// SPDX-License-Identifier: MIT
// cells.js - the tiles of a board as an ARIA grid over the drawing: focus, names, marks.
import { el } from "./dom.js";
import { viewBox } from "./boards/looks.js";
import { t, word, has } from "./i18n.js";

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Tile} Tile
 * @typedef {import("./types.js").Point} Point
 */

export class Cells {
  /** @param {HTMLElement} grid @param {string[]} sides names of the sides */
  constructor(grid, sides) {
    this.grid = grid;
    this.sides = sides;
    /** @type {HTMLElement[]} */
    this.elements = [];
    /** @type {Scene|null} */
    this.scene = null;
    this.current = 0;
  }

  /** Builds the grid; tiles are the same for all positions of a rule set. @param {Scene} scene */
  build(scene) {
    this.scene = scene;
    const [left, top, width, height] = viewBox(scene);
    this.elements = scene.tiles.map((tile, i) => el("div", {
      class: `cell ${tile.shape}`, role: "gridcell", tabindex: -1, "data-cell": i,
      style: `left:${(100 * (tile.x - left)) / width}%;top:${(100 * (tile.y - top)) / height}%;` +
        `width:${(100 * tile.width) / width}%;height:${(100 * tile.height) / height}%`,
    }));
    this.grid.replaceChildren(...this.rows().map((row) =>
      el("div", { role: "row" }, row.map((i) => this.elements[i]))));
    this.setCurrent(scene.tiles.findIndex((tile) => tile.shape !== "tray"));
  }

  /** Cell numbers by rows from above, from the left. */
  rows() {
    const tiles = /** @type {Scene} */ (this.scene).tiles;
    /** @type {Map<number, number[]>} */
    const rows = new Map();
    tiles.forEach((tile, i) => rows.set(tile.y, [...(rows.get(tile.y) ?? []), i]));
    return [...rows.entries()].sort(([a], [b]) => a - b)
      .map(([, row]) => row.sort((a, b) => tiles[a].x - tiles[b].x));
  }

  /** @param {number} i */
  setCurrent(i) {
    this.elements[this.current]?.setAttribute("tabindex", "-1");
    this.current = Math.max(0, i);
    this.elements[this.current]?.setAttribute("tabindex", "0");
  }

  /** @param {number} i */
  focus(i) {
    this.setCurrent(i);
    this.elements[i]?.focus();
  }

  /** The nearest cell in a direction, or the same one. @param {number} dx @param {number} dy */
  neighbour(dx, dy) {
    const tiles = /** @type {Scene} */ (this.scene).tiles, here = centre(tiles[this.current]);
    let best = this.current, least = Infinity;
    tiles.forEach((tile, i) => {
      const there = centre(tile), along = (there[0] - here[0]) * dx + (there[1] - here[1]) * dy;
      const aside = Math.abs((there[0] - here[0]) * dy) + Math.abs((there[1] - here[1]) * dx);
      if (along > 5 && along + 3 * aside < least) [best, least] = [i, along + 3 * aside];
    });
    return best;
  }

  /**
   * Renews the names that a screen reader speaks.
   * @param {Scene} scene the pieces now
   * @param {(i: number) => string[]} notes such as "can move", "destination"
   */
  describe(scene, notes) {
    const pieces = scene.tiles.map((_, i) => scene.pieces.filter((p) => p.tile === i));
    this.elements.forEach((cell, i) => {
      const parts = [tileName(scene.tiles[i]), ...this.content(scene, scene.tiles[i], pieces[i]), ...notes(i)];
      cell.setAttribute("aria-label", parts.join(", "));
    });
  }

  /** @param {Scene} scene @param {Tile} tile @param {import("./types.js").Piece[]} pieces */
  content(scene, tile, pieces) {
    if (scene.style === "stones") return [t("cell.stones", { n: pieces[0]?.stones ?? 0 })];
    if (tile.shape === "tray") return [t("cell.pieces", { n: pieces.length })];
    return pieces.map((p) => t("cell.piece", { side: word(this.sides[p.side]) }));
  }
}

/** @param {Tile} tile @returns {Point} */
const centre = (tile) => [tile.x + tile.width / 2, tile.y + tile.height / 2];

/** Where the sides count differently, both numbers. @param {Tile} tile */
function tileLabel(tile) {
  const [first, second] = tile.squares;
  return tile.shape === "square" && first && second && first !== second ? `${first} / ${second}` : word(tile.label);
}

/** @param {Tile} tile */
export function tileName(tile) {
  const sign = tile.symbol && has(`symbol.${tile.symbol}`) ? ` (${t(`symbol.${tile.symbol}`)})` : "";
  const key = { square: "cell.square", pit: "cell.pit", tray: "cell.tray" }[tile.shape];
  return t(key, { label: tileLabel(tile) }) + sign;
}

/** The cell an event happened on, or -1. @param {Event} event */
export function cellOf(event) {
  const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
  return cell ? Number(cell.getAttribute("data-cell")) : -1;
}
