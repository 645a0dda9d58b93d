// SPDX-License-Identifier: MIT
// i18n.js - the texts of the page in the chosen language.
//
// All strings are in strings/LANGUAGE.js. `t` returns a text for a key and arguments.
// Texts of the engine are translated by key too; where a translation is missing, `say`
// shows the English text and marks it as English.
import english from "./strings/en.js";
import { el } from "./dom.js";

/** @type {Record<string, {name: string, dir: "ltr"|"rtl", load: () => Promise<{default: Record<string, string>}>}>} */
export const languages = {
  en: { name: "English", dir: "ltr", load: async () => ({ default: english }) },
  ar: { name: "العربية", dir: "rtl", load: () => import("./strings/ar.js") },
};

/** Texts that only some views need, loaded with them (addTexts). */
/** @type {Record<string, Record<string, () => Promise<{default: Record<string, string>}>>>} */
const parts = {
  learn: { en: () => import("./strings/en_learn.js"), ar: () => import("./strings/ar_learn.js") },
  live: { en: () => import("./strings/en_live.js"), ar: () => import("./strings/ar_live.js") },
};
/** @type {Set<string>} */
const added = new Set();

/** @type {Record<string, string>} */
let texts = english;
let language = "en";

/** @param {string} wanted a language tag; unknown ones give English */
export async function setLanguage(wanted) {
  const code = wanted.slice(0, 2).toLowerCase();
  language = languages[code] ? code : "en";
  texts = (await languages[language].load()).default;
  for (const part of added) await loadPart(part);
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].dir;
}

/** @param {string} part */
async function loadPart(part) {
  Object.assign(english, (await parts[part].en()).default);
  if (language !== "en") Object.assign(texts, (await parts[part][language]()).default);
}

/** Adds the texts of some views; they stay when the language changes. @param {string} part */
export async function addTexts(part) {
  if (added.has(part)) return;
  await loadPart(part);
  added.add(part);
}

export function currentLanguage() {
  return language;
}

/** @param {string} text @param {Record<string, string|number>} args */
function fill(text, args) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(args[name] ?? whole));
}

/**
 * The text of a key. A missing key is a programming error; the tests look for "[key]".
 * @param {string} key
 * @param {Record<string, string|number>} [args]
 */
export function t(key, args = {}) {
  const text = texts[key] ?? english[key];
  return text === undefined ? `[${key}]` : fill(text, args);
}

/**
 * A sentence about a player: for the person at this browser the one that says "you".
 * @param {string} key @param {Record<string, string|number>} args with `who`, a name
 */
export function tWho(key, args) {
  return t(args.who === t("seat.you") ? `${key}.you` : key, args);
}

/** @param {string} key */
export function has(key) {
  return key in texts;
}

/**
 * A text of the engine: translated by its key, or in English and marked so.
 * @param {string} text in English
 * @param {string} [key] such as "refuse.U2"
 * @param {Record<string, string|number>} [args]
 * @returns {Node}
 */
export function say(text, key, args = {}) {
  if (language === "en") return document.createTextNode(text);
  if (key && has(key)) return document.createTextNode(t(key, args));
  return el("span", { lang: "en", dir: "ltr" }, text);
}

/**
 * A word of the engine, such as the name of a side: translated if the language has it.
 * @param {string} word
 */
export function word(word) {
  return texts[`word.${word}`] ?? word;
}

/** @param {number} value 0..1 @param {number} [digits] */
export function percent(value, digits = 1) {
  return new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** A measured number with two digits: 1.6 %, 0.0077 %. @param {number} value @param {"percent"|"decimal"} [style] */
export function about(value, style = "decimal") {
  return new Intl.NumberFormat(language, { style, maximumSignificantDigits: 2 }).format(value);
}

/** @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}
