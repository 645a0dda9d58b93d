// SPDX-License-Identifier: MIT
// wasm.mjs - the browser engine: it has no imports, and its answers to 500 requests equal the
// program's byte for byte, except for the timings.  Prints TAP.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
// The module has neither rules pages nor a clock.
check('rules', 'ESTATE', JSON.parse(call('rules', 'game=ur')).code);
check('time', 'ESTATE', JSON.parse(call('choose', 'game=awari&time=10')).code);
console.log(`1..${n}`);
