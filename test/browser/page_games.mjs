// SPDX-License-Identifier: MIT
//
// Whole games on the page: node page_games.mjs WEB WASM CHROMIUM [RULES ...]
// Every rule set by mouse, by touch at 360x640 and by keyboard alone.
import { ask, expect, finish, launch, noScrolling, open, playOn, serve, start } from "./page_support.mjs";

const [web, wasm, chromiumPath, ...chosen] = process.argv.slice(2);
const site = await serve(web, wasm), browser = await launch(chromiumPath);
const windows = {
  mouse: { viewport: { width: 1280, height: 860 } },
  touch: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  keyboard: { viewport: { width: 1024, height: 768 } },
};

// The rule sets, from the engine itself.
async function ruleSets() {
  const { tab, close } = await open(browser, site.url);
  await tab.waitForSelector("[data-play]");
  const list = (await ask(tab, "games")).games.flatMap((g) => g.rules.map((r) => r.name));
  await close();
  return list;
}

for (const rules of chosen.length ? chosen : await ruleSets())
  for (const how of Object.keys(windows)) {
    const game = rules.split(":")[0];
    const { tab, wrong, close } = await open(browser, site.url, windows[how], { [`setup.${game}`]: { rules, mode: "program", level: 1, side: how === "touch" ? "second" : "first" } });
    await start(tab, rules, how);
    const clear = how !== "touch" || (await noScrolling(tab));
    const actions = await playOn(tab, how);
    expect(`${rules} by ${how}: played to the end (${actions} actions)`, true, actions > 0);
    expect(`${rules} by ${how}: nothing to scroll`, true, clear && (how !== "touch" || (await noScrolling(tab))));
    expect(`${rules} by ${how}: no errors`, [], wrong);
    await close();
  }

// Hints in endings of Awari: the page loads endings.wasm for them, and says what is exact and what has bounds.
async function endings() {
  const { tab, wrong, close } = await open(browser, site.url);
  await tab.waitForSelector("[data-play]");
  const loaded = () => tab.evaluate(() => performance.getEntriesByType("resource").some((r) => r.name.endsWith("/endings.wasm")));
  const hint = async (position) => {
    await tab.goto(`${site.url}#g=awari:oware&p=${position}`);
    await tab.reload();
    await tab.waitForSelector(".active .cell.source");
    await tab.click("[data-do=hint]");
    await tab.waitForSelector(".hint .values li");
  };
  expect("awari:oware: the first load has no endings", false, await loaded());
  await hint("0-0-0-0-0-2-1-0-0-0-1-0-22-22-S");
  expect("awari:oware: a hint loads them", true, await loaded());
  expect("awari:oware: exact in an ending", "exact", await tab.textContent(".hint header small"));
  await hint("0-0-0-0-1-1-0-0-0-0-0-2-22-22-S");
  expect("awari:oware: bounds in an ending", "−4.0 to +4.0", await tab.textContent(".hint .values li .certain"));
  expect("awari:oware: no errors with endings", [], wrong);
  await close();
}
if (!chosen.length || chosen.includes("awari:oware")) await endings();
await browser.close();
site.close();
finish();
