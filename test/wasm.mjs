// SPDX-License-Identifier: MIT
// wasm.mjs - the browser engine: it has no imports, and its answers equal the program's
// byte for byte, except for the timings.  Prints TAP.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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

const withoutTimings = (json) => json.replace(/"timings":\{[^}]*\}/, '"timings":{}').trim();

function programAnswer(...args) {
    try {
        return execFileSync(program, ['analyse', '--json', '--no-tables', ...args], { encoding: 'utf8', stdio: 'pipe' });
    } catch (e) {
        if (!e.stdout)
            throw new Error(`${program} analyse ${args.join(' ')}: ${e.stderr}`);
        return e.stdout;
    }
}

check('no imports', '[]', JSON.stringify(WebAssembly.Module.imports(wasm)));
const games = execFileSync(program, ['games'], { encoding: 'utf8' }).trim().split('\n');
for (const rules of games.map((line) => line.split(' ')[0])) {
    const start = JSON.parse(programAnswer(rules, '--depth', '1')).position;
    for (const depth of [1, 3])
        check(`${rules} depth ${depth}`, withoutTimings(programAnswer(rules, start, '--depth', `${depth}`)),
            withoutTimings(analyse(rules, start, depth)));
}
// Deep enough to need more stack than a module has by default.
const pair = '0------------x-6:0-------------x6:L:1';
check('a deep search', withoutTimings(programAnswer('ur', pair, '--depth', '40')), withoutTimings(analyse('ur', pair, 40)));
const error = JSON.parse(analyse('ur:finkel', '7-----', 1));
check('a syntax error', 'ETEXT 6', `${error.code} ${error.at}`);
// Without a limit the search would not end, and -1 nodes would be 2^64 - 1.
const board = JSON.parse(programAnswer('awari', '--depth', '1')).position;
for (const [depth, nodes] of [[0, 0], [0, -1], [-1, 0], [3, -1], [-1, 100]]) {
    const { code, expected } = JSON.parse(analyse('awari', board, depth, nodes));
    check(`depth ${depth}, nodes ${nodes}`, 'ERANGE a depth or a number of nodes above 0; neither below 0', `${code} ${expected}`);
}
check('a limit of nodes', 'lusoria.analysis/1', JSON.parse(analyse('awari', board, 0, 100)).schema);
check('the signature', readFileSync('bench/SIGNATURE', 'utf8').trim(), cString(engine.lusoria_signature()));
console.log(`1..${n}`);
