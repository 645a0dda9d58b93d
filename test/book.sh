#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria book: the build and its interruption, and players, analyses and messages with a book.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
. test/scratch
lusoria() { limited "$B/lusoria" "$@"; }
book=$scratch/data/lusoria/books/awari-olympiad.book

# ---- building ----

# A rule set that has no book in the program.
build() { lusoria book awari:olympiad -p 120 -n 400 --deeper 1200 "$@" 2>"$scratch/messages"; }
expect "the name of the file is printed" "$book" "$(build)"
expect "so many positions" "lusoria-book 1 awari:olympiad nodes 400 deeper 1200 positions 120" "$(head -1 "$book")"
cp "$book" "$scratch/whole"
expect "a finished book stays as it is" "" "$(build >/dev/null && cmp "$book" "$scratch/whole")"
build -j 3 -o "$scratch/three" >/dev/null
expect "threads do not matter" "" "$(cmp "$scratch/three" "$scratch/whole")"
# Killed after some rounds, more than once; then the same command finishes it.
has_grown() { [ "$(cksum "$scratch/killed" 2>/dev/null)" != "$before" ] || ! kill -0 $pid 2>/dev/null; }
for _ in 1 2 3; do
    "$B/lusoria" book awari:olympiad -p 120 -n 400 --deeper 1200 -j 1 -o "$scratch/killed" >/dev/null 2>&1 &
    pid=$!
    before=$(cksum "$scratch/killed" 2>/dev/null)
    await has_grown
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
done
build -o "$scratch/killed" >/dev/null
expect "an interrupted build gives the same file" "" "$(cmp "$scratch/killed" "$scratch/whole")"
expect "other limits need another file" "[1] lusoria: $book was built with --nodes 400 --deeper 1200: use the same, or another file (-o)" \
    "$(lusoria book awari:olympiad -n 500 2>&1 >/dev/null | sed 's/^/[1] /')"
expect "games with dice have no book" "[2] lusoria: ur:finkel has dice: books are for games without dice" \
    "$(lusoria book ur 2>&1 | sed -n 1p | sed 's/^/[2] /')"
expect "a book for Magnetic Cave" "positions 40" "$(lusoria book cave:5x4 -p 40 -n 300 --deeper 600 -o "$scratch/cave" >/dev/null 2>&1
    sed -n '1s/.* \(positions\)/\1/p' "$scratch/cave")"
expect "a folder that cannot be written" "[1]" "$(lusoria book awari:olympiad -p 2 -n 100 --deeper 100 -o /proc/none/x >/dev/null 2>&1; echo "[$?]")"

# ---- playing ----

# The first moves of a game, by seed.
first_move() { # PLAYER SEED
    rm -f "$scratch/game"
    lusoria play awari:olympiad --first "$1" --second random --seed "$2" --record "$scratch/game" >/dev/null 2>&1
    sed -n 's/^1\. \([A-F]\) .*/\1/p' "$scratch/game"
}
# The moves at the start whose value is within a quarter of a stone, as lusoria-book(5) says; the values of the
# start are those of its successors, so they are compared with what `analyse` shows.
allowed=$(lusoria analyse awari:olympiad -d 1 | sed -n 's/^Book: \(.*\)\.$/\1/p' | tr -d ', 0-9.+-' | fold -w1 | sort | paste -s -d ' ')
expect "analyse shows the moves of the book" 1 "$(echo "$allowed" | grep -c '^[A-F]\( [A-F]\)*$')"
expect "and does not call them exact" 0 "$(lusoria analyse awari:olympiad -d 1 | grep -ci 'exact\|perfect\|proved')"
expect "nor in JSON" 0 "$(lusoria analyse awari:olympiad -d 1 --json | grep -c '"exact":true')"
chosen=$(for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do first_move ai:nodes=50,book=yes $seed; done | sort -u | paste -s -d ' ')
expect "the seeds choose all moves within the margin" "$allowed" "$chosen"
expect "a seed repeats its move" 1 "$(for _ in 1 2 3; do first_move ai:nodes=50,book=yes 5; done | sort -u | wc -l)"
expect "without a book the search decides" 1 "$(for seed in 1 2 3 4 5 6; do first_move ai:nodes=50 $seed; done | sort -u | wc -l)"
shown() { # PLAYER: how its moves were found, with -v
    lusoria play awari:olympiad --first "$1" --second random --seed 3 -v 2>/dev/null | grep -c '^ *book$'
}
expect "the highest level uses it" yes "$([ "$(shown ai:6)" -gt 0 ] && echo yes)"
expect "a lower one does not" 0 "$(shown ai:5)"
expect "nor one that is told so" 0 "$(shown ai:depth=2,book=no)"
expect "a match with a book" "[0] 4" "$(lusoria match awari:olympiad --first ai:nodes=50,book=yes --second random --games 4 --opening 0 --json >"$scratch/json" 2>/dev/null
    echo "[$?] $(grep -o '"games":[0-9]*' "$scratch/json" | head -1 | sed 's/.*://')")"

# ---- files that are damaged ----

sed -i '3s/ \(400\|1200\) / \17 /' "$book" # another number of nodes: only the hash is wrong
message="$book, line 122: expected the end and its hash: the file is damaged"
expect "the build refuses it" "lusoria: $message" "$(build; cat "$scratch/messages")"
expect "a match refuses it" 1 "$(lusoria match awari:olympiad --first ai:6 --second random --games 2 2>&1 | grep -c 'a readable book')"
expect "play refuses it" 1 "$(lusoria play awari:olympiad --first ai:6 --second random 2>&1 </dev/null | grep -c 'a readable book')"
expect "analyse says so" 1 "$(lusoria analyse awari:olympiad -d 1 2>&1 >/dev/null | grep -c 'line 122: expected the end')"
expect "players without a book play" "[0]" "$(lusoria match awari:olympiad --first ai:nodes=50 --second random --games 2 >/dev/null 2>&1; echo "[$?]")"
: >"$book"
expect "an empty file" "lusoria: $book, line 1: expected lusoria-book 1: a book of this version" "$(build; cat "$scratch/messages")"
head -c 300000 /dev/zero | tr '\0' x >"$book"
expect "a file that is too long" "lusoria: $book: a book has at most 200000 bytes" "$(build; cat "$scratch/messages")"
cp "$scratch/cave" "$book"
expect "a book of another game" "lusoria: $book, line 1: expected awari:olympiad" "$(build; cat "$scratch/messages")"
plan
