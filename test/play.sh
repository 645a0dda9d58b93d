#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Games played through pipes: whole games of every rule set, the prompt, undo,
# saving and resuming, the dice and their secret, wrong usage.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=$(cd "${B:-build}" && pwd) || exit 1
. test/scratch
HOME=$scratch/home LC_ALL=C.UTF-8
export HOME LC_ALL
unset XDG_CONFIG_HOME LOGNAME USER
unset NO_COLOR
games=$XDG_STATE_HOME/lusoria/games seeds=$XDG_STATE_HOME/lusoria/seeds
out=$scratch/out err=$scratch/err

play() { # OPTIONS...: plays from standard input into $out and $err, prints the status
    "$B/lusoria" play "$@" >"$out" 2>"$err"
    echo $?
}
saved() { sed -n 's/^Record: //p' "$err"; } # where that game is
has() { grep -qe "$1" "$out" && echo yes || echo no; }
err_has() { grep -qe "$1" "$err" && echo yes || echo no; }
fresh() { rm -rf "$XDG_STATE_HOME"; }
ones() { yes 1 | head -n "${1:-3000}"; }
moves() { sed '1,/^$/d' "$1"; } # of a record, without its tags

# Whole games.
for rules in $("$B/lusoria" games | cut -d' ' -f1); do
    for player in ai random; do
        expect "$rules, $player" "0 yes" \
            "$(play $rules --first $player --second $player -d 2 --seed 11 </dev/null) $(
                has '\(wins\|A draw\).*: [a-z3-5]')"
    done
done
expect "a game of Awari by the rules of repetition ends" 0 \
    "$(play awari --first random --second ai -d 3 --seed 4 </dev/null)"
for rules in senet senet:blockade ur ur:masters awari cave; do
    expect "$rules, typed numbers" "0 yes" "$(
        while :; do printf '%s\n' 0 1 2 3 4 5 6 7; done 2>/dev/null | head -n 9000 |
            play $rules --second random --seed 12) $(has 'you).* wins\|random).* wins')"
done
expect "two people" "0 yes yes" "$(ones | play ur --second human --seed 1) $(
    has 'Light (player 1)') $(has '^Dark> 1')"
expect "blockade's roll-off decides the seats" "First (you)       Sticks: [■ ■ □ □] -> 2
Second (random)   Sticks: [■ □ □ □] -> 1  owns Dark, throws again
yes" "$(echo 2 1 3 >"$scratch/throws"
    play senet:blockade --second random --dice "$scratch/throws" </dev/null >/dev/null
    sed -n '/^First (/,/^Second (/p' "$out"; has '1. Dark (random) .* -> 3')"

# The prompt.
ask() { printf '%s\n' "$@" | play ur --second random --seed 7 >/dev/null; }
ask frog "" 99 2-9 1-1 "save" "moves now"
expect "what is not understood" \
    "'frog' is not understood. Type a move or its number, or 'help'." \
    "$(sed -n "s/^.*'frog'/'frog'/p" "$out")"
ask 2-9
expect "an illegal move is refused with its rule" \
    "'2-9' is not legal. U2: none of your pieces stands on that square." \
    "$(grep "^'2-9'" "$out")"
ask "$(head -c 3000 /dev/zero | tr '\0' x)" 1 quit
expect "a line too long loses nothing" "yes 2" \
    "$(has 'line is too long') $(grep -c '(you)' "$out")"
printf 'a\033]0;b\007\0c\n' | play ur >/dev/null
expect "control bytes are not echoed" "'a?\]0;b??c' is not understood" \
    "$(sed -n "s/\.\ .*//; /^'a/p" "$out" | sed 's/]/\\]/')"
ask help
expect "help lists the commands" "h-hint u-undo  -redo m-moves b-board s-save l-link r-rules  -level  -swap  -setup  -resign ?-help q-quit x-exit" \
    "$(sed -n 's/^  \([a-z? ]\)  \([a-z]*\) .*  .*/\1-\2/p' "$out" | tr '\n' ' ' | sed 's/ $//')"
