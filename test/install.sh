#!/bin/sh
# SPDX-License-Identifier: MIT
# After `make install` the program, man pages, header and the shared and static library
# (through pkg-config) can be used.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
CC=${CC:-cc}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
lib=$root/opt/lib

make -s LUSORIA_READY=1 B="$B" PREFIX=/opt DESTDIR="$root" install >"$scratch/log" 2>&1 ||
    cat "$scratch/log"
expect "the program" "$("$B/lusoria" --version)" "$("$root/opt/bin/lusoria" --version)"
for page in man1/lusoria.1 man3/lusoria.3; do
    expect "$page" yes "$([ -s "$root/opt/share/man/$page" ] && echo yes)"
done
expect "the examples play" "all 9 checks passed" "$("$root/opt/bin/lusoria" agent check \
    "sh $root/opt/share/doc/lusoria/examples/agent.sh" --game cave:5x3 --time 1000 | tail -1)"
expect "the completion" yes "$([ -s "$root/opt/share/bash-completion/completions/lusoria" ] && echo yes)"
expect "only lus_ names are public" "" \
    "$(nm -D --defined-only "$lib/liblusoria.so" | awk '$3 !~ /^lus_/ && $2 != "A" { print $3 }' | grep -v '^_')"

cat >"$scratch/use.c" <<'C'
#include <lusoria.h>
#include <stdio.h>
int main(void)
{
    const lus_rules *r = lus_rules_find("awari");
    lus_pos p;
    lus_start(r, &p);
    return printf("%llu\n", (unsigned long long)lus_perft(r, &p, LUS_ANY_THROW, 3)) < 0;
}
C
# The library of a sanitizer build needs the sanitizer: only the default build is linked.
if [ "$B" = build ]; then
    flags=$(PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root" pkg-config --cflags --libs lusoria)
    # shellcheck disable=SC2086 # both are lists of words
    $CC -o "$scratch/use" "$scratch/use.c" $flags
    expect "a program with the shared library" 190 "$(LD_LIBRARY_PATH="$lib" "$scratch/use" 2>&1)"
    expect "its soname" "liblusoria.so.0" \
        "$(objdump -p "$lib/liblusoria.so" | awk '/SONAME/ { print $2 }')"
fi
plan
