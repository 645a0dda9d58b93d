// SPDX-License-Identifier: MIT
// setup.js - the panel of a new game: rule set, players, sides, dice, set-up. The choices
// are remembered for each game.
import { el } from "./dom.js";
import { t, word, say, number } from "./i18n.js";
import { load, save, settings, changeSettings } from "./storage.js";
import { ask } from "./engine.js";
import { LEVELS, FRIENDLY, setTitle, strengthText } from "./seats.js";
import { hasGames } from "./server.js";
import { newGame } from "./session.js";
import { saveGame } from "./storage.js";
import { go } from "./router.js";

/**
 * @typedef {import("./types.js").GameInfo} GameInfo
 * @typedef {import("./types.js").Rules} Rules
 * @typedef {import("./types.js").Seat} Seat
 *
 * @typedef {object} Choices
 * @property {string} rules
 * @property {"program"|"people"|"watch"|"friend"} mode
 * @property {number} level
 * @property {number} level2
 * @property {"first"|"second"|"lot"} side
 * @property {string} name2
 * @property {string} clock of a game with a friend: "5+3"; "": none
 * @property {boolean} typed
 * @property {string} seed
 * @property {string} start
 * @property {number} depth
 * @property {number} seconds
 */

/** @param {string} game @returns {Choices} */
export function choicesOf(game) {
  return { rules: "", mode: "program", level: FRIENDLY, level2: 4, side: "first", name2: "", clock: "", typed: false, seed: "", start: "", depth: 0, seconds: 0,
    ...load(`setup.${game}`, {}) };
}

/** @param {Choices} c @returns {[Seat, Seat]} */
function seatsOf(c) {
  /** @param {number} level @returns {Seat} */
  const program = (level) => ({ kind: "level", level, depth: c.depth || undefined, seconds: c.seconds || undefined });
  /** @param {string} name @returns {Seat} */
  const person = (name) => ({ kind: "person", name });
  if (c.mode === "people") return [person(settings().name), person(c.name2)];
  if (c.mode === "watch") return [program(c.level), program(c.level2)];
  const second = c.side === "second" || (c.side === "lot" && Math.random() < 0.5);
  return second ? [program(c.level), person(settings().name)] : [person(settings().name), program(c.level)];
}

/** Starts a game as chosen. @param {GameInfo} game @param {Choices} c */
export async function begin(game, c) {
  const rules = c.rules || game.rules[0].name;
  if (c.mode === "friend") return go(`#/friend?game=${rules}&side=${c.side}${c.clock ? `&clock=${encodeURIComponent(c.clock)}` : ""}`);
  const start = c.start.trim() && (await readStart(rules, c.start.trim()));
  const stored = await newGame(rules, seatsOf(c), { start: start || undefined, typed: c.typed, seed: c.seed.trim() });
  saveGame(stored);
  go(`#/play/${stored.id}`);
}

/* A position text, or Awari's set-up file: stores, South's pits, North's pits. */
/** @param {string} game @param {string} text */
async function readStart(game, text) {
  const counts = text.split(/\s+/).map(Number);
  const file = game.startsWith("awari") && counts.length === 14 && counts.every(Number.isInteger);
  const position = file ? [...counts.slice(2), counts[0], counts[1], "S"].join("-") : text.replace(/\s+/g, "");
  return (await ask("state", { game, position })).position;
}

/** @param {string} label @param {HTMLElement} control @param {string|HTMLElement} [help] */
function field(label, control, help) {
  return el("label", { class: "field" }, el("span", {}, label), control, typeof help === "string" ? el("small", {}, help) : help);
}

/** @param {string} name @param {[string|number, string][]} options @param {string|number} chosen */
function select(name, options, chosen) {
  return el("select", { name }, options.map(([value, text]) => el("option", { value, selected: String(value) === String(chosen) }, text)));
}

/** @param {string} name @param {[string, string][]} options @param {string} chosen */
function radios(name, options, chosen) {
  return options.map(([value, text]) => el("label", { class: "radio" }, el("input", { type: "radio", name, value, checked: value === chosen }), el("span", {}, text)));
}

/** What is special about a rule set. @param {Rules} rules */
const rulesAbout = (rules) => say(rules.about, `about.${rules.name}`);

