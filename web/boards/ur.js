// SPDX-License-Identifier: MIT
// ur.js - the look of the Royal Game of Ur: shell plates inlaid with lapis lazuli and red
// limestone, set in bitumen on a cedar box, after the board in the British Museum.

/**
 * @typedef {import("./looks.js").Look} Look
 * @typedef {import("../types.js").Tile} Tile
 * @typedef {import("../types.js").Scene} Scene
 */

/** @param {number} n @param {string} shape @param {number} [offset] */
function around(n, shape, offset = 0) {
  let all = "";
  for (let i = 0; i < n; i++) all += `<use href="${shape}" transform="rotate(${(360 / n) * i + offset})"/>`;
  return all;
}

const motifs = `
<path id="ur-petal" d="M0-6C-7-13-5-21 0-25 5-21 7-13 0-6Z"/>
<path id="ur-leaf" d="M0-9C-3.5-14-3-18 0-21 3-18 3.5-14 0-9Z"/>
<g id="ur-rosette"><circle r="27" fill="#173a72"/><circle r="27" fill="none" stroke="#0b1d3d" stroke-width="1.2"/>
<g fill="#f7ead0" stroke="#0b1d3d" stroke-width=".7">${around(8, "#ur-petal")}</g><g fill="#b2402f">${around(8, "#ur-leaf")}</g>
<circle r="6.5" fill="#b2402f" stroke="#f7ead0" stroke-width="2"/></g>
<g id="ur-eye"><path d="M-11 0Q0-9.5 11 0 0 9.5-11 0Z" fill="#f9efdb" stroke="#173a72" stroke-width="2.2"/><circle r="3.8" fill="#173a72"/><circle r="1.3" fill="#b2402f"/></g>
<g id="ur-eyes"><rect x="-26" y="-26" width="52" height="52" fill="none" stroke="#b2402f" stroke-width="1.6"/><use href="#ur-eye" x="-12.5" y="-12.5"/><use href="#ur-eye" x="12.5" y="-12.5"/><use href="#ur-eye" x="-12.5" y="12.5"/><use href="#ur-eye" x="12.5" y="12.5"/></g>
<g id="ur-dot"><circle r="6" fill="#173a72"/><circle r="2.2" fill="#f7ead0"/></g>
<g id="ur-dots"><rect x="-26" y="-26" width="52" height="52" fill="none" stroke="#173a72" stroke-width="1.6"/><use href="#ur-dot" x="-15" y="-15"/><use href="#ur-dot" x="15" y="-15"/><use href="#ur-dot"/><use href="#ur-dot" x="-15" y="15"/><use href="#ur-dot" x="15" y="15"/></g>
<path id="ur-wedge" d="M-25-26H25L17-17H10V-10H4L0-4-4-10H-10V-17H-17Z"/>
<g id="ur-steps"><g fill="#173a72"><use href="#ur-wedge"/><use href="#ur-wedge" transform="rotate(180)"/></g><g fill="#b2402f"><use href="#ur-wedge" transform="rotate(90)"/><use href="#ur-wedge" transform="rotate(270)"/></g></g>`;

/** @param {string} dot */
const five = (dot) => [[0, 0], [-8.5, -8.5], [8.5, -8.5], [-8.5, 8.5], [8.5, 8.5]]
  .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.3" ${dot}/>`).join("");

