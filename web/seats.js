// SPDX-License-Identifier: MIT
// seats.js - names of players, levels and sides as people read them.
import { t, word, percent, about } from "./i18n.js";
import { settings } from "./storage.js";

/**
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").StoredGame} StoredGame
 * @typedef {import("./types.js").Rules} Rules
 */

export const LEVELS = [1, 2, 3, 4, 5, 6];
export const FRIENDLY = 2;

/** @param {Seat} seat @param {number} player 0 or 1 @param {boolean} [alone] the only person */
export function seatName(seat, player, alone = false) {
  if (seat.kind === "person") return seat.name || (alone ? settings().name || t("seat.you") : t(player ? "seat.second" : "seat.first"));
  if (seat.seconds) return t("seat.timed", { seconds: seat.seconds });
  if (seat.depth) return t("seat.limits", { depth: seat.depth });
  return t(`level.${seat.level}`);
}

/** The measured strength of a level in a sentence; empty if it was not measured. @param {Rules} rules @param {number} level */
export function strengthText(rules, level) {
  const { loss, score } = rules.levels[level - 1];
  if (score === undefined) return "";
  if (loss === undefined) return t("level.score", { score: percent(score, 0) });
  const amount = rules.unit === "stones" ? t("play.stones", { n: about(loss) }) : about(loss, "percent");
  return t(level > 1 ? "level.strength" : "level.strength.1", { loss: amount, score: percent(score, 0) });
}

/** The name of player 0 or 1 of a game. @param {StoredGame} game @param {number} player */
export function playerName(game, player) {
  const alone = game.seats.filter((s) => s.kind === "person").length === 1;
  return seatName(game.seats[player], player, alone);
}

/** @param {string} game "ur:finkel" */
export function gameTitle(game) {
  const [name, rules] = game.split(":");
  const title = t(`game.${name}.title`);
  return rules && !["finkel", "abapa", "standard"].includes(rules) ? `${title} (${word(rules)})` : title;
}

/** The name of a rule set without its game: "Finkel". @param {string} rules "ur:finkel" */
export function setTitle(rules) {
  const name = word(rules.split(":")[1]);
  return name[0].toUpperCase() + name.slice(1);
}
