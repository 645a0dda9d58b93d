// SPDX-License-Identifier: MIT
// translations.mjs - the languages of the page: each has all texts of the page, and all texts of
// the engine that have a key.  The keys are read from the sources of the engine.  Prints TAP.
import { readFileSync, readdirSync } from 'node:fs';

let n = 0;
function check(name, wanted, got) {
    const same = JSON.stringify(wanted) === JSON.stringify(got);
    console.log(`${same ? 'ok' : 'not ok'} ${++n} - ${name}${same ? '' : `\n# wanted: ${JSON.stringify(wanted)}\n# got:    ${JSON.stringify(got)}`}`);
    if (!same)
        process.exitCode = 1;
}

const read = (path) => readFileSync(path, 'utf8');
const folder = (path) => readdirSync(path).filter((f) => /\.[ch]$/.test(f)).map((f) => read(`${path}/${f}`));
const games = readdirSync('src/games').flatMap((game) => folder(`src/games/${game}`)).map((c) => c.replace(/"\s*\n\s*"/g, '')).join('\n');
const all = (text, pattern) => [...new Set([...text.matchAll(pattern)].map((m) => m[1]))];

// The body of each function with this name.
const bodies = (name) => [...games.matchAll(new RegExp(`^static [^;{}]*\\b${name}\\([^;{}]*\\)\\n\\{\\n(.*?)^\\}`, 'gms'))].map((m) => m[1]).join('\n');
// As api_key_write does.
const key = (kind, text) => `${kind}.${text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;

const engine = {
    refusals: all(games, /"([A-Z]\d+: [^"]+)"/g).map((text) => key('refuse', text)),
    reasons: [...all(games, /\.(?:win|draw)_reason = "([^"]+)"/g), ...[...all(games, /CAVE_RULES\(\d+,[^;]*?"(\w+)",\s+\d+\),/g), ...all(games, /CAVE_SMALL\(\d+, \d, (\d), \d+\)/g)].map((k) => `${k} in a row`), ...all(read('src/core/rules.c').match(/^const char \*end_reason.*?^\}/ms)[0], /"([^"]+)"/g)].map((text) => key('reason', text)),
    facts: all(read('src/api/api_play.c').match(/fact_keys\[\] = \{(.*?)\}/s)[1], /"([^"]+)"/g).map((name) => `fact.${name}`),
    'names of squares': all(bodies('house') + bodies('square_info'), /"([^"]+)"/g).map((name) => `word.${name}`),
    remarks: all(bodies('special_effect').replace(/strcmp\(.*?"\)/gs, ''), /"([^"]+)"/g).map((phrase) => `word.${phrase}`),
    'names of sides': all(games, /\.?side_name = \{([^}]*)\}/g).flatMap((list) => all(list, /"([^"]+)"/g)).map((side) => `word.${side}`),
};
// Fewer than today means that this script does not find them any more.
const least = { refusals: 49, reasons: 12, facts: 22, 'names of squares': 6, remarks: 5, 'names of sides': 8 };
for (const [kind, keys] of Object.entries(engine))
    check(`${kind}: ${keys.length} keys are found in the sources`, true, keys.length >= least[kind]);

// As data: node 18 takes a .js file without a package.json for a CommonJS module.
const strings = async (name) => (await import(`data:text/javascript,${encodeURIComponent(read(`web/strings/${name}.js`))}`)).default;
const texts = async (language) => ({ ...await strings(language), ...await strings(`${language}_learn`), ...await strings(`${language}_live`) });
const english = await texts('en');
for (const language of readdirSync('web/strings').filter((f) => /^[a-z]+\.js$/.test(f) && f !== 'en.js').map((f) => f.slice(0, -3))) {
    const own = await texts(language), missing = (keys) => keys.filter((k) => !own[k]);
    check(`${language}: all texts of the page`, [], missing(Object.keys(english)));
    const places = (text) => all(text, /\{(\w+)\}/g).sort();
    check(`${language}: with the same arguments`, [], Object.keys(english).filter((k) => own[k] && `${places(own[k])}` !== `${places(english[k])}`));
    for (const [kind, keys] of Object.entries(engine))
        check(`${language}: ${kind}`, [], missing(keys));
}
console.log(`1..${n}`);
