// SPDX-License-Identifier: MIT
//
// The page of a tournament in a real browser: node tournament_page.mjs LUSORIA CHROMIUM [SCREENSHOTS]
// Three sizes, light and dark, on paper, every link to a review, an agent that writes HTML.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, finish, launch, open, violations } from "./page_support.mjs";

const [lusoria, chromiumPath, shots] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "lusoria-tournament-"));
const evil = "</pre><script>window.hacked=1</script><img src=x onerror=window.hacked=2>";

// An agent that plays the first legal move and fails at its tenth.
writeFileSync(join(scratch, "agent.sh"), `n=0
while read -r word first rest; do
    case $word in
    lusoria) echo ready ;;
    legal) move=$first ;;
    go) n=$((n + 1)); [ $n -lt 10 ] || { echo '${evil}' >&2; exit 3; }; echo "bestmove $move" ;;
    esac
done
`);
writeFileSync(join(scratch, "cup.txt"), `game ur
games 4
seed 5
player ann ai:2
player <b>bob</b> random
player eve exec:sh ${join(scratch, "agent.sh")}
`);
const file = join(scratch, "the cup & co.html");
execFileSync(lusoria, ["tournament", join(scratch, "cup.txt"), "--no-store", "--reviews", "6", "--html", file],
  { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const url = pathToFileURL(file).href;

const overflow = (tab) => tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function looks(browser) {
  for (const width of [360, 768, 1440])
    for (const colorScheme of ["light", "dark"]) {
      const what = `${width}, ${colorScheme}`;
      const { tab, wrong, close } = await open(browser, url, { viewport: { width, height: 800 }, colorScheme });
      expect(`${what}: lists are closed at first`, 0, (await tab.$$("details[open]")).length);
      expect(`${what}: axe-core`, [], await violations(tab));
      await tab.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
      expect(`${what}: axe-core, all lists open`, [], await violations(tab));
      expect(`${what}: nothing beside the page`, true, (await overflow(tab)) <= 0);
      if (shots) await tab.screenshot({ path: join(shots, `tournament-${width}-${colorScheme}.png`), fullPage: true });
      expect(`${what}: nothing went wrong`, [], wrong);
      await close();
    }
}

async function contents(browser) {
  const { tab, wrong, close } = await open(browser, url);
  expect("no script on the page", 0, (await tab.$$("script")).length);
  expect("what an agent wrote is text", [true, null], [(await tab.textContent("pre")).includes(evil), await tab.evaluate(() => window.hacked ?? null)]);
  expect("a name is text", 0, (await tab.$$("main b, main img")).length);
  expect("every game is listed", 12, (await tab.$$(".games tbody tr")).length);
  const reviews = await tab.$$eval(".games a", (all) => all.map((a) => a.href));
  // Six by --reviews, and the first five faults of eve, three of which are among them.
  expect("games with a review", true, reviews.length >= 6 && reviews.length <= 11);
  expect("faults with a review", 5, (await tab.$$(".faults li a")).length);
  const links = await tab.$$eval("a", (all) => all.map((a) => a.href).filter((a) => !a.includes("#")));
  expect("every link leads to a file", [], links.filter((a) => !existsSync(fileURLToPath(a))));
  await tab.click("table a >> nth=0");
  expect("a score opens its list", [1, true], [(await tab.$$("details[open]")).length, await tab.locator("details[open] .games").isVisible()]);
  await tab.click("details[open] .games a >> nth=0");
  expect("a review", true, (await tab.textContent("h1")).includes("review"));
  expect("a review: axe-core", [], await violations(tab));
  await tab.click(".back a");
  expect("and back", file, fileURLToPath(tab.url()));
  expect("nothing went wrong", [], wrong);
  await close();
}

async function onPaper(browser) {
  const { tab, close } = await open(browser, url);
  await tab.emulateMedia({ media: "print" });
  const pdf = await tab.pdf({ format: "A4" });
  expect("paper: a page or two", true, [1, 2].includes((pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) || []).length));
  expect("paper: the crosstable, the bars and the faults", [true, true, true],
    [await tab.isVisible(".scroll table"), await tab.isVisible(".interval .rating >> nth=0"), await tab.isVisible("pre >> nth=0")]);
  if (shots) writeFileSync(join(shots, "tournament.pdf"), pdf);
  await close();
}

const browser = await launch(chromiumPath);
try {
  await looks(browser);
  await contents(browser);
  await onPaper(browser);
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
finish();
