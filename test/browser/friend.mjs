// SPDX-License-Identifier: MIT
//
// Games between people on the page: node friend.mjs PROGRAM CHROMIUM [GAME ...]
// Two browsers play each other by link in every game, a third one watches.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, finish, launch, noScrolling, open, violations } from "./page_support.mjs";

const [program, chromiumPath, ...chosen] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), "lusoria-friend-"));
process.on("exit", () => rmSync(data, { recursive: true, force: true }));

// Starts `lusoria serve`; resolves with its address.
function serve(...options) {
  const server = spawn(program, ["serve", "--port", "0", "--no-tables", "--rate", "0", "--data", data, ...options]);
  process.on("exit", () => server.kill("SIGKILL")); // also if a test fails with an exception
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (part) => {
      text += part;
      const url = text.match(/http:\/\/\S+\//)?.[0];
      if (url) resolve({ url, stop: () => new Promise((ended) => { server.on("exit", ended); server.kill(); }) });
    });
    server.on("exit", (code) => reject(new Error(`the server ended: ${code}`)));
  });
}

// A way to the server that can be cut: the offline mode of the browser keeps open streams. "502": a proxy whose server is gone.
function cable(url) {
  const sockets = new Set(), port = Number(new URL(url).port);
  /** @type {boolean|"502"} */
  let cut = false;
  const server = createServer((from) => {
    if (cut === "502") return from.on("error", () => {}).end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    if (cut) return from.destroy();
    const to = connect(port, "127.0.0.1");
    for (const [a, b] of [[from, to], [to, from]]) {
      sockets.add(a);
      a.pipe(b);
      a.on("error", () => b.destroy()).on("close", () => { sockets.delete(a); b.destroy(); });
    }
  });
  const set = (state) => { cut = state; if (cut) for (const socket of sockets) socket.destroy(); };
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ port: server.address().port, set, close: () => server.close() })));
}

const site = await serve(), browser = await launch(chromiumPath);
const visit = (url, name, options = {}) => open(browser, url, options, { settings: { speed: "off", name } });

// Makes a game in the panel of the home view, and returns the links.
async function invite(ada, game) {
  await ada.tab.click(`[data-setup=${game}]`);
  await ada.tab.check('input[name=mode][value=friend]');
  await ada.tab.click("dialog button[type=submit]");
  const link = await ada.tab.locator(".invitation").inputValue();
  const id = link.match(/friend\/([0-9a-f]+)/)[1];
  const watch = await ada.tab.evaluate((game) => JSON.parse(localStorage.getItem("lusoria.live")).find(([id]) => id === game)[1].watch, id);
  return { id, link, watch: `${site.url}#/friend/${id}?watch=${watch}` };
}

async function accept(bob) {
  await bob.tab.click("[data-do=join]");
  await bob.tab.waitForSelector(".play .cell");
}

// What this tab can do now; null if it is the other's turn.
function due() {
  const centre = (e) => { const b = e.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; };
  const order = (list) => [...list].sort((a, b) => b.classList.contains("tray") - a.classList.contains("tray") || a.dataset.cell - b.dataset.cell);
  if (document.querySelector(".finish")) return { what: "over" };
  const sticks = document.querySelector(".sticks:not(:disabled)");
  if (sticks) return { what: "throw", ...centre(sticks) };
  const targets = order(document.querySelectorAll(".cell.target")), sources = order(document.querySelectorAll(".active .cell.source"));
  if (targets.length) return { what: "target", ...centre(targets.at(-1)) };
  if (sources.length) return { what: "source", ...centre(sources.at(-1)) };
  return null;
}

// Both play until the end, or until so many clicks; returns their number, -1 if neither can act for two minutes.
async function playBoth(tabs, most = 3000) {
  for (let n = 0, acting = Date.now(); n < most; ) {
    let acted = false;
    for (const tab of tabs) {
      const now = await tab.evaluate(due);
      if (now?.what === "over") return n;
      if (!now) continue;
      await tab.mouse.click(now.x, now.y);
      acted = true;
      n++;
    }
    if (acted) acting = Date.now();
    else if (Date.now() - acting > 120000) return -1;
    else await tabs[0].waitForTimeout(15);
  }
  return most;
}

