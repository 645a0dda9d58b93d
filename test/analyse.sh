#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria analyse from outside: what it prints, JSON errors, exit codes, links.
cd "$(dirname "$0")/.." || exit 1
. test/tap
. test/scratch # no tables but where the test says
lusoria=${B:-build}/lusoria
place=3--x-x----x----1:5---x---x------0:D

run() { "$lusoria" analyse "$@" 2>&1; echo "exit $?"; }
status() { "$lusoria" analyse "$@" >/dev/null 2>&1; echo $?; }
# The string or number behind the last key of that name.
field() { # KEY, JSON on standard input
    sed -n "s/.*[{,]\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p"
}
without_times() { sed 's/"total_ms":[0-9.]*//'; }

expect "a table of moves" "move value loss kind best line" \
    "$(run ur $place:2 --depth 2 | grep 'best line' | xargs)"
expect "every legal move" 3 "$(run ur $place:2 --depth 2 | grep -cE '^  [0-9]+-')"
expect "throws before a throw" 5 "$(run ur $place --depth 2 | grep -cE '^  [0-4] .*/16 ')"
expect "a pass" pass "$("$lusoria" analyse ur $place:0 --depth 2 --json | field move)"
expect "no position is the start" "$(run awari start --depth 5 --json | without_times)" \
    "$(run awari --depth 5 --json | without_times)"
expect "a link" "$(run awari 4-4-4-4-4-0-5-5-5-5-4-4-0-0-N --depth 5 --json | field evaluation)" \
    "$("$lusoria" analyse '#g=awari:abapa&m=F' --depth 5 --json | field evaluation)"
expect "a link of another game" 1 "$(status ur '#g=awari:abapa&m=F')"
expect "a finished game" loss "$("$lusoria" analyse cave xoxxxxo1/ooooo3/x7/x7/8/8/8/8 --json | field result)"
expect "the same for two threads" "$(run ur $place:2 --depth 5 --json | field evaluation)" \
    "$(run ur $place:2 --depth 5 --json --threads 2 | field evaluation)"
expect "nodes repeat" "$(run cave --nodes 5000 --json | without_times)" \
    "$(run cave --nodes 5000 --json | without_times)"
expect "time is a limit" 0 "$(status cave --time 20)"
expect "of every throw" "0 0" "$(status ur --time 1) $(status ur 3--x-x----x----1:5---x---x------0:D:2 --time 1)"
expect "no colour in a pipe" 0 "$(run senet --depth 1 | grep -c "$(printf '\033')")"
expect "colour if asked for" yes \
    "$(run senet --depth 1 --color always | grep -q "$(printf '\033')" && echo yes)"
expect "nothing beyond ASCII" 0 "$(run senet --depth 1 --ascii | LC_ALL=C grep -c '[^ -~]')"

svg=$scratch/tree.svg
expect "a tree" "exit 0" "$(run ur $place:2 --tree "$svg" --depth 2 | tail -1)"
expect "its nodes" "MAX MIN chance" "$(grep -oE '>(MAX|MIN|chance)<' "$svg" | tr -d '<>' | xargs)"
expect "throws with their chances" yes "$(grep -q '2: 6/16' "$svg" && grep -q '0: 1/16' "$svg" && echo yes)"
expect "cut-offs" yes "$(grep -q 'cut off: 0-4' "$svg" && echo yes)"
expect "a tree before a throw" "exit 0" "$(run senet --tree "$svg" | tail -1)"
expect "no place for a tree" 1 "$(status ur --tree /proc/none/tree.svg)"

# One piece each on square 14: the side to roll wins 4/7 (doc/rules/ur.md).
last=0-------------x6:0-------------x6:L
if "$lusoria" solve ur:finkel --pieces 1 --table-dir "$scratch" >/dev/null 2>&1; then
    "$lusoria" analyse ur $last --table-dir "$scratch" --json >"$scratch/json"
    expect "a table answers" "table true" "$(field source <"$scratch/json") $(field exact <"$scratch/json")"
    expect "and is right" 0.5714 "$(sed 's/.*"exact":true[^}]*"move":null,"evaluation":\(......\).*/\1/' "$scratch/json")"
    expect "in words" "perfect play, from a table" \
        "$(run ur $last:1 --table-dir "$scratch" | grep -o '^perfect play, from a table')"
    expect "tables aside" search "$(run ur $last --table-dir "$scratch" --json --no-tables | field source)"
    expect "the classic evaluation is searched" search \
        "$(run ur $last --table-dir "$scratch" --json --eval classic --depth 2 | field source)"
else
    skip "a table answers" "built without tables"
fi

expect "a bad position" '{"schema":"lusoria.error/1","code":"ETEXT","at":0,"expected":"the number of pieces in hand","message":"position, byte 0: expected the number of pieces in hand"}
exit 1' "$(run ur x --json)"
expect "a bad game" ERULES "$(run chess --json | field code)"
expect "bad usage" '{"schema":"lusoria.error/1","code":"EUSAGE","at":null,"expected":null,"message":"--depth takes a whole number from 1 to 63, not '"'0'"'"}
exit 2' "$(run ur --json --depth 0)"
expect "errors in words" "lusoria: position, byte 0: expected the number of pieces in hand
  x
  ^
exit 1" "$(run ur x)"
hits() { run awari --depth 7 --no-tables --json "$@" | field transposition_hits; }
expect "--no-tt turns the transposition table off" 0 "$(hits --no-tt)"
expect "--no-table is its old name" 0 "$(hits --no-table)"
expect "--no-tables keeps it" yes "$([ "$(hits)" -gt 0 ] && echo yes)"
for words in "" "ur a b" "ur --eval best" "ur --search fast" "ur --color blue" "ur --no-such"; do
    # shellcheck disable=SC2086
    expect "usage: analyse $words" 2 "$(status $words)"
done
expect "done" 0 "$(status ur --depth 1)"

expect "the numbers of a drawn tree" "132 nodes, 20 cut-offs" \
    "$("$lusoria" analyse awari -d 3 --tree "$scratch/t.svg" | grep -o '[0-9]* nodes, [0-9]* cut-offs')"
expect "a tree is an SVG file" "2" "$("$lusoria" analyse awari --tree "$scratch/t.png" 2>/dev/null; echo $?)"
expect "the start position by name" "$("$lusoria" moves ur "$("$lusoria" analyse ur --json | grep -o '"position":"[^"]*"' | cut -d'"' -f4)")" \
    "$("$lusoria" moves ur start)"

plan
