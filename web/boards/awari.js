// SPDX-License-Identifier: MIT
// awari.js - the look of Awari: a board carved from one piece of hardwood, and grey-green
// nickernut seeds.
import { escape } from "../dom.js";

/**
 * @typedef {import("./looks.js").Look} Look
 * @typedef {import("../types.js").Tile} Tile
 */

/** Where the seeds of a pit lie: a sunflower pattern, slightly irregular. */
const golden = Math.PI * (3 - Math.sqrt(5));
/** @param {number} i @param {number} n @returns {[number, number, number]} x, y, angle */
export function seedAt(i, n) {
  const spread = Math.min(25, 5 + 4.6 * Math.sqrt(n));
  const r = n === 1 ? 0 : spread * Math.sqrt((i + 0.5) / n);
  const a = i * golden + 0.7;
  return [r * Math.cos(a), r * Math.sin(a), (i * 47) % 180];
}

const defs = `
<linearGradient id="aw-wood" x2=".1" y2="1"><stop offset="0" stop-color="#b9733a"/><stop offset=".45" stop-color="#94532a"/><stop offset="1" stop-color="#5f3117"/></linearGradient>
<pattern id="aw-grain" width="260" height="60" patternUnits="userSpaceOnUse"><path d="M0 7c60-9 130 10 260 0M0 18c80 9 140-9 260 0M0 31c50-8 110 9 260 0M0 43c90 8 150-7 260 0M0 54c60-5 150 6 260 0" fill="none" stroke="#3b1b0a" stroke-opacity=".38" stroke-width="1.2"/></pattern>
<radialGradient id="aw-pit" cx=".5" cy=".42" r=".62"><stop offset="0" stop-color="#5a3016"/><stop offset=".6" stop-color="#45220e"/><stop offset=".92" stop-color="#210e05"/><stop offset="1" stop-color="#170903"/></radialGradient>
<linearGradient id="aw-rim" x2="0" y2="1"><stop offset="0" stop-color="#2a1207"/><stop offset="1" stop-color="#e2a466"/></linearGradient>
<radialGradient id="aw-seed-fill" cx=".35" cy=".28" r=".9"><stop offset="0" stop-color="#eef1e6"/><stop offset=".45" stop-color="#aab3a2"/><stop offset="1" stop-color="#566052"/></radialGradient>
<g id="aw-seed"><ellipse cx="1" cy="2.5" rx="7.5" ry="6.5" fill="#000" opacity=".4"/><ellipse rx="7" ry="6.2" fill="url(#aw-seed-fill)" stroke="#3c4539" stroke-width=".6"/><path d="M-4-1.5Q0-5 4.5-2" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="1.1" stroke-linecap="round"/></g>
<path id="aw-notch" d="M0 0 7 7 14 0" fill="none" stroke="#3b1b0a" stroke-width="2.2" stroke-linejoin="round"/>`;

/** @param {number} x @param {number} y @param {number} n @param {boolean} down */
function notches(x, y, n, down) {
  let all = "";
  for (let i = 0; i < n; i++)
    all += `<use href="#aw-notch" transform="translate(${x + 14 * i} ${y})${down ? "" : " scale(1 -1)"}"/>`;
  return all;
}

/** @type {Look} */
export const awari = {
  id: "awari",
  margin: { x: 12, y: 34 },
  defs,
  frame(s) {
    const w = s.width + 20, h = s.height + 64, n = Math.floor((s.width - 190) / 14), left = (s.width - 14 * n) / 2;
    const body = `x="-10" y="-32" width="${w}" height="${h}" rx="64"`;
    return `<rect ${body} fill="url(#aw-wood)" stroke="#32170a" stroke-width="2.5"/><rect ${body} fill="url(#aw-grain)"/>
<rect x="-4.5" y="-26.5" width="${w - 11}" height="${h - 11}" rx="59" fill="none" stroke="#3b1b0a" stroke-width="1.6" stroke-opacity=".8"/>
<rect x="-3" y="-25" width="${w - 14}" height="${h - 14}" rx="57" fill="none" stroke="#f0bd84" stroke-width="1" stroke-opacity=".45"/>
${notches(left, -22, n, true)}${notches(left, s.height + 22, n, false)}`;
  },
  tile(t) {
    const store = t.height > t.width * 1.5, x = t.x + t.width / 2, y = t.y + t.height / 2;
    const rx = store ? t.width / 2 - 6 : t.width / 2 - 4.5, ry = store ? t.height / 2 - 7 : rx;
    return `<rect x="${x - rx}" y="${y - ry}" width="${2 * rx}" height="${2 * ry}" rx="${rx}" fill="url(#aw-pit)" stroke="url(#aw-rim)" stroke-width="3"/>` +
      (store ? "" : `<text class="pit-letter" x="${x - rx + 3}" y="${t.y < 88 - t.height / 2 ? y - ry + 6 : y + ry}">${escape(t.label)}</text>`);
  },
  piece: () => `<use href="#aw-seed"/>`,
};