ask "" "" 1 quit
expect "Enter plays the only move" 2 "$(grep -c '(Enter: 0-1)> $\|2. Dark' "$out")"
printf '%s\n' F hint | play awari --second ai >/dev/null
expect "a hint ranks every move" 5 \
    "$(sed -n '/Best move last/,$p' "$out" | grep -o '[0-5]) [A-F]' | sort -u | wc -l)"
ask board moves
expect "board and moves show the turn again" "2 3" \
    "$(grep -c '1. Light' "$out") $(grep -c '1) 0-1' "$out")"
expect "a mistyped command gets a suggestion" yes "$(ask hnt; has "mean 'hint'?")"
ask rules
expect "the rules are in the program" yes "$(has '^Royal Game of Ur')"
ask resign no quit
expect "resigning can be reconsidered" no "$(has 'the other side resigned')"
ask resign yes
expect "resigning ends the game" yes "$(has 'Dark (random) wins: the other side resigned')"
expect "commands in capitals and by their letter" "yes yes" \
    "$(ask HINT Q; has 'Best move last') $(ask h EXIT; has 'Best move last')"
printf '%s\n' b h q | play awari --second random >/dev/null
expect "a letter that is a pit is a move" "yes yes" "$(has 'North (random)') $(has 'Best move last')"
expect "a number is never a square" \
    "'13' is not a number of the list. A square has a dash behind it: 13-" \
    "$(printf '13\n' | play senet:houses --position WBWBWBWBWBWBWB----------------:W:1 >/dev/null; grep "^'13'\|> '13'" "$out" | sed 's/.*> //')"
ask undo
expect "nothing to take back" yes "$(has 'no move of yours to take back')"
ask 1 1 undo 1
turns=$(sed -n 's/^ *\([0-9]*\)\. Light (you) *\(Sticks.*\)/\1 \2/p' "$out")
expect "undo goes back to one's own last choice and throws nothing again" \
    "$(echo "$turns" | sed -n '2p;3p')" "$(echo "$turns" | sed -n '4p;5p')"
ask 1 1 link
link=$(grep '^#g=' "$out")
boards() { sed -n '/┌/,/└/p' "$out" | sed 's/[][]/ /g'; } # without the last move's mark
board=$(boards | tail -n 7)
play --position "$link" --second random --seed 7 </dev/null >/dev/null
expect "a link opens the position" "$board" "$(boards | tail -n 7)"

# Saving and resuming.
fresh
expect "the end of the input ends the game" "0 yes" "$(ones 9 | play ur --seed 9) $(
    err_has 'lusoria play --resume$')"
expect "with its record saved" '[Result "*"] yes' \
    "$(grep Result "$(saved)") $(grep -q ' 1/0-1 ' "$(saved)" && echo yes)"
expect "nothing else is left, except its seed" "seed txt" \
    "$(find "$XDG_STATE_HOME" -type f | sed 's/.*\.//' | sort | tr '\n' ' ' | sed 's/ $//')"
ones | play ur --seed 9 --record "$scratch/whole.txt" >/dev/null
expect "resuming the newest game" 0 "$(ones | play --resume)"
expect "gives the same game" "$(moves "$scratch/whole.txt")" "$(moves "$(saved)")"
expect "which is over" "1 yes" "$(play --resume </dev/null) $(err_has 'no unfinished game')"
expect "and cannot be resumed" "1 yes" \
    "$(play --resume "$scratch/whole.txt" </dev/null) $(err_has 'is over')"
