#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The man page knows every command and every option the program knows.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
page=$(sed 's/\\-/-/g; s/\\f.//g' man/lusoria.1)

commands=$("$B/lusoria" --help | sed -n 's/^  lusoria \([a-z]*\) .*/\1/p')
expect "there are commands" yes "$([ "$(echo "$commands" | wc -l)" -gt 5 ] && echo yes)"
for command in $commands; do
    missing=
    echo "$page" | grep -q "lusoria $command" || missing=$command
    for option in $("$B/lusoria" "$command" --help | sed -n 's/^  .*\(--[a-z0-9-]*\).*/\1/p'); do
        echo "$page" | grep -qe "$option\([^a-z-]\|\$\)" || missing="$missing $option"
    done
    expect "$command and its options" "" "$missing"
done
for word in $(printf 'help\n' | XDG_STATE_HOME=/proc/none "$B/lusoria" play ur --seed 7 2>/dev/null |
    sed -n 's/^  \([a-z]*\) .*  .*/\1/p'); do
    expect "the word $word" yes "$(echo "$page" | grep -q "^\.B[RI]* .*$word" && echo yes)"
done
plan
