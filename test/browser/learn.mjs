// SPDX-License-Identifier: MIT
//
// Rules, training and explorer in a real browser: node learn.mjs ROOT BUILD CHROMIUM [SCREENSHOTS]
// ONLY=rules, training or explorer runs that part. ROOT has web/, BUILD has wasm/lusoria.wasm and rules/; TAP on standard output.
import { createServer } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import axe from "axe-core";
import { chromium } from "playwright-core";

const [root, build, chromiumPath, shots] = process.argv.slice(2);
let tests = 0, failed = 0;

function expect(name, wanted, got) {
  const same = JSON.stringify(wanted) === JSON.stringify(got);
  failed += same ? 0 : 1;
  console.log(`${same ? "ok" : "not ok"} ${++tests} - ${name}`);
  if (!same) console.log(`# wanted: ${JSON.stringify(wanted)}\n# got:    ${JSON.stringify(got)}`);
}

// ---- the page from its folders ----

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };
const server = createServer((request, answer) => {
  const path = new URL(request.url, "http://x").pathname.replace(/^\/$/, "/index.html");
  const file = [join(root, "web", path), join(build, "wasm", path), join(build, "rules", path)].find((f) => existsSync(f));
  answer.writeHead(file ? 200 : 404, { "content-type": types[extname(path)] ?? "text/plain" });
  answer.end(file ? readFileSync(file) : "");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const site = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
const problems = [];

async function open(hash, { width = 1280, height = 900, theme = "light", locale = "en-GB", touch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale, hasTouch: touch, reducedMotion: "reduce", acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(180000);
  page.on("console", (m) => { if (m.type() === "error") problems.push(`${hash}: ${m.text()}`); });
  page.on("pageerror", (error) => problems.push(`${hash}: ${error}`));
  await page.goto(site + hash);
  await page.waitForSelector("#view[data-ready]");
  return page;
}

/** axe-core and the width of the page; a picture if they are kept. */
async function look(page, name, width) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => axe.run());
  expect(`${name}: no violations`, [], violations.map((v) => `${v.id} ${v.nodes[0].target}`));
  if (width) expect(`${name}: no sideways scrolling`, true, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const missing = await page.evaluate(() => document.body.innerText.match(/\[[a-z]+\.[A-Za-z.]+\]/g) ?? []);
  expect(`${name}: all texts exist`, [], missing);
  if (shots) await page.screenshot({ path: join(shots, `${name.replace(/\W+/g, "-")}.png`), fullPage: true });
}

const sizes = [["phone light", { width: 360, height: 640, touch: true }], ["phone dark", { width: 360, height: 640, theme: "dark", touch: true }],
  ["wide light", { width: 1440 }], ["wide dark", { width: 1440, theme: "dark" }], ["phone Arabic", { width: 360, height: 640, locale: "ar" }]]
  .filter(([name]) => name !== "phone Arabic" || existsSync(join(root, "web/strings/ar.js")));

// ---- rules ----

async function rules() {
  const ready = (rule) => `#rule-${rule} .place[data-ready]`;
  for (const [name, options] of sizes) {
    const page = await open("#/rules/ur/U3", options);
    await page.waitForSelector(ready("U3"));
    await look(page, `rules ${name}`, true);
    await page.context().close();
  }
  {
    const page = await open("#/rules/ur/U3");
    await page.waitForSelector(ready("U3"));
    expect("the rule of a link is in view", true, await page.evaluate(() => Math.abs(document.querySelector("#rule-U3").getBoundingClientRect().top) < 60));
    await page.click("#rule-U3 .tries .illegal");
    expect("a refused move names its rule", "Rule U3", await page.textContent("#rule-U3 .note a"));
    await page.selectOption("#rule-U3 .place select", "3");
    await page.waitForSelector("#rule-U3 .place[data-ready='3']");
    const legal = page.locator("#rule-U3 .tries .legal").first();
    await legal.focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#rule-U3 .example button:not([hidden]):has-text('again')");
    expect("a legal move is played, by keyboard", /^Played /.test(await page.textContent("#rule-U3 .status")), true);
    await page.goto(`${site}#/rules/senet?set=senet:blockade`);
    await page.waitForSelector("#rule-B9");
    expect("rules of one rule set only", 0, await page.locator("#rule-H4").count());
    await page.context().close();
  }

  // Every example of every rule: the engine agrees with what the button says.
  {
    const page = await open("#/rules/ur");
    const wrong = await page.evaluate(async () => {
      const { ask } = await import("./engine.js"), found = [];
      for (const game of ["ur", "senet", "awari", "cave"]) {
        const rules = await (await fetch(`rules-${game}.json`)).json();
        for (const c of rules.cases) for (const x of c.tries) {
          const where = { game: c.game, position: c.position, throw: c.game.startsWith("ur") || c.game.startsWith("senet") ? c.throw : null };
          if (!c.position) where.position = (await ask("state", { game: c.game })).position;
          const answer = await ask("refuse", { ...where, move: x.move }).catch((e) => ({ legal: `error ${e.message}` }));
          if (answer.legal !== x.legal || (!x.legal && answer.rule !== x.rule)) found.push(`${c.game} ${c.title}: ${x.move} ${answer.legal} ${answer.rule ?? ""}`);
        }
      }
      return found;
    });
    expect("every example agrees with the engine", [], wrong.filter((w) => !w.includes("error expected a game that is not over")));
    await page.context().close();
  }
}

// ---- training ----

async function training() {
  const puzzle = "[data-puzzle] ";
  for (const [name, options] of sizes) {
    const page = await open("#/training", options);
    await page.waitForSelector(puzzle);
    await look(page, `training ${name}`, true);
    await page.click("[data-do=solution]");
    await page.waitForSelector(".verdict .values");
    await look(page, `training solution ${name}`, true);
    await page.context().close();
  }

  /** The stored answer of the puzzle shown. */
  const answerOf = (page) => page.evaluate(async () => {
    const { ask } = await import("./engine.js"), text = document.querySelector("[data-puzzle]").dataset.puzzle;
    return (await ask("puzzle", { game: document.querySelector("[name=game]").value, position: text })).move;
  });

  /** Makes a move on the board with the keyboard alone: focus, n until a cell fits, Enter. */
  async function playByKeys(page, move) {
    const cells = await page.evaluate(async (wanted) => {
      const { ask } = await import("./engine.js"), game = document.querySelector("[name=game]").value;
      const state = await ask("state", { game, position: document.querySelector("[data-puzzle]").dataset.puzzle });
      const m = state.legal.find((x) => (wanted.not ? x.move !== wanted.move : x.move === wanted.move)), tiles = state.board.tiles;
      const at = ([x, y]) => tiles.findIndex((t) => x >= t.x && x < t.x + t.width && y >= t.y && y < t.y + t.height);
      return { move: m.move, path: m.kind === "sow" || m.steps.every((s) => at(s.from_at) === at(s.to_at)) ? [at(m.steps[0].from_at)] : m.steps.flatMap((s) => [at(s.from_at), at(s.to_at)]) };
    }, move);
    await page.locator(".tryboard [tabindex='0']").first().focus();
    for (const cell of cells.path) {
      for (let i = 0; i < 80 && (await page.evaluate(() => Number(document.activeElement.dataset.cell))) !== cell; i++) await page.keyboard.press("n");
      await page.keyboard.press("Enter");
    }
    return cells.move;
  }

  for (const game of ["ur:finkel", "awari:abapa", "cave:standard", "senet:houses"]) {
    const page = await open(`#/training/${game}`);
    await page.waitForSelector(puzzle);
    const best = await answerOf(page);
    await playByKeys(page, { move: best, not: true });
    await page.waitForSelector(".verdict.bad");
    expect(`${game}: a wrong move costs the streak`, "0", await page.textContent("[data-number=streak] dd"));
    await playByKeys(page, { move: best });
    await page.waitForSelector(".verdict.good");
    expect(`${game}: a second try finds it`, true, (await page.textContent(".verdict .head")).includes(best));
    const stored = await page.evaluate(() => JSON.parse(localStorage["lusoria.training"]));
    expect(`${game}: it comes back in a day`, [1, 1], [stored.items.length, Math.round((stored.items[0].due - Date.now()) / 86400000)]);
    await page.click("[data-do=next]");
    await page.waitForFunction((old) => document.querySelector("[data-puzzle]").dataset.puzzle !== old, stored.items[0].puzzle.position);
    const second = await answerOf(page);
    await playByKeys(page, { move: second });
    await page.waitForSelector(".verdict.good");
    expect(`${game}: solved at once`, "1", await page.textContent("[data-number=streak] dd"));
    await page.evaluate(() => { // a day later
      const stored1 = JSON.parse(localStorage["lusoria.training"]);
      stored1.items[0].due = Date.now() - 1;
      localStorage["lusoria.training"] = JSON.stringify(stored1);
    });
    await page.reload();
    await page.waitForSelector(puzzle);
    expect(`${game}: the missed one is due`, stored.items[0].puzzle.position, await page.getAttribute("[data-puzzle]", "data-puzzle"));
    await playByKeys(page, { move: best });
    await page.waitForSelector(".verdict.good");
    const after = await page.evaluate(() => JSON.parse(localStorage["lusoria.training"]).items[0]);
    expect(`${game}: solved once, due after a day`, [1, 1], [after.times, Math.round((after.due - Date.now()) / 86400000)]);
    await page.context().close();
  }

  // Own mistakes: a finished game of a person is stored, its largest mistake is asked.
  {
    const page = await open("#/training/awari:abapa");
    await page.waitForSelector(puzzle);
    const played = await page.evaluate(async () => {
      const { ask } = await import("./engine.js"), { newGame } = await import("./session.js"), { saveGame } = await import("./storage.js");
      const game = await newGame("awari:abapa", [{ kind: "person", name: "Ada" }, { kind: "level", level: 3 }]);
      for (let state = await ask("state", { game: game.game }); !state.result && game.moves.length < 300; state = await ask("state", { game: game.game, moves: game.moves.join(".") })) {
        game.moves.push(state.side ? (await ask("choose", { game: game.game, moves: game.moves.join("."), level: 3, seed: 1 })).move : state.legal[0].move);
        game.result = (await ask("state", { game: game.game, moves: game.moves.join(".") })).result;
      }
      saveGame(game);
      localStorage["lusoria.trainingChoice"] = JSON.stringify({ game: "awari:abapa", source: "mistakes" });
      return Boolean(game.result);
    });
    expect("a finished game", true, played);
    await page.reload();
    await page.waitForSelector(puzzle);
    await page.click("[data-do=solution]");
    await page.waitForSelector(".verdict .values");
    expect("a mistake of one's own", true, (await page.textContent(".verdict")).includes("In your game you played"));
    await page.context().close();
  }
}

// ---- explorer ----

async function explorer() {
  const valued = ".value-table[data-ready]:not([data-ready=''])";
  for (const [name, options] of sizes) {
    const page = await open("#/explorer?g=ur:finkel&m=4/0-4.2/0-2&throw=2", options);
    await page.waitForSelector(valued);
    await look(page, `explorer ${name}`, true);
    await page.context().close();
  }
  {
    const page = await open("#/explorer?g=ur:finkel");
    await page.waitForSelector(valued);
    expect("every throw has a value", 5, await page.locator(".scores tbody tr").count());
    await page.click("[data-throw='4']");
    await page.waitForSelector("[data-move='0-4']");
    await page.click("[data-move='0-4']");
    await page.waitForFunction(() => location.hash.includes("m=4/0-4"));
    expect("the path is shown", ["4/0-4"], await page.locator(".path li").allTextContents());
    await page.click("[data-do=back]");
    await page.waitForSelector("[data-move='0-4']");
    await page.click("[data-edit='1']");
    const cell = page.locator(".tryboard .cell[aria-label^='square 8']");
    await cell.click();
    await page.waitForFunction(() => document.querySelector("[name=position]").value.split(":")[1] === "6-------x------0");
    await page.click("[data-edit='0']");
    await cell.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("[name=position]").value.startsWith("6-------x------0:7"));
    expect("a piece is put by click and by key", "6-------x------0:7--------------0:L", (await page.inputValue("[name=position]")).replace(/:\d$/, ""));
    await page.fill("[name=position]", "9--------------0:7--------------0:L");
    await page.click(".edit [type=submit]");
    await page.waitForFunction(() => document.querySelector(".problem").textContent !== "");
    expect("a bad text is explained", true, /cannot be read/.test(await page.textContent(".problem")));
    const [png] = await Promise.all([page.waitForEvent("download"), page.click("[data-copy=png]")]);
    expect("a PNG", [true, "89504e47"], [statSync(await png.path()).size > 20000, readFileSync(await png.path()).subarray(0, 4).toString("hex")]);
    const [svgFile] = await Promise.all([page.waitForEvent("download"), page.click("[data-copy=svg]")]);
    expect("an SVG", true, /^<svg [^]*<\/svg>$/.test(readFileSync(await svgFile.path(), "utf8").trim()));
    await page.context().close();
  }
  for (const [game, brush, square, text] of [["awari:abapa", "more", "pit A", "5-4-4-4-4-4-4-4-4-4-4-4-0-0-S"], ["cave:standard", "0", "square A8", "x7/8/8/8/8/8/8/8"],
    ["senet:houses", "empty", "square 14", "WBWBWBWBWBWBW-----------------:W"]]) {
    const page = await open(`#/explorer?g=${game}`);
    await page.waitForSelector(valued);
    await page.click(`[data-edit='${brush}']`);
    await page.locator(`.tryboard .cell[aria-label^='${square},'], .tryboard .cell[aria-label='${square}']`).first().click();
    await page.waitForFunction((wanted) => document.querySelector("[name=position]").value === wanted, text);
    expect(`${game}: edited`, text, await page.inputValue("[name=position]"));
    await page.context().close();
  }
  {
    const page = await open("#/explorer?g=cave:5x3&m=A5.E5");
    await page.waitForSelector(valued);
    await page.click("[data-do=play]");
    await page.waitForSelector(".view-play .board-box");
    expect("played on from there", true, (await page.url()).includes("#/play/"));
    await page.context().close();
  }
}

for (const [name, test] of Object.entries({ rules, training, explorer }))
  if (!process.env.ONLY || process.env.ONLY === name) await test();
expect("no errors in the console", [], problems);
await browser.close();
server.close();
console.log(`1..${tests}`);
process.exit(failed ? 1 : 0);
