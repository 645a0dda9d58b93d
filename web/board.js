// SPDX-License-Identifier: MIT
// board.js - a board that is shown and played on: drawing, cells, selection, drag and drop.
//
//   const board = createBoard({ sides, label, onMove, onRefuse, onHover });
//   root.append(board.element);
//   await board.show(state, { animate: true });      the pieces move as in the last ply
//   board.setMoves(state.legal);                     null: the board only shows
import { el, svg } from "./dom.js";
import { emptyBoard, viewBox } from "./boards/looks.js";
import { Cells, cellOf } from "./cells.js";
import { Pieces } from "./pieces.js";
import { Picker } from "./picker.js";
import { t } from "./i18n.js";
import { startDrag } from "./drag.js";
import { boardKeys } from "./keyboard.js";

/**
 * @typedef {import("./types.js").State} State
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Move} Move
 * @typedef {import("./types.js").Point} Point
 *
 * @typedef {object} BoardOptions
 * @property {string[]} sides names of the sides, in English
 * @property {string} label what the grid is called
 * @property {(move: Move) => void} [onMove] a legal move was made
 * @property {(moves: Move[]) => void} [onAsk] several moves fit the clicks
 * @property {(from: number|null, to: number) => void} [onRefuse] cells of a move that is not legal
 * @property {(move: Move|null) => void} [onHover] the move the pointer or the focus is on
 * @property {(cell: number) => void} [onCell] every click on a cell, before the above (the editor)
 * @property {(key: string) => boolean} [onKey] other keys; true if used
 */

export class Board {
  /** @param {BoardOptions} options */
  constructor(options) {
    this.options = options;
    this.drawing = svg("svg", { class: "board", "aria-hidden": "true", focusable: "false" });
    this.grid = el("div", { class: "cells", role: "grid", "aria-label": options.label });
    this.element = el("div", { class: "board-box", dir: "ltr" }, this.drawing, this.grid);
    this.cells = new Cells(this.grid, options.sides);
    this.picker = new Picker([]);
    /** @type {Scene|null} */
    this.scene = null;
    this.active = false;
    this.shape = "";
    this.listen();
  }

  listen() {
    this.grid.addEventListener("pointerdown", (event) => startDrag(this, event));
    this.grid.addEventListener("click", (event) => {
      if (event.detail === 0) this.pick(cellOf(event)); // from an assistive technology
    });
    this.grid.addEventListener("pointerover", (event) => this.hover(cellOf(event)));
    this.grid.addEventListener("pointerleave", () => this.options.onHover?.(null));
    this.grid.addEventListener("focusin", (event) => { this.cells.setCurrent(cellOf(event)); this.hover(cellOf(event)); });
    this.grid.addEventListener("keydown", (event) => boardKeys(this, event));
  }

  /** Draws the empty board if it is another one than before. @param {Scene} scene */
  prepare(scene) {
    const shape = JSON.stringify(scene.tiles);
    if (shape === this.shape) return;
    this.shape = shape;
    const box = viewBox(scene);
    this.drawing.setAttribute("viewBox", box.join(" "));
    this.element.style.setProperty("--ratio", String(box[2] / box[3]));
    this.element.dataset.style = scene.style;
    this.drawing.innerHTML = `<g class="ground">${emptyBoard(scene)}</g><g class="traces"></g><g class="pieces"></g><g class="arrows"></g>`;
    this.pieces = new Pieces(/** @type {SVGElement} */ (this.drawing.querySelector(".pieces")));
    this.cells.build(scene);
  }

  /**
   * Shows a position. With a pace above 0 ms the pieces move as in the last ply.
   * @param {Scene} scene
   * @param {Move|null} last
   * @param {import("./pieces.js").Pace} [pace]
   */
  async show(scene, last, pace = { ms: 0 }) {
    this.prepare(scene);
    this.setMoves(null);
    if (pace.ms > 0 && last) await /** @type {Pieces} */ (this.pieces).moveTo(scene, last.motions ?? [], pace);
    else /** @type {Pieces} */ (this.pieces).set(scene);
    this.scene = scene;
    this.trace(last);
    this.describe();
  }

