#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tools/modules and tools/spdx find nothing wrong in the project, and they report
# faults in a small tree with faults. tools/deps asks apt only for missing packages.
# A folder of stand-ins is the whole PATH, so no test can install anything.
cd "$(dirname "$0")/.." || exit 1
. test/scratch
. test/tap

expect "modules of the project" "" "$(tools/modules 2>&1)"
expect "files listed in HACKING (tools/files --write)" "$(tools/files)" \
    "$(sed -n '/^<!-- files -->$/,/^<!-- \/files -->$/p' doc/HACKING.md | sed '1d;$d' | sed '${/^$/d;}')"
# Paths in the documentation, but for those with NAME or GAME in them.
missing_paths() {
    grep -noE '(src|test|bench|tools|doc|include|examples|man)/[A-Za-z0-9_./-]*[a-z0-9_/]' README.md doc/*.md doc/rules/*.md |
        while IFS=: read -r doc line path; do
            case $path in *[A-Z][A-Z]*) continue ;; esac
            case $path in *_) path=$(echo "$path"*) ;; esac # the pattern api_*.c
            [ -e "${path%% *}" ] || [ -e "$path.c" ] || echo "$doc:$line: no $path"
        done
}
expect "paths in the documentation exist" "" "$(missing_paths)"
# Rows "| term | meaning | `file` |" of the glossary. The term may be written with blanks, - or _.
glossary() { sed -n '/^## Glossary/,/^## Files/p' doc/HACKING.md | sed -n 's/^| \([^|]*\) |.*| `\(.*\)` |$/\1:\2/p'; }
expect "the glossary has at most 40 terms" yes "$([ "$(glossary | wc -l)" -gt 20 ] && [ "$(glossary | wc -l)" -le 40 ] && echo yes)"
expect "glossary terms occur in their files" "" "$(glossary | while IFS=: read -r term file; do
    grep -qiE "$(echo "$term" | sed 's/[ -]/[-_ ]?/g')" "$file" || echo "$term is not in $file"
done)"
expect "phrases in comments, messages and documentation (tools/language)" "" "$(tools/language)"
expect "licence lines of the project" "" "$(tools/spdx 2>&1)"

source_file() { mkdir -p "$scratch/tree/${1%/*}" && printf '%s\n' "$2" >"$scratch/tree/$1"; }
source_file include/lusoria.h '/* SPDX-License-Identifier: MIT */'
source_file src/search/good.c '#include <stdio.h>
#include "lusoria.h"
#include "core/text.h"
#include "own.h"
#include HOT_HEADER'
expect "good includes" "0" "$(tools/modules "$scratch/tree"; echo $?)"
expect "no licence" "./src/search/good.c: no SPDX-License-Identifier: MIT
1" "$(tools/spdx "$scratch/tree"; echo $?)"
source_file src/core/bad.c '#include "games/ur/ur.h"'
source_file src/search/bad.c '
# include "../cli/cli.h"
#include "solve/table.h"
#include "core/text_internal.h"
struct twin {
    int a;
};'
source_file src/cli/screen.c 'int f(const lus_rules *r) { return r->dice.sticks + r->dice.n_throws; }'
source_file src/os/threads.c '#include <pthread.h>'
source_file src/search/system.c '#include <time.h>
# include <sys/mman.h>
#include <sqlite3.h>'
source_file src/solve/pairs.h 'struct twin {
    int b; /* struct note { */
};
int pairs_count(void);'
source_file src/solve/other.c '/* other.c - another file. */
int pairs_count(void)
{
    return 0;
}'
source_file src/solve/third.c '/* third.c - a part of other.h (see pairs.h). */
int pairs_count(void)
{
    return 0;
}'
source_file include/lusoria.h '#include <core/text.h>'
expect "faults of modules" "include/lusoria.h:1: module include includes upwards: core/text.h
src/core/bad.c:1: module core includes upwards: games/ur/ur.h
src/search/bad.c:2: include path with ..: ../cli/cli.h
src/search/bad.c:3: module search includes upwards: solve/table.h
src/search/bad.c:4: private header of another module: core/text_internal.h
src/search/system.c:1: only src/os includes <time.h>
src/search/system.c:2: only src/os includes <sys/mman.h>
src/search/system.c:3: only src/os includes <sqlite3.h>
file name bad in src/core src/search
src/cli/screen.c:1: lusoria.h has a function for dice.n_throws
tag twin in src/search/bad.c src/solve/pairs.h
src/solve/other.c: pairs_count is declared in src/solve/pairs.h: move it to other.h, or write 'see pairs.h' into the first comment
1" "$(tools/modules "$scratch/tree"; echo $?)"
expect "the diagrams are compared" "doc/HACKING.md: the list of dependencies is out of date: run tools/modules --write
doc/HACKING.md: the diagram of the layers has solve 0 times, not once" "$(source_file doc/HACKING.md '<!-- layers -->
| search   alpha-beta |
| core     positions |
| os       files |
| cli      commands |
<!-- /layers -->'; tools/modules "$scratch/tree" | grep HACKING)"

rm -rf "$scratch/tree"
source_file src/core/bad.c '/* Nobody knows. */
int whoever; /* there is no such file */
const char *text = "it goes on";'
expect "phrases are found in comments and strings" "src/core/bad.c:1: 'Nobody'
src/core/bad.c:3: 'goes on'" "$(tools/language "$scratch/tree" | sed "s/ (.*//")"
rm -rf "$scratch/tree"
body=$(for i in 1 2 3 4 5 6 7 8 9; do printf 'total += twice(a[%s]);\n' $i; done)
source_file src/one.c "int one(int *a) { /* sums */
$body
}"
source_file src/two.c "int two(int *a)
{
$body return 2;
}"
source_file src/other.c "$(echo "int three(int *b) { $body }" | sed 's/twice/square/')"
expect "repeated tokens" "   96 tokens  src/one.c:1-10  src/two.c:1-11
1 sequence of 50 tokens or more, 96 of 300 tokens repeated (32.00 %)" "$(tools/duplicates "$scratch/tree")"
expect "repeated tokens with other names" "2" "$(tools/duplicates --shape --min 60 "$scratch/tree" | grep -c ' tokens  ')"

