#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria puzzle from outside: what it prints, seeds, recorded games, bad input.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
. test/scratch

run() { "$lusoria" puzzle "$@" --no-tables 2>&1; echo "exit $?"; }
value() { grep -o "\"$1\":[^,}]*" | head -1 | cut -d : -f 2-; }

one=$(run ur --seed 4)
expect "a puzzle" "exit 0" "$(echo "$one" | tail -1)"
for part in 'puzzle of seed 4' 'Which move is clearly best' '^Best: ' '^Margin: .* depths' '^Why: ' \
    'simple player plays .* loses' '^Level [1-6]: ' '^Again: .*lusoria puzzle ur:finkel --seed 4$'; do
    expect "it prints '$part'" 1 "$(echo "$one" | grep -c "$part")"
done
expect "the seed repeats it" "$one" "$(run ur --seed 4)"
random=$(run ur)
expect "a random seed is printed" "$random" \
    "$(run ur --seed "$(echo "$random" | sed -n 's/.*puzzle of seed //p')")"
expect "a level by number and by name" "$(run ur --seed 1 --level 2 --json)" "$(run ur --seed 1 --level beginner --json)"
expect "that level" 2 "$(run ur --seed 1 --level 2 --json | value level)"
expect "with the level the seed repeats it" 1 "$(run ur --seed 1 -l 2 | grep -c -- '--seed 1 --level 2$')"
expect "the API answers the same" "$("$lusoria" call puzzle game=cave seed=2)" \
    "$("$lusoria" puzzle cave --seed 2 --no-tables --json)"

# Recorded games.
"$lusoria" play awari --first ai:1 --second ai:2 --record "$scratch/game.txt" --seed 5 >/dev/null 2>&1
expect "a recorded game" "exit 0" "$(run --from "$scratch/game.txt" | tail -1)"
expect "the move played" 1 "$(run --from "$scratch/game.txt" | grep -c '^Played: .* loses')"
expect "the second is another" 2 "$({ run --from "$scratch/game.txt" --json; run --from "$scratch/game.txt" --number 2 --json; } |
    grep -o '"ply":[0-9]*' | sort -u | wc -l)"
expect "of one player" 1 "$(run --from "$scratch/game.txt" --player ai:2 --json | value player)"
expect "an unknown player" "exit 1" "$(run --from "$scratch/game.txt" --player Bob | tail -1)"
expect "not so many" "exit 1" "$(run --from "$scratch/game.txt" --number 5000 | tail -1)"
expect "no game of those rules" "exit 1" "$(run ur --from "$scratch/game.txt" | tail -1)"
expect "no such file" "exit 1" "$(run --from "$scratch/none" | tail -1)"

expect "no game" "exit 2" "$(run | tail -1)"
for bad in --level=0 --level=7 --level=strong --seed=x --number=2 --player=Ada; do
    expect "$bad" "exit 2" "$(run ur "$bad" | tail -1)"
done
expect "an unknown game" "exit 1" "$(run chess | tail -1)"
expect "errors in JSON" 1 "$(run chess --json | grep -c lusoria.error/1)"
expect "no colour in a pipe" 0 "$(run ur --seed 4 | grep -c "$(printf '\033')")"
expect "help has examples" yes "$([ "$("$lusoria" puzzle --help | grep -c '^\$ lusoria puzzle')" -ge 4 ] && echo yes)"
plan
