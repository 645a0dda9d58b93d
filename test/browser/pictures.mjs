// SPDX-License-Identifier: MIT
//
// node pictures.mjs SITE CHROMIUM FOLDER   takes the pictures of doc/pictures (`make pictures`).
import { gameToReview, launch, open, serve } from "./page_support.mjs";

const [web, chromiumPath, folder] = process.argv.slice(2);
const site = await serve(web, `${web}/engine.wasm`), browser = await launch(chromiumPath);
const desktop = { viewport: { width: 1120, height: 690 }, deviceScaleFactor: 0.7, colorScheme: "light" };
const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, colorScheme: "dark" };

// A picture of one view, once `ready` is there; `act` may click something first.
async function picture(name, hash, ready, { options = desktop, stored = {}, act = async () => {} } = {}) {
  const { tab, wrong, close } = await open(browser, site.url + hash, options, stored);
  await act(tab);
  await tab.waitForSelector(ready);
  await tab.evaluate(() => document.fonts.ready);
  await tab.waitForTimeout(500); // arrows and glows fade in
  await tab.screenshot({ path: `${folder}/${name}.jpg`, type: "jpeg", quality: 72 });
  if (wrong.length) throw new Error(`${name}: ${wrong.join("; ")}`);
  await close();
}

const hint = { act: (tab) => tab.click("[data-do=hint]") };
const hintReady = ".hint .values li p";
await picture("home", "", ".card .board");
await picture("senet", "#g=senet:houses&p=WBWBW-W--BWB---B---W--W-BB----:B:3", hintReady, hint);
await picture("ur", "#g=ur:finkel&p=2--x--xx---x---1:4---x---x-x----0:L:2", hintReady, hint);
await picture("awari", "#g=awari:abapa&m=F.f.B.e.C.d.A.f", hintReady, hint);
await picture("cave", "#g=cave:standard&m=A4.A5.H4.B4.H5.A3.H6.G4", hintReady, hint);
await picture("phone", "#g=ur:finkel&p=2--x--xx---x---1:4---x---x-x----0:L:2", ".active .cell.source", { options: phone });
await picture("training", "#/training/ur:finkel", ".cell.source");
await picture("explorer", "#/explorer", "table td");
await picture("review", "#/review/reviewed", "[data-replay]", {
  stored: { games: ["reviewed"], "game.reviewed": await gameToReview(browser, site.url) },
  act: (tab) => tab.click("[data-step=bad]"),
});
await browser.close();
site.close();
