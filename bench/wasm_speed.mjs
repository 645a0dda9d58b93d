// SPDX-License-Identifier: MIT
// wasm_speed.mjs - the size of the module, its speed against one native thread, and how long a
// worker takes to restart.
//
//     node bench/wasm_speed.mjs build/wasm/lusoria.wasm build/bench/bench_api
//
// bench_api measures the verb `choose` over 101 middle games of each game and lists them; the same
// requests are then measured here, warm, the best of three, in CPU time.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { Worker } from 'node:worker_threads';

const [wasmFile, native] = process.argv.slice(2);
const bytes = readFileSync(wasmFile);
const module = new WebAssembly.Module(bytes);
const engine = new WebAssembly.Instance(module, {}).exports;

function call(verb, fields) {
    const text = Buffer.from(`${verb}\0${new URLSearchParams(fields)}\0`);
    const at = engine.lusoria_input(text.length);
    new Uint8Array(engine.memory.buffer).set(text, at);
    const answer = engine.lusoria_call(at, at + verb.length + 1);
    const all = new Uint8Array(engine.memory.buffer);
    return JSON.parse(Buffer.from(all.subarray(answer, all.indexOf(0, answer))).toString());
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const sum = (list) => list.reduce((a, b) => a + b, 0);

function requestMs(fields) {
    let best = Infinity;
    for (let i = 0; i < 3; i++) {
        const begin = process.cpuUsage();
        const { move } = call('choose', fields);
        const { user, system } = process.cpuUsage(begin);
        if (!move)
            throw new Error(`no move: ${JSON.stringify(fields)}`);
        best = Math.min(best, (user + system) / 1000);
    }
    return best;
}

const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
console.log(`size: ${bytes.length} bytes, ${compressed.length} with brotli -q 11 (at most 115000)`);

const games = new Map();
for (const line of execFileSync(native, ['--list'], { encoding: 'utf8' }).trim().split('\n')) {
    const [game, limit, thrown, position, ms] = line.split(' ');
    const [name, value] = limit.split('=');
    const fields = { game, position, [name]: value };
    if (!/^(awari|cave)/.test(game))
        fields.throw = thrown;
    const key = `${game} ${name} ${value}`;
    games.set(key, [...games.get(key) ?? [], { fields, ms: Number(ms) }]);
}
for (const [key, list] of games) {
    for (const { fields } of list.slice(0, 20))
        call('choose', fields);
    const times = list.map(({ fields }) => requestMs(fields));
    const natives = list.map(({ ms }) => ms);
    console.log(`${key}: native ${median(natives).toFixed(2)} ms, wasm ${median(times).toFixed(2)} ms (medians), at most ${Math.max(...times).toFixed(0)} ms, `
        + `${(sum(natives) / sum(times)).toFixed(2)} of native speed in all (at least 0.45, goal 0.7)`);
}

// A search is cancelled by ending the worker; the next one answers after a restart.
const source = `
const { parentPort, workerData } = require('node:worker_threads');
const { lusoria_input, lusoria_call, memory } = new WebAssembly.Instance(workerData, {}).exports;
const at = lusoria_input(64);
new Uint8Array(memory.buffer).set(Buffer.from('state\\0game=ur\\0'), at);
lusoria_call(at, at + 6);
parentPort.postMessage('ready');`;
const restarts = [];
for (let i = 0; i < 20; i++) {
    const begin = performance.now();
    const worker = new Worker(source, { eval: true, workerData: module });
    await new Promise((resolve) => worker.once('message', resolve));
    restarts.push(performance.now() - begin);
    await worker.terminate();
}
console.log(`worker: restarted and answering after ${median(restarts).toFixed(1)} ms (median of 20)`);