const moves = (tab) => tab.locator(".moves .ply").allTextContents();
const status = (tab) => tab.locator(".status").textContent();

// ---- every game, to its end ----

for (const game of chosen.length ? chosen.filter((name) => name !== "none") : ["ur", "senet", "awari", "cave"]) {
  const ada = await visit(site.url, "Ada"), { link, watch } = await invite(ada, game);
  if (game === "ur") expect("waiting: accessible", [], await violations(ada.tab));
  const bob = await visit(link, "Bob");
  await bob.tab.waitForSelector(".invited h1");
  if (game === "ur") expect("an invitation: accessible", [], await violations(bob.tab));
  await accept(bob);
  const eve = await visit(watch, "");
  await eve.tab.waitForSelector(".play .cell");
  expect(`${game}: the token is not in the address`, true, !bob.tab.url().includes("join=") && !eve.tab.url().includes("watch="));
  const title = await ada.tab.title();
  expect(`${game}: the title says whose turn it is`, true, title.includes("Your turn") && !(await bob.tab.title()).includes("Your turn"));
  if (game === "ur") expect("a game: accessible", [], await violations(ada.tab));
  const clicks = await playBoth([ada.tab, bob.tab], game === "senet" ? 160 : 3000);
  if (game === "senet") {
    await bob.tab.click("[data-do=resign]");
    await bob.tab.click("[data-do=resign-yes]");
  }
  expect(`${game}: two browsers play (${clicks} clicks)`, true, clicks > 20);
  for (const { tab } of [ada, bob, eve]) await tab.waitForSelector(".finish");
  expect(`${game}: all see the same moves`, [await moves(ada.tab), await moves(ada.tab)], [await moves(bob.tab), await moves(eve.tab)]);
  expect(`${game}: the spectator has nothing to click`, 0, await eve.tab.locator(".sticks:not(:disabled), .cell.source, .actions button").count());
  if (game === "ur" || game === "senet") {
    await eve.tab.click("[data-check]");
    await eve.tab.waitForSelector(".dice .answer:not(:empty)");
    expect(`${game}: the dice are right`, true, (await eve.tab.locator(".dice .answer").textContent()).startsWith("Correct"));
  }
  expect(`${game}: no errors`, [[], [], []], [ada.wrong, bob.wrong, eve.wrong]);
  await Promise.all([ada.close(), bob.close(), eve.close()]);
}

// ---- one is offline for a while, offers, rematch, foreign tokens ----

const way = await cable(site.url), ada = await visit(site.url, "Ada"), game = await invite(ada, "awari");
const bob = await visit(game.link.replace(new URL(site.url).port, way.port), "Bob");
await accept(bob);
await bob.tab.waitForSelector(".presence.online >> nth=1");
way.set(true);
await ada.tab.waitForSelector(".absent");
expect("the opponent is seen to be offline", true, (await ada.tab.locator(".absent").textContent()).startsWith("Bob is not connected"));
await playBoth([ada.tab], 1);
await ada.tab.waitForFunction(() => document.querySelectorAll(".moves .ply").length === 1);
await bob.tab.waitForSelector(".note.link");
expect("an offline page says so", true, await bob.tab.locator(".note.link").isVisible());
way.set(false);
await bob.tab.waitForFunction(() => document.querySelectorAll(".moves .ply").length === 1);
await ada.tab.waitForSelector(".absent", { state: "detached" });
expect("a page that is online again has the move", await moves(ada.tab), await moves(bob.tab));

way.set("502");
await ada.tab.waitForSelector(".absent");
await bob.tab.waitForSelector(".note.link");
await bob.tab.waitForTimeout(1200); // some attempts
expect("a page behind a proxy without a server keeps trying", [true, false], [await bob.tab.locator(".note.link").isVisible(), await bob.tab.locator(".said .note:not(.link)").isVisible()]);
way.set(false);
await ada.tab.waitForSelector(".absent", { state: "detached" });

