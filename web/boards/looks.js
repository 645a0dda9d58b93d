// SPDX-License-Identifier: MIT
// looks.js - which look draws which style of board, and the shapes that all looks share.
//
// A look draws SVG markup around the tiles and pieces of a scene (types.js); it knows no
// rules. The gradients and symbols of a look are put into the document once.
import { svg } from "../dom.js";
import { senet } from "./senet.js";
import { ur } from "./ur.js";
import { awari } from "./awari.js";
import { cave } from "./cave.js";

/**
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Tile} Tile
 *
 * @typedef {object} Look
 * @property {string} id
 * @property {{x: number, y: number}} margin room around the scene for the frame
 * @property {string} defs gradients and symbols
 * @property {(scene: Scene) => string} frame what lies below the tiles
 * @property {(tile: Tile, scene: Scene) => string} tile
 * @property {(side: number) => string} piece centred on 0, 0
 */

/** @type {Record<string, Look>} */
const byStyle = { pawns: senet, discs: ur, stones: awari, bricks: cave };

/** @param {Scene} scene */
export function lookOf(scene) {
  return byStyle[scene.style];
}

const shared = `<radialGradient id="shade" r=".5"><stop offset=".5" stop-opacity=".5"/><stop offset="1" stop-opacity="0"/></radialGradient>
<linearGradient id="sheen" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-opacity=".18"/></linearGradient>`;

const defined = new Set();

/** @param {string} id @param {string} markup */
function define(id, markup) {
  if (defined.has(id)) return;
  defined.add(id);
  const holder = svg("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true", focusable: "false" },
    `<defs>${markup}</defs>`);
  document.body.append(holder);
}

/**
 * The board without pieces, as markup for the inside of an svg element.
 * @param {Scene} scene
 */
export function emptyBoard(scene) {
  const look = lookOf(scene);
  define("shared", shared);
  define(look.id, look.defs);
  return look.frame(scene) + scene.tiles.map((tile) => look.tile(tile, scene)).join("");
}

/** @param {Scene} scene */
export function viewBox(scene) {
  const { x, y } = lookOf(scene).margin;
  return [-x, -y, scene.width + 2 * x, scene.height + 2 * y];
}
