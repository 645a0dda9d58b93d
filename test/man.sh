#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The man page describes every command and option of the program, and the examples in the
# man page and in README.md use only commands and options that exist.
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

# Lines "lusoria COMMAND ..." of README.md and the man page, without their comments.
examples() {
    { sed -n 's/^    \(build\/lusoria .*\)/\1/p; s/.*`build\/\(lusoria [^`]*\)`.*/\1/p' README.md
        echo "$page" | sed -n '/^\.EX$/,/^\.EE$/p' | grep '^lusoria '; } | sed 's/ #.*//; s/build\///g' | tr ';' '\n'
}
wrong_examples() {
    examples | while read -r lusoria command rest; do
        [ "$command" ] || continue
        help=$("$B/lusoria" "$command" --help 2>&1) || echo "no command: $lusoria $command $rest"
        for option in $(echo " $rest" | sed "s/[\"'][^\"']*[\"']//g" | grep -oE ' --[a-z][a-z-]*'); do
            echo "$help" | grep -qe "$option\b" || echo "no option $option: $lusoria $command $rest"
        done
    done
}
expect "there are examples" yes "$([ "$(examples | wc -l)" -gt 40 ] && echo yes)"
expect "examples use existing commands and options" "" "$(wrong_examples)"
plan