/** Opens the panel. @param {GameInfo} game */
export function openSetup(game) {
  const c = choicesOf(game.name), dialog = el("dialog", { class: "panel", "aria-labelledby": "setup-title" });
  const problem = el("p", { class: "problem", role: "alert" }), about = el("p", { class: "about-rules" });
  const strengths = [el("small", { class: "strength" }), el("small", { class: "strength" })];
  const modes = el("fieldset", {}, el("legend", {}, t("setup.mode")),
    radios("mode", [["program", t("setup.mode.program")], ["people", t("setup.mode.people")], ["watch", t("setup.mode.watch")]], c.mode));
  const form = el("form", { method: "dialog" },
    el("h2", { id: "setup-title" }, t("setup.title", { game: t(`game.${game.name}.title`) })),
    field(t("setup.rules"), select("rules", game.rules.map((r) => [r.name, setTitle(r.name)]), c.rules)), about,
    modes,
    el("div", { class: "pair" },
      field(t("setup.level"), select("level", levelOptions(), c.level), strengths[0]),
      field(t("setup.level2"), select("level2", levelOptions(), c.level2), strengths[1])),
    el("fieldset", { class: "sides" }, el("legend", {}, t("setup.side")),
      radios("side", [["first", t("setup.side.first", { side: word(game.rules[0].sides[0].name) })],
        ["second", t("setup.side.second", { side: word(game.rules[0].sides[1].name) })], ["lot", t("setup.side.lot")]], c.side)),
    el("div", { class: "pair" },
      field(t("setup.name"), el("input", { name: "name", value: settings().name, maxlength: 40, autocomplete: "nickname" })),
      field(t("setup.name2"), el("input", { name: "name2", value: c.name2, maxlength: 40, autocomplete: "off" }))),
    field(t("setup.clock"), select("clock", clockOptions(), c.clock)),
    more(game, c), problem,
    el("div", { class: "buttons" },
      el("button", { type: "submit", class: "primary" }, t("setup.begin")),
      el("button", { type: "button", onclick: () => dialog.close() }, t("setup.close"))));
  dialog.append(form);
  hasGames().then((has) => { if (has) { modes.append(...radios("mode", [["friend", t("setup.mode.friend")]], c.mode)); adapt(); } });
  const adapt = () => {
    const now = read(form), rules = game.rules.find((r) => r.name === now.rules) ?? game.rules[0];
    form.dataset.mode = now.mode;
    about.replaceChildren(rulesAbout(rules));
    [now.level, now.level2].forEach((level, i) => { strengths[i].textContent = strengthText(rules, level); });
  };
  form.addEventListener("change", adapt);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = read(form);
    changeSettings({ name: String(new FormData(form).get("name") ?? "").trim() });
    save(`setup.${game.name}`, { ...chosen, seed: "" });
    try {
      await begin(game, chosen);
      dialog.close();
    } catch (error) {
      problem.replaceChildren(t("setup.bad", { message: "" }), say(error instanceof Error ? error.message : String(error)));
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  adapt();
  dialog.showModal();
}

/** Time controls as the server reads them. */
const CLOCKS = ["3+2", "5+3", "10+5", "30+20"];
const clockOptions = () => [/** @type {[string, string]} */ (["", t("setup.clock.none")]),
  ...CLOCKS.map((text) => /** @type {[string, string]} */ ([text, t("setup.clock.some", { minutes: number(Number(text.split("+")[0])), seconds: number(Number(text.split("+")[1])) })]))];

const levelOptions = () => LEVELS.map((level) => /** @type {[number, string]} */ ([level, t(`level.${level}`)]));

/** @param {GameInfo} game @param {Choices} c */
function more(game, c) {
  const dice = game.rules.some((r) => r.sticks > 0);
  return el("details", { open: Boolean(c.start || c.depth || c.seconds || c.typed) }, el("summary", {}, t("setup.more")),
    dice ? el("fieldset", {}, el("legend", {}, t("setup.dice")),
      radios("typed", [["no", t("setup.dice.fair")], ["yes", t("setup.dice.typed")]], c.typed ? "yes" : "no")) : null,
    dice ? field(t("setup.seed"), el("input", { name: "seed", value: "", maxlength: 64, pattern: "[!-~]*", autocomplete: "off" }), t("setup.seed.help")) : null,
    field(t("setup.start"), el("textarea", { name: "start", rows: 3, dir: "ltr", spellcheck: "false" }, c.start), t("setup.start.help")),
    el("div", { class: "pair" },
      field(t("setup.depth"), el("input", { name: "depth", type: "number", min: 0, max: 40, value: c.depth }), t("setup.limits.help")),
      field(t("setup.seconds"), el("input", { name: "seconds", type: "number", min: 0, max: 60, value: c.seconds }), t("setup.limits.help"))));
}

/** @param {HTMLFormElement} form @returns {Choices} */
function read(form) {
  const data = new FormData(form), text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  return {
    rules: text("rules"), mode: /** @type {Choices["mode"]} */ (text("mode")), level: Number(text("level")), level2: Number(text("level2")),
    side: /** @type {Choices["side"]} */ (text("side")), name2: text("name2").trim(), clock: text("clock"), typed: text("typed") === "yes", seed: text("seed"),
    start: text("start"), depth: Number(text("depth")), seconds: Number(text("seconds")),
  };
}
