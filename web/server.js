// SPDX-License-Identifier: MIT
// server.js - exact values from the server of the page, if it has tables (doc/api.md, "HTTP").
// A static web host has none; then the engine of the page answers everything.

/** @type {Promise<string[]>|null} */
let announced = null;

/** The rule sets for which the server has tables; asked once, when it is first needed. */
function tables() {
  announced ??= fetch("./", { method: "HEAD", cache: "no-store" }).then((r) => r.headers.get("Lusoria-Tables")?.split(" ") ?? [], () => []);
  return announced;
}

/**
 * The server's answer; null: it has no table for this game, or cannot be reached.
 * @param {string} verb @param {URLSearchParams} fields @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function askServer(verb, fields, signal) {
  if (!(await tables()).includes(fields.get("game") ?? "")) return null;
  try {
    const response = await fetch(`api/v1/${verb}`, { method: "POST", body: fields, signal });
    return response.ok ? await response.json() : null;
  } catch (error) {
    if (signal?.aborted) throw error;
    return null;
  }
}
