// SPDX-License-Identifier: MIT
// training_store.js - what the browser remembers of the training: puzzles to repeat, the
// streak, the level of each game, and which games were searched for mistakes.
//
// Spaced repetition: a puzzle that was missed comes back after days[0] days, solved n times
// in a row after days[n - 1], and it is learnt after the last of them. The engine gives the
// days with each puzzle (doc/api.md, puzzle).
import { load, save } from "./storage.js";

/**
 * @typedef {object} Puzzle the answer of the verb puzzle, and what is stored of it
 * @property {string} game
 * @property {string} position
 * @property {number} side
 * @property {number|null} throw
 * @property {"generated"|"record"|"position"} origin
 * @property {number} [seed]
 * @property {string} [played] the mistake
 * @property {string} unit
 * @property {boolean} exact
 * @property {number[]} depths
 * @property {string} move
 * @property {number} margin
 * @property {string} why
 * @property {number|null} level
 * @property {{move: string, evaluation: number, loss: number}[]} moves
 * @property {number[]} days
 *
 * @typedef {{puzzle: Puzzle, times: number, due: number}} Item
 *
 * @typedef {object} Training
 * @property {Item[]} items
 * @property {number} streak solved in a row
 * @property {number} best the longest streak
 * @property {number} solved
 * @property {number} missed
 * @property {string[]} days on which something was solved, the newest first
 * @property {Record<string, {level: number, run: number}>} levels by rule set; run: solved (+) or missed (-) in a row
 * @property {Record<string, number>} searched stored game -> puzzles taken from it so far; -1: no more
 * @property {number} seed of the next generated puzzle
 */

const DAY = 86400000;

/** @returns {Training} */
export function training() {
  return { items: [], streak: 0, best: 0, solved: 0, missed: 0, days: [], levels: {}, searched: {},
    seed: Math.floor(Math.random() * 1e9), ...load("training", {}) };
}

/** @param {Partial<Training>} changes */
export function change(changes) {
  save("training", { ...training(), ...changes });
}

/** @param {string} game */
export const levelOf = (game) => training().levels[game]?.level ?? 2;

/** The puzzles of a rule set that are due, the longest due first. @param {string} game @param {number} [now] */
export function due(game, now = Date.now()) {
  return training().items.filter((x) => x.puzzle.game === game && x.due <= now).sort((a, b) => a.due - b.due);
}

/** @param {Puzzle} a @param {Puzzle} b */
const same = (a, b) => a.game === b.game && a.position === b.position;

/**
 * Notes the first answer to a puzzle.
 * @param {Puzzle} puzzle @param {boolean} right @param {number} [now]
 */
export function answered(puzzle, right, now = Date.now()) {
  const all = training(), item = all.items.find((x) => same(x.puzzle, puzzle));
  const others = all.items.filter((x) => x !== item), times = right ? (item?.times ?? 0) + 1 : 0;
  const kept = item || !right || puzzle.origin === "record", learnt = times > puzzle.days.length;
  const wait = puzzle.days[Math.max(0, Math.min(times, puzzle.days.length) - 1)];
  change({
    items: kept && !learnt ? [...others, { puzzle, times, due: now + wait * DAY }] : others,
    streak: right ? all.streak + 1 : 0, best: Math.max(all.best, right ? all.streak + 1 : 0),
    solved: all.solved + Number(right), missed: all.missed + Number(!right),
    days: right ? [dayOf(now), ...all.days.filter((d) => d !== dayOf(now))].slice(0, 400) : all.days,
    levels: { ...all.levels, [puzzle.game]: stepped(all.levels[puzzle.game] ?? { level: 2, run: 0 }, right) },
  });
}

/** Three solved in a row raise the level, two missed lower it. @param {{level: number, run: number}} at @param {boolean} right */
function stepped({ level, run }, right) {
  const next = right ? Math.max(run, 0) + 1 : Math.min(run, 0) - 1;
  if (next >= 3) return { level: Math.min(6, level + 1), run: 0 };
  if (next <= -2) return { level: Math.max(1, level - 1), run: 0 };
  return { level, run: next };
}

/** @param {number} now */
const dayOf = (now) => new Date(now).toISOString().slice(0, 10);

/** Days in a row with a solved puzzle, up to today or yesterday. @param {number} [now] */
export function dayStreak(now = Date.now()) {
  const days = new Set(training().days);
  let n = 0, at = days.has(dayOf(now)) ? now : now - DAY;
  for (; days.has(dayOf(at)); at -= DAY) n++;
  return n;
}
