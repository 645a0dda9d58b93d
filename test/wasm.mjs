// SPDX-License-Identifier: MIT
// wasm.mjs - the browser engine: it has no imports, and its answers to 500 requests equal the
// program's byte for byte, except for the timings.  Prints TAP.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { makeRequests } from './api_requests.mjs';

let n = 0;
// Anything unexpected is a failed test that says where and why.
process.on('uncaughtException', (error) => {
    console.log(`not ok ${n + 1} - after test ${n}\n# ${String(error.stack).split('\n').join('\n# ')}\n1..${n + 1}`);
    process.exit(1);
});

const [wasmFile, program] = process.argv.slice(2);
const wasm = new WebAssembly.Module(readFileSync(wasmFile));
const engine = new WebAssembly.Instance(wasm, {}).exports;

// Two texts, or of long ones where they begin to differ.
function difference(wanted, got) {
    let at = 0;
    while (at < wanted.length && wanted[at] === got[at])
        at++;
    at = wanted.length + got.length > 400 ? Math.max(0, at - 40) : 0;
    const part = (text) => (at ? `byte ${at}: ...` : '') + (text.slice(at, at + 200) || '(nothing)');
    return `\n# wanted: ${part(wanted)}\n# got:    ${part(got)}`;
}

function check(name, wanted, got) {
    n++;
    if (wanted === got)
        return console.log(`ok ${n} - ${name}`);
    console.log(`not ok ${n} - ${name}${difference(String(wanted), String(got))}`);
    process.exitCode = 1;
}

function call(verb, query) {
    const text = Buffer.from(`${verb}\0${query}\0`);
    const at = engine.lusoria_input(text.length);
    new Uint8Array(engine.memory.buffer).set(text, at);
    const answer = engine.lusoria_call(at, at + Buffer.byteLength(verb) + 1);
    const bytes = new Uint8Array(engine.memory.buffer);
    return Buffer.from(bytes.subarray(answer, bytes.indexOf(0, answer))).toString();
}

// Timings differ, and so do the host's limits of nodes.
const comparable = (json) => json.replace(/"timings":\{[^}]*\}/g, '"timings":{}')
    .replace(/("expected":"|nodes: expected |expected\.)a.number.from.1.to.(20000000|1099511627776)/g, '$1a number of nodes');

const plain = (text) => `${text.length > 100 ? `${text.slice(0, 100)}...` : text}`.replace(/[^ -~]/g, '?').replace(/#/g, '%23');

check('no imports', '[]', JSON.stringify(WebAssembly.Module.imports(wasm)));
check('exports', 'memory lusoria_input lusoria_call', WebAssembly.Module.exports(wasm).map((e) => e.name).join(' '));

// The page has the networks in a file of their own.
const parts = dirname(wasmFile), pageEngine = readFileSync(join(parts, 'engine.wasm')), networks = readFileSync(join(parts, 'networks.bin'));
const fresh = (bytes) => new Uint8Array(new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports.memory.buffer);
const memory = fresh(pageEngine), whole = fresh(readFileSync(wasmFile));
let zeros = 0;
for (let at = 0, size; at < networks.length; at += 8 + size) {
    const address = networks.readUInt32LE(at);
    size = networks.readUInt32LE(at + 4);
    zeros += memory.subarray(address, address + size).every((byte) => byte === 0) ? size : 0;
    memory.set(networks.subarray(at + 8, at + 8 + size), address);
}
check('the module of the page: no networks', true, zeros > 40000);
check('with networks.bin it is the whole module', 0, Buffer.compare(memory, whole));
const packed = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
console.log(`# brotli -q 11: lusoria.wasm ${packed(readFileSync(wasmFile))}, engine.wasm ${packed(pageEngine)}, networks.bin ${packed(networks)} bytes`);
// engine.wasm is loaded before the first move, networks.bin after it.
check('engine.wasm has at most 90 KB (brotli)', true, packed(pageEngine) <= 90000);
check('networks.bin has at most 70 KB (brotli)', true, packed(networks) <= 70000);

const COUNT = 500;
const requests = makeRequests(call, 1, COUNT);
// Deep enough to need more stack than a module has by default.
requests.push(['analyse', 'game=ur&position=0------------x-6:0-------------x6:L:1&depth=40']);
for (const { rules } of JSON.parse(call('games', '')).games)
    for (const { name } of rules)
        requests.push(['puzzle', `game=${name}&seed=3&nodes=20000`]);
requests.push(['puzzle', 'record=FfBeAaCbDc&nodes=20000']);
const input = requests.map(([verb, query]) => `${verb} ${query}\n`).join('');
const answers = execFileSync(program, ['call', '--no-tables', '-'], { input, encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');
check('answers of the program', requests.length + 1, answers.length);
let same = 0;
const errors = new Set();
requests.forEach(([verb, query], i) => {
    const got = call(verb, query);
    errors.add(JSON.parse(got).schema);
    if (comparable(got) === comparable(answers[i]))
        same++;
    else
        check(`${verb} ${plain(query)}`, comparable(answers[i]), comparable(got));
});
check(`${requests.length} requests answered byte for byte as by the program`, requests.length, same);
check('every schema is among them', 'analysis choose dice error explain games probe puzzle record refuse review state',
    [...errors].map((schema) => schema.replace(/lusoria\.(\w+)\/1/, '$1')).sort().join(' '));
// Without a clock only nodes and depth end a search.
check('a search without limits ends', 'lusoria.analysis/1', JSON.parse(call('analyse', 'game=ur&throw=2')).schema);
for (const nodes of ['0', '-1', '18446744073709551615'])
    check(`nodes=${nodes} is refused`, 'lusoria.error/1', JSON.parse(call('choose', `game=awari&nodes=${nodes}`)).schema);
// The module has neither rules pages nor a clock.
check('rules', 'ESTATE', JSON.parse(call('rules', 'game=ur')).code);
check('time', 'ESTATE', JSON.parse(call('choose', 'game=awari&time=10')).code);
console.log(`1..${n}`);
