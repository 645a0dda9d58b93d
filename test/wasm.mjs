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

function call(verb, query) {
    const text = Buffer.from(`${verb}\0${query}\0`);
    const at = engine.lusoria_input(text.length);
    new Uint8Array(engine.memory.buffer).set(text, at);
    const answer = engine.lusoria_call(at, at + Buffer.byteLength(verb) + 1);
    const bytes = new Uint8Array(engine.memory.buffer);
    return Buffer.from(bytes.subarray(answer, bytes.indexOf(0, answer))).toString();
}

const withoutTimings = (json) => json.replace(/"timings":\{[^}]*\}/, '"timings":{}').trim();

function programAnswer(verb, fields) {
    try {
        return execFileSync(program, ['call', verb, ...fields], { encoding: 'utf8', stdio: 'pipe' });
    } catch (e) {
        if (!e.stdout)
            throw new Error(`${program} call ${verb} ${fields.join(' ')}: ${e.stderr}`);
        return e.stdout;
    }
}

function compare(name, verb, ...fields) {
    const query = fields.map((f) => f.split('=', 2).map(encodeURIComponent).join('='));
    check(name, withoutTimings(programAnswer(verb, fields)), withoutTimings(call(verb, query.join('&'))));
}

check('no imports', '[]', JSON.stringify(WebAssembly.Module.imports(wasm)));
check('exports', 'memory lusoria_input lusoria_call', WebAssembly.Module.exports(wasm).map((e) => e.name).join(' '));
compare('games', 'games');
for (const { rules } of JSON.parse(call('games', '')).games)
    for (const { name, throws } of rules) {
        const where = [`game=${name}`].concat(throws.length ? [`throw=${throws[1].value}`, 'rolloff=2.1'] : []);
        if (!name.endsWith('blockade'))
            where.splice(2);
        compare(`${name} state`, 'state', ...where);
        compare(`${name} depth 3`, 'analyse', ...where, 'depth=3');
        compare(`${name} nodes`, 'analyse', ...where, 'nodes=2000');
        for (const level of ['1', 'club', '6'])
            compare(`${name} level ${level}`, 'choose', ...where, `level=${level}`, 'seed=7');
    }
// Deep enough to need more stack than a module has by default.
compare('a deep search', 'analyse', 'game=ur', 'position=0------------x-6:0-------------x6:L:1', 'depth=40');
compare('a syntax error', 'state', 'game=ur', 'position=7-----');
compare('a review', 'review', 'record=FfBe', 'depth=2');
// The module has no clock.
check('time', 'ESTATE', JSON.parse(call('choose', 'game=awari&time=10')).code);
console.log(`1..${n}`);
