#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria record and lusoria dice, as a user meets them: standard output, the
# first line of a message, the exit code.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

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
    "[1] lusoria: '-', line 2, byte 24: the move is not legal: U1: a legal move is compulsory" \
    "$(printf '[Game "ur:finkel"]\n1. 4/pass *' | run record -)"
expect "no such file" "[1] lusoria: 'no/such' cannot be read, or has more than 16 MiB" \
    "$(run record no/such)"

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
expect "wrong usage" "[2] lusoria: there is no 'dice roll': lusoria dice verify FILE" \
    "$(run dice roll x)"
plan
