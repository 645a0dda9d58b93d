// SPDX-License-Identifier: MIT
// index.js - the engine as an ES module for browsers, node and workers: one method for every verb
// of doc/api.md. A call blocks until it is answered; background.js runs the engine in a worker.

const VERBS = ["games", "state", "refuse", "explain", "choose", "analyse", "probe", "review", "record", "dice", "puzzle"];
const MAX_BYTES = 1 << 20;

/** A refused request: the field at fault, the byte of its value, and what was expected there. */
export class LusoriaError extends Error {
  constructor(verb, { code, message, field = null, at = null, expected = null, key = null }) {
    super(`${verb}: ${message}${at === null ? "" : ` (byte ${at})`}`);
    this.name = "LusoriaError";
    Object.assign(this, { verb, code, field, at, expected, key });
  }
}

const refused = (verb, field, expected) =>
  new LusoriaError(verb, { code: "ETEXT", message: field ? `${field}: expected ${expected}` : `expected ${expected}`, field, expected });

// Lists are joined as in a link: moves "4/0-4.2/0-2", rolloff "2.1". Undefined and null fields are left out.
function encodeQuery(verb, fields) {
  const query = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    const text = Array.isArray(value) ? value.join(".") : value;
    if (typeof text !== "string" && typeof text !== "number" && typeof text !== "bigint")
      throw refused(verb, name, "a string, a number or a list of them");
    if (String(text).includes("\0")) throw refused(verb, name, "a text without zero bytes");
    if (text === "" && Array.isArray(value)) continue;
    query.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(text))}`);
  }
  return query.join("&");
}

/** The answer to a request, or the error that it describes. */
function readAnswer(verb, text) {
  const answer = JSON.parse(text);
  if (answer.schema === "lusoria.error/1") throw new LusoriaError(verb, answer);
  return answer;
}

/** The engine. Make one with `load`; it keeps nothing between two calls. */
export class Engine {
  #module;
  #exports = null;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
  }

  // A trap (no memory, a stack overflow) leaves an unusable instance: the next call makes a new one.
  #ask(verb, query) {
    const engine = this.#exports ??= new WebAssembly.Instance(this.#module, {}).exports;
    try {
      const text = new TextEncoder().encode(`${verb}\0${query}\0`);
      if (text.length > MAX_BYTES) throw refused(verb, null, "a request of at most 1 MB");
      const at = engine.lusoria_input(text.length);
      if (!at) throw new Error("no memory");
      new Uint8Array(engine.memory.buffer, at, text.length).set(text);
      const answer = engine.lusoria_call(at, at + text.indexOf(0) + 1);
      if (!answer) throw new Error("no memory");
      const bytes = new Uint8Array(engine.memory.buffer, answer); // again: the memory may have grown
      return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    } catch (error) {
      if (error instanceof LusoriaError) throw error;
      this.#exports = null;
      throw new LusoriaError(verb, { code: "EMEMORY", message: `the engine stopped (${error.message})` });
    }
  }

  /** Any verb of doc/api.md; the methods below are shorter. */
  call(verb, fields = {}) {
    if (typeof verb !== "string" || verb.includes("\0")) throw refused(String(verb), null, `a verb: ${VERBS.join(" ")}`);
    return readAnswer(verb, this.#ask(verb, encodeQuery(verb, fields)));
  }
}
for (const verb of VERBS)
  Object.defineProperty(Engine.prototype, verb, {
    value(fields) { return this.call(verb, fields); }, writable: true, configurable: true,
  });

/** A file of this package: read in node, fetched elsewhere. */
async function packageFile(url) {
  if (url.protocol === "file:" && globalThis.process?.versions?.node) {
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:fs/promises");
    return new Response(await readFile(url));
  }
  return fetch(url);
}

/** @param {Response} response */
async function readBytes(response) {
  if (!response.ok) throw new Error(`${response.url || "the engine"}: status ${response.status}`);
  return response.arrayBuffer();
}

/**
 * Compiles the WebAssembly module. Without a source it is the file of this package.
 * @param {WebAssembly.Module|BufferSource|Response|URL|string|Promise<Response>} [source]
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(source = packageFile(new URL("./lusoria.wasm", import.meta.url))) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
  if (typeof Response !== "undefined" && given instanceof Response) return WebAssembly.compile(await readBytes(given));
  return WebAssembly.compile(await readBytes(await packageFile(new URL(given, globalThis.location?.href))));
}

/** Loads the engine; `source` as in `compile`. */
export async function load(source) {
  return new Engine(await compile(source));
}

/** The rules of a game ("ur", or one of its rule sets), with examples; they are not part of the WebAssembly module. */
export async function rules(game) {
  const name = String(game).split(":")[0];
  if (!["senet", "ur", "awari", "cave"].includes(name)) throw refused("rules", "game", "senet, ur, awari or cave");
  return (await packageFile(new URL(`./rules/rules-${name}.json`, import.meta.url))).json();
}

export { VERBS as verbs };
