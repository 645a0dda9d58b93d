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
await browser.close();
site.close();
finish();
