#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What a person sees: screens of the menu and of every game in real terminals
# (tmux) of 80 x 24 and 60 x 20, with and without Unicode, as test/golden/ has
# them. UPDATE=1 writes them again. No player in these games is a program, so a
# better engine changes no screen.
cd "$(dirname "$0")/.." || exit 1
. test/tap
. test/screens

# Waits until the screen is not $1 and asks something.
asks() { # SCREEN
    now=$(screen)
    [ "$now" != "$1" ] && echo "$now" | grep . | tail -n 1 | grep -q '[>?]$\|(yes/no\(/review\)\?)$'
}
settle() { await asks "$1"; }
open_in() { # COLUMNS ROWS LOCALE COMMAND: a terminal with it
    rm -rf "$XDG_STATE_HOME"
    new_terminal "$1" "$2" "LC_ALL=$3 $4; echo status \$? '?'; read -r _"
    settle ""
}
type_in() { # LINES...
    for line; do
        before=$(screen)
        terminal send-keys "$line" Enter
        settle "$before"
    done
}

game() { # NAME OPTIONS LINES...: its screens
    name=$1 options=$2
    shift 2
    for size in 80x24 60x20; do
        for locale in C C.UTF-8; do
            open_in ${size%x*} ${size#*x} $locale "$B/lusoria $options"
            type_in "$@"
            compare "$name-$size-$locale"
        done
    done
}

mkdir -p $golden
game menu "--line" 2
game senet "play --line senet --second human --seed 5" 3 2 1 4 2 3
game blockade "play --line senet:blockade --second human --seed 5" 1 2 1
game ur "play --line ur --second human --seed 8" 1 1 2 2 1
game aseb "play --line ur:aseb --second random --seed 5" 1 1 2 2 1
game awari "play --line awari --second human" C f F d A a
game cave "play --line cave --second human" "0 0" "0 7" h1 "3 0" 8 2 "3 1"
game help "play --line cave:5x3 --second human" help
game redo "play --line ur --second human --seed 8" 1 1 2 undo undo redo
game swap "play --line ur --first Ada --second Ben --seed 8" 1 1 swap
game level "play --line cave:5x3 --level easy" "level hardd" "level hard"
game setup "play --line awari --second human" C "setup 4-4-4-4-4-0-5-5-5-5-4-4-0-0-N" a
game lesson "lesson --line ur" 0-2 "" pass hint 3-5
game lesson-cave "lesson --line cave" skip maybe no
game end "play --line awari --second random --seed 3 2>/dev/null" C resign yes

open_in 80 24 C.UTF-8 "$B/lusoria play --line ur --second human --seed 8"
expect "colours in a terminal" yes \
    "$(terminal capture-pane -e -p | grep -q "$(printf '\033')\[1m" && echo yes)"
open_in 80 24 C.UTF-8 "NO_COLOR=1 $B/lusoria play --line ur --second human --seed 8"
expect "none with NO_COLOR" no \
    "$(terminal capture-pane -e -p | grep -q "$(printf '\033')\[1m" || echo no)"
before=$(screen)
terminal send-keys C-c
settle "$before"
expect "Ctrl-C says where the game is" "1 status 130 ?" \
    "$(screen | grep -c 'lusoria play --resume') $(screen | grep status)"
open_in 80 24 C.UTF-8 "$B/lusoria play --line ur --second human"
type_in resign yes maybe
expect "play again? anything else asks again" 2 "$(screen | grep -c 'Play again? (yes/no/review)')"
type_in review
expect "review shows how it was played" 1 "$(screen | grep -c '^played like')"
type_in yes
expect "yes plays again" 1 "$(screen | grep -c '^  1. Light (player 1)')"
type_in resign yes no
expect "no ends" "status 0 ?" "$(screen | grep status)"
open_in 80 24 C.UTF-8 "$B/lusoria --line"
type_in 3 1 1 1
expect "the menu offers a tutor" "  4) all       1 stone or more" "$(screen | grep "^  4)" | tail -n 1)"
type_in 4
expect "and begins" 1 "$(screen | grep -c '^  1. South (you)')"

# Lines are not broken between a number and its "%", nor behind "3:".
open_in 60 20 C.UTF-8 "$B/lusoria play --line ur --second human --seed 8"
type_in 1 1 hint
expect "a hint fits 60 columns" "yes 0" "$(screen | grep -q ' throws 0: ' && echo yes) $(screen | grep -c '^ *%\|[0-9]:$')"

# Unfinished games are offered, those without a move are not.
cat >"$scratch/unfinished" <<END
printf '1\\nq\\n' | $B/lusoria play ur --seed 6
echo q | $B/lusoria play cave
printf 'F\\nq\\n' | $B/lusoria play awari
clear
$B/lusoria play --line --resume
END
open_in 80 24 C.UTF-8 "sh $scratch/unfinished"
expect "unfinished games are listed" "1) awari:abapa 2) ur:finkel" \
    "$(screen | sed -n 's/^ *\([0-9]) [a-z:]*\).*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
type_in 2
expect "and the chosen one is resumed" 1 "$(screen | grep -c '^  2. Light (you)')"

# Your games: replayed by keys, counted. The store has two games of fixed seeds.
rm -f "$XDG_DATA_HOME/lusoria/store.db"
yes 1 | head -n 900 | "$B/lusoria" play ur:blitz --level easy --seed golden >/dev/null 2>&1
yes 1 | head -n 900 | "$B/lusoria" play ur:blitz --level easy --seed silver >/dev/null 2>&1
"$B/lusoria" games show 1 >"$scratch/game.txt"
# The screen is another one than $before, and stays so for a moment.
changed() {
    now=$(screen)
    [ "$now" != "$before" ] && sleep 0.1 && [ "$now" = "$(screen)" ]
}
shows() { screen | grep -q "$1"; } # PATTERN
for size in 80x24 60x20; do
    open_in ${size%x*} ${size#*x} C.UTF-8 "$B/lusoria replay 1"
    before=$(screen)
    for key in Enter Right Right Left g; do
        terminal send-keys "$key"
        await changed
        before=$(screen)
    done
    type_in 10
    compare "replay-$size"
    open_in ${size%x*} ${size#*x} C.UTF-8 "$B/lusoria stats"
    compare "stats-$size"
    open_in ${size%x*} ${size#*x} C.UTF-8 "$B/lusoria review --depth 2 --no-tables $scratch/game.txt | head -n 16"
    compare "review-$size"
    new_terminal ${size%x*} ${size#*x} "$B/lusoria practice ur:blitz --date 2030-01-01; read -r _"
    await shows 'Your move'
    compare "practice-$size"
done

# How far a table is, in one line that fits.
progress() {
    now=$(screen)
    echo "$now" | grep -q 'left$\|without tables'
}
far() { # COLUMNS
    new_terminal "$1" 24 "$B/lusoria solve ur --pieces 6 --table-dir $scratch/tables$1; read -r _"
    await progress
    terminal kill-server # this is a process of its own: the trap knows another number
    echo "$now" | grep 'left$' | sed 's/[0-9][0-9.]*\(e-[0-9]*\)*\(:[0-9][0-9]\)*/N/g; s/N M/N/'
}
if "$B/lusoria" solve ur --pieces 1 --table-dir "$scratch/tables" >/dev/null 2>&1; then
    expect "progress in 80 columns" "layer N of N, N against N, sweep N: residual N, N/s, N left" "$(far 80)"
    expect "progress in 60 columns" "N/N, N against N: residual N, N/s, N left" "$(far 60)"
fi
plan
