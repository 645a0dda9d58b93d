#!/bin/sh
# SPDX-License-Identifier: MIT
# Solving with a window of memory and with checkpoints: the same bytes as in memory, also
# after the program was killed at any moment.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
err=$scratch/err
status() { "$@" >/dev/null 2>"$err"; echo $?; }

if "$lusoria" --version -v | grep -q 'tables no'; then
    skip "rows" "built without tables"
    plan
    exit
fi

# build FOLDER GAME OPTIONS...: the checksum of the table
build() {
    folder=$1
    shift
    "$lusoria" solve "$@" --table-dir "$scratch/$folder" >"$scratch/path" 2>"$err"
    [ -s "$scratch/path" ] && cksum <"$(cat "$scratch/path")" || cat "$err"
}

# killed FOLDER TIMES GAME OPTIONS...: the same, killed after the next checkpoint, TIMES times
killed() {
    folder=$1 times=$2
    shift 2
    for n in $(seq "$times"); do
        touch "$scratch/mark"
        "$lusoria" solve "$@" --table-dir "$scratch/$folder" >/dev/null 2>"$err" &
        pid=$!
        while kill -0 $pid 2>/dev/null &&
            [ -z "$(find "$scratch/$folder" -name '*.checkpoint' -newer "$scratch/mark" 2>/dev/null)" ]; do :; done
        kill -9 $pid 2>/dev/null && echo "$n" >>"$scratch/kills"
        wait $pid 2>/dev/null
    done
    build "$folder" "$@"
}

for game in "ur --pieces 3" "senet:blockade --pieces 2"; do
    # shellcheck disable=SC2086
    {
        expected=$(build memory $game)
        expect "$game in memory" 2 "$(echo "$expected" | wc -w)"
        expect "$game through a window" "$expected" "$(build window $game --memory 9M)"
        expect "$game, one thread, checkpoints" "$expected" "$(build saved $game --memory 9M --checkpoint 0 --threads 1)"
        expect "$game in memory, killed" "$expected" "$(killed killed 5 $game --checkpoint 0)"
        expect "$game through a window, killed" "$expected" "$(killed hunted 5 $game --memory 9M --checkpoint 0)"
        expect "nothing is left of $game" "" "$(find "$scratch" -name '*.work')"
    }
done
expect "a window that is too small" "1 lusoria: --memory is too small for layer 4: some rows need more at a time" \
    "$(status "$lusoria" solve ur --pieces 3 --memory 1M --table-dir "$scratch/small") $(tail -n 1 "$err")"
expect "not a size" "2 lusoria: --memory needs a size of at least 1M, like 8G or 500M" \
    "$(status "$lusoria" solve ur --pieces 3 --memory 8X --table-dir "$scratch/small") $(head -n 1 "$err")"
expect "awari has no window" "1 lusoria: awari:abapa is solved in memory only: leave out --memory" \
    "$(status "$lusoria" solve awari --stones 4 --memory 1G --table-dir "$scratch/small") $(tail -n 1 "$err")"
expect "it was killed" yes "$([ "$(wc -l <"$scratch/kills")" -ge 10 ] && echo yes)"
plan
