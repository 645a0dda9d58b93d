#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Hot code is specialised: no call or jump through a pointer is left in any
# *_hot object (core/hot.h). make runs it on the usual build only: sanitizers
# and coverage do not fold.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}

indirect() { objdump -d --no-show-raw-insn "$1" | grep -cE '(call|jmp) +\*'; }

objects=$(find "$B/src" -name '*_hot.*.o' | sort)
if ! command -v objdump >/dev/null; then
    skip "indirect calls" "no objdump here"
elif [ "$(uname -m)" != x86_64 ]; then
    skip "indirect calls" "the pattern is that of x86-64"
else
    games=$(sed -n 's/^GAME(\(.*\))/\1/p' src/core/games.def | wc -l)
    sources=$(find src -name '*_hot.c' | wc -l)
    expect "an object for each game" $((games * sources)) "$(echo "$objects" | wc -l)"
    for object in $objects; do
        expect "${object##*/}" 0 "$(indirect "$object")"
    done
    # The probe sees a call through a pointer where there is one.
    expect "the probe works" yes \
        "$([ "$(indirect "$B/src/core/rules.o")" -gt 0 ] && echo yes)"
fi
plan