const defs = `
<linearGradient id="ur-cedar" x2=".15" y2="1"><stop offset="0" stop-color="#6f3d24"/><stop offset=".5" stop-color="#512918"/><stop offset="1" stop-color="#351a0f"/></linearGradient>
<pattern id="ur-grain" width="210" height="52" patternUnits="userSpaceOnUse"><path d="M0 8c50-7 100 8 210 0M0 21c60 7 130-8 210 0M0 34c50-5 90 7 210 0M0 46c80 6 140-6 210 0" fill="none" stroke="#1b0b05" stroke-opacity=".4"/></pattern>
<linearGradient id="ur-shell" x2=".4" y2="1"><stop offset="0" stop-color="#fdf6e6"/><stop offset=".55" stop-color="#f1e2c3"/><stop offset="1" stop-color="#dcc59a"/></linearGradient>
<radialGradient id="ur-light" cx=".38" cy=".3" r=".85"><stop offset="0" stop-color="#fffef8"/><stop offset=".6" stop-color="#f0e2c2"/><stop offset="1" stop-color="#bfa06a"/></radialGradient>
<radialGradient id="ur-dark" cx=".38" cy=".3" r=".85"><stop offset="0" stop-color="#5f6a80"/><stop offset=".55" stop-color="#232c3f"/><stop offset="1" stop-color="#080d18"/></radialGradient>
${motifs}
<g id="ur-piece0"><ellipse cx="1" cy="6" rx="25" ry="23" fill="url(#shade)"/><circle cy="3.5" r="21" fill="#94743f"/><circle r="21" fill="url(#ur-light)" stroke="#7d6237"/><circle r="17.5" fill="none" stroke="#a98c58" stroke-opacity=".6"/>${five('fill="#1d3f79"')}</g>
<g id="ur-piece1"><ellipse cx="1" cy="6" rx="25" ry="23" fill="url(#shade)"/><circle cy="3.5" r="21" fill="#02040a"/><circle r="21" fill="url(#ur-dark)" stroke="#04070f"/><circle r="17.5" fill="none" stroke="#8b97ae" stroke-opacity=".4"/>${five('fill="#f3e6c8"')}</g>`;

/** @param {Scene} s */
const squares = (s) => s.tiles.filter((t) => t.shape === "square");

/** @param {Scene} s @param {number} by @param {string} paint @param {number} [radius] */
function layer(s, by, paint, radius = 6) {
  return squares(s).map((t) => `<rect x="${t.x - by}" y="${t.y - by}" width="${t.width + 2 * by}" height="${t.height + 2 * by}" rx="${radius}" ${paint}/>`).join("");
}

/* The inlay depends on the place only, the same above and below the middle row. */
/** @param {Tile} t @param {Scene} s */
function motif(t, s) {
  if (t.symbol) return t.symbol;
  const column = Math.round((t.x - 12) / t.width);
  const middle = Math.abs(t.y + t.height / 2 - s.height / 2) < 1;
  return ["eyes", "dots", "steps"][(column + (middle ? 2 : 0)) % 3];
}

/** @param {Tile} t */
const tray = (t) => `<rect x="${t.x + 2}" y="${t.y + 3}" width="${t.width - 4}" height="${t.height - 6}" rx="9" fill="#1d0d06" fill-opacity=".75" stroke="#c9a566" stroke-opacity=".4"/>`;

/** On the Masters path a tile can have another number for Dark: "16/12". @param {Tile} t */
const numbers = (t) => [...new Set(t.squares.filter(Boolean))].join("/");

/** @type {Look} */
export const ur = {
  id: "ur",
  margin: { x: 10, y: 10 },
  defs,
  frame: (s) => `<rect x="-8" y="-8" width="${s.width + 16}" height="${s.height + 16}" rx="18" fill="url(#ur-cedar)" stroke="#1d0d06" stroke-width="2"/>
<rect x="-8" y="-8" width="${s.width + 16}" height="${s.height + 16}" rx="18" fill="url(#ur-grain)"/>
<rect x="-2.5" y="-2.5" width="${s.width + 5}" height="${s.height + 5}" rx="13" fill="none" stroke="#c9a566" stroke-opacity=".75" stroke-width="1.5" stroke-dasharray="1 5" stroke-linecap="round"/>
<g opacity=".45">${layer(s, 9, 'fill="#000" transform="translate(0 5)"', 8)}</g>
${layer(s, 9, 'fill="#17110c"', 8)}${layer(s, 7, 'fill="#c9a566"', 7)}${layer(s, 5.5, 'fill="#173a72"')}${layer(s, 1.5, 'fill="#17110c"', 3)}`,
  tile(t, s) {
    if (t.shape === "tray") return tray(t);
    const x = t.x + t.width / 2, y = t.y + t.height / 2;
    return `<rect x="${t.x + 1}" y="${t.y + 1}" width="${t.width - 2}" height="${t.height - 2}" rx="2.5" fill="url(#ur-shell)"/>
<use href="#ur-${motif(t, s)}" transform="translate(${x} ${y}) scale(.95)"/>
<rect x="${t.x + 1}" y="${t.y + 1}" width="${t.width - 2}" height="${t.height - 2}" rx="2.5" fill="url(#sheen)" opacity=".5"/>
<text class="tile-number on-shell" x="${t.x + 4}" y="${t.y + 12}">${numbers(t)}</text>`;
  },
  piece: (side) => `<use href="#ur-piece${side}"/>`,
};
