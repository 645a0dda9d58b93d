// SPDX-License-Identifier: MIT
// worker_test.mjs - examples/worker.mjs in workerd, the runtime of Cloudflare's workers: its
// answers equal those of the program, and the round-trip time of an Ur move at depth 6 is
// printed.  Prints TAP.
//
//     node worker_test.mjs FOLDER PROGRAM      FOLDER contains worker.mjs and lusoria.wasm
import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";

const [folder, program] = process.argv.slice(2);
let n = 0;
function check(name, wanted, got) {
  n++;
  console.log(wanted === got ? `ok ${n} - ${name}` : `not ok ${n} - ${name}\n# wanted: ${wanted}\n# got:    ${got}`);
  if (wanted !== got) process.exitCode = 1;
}

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => resolve(port));
  });
});
writeFileSync(`${folder}/worker.capnp`, `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    (name = "lusoria.wasm", wasm = embed "lusoria.wasm")
  ],
  compatibilityDate = "2025-01-01"
);
`);
// The package "workerd" only chooses one of these; its lock needs packages of other systems.
const machine = process.arch === "arm64" ? "arm64" : "64";
const workerd = createRequire(import.meta.url).resolve(`@cloudflare/workerd-linux-${machine}/bin/workerd`);
const server = spawn(workerd, ["serve", `${folder}/worker.capnp`], { stdio: ["ignore", "inherit", "inherit"] });
const base = `http://127.0.0.1:${port}/api/v1/`;
async function reached() {
  for (let i = 0; i < 1200; i++) {
    try {
      return await fetch(`${base}games`);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error("workerd does not answer");
}

try {
  check("it starts", 200, (await reached()).status);
  const fields = ["game=ur", "moves=4/0-4", "throw=2", "depth=6"];
  const wanted = execFileSync(program, ["call", "choose", ...fields], { encoding: "utf8" });
  const query = fields.join("&");
  check("GET", wanted, await (await fetch(`${base}choose?${query}`)).text());
  check("POST", wanted, await (await fetch(`${base}choose`, { method: "POST", body: new URLSearchParams(query) })).text());
  const bad = await fetch(`${base}choose?game=nosuch`);
  check("an error", "400 lusoria.error/1", `${bad.status} ${(await bad.json()).schema}`);
  check("another path", 404, (await fetch(`http://127.0.0.1:${port}/`)).status);
  check("another method", 405, (await fetch(`${base}games`, { method: "DELETE" })).status);
  const times = [];
  for (let i = 0; i < 30; i++) {
    const begin = performance.now();
    await (await fetch(`${base}choose?${query}`)).text();
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  console.log(`# an Ur move at depth 6: ${times[15].toFixed(1)} ms round trip (median of 30), at best ${times[0].toFixed(1)} ms`);
} finally {
  server.kill();
}
console.log(`1..${n}`);
