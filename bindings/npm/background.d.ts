// SPDX-License-Identifier: MIT
// background.d.ts - types of background.js.
import type { Requests, Source, Verb } from "./index.js";

/** The engine in a worker: requests are answered in order; a promise is rejected with a LusoriaError. */
export type BackgroundEngine = { [V in Verb]: (fields: Requests[V][0]) => Promise<Requests[V][1]> } & {
  call<V extends Verb>(verb: V, fields: Requests[V][0]): Promise<Requests[V][1]>;
  /** Ends all open requests with an error (ESTATE). The next call starts a new worker. */
  cancel(): void;
};
export const BackgroundEngine: { new (module: WebAssembly.Module): BackgroundEngine; readonly prototype: BackgroundEngine };

/** Compiles the module; the worker starts with the first call. */
export function start(source?: Source | Promise<Source>): Promise<BackgroundEngine>;
