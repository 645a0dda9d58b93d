#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria rollout from outside: what it prints, exit codes, bad input.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
place=3--x-x----x----1:5---x---x------0:D

run() { "$lusoria" rollout "$@" 2>&1; echo "exit $?"; }
without_times() { sed 's/"total_ms":[0-9.]*//'; }

expect "every legal move" 3 "$(run ur $place:2 -n 1 --truncate 20 | grep -cE '^  [0-9]+-.* %')"
expect "a position" 1 "$(run ur $place -n 1 --truncate 20 | grep -c '^  position')"
expect "both errors, side by side" 1 "$(run ur -n 1 | grep -c 'standard error .* without variance reduction')"
expect "what a truncated game is worth" 1 "$(run ur -n 1 --truncate 20 | grep -c 'were truncated')"
expect "the same for any threads" "$(run ur $place:2 -n 1000 -s 7 -j 1 --json | without_times)" \
    "$(run ur $place:2 -n 1000 -s 7 -j 3 --json | without_times)"
expect "the error stops it" yes \
    "$(run ur:blitz -n 100000 --error 0.4 | grep -q 'stopped at the standard error' && echo yes)"
expect "a link" "$(run ur -n 1 --truncate 9 --json | without_times)" \
    "$(run '#g=ur:finkel' -n 1 --truncate 9 --json | without_times)"
for game in awari cave; do
    expect "$game has no dice" "exit 1" "$(run $game | tail -1)"
    expect "$game is told why" 1 "$(run $game | grep -c 'has no dice')"
done
expect "a game that is over" "exit 1" "$(run ur 0--------------7:7--------------0:D | tail -1)"
expect "a bad position" "exit 1" "$(run ur 7-------------0:7--------------0:L | tail -1)"
for bad in --error=0 --error=50 --error=nan --error=1x --games=0 --games=2000000 --depth=7 --truncate=0 --seed=-1 --threads=0; do
    expect "$bad" "exit 2" "$(run ur "$bad" | tail -1)"
done
expect "errors in JSON" 1 "$(run ur --games 0 --json | grep -c lusoria.error/1)"
expect "no colour in a pipe" 0 "$(run ur -n 1 --truncate 9 | grep -c "$(printf '\033')")"
plan
