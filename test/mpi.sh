#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria-mpi builds the same table as lusoria, byte for byte, and continues after a rank was
# killed. Run by make mpi-check.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

root=
[ "$(id -u)" = 0 ] && root=--allow-run-as-root

mpi() { # RANKS GAME SIZE
    size=--pieces
    [ "${2%:*}" = awari ] && size=--stones
    # shellcheck disable=SC2086 # an option or nothing
    timeout 600 mpirun $root --oversubscribe --mca mpi_yield_when_idle 1 -n "$1" "${B:-build}/lusoria-mpi" \
        solve "$2" $size "$3" --table-dir "$scratch/$1" >/dev/null 2>&1
}
same() { # RANKS FILE
    cmp "$scratch/one/$2" "$scratch/$1/$2" && echo same
}
for game in ur:masters senet:houses senet:blockade; do
    "$lusoria" solve $game --pieces 2 --table-dir "$scratch/one" >/dev/null 2>&1
    for n in 1 2 3 4; do
        mpi $n $game 2
        expect "$game on $n ranks" same "$(same $n "$(echo $game | tr : -)-2.lut")"
    done
done

for game in awari:abapa awari:oware; do
    "$lusoria" solve $game --stones 11 --table-dir "$scratch/one" >/dev/null 2>&1
    for n in 1 2 3 4; do
        mpi $n $game 11
        expect "$game on $n ranks" same "$(same $n "$(echo $game | tr : -)-11.lut")"
    done
done

# A rank is killed as soon as a layer is finished; the same command resumes.
"$lusoria" solve ur --pieces 3 --table-dir "$scratch/one" >/dev/null 2>&1
mpi 2 ur 3 &
job=$!
for try in $(seq 300); do
    [ -n "$(find "$scratch/2" -name '1.layer' 2>/dev/null)" ] && break
    sleep 0.1
done
pkill -KILL -n -f "lusoria-mpi solve ur --pieces 3 --table-dir $scratch/2\$"
wait $job
expect "a killed rank ends the job" "no" "$([ -e "$scratch/2/ur-finkel-3.lut" ] && echo yes || echo no)"
mpi 2 ur 3
expect "and the same command resumes" same "$(same 2 ur-finkel-3.lut)"
plan
