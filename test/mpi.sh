#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria-mpi builds the same table as lusoria, byte for byte, and continues after a rank was
# killed. It runs only if build/lusoria-mpi exists (make mpi).
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

if [ ! -x "${B:-build}/lusoria-mpi" ] || ! command -v mpirun >/dev/null; then
    skip "mpi" "lusoria-mpi is not built"
    plan
    exit
fi
root=
[ "$(id -u)" = 0 ] && root=--allow-run-as-root

"$lusoria" solve ur:masters --pieces 2 --table-dir "$scratch/one" >/dev/null 2>&1
for n in 1 2 3 4; do
    # shellcheck disable=SC2086 # an option or nothing
    timeout 600 mpirun $root --oversubscribe --mca mpi_yield_when_idle 1 -n $n "${B:-build}/lusoria-mpi" \
        solve ur:masters --pieces 2 --table-dir "$scratch/$n" >/dev/null 2>&1
    expect "ur:masters on $n ranks" same "$(cmp "$scratch/one/ur-masters-2.lut" "$scratch/$n/ur-masters-2.lut" && echo same)"
done
plan