for rules in awari cave ur senet:blockade; do
    for level in 2 3; do
        for i in 0 1 2 3 4 5 6 7 8; do printf '%s\n' 0 1 2 3 4 5 6 7; done >"$scratch/lines"
        rm -f "$scratch/one.txt" "$scratch/two.txt"
        play $rules --second ai:$level --seed 5 --record "$scratch/one.txt" <"$scratch/lines" >/dev/null
        head -n 9 "$scratch/lines" | play $rules --second ai:$level --seed 5 --record "$scratch/two.txt" >/dev/null
        tail -n +10 "$scratch/lines" | play --resume "$scratch/two.txt" >/dev/null
        expect "$rules against ai:$level continues identically" "$(moves "$scratch/one.txt")" "$(moves "$scratch/two.txt")"
    done
done
(ones 9; echo "save $scratch/copy.txt") | play ur --seed 9 >/dev/null
expect "a copy" "0 yes" "$(ones | play --resume "$scratch/copy.txt") $(has '^Resumed at ply')"
expect "continues with the same dice" \
    "$(moves "$scratch/whole.txt")" "$(moves "$scratch/copy.txt")"
(ones 9; echo "save $scratch/whole.txt") | play ur --seed 9 >/dev/null
expect "nothing is saved over" yes "$(has 'choose another name')"
expect "nor by --record" "1 yes" "$(play ur --record "$scratch/whole.txt" </dev/null) $(
    err_has 'whole.txt: the file exists')"
# By the signal SIGPIPE, or by the failed write if a parent process ignores that signal.
for signal in default ignored; do
    rm -f "$scratch/gone" "$scratch/cut.txt"
    { ones 3; until [ -e "$scratch/gone" ]; do sleep 0.05; done; ones 9; } |
        { [ $signal = default ] || trap '' PIPE; exec "$B/lusoria" play ur --seed 9 --record "$scratch/cut.txt" 2>/dev/null; } |
        { head -n 9 >/dev/null; exec <&-; : >"$scratch/gone"; }
    expect "a game whose reader goes away stops, signal $signal" yes \
        "$([ "$(moves "$scratch/cut.txt" | grep -o '[0-4]/[0-9]' | wc -l)" -lt 9 ] && echo yes)"
done
expect "a game whose file was cut off can be resumed" 0 "$(play --resume "$scratch/cut.txt" </dev/null)"
printf '1\n' | play senet:blockade --dice ask --record "$scratch/asked.txt" >/dev/null
expect "typed throws go on where they were" "0 yes" \
    "$(printf '%s\n' 3 1 quit | play --resume "$scratch/asked.txt") $(has '1. Dark.* -> 3')"