await ada.tab.click("[data-do=undo]");
await bob.tab.click("[data-do=undo-yes]");
await ada.tab.waitForFunction(() => document.querySelectorAll(".moves .ply").length === 0);
expect("a move is taken back", "Your move", (await status(ada.tab)).split(" ·")[0]);
await bob.tab.click("[data-do=draw]");
await ada.tab.click("[data-do=draw-no]");
await bob.tab.waitForSelector("[data-offer=draw]", { state: "detached" });
for (const { tab } of [ada, bob]) await tab.waitForSelector("[data-do=draw]:disabled");
await playBoth([ada.tab], 1);
await ada.tab.waitForFunction(() => document.querySelectorAll(".moves .ply").length === 1);
expect("a draw that was declined can be offered after a move", true, await ada.tab.locator("[data-do=draw]").isEnabled());
await ada.tab.click("[data-do=draw]");
await bob.tab.click("[data-do=draw-yes]");
await ada.tab.waitForSelector(".finish");
expect("a draw is agreed", true, (await status(ada.tab)).includes("agreed by both players"));

// A page that is opened again has the game; another browser has not.
await ada.tab.reload();
await ada.tab.waitForSelector(".finish");
const stranger = await visit(`${site.url}#/friend/${game.id}`, "Eve");
await stranger.tab.waitForSelector(".notice");
expect("another browser does not have the game", true, (await stranger.tab.locator(".notice").textContent()).includes("does not exist"));
const guessed = await stranger.tab.evaluate(async (id) => {
  const statuses = [];
  for (const token of ["0".repeat(32), "f".repeat(32)])
    statuses.push((await fetch(`api/v1/game/${id}/move`, { method: "POST", headers: { Authorization: `Bearer ${token}` }, body: new URLSearchParams({ ply: "0", move: "A" }) })).status);
  return statuses;
}, game.id);
expect("guessed tokens are refused", [404, 404], guessed);

await ada.tab.click("[data-do=rematch]");
await bob.tab.click("[data-do=rematch-yes]");
for (const { tab } of [ada, bob]) await tab.waitForFunction((old) => !location.hash.includes(old) && document.querySelector(".play .cell"), game.id);
await bob.tab.waitForFunction(() => document.title.includes("Your turn"));
expect("a rematch exchanges the seats", true, !(await ada.tab.title()).includes("Your turn"));

// The answer to Bob's move arrives after the event of Ada's next move.
let answer = () => {};
const answered = new Promise((resolve) => { answer = resolve; });
await bob.tab.route("**/move", async (route) => { const response = await route.fetch(); await answered; await route.fulfill({ response }); });
for (const [mover, other, plies] of [[bob, ada, 1], [ada, bob, 2]]) {
  await playBoth([mover.tab], 1);
  await other.tab.waitForFunction((count) => document.querySelectorAll(".moves .ply").length === count, plies);
}
answer();
const usable = await bob.tab.waitForSelector(".active .cell.source", { timeout: 120000 }).then(() => true, () => false);
expect("a late answer to a move leaves the board in use", true, usable);
await bob.tab.unroute("**/move");
await playBoth([ada.tab, bob.tab], 4);

// ---- notifications: of the browser, or of the service worker where the constructor throws, as on phones ----
for (const phone of [false, true]) {
  const waiting = await open(browser, `${site.url}#/friend?game=awari&side=second`, { permissions: ["notifications"] }, { settings: { speed: "off", name: "Ada" } });
  const mover = await visit(await waiting.tab.locator(".invitation").inputValue(), "Bob");
  await accept(mover);
  await waiting.tab.waitForSelector(".presence.online >> nth=1");
  await waiting.tab.evaluate((phone) => {
    window.told = [];
    Object.defineProperty(document, "hidden", { value: true });
    const Browser = window.Notification;
    window.Notification = class extends Browser {
      constructor(title, options) {
        super(title, options);
        if (phone) throw new TypeError("Illegal constructor");
        window.told.push([title, options.tag]);
      }
    };
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => { window.told.push([title, options.tag]); };
  }, phone);
  await playBoth([mover.tab], 1);
  await waiting.tab.waitForFunction(() => window.told.length > 0);
  const id = waiting.tab.url().match(/friend\/([0-9a-f]+)/)[1];
  expect(`a notification${phone ? " on a phone" : ""}`, [[["Your turn: Awari", id]], true, true],
    [await waiting.tab.evaluate(() => window.told), (await waiting.tab.title()).includes("Your turn"), await waiting.tab.locator("[data-do=draw]").isVisible()]);
  await Promise.all([waiting.close(), mover.close()]);
}

