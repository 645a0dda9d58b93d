#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The completion of bash offers what the program knows.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
# shellcheck disable=SC1090
. <(tools/completion "$lusoria")

offered() { # LINE: what is offered at its end
    COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
    _lusoria 2>/dev/null
    echo "${COMPREPLY[*]}"
}
commands=$("$lusoria" --help | sed -n 's/^  lusoria \([a-z]*\) .*/\1/p' | paste -s -d ' ')
expect "all commands" "$commands --help --version" "$(offered 'lusoria ')"
expect "a command begun" match "$(offered 'lusoria mat')"
for command in $commands; do
    expect "the options of $command" \
        "$("$lusoria" "$command" --help | sed -n 's/^  .*\(--[a-z0-9-]*\).*/\1/p' | paste -s -d ' ' | sed 's/$/ /; s/^ //')--help" \
        "$(offered "lusoria $command --")"
done
expect "an option begun" --first "$(offered 'lusoria match ur --fi')"
expect "games" "ur ur:finkel ur:blitz ur:masters ur:aseb" "$(offered 'lusoria match u')"
expect "after a colon bash wants the rest" "blitz" "$(offered 'lusoria match ur:b')"
expect "one game is enough" "" "$(offered 'lusoria match ur ')"
expect "options do not count" "ur ur:finkel ur:blitz ur:masters ur:aseb" \
    "$(offered 'lusoria match --first ai -j 2 --json u')"
expect "players" "random" "$(offered 'lusoria match ur --first ra')"
expect "values of an option are no options" "" "$(offered 'lusoria match ur --games ')"
expect "games of an option" "cave cave:standard" "$(offered 'lusoria agent check x --game cave' | cut -d ' ' -f 1,2)"
expect "words of a command" "verify" "$(offered 'lusoria dice v')"
expect "files" "test/tap" "$(offered 'lusoria dice verify test/tap')"
expect "files of an option" "test/tap" "$(offered 'lusoria play --record test/tap')"
expect "colour" "always" "$(offered 'lusoria play --color al')"
expect "a command that is none" "" "$(offered 'lusoria nothing ')"

# fish and zsh.
. test/scratch
if command -v fish >/dev/null; then
    tools/completion_more fish "$lusoria" >"$scratch/l.fish"
    of_fish() { env HOME="$scratch" XDG_DATA_HOME="$scratch" XDG_CONFIG_HOME="$scratch" XDG_CACHE_HOME="$scratch" fish -c "source $scratch/l.fish; complete -C '$1'" | cut -f 1 | paste -s -d ' '; }
    expect "fish: a command begun" match "$(of_fish 'lusoria mat')"
    expect "fish: all commands" "$(tr ' ' '\n' <<<"$commands" | sort | paste -s -d ' ')" "$(of_fish 'lusoria ' | tr ' ' '\n' | sort | paste -s -d ' ')"
    expect "fish: an option" --html "$(of_fish 'lusoria review --h')"
    expect "fish: a game" ur:finkel "$(of_fish 'lusoria play ur:f')"
else
    skip "fish" "no fish here"
fi
if command -v zsh >/dev/null; then
    tools/completion_more zsh "$lusoria" >"$scratch/_lusoria"
    expect "zsh: no error of syntax" 0 "$(zsh -n "$scratch/_lusoria" >/dev/null 2>&1; echo $?)"
    expect "zsh: every option" "$("$lusoria" review --help | grep -c '^  .*--')" \
        "$(sed -n '/^review)/,/;;/p' "$scratch/_lusoria" | grep -c "'--")"
else
    skip "zsh" "no zsh here"
fi
plan