ones 9 | play ur --seed 9 --record "$scratch/lost.txt" >/dev/null && rm "$seeds"/*
expect "without its seed a game does not go on" "1 yes" \
    "$(play --resume "$scratch/lost.txt" </dev/null) $(err_has 'seed of its dice was not found')"
echo other >"$scratch/lost.seed"
expect "nor with another" "1 yes" \
    "$(play --resume "$scratch/lost.txt" </dev/null) $(err_has 'belongs to another game')"
echo 9 >"$scratch/lost.seed"
expect "a seed next to the record, as older versions stored it, is found" "0 yes" \
    "$(play --resume "$scratch/lost.txt" </dev/null) $(has '^Resumed at ply')"
echo precious >"$scratch/kept.seed"
ones 9 | play ur --seed 9 --record "$scratch/kept" >/dev/null
ones 9 | play ur --seed 10 --record "$scratch/kept.txt" >/dev/null
expect "no other file is overwritten" precious "$(cat "$scratch/kept.seed")"
mv "$scratch/kept" "$scratch/renamed"
cp "$scratch/renamed" "$scratch/copied"
expect "a renamed record finds its seed" "0 yes" "$(ones | play --resume "$scratch/renamed") $(has '^Resumed at ply')"
expect "and so does a copy, even of a finished game" "$(moves "$scratch/renamed")" \
    "$(ones | play --resume "$scratch/copied" >/dev/null; moves "$scratch/copied")"
# A file with several games: the last unfinished one is resumed, the others stay.
printf 'FfBe\nFf\n' >"$scratch/several.txt"
printf 'B\nquit\n' | play --resume "$scratch/several.txt" --second random >/dev/null
expect "all games of a file survive" "1. F f 2. B e * 1. F f 2. B" "$(
    sed '/^\[/d; /^$/d' "$scratch/several.txt" | tr '\n' ' ' | cut -c 1-27)"
"$B/lusoria" play ur --first random --second random --seed 1 --record "$scratch/over.txt" >/dev/null 2>&1 </dev/null
ones 9 | play ur --seed 9 --record "$scratch/open.txt" >/dev/null
cat "$scratch/open.txt" "$scratch/over.txt" >"$scratch/both.txt"
expect "an unfinished game before a finished one" "0 yes 2" "$(ones | play --resume "$scratch/both.txt") $(
    has '^Resumed at ply') $(grep -c '^.Result "[01]-[01]"' "$scratch/both.txt")"
expect "which is not changed" "$(cat "$scratch/over.txt")" "$(tail -n "$(wc -l <"$scratch/over.txt")" "$scratch/both.txt")"
printf 'FfBe\nF\001f\n' >"$scratch/control.txt"
expect "a good game before a damaged one" "1 yes" "$(play --resume "$scratch/control.txt" </dev/null) $(err_has 'line 2, byte 6: expected')"
expect "a name with a terminal escape" "2 0" "$(play ur --second "$(printf '\033[31mBob')" </dev/null) $(
    cat "$out" "$err" | grep -c "$(printf '\033')")"
# One process at a time; symbolic links.
ones 9 | play ur --seed 9 --record "$scratch/target.txt" >/dev/null
ln -s target.txt "$scratch/link.txt"
mkfifo "$scratch/held"
"$B/lusoria" play --resume "$scratch/link.txt" <"$scratch/held" >/dev/null 2>&1 &
exec 8>"$scratch/held"
is_locked() { [ -n "$(ls "$XDG_STATE_HOME/lusoria/locks" 2>/dev/null)" ]; }
await is_locked
expect "a game is played by one process at a time" "1 yes" \
    "$(play --resume "$scratch/target.txt" </dev/null) $(err_has 'another process is playing')"
before=$(moves "$scratch/target.txt" | wc -w)
printf '1\n1\n' >&8
exec 8>&-
wait
expect "a symbolic link stays a link, and its target is updated" "yes yes 0" "$([ -L "$scratch/link.txt" ] && echo yes) $(
    [ "$(moves "$scratch/target.txt" | wc -w)" -gt "$before" ] && echo yes) $(find "$XDG_STATE_HOME/lusoria/locks" -type f | wc -l | tr -d ' ')"
fresh
ones 9 | play ur --seed 9 >/dev/null
mkfifo "$games/9999.txt"
expect "a pipe among the saved games" "0 yes" "$(
    limited "$B/lusoria" play --resume </dev/null >"$out" 2>"$err"; echo $?) $(has '^Resumed at ply')"
expect "a pipe is not a record" "1 yes" "$(
    limited "$B/lusoria" play --resume "$games/9999.txt" </dev/null >"$out" 2>"$err"; echo $?) $(err_has 'not a regular file')"
expect "nor is one written" "1 yes yes" "$(limited "$B/lusoria" play ur --record "$games/9999.txt" </dev/null >"$out" 2>"$err"; echo $?) $(
    err_has 'not a regular file') $([ -p "$games/9999.txt" ] && echo yes)"
rm "$games/9999.txt"
printf '[Game "ur"]\n[First "human"]\n[Second "ai"]\n[Limits "depth 0, time 0 ms"]\n[Result "*"]\n\n*\n' >"$scratch/limits.txt"
expect "limits that a record cannot have are not used" "0 yes" \
    "$(play --resume "$scratch/limits.txt" --dice ask </dev/null) $(has 'ai, depth 6, 10 s per move')"
expect "a file that may not grow is reported" "1 yes" "$(
    (ulimit -f 0; "$B/lusoria" play ur --record "$scratch/small.txt" </dev/null 2>&1 >/dev/null; echo "$?") | cat >"$err"
    tail -n 1 "$err") $(err_has 'small.txt: File too large')"
expect "a copy that cannot be written is reported" "0 yes" "$( (ones 3; echo "save $scratch/none/copy.txt"; echo 1) |
    play ur --seed 9) $(has 'none/copy.txt: No such file or directory')"
mkdir "$scratch/lost"
"$B/lusoria" play ur --second human --seed 9 --record "$scratch/lost/game.txt" <"$scratch/held" >"$out" 2>"$err" &
exec 8>"$scratch/held"
await [ -s "$scratch/lost/game.txt" ]
mv "$scratch/lost" "$scratch/away"
printf '1\n1\n1\n1\n' >&8
await grep -q 'is not saved' "$err"
mv "$scratch/away" "$scratch/lost"
printf '1\n1\n1\n1\n' >&8
await grep -q 'is saved again' "$err"
exec 8>&-
wait
expect "a game whose folder was lost for a while is complete" "1 yes" "$(grep -c 'is not saved' "$err") $(
    [ "$(moves "$scratch/lost/game.txt" | grep -o '[0-9]-[0-9]*' | wc -l)" -ge 8 ] && echo yes)"
echo '[Game "ur"] frog' >"$scratch/bad.txt"
expect "a broken record is refused with its line" "1 yes" \
    "$(play --resume "$scratch/bad.txt" </dev/null) $(err_has 'line 1, byte 12: expected')"
expect "no folder to save in: played anyway, one warning" "0 1" \
    "$(XDG_STATE_HOME=/proc/none play ur --first ai </dev/null) $(wc -l <"$err" | tr -d ' ')"
expect "nor a home" "0 1" "$(unset XDG_STATE_HOME HOME
    play ur --first ai --second ai -d 2 </dev/null) $(wc -l <"$err" | tr -d ' ')"
expect "a named file needs no folder for the seed" "0 1 yes" "$(XDG_STATE_HOME=/proc/none play ur --record "$scratch/no-state.txt" \
    </dev/null) $(grep -c 'seed of the dice cannot be stored' "$err") $([ -s "$scratch/no-state.txt" ] && echo yes)"
fresh
mkfifo "$scratch/typing"
exec 9<>"$scratch/typing"
echo 1 >&9
expect "Ctrl-C saves and ends" "130 yes" "$(
    test/interrupt -n 5 "grep -rq ' [0-4]/' '$games'" "$B/lusoria" play ur --second random <&9 >"$out" 2>"$err"
    echo $?) $(grep -q ' [0-4]/' "$(saved)" && echo yes)"
exec 9<&-

# Dice.
fresh
ones 9 | play ur --seed hush-17 >/dev/null
record=$(saved)
expect "the seed is nowhere before the end" "0 600 hush-17" \
    "$(cat "$out" "$err" "$record" | grep -c hush) $(
        stat -c %a "$seeds"/*) $(cat "$seeds"/*)"
expect "its commitment is shown" "$(printf hush-170 | sha256sum | cut -d' ' -f1)" \
    "$(grep -E '^[0-9a-f]{64}$' "$out")"
ones | play --resume >/dev/null
expect "at the end it is" "yes 1 1" "$(has '^Dice seed: hush-17$') $(
    grep -c 'DiceSeed "hush-17"' "$record") $(find "$games" -type f | wc -l | tr -d ' ')"
expect "and the record can be checked" 0 \
    "$("$B/lusoria" dice verify "$record" >/dev/null 2>&1; echo $?)"
play ur --first ai --second ai -d 2 --seed 3 </dev/null >/dev/null
cp "$out" "$scratch/first"
play ur --first ai --second ai -d 2 --seed 3 </dev/null >/dev/null
expect "a seed repeats the game" "" "$(diff "$scratch/first" "$out" 2>&1)"
play ur --first ai --second ai -d 2 </dev/null >/dev/null
cp "$out" "$scratch/first"
play ur --first ai --second ai -d 2 </dev/null >/dev/null
expect "without one the next game is another" differs \
    "$(cmp -s "$scratch/first" "$out" || echo differs)"
printf '2, 1\n# a remark 4\n0 3' >"$scratch/throws"
expect "throws from a file" "0 2 1 0 3 yes" \
    "$(play ur --first random --second random --dice "$scratch/throws" </dev/null) $(
        sed -n 's/.*\] -> \([0-9]\).*/\1/p' "$out" | tr '\n' ' ')$(has 'no more throws')"
