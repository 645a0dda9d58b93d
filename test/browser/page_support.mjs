// SPDX-License-Identifier: MIT
//
// What the tests of the page share: a web server with compression, browser windows that
// report their errors, TAP, and a player that makes moves by mouse, touch or keyboard.
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import axe from "axe-core";
import { chromium } from "playwright-core";

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };
let tests = 0, failed = 0;

export function expect(name, wanted, got) {
  const same = JSON.stringify(wanted) === JSON.stringify(got);
  failed += same ? 0 : 1;
  console.log(`${same ? "ok" : "not ok"} ${++tests} - ${name}`);
  if (!same) console.log(`# wanted: ${JSON.stringify(wanted)}\n# got:    ${JSON.stringify(got)}`);
}

export function finish() {
  console.log(`1..${tests}`);
  process.exit(failed ? 1 : 0);
}

// Serves folder `web`, the engine and, if they are not in `web`, the rules (build/rules), brotli -q 11, each file compressed once.
export function serve(web, wasm) {
  const packed = new Map();
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname), name = path === "/" ? "/index.html" : path;
    const rules = /^\/rules-\w+\.json$/.test(name) && !existsSync(join(web, name));
    const engine = ["/engine.wasm", "/endings.wasm", "/networks.bin"].includes(name);
    const file = join(engine ? dirname(wasm) : rules ? join(dirname(wasm), "../rules") : web, name);
    if (!existsSync(file)) { response.writeHead(404).end(); return; }
    if (!packed.has(file)) packed.set(file, brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain", "content-encoding": "br", "cache-control": "no-cache" });
    response.end(packed.get(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() })));
}

export const launch = (path) => chromium.launch({ executablePath: path, args: ["--no-sandbox"] });

// A window; `wrong` collects messages on the console, exceptions and missing files.
export async function open(browser, url, options = {}, stored = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  await context.addInitScript((all) => {
    for (const [key, value] of Object.entries(all)) if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
  }, Object.fromEntries(Object.entries({ settings: { speed: "off" }, ...stored }).map(([key, value]) => [`lusoria.${key}`, value])));
  const tab = await context.newPage(), wrong = [];
  tab.setDefaultTimeout(180000);
  tab.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") wrong.push(m.text()); });
  tab.on("pageerror", (e) => wrong.push(e.message));
  tab.on("response", (r) => { if (r.status() >= 400) wrong.push(`${r.status()} ${r.url()}`); });
  await tab.goto(url);
  return { tab, wrong, context, close: () => context.close() };
}

export async function violations(tab) {
  await tab.waitForLoadState(); // a link whose text is not parsed yet has no name
  await tab.evaluate(axe.source);
  const found = await tab.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((v) => `${v.id}: ${v.nodes[0].target} (${v.nodes.length})`);
}

// Asks the engine of the page.
export const ask = (tab, verb, query = {}) => tab.evaluate(([v, q]) => globalThis.lusoria["engine.js"].ask(v, q), [verb, query]);

// A game of 30 plies with poor moves, to be reviewed.
export async function gameToReview(browser, url) {
  const { tab, close } = await open(browser, url);
  await tab.waitForSelector(".card .board");
  const moves = [], throws = [4, 2, 1, 3, 2, 2, 3, 1, 4, 2];
  for (let i = 0; i < 30; i++) {
    const thrown = throws[i % throws.length], { legal } = await ask(tab, "state", { game: "ur:finkel", moves: moves.join("."), throw: thrown });
    moves.push(`${thrown}/${legal.at(i % 3 ? -1 : 0).move}`);
  }
  await close();
  const seat = { kind: "person", name: "" };
  return { id: "reviewed", game: "ur:finkel", rolloff: [], moves, throw: null, seats: [seat, { kind: "level", level: 3 }], seed: "s", commitment: "", thrown: 30, typed: true,
    date: "2026-11-16T12:00:00.000Z", result: null };
}

// ---- a whole game ----

// What can be done now, decided in the page: {what, x, y}; null while the program acts.
function due() {
  const centre = (e) => { const b = e.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; };
  const order = (list) => [...list].sort((a, b) => b.classList.contains("tray") - a.classList.contains("tray") || a.dataset.cell - b.dataset.cell);
  if (document.querySelector(".finish")) return { what: "over" };
  const sticks = document.querySelector(".sticks:not(:disabled):not([hidden])");
  if (sticks) return { what: "throw", ...centre(sticks) };
  const targets = order(document.querySelectorAll(".cell.target")), sources = order(document.querySelectorAll(".active .cell.source"));
  if (targets.length) return { what: "target", ...centre(targets.at(-1)) };
  if (sources.length) return { what: "source", ...centre(sources.at(-1)) };
  return null;
}

const act = {
  mouse: (tab, now) => tab.mouse.click(now.x, now.y),
  touch: (tab, now) => tab.touchscreen.tap(now.x, now.y),
  keyboard: async (tab, now) => {
    if (now.what === "throw") await tab.keyboard.press("t");
    else { await tab.keyboard.press("p"); await tab.keyboard.press("Enter"); }
  },
};

// Moves the focus to the board with Tab alone.
async function tabToBoard(tab) {
  for (let i = 0; i < 40; i++) {
    if (await tab.evaluate(() => document.activeElement?.closest(".cells") !== null)) return true;
    await tab.keyboard.press("Tab");
  }
  return false;
}

// Plays to the end; returns the actions made, or -1 if nothing could be done any more.
export async function playOn(tab, how, limit = 3000) {
  if (how === "keyboard" && !(await tabToBoard(tab))) return -1;
  for (let n = 0; n < limit; n++) {
    const now = await (await tab.waitForFunction(due, null, { timeout: 60000 })).jsonValue().catch(() => null);
    if (!now) return -1;
    if (now.what === "over") return n;
    const before = await tab.evaluate(() => document.querySelector(".play").dataset.version);
    await act[how](tab, now);
    await tab.waitForFunction((old) => document.querySelector(".play").dataset.version !== old, before, { timeout: 60000 }).catch(() => null);
  }
  return -1;
}

// Starts a game from the home view with stored choices.
export async function start(tab, game, how = "mouse") {
  const button = `[data-play=${game.split(":")[0]}]`;
  await tab.waitForSelector(button);
  if (how === "keyboard") { await tab.focus(button); await tab.keyboard.press("Enter"); }
  else if (how === "touch") await tab.tap(button);
  else await tab.click(button);
  await tab.waitForSelector(".play .cell");
}

// Nothing has to be scrolled while playing.
export const noScrolling = (tab) => tab.evaluate(() => {
  const root = document.scrollingElement, inside = (e) => { const b = e.getBoundingClientRect(); return b.top >= 0 && b.left >= -1 && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1; };
  return root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth &&
    [".board-box", ".status", ".actions", ".sticks"].every((s) => !document.querySelector(s) || inside(document.querySelector(s)));
});
