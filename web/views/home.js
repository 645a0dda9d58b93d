// SPDX-License-Identifier: MIT
// home.js - four boards; one tap starts a game.
import { el, svg } from "../dom.js";
import { t } from "../i18n.js";
import { ask, games } from "../engine.js";
import { allGames } from "../storage.js";
import { emptyBoard, viewBox, lookOf } from "../boards/looks.js";
import { Pieces } from "../pieces.js";
import { begin, choicesOf, openSetup } from "../setup.js";
import { gameTitle, playerName } from "../seats.js";

/**
 * @typedef {import("../types.js").GameInfo} GameInfo
 * @typedef {import("../types.js").Scene} Scene
 */

/* Positions that look inviting; they are only drawn. A game that is not listed shows its start. */
/** @type {Record<string, import("../engine.js").Query>} */
const samples = {
  senet: { position: "WBWBW-W--BWB---B---W--W-BB----:B" }, ur: { position: "3--x-x-x-----x-0:4--x----x-x----0:L" },
  awari: { moves: "F.f.B.e.C.d.A" }, cave: { moves: "A4.A5.H4.B4.H5.A3.H6.G4" },
};

/** @param {Scene} scene */
export function drawBoard(scene) {
  const drawing = svg("svg", { class: "board", viewBox: viewBox(scene).join(" "), "aria-hidden": "true", focusable: "false" },
    `${emptyBoard(scene)}<g class="pieces"></g>`);
  new Pieces(/** @type {SVGElement} */ (drawing.querySelector(".pieces"))).set(scene);
  return drawing;
}

/** @param {string} name */
async function sample(name) {
  const shown = await ask("state", { game: name, ...samples[name] });
  return shown.board;
}

/** @param {GameInfo} game */
function card(game) {
  const level = choicesOf(game.name).level, picture = el("div", { class: "picture", "data-game": game.name });
  sample(game.name).then((scene) => { if (lookOf(scene)) picture.append(drawBoard(scene)); });
  picture.addEventListener("click", () => begin(game, { ...choicesOf(game.name), start: "" }));
  return el("article", { class: "card" }, picture,
    el("div", { class: "about" },
      el("h2", {}, t(`game.${game.name}.title`)), el("p", {}, t(`game.${game.name}.about`)),
      el("div", { class: "buttons" },
        el("button", { class: "primary", type: "button", "data-play": game.name, onclick: () => begin(game, { ...choicesOf(game.name), start: "" }) },
          t("home.play"), el("small", {}, subtitle(game, level))),
        el("button", { type: "button", "data-setup": game.name, onclick: () => openSetup(game) }, t("home.options")),
        el("a", { class: "quiet", href: `#/rules/${game.name}` }, t("home.rules")))));
}

/** @param {GameInfo} game @param {number} level */
function subtitle(game, level) {
  const { mode } = choicesOf(game.name);
  return mode === "program" ? t("home.against", { level: t(`level.${level}`) }) : t(`setup.mode.${mode}`);
}

/** The newest game that is not over. */
function unfinished() {
  const game = allGames().find((g) => !g.result && g.moves.length);
  if (!game) return null;
  return el("p", { class: "resume" }, el("a", { class: "button primary", href: `#/play/${game.id}` }, t("home.continue")),
    el("span", {}, `${gameTitle(game.game)} · ${playerName(game, 0)} – ${playerName(game, 1)}`));
}

/** @param {HTMLElement} root */
export async function mount(root) {
  const list = await games();
  root.append(
    el("div", { class: "hero" }, el("h1", {}, t("home.title")), el("p", {}, t("home.lead")), unfinished()),
    el("div", { class: "cards" }, list.map(card)));
  return () => {};
}
