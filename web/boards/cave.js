// SPDX-License-Identifier: MIT
// cave.js - the look of the Magnetic Cave: niches hewn into rock between two magnetic
// walls. Solid bricks are copper, hollow bricks are rings of steel.

/** @typedef {import("./looks.js").Look} Look */

const defs = `
<linearGradient id="ca-rock" x2=".2" y2="1"><stop offset="0" stop-color="#8b8780"/><stop offset=".5" stop-color="#66625d"/><stop offset="1" stop-color="#403d3a"/></linearGradient>
<pattern id="ca-chips" width="120" height="90" patternUnits="userSpaceOnUse"><path d="M8 12l14 5-4 9zM60 8l10 3 3 10-12-4zM95 40l9-5 6 9-8 4zM30 55l12-4 4 8-10 6zM70 70l14 2-6 8zM10 78l8-4 4 6z" fill="#fff" fill-opacity=".05"/><path d="M22 17l-4 9M73 21l-12-4M110 44l-8 4M46 59l-10 6M84 72l-6 8M40 20l12 14M100 66l10 12" stroke="#000" stroke-opacity=".22" fill="none"/></pattern>
<linearGradient id="ca-niche" x2="0" y2="1"><stop offset="0" stop-color="#1c1b1d"/><stop offset=".35" stop-color="#2d2b2c"/><stop offset="1" stop-color="#3a3735"/></linearGradient>
<linearGradient id="ca-magnet"><stop offset="0" stop-color="#5b616a"/><stop offset=".45" stop-color="#dfe5ec"/><stop offset="1" stop-color="#565c66"/></linearGradient>
<linearGradient id="ca-copper" x2=".6" y2="1"><stop offset="0" stop-color="#f5a36d"/><stop offset=".45" stop-color="#cf6338"/><stop offset="1" stop-color="#8a3316"/></linearGradient>
<linearGradient id="ca-steel" x2=".6" y2="1"><stop offset="0" stop-color="#f2f9ff"/><stop offset=".5" stop-color="#9fc3dc"/><stop offset="1" stop-color="#567f9d"/></linearGradient>
<g id="ca-piece0"><rect x="-25" y="-22" width="50" height="50" rx="9" fill="#000" opacity=".45"/><rect x="-25" y="-25" width="50" height="50" rx="9" fill="url(#ca-copper)" stroke="#571d0a"/><rect x="-20.5" y="-20.5" width="41" height="41" rx="6" fill="none" stroke="#ffd3b0" stroke-opacity=".55"/><path d="M-9-9 9 9M9-9-9 9" stroke="#6d2710" stroke-width="4.5" stroke-linecap="round"/></g>
<g id="ca-piece1"><path d="M-25-22h50v50h-50zM-11-8v22h22v-22z" fill="#000" opacity=".4" fill-rule="evenodd"/><path d="M-16-25h32a9 9 0 0 1 9 9v32a9 9 0 0 1-9 9h-32a9 9 0 0 1-9-9v-32a9 9 0 0 1 9-9zM0-12A12 12 0 1 0 0 12 12 12 0 1 0 0-12z" fill="url(#ca-steel)" stroke="#1f3a4d" fill-rule="evenodd"/><circle r="16" fill="none" stroke="#fff" stroke-opacity=".5"/></g>`;

/* A rough outline: points along the rectangle, moved by a fixed pseudo-random amount. */
/** @param {number} x @param {number} y @param {number} w @param {number} h */
function rough(x, y, w, h) {
  let seed = 7;
  const jitter = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648 * 9 - 4.5;
  const points = [];
  for (let i = 0; i < 12; i++) points.push([x + (w * i) / 12, y]);
  for (let i = 0; i < 12; i++) points.push([x + w, y + (h * i) / 12]);
  for (let i = 12; i > 0; i--) points.push([x + (w * i) / 12, y + h]);
  for (let i = 12; i > 0; i--) points.push([x, y + (h * i) / 12]);
  return points.map(([a, b]) => `${(a + jitter()).toFixed(1)},${(b + jitter()).toFixed(1)}`).join(" ");
}

/** @param {number} x @param {number} h */
function magnet(x, h) {
  let bolts = "";
  for (let y = 44; y < h; y += 60) bolts += `<circle cx="${x + 5}" cy="${y}" r="2.2" fill="#3c4149"/>`;
  return `<rect x="${x}" y="10" width="10" height="${h - 20}" rx="3" fill="url(#ca-magnet)" stroke="#23262b"/>${bolts}`;
}

/** @type {Look} */
export const cave = {
  id: "cave",
  margin: { x: 30, y: 26 },
  defs,
  frame(s) {
    const outline = rough(-24, -20, s.width + 48, s.height + 42);
    return `<polygon points="${outline}" fill="url(#ca-rock)" stroke="#22201f" stroke-width="3" stroke-linejoin="round"/><polygon points="${outline}" fill="url(#ca-chips)"/>
<rect x="6" y="6" width="${s.width - 12}" height="${s.height - 12}" rx="8" fill="#171617"/>${magnet(-1, s.height)}${magnet(s.width - 9, s.height)}`;
  },
  tile(t, s) {
    const x = t.x + t.width / 2, y = t.y + t.height / 2, column = t.label.slice(0, 1), row = t.label.slice(1);
    const names = (t.y + t.height > s.height - 20 ? `<text class="edge-label" x="${x}" y="${s.height + 13}">${column}</text>` : "") +
      (t.x < 20 ? `<text class="edge-label" x="-13" y="${y + 5}">${row}</text>` : "");
    return `<rect x="${t.x + 2}" y="${t.y + 2}" width="${t.width - 4}" height="${t.height - 4}" rx="8" fill="url(#ca-niche)" stroke="#000" stroke-opacity=".6"/><path d="M${t.x + 9} ${t.y + t.height - 3}h${t.width - 18}" stroke="#8c8680" stroke-opacity=".5"/>${names}`;
  },
  piece: (side) => `<use href="#ca-piece${side}"/>`,
};
