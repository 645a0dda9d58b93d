// SPDX-License-Identifier: MIT
// worker.js - the engine in a Web Worker: receives the compiled module and the networks once,
// then verbs and queries, and returns JSON texts. Requests that search wait for the networks.

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

/** @type {() => void} */
let filled;
/** @type {Promise<void>} */
const networks = new Promise((resolve) => { filled = resolve; });

/** Copies each network to its place: address, size and bytes (tools/split_wasm). @param {Exports} wasm @param {ArrayBuffer} bytes */
function fill(wasm, bytes) {
  const view = new DataView(bytes);
  for (let at = 0; at < bytes.byteLength;) {
    const address = view.getUint32(at, true), size = view.getUint32(at + 4, true);
    new Uint8Array(wasm.memory.buffer, address, size).set(new Uint8Array(bytes, at + 8, size));
    at += 8 + size;
  }
}

addEventListener("message", async ({ data }) => {
  if (data.networks) {
    fill(await engine, data.networks);
    filled();
    return;
  }
  if (data.module) {
    try {
      const { exports } = new WebAssembly.Instance(data.module, {});
      ready(/** @type {Exports} */ (/** @type {unknown} */ (exports)));
    } catch (error) {
      postMessage({ dead: String(error) });
    }
    return;
  }
  try {
    if (data.search) await networks;
    postMessage({ id: data.id, answer: call(await engine, data.verb, data.query) });
  } catch (error) {
    postMessage({ id: data.id, fault: String(error) });
  }
});
