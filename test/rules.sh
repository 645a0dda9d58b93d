#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every game has its rules page in 78 columns, every rule of it is shown by a case of the spec
# file, every rule a case names is on the page, and no spec file is left over.
cd "$(dirname "$0")/.." || exit 1
. test/tap

sorted() { sort -u | sort -k1.1,1.1 -k1.2n; }
on_page() { sed -n 's/^\([A-Z][0-9][0-9]*\)\. .*/\1/p' "$1" | sorted; }
in_cases() { # headers begin in column 0: RULESET RULE,RULE Title
    sed -n 's/^[a-z][a-z0-9:]* \([A-Z][A-Z0-9,]*\) .*/\1/p' "$1" | tr ',' '\n' | sorted
}

games=$(sed -n 's/^GAME(\(.*\))/\1/p' src/core/games.def)
for game in $games; do
    page=doc/rules/$game.md cases=test/spec/$game.txt
    expect "$game has rules" yes "$([ -n "$(on_page "$page")" ] && echo yes)"
    expect "$game: the rules shown" "$(on_page "$page")" "$(in_cases "$cases")"
    expect "$game: lines up to 78 columns" "" "$(LC_ALL=C.UTF-8 grep -nE '.{79}' "$page")"
done
expect "spec files" "$(printf '%s\n' $games | sort)" \
    "$(for f in test/spec/*.txt; do basename "$f" .txt; done | sort)"
plan
