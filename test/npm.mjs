// SPDX-License-Identifier: MIT
// npm.mjs - the installed npm package under node: its files, its answers compared with the program's, errors, the
// engine in a worker, the example and the code blocks of its README.  Prints TAP.
//
//     node npm.mjs PROGRAM VERSION PACKED-FILE      in the folder in which the package is installed
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { load, rules, verbs, Engine, LusoriaError } from 'lusoria';
import { start } from 'lusoria/background';
import { makeRequests } from './api_requests.mjs';

const [program, version, packed] = process.argv.slice(2);
const folder = 'node_modules/lusoria';
let n = 0;
function check(name, wanted, got) {
    n++;
    const [a, b] = [JSON.stringify(wanted), JSON.stringify(got)];
    console.log(a === b ? `ok ${n} - ${name}` : `not ok ${n} - ${name}\n# wanted: ${a}\n# got:    ${b}`);
    if (a !== b)
        process.exitCode = 1;
}
process.on('uncaughtException', (error) => {
    console.log(`not ok ${n + 1} - after test ${n}\n# ${String(error.stack).split('\n').join('\n# ')}\n1..${n + 1}`);
    process.exit(1);
});
const caught = (f) => { try { f(); return null; } catch (error) { return error; } };
const rejected = async (promise) => promise.then(() => null, (error) => error);

// The package
const about = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
check('its version is that of the program', version, about.version);
check('it depends on nothing', [undefined, undefined], [about.dependencies, about.scripts]);
const files = execFileSync('tar', ['-tzf', packed], { encoding: 'utf8' }).trim().split('\n').map((f) => f.replace('package/', '')).sort();
check('its files', ['LICENSE', 'README.md', 'background.d.ts', 'background.js', 'background_worker.js', 'example/game.mjs', 'index.d.ts', 'index.js',
    'lusoria.wasm', 'package.json', ...['awari', 'cave', 'senet', 'ur'].map((g) => `rules/rules-${g}.json`)], files);

// The verbs: the same answers as the program's
const engine = await load();
const comparable = (answer) => JSON.stringify(answer).replace(/"timings":\{[^}]*\}/g, '').replace(/a.number.from.1.to.(20000000|1099511627776)/g, 'nodes');
const fieldsOf = (query) => Object.fromEntries(new URLSearchParams(query));
const simple = ([, query]) => query === '' || (query.split('&').every((part) => part.includes('=')) && /^[\w=&:.%/-]*$/.test(query) && new Set([...new URLSearchParams(query).keys()]).size === query.split('&').length
    && !/%([^0-9A-F]|.[^0-9A-F]|0|$)|%FF/i.test(query));
const raw = (verb, query) => JSON.stringify(engine.call(verb, fieldsOf(query)));
const requests = makeRequests((verb, query) => { try { return raw(verb, query); } catch { return '{}'; } }, 2, 300)
    .filter((r) => verbs.includes(r[0]) && simple(r));
// A folder without files: the program has the endings that it solves in memory, as the module does.
mkdirSync('no-tables');
const answers = execFileSync(program, ['call', '--table-dir', 'no-tables', '-'], { input: requests.map((r) => `${r[0]} ${r[1]}\n`).join(''), encoding: 'utf8', maxBuffer: 1 << 28 }).trim().split('\n');
let same = 0, faults = 0;
const seen = new Set();
requests.forEach(([verb, query], i) => {
    const wanted = JSON.parse(answers[i]);
    seen.add(verb);
    const error = caught(() => { same += comparable(engine[verb](fieldsOf(query))) === comparable(wanted) ? 1 : 0; });
    if (error === null)
        return;
    faults++;
    const members = (e) => comparable([e.code, e.field ?? null, e.at ?? null, e.expected ?? null, e.key ?? null]);
    const right = error instanceof LusoriaError && members(error) === members(wanted);
    same += right ? 1 : 0;
    if (!right)
        console.log(`# ${verb} ${query.slice(0, 200)}: ${members(error)}, the program: ${members(wanted)}`);
});
check(`${requests.length} requests, ${faults} of them refused, as by the program`, requests.length, same);
check('enough of both', true, requests.length > 150 && faults > 20 && requests.length - faults > 100);
for (const [rules, pits] of [['abapa', '1-0-2-0-1-0-0-1-0-2-0-1'], ['olympiad', '1-0-2-0-1-0-0-1-0-2-0-1'], ['oware', '0-0-0-0-0-2-1-0-0-0-1-0'], ['oware', '0-0-0-0-1-1-0-0-0-0-0-2']]) {
    const fields = { game: `awari:${rules}`, position: `${pits}-${rules === 'oware' ? '22-22' : '20-20'}-S`, nodes: 2000 };
    const wanted = execFileSync(program, ['call', '--table-dir', 'no-tables', 'analyse', ...Object.entries(fields).map(([k, v]) => `${k}=${v}`)], { encoding: 'utf8' });
    const ending = engine.analyse(fields);
    check(`an ending of ${rules} as by the program`, comparable(JSON.parse(wanted)), comparable(ending));
    check(`an ending of ${rules}: exact, or bounds`, true, ending.exact || ending.diagnostics.move_evaluations.some((m) => m.exact || m.lower < m.upper));
}
seen.add('puzzle');
check('every verb', [...verbs].sort(), [...seen].sort());
check('puzzle', execFileSync(program, ['call', '--no-tables', 'puzzle', 'game=ur', 'seed=4', 'nodes=20000'], { encoding: 'utf8' }).trim(),
    JSON.stringify(engine.puzzle({ game: 'ur', seed: 4, nodes: 20000 })));
