// SPDX-License-Identifier: MIT
// npm_package.mjs - the npm package as a browser and a TypeScript user have it: the engine in a page, in a module
// worker and in the background; types against several hundred answers, and against wrong calls.  Prints TAP.
//
//     node npm_package.mjs FOLDER CHROMIUM      FOLDER/node_modules/lusoria is the package
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { makeRequests } from "./api_requests.mjs";
import { expect, finish, launch, open, serve } from "./page_support.mjs";

const [folder, chromium] = process.argv.slice(2);
const { load, rules } = await import(pathToFileURL(resolve(folder, "node_modules/lusoria/index.js")));
const engine = await load();

// ---- types ----

// Real answers as literals: the compiler refuses members that are missing, superfluous or of another type.
function answers() {
  const call = (verb, query) => { try { return JSON.stringify(engine.call(verb, Object.fromEntries(new URLSearchParams(query)))); } catch { return "{}"; } };
  const records = ["FfBeAaCbDc", engine.record({ game: "ur", moves: "4/0-4.2/4-6.3/0-3" }).text];
  const more = records.flatMap((record) => [["review", `record=${encodeURIComponent(record)}&depth=1`], ["puzzle", `record=${encodeURIComponent(record)}&nodes=2000`]]);
  for (const { rules: sets } of engine.games().games) for (const { name } of sets) more.push(["puzzle", `game=${name}&seed=3&nodes=5000`]);
  more.push(["puzzle", "game=ur&throw=2&position=7--------------0:7--------------0:L"]);
  more.push(["analyse", "game=awari&position=0-0-0-0-0-0-0-0-0-0-0-0-24-24-S&depth=2"], ["state", "game=cave:5x3&moves=A1.A2.B1.B2.C1.C2.D1"]);
  return [...makeRequests(call, 3, 400), ...more].map(([verb, query]) => [verb, call(verb, query)]).filter(([, text]) => text !== "{}");
}

async function types() {
  const all = answers(), verbs = [...new Set(all.map(([verb]) => verb))].sort();
  const lines = ['import type { Requests, RulesAnswer } from "lusoria";'];
  all.forEach(([verb, text], i) => lines.push(`export const a${i}: Requests["${verb}"][1] = ${text};`));
  for (const game of ["senet", "ur", "awari", "cave"]) lines.push(`export const ${game}: RulesAnswer = ${JSON.stringify(await rules(game))};`);
  writeFileSync(join(folder, "answers.ts"), lines.join("\n"));
  writeFileSync(join(folder, "use.ts"), `import { load, rules, LusoriaError, type Engine, type State } from "lusoria";
import { start } from "lusoria/background";
const engine: Engine = await load();
const state: State = engine.state({ game: "ur:finkel", moves: ["4/0-4"], throw: 2 });
export const first: string | undefined = state.legal?.[0]?.move;
export const value: number = engine.analyse({ game: "awari", depth: 3 }).evaluation;
export const version: string = engine.games().version;
const puzzle = engine.puzzle({ game: "ur", seed: 4 });
export const solution: string = puzzle.puzzle ? puzzle.move : puzzle.reason;
export const title: string = (await rules("cave")).title;
const background = await start(new URL("./lusoria.wasm", import.meta.url));
export const reply: string = (await background.choose({ game: "cave", level: "expert" })).move;
background.cancel();
export const at = (error: unknown): number | null => (error instanceof LusoriaError ? error.at : null);
// @ts-expect-error: no such game
engine.state({ game: "chess" });
// @ts-expect-error: no such field
engine.choose({ game: "ur", dept: 3 });
// @ts-expect-error: a move is required
engine.explain({ game: "ur" });
// @ts-expect-error: no clock
engine.analyse({ game: "ur", time: 100 });
// @ts-expect-error: it may be null
state.legal.length;
// @ts-expect-error: not every answer has a move
puzzle.move;
`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({
    compilerOptions: { noEmit: true, strict: true, noUncheckedIndexedAccess: true, target: "es2022", module: "nodenext", moduleResolution: "nodenext", lib: ["es2022", "dom"], types: [] },
    files: ["answers.ts", "use.ts"],
  }));
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  const tsc = spawnSync("node", ["node_modules/typescript/bin/tsc", "-p", folder], { encoding: "utf8" });
  expect("every verb among the answers", ["analyse", "choose", "dice", "explain", "games", "probe", "puzzle", "record", "refuse", "review", "state"], verbs);
  expect("enough answers", true, all.length > 200);
  expect(`the types of ${all.length} answers and of calls`, ["", 0], [tsc.stdout.slice(0, 2000), tsc.status]);
}

// ---- a page ----

const page = `<!doctype html><meta charset="utf-8"><title>lusoria</title><link rel="icon" href="data:,">
<script type="importmap">{"imports": {"lusoria": "./node_modules/lusoria/index.js", "lusoria/background": "./node_modules/lusoria/background.js"}}</script>
<script type="module">
import * as lusoria from "lusoria";
import * as background from "lusoria/background";
window.packages = { lusoria, background };
</script>`;
const inWorker = `import { load } from "./node_modules/lusoria/index.js";
const engine = await load();
postMessage(engine.choose({ game: "ur", moves: ["4/0-4"], throw: 2, depth: 4 }));
`;

async function inPage() {
  writeFileSync(join(folder, "index.html"), page);
  writeFileSync(join(folder, "worker.js"), inWorker);
  const server = await serve(folder, join(folder, "none/none.wasm"));
  const browser = await launch(chromium);
  const { tab, wrong } = await open(browser, server.url);
  await tab.waitForFunction(() => window.packages);
  const fields = { game: "ur", moves: ["4/0-4"], throw: 2, depth: 4 }, wanted = engine.choose(fields);
  expect("in a page", wanted, await tab.evaluate(async (f) => (window.engine = await window.packages.lusoria.load()).choose(f), fields));
  expect("an error in a page", ["LusoriaError", "moves", 6], await tab.evaluate(() => {
    try { return window.engine.state({ game: "ur", moves: "4/0-4.9/0-2" }); } catch (e) { return [e.name, e.field, e.at]; }
  }));
  expect("rules in a page", "Awari", await tab.evaluate(async () => (await window.packages.lusoria.rules("awari")).title));
  expect("in a module worker", wanted, await tab.evaluate(() => new Promise((done, failed) => {
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = (event) => done(event.data);
    worker.onerror = (event) => failed(new Error(event.message));
  })));
  expect("in the background", wanted, await tab.evaluate(async (f) => (window.background = await window.packages.background.start()).choose(f), fields));
  expect("a cancelled search", "analyse: cancelled", await tab.evaluate(() => {
    const answer = window.background.analyse({ game: "awari", nodes: 20000000 });
    setTimeout(() => window.background.cancel(), 200);
    return answer.then(() => "answered", (error) => error.message);
  }));
  expect("the next request", wanted, await tab.evaluate((f) => window.background.choose(f), fields));
  expect("no messages on the console", [], wrong);
  await browser.close();
  server.close();
}

await types();
await inPage();
finish();
