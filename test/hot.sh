#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Hot code is specialised for each rule set: the *_hot objects contain no call or jump
# through a pointer (core/hot.h). make runs this test only on the optimised build.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}

indirect() { objdump -d --no-show-raw-insn "$1" | grep -cE '(call|jmp) +\*'; }

objects=$(find "$B/src" -name '*_hot.*.o' | sort)
if ! command -v objdump >/dev/null; then
    skip "indirect calls" "no objdump"
elif [ "$(uname -m)" != x86_64 ]; then
    skip "indirect calls" "the pattern is for x86-64"
else
    games=$(sed -n 's/^GAME(\(.*\))/\1/p' src/core/games.def | wc -l)
    sources=$(find src -name '*_hot.c' | wc -l)
    expect "one object for each game" $((games * sources)) "$(echo "$objects" | wc -l)"
    for object in $objects; do
        expect "${object##*/}" 0 "$(indirect "$object")"
    done
    # The search finds an indirect call where there is one.
    expect "indirect calls are found" yes \
        "$([ "$(indirect "$B/src/core/rules.o")" -gt 0 ] && echo yes)"
fi
plan