check('lists and missing fields', ['4-6', 2], [engine.choose({ game: 'ur', moves: ['4/0-4'], throw: 2, depth: 3, level: undefined, seed: null }).move,
    engine.state({ game: 'senet:blockade', rolloff: [2, 1], moves: [] }).rolloff.length]);
for (const game of ['senet', 'ur', 'awari', 'cave'])
    check(`rules of ${game}`, JSON.parse(execFileSync(program, ['call', 'rules', `game=${game}`], { encoding: 'utf8', maxBuffer: 1 << 24 })), await rules(game));

// Errors
const error = caught(() => engine.state({ game: 'ur', moves: ['4/0-4', '9/0-2'] }));
check('an error', ['LusoriaError', 'state', 'ETEXT', 'moves', 6, "state: moves: expected a throw, '/' and a move (byte 6)", true],
    [error.name, error.verb, error.code, error.field, error.at, error.message, error instanceof Error]);
check('an object as a field', 'throw', caught(() => engine.state({ game: 'ur', throw: {} })).field);
check('a zero byte', 'position', caught(() => engine.state({ game: 'ur', position: 'a\0b' })).field);
check('an unknown verb', 'ETEXT', caught(() => engine.call('nosuch')).code);
check('more than 1 MB', 'ETEXT', caught(() => engine.state({ game: 'ur', position: 'x'.repeat(1 << 20) })).code);
check('rules of an unknown game', 'game', (await rejected(rules('chess'))).field);
check('usable after errors', '4-6', engine.choose({ game: 'ur', moves: '4/0-4', throw: 2, depth: 3 }).move);

// Where the module comes from
const bytes = readFileSync(`${folder}/lusoria.wasm`);
const module = await WebAssembly.compile(bytes);
for (const [name, source] of [['a module', module], ['bytes', bytes], ['a response', new Response(bytes)], ['a promise', Promise.resolve(module)],
    ['an address', new URL(`file://${process.cwd()}/${folder}/lusoria.wasm`)]])
    check(`from ${name}`, version, (await load(source)).games().version);
check('a missing file', true, (await rejected(load(new Response('', { status: 404 })))).message.includes('404'));
check('new Engine', version, new Engine(module).games().version);

// In a worker
const background = await start(module);
check('in a worker', comparable(engine.analyse({ game: 'ur', throw: 2, depth: 3 })), comparable(await background.analyse({ game: 'ur', throw: 2, depth: 3 })));
const two = await Promise.all([background.state({ game: 'cave' }), background.games()]);
check('two requests at once', ['lusoria.state/1', 'lusoria.games/1'], two.map((a) => a.schema));
const remote = await rejected(background.state({ game: 'ur', moves: '4/0-4.9/0-2' }));
check('an error from a worker', [error.name, error.message, error.verb, error.code, error.field, error.at, error.key],
    [remote.name, remote.message, remote.verb, remote.code, remote.field, remote.at, remote.key]);
const long = background.analyse({ game: 'awari', nodes: 20000000 });
const cancelled = rejected(long);
setTimeout(() => background.cancel(), 200);
check('a cancelled search', ['ESTATE', 'analyse: cancelled'], await cancelled.then((e) => [e.code, e.message]));
check('the next request starts a new worker', version, (await background.games()).version);
check('a field that cannot be copied', 'DataCloneError', (await rejected(background.state({ game: () => 0 }))).name);

// The example and the README
const example = spawnSync('node', [`${folder}/example/game.mjs`], { encoding: 'utf8' });
check('the example', [0, ''], [example.status, example.stderr]);
check('it plays a game', [true, 2], [/^\d+ plies: the last piece is off; the winner is player [01]$/m.test(example.stdout), example.stdout.match(/% of the winning chances per decision/g)?.length]);
const wrong = spawnSync('node', [`${folder}/example/game.mjs`, 'chess'], { encoding: 'utf8' });
check('an unknown game', [1, true], [wrong.status, wrong.stderr.includes('field game')]);
const readme = readFileSync(`${folder}/README.md`, 'utf8');
const sizes = readme.match(/file of (\d+) KB \((\d+) KB compressed by brotli/).slice(1).map((kb) => 1000 * kb);
check('sizes in the README, to 3 %', [true, true], [bytes.length, brotliCompressSync(bytes).length].map((size, i) => Math.abs(size - sizes[i]) < 0.03 * size));
// The code blocks of the README as one module; a comment after a statement is the value of its expression.
// Without the block for Cloudflare: node cannot import a .wasm file as a module (workerd can: test/browser/worker.sh).
const blocks = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map((block) => block[1]).filter((code) => !code.includes('lusoria.wasm'));
const wanted = [];
const code = blocks.join('').replace(/^(\s*)((?:await|engine|error|\[ending|\[error)\b.*);\s+\/\/ (.*)$/gm, (_, indent, expression, value) => {
    wanted.push([expression, value]);
    return `${indent}values.push(${expression});`;
});
writeFileSync('readme.mjs', `const values = [];\n${code}\nprocess.stdout.write(JSON.stringify(values));\nprocess.exit();\n`);
const readmeRun = spawnSync('node', ['readme.mjs'], { encoding: 'utf8' });
check('the code of the README', [0, ''], [readmeRun.status, readmeRun.stderr]);
const values = JSON.parse(readmeRun.stdout || '[]');
const quoted = (value) => (value.includes("'") ? `"${value}"` : `'${value}'`);
wanted.forEach(([expression, value], i) => check(`README: ${expression.slice(0, 50)}`, value, typeof values[i] === 'string' ? quoted(values[i]) : inspect(values[i])));
check('values in the README', true, blocks.length === 4 && wanted.length >= 9);
console.log(`1..${n}`);