echo 2 7 >"$scratch/throws"
expect "a throw that is none" "1 yes" \
    "$(play ur --dice "$scratch/throws" </dev/null) $(err_has 'line 1: expected a throw')"
expect "throws asked for" "0 2" "$(printf '%s\n' 9 2 1 x 1 quit |
    play ur --dice ask --second random) $(grep -c 'value that the sticks show' "$out")"
expect "undo takes a typed throw's move back, not the throw" "2 2 1" \
    "$(printf '%s\n' 2 1 1 1 undo quit | play ur --dice ask --second random >/dev/null
        grep -c '(you)  *Sticks: \[■ ■ □ □\] -> 2' "$out") $(
        grep -c 'did Light throw' "$out") $(grep -c 'did Dark throw' "$out")"

# Where a game begins, who plays, how it looks.
expect "the classic short forms" 0 "$(play senet -d 2 -a --seed 7 </dev/null)"
play ur -v --first ai --second ai --pieces 2 -d 2 </dev/null >/dev/null
expect "-v counts nodes by kind" yes "$(has 'MAX [1-9][0-9]* MIN [1-9][0-9]* CHANCE [1-9]')"
play ur --second ai:master </dev/null >/dev/null
expect "a level by name" yes "$(has 'Dark *master, level 6 of 6')"
play ur --first ai:1 --second ai --level 2 </dev/null >/dev/null
expect "a level for every ai without one" "yes yes" \
    "$(has 'Light *novice, level 1 of 6') $(has 'Dark *beginner, level 2 of 6')"
