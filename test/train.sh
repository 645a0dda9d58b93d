#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria train: the file depends on the seed and the number of steps only, not on threads
# and interruptions; a table changes it; a wrong file name is refused before the work.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=$(pwd)/${B:-build}/lusoria
. test/scratch
cd "$scratch" || exit 1

train() { "$lusoria" train "$@" 2>/dev/null; }
same() { cmp -s "$1" "$2" && echo same || echo different; }
weights() { sed '1,/= {/d' "$1"; } # without the header, which contains the seed

for game in ur:blitz senet:houses; do
    train $game --steps 12 --threads 1 --out one.c
    train $game --steps 12 --threads 2 --out two.c
    expect "$game: the same file for one and two threads" same "$(same one.c two.c)"
    train $game --steps 5 --checkpoint half >/dev/null
    train $game --steps 12 --checkpoint half >rest.c
    expect "$game: the same file after an interruption" same "$(same one.c rest.c)"
    train $game --steps 12 --seed 2 >other.c
    weights one.c >one.weights
    weights other.c >other.weights
    expect "$game: another seed, other weights" different "$(same one.weights other.weights)"
    expect "$game: the file contains the command that made it" \
        "   Made by: lusoria train $game --steps 12 --seed 1 */" "$(grep 'Made by' one.c)"
    expect "$game: as many weights as declared" "$(sed -n 's/.*\[\(.*\)\].*/\1/p' one.c)" \
        "$(sed '1,/= {/d' one.c | tr -cd , | wc -c)"
    rm half
done

# Two pieces of each side: solved within a second.
"$lusoria" solve senet:blockade --pieces 2 --table-dir . >/dev/null 2>&1
train senet:blockade --steps 12 >self.c
train senet:blockade --steps 12 --threads 1 --table-dir . >one.c
train senet:blockade --steps 12 --threads 2 --table-dir . >two.c
weights self.c >self.weights
weights one.c >one.weights
expect "with a table: the same file for one and two threads" same "$(same one.c two.c)"
expect "the table changes the weights" different "$(same self.weights one.weights)"
expect "the file contains both commands" \
    "   Made by: lusoria solve senet:blockade --pieces 2 --table-dir DIR, then
   lusoria train senet:blockade --steps 12 --seed 1 --table-dir DIR */" "$(sed -n 3,4p one.c)"
"$lusoria" solve senet:blockade --pieces 2 --precision 32 --table-dir 32 >/dev/null 2>&1
expect "and the precision of the table" "   Made by: lusoria solve senet:blockade --pieces 2 --precision 32 --table-dir DIR, then" \
    "$(train senet:blockade --steps 1 --table-dir 32 | sed -n 3p)"
expect "a folder without a table is refused" \
    "lusoria: 'none' has no table of ur:blitz: lusoria solve ur:blitz --table-dir none" \
    "$("$lusoria" train ur:blitz --steps 2 --table-dir none 2>&1)"

train ur:blitz --steps 900 --threads 1 --out net.c --svg one.svg
train ur:blitz --steps 900 --threads 2 --out net.c --svg two.svg
expect "the learning curve does not depend on the threads" same "$(same one.svg two.svg)"
# 900 steps are 225 points of four steps each.
expect "its points" "1 224" "$(grep -c '</svg>' one.svg) $(grep -o '<path class="line s0" d="[^"]*"' one.svg | tr -cd L | wc -c)"
train awari:olympiad --games 8 --depth 2 --threads 1 --out one.net
train awari:olympiad --games 8 --depth 2 --threads 2 --out two.net
expect "Awari: the same file for one and two threads" same "$(same one.net two.net)"
expect "Awari: the file contains the command that made it" \
    "   Made by: lusoria train awari:olympiad --games 8 --depth 2 --seed 1 */" "$(grep 'Made by' one.net)"
expect "Awari: as many weights as declared" "$(sed -n 's/.*\[\(.*\)\].*/\1/p' one.net)" \
    "$(sed '1,/= {/d' one.net | tr -cd , | wc -c)"
expect "no curve without steps" 2 "$("$lusoria" train awari --svg x.svg >/dev/null 2>&1; echo $?)"
expect "the file has the usual mode" -rw-r--r-- "$(find one.c -printf %M)"
echo kept >there.c
expect "a file that cannot be written is refused before the work" \
    "lusoria: nowhere/net.c could not be written: No such file or directory" \
    "$(limited "$lusoria" train ur --minutes 1 --out nowhere/net.c 2>&1)"
train ur:blitz --steps 2 --checkpoint blitz >/dev/null
expect "a checkpoint of another game is refused" \
    "lusoria: 'blitz' is not a checkpoint of ur:aseb with seed 1" \
    "$("$lusoria" train ur:aseb --steps 4 --checkpoint blitz --out there.c 2>&1)"
expect "and the existing file is not changed" kept "$(cat there.c)"
plan
