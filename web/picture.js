// SPDX-License-Identifier: MIT
// picture.js - a board as an SVG file and as a PNG image, with everything it needs inside.
import { emptyBoard, viewBox, lookOf } from "./boards/looks.js";
import { svg } from "./dom.js";
import { Pieces } from "./pieces.js";

/** @typedef {import("./types.js").Scene} Scene */

/** The rules of the page's stylesheets that concern drawings. */
function drawingStyles() {
  const wanted = /^\.(tile|se-|pit-|edge|stones|piece|arrow)/;
  return [...document.styleSheets].flatMap((sheet) => {
    try { return [...sheet.cssRules]; } catch { return []; }
  }).filter((rule) => rule instanceof CSSStyleRule && wanted.test(rule.selectorText) && !/transition|animation/.test(rule.cssText))
    .map((rule) => rule.cssText).join("\n");
}

/** @param {Scene} scene @param {string} title */
export function pictureSvg(scene, title) {
  const [x, y, width, height] = viewBox(scene);
  const drawing = svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `${x} ${y} ${width} ${height}`, width, height },
    `<title></title><style></style>${emptyBoard(scene)}<g class="pieces"></g>`);
  /** @type {Element} */ (drawing.querySelector("title")).textContent = title;
  /** @type {Element} */ (drawing.querySelector("style")).textContent = drawingStyles();
  new Pieces(/** @type {SVGElement} */ (drawing.querySelector(".pieces"))).set(scene);
  const defs = [...document.querySelectorAll("svg.defs > defs")].map((d) => d.cloneNode(true));
  drawing.querySelector("style")?.after(...defs);
  lookOf(scene); // a scene without a look cannot be drawn, and fails here
  return new XMLSerializer().serializeToString(drawing);
}

/** @param {Scene} scene @param {string} title @param {number} [scale] @returns {Promise<Blob>} */
export async function picturePng(scene, title, scale = 2) {
  const [, , width, height] = viewBox(scene), url = URL.createObjectURL(new Blob([pictureSvg(scene, title)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width * scale, height * scale];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
