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
# The other way round: two options of bubblewrap in an example, and two that no command lists.
unknown_options() {
    known=$(for command in $commands; do "$B/lusoria" "$command" --help; done)
    echo "$page" | grep -v bwrap | grep -oE '(^|[^a-z-])--[a-z][a-z0-9-]*' | grep -oE -- '--[a-z].*' | sort -u | while read -r option; do
        echo "$known" | grep -qe "$option\([^a-z-]\|\$\)" || echo "$option"
    done
}
expect "options of the man page exist" "--die-with-parent --help --unshare-all --version" "$(unknown_options | grep -v -- '--.*----' | xargs)"
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
        if [ "$lusoria" != lusoria ] || [ -z "$command" ]; then continue; fi
        help=$("$B/lusoria" "$command" --help 2>&1) || echo "no command: $lusoria $command $rest"
        for option in $(echo " $rest" | sed "s/[\"'][^\"']*[\"']//g" | grep -oE ' --[a-z][a-z-]*'); do
            echo "$help" | grep -qe "$option\b" || echo "no option $option: $lusoria $command $rest"
        done
    done
}
# Measured times and sizes belong to doc/performance.md; what README.md and the man pages repeat
# of them is there with the same digits. Limits of the program are in the man pages alone. The table of claims has
# what tools/claims measured on the machine it names.
figures() { # FILE...
    sed '/<!-- claims -->/,/<!-- .claims -->/d' "$@" | grep -oE '[0-9][0-9.,]* (GB|gigabytes|MB|ms|million)' | sort -u
}
unknown_figures() {
    figures README.md man/lusoria*.[15] | while read -r figure unit; do
        case "$figure $unit" in
        "50 ms" | "200 ms") continue ;; # the reserve of a clock, the time of agent check
        esac
        grep -q "\b$figure $unit" doc/performance.md || echo "$figure $unit"
    done
}
expect "there are figures" yes "$([ "$(figures doc/performance.md | wc -l)" -ge 3 ] && echo yes)"
expect "measured figures are those of doc/performance.md" "" "$(unknown_figures)"
code_number() { sed -n "s/.*\b$2 = \([0-9]*\).*/\1/p" "$1" | head -n 1; } # FILE NAME
expect "the pace of moves is that of the program" "$(code_number src/cli/line_screen.c PACE_MS) $(
    code_number src/cli/line_screen.c PACE_WATCH_MS) $(code_number src/tui/tui.c PACE_MS) $(code_number src/tui/tui.c PACE_WATCH_MS)" \
    "$(echo "$page" | sed -n '/^On a terminal, the pause after/{N;p;}' | grep -oE '[0-9]+' | xargs)"
expect "there are examples" yes "$([ "$(examples | wc -l)" -gt 40 ] && echo yes)"
expect "examples use existing commands and options" "" "$(wrong_examples)"
plan
