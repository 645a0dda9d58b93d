#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every kernel of this machine builds the same table files, byte for byte.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
. test/scratch

if "$lusoria" --version -v | grep -q 'tables no'; then
    skip "kernels" "built without tables"
    plan
    exit
fi
kernels=$("$lusoria" --version -v | sed -n 's/.*this machine supports//p')
expect "there is a portable kernel" yes "$(case "$kernels " in *" portable "*) echo yes ;; esac)"
build() { # KERNEL
    for game in "ur --pieces 3" "ur:masters --pieces 2" "senet:houses --pieces 2" "senet:blockade --pieces 2"; do
        # shellcheck disable=SC2086 # a game and its size
        LUSORIA_ISA=$1 "$lusoria" solve $game --threads 2 --table-dir "$scratch/$1" 2>&1 >/dev/null | grep '^kernel'
    done | sort -u
}
for kernel in $kernels; do
    expect "solve with $kernel" "kernel $kernel, 2 threads" "$(build "$kernel")"
    expect "version with $kernel" "kernel $kernel" "$(LUSORIA_ISA=$kernel "$lusoria" --version -v | sed -n '2s/;.*//p')"
done
for kernel in $kernels; do
    expect "files of $kernel" "4 identical" "$(for file in "$scratch/$kernel"/*.lut; do
        cmp "$file" "$scratch/portable/${file##*/}" && echo identical
    done | sort | uniq -c | sed 's/^ *//')"
done
for kernel in sse9 AVX2; do
    expect "no kernel $kernel" "1 lusoria: LUSORIA_ISA=$kernel: expected avx512, avx2 or portable" \
        "$(LUSORIA_ISA=$kernel "$lusoria" solve ur --pieces 1 --table-dir "$scratch/none" 2>&1 >/dev/null | tail -1 | sed 's/^/1 /')"
done
plan
