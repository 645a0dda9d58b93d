// SPDX-License-Identifier: MIT
// strip.js - the line of a player beside the board: piece, name, side, score, whose turn.
import { el, svg } from "./dom.js";
import { t, word, number } from "./i18n.js";
import { lookOf } from "./boards/looks.js";
import { playerName } from "./seats.js";

/** @typedef {import("./session.js").Session} Session */

/** @param {number} side */
export function createStrip(side) {
  const icon = el("span", { class: "icon", "aria-hidden": "true" }), name = el("b", { class: "name" }), about = el("span", { class: "about" });
  const score = el("span", { class: "score" }), turn = el("span", { class: "turn" });
  const element = el("div", { class: "strip", "data-side": side }, icon, name, about, turn, score);
  /** @param {Session} session */
  const show = ({ state, stored, rules }) => {
    const player = state.next === "rolloff" ? side : state.players[side], scene = state.board;
    if (!icon.firstChild) icon.append(svg("svg", { viewBox: "-30 -30 60 60" }, lookOf(scene).piece(side)));
    icon.hidden = scene.style === "stones" || state.next === "rolloff";
    name.textContent = playerName(stored, player);
    about.textContent = state.next === "rolloff" ? "" : word(rules.sides[side].name);
    const acts = !state.result && state.player === player;
    element.classList.toggle("acts", acts);
    element.classList.toggle("winner", state.result?.winner === player);
    turn.textContent = acts ? t("play.turn") : "";
    score.textContent = scene.style === "bricks" ? "" : t(scene.style === "stones" ? "play.stones" : "play.score", { n: number(state.score[side]) });
  };
  return { element, show };
}
