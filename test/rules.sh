#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every game has a rules page; every rule on it is shown by a case of the spec file, and every
# rule a case names is on the page. `lusoria rules` prints one rule set at a time, in at most 78
# columns and without marks of Markdown.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}

sorted() { sort -u | sort -k1.1,1.1 -k1.2n; }
on_page() { sed -n 's/^\([A-Z][0-9][0-9]*\)\. .*/\1/p' "$1" | sorted; }
in_cases() { # headers begin in column 0: RULESET RULE,RULE Title
    sed -n 's/^[a-z][a-z0-9:]* \([A-Z][A-Z0-9,]*\) .*/\1/p' "$1" | tr ',' '\n' | sorted
}
rules() { LC_ALL=C.UTF-8 "$B/lusoria" rules "$@" 2>&1; }
has() { grep -qe "$1" && echo yes; } # is the text in standard input?

games=$(sed -n 's/^GAME(\(.*\))/\1/p' src/core/games.def)
for game in $games; do
    page=doc/rules/$game.md cases=test/spec/$game.txt
    expect "$game has rules" yes "$([ -n "$(on_page "$page")" ] && echo yes)"
    expect "$game: the rules have cases" "$(on_page "$page")" "$(in_cases "$cases")"
    expect "$game: an appendix" yes "$(has '^## Appendix$' <"$page")"
done
expect "spec files" "$(printf '%s\n' $games | sort)" \
    "$(for f in test/spec/*.txt; do basename "$f" .txt; done | sort)"

for set in $("$B/lusoria" games | sed -n 's/^\([a-z]*:[a-z0-9]*\) .*/\1/p'); do
    expect "$set: name, then how to play" yes "$(rules "$set" | sed -n 3p | has "^$set: ")"
    expect "$set: play in two minutes" 1 "$(rules "$set" | grep -c '^Play in two minutes$')"
    for appendix in '' --appendix; do
        expect "$set $appendix: 78 columns, no marks" "" \
            "$(rules "$set" $appendix | LC_ALL=C.UTF-8 grep -nE '.{79}|`|^#|^\|')"
        expect "$set $appendix: in ASCII" "" \
            "$(LC_ALL=C "$B/lusoria" rules "$set" $appendix | LC_ALL=C grep -n '[^ -~]\|?')"
    done
done
blockade=$(rules senet:blockade)
expect "one rule set at a time" "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10" \
    "$(echo "$blockade" | sed -n 's/^\([A-Z][0-9][0-9]*\)\. .*/\1/p' | paste -s -d ' ')"
expect "the page mentions the appendix" yes "$(echo "$blockade" | has 'lusoria rules senet:blockade --appendix')"
expect "the page names the other rule sets" yes "$(echo "$blockade" | has 'Other rule sets.*: senet:houses$')"
expect "perft counts only in the appendix" "no yes" \
    "$(echo "$blockade" | has 4357 || echo no) $(rules senet:blockade --appendix | has 4357)"
expect "a game without its rule set" "$(rules ur:finkel)" "$(rules ur)"
expect "no colour in a pipe" 0 "$(rules ur | grep -c "$(printf '\033')")"
expect "without a game, a list" "$(printf '%s\n' $games)" \
    "$(rules | sed -n 's/^  \([a-z]*\):.*/\1/p' | uniq)"
expect "a mistyped rule set" "lusoria: there is no game 'ur:finkle'; did you mean 'ur:finkel'?" "$(rules ur:finkle)"
expect "a mistyped game" "lusoria: there is no game 'senett'; did you mean 'senet:houses'?" "$(rules senett)"
expect "rules without their game" "lusoria: there is no game 'blockade'; did you mean 'senet:blockade'?" \
    "$(rules blockade)"
expect "a mistyped command" "lusoria: there is no command 'rule'; did you mean 'lusoria rules'?" \
    "$("$B/lusoria" rule 2>&1)"
expect "an unknown game" "lusoria: there is no game 'chess'; all games:" "$(rules chess | head -1)"
plan
