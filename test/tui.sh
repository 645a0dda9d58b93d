#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The full screen in real terminals (tmux): every screen at 60 x 20, 80 x 24 and 120 x 40 as
# test/golden/tui-*.txt has it, keys, mouse, resizing, ASCII, no colours, whole games, and
# the terminal given back. UPDATE=1 writes the screens anew. The value bar is hidden and the
# players are people, so that a better engine changes no screen. Nothing waits for a time:
# each step waits until the screen shows what it should.
cd "$(dirname "$0")/.." || exit 1
. test/tap
. test/screens
if [ "$("$B/lusoria" --version -v | grep -c 'full screen no')" = 1 ]; then
    skip "full screen" "built without ncurses"
    plan
    exit
fi

# Waits until the screen has a line with the pattern.
has_line() { screen | grep -q -e "$1"; } # PATTERN
wait_for() { # PATTERN
    await has_line "$1" && return
    echo "# not seen: $1"
    screen | sed 's/^/# /'
}
open_in() { # COLUMNS ROWS ENVIRONMENT ARGUMENTS
    new_terminal "$1" "$2" \
        "env TERM=tmux-256color $3 $B/lusoria $4; echo status \$?; stty -a; read -r _"
}
# Waits until no line has the pattern.
has_no_line() { ! has_line "$1"; } # PATTERN
wait_gone() { # PATTERN
    await has_no_line "$1" && return
    echo "# still there: $1"
}
press() { terminal send-keys "$@"; }
event() { printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$1" "$2" "$1" "$2"; } # COLUMN ROW
click() { terminal send-keys -l "$(event "$1" "$2")"; }
shows() { # NAME PATTERN
    wait_for "$2"
    expect "$1" yes "$(has_line "$2" && echo yes)"
}

# ---- every game at every size ----

for size in "60 20" "80 24" "120 40"; do
    name=$(echo "$size" | tr ' ' x)
    for game in senet senet:blockade ur ur:aseb awari cave cave:5x3; do
        # shellcheck disable=SC2086 # two numbers
        open_in $size "" "play $game --second human --seed 8 --pace 0"
        case $game in
        awari* | cave*) wait_for "choose one of" ;;
        *)
            wait_for "sticks throws"
            press Space
            wait_for "threw"
            ;;
        esac
        press v
        wait_gone "\(White\|Light\|South\|Solid\)  " # the value bar
        compare "tui-$(echo "$game" | tr : -)-$name"
    done
done

# ---- without colours, in ASCII, on a terminal with eight colours ----

for game in senet ur awari cave; do
    open_in 80 24 "NO_COLOR=1 LC_ALL=C" "play $game --second human --seed 8 --pace 0"
    wait_for "(player 1):"
    press v
    wait_gone "####\.\.\.\."
    compare "tui-$game-mono"
    expect "$game in ASCII" 0 "$(screen | LC_ALL=C grep -c '[^ -~]')"
