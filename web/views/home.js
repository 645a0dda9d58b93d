// SPDX-License-Identifier: MIT
// home.js - four boards; one tap starts a game. The cards are there before the engine, which
// then draws the boards; a game that was chosen earlier starts as soon as it has arrived.
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

/* All games, with positions that look inviting; they are only drawn. */
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

/** @param {string} name @returns {Promise<GameInfo>} */
async function infoOf(name) {
  const info = (await games()).find((game) => game.name === name);
  if (!info) throw new Error(`unknown game ${name}`);
  return info;
}

/** A game was chosen: its board comes before those of this view. */
let leaving = false;

/** @param {string} name */
async function play(name) {
  leaving = true;
  begin(await infoOf(name), { ...choicesOf(name), start: "" });
}

/** Draws a board, unless a game was chosen before the engine arrived. @param {string} name @param {HTMLElement} picture */
async function fill(name, picture) {
  if (leaving) return;
  const { board } = await ask("state", { game: name, ...samples[name] });
  if (!leaving && lookOf(board)) picture.append(drawBoard(board));
}

/** @param {string} name @param {HTMLElement} picture */
function card(name, picture) {
  picture.addEventListener("click", () => play(name));
  return el("article", { class: "card" }, picture,
    el("div", { class: "about" },
      el("h2", {}, t(`game.${name}.title`)), el("p", {}, t(`game.${name}.about`)),
      el("div", { class: "buttons" },
        el("button", { class: "primary", type: "button", "data-play": name, onclick: () => play(name) }, t("home.play"), el("small", {}, subtitle(name))),
        el("button", { type: "button", "data-setup": name, onclick: async () => openSetup(await infoOf(name)) }, t("home.options")),
        el("a", { class: "quiet", href: `#/rules/${name}` }, t("home.rules")))));
}

/** @param {string} name */
function subtitle(name) {
  const { mode, level } = choicesOf(name);
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
export function mount(root) {
  leaving = false;
  const names = Object.keys(samples), pictures = names.map((name) => el("div", { class: "picture", "data-game": name }));
  root.append(
    el("div", { class: "hero" }, el("h1", {}, t("home.title")), el("p", {}, t("home.lead")), unfinished()),
    el("div", { class: "cards" }, names.map((name, i) => card(name, pictures[i]))));
  games().then(() => names.forEach((name, i) => fill(name, pictures[i])), (error) =>
    root.prepend(el("p", { class: "notice", role: "alert" }, t("error.engine", { message: String(error.message ?? error) }))));
  return () => {};
}
