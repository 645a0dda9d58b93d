// SPDX-License-Identifier: MIT
// training.js - puzzles: what is due, the person's own mistakes, and generated ones of a
// fitting level; spaced repetition and streaks (training_store.js).
import { el } from "../dom.js";
import { t, word, addTexts, percent, number } from "../i18n.js";
import { explained } from "../explain.js";
import { games, think } from "../engine.js";
import { allGames, load, save } from "../storage.js";
import { recordOf } from "../links.js";
import { gameTitle, setTitle } from "../seats.js";
import { createSticks } from "../sticks.js";
import { TryBoard, announce, learnStyle } from "../tryboard.js";
import { training, change, due, answered, dayStreak, levelOf } from "../training_store.js";

/**
 * @typedef {import("../training_store.js").Puzzle} Puzzle
 * @typedef {import("../types.js").Rules} Rules
 */

const SOURCES = ["mixed", "mistakes", "new"];

class TrainingView {
  /** @param {Rules} rules @param {string} source */
  constructor(rules, source) {
    this.rules = rules;
    this.source = source;
    this.control = new AbortController();
    this.trial = new TryBoard(rules, {
      label: t("board.label", { game: gameTitle(rules.name) }), onMove: (move) => this.answer(move.move),
      onKey: (key) => this.key(key),
    });
    this.sticks = rules.sticks ? createSticks(rules, () => {}) : null;
    this.status = el("p", { class: "status", role: "status" });
    this.verdict = el("div", { class: "verdict", hidden: true });
    this.numbers = el("dl", { class: "tally" });
    this.lead = el("p", { class: "soft" }, t("training.lead")); // until there are numbers
    this.actions = el("div", { class: "buttons", role: "group", "aria-label": t("play.actions") });
    this.side = el("div", { class: "side" }, el("div", { class: "now" }, this.sticks?.element, el("div", { class: "said" }, this.status)),
      this.actions, this.verdict, this.lead, this.numbers);
    /** @type {Puzzle|null} */
    this.puzzle = null;
    this.done = false;
    this.tries = 0;
  }

  // ---- which puzzle ----

  async next() {
    this.control.abort();
    this.control = new AbortController();
    const { signal } = this.control;
    this.busy(t("training.searching"));
    try {
      this.puzzle = await this.find(signal);
    } catch (error) {
      if (!signal.aborted) this.busy(t("error.engine", { message: String(error instanceof Error ? error.message : error) }));
      return;
    }
    if (!signal.aborted) await this.show();
  }

  /** @param {AbortSignal} signal @returns {Promise<Puzzle|null>} */
  async find(signal) {
    const [waiting] = due(this.rules.name);
    if (waiting && this.source !== "new") return waiting.puzzle;
    if (this.source !== "new") {
      const mistake = await this.mistake(signal);
      if (mistake || this.source === "mistakes") return mistake;
    }
    return this.generated(signal);
  }

  /** The next mistake in the person's finished games. @param {AbortSignal} signal @returns {Promise<Puzzle|null>} */
  async mistake(signal) {
    for (const game of allGames()) {
      const player = game.seats.findIndex((s) => s.kind === "person"), taken = training().searched[game.id] ?? 0;
      if (game.game !== this.rules.name || !game.result || player < 0 || taken < 0) continue;
      const both = game.seats.every((s) => s.kind === "person");
      const found = await think("puzzle", { record: await recordOf(game), number: taken + 1, player: both ? null : player }, signal);
      change({ searched: { ...training().searched, [game.id]: found.puzzle ? taken + 1 : -1 } });
      if (found.puzzle) return found;
    }
    return null;
  }

  /** @param {AbortSignal} signal @returns {Promise<Puzzle|null>} */
  async generated(signal) {
    for (let tried = 0; tried < 3; tried++) {
      const { seed } = training();
      change({ seed: seed + 1 });
      const found = await think("puzzle", { game: this.rules.name, seed, level: levelOf(this.rules.name) }, signal);
      if (found.puzzle) return found;
    }
    return null;
  }

