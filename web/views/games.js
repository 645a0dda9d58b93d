// SPDX-License-Identifier: MIT
// games.js - my games: continue, review, export and import, and my numbers over time.
import { el } from "../dom.js";
import { t, number, percent, currentLanguage } from "../i18n.js";
import { allGames, removeGame, saveGame } from "../storage.js";
import { download, recordOf } from "../links.js";
import { importRecords } from "../import.js";
import { sparkline } from "../graph.js";
import { gameTitle, playerName } from "../seats.js";

/** @typedef {import("../types.js").StoredGame} StoredGame */

/** @param {StoredGame} game */
function outcome(game) {
  if (!game.result) return t("games.open", { n: number(game.moves.length) });
  return game.result.winner < 0 ? t("games.draw") : t("games.won", { who: playerName(game, game.result.winner) });
}

/** @param {StoredGame} game @param {() => void} again */
function row(game, again) {
  const day = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(new Date(game.date));
  return el("li", { "data-game": game.id },
    el("div", {}, el("b", {}, gameTitle(game.game)), el("span", {}, ` ${playerName(game, 0)} – ${playerName(game, 1)}`),
      el("small", {}, `${outcome(game)} · ${day}`)),
    el("div", { class: "buttons" },
      el("a", { class: "button", href: `#/play/${game.id}` }, t(game.result ? "games.show" : "games.continue")),
      game.moves.length ? el("a", { class: "button", href: `#/review/${game.id}` }, t("play.review")) : null,
      el("button", { type: "button", "aria-label": t("games.remove", { game: gameTitle(game.game) }), onclick: () => { removeGame(game.id); again(); } }, "✕")));
}

/** The person's player in a game: 0, 1, or -1 if there is not exactly one. @param {StoredGame} game */
function mine(game) {
  const people = game.seats.filter((s) => s.kind === "person").length;
  return people === 1 ? game.seats.findIndex((s) => s.kind === "person") : -1;
}

/** Mean loss, luck and grade of reviewed games against the program. @param {StoredGame[]} games */
function numbers(games) {
  const played = games.filter((g) => g.result && mine(g) >= 0), reviewed = played.filter((g) => g.numbers && g.numbers.unit !== "stones").reverse();
  if (!played.length) return null;
  const won = played.filter((g) => g.result?.winner === mine(g)).length;
  const losses = reviewed.map((g) => g.numbers?.loss[mine(g)] ?? 0), luck = reviewed.map((g) => g.numbers?.luck[mine(g)] ?? 0);
  const mean = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0) / Math.max(1, list.length);
  const line = (/** @type {string} */ key, /** @type {string} */ value) => el("div", {}, el("dt", {}, t(key)), el("dd", {}, value));
  return el("section", { class: "numbers" }, el("h2", {}, t("games.numbers")),
    el("dl", {}, line("games.played", number(played.length)), line("games.wins", `${number(won)} (${percent(won / played.length, 0)})`),
      reviewed.length ? line("review.meanLoss", percent(mean(losses.slice(-10)), 2)) : null,
      reviewed.length ? line("review.luck", percent(mean(luck.slice(-10)), 1)) : null,
      reviewed.length ? line("games.level", t(`grade.${latestGrade(reviewed)}`)) : null),
    reviewed.length > 1 ? el("figure", {}, sparkline(losses), el("figcaption", {}, t("games.graph"))) : null,
    reviewed.length ? null : el("p", {}, t("games.noReview")));
}

/** The grade that the person had most often in the last ten reviewed games. @param {StoredGame[]} reviewed */
function latestGrade(reviewed) {
  const grades = reviewed.slice(-10).map((g) => g.numbers?.grade[mine(g)] ?? "novice");
  return grades.sort((a, b) => grades.filter((g) => g === b).length - grades.filter((g) => g === a).length)[0];
}

/** @param {HTMLElement} root */
export function mount(root) {
  const page = el("div", { class: "page games" }), said = el("p", { role: "status" });
  const file = el("input", { type: "file", accept: ".txt,.rec,.pgn,text/plain", "aria-label": t("games.import"), onchange: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      const found = await importRecords(await chosen.text());
      found.forEach(saveGame);
      draw();
      said.textContent = t("games.imported", { n: number(found.length) });
    } catch (error) {
      said.textContent = t("games.bad", { message: error instanceof Error ? error.message : String(error) });
    }
  } });
  const exportAll = async () => {
    const texts = await Promise.all(allGames().filter((g) => g.moves.length).map(recordOf));
    download("lusoria-games.txt", texts.join("\n"));
  };
  const draw = () => {
    const all = allGames().filter((g) => g.moves.length || g.throw !== null);
    page.replaceChildren(el("h1", {}, t("nav.games")), ...[numbers(all)].filter((x) => x !== null),
      all.length ? el("ul", { class: "game-list" }, all.map((g) => row(g, draw))) : el("p", {}, t("games.none")),
      el("div", { class: "buttons" }, el("button", { type: "button", "data-export": "", disabled: !all.length, onclick: exportAll }, t("games.export")),
        el("label", { class: "button file" }, el("span", {}, t("games.import")), file)), said);
  };
  draw();
  root.append(page);
  return () => {};
}
