#!/bin/sh
# SPDX-License-Identifier: MIT
# Solving with a window of memory and with checkpoints: the same bytes as in memory, also
# after the program was killed at any moment.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
. test/scratch
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
            [ -z "$(find "$scratch/$folder" -name '*.checkpoint' -newer "$scratch/mark" 2>/dev/null)" ]; do sleep 0.01; done
        kill -9 $pid 2>/dev/null && echo "$n" >>"$scratch/kills"
        wait $pid 2>/dev/null
    done
    build "$folder" "$@"
}

# Sanitizer builds are slow; test_rows has small windows for small tables.
[ "${B:-build}" = build ] && size=3 || size=2
for game in "ur --pieces $size" "senet:blockade --pieces 2"; do
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
single=$(build single ur --pieces 3 --precision 32)
expect "32 bits through a window" "$single" "$(build single_window ur --pieces 3 --precision 32 --memory 9M)"
expect "32 bits: no value is wrong" "263121 positions, 0 wrong" \
    "$("$lusoria" table verify "$scratch/single/ur-finkel-3.lut" | grep -o '.* 0 wrong')"
expect "the certificate of 32 bits" "residual e-08 precision 32" \
    "$("$lusoria" table info "$scratch/single/ur-finkel-3.lut" | sed -n 's/ *residual .*e-/residual e-/p; s/^ *precision/precision/p' | tr '\n' ' ' | sed 's/ $//')"
expect "an unknown precision" "2 lusoria: --precision is 32 or 64" \
    "$(status "$lusoria" solve ur --pieces 3 --precision 48 --table-dir "$scratch/small") $(head -n 1 "$err")"
expect "integers have no precision" "1 lusoria: awari:abapa has exact integers: leave out --precision" \
    "$(status "$lusoria" solve awari --stones 4 --precision 32 --table-dir "$scratch/small") $(tail -n 1 "$err")"
"$lusoria" solve senet:blockade --pieces 2 --precision 32 --checkpoint 0 --table-dir "$scratch/begun" >/dev/null 2>&1 &
pid=$!
while kill -0 $pid 2>/dev/null && [ ! -e "$scratch/begun/senet-blockade-2.work/2.checkpoint" ]; do sleep 0.01; done
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
expect "work of another precision is not discarded" "1 begun with --precision 32: give it again, or remove that folder" \
    "$(status "$lusoria" solve senet:blockade --pieces 2 --table-dir "$scratch/begun") $(tail -n 1 "$err" | sed 's/.* was //')"
expect "a window that is too small" "1 lusoria: --memory is too small for layer 5: some rows need more at a time" \
    "$(status "$lusoria" solve ur --pieces 3 --memory 1M --table-dir "$scratch/small") $(tail -n 1 "$err")"
expect "not a size" "2 lusoria: --memory needs a size of at least 1M, like 8G or 500M" \
    "$(status "$lusoria" solve ur --pieces 3 --memory 8X --table-dir "$scratch/small") $(head -n 1 "$err")"
expect "awari has no window" "1 lusoria: awari:abapa is solved in memory only: leave out --memory" \
    "$(status "$lusoria" solve awari --stones 4 --memory 1G --table-dir "$scratch/refused") $(tail -n 1 "$err")"
expect "a refused build leaves nothing" "" "$(ls "$scratch/refused" 2>/dev/null)"
expect "it was killed" yes "$([ "$(wc -l <"$scratch/kills")" -ge 10 ] && echo yes)"
plan
