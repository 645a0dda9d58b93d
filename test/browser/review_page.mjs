// SPDX-License-Identifier: MIT
//
// The page of a review in a real browser: node review_page.mjs LUSORIA CHROMIUM [SCREENSHOTS]
// Opens pages from disk at phone and desktop size, in light and dark, with and without
// the script, on paper; TAP on standard output.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const [lusoria, chromiumPath, shots] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "lusoria-browser-"));
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
let tests = 0, failed = 0;

function expect(name, wanted, got) {
  const same = JSON.stringify(wanted) === JSON.stringify(got);
  failed += same ? 0 : 1;
  console.log(`${same ? "ok" : "not ok"} ${++tests} - ${name}`);
  if (!same) console.log(`# wanted: ${JSON.stringify(wanted)}\n# got:    ${JSON.stringify(got)}`);
}

function run(...args) {
  return execFileSync(lusoria, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, XDG_STATE_HOME: scratch, XDG_DATA_HOME: scratch } });
}

// ---- the pages: a game of each kind, two games in a file, one by a stranger ----

function record(game, seed) {
  const file = join(scratch, `${game.replace(":", "-")}.rec`);
  run("play", game, "--first", "ai:2", "--second", "random", "--seed", String(seed), "--record", file);
  return file;
}

function page(name, file) {
  const html = join(scratch, `${name}.html`);
  run("review", file, "--depth", "1", "--html", html);
  return pathToFileURL(html).href;
}