play ur --position '6---x----------0:7--------------0:L:2' </dev/null >/dev/null
expect "a position with its throw" yes "$(has '1. Light (you)  *Sticks: .* -> 2')"
expect "the usual opponent has a name" yes "$(has 'Dark *medium, level 3 of 6')"
printf "1\n1\n" | play ur --first Ada --second easy --seed 6 >/dev/null
expect "a person has a name" "yes yes yes" \
    "$(has 'Light  *Ada') $(has 'Dark  *easy, level 2') $(grep -q 'First "Ada"' "$games"/* && echo yes)"
expect "which a resumed game keeps" yes "$(play --resume </dev/null >/dev/null; has 'Light  *Ada')"
printf 'theme = dark\n' >"$scratch/config"
mkdir -p "$HOME/.config/lusoria" && cp "$scratch/config" "$HOME/.config/lusoria/config"
expect "a name is remembered" "0 theme = dark name = Grace yes" "$(play cave --name Grace </dev/null) $(
    tr '\n' ' ' <"$HOME/.config/lusoria/config")$(play cave </dev/null >/dev/null; has 'Solid  *Grace')"
expect "a name that records cannot hold" 2 "$(play cave --name 'a:b' </dev/null)"
printf 'resign\nyes\n' | play cave >/dev/null
expect "a finished game is stored with both names" "Grace ai:medium resignation" "$(
    "$B/lusoria" games list -g cave --json | sed 's/.*"first":"\([^"]*\)","second":"\([^"]*\)".*"reason":"\([^"]*\)".*/\1 \2 \3/')"
