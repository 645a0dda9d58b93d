// SPDX-License-Identifier: MIT
// worker.mjs - the API of doc/api.md at the edge: a Cloudflare-style worker around the same
// WebAssembly module that the page uses.
//
//     GET  /api/v1/VERB?QUERY
//     POST /api/v1/VERB        with a form
//
// make wasm, copy build/wasm/lusoria.wasm beside this file and deploy both, for example with
// `wrangler deploy`. test/browser/worker.sh runs it in workerd.
import engineModule from "./lusoria.wasm";

const PATH = "/api/v1/";
const MAX_BYTES = 1 << 20;
let engine = null;

// A trap (no memory, a stack overflow) leaves an unusable instance: the next request makes a new one.
function call(verb, query) {
  engine ??= new WebAssembly.Instance(engineModule, {}).exports;
  try {
    const text = new TextEncoder().encode(`${verb}\0${query}\0`);
    const at = engine.lusoria_input(text.length);
    new Uint8Array(engine.memory.buffer).set(text, at);
    const answer = engine.lusoria_call(at, at + text.indexOf(0) + 1);
    const bytes = new Uint8Array(engine.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(answer, bytes.indexOf(0, answer)));
  } catch (error) {
    engine = null;
    throw error;
  }
}

function fault(status, code, expected, message) {
  return reply(status, JSON.stringify({ schema: "lusoria.error/1", code, at: null, expected, message }));
}

function reply(status, body) {
  return new Response(`${body}\n`, {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
  });
}

export default {
  async fetch(request) {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(PATH))
      return fault(404, "EFILE", `${PATH}VERB`, "there is no such page");
    if (request.method !== "GET" && request.method !== "POST")
      return fault(405, "ESTATE", "GET or POST", "this method is not supported");
    const verb = decodeURIComponent(url.pathname.slice(PATH.length));
    const query = request.method === "GET" ? url.search.slice(1) : await request.text();
    if (query.length > MAX_BYTES || `${verb}${query}`.includes("\0"))
      return fault(400, "ETEXT", "a text of at most 1 MB without zero bytes", "the request cannot be read");
    try {
      const answer = call(verb, query);
      return reply(answer.startsWith('{"schema":"lusoria.error/1"') ? 400 : 200, answer);
    } catch {
      return fault(503, "EMEMORY", null, "the engine stopped; try again");
    }
  },
};
