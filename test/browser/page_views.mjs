// SPDX-License-Identifier: MIT
//
// The views of the page: node page_views.mjs WEB WASM CHROMIUM [SCREENSHOTS]
// What a player does beside moving, every view with axe-core, other sizes, colours and
// directions, without a network, and the size of the first load.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { execFileSync, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ask, expect, finish, gameToReview, launch, noScrolling, open, playOn, serve, start, violations } from "./page_support.mjs";

const [web, wasm, chromiumPath, shots] = process.argv.slice(2);
const site = await serve(web, wasm), browser = await launch(chromiumPath);
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const program = process.env.LUSORIA ?? "build/lusoria";
const text = (tab, selector) => tab.textContent(selector);
const go = (tab, hash, wait) => tab.evaluate((h) => { location.hash = h; }, hash).then(() => tab.waitForSelector(wait));

// Dark has thrown 1: 8-9 leaves the safe rosette and costs 15 %.
const middle = "#g=ur:finkel&p=6-----x--------0:6-------x------0:D:1";

async function playing() {
  const { tab, wrong, context, close } = await open(browser, site.url);
  await start(tab, "ur");
  expect("the status speaks to the person", "Click the dice to throw", await text(tab, ".status"));
  expect("dice: the fingerprint is shown before the game", true, (await tab.click("[data-do=more]"), /^[0-9a-f]{64}$/.test(await text(tab, ".fingerprint"))));
  expect("dice: the seed is not", null, await tab.$(".seed"));
  await tab.click("[data-do=more]");
  for (let plies = 0; !(await tab.$(".active .cell.source")); plies = (await tab.$$(".ply")).length) { // again after a throw without a move
    await tab.click(".sticks:enabled");
    await tab.waitForFunction((n) => document.querySelector(".active .cell.source") || document.querySelectorAll(".ply").length > n, plies);
  }
  expect("sticks are disabled while a move is due", true, await tab.$eval(".sticks", (b) => b.disabled));
  await close();

  const second = await open(browser, site.url + middle);
  await second.tab.waitForSelector(".active .cell.source");
  await drag(second.tab);
  await refusal(second.tab);
  await hints(second.tab);
  for (const view of ["play", "review"]) {
    await go(second.tab, `#/${view}/none`, ".notice");
    expect(`${view}: a game that is gone leads to other games`, ["#/games", "#/"], await second.tab.$$eval(".notice a", (links) => links.map((a) => a.getAttribute("href"))));
  }
  expect("playing: no errors", [], [...wrong, ...second.wrong]);
  await second.close();
}

async function drag(tab) {
  const source = await tab.$(".active .cell.source:not(.tray)"), a = await source.boundingBox();
  await tab.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await tab.mouse.down();
  await tab.mouse.move(a.x + a.width, a.y + a.height / 2, { steps: 4 });
  const target = await (await tab.waitForSelector(".cell.target")).boundingBox();
  expect("drag: the piece is lifted", 1, (await tab.$$(".piece.dragged")).length);
  await tab.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 4 });
  await tab.mouse.up();
  await tab.waitForFunction(() => document.querySelectorAll(".ply").length === 1);
  expect("drag and drop makes a move", 1, (await tab.$$(".ply")).length);
  await tab.click("[data-do=undo]");
  await tab.waitForSelector(".active .cell.source");
  expect("undo takes the move back and keeps the throw", [0, "1"], [(await tab.$$(".ply")).length, await text(tab, ".sticks .value")]);
}

