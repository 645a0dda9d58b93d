#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria review --html from outside: one file, written whole or not at all.
# test/browser looks at it.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
. test/scratch
export XDG_DATA_HOME=/proc/none XDG_STATE_HOME=/proc/none
page=$scratch/page.html

run() { "$lusoria" review "$@" --depth 1 2>&1; echo "exit $?"; }
"$lusoria" play ur:blitz --first random --second random --seed 3 --record "$scratch/game" >/dev/null 2>&1

expect "a page, and nothing on the screen" "exit 0" "$(run "$scratch/game" --html "$page")"
expect "whole" "<!DOCTYPE html> </html>" "$(sed -n '1p;$p' "$page" | xargs)"
cp "$page" "$scratch/before"
run "$scratch/game" --html "$page" >/dev/null
expect "the same again" "" "$(cmp "$page" "$scratch/before")"
expect "nothing left beside it" "before game page.html" "$(cd "$scratch" && echo *)"
echo precious >"$page.new"
expect "a file beside it is not touched" "exit 0 precious" "$(run "$scratch/game" --html "$page") $(cat "$page.new")"
rm -f "$page.new"
expect "a folder that is not there" "exit 1" "$(run "$scratch/game" --html "$scratch/none/page.html" | tail -1)"
expect "and it says so" 1 "$(run "$scratch/game" --html "$scratch/none/page.html" | grep -c 'none/page.html: No such file')"
expect "one form at a time" "exit 2" "$(run "$scratch/game" --html "$page" --json | tail -1)"
expect "a file without a name" "exit 2" "$(run "$scratch/game" --html | tail -1)"

# Reviewed up to the fault, which is on the page too.
{ cat "$scratch/game"; echo '[Game "ur:blitz"]'; echo '1. 2/0-9 *'; } >"$scratch/broken"
expect "a fault" "exit 1" "$(run "$scratch/broken" --html "$page" | tail -1)"
expect "the page shows the fault" 1 "$(grep -c 'class="fault".*line [0-9]*, byte [0-9]*: the move is not legal' "$page")"
expect "and has the games before it" yes "$(grep -q 'id="g1s0"' "$page" && echo yes)"
plan
