#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria lesson in line mode: the whole lesson of every rule set, with right answers and
# with wrong ones first; commands, bad input, what is remembered. The full screen is tested
# in test/tui.sh, the choice of the steps in test/test_lesson.c.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
. test/scratch

lesson() { "$lusoria" lesson "$1" --ascii 2>&1; }                # GAME; the lines are typed
count() { grep -c -e "$1" "$scratch/out"; }                      # PATTERN
reply_to() { grep -A1 "^Your .*> $1\$" "$scratch/out" | grep -c -e "$2"; } # TYPED PATTERN
steps_of() { echo quit | lesson "$1" | sed -n 's/.*lesson of \([0-9]*\) steps.*/\1/p'; }

# The right answers, one per line: the second hint of every step names it.
answers_of() { # GAME STEPS
    for _ in $(seq "$2"); do printf 'hint\nhint\nskip\n'; done | lesson "$1" |
        awk '/^Step /{if (a != "") print a} /^The answer is /{a = $4; sub(/\.$/, "", a)} END{print a}'
}

for game in $("$lusoria" games | cut -d' ' -f1); do
    steps=$(steps_of "$game")
    expect "$game: 6 to 12 steps" yes "$([ "$steps" -ge 6 ] && [ "$steps" -le 12 ] && echo yes)"
    answers=$(answers_of "$game" "$steps")
    expect "$game: an answer for each step" "$steps" "$(echo "$answers" | wc -l)"

    for answer in $answers; do printf '%s\n\n' "$answer"; done | lesson "$game" >"$scratch/out"
    expect "$game: right answers" "$steps" "$(count '^Right\.')"
    expect "$game: to the end" 1 "$(count "finished the lesson: $steps steps, 0 wrong answers")"
    expect "$game: what follows" 1 "$(count "Play a game: .*lusoria play $game -l beginner")"
    expect "$game: remembered" 1 "$(grep -c "^$game = 20[0-9-]*$" "$XDG_STATE_HOME/lusoria/lessons")"

    # "pass" is refused by a rule where a move is legal; "yes" is wrong where it is asked.
    for answer in $answers; do
        case $answer in
        pass) printf 'foo\npass\n\n' ;;
        no) printf 'foo\nyes\nno\n\n' ;;
        *) printf 'foo\npass\n%s\n\n' "$answer" ;;
        esac
    done | lesson "$game" >"$scratch/out"
    expect "$game: right after wrong" "$steps" "$(count '^Right\.')"
    moves=$(echo "$answers" | grep -vc '^no$\|^pass$\|th$\|^draw$')
    refusals=$(echo "$answers" | grep -c '^no$')
    expect "$game: a pass is refused by a rule" "$moves" "$(reply_to pass '^[A-Z][0-9]*: ')"
    expect "$game: and so is a yes" "$refusals" "$(reply_to yes '^No\. [A-Z][0-9]*: ')"
    expect "$game: unknown words" "$steps" "$(reply_to foo '^Type a move, for example \|^Answer ')"
    expect "$game: wrong answers are counted" 1 "$(count "finished the lesson: $steps steps, [1-9][0-9]* wrong")"
done

# ---- commands ----

printf '%s\n' skip BACK back b s ? h hint '' 7 QUIT | lesson ur >"$scratch/out"
status=$?
expect "quit ends with success" 0 $status
expect "back at the first step" 2 "$(count '^This is the first step')"
expect "help" 1 "$(count 'hint (h)  *the legal moves')"
expect "a bare number is not a move" 2 "$(count '^Type a move, for example 0-2')"
expect "letters in any case" 2 "$(count '^Step 2 of')"
printf '' | lesson ur >"$scratch/out"
expect "the end of the input" 0 $?
rm -rf "$XDG_STATE_HOME"
for _ in $(seq 12); do echo skip; done | lesson awari >"$scratch/out"
expect "a skipped lesson is not finished" 1 "$(count 'You skipped 10:')"
expect "and not remembered" no "$([ -e "$XDG_STATE_HOME/lusoria/lessons" ] || echo no)"
printf 'quit\n' | XDG_STATE_HOME=/dev/null lesson ur >/dev/null
expect "a lesson needs no folder" 0 $?
for answer in $(answers_of cave:5x3 6); do printf '%s\n\n' "$answer"; done | XDG_STATE_HOME=/dev/null lesson cave:5x3 >"$scratch/out"
expect "a finished lesson that cannot be remembered is reported" 1 "$(count 'could not be remembered: ')"

# ---- the list, and what goes wrong ----

for answer in $(answers_of cave:5x3 6); do printf '%s\n\n' "$answer"; done | lesson cave:5x3 >"$scratch/out"
"$lusoria" lesson >"$scratch/out"
expect "the list of lessons" "$("$lusoria" games | wc -l)" "$(count '^  [a-z]*:')"
expect "finished ones" "cave:5x3" "$(sed -n 's/^  \([^ ]*\) .* finished 20..-..-..$/\1/p' "$scratch/out")"
"$lusoria" lesson ru >"$scratch/out" 2>&1
expect "an unknown game fails" 1 $?
"$lusoria" lesson ur ur >"$scratch/out" 2>&1
expect "two games are wrong usage" 2 $?
"$lusoria" lesson ur --color mauve >"$scratch/out" 2>&1
expect "a wrong value is wrong usage" 2 $?
plan
