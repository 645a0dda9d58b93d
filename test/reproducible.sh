#!/bin/sh
# SPDX-License-Identifier: MIT
# A build does not depend on its folder, the user's settings or the time: a short form of tools/reproducible.
# Some objects and all generated sources are made again in another folder and compared byte by byte.
cd "$(dirname "$0")/.." || exit 1
. test/tap
. test/scratch
copy=$scratch/a-folder-of-another-length
mkdir -p "$copy/build/wasm" "$scratch/home" "$copy/test"
cp -r Makefile src include web tools doc "$copy" && cp -r test/spec "$copy/test"
cp build/wasm/engine.wasm build/wasm/endings.wasm build/wasm/networks.bin "$copy/build/wasm" 2>/dev/null

objects="build/src/core/text.o build/src/os/files.o build/src/solve/rice_kernel.portable.o build/src/search/search_hot.cave.o build/embedded.o"
sources="build/rules_pages.c build/lesson_sources.c build/embedded.c build/site_files.c"
(
    umask 077
    cd "$copy" || exit
    # shellcheck disable=SC2086 # a list of files
    env -i PATH="$PATH" HOME="$scratch/home" TZ=Asia/Kathmandu LC_ALL=C PYTHONHASHSEED=7 CCACHE_DISABLE=1 \
        ${CC:+"CC=$CC"} ${CFLAGS:+"CFLAGS=$CFLAGS"} make -s LUSORIA_READY=1 $objects $sources >"$scratch/log" 2>&1 || cat "$scratch/log"
)
for file in $objects $sources; do
    expect "$file" identical "$(cmp "$file" "$copy/$file" 2>&1 && echo identical)"
done
expect "the packed page" "" "$(diff -r build/packed "$copy/build/packed")"
for file in build/lusoria build/liblusoria.a build/liblusoria.so.*.* build/wasm/lusoria.wasm; do
    expect "$file does not contain its folder" 0 "$(grep -c -F "$PWD/" "$file")"
done
expect "no source contains the time of its compilation" "" "$(grep -rnE '__(DATE|TIME|TIMESTAMP)__' src include)"
plan
