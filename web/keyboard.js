// SPDX-License-Identifier: MIT
// keyboard.js - the keys of a board; they act only while a cell of the board has the focus.
//
//   arrows        to the next cell           Enter, Space   choose the cell
//   Tab           leaves the board           Escape         drop the selection
//   n, p          next, previous piece that can move, or destination
//   other keys are given to the view: t throw, u undo, h hint, m type a move

/** @typedef {import("./board.js").Board} Board */

/** @type {Record<string, [number, number]>} */
const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Board} board @param {KeyboardEvent} event */
export function boardKeys(board, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { cells, picker } = board, direction = directions[event.key];
  let used = true;
  if (direction) cells.focus(cells.neighbour(...direction));
  else if (event.key === "Enter" || event.key === " ") board.pick(cells.current);
  else if (event.key === "Escape") board.clear();
  else if (event.key === "n" || event.key === "p") cycle(board, event.key === "n" ? 1 : -1);
  else used = board.options.onKey?.(event.key) ?? false;
  if (used) event.preventDefault();
  if (picker !== board.picker && !board.element.contains(document.activeElement)) board.focus();
}

/** @param {Board} board @param {number} by */
function cycle(board, by) {
  const { cells, picker } = board, targets = picker.targets();
  const list = [...(targets.size ? targets.keys() : picker.sources())].filter((c) => c >= 0).sort((a, b) => a - b);
  if (!list.length) return;
  const at = list.indexOf(cells.current);
  cells.focus(list[(at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by + list.length) % list.length]);
}
