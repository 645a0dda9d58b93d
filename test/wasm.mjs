// SPDX-License-Identifier: MIT
// wasm.mjs - the engine as a page has it: imports nothing and answers as the program
// does, byte for byte but for the time it took.  Prints TAP.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [wasmFile, program] = process.argv.slice(2);
const wasm = new WebAssembly.Module(readFileSync(wasmFile));
const engine = new WebAssembly.Instance(wasm, {}).exports;
let n = 0;

function check(name, wanted, got) {
    n++;
    if (wanted === got)
        return console.log(`ok ${n} - ${name}`);
    console.log(`not ok ${n} - ${name}\n# wanted: ${wanted}\n# got:    ${got}`);
    process.exitCode = 1;
}

function cString(address) {
    const bytes = new Uint8Array(engine.memory.buffer);
    return Buffer.from(bytes.subarray(address, bytes.indexOf(0, address))).toString();
}

function analyse(rules, position, depth, nodes = 0) {
    const text = Buffer.from(`${rules}\0${position}\0`);
    const at = engine.lusoria_input(text.length);
    new Uint8Array(engine.memory.buffer).set(text, at);
    return cString(engine.lusoria_analyse(at, at + rules.length + 1, depth, nodes));
}

const timeless = (json) => json.replace(/"timings":\{[^}]*\}/, '"timings":{}').trim();

function program_says(...args) {
    try {
        return execFileSync(program, ['analyse', '--json', '--no-tables', ...args], { encoding: 'utf8', stdio: 'pipe' });
    } catch (e) {
        return e.stdout;
    }
}

check('no imports', '[]', JSON.stringify(WebAssembly.Module.imports(wasm)));
const games = execFileSync(program, ['games'], { encoding: 'utf8' }).trim().split('\n');
for (const rules of games.map((line) => line.split(' ')[0])) {
    const start = JSON.parse(program_says(rules, '--depth', '1')).position;
    for (const depth of [1, 3])
        check(`${rules} depth ${depth}`, timeless(program_says(rules, start, '--depth', `${depth}`)),
            timeless(analyse(rules, start, depth)));
}
// Deep enough to need more stack than a module has if nobody asks.
const pair = '0------------x-6:0-------------x6:L:1';
check('a deep search', timeless(program_says('ur', pair, '--depth', '40')), timeless(analyse('ur', pair, 40)));
const error = JSON.parse(analyse('ur:finkel', '7-----', 1));
check('a fault', 'ETEXT 6', `${error.code} ${error.at}`);
check('the signature', readFileSync('bench/SIGNATURE', 'utf8').trim(), cString(engine.lusoria_signature()));
console.log(`1..${n}`);
