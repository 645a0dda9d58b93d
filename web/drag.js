// SPDX-License-Identifier: MIT
// drag.js - click, tap, and drag and drop on a board, with one pointer.
import { viewBox } from "./boards/looks.js";
import { cellOf } from "./cells.js";

/** @typedef {import("./board.js").Board} Board */

const THRESHOLD = 6; // pixels before a press becomes a drag

/**
 * Follows a pointer from its press to its release.
 * @param {Board} board @param {PointerEvent} down
 */
export function startDrag(board, down) {
  const cell = cellOf(down);
  if (down.button !== 0 || cell < 0) return;
  const movable = board.active && !board.picker.from(cell).some((c) => c.instant);
  let dragged = /** @type {import("./pieces.js").Shown|null} */ (null);
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId || !movable) return;
    if (!dragged && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > THRESHOLD) dragged = lift(board, cell, down);
    if (dragged) follow(board, dragged, event);
  };
  const up = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    stop();
    if (!dragged) { if (event.type === "pointerup") board.pick(cell); return; }
    dragged.element.classList.remove("dragged");
    board.pieces?.restore(dragged);
    const target = event.type === "pointerup" ? under(event) : cell;
    if (target < 0 || target === cell) return;
    if (board.picker.selected === cell) board.pick(target);
    else board.options.onRefuse?.(cell, target);
  };
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
}

/** Selects the cell and takes its piece. @param {Board} board @param {number} cell @param {PointerEvent} down */
function lift(board, cell, down) {
  if (board.picker.selected !== cell && board.picker.sources().has(cell)) board.pick(cell);
  const [x, y] = toScene(board, down), tile = board.scene?.tiles[cell];
  const piece = board.pieces?.at(x, y, tile?.shape === "tray" ? 400 : 45) ?? null;
  piece?.element.classList.add("dragged");
  return piece;
}

/** @param {Board} board @param {import("./pieces.js").Shown} piece @param {PointerEvent} event */
function follow(board, piece, event) {
  const [x, y] = toScene(board, event);
  piece.element.style.transition = "none";
  piece.element.style.transform = `translate(${x}px, ${y}px) scale(1.15)`;
  piece.element.parentNode?.append(piece.element);
}

/** @param {Board} board @param {PointerEvent} event @returns {[number, number]} */
function toScene(board, event) {
  const box = board.drawing.getBoundingClientRect();
  const [left, top, width, height] = viewBox(/** @type {import("./types.js").Scene} */ (board.scene));
  return [left + ((event.clientX - box.left) / box.width) * width, top + ((event.clientY - box.top) / box.height) * height];
}

/** @param {PointerEvent} event */
function under(event) {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  return cell ? Number(cell.getAttribute("data-cell")) : -1;
}