expect "an unfinished one is not" 1 "$("$B/lusoria" games list -g cave | grep -c Grace)"
expect "people are rated only if asked for" "0 1" "$("$B/lusoria" ratings cave | grep -c Grace) $(
    "$B/lusoria" ratings cave --people | grep -c Grace)"
rm -rf "$HOME/.config"
printf '1\nundo\nredo\nlevel hard\nswap\nquit\n' | play awari --second easy --seed 2 >/dev/null
expect "redo, level and swap" "2 1 ai:hard you" "$(grep -c ' 1\. South' "$out") $(grep -c 'sides are exchanged' "$out") $(
    sed -n 's/^\[First "\(.*\)"\]/\1/p; s/^\[Second "\(.*\)"\]/\1/p' "$(saved | sed "s|^~|$HOME|")" | tr '\n' ' ' | sed 's/ $//')"
printf 'setup 4-4-4\nsetup 0-0-0-0-0-1-1-0-0-0-0-0-20-26-S\nF\n' | play awari --seed 2 >/dev/null
expect "setup begins at a position" "1 yes" "$(grep -c 'That is not a position, byte' "$out") $(has 'wins 26-20')"
expect "a wrong level is explained" 1 "$(printf 'level huge\n' | play awari >/dev/null; grep -c '^Type a level' "$out")"
play ur --first Ada --second easy --seed 6 </dev/null >/dev/null
printf "1\n1\n" | play ur --first Ada --second easy --seed 6 >/dev/null
play awari </dev/null >/dev/null
expect "an empty game does not hide it" yes "$(play --resume </dev/null >/dev/null; has 'Light  *Ada')"
expect "perfect play needs a table" "1 yes" \
    "$(XDG_DATA_HOME=$scratch/none play ur -l perfect </dev/null) $(err_has 'perfect play needs a table of ur:finkel')"
play ur --pieces 2 --seed 7 </dev/null >/dev/null
expect "a game of two pieces" 2 "$(grep -c 'hand 2  home 5' "$out")"
printf '3 2\n0 0 0 0 0 1\n1 0 0 0 0 1\n' >"$scratch/board"
play awari -d 3 --board "$scratch/board" </dev/null >/dev/null
expect "a set-up file of Awari" "yes" "$(has '5) F')"
echo 3 >"$scratch/board"
expect "a broken one" "1 yes" "$(play awari --board "$scratch/board" </dev/null) $(
    err_has 'expected line 1')"
play cave </dev/null >/dev/null
expect "no colours in a pipe" 0 "$(grep -c "$(printf '\033')" "$out")"
NO_COLOR=1 play cave --color always </dev/null >/dev/null
expect "unless they are asked for" yes "$(has "$(printf '\033')\[1m")"
for rules in senet ur awari cave; do
    LC_ALL=C play $rules </dev/null >/dev/null
    cp "$out" "$scratch/first"
    play $rules --ascii </dev/null >/dev/null
    expect "$rules in ASCII" "0 0" "$(LC_ALL=C grep -c '[^ -~]' "$scratch/first") $(
        LC_ALL=C grep -c '[^ -~]' "$out")"
done

# Wrong usage, and what fails.
while read -r status options; do
    expect "play $options" "$status" "$(eval "play $options </dev/null")"
done <<TABLE
2
2 ur --first gredy
2 ur --first 'a:b'
2 ur --first exec:
2 ur --second ai:11
2 ur --level 0
2 ur -d 0
2 ur -d 11
2 ur -a --first human
2 ur --color sometimes
2 ur --tutor much
2 ur --tutor -1
2 ur --tutor 101
2 ur --tutor 5.5.5
2 ur --frog
2 ur awari
2 awari --dice ask
2 awari --pieces 3
2 ur:blitz --pieces 6
2 ur --resume x --pieces 2
2 ur --pieces 2 --position x
1 frog
1 ur --position frog
1 ur --board /dev/null
1 ur --seed 'two words'
1 ur --dice /no/such
1 ur --record /no/such/folder/file
1 --resume /no/such
2 awari --position '#g=ur:finkel'
1 --position '#g=ur:frog'
0 --position '#g=ur:finkel'
0 --help
TABLE
# The tutor: seed 6 throws 4 and 2, and 0-2 is behind 4-6 then.
tutor() { # LOSS, standard input
    fresh
    "$B/lusoria" play ur --seed 6 --tutor "$1" 2>/dev/null
}
expect "the tutor warns" "Tutor: 0-2 costs about 1.3 % of your winning chances; 4-6 is better." \
    "$(printf '1\n1\nno\n' | tutor 1 | grep '^Tutor')"
