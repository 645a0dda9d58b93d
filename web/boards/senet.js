// SPDX-License-Identifier: MIT
// senet.js - the look of Senet: an acacia box inlaid with blue faience and ivory, as found
// in Egyptian tombs. Light plays cones, dark plays reels.

/** @typedef {import("./looks.js").Look} Look */

const bird = `<g id="se-bird"><path d="M6-11A4.5 4.5 0 0 0-1-8C-2-3-6 2-10 8l4-1c4 1 8-1 9.5-5 1-3 1-5 .5-8l4.5-1.5zM-1 6v5h5M2.5 4.5V11"/></g>`;

const signs = `${bird}
<g id="se-rebirth" class="se-sign"><path d="M0 0C-15-8-9-21 0-21S15-8 0 0V21M-12 4H12"/></g>
<g id="se-happiness" class="se-sign"><path d="M-14-4V-19M0-4V-19M14-4V-19M-18-14H-10M-4-14H4M10-14H18"/><g class="se-fill"><circle cx="-14" cy="4" r="6"/><circle cx="0" cy="4" r="6"/><circle cx="14" cy="4" r="6"/></g><path d="M-18 18H18"/></g>
<g id="se-water" class="se-sign"><path d="M-21-10l6-6 6 6 6-6 6 6 6-6 6 6 6-6M-21 3l6-6 6 6 6-6 6 6 6-6 6 6 6-6M-21 16l6-6 6 6 6-6 6 6 6-6 6 6 6-6"/></g>
<g id="se-three" class="se-fill"><use href="#se-bird" x="-15" y="3"/><use href="#se-bird" y="3"/><use href="#se-bird" x="15" y="3"/></g>
<g id="se-two" class="se-fill"><use href="#se-bird" x="-9" y="3" transform="scale(1.15)"/><use href="#se-bird" x="9" y="3" transform="scale(1.15)"/></g>
<g id="se-one"><use href="#se-bird" class="se-fill" transform="scale(1.7)" y="3"/><circle class="se-sun" cx="2" cy="-17" r="5.5"/></g>`;

const defs = `
<linearGradient id="se-wood" x2=".2" y2="1"><stop offset="0" stop-color="#8d5a2f"/><stop offset=".5" stop-color="#6d4020"/><stop offset="1" stop-color="#4c2a13"/></linearGradient>
<pattern id="se-grain" width="180" height="44" patternUnits="userSpaceOnUse"><path d="M0 6c40-6 90 7 180 0M0 17c60 6 110-7 180 0M0 29c50-4 80 6 180 0M0 39c70 5 120-5 180 0" fill="none" stroke="#2d1608" stroke-opacity=".35"/></pattern>
<linearGradient id="se-faience" x2=".3" y2="1"><stop offset="0" stop-color="#4fc0bd"/><stop offset=".55" stop-color="#1f8f99"/><stop offset="1" stop-color="#126573"/></linearGradient>
<linearGradient id="se-ivory" x2=".35" y2="1"><stop offset="0" stop-color="#fbf1d8"/><stop offset=".6" stop-color="#eedcb4"/><stop offset="1" stop-color="#d9bf8c"/></linearGradient>
<linearGradient id="se-gold" x2="0" y2="1"><stop offset="0" stop-color="#f6da86"/><stop offset=".5" stop-color="#c8963c"/><stop offset="1" stop-color="#8f6420"/></linearGradient>
<linearGradient id="se-cone"><stop offset="0" stop-color="#d5bd8a"/><stop offset=".35" stop-color="#fffaea"/><stop offset="1" stop-color="#b18d50"/></linearGradient>
<linearGradient id="se-reel"><stop offset="0" stop-color="#101c33"/><stop offset=".32" stop-color="#5678b0"/><stop offset="1" stop-color="#0b1428"/></linearGradient>
<linearGradient id="se-top" x2=".3" y2="1"><stop offset="0" stop-color="#7e9dcf"/><stop offset="1" stop-color="#1d2f55"/></linearGradient>
<pattern id="se-band" width="12" height="6" patternUnits="userSpaceOnUse"><path d="M0 6 3 0 6 6zM6 6 9 0 12 6z" fill="#f0dfb5" opacity=".85"/></pattern>
${signs}
<g id="se-piece0"><ellipse cy="16" rx="19" ry="8" fill="url(#shade)"/><path d="M-15 12Q-15 19 0 19T15 12L4.5-18Q0-24-4.5-18Z" fill="url(#se-cone)" stroke="#6d4f22"/><path d="M-12.5 4Q0 10 12.5 4" fill="none" stroke="#1f8f99" stroke-width="2.5"/><path d="M-14 9.5Q0 16 14 9.5" fill="none" stroke="#b9892f" stroke-width="1.5"/></g>
<g id="se-piece1"><ellipse cy="16" rx="19" ry="8" fill="url(#shade)"/><path d="M-14-13C-14-6-7-4-7 0S-15 6-15 13Q-15 19 0 19T15 13C15 6 7 4 7 0S14-6 14-13Z" fill="url(#se-reel)" stroke="#060c18"/><ellipse cy="-13" rx="14" ry="6" fill="url(#se-top)" stroke="#060c18"/><ellipse cy="-13" rx="8" ry="3" fill="none" stroke="#e2bd62" stroke-width="1.5"/><path d="M-13.5 11Q0 17.5 13.5 11" fill="none" stroke="#e2bd62" stroke-width="1.8"/></g>`;

