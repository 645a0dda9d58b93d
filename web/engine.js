// SPDX-License-Identifier: MIT
// engine.js - questions to the engine (doc/api.md), answered by Web Workers.
//
// `ask` is for quick questions (state, refuse, dice, rules), `choose` for the moves of the
// program, `think` for analyses. They have a worker each, so the board stays alive during a
// search. A search is cancelled by ending its worker; the next search starts a new one from
// the compiled module. Where the server of the page has tables, it answers analyses and the
// moves of the strongest level (server.js).
//
// There are two modules. engine.wasm is loaded first. endings.wasm, the same with the endings
// of Awari, is loaded when a search of Awari can use them; its workers solve them in memory.
import { askServer } from "./server.js";

const STRONGEST = 6;

export class EngineError extends Error {
  /** @param {{code: string, message: string, at: number|null, expected: string|null}} answer */
  constructor(answer) {
    super(answer.message);
    this.code = answer.code;
    this.at = answer.at;
    this.expected = answer.expected;
  }
}

/** @typedef {Record<string, string|number|null|undefined>} Query */

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiling = new Map();

/** @param {string} file @returns {Promise<WebAssembly.Module>} */
function compiled(file) {
  const known = compiling.get(file);
  if (known) return known;
  const module = WebAssembly.compileStreaming(fetch(new URL(file, import.meta.url)));
  compiling.set(file, module);
  module.catch(() => compiling.delete(file)); // the next question tries again
  return module;
}

const FIRST = "engine.wasm", ENDINGS = "endings.wasm";

/** Whether the endings can change the answer: only the strongest level uses them. @param {Query} query */
function usesEndings({ game, record, link, level }) {
  return /\bawari\b/.test(String(game ?? record ?? link ?? "")) && Number(level ?? STRONGEST) === STRONGEST;
}

/** @type {Promise<ArrayBuffer>|null} */
let loading = null;

/** The networks of the evaluation. Searches wait for them; a view that will search asks early. */
export function networks() {
  loading ??= fetch(new URL("networks.bin", import.meta.url)).then((response) => {
    if (!response.ok) throw new Error(`networks.bin: ${response.status}`);
    return response.arrayBuffer();
  });
  loading.catch(() => { loading = null; }); // the next search tries again
  return loading;
}

const SEARCHES = ["choose", "analyse", "review", "puzzle"];

/** @param {Query} query */
function encode(query) {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== "") fields.set(name, String(value));
  return fields;
}

class Host {
  /** @param {string} file the module */
  constructor(file = FIRST) {
    this.file = file;
    /** @type {Worker|null} */
    this.worker = null;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.next = 0;
    /** Whether this worker has got the networks. */
    this.sent = false;
  }

  start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.dead) return this.stop(new Error(data.dead));
      const wait = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.fault) wait?.reject(new Error(data.fault));
      else settle(wait, data.answer);
    };
    worker.onerror = (event) => this.stop(new Error(event.message || "the engine stopped"));
    this.sent = false;
    // Without endings.wasm (no network, not stored) a search still works.
    compiled(this.file).catch(() => compiled(FIRST)).then((module) => worker.postMessage({ module }), (error) => this.stop(error));
    return worker;
  }

  /** Sends the networks to the worker, once. @param {Worker} worker */
  prepare(worker) {
    if (this.sent) return;
    this.sent = true;
    networks().then((bytes) => worker.postMessage({ networks: bytes }), (error) => { if (this.worker === worker) this.stop(error); });
  }

  /** @param {string} verb @param {Query} query @returns {Promise<any>} */
  call(verb, query) {
    this.worker ??= this.start();
    if (SEARCHES.includes(verb)) this.prepare(this.worker);
    const id = this.next++;
    this.worker.postMessage({ id, verb, query: encode(query).toString(), search: SEARCHES.includes(verb) });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** @param {Error} reason */
  stop(reason) {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(reason);
    this.waiting.clear();
  }
}

/** @param {{resolve: (a: any) => void, reject: (e: Error) => void}|undefined} wait @param {string} text */
function settle(wait, text) {
  const answer = JSON.parse(text);
  if (answer.schema === "lusoria.error/1") wait?.reject(new EngineError(answer));
  else wait?.resolve(answer);
}

const quick = new Host(), player = new Host(), analyst = new Host();
const endingPlayer = new Host(ENDINGS), endingAnalyst = new Host(ENDINGS);

/** Answers within milliseconds. @param {string} verb @param {Query} [query] @returns {Promise<any>} */
export function ask(verb, query = {}) {
  return quick.call(verb, query);
}

/**
 * Aborting the signal ends the search at once; the promise is rejected with AbortError.
 * @param {Host} host @param {string} verb @param {Query} query @param {AbortSignal} [signal] @returns {Promise<any>}
 */
function search(host, verb, query, signal) {
  const aborted = () => new DOMException("cancelled", "AbortError");
  if (signal?.aborted) return Promise.reject(aborted());
  const answer = host.call(verb, query), cancel = () => host.stop(aborted());
  signal?.addEventListener("abort", cancel, { once: true });
  return answer.finally(() => signal?.removeEventListener("abort", cancel));
}

/** The move of a player. @param {Query} query @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function choose(query, signal) {
  const exact = query.level === STRONGEST ? await askServer("choose", encode(query), signal) : null;
  return exact ?? search(usesEndings(query) ? endingPlayer : player, "choose", query, signal);
}

/** An analysis or a review. @param {string} verb @param {Query} query @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function think(verb, query, signal) {
  const exact = verb === "analyse" ? await askServer(verb, encode(query), signal) : null;
  return exact ?? search(usesEndings(query) ? endingAnalyst : analyst, verb, query, signal);
}

/** @type {Promise<import("./types.js").GameInfo[]>|null} */
let list = null;

/** All games with their rule sets. */
export function games() {
  list ??= ask("games").then((answer) => answer.games);
  return list;
}

/** @param {string} name "ur:finkel" @returns {Promise<import("./types.js").Rules>} */
export async function rulesOf(name) {
  for (const game of await games())
    for (const rules of game.rules) if (rules.name === name || game.name === name) return rules;
  throw new Error(`unknown game ${name}`);
}
