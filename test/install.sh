#!/bin/sh
# SPDX-License-Identifier: MIT
# After `make install` the program, man pages, header and the shared and static library
# (through pkg-config) can be used.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
CC=${CC:-cc}
. test/scratch
root=$scratch/root
lib=$root/opt/lib

make -s LUSORIA_READY=1 B="$B" PREFIX=/opt DESTDIR="$root" install >"$scratch/log" 2>&1 ||
    cat "$scratch/log"
expect "the program" "$("$B/lusoria" --version)" "$("$root/opt/bin/lusoria" --version)"
for page in man1/lusoria.1 man3/lusoria.3; do
    expect "$page" yes "$([ -s "$root/opt/share/man/$page" ] && echo yes)"
done
expect "the examples play" "all 10 checks passed" "$("$root/opt/bin/lusoria" agent check \
    "sh $root/opt/share/doc/lusoria/examples/agent.sh" --game cave:5x3 --time 1000 | tail -1)"
if command -v python3 >/dev/null && [ "$B" = build ]; then
    expect "the Python module finds the installed library" "$lib/liblusoria.so.0 39" \
        "$(cd "$scratch" && env -u LUSORIA_LIBRARY PYTHONPATH="$(echo "$lib"/python3*/dist-packages)" python3 -c '
import lusoria
print(lusoria._library.lib._name, lusoria.load_game("ur").observation_tensor_size())')"
fi
expect "the completion" yes "$([ -s "$root/opt/share/bash-completion/completions/lusoria" ] && echo yes)"
expect "only lus_ names are public" "" \
    "$(nm -D --defined-only "$lib/liblusoria.so" | awk '$3 !~ /^lus_/ && $2 != "A" { print $3 }' | grep -v '^_')"

# A program elsewhere, built with nothing but what was installed.
built() { # NAME PKG-CONFIG-OPTIONS LINK-OPTIONS
    flags=$(PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root" pkg-config ${2:+"$2"} --cflags --libs lusoria)
    # shellcheck disable=SC2086
    (cd "$scratch" && $CC -o "$1" "$root/opt/share/doc/lusoria/examples/library.c" $3 $flags)
}
# The library of a sanitizer build needs the sanitizer: only the default build is linked.
if [ "$B" = build ]; then
    built shared "" "" &&
        expect "a program with the shared library" 2 "$(LD_LIBRARY_PATH="$lib" "$scratch/shared" | wc -l)"
    # Where only the archive is, the linker takes it.
    mkdir "$scratch/archive" && cp "$lib/liblusoria.a" "$scratch/archive"
    built static --static "-L$scratch/archive" &&
        expect "a program with the static library" "$(LD_LIBRARY_PATH="$lib" "$scratch/shared")" "$("$scratch/static")"
    expect "it needs no shared one" "" "$(ldd "$scratch/static" | grep lusoria)"
    # The container has no compiler and no apt afterwards: it must name every library that the program needs.
    listed=$(sed -n 's/^ *apt-get install .*--no-install-recommends \(lib.*\) && .*/ \1 /p' dist/Containerfile)
    expect "the container has the libraries of the program" "" "$(command -v dpkg >/dev/null || exit 0
        for name in $(objdump -p "$B/lusoria" | awk '/NEEDED/ { print $2 }'); do
            package=$(dpkg -S "*/$name" 2>/dev/null | cut -d: -f1 | sort -u | head -1)
            case "$listed libc6 " in *" ${package:-libc6} "*) ;; *) echo "$name: $package" ;; esac
        done)"
    expect "its soname" "liblusoria.so.0" \
        "$(objdump -p "$lib/liblusoria.so" | awk '/SONAME/ { print $2 }')"
fi
plan
