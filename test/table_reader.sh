#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Table files of every kind of value, read by examples/table.py, which was written from
# lusoria-table(5) alone, against the values that the library takes from the same files, which must be equal.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build} lusoria=$PWD/${B:-build}/lusoria
. test/scratch
export LC_ALL=C.UTF-8

if ! command -v python3 >/dev/null; then
    skip "tables read by Python" "there is no python3"
    plan
    exit
fi
if ! "$lusoria" solve ur --pieces 2 --table-dir "$scratch" >/dev/null 2>&1; then
    skip "tables" "built without tables"
    plan
    exit
fi

so=$(echo "$PWD/$B"/liblusoria.so.*.*)
compare() { # GAME FILE POINTS [LAYER]
    python3 examples/table.py "$scratch/$2" $4 >"$scratch/read" &&
        LUSORIA_LIBRARY=$so PYTHONDONTWRITEBYTECODE=1 python3 test/table_reader.py $1 "$scratch" $3 <"$scratch/read"
}

# GAME OPTIONS FILE POINTS LAYER POSITIONS [OF FINISHED GAMES]
agree() {
    [ -e "$scratch/$3" ] || "$lusoria" solve $1 $2 --table-dir "$scratch" >/dev/null 2>&1
    expect "$1 $2, ${5:+layer }${5:-all layers}" "$6 positions, 0 wrong, ${7:-0} over, 0 refused" "$(compare $1 $3 $4 $5)"
}

agree ur "--pieces 2" ur-finkel-2.lut 65535 "" 12869
agree ur:masters "--pieces 1" ur-masters-1.lut 65535 "" 277
agree ur:blitz "--pieces 1" ur-blitz-1.lut 65535 "" 277
agree ur:aseb "--pieces 2" ur-aseb-2.lut 65535 1 4274
agree senet:houses "--pieces 2" senet-houses-2.lut 65535 1 21924
agree senet:blockade "--pieces 2 --precision 32" senet-blockade-2.lut 65535 1 21924
agree awari "--stones 5" awari-abapa-5.lut 1 "" 6188 630
agree awari:olympiad "--stones 4" awari-olympiad-4.lut 1 "" 1820 210
agree awari:oware "--stones 4" awari-oware-4.lut 1 "" 1820 307
agree cave:5x3 "" cave-5x3-8.lut 2 3 19770 945
agree cave:5x3 "" cave-5x3-8.lut 2 5 660

expect "the example of the page" "0-------------x6:0-------------x6:L 37449" \
    "$(python3 examples/table.py "$scratch/ur-finkel-2.lut" 0 | sed -n 36p)"

# A changed byte is found by the reader.
{ head -c 900 "$scratch/awari-abapa-5.lut"; printf X; tail -c +902 "$scratch/awari-abapa-5.lut"; } >"$scratch/bit.lut"
expect "a changed byte" "1 the checksum is wrong" \
    "$(python3 examples/table.py "$scratch/bit.lut" 2>&1 >/dev/null | sed 's/.*: //; s/^/1 /')"
plan