async function refusal(tab) {
  await tab.fill(".movebox input", "4-5");
  await tab.keyboard.press("Enter");
  await tab.waitForSelector(".note a");
  expect("an illegal move is refused with its rule", true, /^#\/rules\/ur\/U\d+\?set=ur:finkel$/.test(await tab.getAttribute(".note a", "href")));
  expect("and with a reason", true, (await text(tab, ".note")).length > 20);
}

// On this path the sides count differently: A8 is 13 for Dark and 15 for Light, B8 is 14, C4 is Dark's 1.
async function darkNumbers() {
  const { tab, wrong, close } = await open(browser, `${site.url}#g=ur:masters&p=7----------------0:6------------x---0:D:2`);
  await tab.waitForSelector(".active .cell.source");
  const { board } = await ask(tab, "state", { link: "#g=ur:masters&p=7----------------0:6------------x---0:D:2" });
  const cell = (side, square) => `[data-cell="${board.tiles.findIndex((tile) => tile.shape === "square" && tile.squares[side] === square)}"]`;
  expect("tiles have the numbers of both sides", [["15", "13"], ["14", "14"], [null, "1"]], [cell(1, "13"), cell(1, "14"), cell(1, "1")].map((c) => board.tiles[c.match(/\d+/)[0]].squares));
  await tab.click(cell(1, "13"));
  await tab.click(cell(1, "14"));
  await tab.waitForSelector(".note:not([hidden])");
  expect("a refusal for Dark uses Dark's numbers", true, (await text(tab, ".note")).includes("exactly as many squares"));
  if (!(await tab.$(".cell.target"))) await tab.click(cell(1, "13"));
  await tab.click(cell(0, "2"));
  await tab.waitForFunction(() => document.querySelector(".note").textContent.includes("never"));
  expect("a tile that is not on the path", "Your pieces never go to this square.", await text(tab, ".note"));
  expect("numbers of Dark: no errors", [], wrong);
  await close();
}

// Sounds are off until asked for; the volume is that of the gain node.
async function sounds() {
  const capture = "#g=ur:finkel&p=6----x---------0:6------x-------0:L:2"; // 5-7 captures
  const { tab, wrong, context, close } = await open(browser, "about:blank");
  wrong.length = 0; // about:blank has no storage
  await context.addInitScript(() => {
    window.heard = [];
    const { createOscillator } = AudioContext.prototype, { setValueAtTime } = AudioParam.prototype;
    AudioContext.prototype.createOscillator = function () { const tone = createOscillator.call(this); window.heard.push({ tone, values: [] }); return tone; };
    AudioParam.prototype.setValueAtTime = function (value, time) { window.heard.at(-1)?.values.push(value); return setValueAtTime.call(this, value, time); };
  });
  const heard = () => tab.evaluate(() => window.heard.splice(0).map(({ tone, values }) => ({ type: tone.type, frequency: values[0], gain: Number(values[1].toFixed(4)) })));
  const play = async () => {
    await tab.goto(`${site.url}${capture}`);
    await tab.reload();
    await tab.waitForSelector(".active .cell.source");
    await tab.fill(".movebox input", "5-7");
    await tab.keyboard.press("Enter");
    await tab.waitForFunction(() => document.querySelectorAll(".ply").length === 1 && document.querySelector(".sticks:not(:disabled)"));
    return heard();
  };
  expect("sound: off until asked for", [], await play());
  await go(tab, "#/settings", "[name=sound]");
  await tab.check("[name=sound]");
  expect("sound: turned on, it is heard", [{ type: "triangle", frequency: 320, gain: 0.15 }], await heard());
  await tab.locator("input[type=range]").fill("0.2");
  expect("sound: the volume", [{ type: "triangle", frequency: 320, gain: 0.05 }], await heard());
  const played = await play();
  expect("sound: a capture", { type: "sawtooth", frequency: 140, gain: 0.05 }, played.at(-1));
  await tab.click(".sticks");
  await tab.waitForFunction(() => window.heard.length);
  expect("sound: a throw", "square", (await heard())[0].type);
  await go(tab, "#/settings", "[name=sound]");
  await tab.locator("input[type=range]").fill("0");
  expect("sound: volume 0", [], await play());
  await go(tab, "#/settings", "[name=sound]");
  await tab.locator("input[type=range]").fill("0.5");
  await tab.uncheck("[name=sound]");
  await heard();
  expect("sound: off again", [], await play());
  expect("sound: no errors", [], wrong);
  await close();
}

// What-if: the mouse on a move shows its value and what each throw of the other side does to it.
async function whatIf() {
  const { tab, wrong, close } = await open(browser, site.url + middle);
  await tab.waitForSelector(".active .cell.source");
  await tab.hover(".active .cell.source:not(.tray)");
  await tab.waitForSelector(".whatif");
  const own = await tab.textContent(".whatif b"), legal = await tab.$$eval("#legal-moves option", (all) => all.map((o) => o.value));
  expect("what-if: a legal move", true, legal.includes(own));
  expect("what-if: a value and a reason", true, /\d %?/.test(await text(tab, ".whatif p")) && (await text(tab, ".whatif p")).length > 40);
  expect("what-if: every throw", ["0", "1", "2", "3", "4"], await tab.$$eval(".whatif .replies li b", (all) => all.map((b) => b.textContent)));
  const bars = await tab.$$eval(".whatif .replies li span", (all) => all.map((s) => parseInt(s.textContent, 10)));
  expect("what-if: chances differ by throw", true, new Set(bars).size > 1 && bars.every((v) => v >= 0 && v <= 100));
  await tab.mouse.move(2, 2);
  await tab.waitForFunction(() => !document.querySelector(".whatif"));
  expect("what-if: hidden when the mouse leaves", 0, (await tab.$$(".whatif")).length);
  expect("what-if: no errors", [], wrong);
  await close();
}

async function hints(tab) {
  await tab.click("[data-do=hint]");
  await tab.waitForSelector(".hint .values li");
  const legal = await tab.$$eval("#legal-moves option", (all) => all.length);
  expect("hint: every legal move has a value", legal, (await tab.$$(".hint .values li")).length);
  expect("hint: with a reason", true, (await text(tab, ".hint .values li p")).length > 5);
  expect("hint: an arrow on the board", true, (await tab.$$(".arrow")).length > 0);
  const worst = await tab.$$eval(".hint .values .move", (all) => all.at(-1).textContent);
  await tab.click("[data-do=coach]");
  await tab.fill(".movebox input", worst);
  await tab.keyboard.press("Enter");
  await tab.waitForSelector("dialog.coach");
  expect("the coach warns before a costly move", true, (await text(tab, "dialog.coach")).includes(worst));
  await tab.click("dialog.coach .primary");
  expect("the move is not played", 0, (await tab.$$(".ply")).length);
  await tab.click("[data-do=coach]");
  await tab.click("[data-do=hint]");
  await tab.click("[data-do=bar]");
  expect("the value bar", true, await tab.isVisible(".valuebar"));
}

// A game of two programs, its review, a mistake played again, the record, the link.
async function afterwards() {
  const { tab, wrong, context, close } = await open(browser, site.url, { acceptDownloads: true }, { "setup.ur": { mode: "watch", level: 1, level2: 1 } });
  await start(tab, "ur");
  await tab.waitForSelector(".finish", { timeout: 180000 });
  await tab.click("[data-check]");
  await tab.waitForFunction(() => document.querySelector(".dice .answer").textContent);
  expect("check these dice", true, (await text(tab, ".dice .answer")).startsWith("Correct"));
  const game = await tab.evaluate(() => location.hash.split("/")[2]);
  await tab.click("[data-do=more]");
  const [file] = await Promise.all([tab.waitForEvent("download"), tab.click("[data-share=record]")]);
  const record = await file.path();
  expect("the record has the dice", true, /\[DiceSeed "/.test(readFileSync(record, "utf8")));
  await tab.click("[data-do=review]");
  await tab.waitForSelector(".replay .cell", { timeout: 180000 });
  expect("review: both players", 2, (await tab.$$(".skill")).length);
  await tab.click("[data-step=bad]");
  await tab.waitForSelector("[data-replay]");
  expect("review: what was best", true, (await text(tab, ".decision")).includes("best"));
  expect("review: axe", [], await violations(tab));
  await tab.click("[data-replay]");
  await tab.waitForSelector(".play");
  expect("a mistake is played again", true, await tab.evaluate((old) => !location.hash.includes(old), game));
  await go(tab, "#/games", ".game-list");
  const before = (await tab.$$(".game-list li")).length;
  await tab.setInputFiles("input[type=file]", record);
  await tab.waitForFunction((n) => document.querySelectorAll(".game-list li").length > n, before);
  expect("a record is uploaded", before + 1, (await tab.$$(".game-list li")).length);
  expect("my games: axe", [], await violations(tab));
  const { game: rules, moves } = await tab.evaluate((id) => JSON.parse(localStorage[`lusoria.game.${id}`]), game);
  const { link } = await ask(tab, "state", { game: rules, moves: moves.join(".") });
  const other = await open(browser, site.url + link);
  await other.tab.waitForSelector(".finish");
  expect("a link opens the game in a new page", true, (await other.tab.$$(".ply")).length > 20);
  expect("after the game: no errors", [], [...wrong, ...other.wrong]);
  await other.close();
  await close();
}

// The measured strength of the chosen level, as the engine says it.
async function strengths(tab) {
  const { games } = await ask(tab, "games"), { levels } = games.find((g) => g.name === "awari").rules[0];
  for (const { level, loss, score } of levels) {
    await tab.selectOption("[name=level]", String(level));
    const shown = (await text(tab, ".strength")).match(/^(?:Loses about ([\d.]+) stones per move; s|S)cores (\d+)% against (the next weaker level|random moves)\.$/);
    expect(`the strength of level ${level}`, [loss === undefined ? NaN : Number(loss.toPrecision(2)), Math.round(score * 100), level === 1],
      shown && [Number(shown[1]), Number(shown[2]), shown[3] === "random moves"]);
  }
  await tab.selectOption("[name=level]", "2");
}

// A hint with many moves hides nothing else, and can be read on a phone.
async function longHints() {
  for (const options of [{ viewport: { width: 1440, height: 900 } }, phone])
    for (const link of ["#g=senet:houses&p=WBWBW-W--BWB---B---W--W-BB----:B:3", "#g=cave:standard&m=A4.A5.H4.B4.H5.A3.H6.G4"]) {
      const { tab, wrong, close } = await open(browser, site.url + link, options);
      await tab.click("[data-do=hint]");
      await tab.waitForSelector(".hint .values li p");
      const { width } = options.viewport, [status, actions, panel] = await Promise.all([".status", ".actions", ".panel-area"].map((s) => tab.locator(s).boundingBox()));
      expect(`long hint ${width} ${link.slice(3, 8)}: the status is free`, true, !status || status.y + status.height <= actions.y);
      expect(`long hint ${width} ${link.slice(3, 8)}: two moves can be read`, true, panel.height >= 120);
      expect(`long hint ${width} ${link.slice(3, 8)}: nothing to scroll`, true, await tab.evaluate(() => document.scrollingElement.scrollHeight <= innerHeight));
      await tab.click(".hint .close");
      expect(`long hint ${width} ${link.slice(3, 8)}: closed, the status is back`, true, await tab.isVisible(".status"));
      expect(`long hint ${width} ${link.slice(3, 8)}: no errors`, [], wrong);
      await close();
    }
}

// The end of a game on a phone: no button is cut off, the result is said once.
async function phoneEnds() {
  for (const language of ["en", "ar"]) {
    const { tab, wrong, close } = await open(browser, `${site.url}#g=cave:5x4&m=A1.A2.B1.B2.C1.C2.D1`, phone, { settings: { speed: "off", language } });
    await tab.waitForSelector(".finish");
    expect(`phone, end, ${language}: the line that won is marked`, 4, (await tab.$$(".piece .won")).length);
    expect(`phone, end, ${language}: no button is cut off`, [], await tab.$$eval(".actions > *", (all) => all.filter((b) => b.scrollWidth > b.clientWidth).map((b) => b.textContent)));
    expect(`phone, end, ${language}: the result is said once`, [false, true], [await tab.isVisible(".status"), await tab.isVisible(".finish h2")]);
    expect(`phone, end, ${language}: nothing to scroll`, true, await tab.evaluate(() => document.scrollingElement.scrollHeight <= innerHeight && document.scrollingElement.scrollWidth <= innerWidth));
    expect(`phone, end, ${language}: no errors`, [], wrong);
    await close();
  }
}

// The panel of a new game: a set-up with limits and names, typed dice, the roll-off.
async function setups() {
  const { tab, wrong, close } = await open(browser, site.url, {}, { "setup.ur": { typed: true }, "setup.senet": { rules: "senet:blockade", mode: "people" } });
  await tab.click("[data-setup=awari]");
  await tab.waitForSelector("dialog.panel");
  expect("the panel of a new game: axe", [], await violations(tab));
  await strengths(tab);
  await tab.click("dialog summary");
  await tab.fill("[name=start]", "1 2 3");
  await tab.click("dialog .primary");
  await tab.waitForFunction(() => document.querySelector(".problem").textContent);
  expect("a bad set-up is refused", true, (await text(tab, ".problem")).length > 30);
  await tab.fill("[name=start]", "5 6\n1 2 3 4 5 6\n2 2 2 2 2 6");
  await tab.fill("[name=depth]", "4");
  await tab.fill("[name=seconds]", "1");
  await tab.fill("[name=name]", "Ada");
  await tab.click("dialog .primary");
  await tab.waitForSelector(".active .cell.source");
  expect("Awari from a set-up", [5, 6], [Number(await text(tab, ".strip[data-side='0'] .score").then((s) => s.match(/\d+/)[0])), Number((await text(tab, ".strip[data-side='1'] .score")).match(/\d+/)[0])]);
  expect("with a named player and limits", ["Ada", "Program, 1 s per move"], [await text(tab, ".strip[data-side='0'] .name"), await text(tab, ".strip[data-side='1'] .name")]);
  await tab.click(".active .cell.source >> nth=0");
  await tab.waitForFunction(() => document.querySelectorAll(".ply").length >= 2);
  expect("the program moves with its limits", true, (await tab.$$(".ply")).length >= 2);
  await go(tab, "#/", "[data-play=ur]");
  await start(tab, "ur");
  await tab.click(".typed [data-throw='2']");
  await tab.waitForSelector(".active .cell.source");
  expect("typed dice", true, (await text(tab, ".status")).includes("threw 2"));
  await go(tab, "#/", "[data-play=senet]");
  await start(tab, "senet");
  expect("the roll-off is played out", true, (await text(tab, ".status")).startsWith("Roll-off"));
  for (let i = 0; i < 60 && (await text(tab, ".status")).includes("Roll-off"); i++) {
    await tab.click(".sticks:not(:disabled)");
    await tab.waitForTimeout(100);
  }
  expect("the status line names the owner of the dark pieces", true, /Dark: (First|Second|Ada)/.test(await text(tab, ".status")));
  expect("new games: no errors", [], wrong);
  await close();
  const again = await open(browser, site.url, {}, { "setup.cave": { rules: "cave:5x3", level: 1 } });
  await start(again.tab, "cave");
  await playOn(again.tab, "mouse");
  const first = await again.tab.evaluate(() => location.hash);
  await again.tab.click("[data-do=again]");
  await again.tab.waitForFunction((old) => location.hash !== old && document.querySelector(".active .cell.source"), first);
  expect("play again", 0, (await again.tab.$$(".ply")).length);
  await again.close();
}

async function reloadAndOffline() {
  const { tab, wrong, context, close } = await open(browser, site.url);
  await start(tab, "awari");
  await tab.waitForSelector(".active .cell.source");
  await tab.click(".active .cell.source >> nth=2");
  await tab.waitForFunction(() => document.querySelectorAll(".ply").length >= 2);
  const moves = await text(tab, ".moves");
  await tab.reload();
  await tab.waitForFunction(() => document.querySelectorAll(".ply").length >= 2);
  expect("reload during a game", moves, await text(tab, ".moves"));
  await tab.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated", null, { timeout: 60000 });
  await context.setOffline(true);
  await tab.goto(site.url);
  await start(tab, "cave");
  expect("offline after the first visit", true, (await tab.$$(".cell")).length === 64);
  await go(tab, "#/settings", ".page");
  expect("offline: other views", true, await tab.isVisible("h1"));
  expect("offline: no errors", [], wrong.filter((w) => !w.includes("ERR_INTERNET_DISCONNECTED")));
  await close();
}

// A module that does not start is said to the person: one that cannot be compiled, and one that
// wants an import (the section 2 with one function).
async function brokenEngine() {
  const imports = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0]);
  for (const [name, body] of [["damaged", Buffer.from("damaged")], ["with imports", imports]]) {
    const { tab, context, close } = await open(browser, "about:blank");
    await context.route("**/engine.wasm", (route) => route.fulfill({ body, contentType: "application/wasm" }));
    await tab.goto(site.url);
    await tab.waitForSelector(".notice");
    expect(`the engine is ${name}: the page says so`, true, (await text(tab, ".notice")).startsWith("The engine did not answer"));
    await close();
  }
}

// Served by the program with a table: the explorer, the hint and the strongest level are exact.
async function exactValues() {
  const data = mkdtempSync(join(tmpdir(), "lusoria-")), env = { ...process.env, XDG_DATA_HOME: data };
  execFileSync(program, ["solve", "ur", "--pieces", "1"], { env, stdio: "ignore" });
  const server = spawn(program, ["serve", "--port", "0"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const address = await new Promise((resolve) => {
    let out = "";
    server.stdout.on("data", (part) => { out += part; if (/http\S+/.test(out)) resolve(out.match(/http\S+/)[0]); });
  });
  const known = "#g=ur:finkel&p=0-----x--------6:0-------------x6:L:2";
  const { tab, wrong, close } = await open(browser, site.url);
  for (const file of ["engine.wasm", "endings.wasm", "networks.bin"]) // `make` builds them in only if they are there
    await tab.route(`**/${file}`, (route) => route.fulfill({ path: join(dirname(wasm), file), contentType: "application/wasm" }));
  await tab.goto(address + known);
  await tab.waitForSelector(".active .cell.source");
  await tab.click("[data-do=hint]");
  await tab.waitForSelector(".hint .values li");
  expect("hint: exact with a table", "exact", await text(tab, ".hint header small"));
  await tab.goto(address + known.replace("#", "#/explorer?"));
  await tab.waitForSelector(".scores caption");
  expect("explorer: exact with a table", "exact", await text(tab, ".scores caption small"));
  const asked = [];
  tab.on("request", (r) => { if (r.url().includes("/api/")) asked.push(new URL(r.url()).pathname); });
  const answer = await tab.evaluate(() => globalThis.lusoria["engine.js"].choose({ game: "ur:finkel", position: "0-----x--------6:0-------------x6:L:2", level: 6 }));
  expect("the strongest level plays from the table", [true, "/api/v1/choose"], [answer.exact, ...asked]);
  await tab.goto(address + "#/rules/ur");
  await tab.waitForSelector("#view[data-ready=rules]");
  expect("served by the program: the rules are there", true, (await text(tab, "#view")).includes("rosette"));
  expect("exact values: no errors", [], wrong);
  await close();
  server.kill();
  rmSync(data, { recursive: true });
}

async function looks() {
  const motion = await open(browser, site.url, { reducedMotion: "reduce" }, { settings: { speed: "slow" } });
  await start(motion.tab, "cave");
  await motion.tab.click(".active .cell.source >> nth=0");
  const moved = await motion.tab.evaluate(() => document.getAnimations().filter((a) => a.playState === "running").length);
  expect("reduced motion: nothing moves", 0, moved);
  await motion.close();
  const dark = await open(browser, site.url, { colorScheme: "dark" });
  await dark.tab.waitForSelector(".card .board");
  expect("dark: dark paper", true, await dark.tab.evaluate(() => Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]) < 60));
  expect("home, dark: axe", [], await violations(dark.tab));
  await dark.close();
  const arabic = await open(browser, site.url, phone, { settings: { speed: "off", language: "ar" }, "setup.senet": { rules: "senet:blockade" } });
  await arabic.tab.waitForSelector(".card .board");
  expect("Arabic: right to left", ["rtl", "ar"], await arabic.tab.evaluate(() => [document.documentElement.dir, document.documentElement.lang]));
  await start(arabic.tab, "senet", "touch");
  expect("Arabic: nothing to scroll", true, await noScrolling(arabic.tab));
  expect("Arabic: axe", [], await violations(arabic.tab));
  expect("Arabic: no missing texts", false, /\[[a-z]+\.[a-z.]+\]/i.test(await text(arabic.tab, "body")));
  expect("Arabic: no Latin words left", null, (await text(arabic.tab, ".side")).match(/[A-Za-z]{3,}/));
  expect("Arabic: no errors", [], arabic.wrong);
  const refused = await open(browser, site.url + middle, {}, { settings: { speed: "off", language: "ar" } });
  await refused.tab.waitForSelector(".active .cell.source");
  await refused.tab.fill(".movebox input", "4-5");
  await refused.tab.keyboard.press("Enter");
  await refused.tab.waitForSelector(".note a");
  expect("Arabic: a refusal is translated by its key", [null, 0], [(await text(refused.tab, ".note")).match(/[A-Za-z]{3,}/), (await refused.tab.$$(".note [lang=en]")).length]);
  await refused.tab.click("[data-do=hint]");
  await refused.tab.waitForFunction(() => [...document.querySelectorAll(".hint .values li p")].length > 1 && [...document.querySelectorAll(".hint .values li p")].every((p) => p.textContent));
  expect("Arabic: the reasons of moves are translated", [null, 0], [(await text(refused.tab, ".hint .values")).match(/[A-Za-z]{3,}/), (await refused.tab.$$(".hint [lang=en]")).length]);
  if (shots) await refused.tab.screenshot({ path: `${shots}/hint-arabic.png` });
  await refused.tab.evaluate(async () => { delete (await globalThis.lusoria["i18n.js"].languages.ar.load()).default["fact.enters"]; });
  await refused.tab.click("[data-do=hint]");
  await refused.tab.click("[data-do=hint]");
  await refused.tab.waitForSelector(".hint [lang=en]");
  expect("Arabic: a text without translation is marked as English", [1, "ltr"], [(await refused.tab.$$(".hint [lang=en]")).length, await refused.tab.getAttribute(".hint [lang=en]", "dir")]);
  await refused.close();
  await arabic.close();
}

const viewName = (hash) => (hash === middle ? "play" : hash.split("/")[1] || "home");
const shown = { play: ".active .cell.source", review: ".replay .cell" };

// Every view at three sizes, light and dark: axe-core, no sideways scrolling, pictures.
async function everyView() {
  const views = ["#/", "#/games", "#/settings", middle, "#/review/reviewed", "#/training", "#/explorer", "#/rules/ur"], game = await gameToReview(browser, site.url);
  for (const [width, height] of [[360, 640], [768, 1024], [1440, 900]])
    for (const colorScheme of ["light", "dark"]) {
      const { tab, wrong, close } = await open(browser, site.url, { viewport: { width, height }, colorScheme }, { games: ["reviewed"], "game.reviewed": game });
      for (const hash of views) {
        if (!existing(hash)) continue;
        await go(tab, hash, shown[viewName(hash)] ?? `#view[data-ready=${viewName(hash)}]`);
        await tab.waitForTimeout(300);
        const name = `${viewName(hash)} ${width} ${colorScheme}`;
        if (viewName(hash) === "review") await tab.click("[data-step=bad]").then(() => tab.waitForSelector("[data-replay]"));
        expect(`${name}: axe`, [], await violations(tab));
        expect(`${name}: not wider than the window`, true, await tab.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth));
        if (shots) await tab.screenshot({ path: `${shots}/${name.replaceAll(" ", "-")}.png`, fullPage: hash !== middle });
      }
      expect(`all views ${width} ${colorScheme}: no errors`, [], wrong);
      await close();
    }
}