done
expect "no colours" no "$(terminal capture-pane -e -p | grep -q "$(printf '\033')\[[0-9;]*[34][0-8]m" || echo no)"
open_in 80 24 "TERM=screen" "play ur --second human --seed 8"
wait_for "sticks throws"
expect "eight colours" yes "$(terminal capture-pane -e -p | grep -q "$(printf '\033')\[[0-9;]*4[0-7]m" && echo yes)"

# ---- choosing a move: keys, undo, redo, dialogs, resizing ----

open_in 80 24 "" "play ur --second human --seed 8 --pace 0 --tutor 0"
wait_for "sticks throws"
press v
press i
shows "a hint before the throw is refused" "Throw the sticks first"
press Space
wait_for "Light (player 1) threw 2: Enter plays 0-2"
expect "the refusal is gone then" 0 "$(screen | grep -c "Throw the sticks first")"
press Enter
wait_for "Dark (player 2): Space or a click"
press Space
wait_for "Dark (player 2) threw"
press 1
wait_for "Light (player 1): Space or a click"
press Space
wait_for "Light (player 1) threw .* choose one of 2 moves"
compare tui-choose
press Enter
wait_for "Enter plays"
compare tui-target
press Escape
wait_for "choose one of 2 moves"
press l k
press Enter
shows "a tile without a move is refused" "U2: none of your pieces"
press u
wait_for "Dark (player 2) threw 3: Enter plays 0-3"
press r
wait_for "choose one of 2 moves"
expect "undo and redo keep the throws" 1 "$(screen | grep -c '^ 1 Light 2: 0-2 enter')"
press r
shows "redo needs an undo" "There is no move to play again"
press i
shows "a hint values the moves" " 1 .* %"
wait_for "Best: "
expect "and explains the best one" 1 "$(screen | grep -c 'Best: ')"
press '?'
wait_for "save the game and quit"
compare tui-help
press x
wait_gone "save the game and quit"
press m
wait_for "Save and quit"
compare tui-menu
press Down Down Enter
wait_gone "Save and quit"
terminal resize-window -x 60 -y 20
shows "a smaller window is drawn again" "^ Enter play  i hint"
terminal resize-window -x 40 -y 10
shows "a window can be too small" "too small"
terminal resize-window -x 120 -y 40
wait_for "choose one of 2 moves"
expect "and large again" 40 "$(terminal capture-pane -p | wc -l)"
press q
shows "q saves" "Resume with: .*lusoria play --resume"
shows "and ends with success" "^status 0"
shows "the terminal is given back" "^isig icanon"

# ---- the coach ----

open_in 80 24 "" "play awari --position 0-0-0-0-3-1-1-1-0-0-0-0-20-22-S --second human --tutor 1"
wait_for "choose one of 2 moves"
press v
wait_gone "South  "
press 4
shows "the coach warns" "Play it anyway"
expect "before the move" 1 "$(screen | grep -c 'is better')"
compare tui-coach # the whole board is seen, and the reasons for both moves
press n
wait_for "choose one of 2 moves"
press 4
wait_for "Play it anyway"
press y
shows "but plays what was chosen" "North (player 2)"

# ---- another level and the other side during a game ----

rm -rf "$XDG_STATE_HOME"
open_in 80 24 "" "play cave:5x3 --level easy --pace 0"
wait_for "Solid (you) - Hollow (easy)"
press v
wait_gone "Solid  "
press m
wait_for "Opponent: easy"
expect "nothing about throws in a game without dice" 0 "$(screen | grep -c Throws)"
press Down Down Down Enter
wait_for "> easy"
compare tui-level
press Down Down Enter
shows "another level" "Solid (you) - Hollow (hard)"
press m
wait_for "Opponent: hard"
press Down Down Down Down Enter
shows "the other side" "Solid (hard) - Hollow (you)"
shows "the program plays at once" "^.* Hollow (you): choose one of"
press q
wait_for "^status 0"
expect "the record has the new players" "ai:hard" "$(cat "$XDG_STATE_HOME"/lusoria/games/*-cave-5x3.txt | sed -n 's/^.First "\(.*\)".$/\1/p')"

rm -rf "$XDG_CONFIG_HOME" # the level was remembered

# ---- hints are ranked: the best move is seen where not all fit ----

open_in 60 20 "" "play cave --second human --pace 0"
wait_for "choose one of 16"
expect "all moves fit without a hint" 16 "$(screen | grep -o '[ 1][0-9] [AH][1-8]' | wc -l)"
press i
wait_for "Best: "
expect "the best move is the first" 1 "$(screen | sed -n 4p | grep -c '% [*]$')"
expect "those left out are weaker" 1 "$(screen | grep -c '[0-9] weaker$')"

# ---- motion: a piece that enters with a 4 is seen on the squares it passes ----

frames() { # PACE
    open_in 80 24 "" "play ur --second human --seed 6 --pace $1"
    wait_for "sticks throws"
    press v
    press Space
    wait_for "threw 4: Enter plays 0-4"
    terminal pipe-pane -o "cat >$scratch/frames"
    press Enter
    wait_for "Space or a click"
    terminal pipe-pane
    grep -o '(  )' "$scratch/frames" | wc -l
}
expect "no motion with --pace 0" 1 "$(frames 0)"
expect "a piece moves from square to square" 5 "$(frames 900)"

# ---- themes ----

open_in 80 24 "" "play ur --second human --seed 8"
wait_for "sticks throws"
before=$(terminal capture-pane -e -p)
press t
coloured_anew() { [ "$(terminal capture-pane -e -p)" != "$before" ]; }
expect "a theme has its own colours" yes "$(await coloured_anew && echo yes)"
expect "and is remembered" "theme = light" "$(cat "$XDG_CONFIG_HOME/lusoria/config")"

# ---- whole games by keys ----

whole_game() { # GAME KEYS OPTIONS OF send-keys
    rm -rf "$XDG_STATE_HOME"
    open_in 80 24 "" "play $1 --second human --seed 8 --pace 0"
    wait_for "(player 1):"
    press v
    case $1 in
    senet | ur)
        press m
        wait_for "Throws: by hand"
        press Down Down Enter
        wait_gone "Save and quit"
        press Space
        ;;
    esac
    press "$3" "$4" "$2"
    wait_for "a play again"
    compare "tui-$1-end"
    press q
    wait_for "^status 0"
    expect "$1: the record is whole" 0 "$("$B/lusoria" record "$XDG_STATE_HOME"/lusoria/games/*.txt >/dev/null 2>&1; echo $?)"
}
# Numbers that are not in the list are refused, so any digits play some game.
digits=$(for _ in $(seq 300); do printf 7153246; done)
whole_game senet "$digits" -l --
whole_game ur "$digits" -l --
whole_game awari Enter -N 300
whole_game cave Enter -N 300

# ---- a whole game by mouse, two people: pieces, targets, the list ----

rm -rf "$XDG_STATE_HOME"
stored=$("$B/lusoria" games list | grep -c ur:finkel)
open_in 80 24 "" "play ur --second human --seed 8 --pace 0"
wait_for "sticks throws"
press v
wait_gone " ?$"
click 10 16
wait_for "Light (player 1) threw 2"
click 20 3
click 30 6
shows "a click on a piece and on its target plays" "Dark (player 2): Space or"
for _ in 1 2 3 4 5; do # the sticks, then the third, second or first move of the list
    terminal send-keys -l \
        "$(for _ in $(seq 40); do event 10 16; event 44 18; event 44 17; event 44 16; done)"
done
wait_for "a play again"
shows "a game by mouse alone" " wins 7-[0-6]: the last piece is off"

# ---- after the game: review, another game ----

press r
wait_for "^.*Ply [0-9]* of"
shows "the review says what was played" "played "
expect "and how both played" 1 "$(screen | grep -c '^ Mean loss: Light .* (.*), Dark .* (.*)$')"
press n
shows "after the last mistake it says so" "There is no mistake after this ply"
press Home
shows "and steps" "Ply 0 of"
press Right
shows "to each ply" "Ply 1 of"
press q
wait_for "a play again"
press n
wait_for "What would you like to play"
compare tui-setup
press Down Down Right
wait_for "second"
press Down Left
wait_for "easy"
press Down Down Left
shows "a clock of the list" "10 minutes each, 5 seconds more"
press -l 7+
shows "or a typed one" "^  > Clock     < 7+ >"
press Enter
shows "which is checked" "^ 7+ is not a clock"
press -l 20
press BSpace
shows "and corrected" "^ 7 minutes each, 2 seconds more"
press Enter
shows "a new game with the chosen opponent" "Light (easy) - Dark (you)"
shows "and the clock" "Light 7:0.*Dark 7:0"
expect "the finished game was stored" $((stored + 1)) "$("$B/lusoria" games list | grep -c ur:finkel)"
press C-c
shows "Ctrl-C saves, too" "^status 130"
open_in 80 24 "" ""
shows "the game is remembered" "Game      < Royal Game of Ur >"
rm -rf "$XDG_CONFIG_HOME"

# ---- numbers of tiles are those of the side to move ----

open_in 80 24 "" "play ur:masters --second human --pace 0 --position 6------------x---0:6------------x---0:L:1"
wait_for "sticks throws"
expect "Light's squares" "16 15 14 12 13" "$(screen | sed 's/[^0-9]/ /g' | sed -n '5,15p' | grep -o '1[2-9]' | xargs)"
press Space
wait_for "threw 1"
press 2
wait_for "Dark (player 2):"
expect "Dark's squares" "12 13 14 16 15" "$(screen | sed 's/[^0-9]/ /g' | sed -n '5,15p' | grep -o '1[2-9]' | xargs)"

# ---- options without a game: the form would drop them, so only the game is asked for ----

open_in 80 24 "" "-d4"
wait_for "Which game"
press 4 Enter
wait_for "Which rules"
press 2 Enter
shows "a depth without a game is kept" "Solid (you) - Hollow (ai)"
press q
wait_for "^status 0"

# ---- resuming ----

for game in awari cave; do
    open_in 80 24 "" "play $game --second human --pace 0"
    wait_for "choose one of"
    press Enter
    wait_for "(player 2):"
    press q
    wait_for "^status 0"
done
open_in 80 24 "" "play --resume"
wait_for "Unfinished games"
press Enter
shows "an unfinished game is resumed" "Magnetic Cave.*Solid (player 1) - Hollow"
press q
wait_for "^status 0"
open_in 80 24 "" "play --resume"
wait_for "Unfinished games"
mv "$XDG_STATE_HOME/lusoria/games" "$scratch/moved"
press Enter
shows "a game that cannot be resumed is an error" "^lusoria: .*cave"
shows "with its status" "^status 1"
mv "$scratch/moved" "$XDG_STATE_HOME/lusoria/games"

# ---- lessons: every game, wrong answers, by keys and by mouse to the end ----

# The place of a label on the board: the first line below the title that has it.
place_of() { # LABEL
    terminal capture-pane -p | sed 's/[]|<>+*[-]/ /g' |
        awk -v label="$1" 'NR > 1 {line = " " $0 " "; at = index(line, " " label " "); if (at) {print at, NR; exit}}'
}
# Answers a step: the second hint says what is right.
answer_step() {
    press i
    press i
    wait_for "The answer is"
    answer=$(screen | sed -n 's/.*The answer is \([^ ]*\)\..*/\1/p' | head -n 1)
    case $answer in
    yes) press y ;;
    no) press n ;;
    pass) press p ;;
    White | Light | South | Solid) press 1 ;;
    Black | Dark | North | Hollow) press 2 ;;
    draw) press 3 ;;
    *)
        for part in $(echo "$answer" | tr ',-' '  '); do
            case $part in
            0) part="Light hand" ;;
            off) continue ;; # a piece with one move is played by naming it twice
            esac
            # shellcheck disable=SC2046 # two numbers
            click $(place_of "$part")
        done
        case $answer in *-off) press Enter ;; esac
        ;;
    esac
    wait_for "Right\."
}
lesson_steps() { screen | sed -n 's/.*Lesson: step 1 of \([0-9]*\)$/\1/p'; }

