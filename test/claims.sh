#!/bin/sh
# SPDX-License-Identifier: MIT
# The README's table of claims is that of tools/claims: every claim has a command, and what the commands name exists.
# The commands themselves are run by tools/claims.  All packages have the same version.
cd "$(dirname "$0")/.." || exit 1
. test/tap
expect "README.md and tools/claims" yes "$(tools/claims --check | grep -q '^[0-9]* claims$' && echo yes || tools/claims --check)"
. test/scratch
# A changed claim, a claim without a command and a missing program are found.
cp -r README.md tools "$scratch" && mkdir "$scratch/bench" && cp -r test "$scratch"
cp bench/*.c bench/*.py "$scratch/bench"
sed -i 's/^| a seed reproduces a game /| a seed reproduces every game /' "$scratch/README.md"
rm "$scratch/test/test_sprt.c"
expect "faults of a table" "not in README.md: a seed reproduces a game
README.md has a claim without a command here: a seed reproduces every game
no test/test_sprt.c: build/test/test_sprt
run tools/claims --write" "$("$scratch/tools/claims" --check)"
expect "one claim" "holds 1 hold, 0 fail" "$(tools/claims 'pruning' | sed -n 's/^\(holds\) .*/\1/p; $p' | tr '\n' ' ' | sed 's/ $//')"

# --write: a short form keeps the value of the whole command, and rows of two machines are not mixed.
ln -s "$PWD/build" "$scratch/build"
row() { grep '^| the learned evaluation beats' "$scratch/README.md" | sed 's/.*` | \(.*\), load.*/\1/'; }
"$scratch/tools/claims" pruning >"$scratch/log"
sed -i "s|^Measured by .*\\. Times|Measured by \`tools/claims\`: $(sed -n '1s/, load.*//p' "$scratch/log"). Times|" "$scratch/README.md"
sed -i '/^| the learned evaluation beats/s/` | [^`]*$/` | in all rule sets | 2001-02-03, load 1 | holds |/' "$scratch/README.md"
"$scratch/tools/claims" 'learned evaluation' --write >"$scratch/log"
expect "the value of the whole command stays" "in all rule sets | 2001-02-03" "$(row)"
sed -i '/^| the learned evaluation beats/s/in all rule sets/60 % (short form)/' "$scratch/README.md"
"$scratch/tools/claims" 'learned evaluation' --write >"$scratch/log"
expect "the value of a short form is replaced" "9x.xx % (short form) | $(date +%Y)" "$(row | sed 's/^9[0-9.]* % ([0-9. to]*)/9x.xx %/; s/\(| [0-9]*\)-.*/\1/')"
sed -i 's/^Measured by .*Times/Measured by `tools\/claims`: an abacus. Times/' "$scratch/README.md"
expect "rows of another machine" "tools/claims: README.md has the values of another machine: write all rows
status 1" "$("$scratch/tools/claims" pruning --write 2>&1 >"$scratch/log" || echo "status $?")"
expect "no such claim" "tools/claims: no claim contains 'prunning'
status 2" "$("$scratch/tools/claims" prunning 2>&1 || echo "status $?")"
version=$(sed -n 's/.define LUS_VERSION "\(.*\)"/\1/p' include/lusoria.h)
expect "one version in all packages" "$version $version $version $version" "$(sed -n 's/^VERSION = "\(.*\)"/\1/p' bindings/python/lusoria/_library.py) $(
    sed -n 's/.*"version": "\(.*\)".*/\1/p' bindings/npm/package.json) $(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog) $(
    sed -n 's/^version: //p' CITATION.cff)"
expect "CHANGELOG.md has the version" yes "$(grep -q "^## $version\$" CHANGELOG.md && echo yes)"
plan
