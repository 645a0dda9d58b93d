// SPDX-License-Identifier: MIT
// background.js - the engine in a worker of its own: the verbs return promises, and `cancel` ends a search.
import { compile, LusoriaError, verbs } from "./index.js";

// Web Worker in browsers, worker_threads in node: `listen(message, failure)`, `post`, `end`.
async function startWorker() {
  if (typeof Worker === "function") {
    const worker = new Worker(new URL("./background_worker.js", import.meta.url), { type: "module" });
    return {
      listen(message, failure) {
        worker.addEventListener("message", (event) => message(event.data));
        worker.addEventListener("error", (event) => failure(event.message || "the worker cannot be loaded"));
      },
      post: (data) => worker.postMessage(data),
      end: () => worker.terminate(),
    };
  }
  const threads = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:worker_threads");
  const worker = new threads.Worker(new URL("./background_worker.js", import.meta.url));
  worker.unref(); // node ends although the worker waits; `call` keeps it alive while a request is open
  return {
    listen(message, failure) {
      worker.on("message", message);
      worker.on("error", (error) => failure(error.message));
    },
    post: (data) => worker.postMessage(data),
    end: () => worker.terminate(),
    hold: (open) => (open ? worker.ref() : worker.unref()),
  };
}

/** The engine in a worker. Make one with `start`. */
export class BackgroundEngine {
  #module;
  #worker = null;
  #requests = new Map();
  #next = 1;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
  }

  #settle(id, finish) {
    const request = this.#requests.get(id);
    if (!request) return;
    this.#requests.delete(id);
    finish(request);
    if (!this.#requests.size) this.#worker?.then((worker) => worker.hold?.(false));
  }

  #fail(message) {
    const worker = this.#worker;
    this.#worker = null;
    worker?.then((w) => w.end(), () => {});
    for (const id of [...this.#requests.keys()])
      this.#settle(id, ({ verb, reject }) => reject(new LusoriaError(verb, { code: "ESTATE", message })));
  }

  async #begin() {
    const worker = await startWorker();
    await new Promise((resolve, reject) => {
      worker.listen(({ ready, id, answer, error }) => {
        if (ready) resolve(undefined);
        else this.#settle(id, (request) => (error ? request.reject(this.#error(request.verb, error)) : request.resolve(answer)));
      }, (message) => {
        reject(new LusoriaError("start", { code: "ESTATE", message }));
        this.#fail(message);
      });
    });
    worker.post({ module: this.#module });
    return worker;
  }

  #error(verb, { text, ...members }) {
    const error = new LusoriaError(verb, { ...members, message: "" });
    error.message = text;
    return error;
  }

  /** Any verb of doc/api.md. Requests are answered in order. */
  async call(verb, fields = {}) {
    const started = this.#worker ??= this.#begin();
    const worker = await started;
    if (this.#worker !== started) throw new LusoriaError(verb, { code: "ESTATE", message: "cancelled" });
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      worker.post({ id, verb, fields }); // throws if a field cannot be copied
      this.#requests.set(id, { verb, resolve, reject });
      worker.hold?.(true);
    });
  }

  /** Ends all open requests: their promises are rejected. The next call starts a new worker. */
  cancel() {
    this.#fail("cancelled");
  }
}
for (const verb of verbs)
  Object.defineProperty(BackgroundEngine.prototype, verb, {
    value(fields) { return this.call(verb, fields); }, writable: true, configurable: true,
  });

/** Compiles the module (`source` as in `compile`) and starts the worker with the first call. */
export async function start(source) {
  return new BackgroundEngine(await compile(source));
}
