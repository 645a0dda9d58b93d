// SPDX-License-Identifier: MIT
// wasm.mjs - the browser engine: it has no imports, and its answers to 500 requests and to 200
// about endings of Awari equal the program's byte for byte, except for the timings.  Prints TAP.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

// A function that asks an instance.
const asker = (engine) => (verb, query) => {
    const text = Buffer.from(`${verb}\0${query}\0`);
    const at = engine.lusoria_input(text.length);
    new Uint8Array(engine.memory.buffer).set(text, at);
    const answer = engine.lusoria_call(at, at + Buffer.byteLength(verb) + 1);
    const bytes = new Uint8Array(engine.memory.buffer);
    return Buffer.from(bytes.subarray(answer, bytes.indexOf(0, answer))).toString();
};
const instance = (module) => new WebAssembly.Instance(module, {}).exports;
const engine = instance(wasm), call = asker(engine);

// Timings differ, and so do the host's limits of nodes.
const comparable = (json) => json.replace(/"timings":\{[^}]*\}/g, '"timings":{}')
    .replace(/("expected":"|nodes: expected |expected\.)a.number.from.1.to.(20000000|1099511627776)/g, '$1a number of nodes');

const plain = (text) => `${text.length > 100 ? `${text.slice(0, 100)}...` : text}`.replace(/[^ -~]/g, '?').replace(/#/g, '%23');

check('no imports', '[]', JSON.stringify(WebAssembly.Module.imports(wasm)));
check('exports', 'memory lusoria_input lusoria_call', WebAssembly.Module.exports(wasm).map((e) => e.name).join(' '));

// The page has two modules, and the networks of both in a file of their own.
const part = (name) => readFileSync(join(dirname(wasmFile), name)), networks = part('networks.bin');
const memoryOf = (exports) => new Uint8Array(exports.memory.buffer);
function filled(name) {
    const exports = instance(new WebAssembly.Module(part(name))), memory = memoryOf(exports);
    let zeros = 0;
    for (let at = 0, size; at < networks.length; at += 8 + size) {
        const address = networks.readUInt32LE(at);
        size = networks.readUInt32LE(at + 4);
        zeros += memory.subarray(address, address + size).every((byte) => byte === 0) ? size : 0;
        memory.set(networks.subarray(at + 8, at + 8 + size), address);
    }
    check(`${name}: no networks`, true, zeros > 40000);
    return exports;
}
const first = asker(filled('engine.wasm'));
check('endings.wasm with networks.bin is the whole module', 0, Buffer.compare(memoryOf(filled('endings.wasm')), memoryOf(instance(wasm))));
const packed = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const sizes = Object.fromEntries(['lusoria.wasm', 'engine.wasm', 'endings.wasm', 'networks.bin'].map((name) => [name, packed(part(name))]));
console.log(`# brotli -q 11: ${Object.entries(sizes).map(([name, size]) => `${name} ${size}`).join(', ')} bytes`);
// engine.wasm is loaded before the first move, networks.bin after it, endings.wasm for a strong player of Awari.
check('engine.wasm has at most 90 KB (brotli)', true, sizes['engine.wasm'] <= 90000);
check('networks.bin has at most 70 KB (brotli)', true, sizes['networks.bin'] <= 70000);
check('endings.wasm has at most 95 KB (brotli)', true, sizes['endings.wasm'] <= 95000);

// Boards of Awari with few stones, some after moves (the history counts under oware): analyses, moves of the strongest level, reviews.
function endings(ask) {
    const list = [];
    let seed = 1;
    const random = (below) => { seed = (seed * 48271) % 2147483647; return seed % below; };
    for (const rules of ['abapa', 'olympiad', 'oware'])
        for (let i = 0; i < 30; i++) {
            const pits = Array(12).fill(0), stones = 2 + random(10);
            for (let k = 0; k < stones; k++) pits[random(12)]++;
            const south = Math.floor((48 - stones) / 2);
            const start = `${pits.join('-')}-${south}-${48 - stones - south}-S`, moves = [];
            let where = `game=awari:${rules}&position=${start}`;
            for (let ply = 0; ply < i % 7; ply++) {
                const { legal } = JSON.parse(ask('state', where));
                if (!legal?.length) break;
                moves.push(legal[random(legal.length)].move);
                where = `game=awari:${rules}&start=${start}&moves=${moves.join('.')}`;
            }
            list.push(['analyse', `${where}&nodes=3000`], ['choose', `${where}&level=6`]);
            const { record } = JSON.parse(ask('record', `${where}&to=lusoria`));
            if (record && moves.length) list.push(['review', `record=${encodeURIComponent(record)}&nodes=1000`]);
        }
    return list;
}

const COUNT = 500;
const requests = makeRequests(call, 1, COUNT);
// Deep enough to need more stack than a module has by default.
requests.push(['analyse', 'game=ur&position=0------------x-6:0-------------x6:L:1&depth=40']);
for (const { rules } of JSON.parse(call('games', '')).games)
    for (const { name } of rules)
        requests.push(['puzzle', `game=${name}&seed=3&nodes=20000`]);
requests.push(['puzzle', 'record=FfBeAaCbDc&nodes=20000']);
requests.push(...endings(call));
const input = requests.map(([verb, query]) => `${verb} ${query}\n`).join('');
const errors = new Set();

// Compares all answers of a module with those of the program.
function compare(name, ask, options) {
    const answers = execFileSync(program, ['call', ...options, '-'], { input, encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');
    check(`${name}: answers of the program`, requests.length + 1, answers.length);
    let same = 0;
    requests.forEach(([verb, query], i) => {
        const got = ask(verb, query);
        errors.add(JSON.parse(got).schema);
        if (comparable(got) === comparable(answers[i]))
            same++;
        else
            check(`${name}: ${verb} ${plain(query)}`, comparable(answers[i]), comparable(got));
    });
    check(`${name}: ${requests.length} requests answered byte for byte as by the program`, requests.length, same);
    return answers;
}
const without = compare('engine.wasm', first, ['--no-tables']);
// A folder without files: the program has the endings that it solves in memory.
const folder = mkdtempSync(join(tmpdir(), 'lusoria-'));
const exact = compare('lusoria.wasm', call, ['--table-dir', folder]);
rmdirSync(folder);
// Three tables in one module: 1.4 MB for abapa, 0.7 for olympiad, 2 for oware, with the memory that solving takes.
const memoryAfter = (exports) => {
    for (const rules of ['abapa', 'olympiad', 'oware'])
        asker(exports)('analyse', `game=awari:${rules}&position=1-0-2-0-1-0-0-1-0-2-0-1-20-20-S&nodes=1000`);
    return exports.memory.buffer.byteLength;
};
const plainMemory = memoryAfter(filled('engine.wasm')), more = memoryAfter(instance(wasm)) - plainMemory;
console.log(`# memory after analyses: ${plainMemory} bytes, ${more} more with the endings of three rule sets`);
check('endings: some memory, at most 6 MB', true, more > 1 << 20 && more <= 6 << 20);
const changed = requests.filter(([, query], i) => query.includes('awari') && comparable(exact[i]) !== comparable(without[i])).length;
const proved = exact.filter((line) => /"source":"table"/.test(line)).length, bounded = exact.filter((line) => /"lower":/.test(line)).length;
console.log(`# endings: ${changed} answers differ from those without, ${proved} exact analyses, ${bounded} with bounds`);
check('the endings answer', true, changed > 40 && proved > 20 && bounded > 5);
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
