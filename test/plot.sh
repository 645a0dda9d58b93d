#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Plots: columns of CSV files (lusoria plot), the residuals of solve, the ladders of doc/strength.md.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=$(pwd)/${B:-build}/lusoria
. test/scratch
points() { grep -o '<path class="line s[0-7]" d="[^"]*"' "$1" | tr -cd 'ML\n' | awk '{ print length }' | paste -s -d ' '; }

expect "the picture of the ladders is that of the tables" "" "$(cp doc/pictures/strength.svg "$scratch/old.svg"
    mkdir -p "$scratch/doc/pictures" && cp doc/strength.md "$scratch/doc"
    root=$(pwd) && cd "$scratch" && "$root/tools/strength" --plot "$lusoria" && cmp old.svg doc/pictures/strength.svg 2>&1)"
cd "$scratch" || exit 1

# ---- columns ----

printf 'x,a,b\n1,2,3\n2,,5\n\n3,4.5,1e2\n' >table
expect "an empty cell gives no point" "2 3" "$("$lusoria" plot table -o plot.svg && points plot.svg)"
expect "names of columns are the legend" "a b" "$(grep -o 'class="name s[01]"[^<]*<' plot.svg | sed 's/.*>\(.*\)</\1/' | paste -s -d ' ')"
expect "several files below each other" "2 3 2 3" "$("$lusoria" plot table table -o plot.svg && points plot.svg)"
expect "characters: the first column" "table|       5 ||         |   *|         ||     2.5 ||         |*|       0 ||" \
    "$("$lusoria" plot table --ascii | sed -n '1,4p; 7,8p; 12p' | sed 's/ *$//' | tr '\n' '|')"
printf 'x,a\n-1e300,1\n1e300,2\n' >far
printf 'x,a\n1e17,1\n1e17,2\n' >near
expect "numbers far from each other" "2 0 -1e+300 1e+300" \
    "$("$lusoria" plot far -o plot.svg && points plot.svg) $(grep -c nan plot.svg) $(grep -o '>-*1e+300<' plot.svg | tr -d '<>' | paste -s -d ' ')"
expect "large numbers that are equal" "2 0" "$("$lusoria" plot near -o plot.svg && points plot.svg) $(grep -c nan plot.svg)"
printf '1,</text><script>alert(1)</script>\n1,2\n2,3\n' >hostile
expect "a name is text" 0 "$("$lusoria" plot hostile -o plot.svg; grep -c '<script' plot.svg)"
refused() { "$lusoria" plot "$@" 2>&1; echo "[$?]"; }
while IFS='|' read -r text option message; do
    printf %b "$text" >bad
    expect "$message" "lusoria: bad$message [1]" "$(refused bad $option | paste -s -d ' ')"
done <<'END'
x,a\n1,q\n||, line 2, column 2: expected a number, not 'q'
x,a\nq,1\n||, line 2: expected a number, not 'q'
x,a\n1,0\n|--log|, line 2, column 2: expected a number above 0, not '0'
x,a\n1,nan\n||, line 2, column 2: expected a number, not 'nan'
x,a\n1e301,1\n||, line 2: expected a number, not '1e301'
x\n1\n||, line 1: expected the names of at least two columns, separated by commas
x,a\n||: there are no numbers below the names
END
expect "no file" "lusoria: none: No such file or directory [1]" "$(refused none | paste -s -d ' ')"

# ---- residuals ----

"$lusoria" solve ur --pieces 2 --table-dir tables --svg residuals.svg 2>log >/dev/null
expect "a line for each layer, a point for each sweep" "$(sed -n 's/^layer.* \([0-9]*\) sweeps.*/\1/p' log | paste -s -d ' ')" \
    "$(points residuals.svg)"
expect "the layers are named" "1 against 1,2 against 1,2 against 2" \
    "$(grep -o 'class="name s[0-9]"[^<]*<' residuals.svg | sed 's/.*>\(.*\)</\1/' | paste -s -d ,)"
expect "no sweep, no plot" "1 no" "$("$lusoria" solve ur --pieces 2 --table-dir tables --svg more.svg >/dev/null 2>&1; echo $?) $([ -e more.svg ] || echo no)"
expect "Awari has no sweeps" 2 "$("$lusoria" solve awari --stones 3 --table-dir tables --svg more.svg >/dev/null 2>&1; echo $?)"
plan
