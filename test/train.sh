#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria train from outside: the file it writes is that of the seed and the steps alone,
# whatever the threads and interruptions; nothing is lost to a wrong name.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=$(pwd)/${B:-build}/lusoria
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

train() { "$lusoria" train "$@" 2>/dev/null; }
same() { cmp -s "$1" "$2" && echo same || echo different; }

for game in ur:blitz senet:houses; do
    train $game --steps 12 --threads 1 --out one.c
    train $game --steps 12 --threads 2 --out two.c
    expect "$game: the same file for one and two threads" same "$(same one.c two.c)"
    train $game --steps 5 --checkpoint half >/dev/null
    train $game --steps 12 --checkpoint half >rest.c
    expect "$game: the same file after a rest" same "$(same one.c rest.c)"
    train $game --steps 12 --seed 2 >other.c
    expect "$game: another seed, another file" different "$(same one.c other.c)"
    expect "$game: the file says how it was made" \
        "   Made by: lusoria train $game --steps 12 --seed 1 */" "$(grep 'Made by' one.c)"
    expect "$game: numbers as many as it says" "$(sed -n 's/.*\[\(.*\)\].*/\1/p' one.c)" \
        "$(sed '1,/= {/d' one.c | tr -cd , | wc -c)"
    rm half
done

expect "the file is its owner's to write" -rw-r--r-- "$(find one.c -printf %M)"
echo kept >there.c
expect "a file that cannot be written is refused before the work" \
    "lusoria: 'nowhere/net.c' could not be written" \
    "$(timeout 5 "$lusoria" train ur --minutes 1 --out nowhere/net.c 2>&1)"
train ur:blitz --steps 2 --checkpoint blitz >/dev/null
expect "a checkpoint of another game is refused" \
    "lusoria: 'blitz' is not a checkpoint of ur:aseb with seed 1" \
    "$("$lusoria" train ur:aseb --steps 4 --checkpoint blitz --out there.c 2>&1)"
expect "and the file that was there is still there" kept "$(cat there.c)"
plan