  // ---- showing ----

  /** @param {string} text */
  busy(text) {
    this.status.textContent = text;
    this.verdict.hidden = true;
    this.actions.replaceChildren();
    this.trial.board.setMoves(null);
    this.drawNumbers();
  }

  async show() {
    const { puzzle } = this;
    this.drawNumbers();
    if (!puzzle) {
      this.status.textContent = t(this.source === "mistakes" ? "training.noMistakes" : "training.none");
      this.actions.replaceChildren();
      return;
    }
    this.done = false;
    this.tries = 0;
    await this.trial.load({ start: puzzle.position });
    this.sticks?.set(puzzle.throw, false, false);
    const side = word(this.rules.sides[puzzle.side].name);
    this.status.textContent = t("training.question", { side });
    announce(this.status.textContent);
    this.verdict.hidden = true;
    this.drawActions();
    this.trial.element.dataset.puzzle = puzzle.position;
  }

  drawActions() {
    const { puzzle } = this;
    if (!puzzle) return;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act, primary = false) =>
      el("button", { type: "button", "data-do": key, class: primary ? "primary" : "", onclick: act }, t(`training.${key}`));
    this.actions.replaceChildren(...(this.done
      ? [button("next", () => this.next(), true), button("again", () => this.show()),
        el("a", { class: "button", href: `#/explorer?g=${puzzle.game}&p=${puzzle.position}` }, t("play.explore"))]
      : [button("solution", () => this.answer(null)), button("skip", () => this.next())]));
  }

  drawNumbers() {
    const all = training(), waiting = due(this.rules.name).length;
    /** @type {[string, string][]} */
    const rows = [["streak", number(all.streak)], ["bestStreak", number(all.best)], ["daysInRow", number(dayStreak())], ["due", number(waiting)],
      ["solved", all.solved + all.missed ? percent(all.solved / (all.solved + all.missed), 0) : "–"], ["level", t(`level.${levelOf(this.rules.name)}`)]];
    this.numbers.hidden = !(all.solved + all.missed);
    this.lead.hidden = !this.numbers.hidden;
    this.numbers.replaceChildren(...rows.map(([key, value]) => el("div", { "data-number": key }, el("dt", {}, t(`training.${key}`)), el("dd", {}, value))));
  }

  // ---- answering ----

  /** A move, or null: show the solution. @param {string|null} move */
  async answer(move) {
    const { puzzle } = this;
    if (!puzzle || this.done) return;
    const right = move === puzzle.move, first = this.tries++ === 0;
    if (first) answered(puzzle, right);
    if (!right && move !== null && first) return this.wrong(puzzle, move);
    this.done = true;
    this.explain(puzzle, move, right);
    this.drawNumbers();
    const legal = this.trial.state.legal ?? [], best = legal.find((m) => m.move === puzzle.move), mine = legal.find((m) => m.move === move);
    if (right && move) await this.trial.play(move);
    else this.trial.board.setMoves(null);
    this.trial.board.arrows([...(best && !right ? [{ move: best, class: "best" }] : []), ...(mine && !right ? [{ move: mine, class: "played" }] : [])]);
    this.drawActions();
    if (!this.side.contains(document.activeElement)) this.trial.board.focus();
  }

  /** The first wrong answer: what it loses, and another chance. @param {Puzzle} puzzle @param {string} move */
  wrong(puzzle, move) {
    this.trial.board.clear();
    this.say("bad", [t("training.wrong", { move, loss: this.loss(puzzle, move) }), " ", t("training.tryAgain")]);
    this.drawActions();
    this.drawNumbers();
  }

  /** @param {Puzzle} puzzle @param {string|null} move @param {boolean} right */
  explain(puzzle, move, right) {
    const head = right ? t(this.tries > 1 ? "training.rightLater" : "training.right", { move: puzzle.move }) :
      move === null ? t("training.best", { move: puzzle.move }) : t("training.wrongAgain", { move, loss: this.loss(puzzle, move), best: puzzle.move });
    const source = puzzle.exact ? t("hint.exact") : t("training.depths", { a: puzzle.depths[0], b: puzzle.depths[1] });
    this.say(right ? "good" : "bad", [head], el("p", {}, explained({ game: puzzle.game, position: puzzle.position }, puzzle)),
      puzzle.played ? el("p", {}, t("training.played", { move: puzzle.played, loss: this.loss(puzzle, puzzle.played) })) : null,
      el("p", { class: "soft" }, t("training.margin", { margin: this.amount(puzzle, puzzle.margin), source }), " ",
        puzzle.level ? t("training.rated", { level: t(`level.${puzzle.level}`) }) : t("training.unrated")),
      el("ol", { class: "values" }, puzzle.moves.slice(0, 6).map((m, i) => el("li", { class: i ? "" : "best" }, el("bdi", { dir: "ltr", class: "move" }, m.move),
        el("b", {}, puzzle.unit === "stones" ? number(m.evaluation, 1) : percent(m.evaluation)), el("span", {}, i ? t("hint.behind", { loss: this.amount(puzzle, m.loss) }) : t("hint.best"))))));
  }

  /** @param {"good"|"bad"} kind @param {(string|Node)[]} head @param {...(Node|null)} rest */
  say(kind, head, ...rest) {
    this.verdict.className = `verdict ${kind}`;
    this.verdict.hidden = false;
    this.verdict.replaceChildren(el("p", { class: "head" }, head), ...rest.filter((n) => n !== null));
    announce(this.verdict.querySelector(".head")?.textContent ?? "");
  }

  /** @param {Puzzle} puzzle @param {number} value */
  amount(puzzle, value) {
    return puzzle.unit === "stones" ? t("training.stones", { n: number(value, 1) }) : percent(value);
  }

  /** @param {Puzzle} puzzle @param {string} move */
  loss(puzzle, move) {
    return this.amount(puzzle, puzzle.moves.find((m) => m.move === move)?.loss ?? 0);
  }

  /** @param {string} key */
  key(key) {
    if (key === "s" && !this.done) this.answer(null);
    else if ((key === "c" || key === "Enter") && this.done) this.next();
    else return false;
    return true;
  }
}