for size in "60 20" "80 24" "120 40"; do
    name=$(echo "$size" | tr ' ' x)
    for game in senet senet:blockade ur awari cave; do
        # shellcheck disable=SC2086 # two numbers
        open_in $size "" "lesson $game --pace 0"
        wait_for "First lesson"
        press x
        wait_gone "First lesson"
        press s
        wait_for "step 2 of"
        compare "tui-lesson-$(echo "$game" | tr : -)-$name"
    done
done
for game in senet ur awari cave; do
    rm -rf "$XDG_STATE_HOME"
    open_in 80 24 "LC_ALL=C" "lesson $game --pace 0"
    wait_for "First lesson"
    [ $game != ur ] || compare tui-lesson-opening
    press x
    wait_gone "First lesson"
    steps=$(lesson_steps)
    for step in $(seq "$steps"); do
        answer_step
        [ "$step$game" != 3ur ] || compare tui-lesson-right
        press Enter
        [ "$step" = "$steps" ] || wait_for "step $((step + 1)) of"
    done
    wait_for "Lesson finished, wrong answers: 0"
    compare "tui-lesson-$game-end"
    expect "$game: the lesson is remembered" 1 "$(grep -c "^$game:.* = 20" "$XDG_STATE_HOME/lusoria/lessons")"
    press Down Down Enter
    shows "$game: and ends with success" "^status 0"
