#!/bin/sh
# SPDX-License-Identifier: MIT
# The Python module (bindings/python): its unit tests, with the reference rules as a library.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
CC=${CC:-cc}
if ! command -v python3 >/dev/null; then
    skip "the Python module" "there is no python3"
    plan
    exit
fi
# Debian's Python may have numpy and matplotlib where another one, earlier on the PATH, does not.
python=python3
for found in python3 /usr/bin/python3; do
    if "$found" -c 'import numpy, matplotlib' 2>/dev/null; then python=$found && break; fi
done
. test/scratch
# shellcheck disable=SC2046
$CC -O1 -fPIC -shared -Itest -Isrc -o "$scratch/naive.so" $(ls test/naive/*.c | grep -v _main) || exit 1
so=$(echo "$PWD/$B"/liblusoria.so.*.*)
LUSORIA_LIBRARY=$so LUSORIA_PROGRAM=$PWD/$B/lusoria NAIVE_LIBRARY=$scratch/naive.so PYTHONDONTWRITEBYTECODE=1 \
    HOME=$scratch "$python" bindings/python/test/tap.py
