// SPDX-License-Identifier: MIT
// worker.js - the engine in a Web Worker: receives the compiled module once, then verbs
// and queries, and returns JSON texts.

/** @typedef {{memory: WebAssembly.Memory, lusoria_input(n: number): number, lusoria_call(verb: number, query: number): number}} Exports */

/** @type {(exports: Exports) => void} */
let ready;
/** @type {Promise<Exports>} */
const engine = new Promise((resolve) => { ready = resolve; });

/** @param {Exports} wasm @param {string} verb @param {string} query */
function call(wasm, verb, query) {
  const text = new TextEncoder().encode(`${verb}\0${query}\0`);
  const at = wasm.lusoria_input(text.length);
  if (!at) throw new Error("no memory");
  new Uint8Array(wasm.memory.buffer, at, text.length).set(text);
  const answer = wasm.lusoria_call(at, at + text.indexOf(0) + 1);
  if (!answer) throw new Error("no memory");
  const bytes = new Uint8Array(wasm.memory.buffer, answer);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

addEventListener("message", async ({ data }) => {
  if (data.module) {
    const { exports } = new WebAssembly.Instance(data.module, {});
    ready(/** @type {Exports} */ (/** @type {unknown} */ (exports)));
    return;
  }
  try {
    postMessage({ id: data.id, answer: call(await engine, data.verb, data.query) });
  } catch (error) {
    postMessage({ id: data.id, fault: String(error) });
  }
});