function hostile(file) {
  const evil = `<script>window.hacked=1</script><img src=x onerror="window.hacked=2">`;
  const text = readFileSync(file, "utf8")
    .replace(/\[First "[^"]*"\]/, `[First "${evil.replace(/"/g, '\\"')}"]`)
    .replace(/\[Second "[^"]*"\]/, `[Second "\u202Eexe.\u05D0\u05D1 'onload=x'"]`)
    .replace(/(1\. \S+)/, `$1 {</figcaption></figure><svg onload=window.hacked=3>}`);
  const made = join(scratch, "hostile.rec");
  writeFileSync(made, text);
  return made;
}

// ---- a browser window that reports its errors ----

async function open(browser, url, options) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const wrong = [];
  tab.on("console", (m) => { if (m.type() !== "log") wrong.push(m.text()); });
  tab.on("pageerror", (e) => wrong.push(e.message));
  tab.on("dialog", (d) => { wrong.push(`dialog ${d.message()}`); d.dismiss(); });
  tab.on("request", (r) => { if (r.url() !== url) wrong.push(`request ${r.url()}`); });
  await tab.goto(url);
  return { tab, wrong, close: () => context.close() };
}

// What axe-core finds: rule and place.
async function violations(tab) {
  await tab.evaluate(axe.source);
  const found = await tab.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((v) => `${v.id}: ${v.nodes[0].target} (${v.nodes.length})`);
}

const seen = (tab) => tab.$$eval(".step", (all) => all.filter((e) => e.offsetParent !== null).map((e) => e.id));
const overflow = (tab) => tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function steps(tab, name) {
  const last = (await tab.$$(".step")).length - 1;
  const press = async (key, times = 1) => { for (let i = 0; i < times; i++) await tab.keyboard.press(key); };
  expect(`${name}: begins at the start`, ["g1s0"], await seen(tab));
  await press("ArrowRight", 3);
  expect(`${name}: right three times`, ["g1s3"], await seen(tab));
  expect(`${name}: the row is marked`, "4", await tab.textContent("[aria-current=step]"));
  expect(`${name}: it is said`, true, (await tab.textContent(".said")).includes("played") ||
    (await tab.textContent(".said")).includes("no move"));
  await press("ArrowLeft");
  expect(`${name}: left`, ["g1s2"], await seen(tab));
  await press("End");
  expect(`${name}: to the end`, [`g1s${last}`], await seen(tab));
  await press("ArrowRight");
  expect(`${name}: no further`, [`g1s${last}`], await seen(tab));
  await press("Home");
  await press("m");
  const key = await tab.$eval(".step.on", (e) => e.classList.contains("key-step"));
  expect(`${name}: to a mistake, if there is one`, (await tab.$$(".key-step")).length > 0, key);
  await press("Home");
  await tab.click("[data-go=on]");
  expect(`${name}: the button`, ["g1s1"], await seen(tab));
  await tab.focus("input[type=range]");
  await press("ArrowRight");
  expect(`${name}: the slider`, ["g1s2"], await seen(tab));
  await tab.click(".plies tbody tr:nth-child(6)");
  expect(`${name}: a row`, ["g1s5"], await seen(tab));
  await tab.click(".values", { position: { x: 0.5, y: 20 } });
  expect(`${name}: the graph`, ["g1s0"], await seen(tab));
  await tab.evaluate(() => document.activeElement.blur());
}

// Ur in every size and scheme with all ways to step, the other games in two of the four.
async function looks(browser, name, url) {
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ["light", "dark"]) {
      if (name !== "ur" && (size === "phone") !== (colorScheme === "dark")) continue;
      const what = `${name}, ${size}, ${colorScheme}`;
      const { tab, wrong, close } = await open(browser, url, { viewport, colorScheme });
      expect(`${what}: nothing beside the page`, true, (await overflow(tab)) <= 0);
      if (name === "ur" && colorScheme === "light") await steps(tab, `${name}, ${size}`);
      await tab.keyboard.press("Home");
      await tab.keyboard.press("ArrowRight");
      expect(`${what}: a step`, ["g1s1"], await seen(tab));
      expect(`${what}: axe-core`, [], await violations(tab));
      if (shots) await tab.screenshot({ path: join(shots, `${what.replaceAll(", ", "-")}.png`), fullPage: true });
      expect(`${what}: nothing went wrong`, [], wrong);
      await close();
    }
}

async function withoutScript(browser, url) {
  const { tab, wrong, close } = await open(browser, url, { viewport: sizes.phone, javaScriptEnabled: false });
  const visible = async (what) => (await tab.locator(what).first().isVisible());
  expect("no script: the first board", true, await visible("#g1s0"));
  expect("no script: no dead buttons", false, await visible(".controls"));
  await tab.click(".plies tbody tr:nth-child(5) a");
  expect("no script: a link shows its board", [true, false], [await visible("#g1s4"), await visible("#g1s0")]);
  expect("no script: nothing went wrong", [], wrong);
  await close();
}

async function onPaper(browser, url) {
  const { tab, close } = await open(browser, url, { viewport: sizes.desktop });
  await tab.emulateMedia({ media: "print" });
  const visible = (what) => tab.locator(what).first().isVisible();
  expect("paper: no buttons, no stage", [false, false], [await visible(".controls"), await visible(".stage")]);
  expect("paper: summary, graph, moments, last ply", [true, true, true, true],
    [await visible(".summary"), await visible(".values"), await visible(".moment"), await visible(".plies tbody tr:last-child")]);
  const pdf = await tab.pdf({ format: "A4" });
  expect("paper: pages", true, (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) || []).length > 1);
  if (shots) writeFileSync(join(shots, "paper.pdf"), pdf);
  await close();
}

async function ofAStranger(browser, url) {
  const { tab, wrong, close } = await open(browser, url, { viewport: sizes.phone });
  expect("stranger: nothing ran", null, await tab.evaluate(() => window.hacked ?? null));
  expect("stranger: the name is text", true, (await tab.textContent("h2")).includes("<script>window.hacked=1</script>"));
  expect("stranger: no elements", 0, (await tab.$$("img, svg[onload], h2 script")).length);
  expect("stranger: nothing turns the line", false, (await tab.content()).includes("\u202E"));
  expect("stranger: axe-core", [], await violations(tab));
  expect("stranger: nothing went wrong", [], wrong);
  await close();
}

async function twoGames(browser, url) {
  const { tab, wrong, close } = await open(browser, url, { viewport: sizes.desktop });
  await tab.click(".game:nth-of-type(2) [data-go=on]");
  await tab.keyboard.press("ArrowRight");
  expect("two games: keys go where one clicked", ["g1s0", "g2s2"], await seen(tab));
  expect("two games: axe-core", [], await violations(tab));
  expect("two games: nothing went wrong", [], wrong);
  await close();
}

const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
try {
  const games = { ur: record("ur", 5), senet: record("senet", 5), awari: record("awari", 5), cave: record("cave", 5) };
  for (const [name, file] of Object.entries(games)) await looks(browser, name, page(name, file));
  await withoutScript(browser, page("quiet", games.ur));
  await onPaper(browser, page("paper", games.ur));
  await ofAStranger(browser, page("hostile", hostile(games.ur)));
  const both = join(scratch, "both.rec");
  writeFileSync(both, readFileSync(games.cave, "utf8") + readFileSync(games.awari, "utf8"));
  await twoGames(browser, page("both", both));
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`1..${tests}`);
process.exit(failed ? 1 : 0);
