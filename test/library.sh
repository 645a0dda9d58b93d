#!/bin/sh
# SPDX-License-Identifier: MIT
# The public library: its symbols are those of lusoria.h, the fuzzer calls all of them, the
# header compiles as C and C++, and the example of lusoria(3) runs.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
CC=${CC:-cc}
. test/scratch
so=$(echo "$B"/liblusoria.so.*.*)

# The functions of the header, without comments and macros.
declared=$($CC -fpreprocessed -dD -E -P include/lusoria.h 2>/dev/null | grep -v '^#' |
    grep -o '\blus_[a-z_]*(' | tr -d '(' | LC_ALL=C sort -u)
expect "there are functions" yes "$([ "$(echo "$declared" | wc -l)" -gt 90 ] && echo yes)"
expect "exported are exactly these, with their version" "$(echo "$declared" | sed 's/$/@@LUSORIA_0/')" \
    "$(nm -D --defined-only "$so" | awk '$2 != "A" { print $3 }' | grep -v '^_\|^\.' | LC_ALL=C sort)"
expect "the fuzzer calls every function" "$declared" \
    "$(grep -ho 'CALLED(lus_[a-z_]*)' test/fuzz/api_*.c | sed 's/.*(//; s/)//' | LC_ALL=C sort)"
# What liblusoria needs: libc, libm, pthreads (in libc since glibc 2.34) and, for tables, zstd
# and xxHash. A sanitizer adds its own.
if [ "$B" = build ]; then
    expect "shared libraries it needs" "libc.so.6 libm.so.6 libxxhash.so.0 libzstd.so.1" \
        "$(objdump -p "$so" | awk '/NEEDED/ && !/ld-linux|pthread/ { print $2 }' | LC_ALL=C sort | xargs)"
    expect "symbols of SQLite or of the program" "" "$(nm "$so" "$B/liblusoria.a" 2>/dev/null |
        grep -E ' U (sqlite3_|fork|exec|sigaction|isatty)| T (store_|match_|engine_|player_|agent_|play_)')"
    echo 'int main(void) { return 0; }' >"$scratch/whole.c"
    expect "the archive is complete" "" "$($CC -o "$scratch/whole" "$scratch/whole.c" -Wl,--whole-archive "$B/liblusoria.a" \
        -Wl,--no-whole-archive -lm -lzstd -lxxhash -pthread 2>&1)"
fi
# Variables of the library. The fault hook is for tests.
[ "$B" = build ] && expect "no global state" "os_calls.o" \
    "$(objdump -t build/liblusoria.a |
        awk '/file format/ { sub(/.*\//, "", $1); sub(/:/, "", $1); file = $1 }
            $3 == "O" && $4 ~ /^\.(t?bss|t?data)$/ { print file }' | LC_ALL=C sort -u | xargs)"

for standard in c99 c17; do
    expect "the header as $standard" "" "$(echo '#include "lusoria.h"' |
        $CC -x c -std=$standard -pedantic -Wall -Wextra -Werror -Iinclude -fsyntax-only - 2>&1)"
done
if command -v g++ >/dev/null; then
    expect "the header as C++17" "" "$(echo '#include "lusoria.h"' |
        g++ -x c++ -std=c++17 -pedantic -Wall -Wextra -Werror -Iinclude -fsyntax-only - 2>&1)"
else
    skip "the header as C++17" "there is no g++"
fi

make -s LUSORIA_READY=1 B="$B" "$B/lusoria.3"
sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/p' "$B/lusoria.3" | sed '1,/^\.Bd/d; /^\.Ed/,$d; s/\\&//; s/\\e/\\/g' >"$scratch/page.c"
expect "the example of lusoria(3)" "$(grep -v SPDX examples/library.c)" "$(cat "$scratch/page.c")"
# The library of a sanitizer build needs the sanitizer: only the default build is linked.
if [ "$B" = build ]; then
    ln -s "$PWD/$so" "$scratch/liblusoria.so"
    ln -s "$PWD/$so" "$scratch/liblusoria.so.0"
    $CC -std=c17 -Wall -Wextra -Wpedantic -Werror -Iinclude -o "$scratch/page" "$scratch/page.c" -L"$scratch" -llusoria
    expect "it analyses as the program does" \
        "$("$B/lusoria" analyse ur 6---x----------0:6----x---------0:L:2 --depth 4 --no-tables --json |
            grep -o '"why":"[^"]*"' | cut -d'"' -f4)" \
        "$(LD_LIBRARY_PATH=$scratch "$scratch/page" | sed 's/.*%  //')"
fi
plan
