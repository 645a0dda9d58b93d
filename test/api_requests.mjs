// SPDX-License-Identifier: MIT
// api_requests.mjs - 500 requests made from a seed: every rule set and every verb, games played
// at random, and one in four damaged or hostile.  test/wasm.mjs sends them to the module and to
// the program.

// mulberry32, as in the public domain.
function generator(seed) {
    return (below) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return Math.floor(((t ^ (t >>> 14)) >>> 0) / 4294967296 * below);
    };
}

const encode = (fields) => Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');

// A game of at most `plies` random moves, as the fields of a request.
function randomGame(call, rules, random, plies) {
    const fields = { game: rules.name };
    const moves = [];
    for (let i = 0; i < plies; i++) {
        const state = JSON.parse(call('state', encode({ ...fields, ...moves.length && { moves: moves.join('.') } })));
        const thrown = rules.throws.length ? rules.throws[random(rules.throws.length)].value : null;
        if (state.next === 'over')
            break;
        if (state.next === 'rolloff') {
            fields.rolloff = [...state.rolloff, thrown].join('.');
            continue;
        }
        const where = { ...fields, ...moves.length && { moves: moves.join('.') } };
        const { legal } = thrown === null ? state : JSON.parse(call('state', encode({ ...where, throw: thrown })));
        const { move } = legal[random(legal.length)];
        moves.push(thrown === null ? move : `${thrown}/${move}`);
    }
    if (moves.length)
        fields.moves = moves.join('.');
    return fields;
}

// What a verb takes besides `where`.
const extra = {
    state: () => ({}),
    refuse: (random, move) => ({ move: random(2) ? move : ['3-5', 'A', 'h', 'A1', 'pass', '0-1', '26-off', '99-1'][random(8)] }),
    explain: (random, move) => ({ move }),
    choose: (random) => [{ level: 1 + random(5), seed: random(1000) }, { depth: 1 + random(3) }, { nodes: 1 + random(3000) }][random(3)],
    analyse: (random) => [{ depth: 1 + random(3) }, { nodes: 1 + random(3000) }][random(2)],
    probe: () => ({}),
    record: (random) => ({ to: ['lusoria', 'link', 'rgn', 'ogn', 'moves'][random(5)] }),
};

const hostile = [
    '', '&', '=', '&&=&', 'game', 'game=', '=ur', 'game=ur&game=ur', 'game=ur%', 'game=ur%0', 'game=%00', 'game=ur%2', 'game=nosuch',
    'game=ur&position=', 'game=ur&position=7', 'game=ur&moves=', 'game=ur&moves=.', 'game=ur&moves=4/0-4..', 'game=ur&throw=-1',
    'game=ur&throw=5', 'game=ur&throw=2&depth=0', 'game=ur&throw=2&depth=64', 'game=ur&throw=2&depth=1e3', 'game=ur&throw=2&level=7',
    'game=ur&throw=2&level=1&depth=2', 'game=ur&throw=2&seed=-1', 'game=ur&throw=2&seed=99999999999999999999', 'link=%23g=ur',
    'link=%23g=ur%26m=4/0-4', 'link=', 'record=', 'record=%5BGame%20%22ur%22%5D', 'record=FfBe', 'record=FfBe&depth=1', 'record=FfBe%0aFfBe',
    'seed=a&game=ur&n=1001', 'seed=a&game=ur&n=3&first=2147483647', 'seed=&game=ur', 'seed=a&game=awari', 'game=senet:blockade&rolloff=1.2.3',
    'game=senet:blockade&rolloff=2.2.2.1&throw=1', 'game=%F0%9F%8E%B2', 'game=ur&move=%FF%FE', `game=ur&moves=${'4/0-4.'.repeat(500)}`,
    `game=${'x'.repeat(5000)}`, `${'a=1&'.repeat(30)}`, 'game=awari&position=48-48-48-48-48-48-48-48-48-48-48-48-0-0-S',
    'game=cave&position=xxxxxxxx/8/8/8/8/8/8/8', 'game=cave&moves=A1.A1', 'game=ur&position=0--------------7:0--------------7:L',
    'game=ur&start=7--------------0%3A7--------------0%3AL&moves=2/0-2&throw=1',
];
const words = ['state', 'games', 'choose', 'analyse', 'refuse', 'explain', 'review', 'record', 'dice', 'probe', 'puzzle', 'rules', 'nosuch', '', 'STATE'];

// Changes, removes or repeats a few bytes of a query; no byte that ends a line or a text.
function damaged(query, random) {
    const bytes = [...query];
    for (let i = 0; i <= random(3); i++) {
        const at = random(bytes.length + 1);
        const byte = String.fromCharCode(33 + random(94));
        [() => bytes.splice(at, 1), () => bytes.splice(at, 1, byte), () => bytes.splice(at, 0, byte), () => bytes.splice(at, 0, ...bytes.slice(at, at + 5))][random(4)]();
    }
    // A damaged limit must not make a search that takes minutes, and only one host has a clock.
    return bytes.join('').replace(/(depth|nodes|level|time)=(\d+)/g, (all, name, n) => (Number(n) > 3000 || name === 'time' || (name !== 'nodes' && n > 4) ? `${name}=1` : all))
        .replace(/time=/g, 'tame=');
}

// Requests [verb, query]; `call` answers the states of the random games.
export function makeRequests(call, seed, count) {
    const random = generator(seed);
    const rules = JSON.parse(call('games', '')).games.flatMap((game) => game.rules);
    const requests = [['games', ''], ...hostile.map((query, i) => [words[i % words.length], query])];
    for (let i = 0; requests.length < count; i++) {
        const set = rules[i % rules.length];
        const where = randomGame(call, set, random, random(60));
        const verb = Object.keys(extra)[random(Object.keys(extra).length)];
        if (set.throws.length && random(8))
            where.throw = set.throws[random(set.throws.length)].value;
        const { legal } = JSON.parse(call('state', encode(where)));
        const query = encode({ ...where, ...extra[verb](random, legal?.[random(legal.length)].move ?? 'pass') });
        requests.push([verb, random(4) ? query : damaged(query, random)]);
        if (i % 10 === 0) {
            const { text } = JSON.parse(call('record', encode({ ...where, throw: undefined, to: 'lusoria' }).replace(/&?throw=undefined/, '')));
            requests.push(['review', encode({ record: text ?? 'x', depth: 1 })], ['dice', encode({ record: text ?? 'x' })],
                ['dice', encode({ game: set.name, seed: `s${i}`, n: random(20), first: random(9), nonce: `n${random(9)}` })]);
        }
    }
    return requests.slice(0, count);
}
