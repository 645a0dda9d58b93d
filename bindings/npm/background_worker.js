// SPDX-License-Identifier: MIT
// background_worker.js - the engine in a worker: background.js starts it. It receives the compiled module first,
// then requests, and returns answers or the members of an error.
import { Engine } from "./index.js";

const inNode = Boolean(globalThis.process?.versions?.node) && typeof globalThis.postMessage !== "function";
const port = inNode ? (await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:worker_threads")).parentPort : globalThis;
let engine = null;

function answer({ module, id, verb, fields }) {
  if (module) {
    engine = new Engine(module);
    return;
  }
  try {
    port.postMessage({ id, answer: engine.call(verb, fields) });
  } catch (error) {
    const { code, field, at, expected, key } = error;
    port.postMessage({ id, error: { code, field, at, expected, key, text: error.message } });
  }
}

if (inNode) port.on("message", answer);
else port.addEventListener("message", (event) => answer(event.data));
port.postMessage({ ready: true });
