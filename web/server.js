// SPDX-License-Identifier: MIT
// server.js - what the server of the page has: exact values, and games between people
// (doc/api.md, "HTTP"). A static web host has neither; then the engine of the page answers everything.

/** @type {Promise<Headers|null>|null} */
let announced = null;

/** The headers of the page; asked once, when they are first needed. */
function headers() {
  announced ??= fetch("./", { method: "HEAD", cache: "no-store" }).then((r) => r.headers, () => null);
  return announced;
}

/** The rule sets for which the server has tables. */
async function tables() {
  return (await headers())?.get("Lusoria-Tables")?.split(" ") ?? [];
}

/** Whether people can play each other on the server. */
export async function hasGames() {
  return (await headers())?.get("Lusoria-Games") === "yes";
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