/** @param {string} key @param {string} label @param {[string, string][]} options @param {string} value @param {(value: string) => void} onChange */
function choice(key, label, options, value, onChange) {
  const select = el("select", { name: key, onchange: () => onChange(select.value) },
    options.map(([v, text]) => el("option", { value: v, selected: v === value }, text)));
  return el("label", { class: "field" }, el("span", {}, label), select);
}

/** @param {HTMLElement} root @param {import("../router.js").Params} params */
export async function mount(root, params) {
  const [list] = await Promise.all([games(), addTexts("learn"), learnStyle()]);
  const sets = list.flatMap((g) => g.rules), last = load("trainingChoice", { game: "ur:finkel", source: "mixed" });
  let game = sets.find((r) => r.name === (params.path[0] ?? last.game)) ?? sets[0], source = SOURCES.includes(last.source) ? last.source : "mixed";
  /** @type {TrainingView} */
  let view;
  const place = el("div", { class: "workplace" });
  const begin = () => {
    view?.control.abort();
    save("trainingChoice", { game: game.name, source });
    view = new TrainingView(game, source);
    place.replaceChildren(el("div", { class: "table" }, view.trial.element), view.side);
    return view.next();
  };
  root.append(el("div", { class: "page learn" }, el("h1", {}, t("nav.training")),
    el("div", { class: "choices" },
      choice("game", t("training.game"), sets.map((r) => [r.name, `${t(`game.${r.name.split(":")[0]}.title`)}: ${setTitle(r.name)}`]), game.name,
        (value) => { game = sets.find((r) => r.name === value) ?? game; begin(); }),
      choice("source", t("training.source"), SOURCES.map((s) => [s, t(`training.source.${s}`)]), source, (value) => { source = value; begin(); })),
    place));
  begin();
  return () => view.control.abort();
}
