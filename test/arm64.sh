#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The program for arm64, run by qemu-user, builds the same tables as the one of this machine,
# byte for byte. Run by make arm64-check.
cd "$(dirname "$0")/.." || exit 1
. test/tap
. test/scratch

native() { "${B:-build}/lusoria" "$@"; }
arm64() { qemu-aarch64 build/arm64/lusoria "$@"; }

expect "a program for arm64" "ELF 64-bit LSB pie executable, ARM aarch64" \
    "$(file -b build/arm64/lusoria | cut -d, -f1-2)"
expect "the kernel with the registers of arm64" "kernel portable" "$(arm64 --version -v | grep -o 'kernel [a-z0-9]*')"

while read -r game options; do
    for side in native arm64; do
        # shellcheck disable=SC2086 # several options
        $side solve "$game" $options --table-dir "$scratch/$side" >"$scratch/$side.path" 2>"$scratch/err" || cat "$scratch/err"
    done
    expect "$game $options" same \
        "$(cmp "$(cat "$scratch/native.path")" "$(cat "$scratch/arm64.path")" && echo same)"
done <<END
ur --pieces 2
ur:masters --pieces 2 --precision 32
senet:houses --pieces 2
senet:blockade --pieces 2
senet:houses --pieces 1 --precision 32
awari --stones 8
cave:5x3
END
plan
