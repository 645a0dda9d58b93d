#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria record and lusoria dice, as a user meets them: standard output, the
# first line of a message, the exit code.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
. test/scratch

# Standard input goes to a command; "[code] output" comes back.
run() { out=$("$lusoria" "$@" 2>&1); echo "[$?] $out"; }

game='[Game "ur:finkel"]
[Result "*"]
[DiceCommitment "ff5a1ae012afa5d4c889c50ad427aaf545d31a4fac04ffc1c4d03d403ba4250a"]
[DiceNonce "0"]
[DiceSeed "7"]

1. 1/0-1 1... 3/0-3 2. 3/1-4 3/4-7 2... 2/0-2 *'
printf '%s\n' "$game" >"$scratch/game"

expect "a record is checked" "[0] game 1: ur:finkel, 5 plies, unfinished" \
    "$(run record "$scratch/game")"
expect "ours is written as it was read" "[0] $game" "$(run record "$scratch/game" --to lusoria)"
expect "from standard input to a link" "[0] #g=awari:abapa&m=F.f.B.e" \
    "$(echo FfBe | run record - --to link)"
expect "two games are two lines of moves" "[0] Ff
Aa" "$(printf 'Ff\nAa\n' | run record - --to moves)"
expect "to RGN" "[0] [Rules blitz]

1. A@A1 * A@A2 / C@C2" "$(printf '[Rules Blitz]\n1. A@A1*A@A2/C@C2' | run record - --to rgn)"
expect "OGN holds no Ur" "[1] lusoria: game 1: ogn holds games of Awari" \
    "$(run record "$scratch/game" --to ogn)"
expect "bare moves hold no set-up" \
    "[1] lusoria: game 1: moves holds games of Awari from the usual start" \
    "$(printf '[Variant "awari:oware"]\n[FEN "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S"]\nA' |
        run record - --to moves)"
expect "an unknown format is wrong usage" \
    "[2] lusoria: --to takes lusoria, rgn, ogn, moves or link, not 'pgn'" \
    "$(run record "$scratch/game" --to pgn)"
expect "a fault has its line and byte" \
    "[1] lusoria: standard input, line 2, byte 24: the move is not legal: U1: a legal move is compulsory" \
    "$(printf '[Game "ur:finkel"]\n1. 4/pass *' | run record -)"
expect "no such file" "[1] lusoria: no/such: no such file" "$(run record no/such)"
expect "a folder is not a file" "[1] lusoria: $scratch: Is a directory" "$(run record "$scratch")"

# 20 MB of games: more than the window of the reader, and far more than 60 MB of records.
printf '%s\n\n' "$game" >"$scratch/many"
while [ "$(wc -c <"$scratch/many")" -lt 20000000 ]; do
    cat "$scratch/many" "$scratch/many" >"$scratch/twice" && mv "$scratch/twice" "$scratch/many"
done
games=$(grep -c '^\[Game' "$scratch/many")
expect "a large file" "[0] game $games: ur:finkel, 5 plies, unfinished" "$(run record "$scratch/many" | tail -n 1 |
    sed 's/^/[0] /')"
limited() { (ulimit -v "${room:-60000}" && "$lusoria" "$@" 2>&1 | tail -n 1); }
if [ "$(limited --version 2>&1 | wc -l)" -eq 1 ] && ! grep -q __asan "$lusoria"; then
    expect "one game at a time is in memory" "game $games: ur:finkel, 5 plies, unfinished" \
        "$(limited record "$scratch/many")"
    room=120000 # enough for a review, not for these records
    expect "a game can be reviewed" 1 "$(limited review --csv "$scratch/game" | grep -c '^1,"ur:finkel"')"
    # Whether the reader or the review runs out is not known; test/faults.sh lets every allocation of the reader fail.
    expect "records that do not fit into memory" "lusoria: out of memory" \
        "$(limited review --csv "$scratch/many")"
fi
expect "a fault in a large file" "[1] lusoria: $scratch/many, line $((games * 8 + 1)), byte $(($(wc -c <"$scratch/many"))): expected \
a game: tags in brackets, then moves" "$(echo nonsense >>"$scratch/many"; run record --to link "$scratch/many")"

# A game may have 1 MiB, the blanks between its moves included; a file of such games has no limit.
cave='[Game "cave:standard"]
[Result "*"]

1. A1'
gap() { head -c "$1" /dev/zero | tr '\0' ' '; }
gap 1000000 >"$scratch/gap"
for n in 1 2 3; do printf '%s' "$cave"; cat "$scratch/gap"; printf 'H1 *\n\n'; done >"$scratch/games"
expect "three games of almost 1 MiB" "[0] game 3: cave:standard, 2 plies, unfinished" \
    "$(run record "$scratch/games" | tail -n 1 | sed 's/^/[0] /')"
gap 1048576 >"$scratch/gap"
{ printf '%s' "$cave"; cat "$scratch/gap"; printf 'H1 *\n'; } >>"$scratch/games"
expect "a game of more than 1 MiB, with its first line" \
    "lusoria: $scratch/games, line 16, byte $((3 * (1000000 + ${#cave} + 6))): expected a game of at most 1 MiB" \
    "$("$lusoria" record "$scratch/games" 2>&1 >/dev/null)"

verify() { sed "$1" "$scratch/game" | run dice verify -; }
expect "right dice" "[0] game 1: commitment ok, 5 throws ok" "$(verify '')"
expect "a wrong throw" \
    "[1] game 1: commitment ok, WRONG: throw 5 is 1, the dice say 2" \
    "$(verify 's|2/0-2|1/0-1|')"
expect "another seed" "[1] game 1: WRONG: the seed is not the one committed to" \
    "$(verify 's/Seed "7"/Seed "8"/')"
expect "no seed" "[1] game 1: cannot be checked: the seed is not revealed" \
    "$(verify '/Seed/d')"
expect "no commitment" "[1] game 1: cannot be checked: the record has no commitment" \
    "$(verify '/Commitment/d')"
expect "no dice" "[0] game 1: no dice to check" "$(echo Ff | run dice verify -)"
expect "every game is told" "[1] game 1: no dice to check
game 2: cannot be checked: the record has no commitment" \
    "$(printf 'Ff\n1. A@A3' | run dice verify -)"
expect "wrong usage" "[2] lusoria: there is no 'dice roll': lusoria dice verify [FILE]" \
    "$(run dice roll x)"
plan