// A view is part of the page if its module is there.
function existing(hash) {
  const name = hash.startsWith("#/") ? hash.split("/")[1].split("?")[0] || "home" : "play";
  return existsSync(`${web}/views/${name}.js`) || readFileSync(`${web}/app.js`, "utf8").includes(`M["views/${name}.js"]`);
}

// Bytes and time until the first move is possible, on a connection of 1.6 Mbit/s and 150 ms. The
// page itself clicks and takes the times: a test that drives it adds its own delays.
async function firstLoad() {
  const context = await browser.newContext(), tab = await context.newPage();
  const line = await context.newCDPSession(tab);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200000, uploadThroughput: 100000 });
  let start;
  const loaded = []; // when, in ms, and how many bytes
  line.on("Network.requestWillBeSent", (e) => { start ??= e.timestamp; });
  line.on("Network.loadingFinished", (e) => loaded.push([1000 * (e.timestamp - start), e.encodedDataLength]));
  await context.addInitScript(() => {
    window.marks = {};
    new MutationObserver(() => {
      const button = document.querySelector("[data-play=cave]");
      if (button && !window.marks.home) { window.marks.home = Math.round(performance.now()); setTimeout(() => button.click()); }
      if (document.querySelector(".active .cell.source")) window.marks.move ??= Math.round(performance.now());
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await tab.goto(site.url);
  const { home, move } = await (await tab.waitForFunction(() => window.marks.move && window.marks)).jsonValue();
  const bytes = loaded.filter(([when]) => when <= move).reduce((sum, [, length]) => sum + length, 0);
  console.log(`# first load: ${bytes} bytes; home after ${home} ms, the first move is possible after ${move} ms (1.6 Mbit/s, 150 ms)`);
  expect("first load: at most 128 KB", true, bytes <= 128 * 1024);
  expect("first load: the cards do not wait for the engine", true, home < move);
  await context.close();
}

// The service worker stores every file of the page; the rules are in a list of their own.
function stored() {
  const files = execFileSync("find", [web, "-type", "f", "-printf", "%P\\n"], { encoding: "utf8" }).trim().split("\n")
    .filter((f) => f !== "sw.js" && !f.startsWith("rules-")).map((f) => (f === "index.html" ? "./" : f)).sort();
  const source = readFileSync(`${web}/sw.js`, "utf8"), list = [...source.slice(source.indexOf("FILES"), source.indexOf("];")).matchAll(/"([^"]+)"/g)].map((m) => m[1]).sort();
  expect("sw.js lists every file", files, list);
}

const parts = { stored, firstLoad, playing, sounds, whatIf, darkNumbers, setups, longHints, phoneEnds, afterwards, reloadAndOffline, brokenEngine, exactValues, looks, everyView };
for (const name of (process.env.PARTS ?? Object.keys(parts).join(" ")).split(" ")) await parts[name]();
await browser.close();
site.close();
finish();