done
open_in 80 24 "LC_ALL=C" "lesson ur --pace 0"
wait_for "First lesson"
press x
wait_gone "First lesson"
press p
shows "a wrong answer names the rule" "U1: a legal move is compulsory"
press b
shows "there is nothing before the first step" "This is the first step"
press '?'
wait_for "Keys of a lesson"
compare tui-lesson-keys
press x
wait_gone "Keys of a lesson"
for _ in 2 3 4 5 6 7 8; do press s; done
wait_for "step 8 of"
press b
shows "back" "step 7 of"
for _ in 1 2 3 4 5; do press s; done
shows "skipped steps are counted" "you skipped 11"
press Enter
shows "a game follows" "Light (you) - Dark (easy)"
press C-c
shows "which is saved" "^status 130"
open_in 80 24 "" ""
wait_for "What would you like to play"
press Down Right Down Down Down Down Down Down
wait_for "> First lesson"
press Enter
shows "a lesson from the form" "Senet (senet:blockade) .*Lesson: step 1 of"
press x
press q
shows "and back to the form" "What would you like to play"
press q
shows "and out" "^status 0"

# ---- clocks ----

rm -rf "$XDG_STATE_HOME"
open_in 80 24 "" "play awari --second human --pace 0 --clock 60"
shows "both clocks are on the screen" "South [15][0-9:]* <  *North 1:00:00"
shows "the clock ticks without a key" "South 59:5[0-8] <"
press m
wait_for "Save and quit"
second=$(screen | grep -o 'South 59:[0-9]*')
wait_gone "$second"
expect "also behind a dialog" 0 "$(screen | grep -c "$second")"
press Escape
wait_gone "Save and quit"
press Enter
shows "a move starts the other clock" "South 5[89]:[0-9]*  *North [15][0-9:]* <"
press q
wait_for "^status 0"
sed -i 's/TimeLeft.*/TimeLeft "100 20"]/' "$XDG_STATE_HOME"/lusoria/games/*.txt
open_in 60 20 "" "play --resume"
shows "a resumed game has its times" "South 1:40  *North 0:[012][0-9] <"
press m
shows "the flag closes a dialog and ends the game" "South (player 1) wins: the opponent's time is over"
shows "nothing is left" "South 1:40  *North 0:00"

# ---- a program thinks ----

open_in 80 24 "" "play awari --first ai --time 600000 --second human"
wait_for "South (ai) is thinking"
press q
shows "q ends its thinking" "^status 0"

# ---- what goes wrong is seen ----

open_in 80 24 "" "play ur --level perfect"
shows "an error before the game is printed after the screen is closed" "perfect play needs a table"
open_in 80 24 "" "play cave --second human"
wait_for "choose one of"
press Right Right Enter
shows "the rule that refuses a tile" "M2: "

# ---- the terminal after a crash; line mode where the screen cannot be shown ----

open_in 80 24 "" "play ur --second human --seed 8"
wait_for "sticks throws"
pid=$(terminal list-panes -F '#{pane_pid}')
pkill_child() { for child in $(ps -o pid= --ppid "$1"); do kill -s SEGV "$child"; done; }
pkill_child "$pid"
shows "a crash gives the terminal back" "^isig icanon"
open_in 80 24 "TERM=dumb" "play ur --second human --seed 8"
shows "line mode on a dumb terminal" "^Light"
open_in 50 18 "" "play ur --second human --seed 8"
shows "line mode in a small window" "^Light"
open_in 80 24 "" "play --line ur --second human --seed 8"
shows "line mode on request" "^Light"
expect "line mode in a pipe" yes "$(echo q | "$B/lusoria" play ur --seed 8 2>&1 | grep -q '^Light .*> q' && echo yes)"
for game in senet ur awari cave; do
    block=$(sed 's/^/    /; s/ *$//' $golden/tui-$game-mono.txt)
    case $(cat doc/terminal.md) in
    *"$block"*) same=yes ;;
    *) same=no ;;
    esac
    expect "doc/terminal.md shows $game" yes $same
done
plan