# With MEND=yes the stand-in for apt-get brings what is missing.
bin=$scratch/bin
stand_in() { printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1" && chmod +x "$bin/$1"; }
machine() { # USER-ID MISSING...
    rm -rf "$bin" "$scratch/apt" && mkdir "$bin"
    for name in cc ar make pkg-config tmux python3 curl fish zsh; do stand_in $name 'exit 0'; done
    for name in cat cp env; do ln -s "$(command -v $name)" "$bin/$name"; done
    stand_in id "echo $1"
    stand_in apt-get "echo \"\$DEBIAN_FRONTEND \$*\" >>$scratch/apt; cat
        [ \"\$MEND\" != yes ] || for name in cc pkg-config tmux python3; do cp $bin/ar $bin/\$name; done"
    shift
    for name; do rm "$bin/$name"; done
}
deps() { # prints status, messages, then what apt-get was told
    (PATH=$bin; export PATH; unset CC DEPS PKG_CONFIG DEBIAN_FRONTEND
        echo "not for apt" | env $setting tools/deps "$@" 2>&1; echo "status $?")
    [ ! -e "$scratch/apt" ] || cat "$scratch/apt"
}
apt='noninteractive -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0'
wanted='gcc pkg-config python3 libc6-dev libzstd-dev libxxhash-dev libsqlite3-dev libpq-dev libmicrohttpd-dev libncurses-dev libjansson-dev libedit-dev libcmocka-dev tmux'

setting=
machine 0
expect "nothing missing" "status 0" "$(deps build test)"
machine 0 cc pkg-config tmux python3
expect "apt brings nothing" "tools/deps: installing $wanted
tools/deps: still missing after the installation; please install: $wanted
status 1
$apt update
$apt install --no-install-recommends $wanted" "$(deps build test)"
setting=MEND=yes
expect "apt brings all" "tools/deps: installing $wanted
status 0" "$(deps build test | head -2)"
machine 1000 cc pkg-config tmux python3
stand_in sudo 'echo "sudo $*" >>'"$scratch/sudo"'; shift; exec "$@"'
stand_in true 'exit 0'
expect "through sudo" "status 0" "$(deps build test | sed -n 2p)"
expect "sudo asks no password" "3" "$(grep -c 'sudo -n' "$scratch/sudo")"
machine 1000 cc pkg-config tmux python3
expect "neither root nor sudo" "tools/deps: neither root nor sudo; please install: $wanted
status 1" "$(deps build test)"
machine 0 cc apt-get
expect "another system" "tools/deps: no apt-get here (the names are Debian's); please install: gcc libc6-dev
status 1" "$(deps build)"
setting=DEPS=no
expect "switched off" "status 0" "$(deps build test)"
setting=CC=nix
expect "a mistyped compiler" "tools/deps: no compiler nix
status 1" "$(deps build)"
setting=
expect "an unknown group" "status 2" "$(deps biuld | tail -1)"

plan