expect "says why" 1 "$(printf '1\n1\nno\n' | tutor 1 | grep -c '^  0-2 brings a piece on')"
expect "and the move is taken back" "  2. 4/0-4" "$(printf '1\n1\nno\nquit\n' | tutor 1 >/dev/null
    tail -1 "$games"/*.txt | grep -o '4/0-4.*' | sed 's/^/  2. /; s/ \*//')"
expect "unless one insists" "4/0-4 2/0-2" "$(printf '1\n1\nyes\nquit\n' | tutor 1 >/dev/null
    tail -1 "$games"/*.txt | grep -o '4/0-4 2/0-2')"
expect "a small loss is let pass" 0 "$(printf '1\n1\nquit\n' | tutor 1.4% | grep -c '^Tutor')"
expect "the best move too" 0 "$(printf '1\n2\nquit\n' | tutor 0 | grep -c '^Tutor')"
expect "the end of the input quits" 0 "$(printf '1\n1\n' | tutor 1 >/dev/null; echo $?)"
expect "a game over offers its review" yes "$(fresh
    "$B/lusoria" play ur --first random --second random --seed 1 2>&1 >/dev/null |
        grep -q "^Review: $B/lusoria review" && echo yes)"
suggestion() { "$B/lusoria" "$@" 2>&1 >/dev/null | grep -o "did you mean '[^']*'?"; }
expect "mistyped names get a suggestion" "did you mean 'lusoria tournament'?
did you mean 'awari:abapa'?
did you mean 'ur:finkel'?
did you mean '--level'?
did you mean 'master'?" "$(suggestion tournement; suggestion play awri; suggestion play ur:finkle
    suggestion play ur --levle=3; suggestion play ur --level mastr)"
expect "other words do not" "" "$(suggestion frog; suggestion play frog; suggestion play ur --frog)"
expect "a letter with its value attached" 0 "$(play ur -d2 --first ai --second ai </dev/null)"
expect "options without a command start a game" "2 yes" \
    "$("$B/lusoria" -d 3 -v </dev/null 2>"$err"; echo $?) $(err_has 'which game?')"
expect "a program that cannot be started is an error" "2 yes" \
    "$(play ur --first exec:nosuchprogram </dev/null) $(err_has 'exec:nosuchprogram: there is no such program')"
expect "a full disk is noticed" "1 yes" "$("$B/lusoria" play ur --first ai --second ai -d 2 \
    >/dev/full 2>"$err"; echo $?) $(err_has 'standard output')"
expect "so is a closed standard output" "1 yes" "$("$B/lusoria" play ur --first random --second random \
    >&- 2>"$err"; echo $?) $(err_has 'standard output')"
expect "also by the help" "1 1" "$("$B/lusoria" --help >/dev/full 2>"$err"; echo $?) $(grep -c 'standard output' "$err")"
expect "and by the version" 1 "$("$B/lusoria" --version >/dev/full 2>/dev/null; echo $?)"
expect "no terminal, no menu: the help" yes \
    "$("$B/lusoria" </dev/null | grep -q 'lusoria play' && echo yes)"
# Its hint has ten seconds, which is too little for a sanitizer build on a busy machine.
[ "${B##*/}" != build ] || expect "the transcript of the README is what the program says" "" \
    "$(B=$B tools/transcript --check 2>&1)"
plan