// ---- the opponent stays away ----
const strict = await serve("--away", "2", "--data", join(data, "strict")), left = await visit(`${strict.url}#/friend?game=cave`, "Ada");
const gone = await visit(await left.tab.locator(".invitation").inputValue(), "Bob");
await accept(gone);
await left.tab.waitForSelector(".presence.online >> nth=1");
expect("a game with a connected opponent cannot be claimed", 0, await left.tab.locator("[data-do=claim]").count());
await gone.close();
await left.tab.click("[data-do=claim]");
await left.tab.waitForSelector(".finish");
expect("a game is claimed", true, (await status(left.tab)).includes("away too long"));
await left.close();
await strict.stop();

// ---- a refused click, clocks ----
const timed = await visit(site.url, "Ada");
await timed.tab.click("[data-setup=cave]");
await timed.tab.check("input[name=mode][value=friend]");
await timed.tab.selectOption("select[name=clock]", "5+3");
await timed.tab.click("dialog button[type=submit]");
const second = await visit(await timed.tab.locator(".invitation").inputValue(), "Bob");
await accept(second);
await timed.tab.waitForSelector(".cell.source, .cell.target");
const clocks = (tab) => tab.locator(".strip .clock").allTextContents();
expect("both clocks are shown", [true, true], (await clocks(second.tab)).map((text) => /^(5:00|4:5\d)$/.test(text)));
expect("a game with clocks: accessible", [], await violations(timed.tab));
const forbidden = await timed.tab.evaluate(() => {
  const cell = [...document.querySelectorAll(".cell")].find((e) => !e.matches(".source, .target") && !e.closest(".tray")), b = cell.getBoundingClientRect();
  return { x: b.x + b.width / 2, y: b.y + b.height / 2 };
});
await timed.tab.mouse.click(forbidden.x, forbidden.y);
await timed.tab.waitForSelector(".said .note a");
expect("a refused click names the rule", true, /^Rule M\d/.test(await timed.tab.locator(".said .note a").textContent()));
if (process.env.SHOTS) await timed.tab.screenshot({ path: `${process.env.SHOTS}/clock.png` });
expect("no errors with clocks", [[], []], [timed.wrong, second.wrong]);
await Promise.all([timed.close(), second.close()]);
const fast = await visit(`${site.url}#/friend?game=awari&side=first&clock=2s`, "Ada");
const late = await visit(await fast.tab.locator(".invitation").inputValue(), "Bob");
await accept(late);
for (const { tab } of [fast, late]) await tab.waitForSelector(".finish");
expect("a clock runs out", [true, "0:00", "0:02"], [(await status(late.tab)).includes("out of time"), ...(await clocks(late.tab)).sort()]);
await Promise.all([fast.close(), late.close()]);

// ---- Arabic, a phone ----
const phone = await open(browser, ada.tab.url(), { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  { settings: { speed: "off", language: "ar" }, live: await ada.tab.evaluate(() => JSON.parse(localStorage.getItem("lusoria.live"))) });
await phone.tab.waitForSelector(".play .cell");
expect("Arabic: no text is missing", [], await phone.tab.evaluate(() => document.body.innerText.match(/\[[a-z]+\.\w+\]/g) ?? []));
expect("a phone scrolls nowhere", true, await noScrolling(phone.tab));
if (process.env.SHOTS) {
  await phone.tab.screenshot({ path: `${process.env.SHOTS}/phone.png` });
  await bob.tab.screenshot({ path: `${process.env.SHOTS}/bob.png` });
}
const expected = /ERR_|502|fetching the script/; // while the way to the server was cut
expect("no errors", [[], []], [ada, bob].map(({ wrong }) => wrong.filter((w) => !expected.test(w))));
await browser.close();
way.close();
await site.stop();
finish();