  /** The moves that can be made now. @param {Move[]|null} moves */
  setMoves(moves) {
    this.active = moves !== null;
    this.element.classList.toggle("active", this.active);
    this.picker = new Picker((moves ?? []).filter((m) => m.steps.length).map((move) => this.choice(move)));
    this.mark();
  }

  /** @param {Move} move @returns {import("./picker.js").Choice} */
  choice(move) {
    const steps = move.steps.map((s) => ({ from: s.from_tile, to: s.to_tile }));
    return { move, steps, instant: move.kind === "sow" || steps.every((s) => s.from === s.to) };
  }

  /** A click, tap or key on a cell. @param {number} cell */
  pick(cell) {
    if (cell < 0) return;
    this.cells.setCurrent(cell);
    this.options.onCell?.(cell);
    if (!this.active) return;
    const picked = this.picker.pick(cell);
    this.mark();
    if (picked.type === "play") this.options.onMove?.(picked.move);
    else if (picked.type === "ask") this.options.onAsk?.(picked.moves);
    else if (picked.type === "refuse") this.options.onRefuse?.(picked.from, picked.to);
  }

  clear() {
    this.picker.clear();
    this.mark();
  }

  /** @param {number} cell */
  hover(cell) {
    if (!this.active || !this.options.onHover) return;
    const targets = this.picker.targets(), from = this.picker.from(cell);
    this.options.onHover(targets.get(cell) ?? (from.length === 1 ? from[0].move : null));
  }

  /** Marks on cells: which piece can move, which is selected, where it can go. */
  mark() {
    if (!this.cells.scene) return;
    const sources = this.picker.sources(), targets = this.picker.targets();
    this.cells.elements.forEach((cell, i) => {
      cell.classList.toggle("source", this.active && sources.has(i));
      cell.classList.toggle("selected", this.picker.selected === i);
      cell.classList.toggle("target", targets.has(i));
      cell.setAttribute("aria-selected", String(this.picker.selected === i));
    });
    this.describe();
  }

  describe() {
    const sources = this.picker.sources(), targets = this.picker.targets();
    if (this.scene)
      this.cells.describe(this.scene, (i) => [
        this.active && sources.has(i) ? t("cell.source") : "",
        this.picker.selected === i ? t("cell.selected") : "",
        targets.has(i) ? t("cell.target") : ""].filter(Boolean));
  }

  /** Shows where the last move started and ended. @param {Move|null} last */
  trace(last) {
    const ends = new Set(last?.steps.flatMap((s) => [s.from_tile, s.to_tile]));
    this.cells.elements.forEach((cell, i) => cell.classList.toggle("last", ends.has(i)));
  }

  /** Arrows for hints and reviews. @param {{move: Move, class: string}[]} list */
  arrows(list) {
    const layer = this.drawing.querySelector(".arrows");
    if (layer) layer.innerHTML = list.map(({ move, class: name }) => move.steps.map((s) => mark(move, s, name)).join("")).join("");
  }

  focus() {
    this.cells.elements[this.cells.current]?.focus();
  }
}

/** A ring where stones are taken up to be sown all around; else an arrow. @param {Move} move @param {import("./types.js").Step} step @param {string} name */
function mark(move, step, name) {
  const [x, y] = step.from_at;
  return move.motions?.[0].kind === "sow" ? `<circle class="arrow ${name}" cx="${x}" cy="${y}" r="28"/>` : arrow(step.from_at, step.to_at, name);
}

/** @param {Point} from @param {Point} to @param {string} name */
function arrow([x1, y1], [x2, y2], name) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 1) return `<rect class="arrow ${name}" x="${x1 - 27}" y="${y1 - 27}" width="54" height="54" rx="9"/>`;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length], [ex, ey] = [x2 - ux * 12, y2 - uy * 12];
  const tip = `${x2},${y2} ${ex - uy * 10 - ux * 8},${ey + ux * 10 - uy * 8} ${ex + uy * 10 - ux * 8},${ey - ux * 10 - uy * 8}`;
  return `<line class="arrow ${name}" x1="${x1}" y1="${y1}" x2="${ex - ux * 6}" y2="${ey - uy * 6}"/><polygon class="arrow-tip ${name}" points="${tip}"/>`;
}

/** @param {BoardOptions} options */
export const createBoard = (options) => new Board(options);