/** @param {import("../types.js").Tile} t */
function tray(t) {
  return `<rect x="${t.x}" y="${t.y + 3}" width="${t.width}" height="${t.height - 6}" rx="9" fill="#2c160a" fill-opacity=".72" stroke="#c8963c" stroke-opacity=".55"/>
<path d="M${t.x + 9} ${t.y + 4.5}h${t.width - 18}" stroke="#000" stroke-opacity=".45" stroke-width="3"/>`;
}

/** @type {Look} */
export const senet = {
  id: "senet",
  margin: { x: 10, y: 10 },
  defs,
  frame(s) {
    const w = s.width, h = s.height;
    const squares = s.tiles.filter((t) => t.shape === "square");
    const left = Math.min(...squares.map((t) => t.x)), top = Math.min(...squares.map((t) => t.y));
    const right = Math.max(...squares.map((t) => t.x + t.width)), bottom = Math.max(...squares.map((t) => t.y + t.height));
    return `<rect x="-8" y="-8" width="${w + 16}" height="${h + 16}" rx="16" fill="url(#se-wood)" stroke="#2a1408" stroke-width="2"/>
<rect x="-8" y="-8" width="${w + 16}" height="${h + 16}" rx="16" fill="url(#se-grain)"/>
<rect x="-3" y="-3" width="${w + 6}" height="${h + 6}" rx="12" fill="none" stroke="url(#se-gold)" stroke-width="2"/>
<rect x="${left - 9}" y="${top - 9}" width="${right - left + 18}" height="${bottom - top + 18}" rx="5" fill="url(#se-faience)" stroke="#0b3c47" stroke-width="1.5"/>
<rect x="${left - 8}" y="${top - 7.5}" width="${right - left + 16}" height="6" fill="url(#se-band)"/>
<rect x="${left - 8}" y="${bottom + 1.5}" width="${right - left + 16}" height="6" fill="url(#se-band)"/>
<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="#35200f"/>`;
  },
  tile(t) {
    if (t.shape === "tray") return tray(t);
    const house = t.symbol ? "url(#se-faience)" : "url(#se-ivory)";
    const sign = t.symbol ? `<use href="#se-${t.symbol}" x="${t.x + t.width / 2}" y="${t.y + t.height / 2 + 2}"/>` : "";
    return `<rect x="${t.x + 1.5}" y="${t.y + 1.5}" width="${t.width - 3}" height="${t.height - 3}" rx="4" fill="${house}"/>
<rect x="${t.x + 3.5}" y="${t.y + 3.5}" width="${t.width - 7}" height="${t.height - 7}" rx="3" fill="none" stroke="${t.symbol ? "#bdf0e6" : "#fffaf0"}" stroke-opacity=".5"/>${sign}
<text class="tile-number${t.symbol ? " on-house" : ""}" x="${t.x + 6}" y="${t.y + 15}">${t.label}</text>`;
  },
  piece: (side) => `<use href="#se-piece${side}"/>`,
};
