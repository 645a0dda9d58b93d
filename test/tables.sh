#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Tables as their user meets them: who finds them and says so, what is told of
# them, and what happens where the disk is full, memory is short or a file is bad.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build} lusoria=$PWD/${B:-build}/lusoria
. test/scratch
export LC_ALL=C.UTF-8
tables=$XDG_DATA_HOME/lusoria/tables err=$scratch/err

last=0-------------x6:0-------------x6:L      # Ur, one piece each: 4/7
won=0-0-0-0-1-2-1-0-0-0-0-1-21-22-S           # Awari, 5 stones
status() { "$@" >/dev/null 2>"$err"; echo $?; }
message() { sed 's/.*\/\([^/]*\): /\1: /' "$err"; }

if ! "$lusoria" solve ur --pieces 1 2>"$err" >"$scratch/path"; then
    skip "tables" "built without tables"
    plan
    exit
fi
expect "what it is going to be" "ur:finkel, 1 piece: 217 positions
needs about N MB of memory, and N KB of disk space; the table will have N KB" "$(head -2 "$err" | sed '2s/[0-9.][0-9.]*/N/g')"
expect "a table is where its path says" "$tables/ur-finkel-1.lut" "$(cat "$scratch/path")"
"$lusoria" solve awari --stones 6 >/dev/null 2>&1

# Found by themselves.
expect "analyse" yes "$("$lusoria" analyse ur $last:1 | grep -q 'perfect play, from a table' && echo yes)"
expect "analyse without them" "" "$("$lusoria" analyse ur $last:1 --no-tables | grep 'from a table')"
expect "play says so once" 1 "$("$lusoria" play ur --pieces 1 --first ai:6 --second ai:6 --seed 5 2>&1 |
    grep -c 'perfect (table) from here on')"
expect "play -v says so of every move" yes "$("$lusoria" play ur --pieces 1 --first ai:6 --second ai:6 --seed 5 -v 2>&1 |
    awk '/ ms/ { all++ } /%, perfect \(table\), / { known++ } END { if (all && all == known) print "yes" }')"
expect "play says who has tables" "Light  master, level 6 of 6, tables" \
    "$("$lusoria" play ur --pieces 1 --first ai:6 --second ai:2 --seed 5 2>&1 | sed -n 2p)"
expect "a level with an error does not use them" 0 \
    "$("$lusoria" play ur --pieces 1 --first ai:1 --second ai:3 --seed 5 2>&1 | grep -c perfect)"
expect "play without them" 0 \
    "$("$lusoria" play ur --pieces 1 --first ai:6 --second ai:6 --seed 5 --no-tables 2>&1 | grep -c perfect)"
expect "a hint" "Best move last (perfect, from a table):" \
    "$(printf 'hint\nquit\n' | "$lusoria" play awari -p $won 2>&1 | grep 'Best move last')"
"$lusoria" play ur --pieces 1 --first ai:2 --second ai:2 --seed 5 --record "$scratch/game.txt" >/dev/null 2>&1
expect "review" "Values are chances to win, exact." "$("$lusoria" review "$scratch/game.txt" | sed -n 5p)"
expect "the engine" "info value 0.571424 unit win exact true" \
    "$(printf 'newgame ur\nposition %s\nvalue?\n' $last | "$lusoria" engine)"
"$lusoria" solve cave:5x3 >/dev/null 2>&1
expect "the engine: the largest boards of a table of Cave, whose moves are not in it" "info value 1 unit win exact true" \
    "$(printf 'newgame cave:5x3\nsetoption nodes 10\nposition x4/x4/o2oo/o3x/x4\nvalue?\n' | "$lusoria" engine)"
expect "the engine's move" "bestmove 14-off" \
    "$(printf 'newgame ur\nposition %s:1\ngo\n' $last | "$lusoria" engine | tail -1)"
with_tables() { "$lusoria" match awari --first ai:depth=2 --second ai:depth=2,noise=1 --games 2 --seed 1 "$@" | grep -c 'with a table of 10 stones'; }
expect "match" "1 0" "$(with_tables) $(with_tables --no-tables)"
kept() { "$lusoria" match awari --first ai:depth=2 --second random --games 2 --seed 1 --db "$scratch/store" "$@" 2>"$err" |
    grep -c 'were in the store'; }
if "$lusoria" games list --db "$scratch/no" 2>&1 | grep -q 'built without'; then
    skip "a stored match knows its tables" "built without a store"
else
    expect "a stored match knows its tables" "0 1 0 1" "$(echo "$(kept)" "$(kept)" "$(kept --no-tables)" "$(kept --no-tables)")"
fi
report_of() { "$lusoria" match awari --first ai:depth=2 --second random --games 2 --seed 1 "$@" | sed -n 2p; }
expect "a match reports them: 10 stones in memory" "ai:depth=2: with a table of 10 stones" "$(report_of)"
"$lusoria" solve awari --stones 11 --table-dir "$scratch/eleven" >/dev/null 2>&1
expect "a larger file is used" "ai:depth=2: with a table of 11 stones" "$(report_of --table-dir "$scratch/eleven")"
rm -r "$scratch/eleven"
expect "no folder where one was named" 1 "$(status "$lusoria" play ur --table-dir "$scratch/no")"
expect "in words" "lusoria: $scratch/no: cannot open the folder of tables: No such file or directory" "$(cat "$err")"
mkdir -p "$scratch/odd/lusoria" && : >"$scratch/odd/lusoria/tables"
expect "a file where the folder should be" "lusoria: $scratch/odd/lusoria/tables: cannot open the folder of tables: Not a directory; ignored" \
    "$(XDG_DATA_HOME=$scratch/odd "$lusoria" analyse ur --depth 1 2>&1 >/dev/null)"

# What is told of them.
expect "stats of Ur" yes "$("$lusoria" table stats ur | awk '
    /^start 0\./ { a++ } /^1 against 1 +217 positions .* residual / { b++ } /This is not a$/ { c++ }
    END { if (a == 1 && b == 1 && c == 1) print "yes" }')"
expect "stats of Awari" "5095 won 3997 drawn 3284 lost  -4:2894 -2:390 0:3997 1:8 2:836 3:282 4:3958 5:11" \
    "$("$lusoria" table stats awari | sed -n 's/^6 stones.*bytes  //p')"
expect "verify" "217 positions, 0 wrong, largest difference 0" \
    "$("$lusoria" table verify ur | sed 's/\(difference .\).*/\1/')"
expect "verify stones" "18564 positions, 0 wrong, largest difference 0.000 quanta" "$("$lusoria" table verify awari)"
expect "verify a sample" "103 of 18564 positions, 0 wrong, largest difference 0.000 quanta" "$("$lusoria" table verify awari --sample 100)"
expect "a sample of all" "217 positions" "$("$lusoria" table verify ur --sample 300 | sed 's/,.*//')"
expect "probe" "value 0.571435" "$("$lusoria" table probe ur $last | head -1)"
expect "nothing there" "1 lusoria: no table of ur:masters in $tables; build it with '$lusoria solve ur:masters'" \
    "$(status "$lusoria" table stats ur:masters) $(cat "$err")"
expect "nothing of a size there" "1 with 9 stones in $tables; build it with '$lusoria solve awari:abapa --stones 9'" \
    "$(status "$lusoria" table stats awari --stones 9) $(sed 's/.*\(with 9\)/\1/' "$err")"
expect "nothing of this position" "1 up to 6 stones; it does not contain this one; build a larger one with '$lusoria solve awari:abapa --stones N'" \
    "$(status "$lusoria" table probe awari 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S) $(sed 's/.*with up/up/' "$err")"
expect "no tables at all" "1 lusoria: cave:standard has no tables: this program cannot solve it" \
    "$(status "$lusoria" table stats cave) $(cat "$err")"
expect "the other way to tell a size" "1 lusoria: the size of a table of this game is given with --stones" \
    "$(status "$lusoria" table stats awari --pieces 4) $(cat "$err")"
expect "stats of less than there is" "5 $("$lusoria" table stats awari | sed -n 6p)" \
    "$("$lusoria" table stats awari --stones 4 | grep -c " bytes ") $("$lusoria" table stats awari --stones 4 | sed -n 6p)"
expect "no such verb" 2 "$(status "$lusoria" table count ur)"

# What an export writes over.
echo kept >"$scratch/out"
expect "no export of Awari" "2 kept" \
    "$(status "$lusoria" table export awari --format rgu -o "$scratch/out") $(cat "$scratch/out")"
expect "no such format" "2 kept" \
    "$(status "$lusoria" table export ur --format rga -o "$scratch/out") $(cat "$scratch/out")"
expect "an export that fails" "1 kept" "$(ulimit -f 0; trap '' XFSZ
    status "$lusoria" table export ur --format rgu -o "$scratch/out" 2>/dev/null) $(cat "$scratch/out")"
expect "an export" "0 RGU" \
    "$(status "$lusoria" table export ur --format rgu -o "$scratch/out") $(head -c 3 "$scratch/out")"
mkfifo "$scratch/pipe"
expect "into a pipe" "RGU pipe" "$(head -c 3 "$scratch/pipe" & \
    "$lusoria" table export ur --format rgu -o "$scratch/pipe"; wait; [ -p "$scratch/pipe" ] && echo " pipe")"

# Bad files.
cp "$tables/ur-finkel-1.lut" "$scratch/good.lut"
head -c 600 "$scratch/good.lut" >"$scratch/short.lut"
expect "cut short" "1 short.lut: cut short or damaged" "$(status "$lusoria" table info "$scratch/short.lut") $(message)"
{ head -c 700 "$scratch/good.lut"; printf X; tail -c +702 "$scratch/good.lut"; } >"$scratch/bit.lut"
expect "a byte changed" "1 bit.lut: a block is damaged; delete the file and solve again" "$(status "$lusoria" table verify "$scratch/bit.lut") $(message)"
{ head -c 8 "$scratch/good.lut"; printf '\002'; head -c 48 "$scratch/good.lut" | tail -c +10; tail -c +65 "$scratch/good.lut"; } >"$scratch/old.lut"
expect "of an older version" "1 old.lut: made by an older version; build it again: lusoria solve ur:finkel --pieces 1" \
    "$(status "$lusoria" table info "$scratch/old.lut") $(message)"
echo no table >"$scratch/foreign.lut"
expect "foreign" "1 foreign.lut: not a table" "$(status "$lusoria" table stats "$scratch/foreign.lut") $(message)"
{ head -c 8 "$scratch/good.lut"; printf '\143'; tail -c +10 "$scratch/good.lut"; } >"$scratch/new.lut"
expect "of another version" "1 new.lut: format version 99; this program reads version" \
    "$(status "$lusoria" table info "$scratch/new.lut") $(message | sed 's/ [0-9]*$//')"
mkfifo "$scratch/wait.lut"
expect "a pipe without a writer" "1 wait.lut: not a table" \
    "$(status limited "$lusoria" table info "$scratch/wait.lut") $(message)"
expect "a folder" "1 data.lut: not a table" \
    "$(mkdir "$scratch/data.lut"; status "$lusoria" table stats "$scratch/data.lut") $(message)"
cp "$scratch/bit.lut" "$tables/ur-finkel-1.lut"
expect "play works with a damaged block" 0 \
    "$(status "$lusoria" play ur --pieces 1 --first ai:6 --second ai:6 --seed 5)"
cp "$scratch/short.lut" "$tables/ur-finkel-1.lut"
expect "play works with a damaged table" "0 ur-finkel-1.lut: cut short or damaged; ignored" \
    "$(status "$lusoria" play ur --pieces 1 --first ai:6 --second ai:6 --seed 5) $(message | head -1)"
expect "a list of the others" "0 ur-finkel-1.lut: cut short or damaged; ignored" \
    "$(status "$lusoria" table info) $(message)"

# A block that is first read in the middle of a game.
two=$scratch/two
"$lusoria" solve ur --pieces 2 --table-dir "$two" >/dev/null 2>&1
number() { od -An -tu"$2" -j"$1" -N"$2" "$two/ur-finkel-2.lut" | tr -d ' '; }
section=$(number $((64 + $(number 12 4))) 8)
at=$((section + 40 + $(number $((section + 8)) 4) + 16 + 20)) # in the frame of layer 0
printf '\125\252\125' | dd of="$two/ur-finkel-2.lut" bs=1 seek=$at conv=notrunc 2>/dev/null
"$lusoria" play ur --pieces 2 --first ai:depth=2 --second ai:depth=2 --seed 5 --table-dir "$two" >"$scratch/played" 2>"$err"
expect "perfect as long as it is" "perfect (table) from here on
searched: a table is damaged" "$(grep -o 'perfect (table).*\|searched: .*' "$scratch/played")"
expect "and which file it is" "ur-finkel-2.lut: a block is damaged; its positions were searched instead; delete the file and solve again" "$(message | tail -n 1)"
cp "$scratch/good.lut" "$two/whole.lut"
expect "another table knows" "value 0.571435" "$("$lusoria" table probe ur --table-dir "$two" $last | head -1)"

# A folder of many: all are used, and every bad one is named.
many=$scratch/many
mkdir "$many"
for i in 1 2 3 4 5 6 7; do
    for k in 0 1 2 3 4 5 6 7 8 9; do cp "$scratch/good.lut" "$many/$i$k.lut"; done
    for k in 0 1 2; do cp "$scratch/short.lut" "$many/bad$i$k.lut"; done
done
cp "$tables"/awari-*.lut "$many/zz.lut"
expect "all of many" "0 71 21" "$(status "$lusoria" table info --table-dir "$many") $("$lusoria" table info --table-dir "$many" 2>/dev/null | grep -c '^  game') $(grep -c '; ignored' "$err")"
expect "also the last" "Best move last (perfect, from a table):" \
    "$(printf 'hint\nquit\n' | "$lusoria" play awari -p $won --table-dir "$many" 2>/dev/null | grep 'Best move last')"

# Senet and small caves.
small=$scratch/small
for game in senet:houses:W-B senet:blockade:L-D; do
    rules=${game%:*} sides=${game##*:}
    "$lusoria" solve "$rules" --pieces 1 --table-dir "$small" >/dev/null 2>&1
    expect "verify $rules" "812 positions, 0 wrong" "$("$lusoria" table verify "$rules" --table-dir "$small" | sed 's/, largest.*//')"
    expect "what the throw is worth in $rules" yes "$("$lusoria" table stats "$rules" --table-dir "$small" |
        grep -q '^1 against 1 .*  mean 0\.5[0-9]*, 0\.[0-9]* to 1\.000000$' && echo yes)"
    expect "analyse $rules" yes "$("$lusoria" analyse "$rules" --table-dir "$small" \
        "-------------${sides#*-}${sides%-*}---------------:${sides%-*}:2" | grep -q 'perfect play, from a table' && echo yes)"
    expect "play $rules" 1 "$("$lusoria" play "$rules" --table-dir "$small" --first ai:6 --second ai:6 --seed 5 \
        -p "-------------${sides#*-}${sides%-*}---------------:${sides%-*}" 2>&1 | grep -c 'perfect (table) from here on')"
done
for text in -------------BW---------------:W "-- -------------BW---------------:W"; do
    # shellcheck disable=SC2086 # two words
    expect "probe houses $text" "value 0.512413" "$("$lusoria" table probe senet --table-dir "$small" $text | head -1)"
done
expect "a board is not an option, even if it begins with dashes" "value 0." "$("$lusoria" table probe senet --table-dir "$small" \
    -B-------------------------W--:B | head -1 | cut -c1-8)"
expect "an option is not a board" "2 lusoria: there is no option '--b-'; --help lists all options" \
    "$(status "$lusoria" table probe senet --b-) $(cat "$err")"
"$lusoria" solve cave:6x3 --table-dir "$small" >/dev/null 2>&1
expect "Solid wins 6x3" "start 1" "$("$lusoria" table stats cave:6x3 --table-dir "$small" | grep start)"
expect "verify a cave" "299931 positions, 0 wrong
1099560 more" "$("$lusoria" table verify cave:6x3 --table-dir "$small" | sed 's/, largest.*//; s/ more.*/ more/')"
expect "the end of its table" "8 played searched: the table ends here" \
    "$("$lusoria" play cave:6x3 --first ai:6 --second ai:6 --seed 3 --table-dir "$small" 2>/dev/null |
    awk '/^ *[0-9]+\. / { n++ } / searched: / { sub(/^ */, ""); print n " played " $0 }')"
expect "message once" "     perfect (table)" \
    "$("$lusoria" play cave:6x3 --first ai:6 --second ai:6 --seed 3 --table-dir "$small" 2>/dev/null | grep perfect)"
expect "probe its last boards" "value 1.000000 0" \
    "$("$lusoria" table probe cave:6x3 6/o4x/x5/o5/x3ox/6 --table-dir "$small" >"$scratch/out"; status=$?; head -n 1 "$scratch/out" | tr '\n' ' '; echo $status)"
expect "no name of a folder" 2 "$(status "$lusoria" solve ur --pieces 1 --table-dir "")"
expect "the whole of senet" 2 "$(status "$lusoria" solve senet)"
expect "in words" "lusoria: give --pieces N, the number of pieces per side (1 to 5), for example 'lusoria solve senet:houses --pieces 4'; the largest table, '--pieces 5 --precision 32 --memory 8G', needs 57 GB of disk space" "$(cat "$err")"
expect "the whole of awari" 2 "$(status "$lusoria" solve awari:oware)"
expect "an example of its size" yes "$(grep -q "give --stones N, the number of stones on a board (1 to [0-9]*), for example 'lusoria solve awari:oware --stones 16'\$" "$err" && echo yes)"
expect "a cave too large" 1 "$(status "$lusoria" solve cave)"
expect "says which are not" yes "$(grep -q 'cave:standard cannot be solved: .* not been proved yet; these can: cave:5x3, cave:5x4' "$err" && echo yes)"
"$lusoria" solve awari:oware --stones 5 --table-dir "$small" >/dev/null 2>&1
expect "bounds of oware" "4 stones 994 exact, 72.8 %
5 stones 4090 exact, 93.6 %" "$("$lusoria" table stats awari:oware --table-dir "$small" | sed -n 's/^\([45] stones\).* open /\1/p' | tr -s ' ')"
expect "a sample of a cave" "2001 of 299931 positions, 0 wrong
1099560 more" "$("$lusoria" table verify cave:6x3 --sample 2000 --table-dir "$small" | sed 's/, largest.*//; s/ more.*/ more/')"
expect "verify bounds" "6188 positions, 0 wrong" "$("$lusoria" table verify awari:oware --table-dir "$small" | sed 's/, largest.*//')"
expect "their kind" "  value bounds8" "$("$lusoria" table info awari:oware --table-dir "$small" | grep value)"
expect "probe bounds" "value -4 to +4
B          -4 to +4
A          -4" "$("$lusoria" table probe awari:oware 1-1-0-0-0-0-1-1-0-0-0-0-20-24-S --table-dir "$small")"
expect "a move with bounds" 'false"lower":-8"upper":0 true"move_type"' \
    "$("$lusoria" analyse awari:oware 1-1-0-0-0-0-1-1-0-0-0-0-20-24-S --depth 4 --json --table-dir "$small" | tr '\n' ' ' |
    sed 's/.*"move_evaluations"//' | grep -o '"exact":[^}]*"move_type"' | sed 's/"exact"://; s/,//g; s/"upper":0"move_type"/"upper":0/' | tr '\n' ' ' | sed 's/ $//')"
expect "and in words" "yes yes" \
    "$("$lusoria" analyse awari:oware 1-1-0-0-0-0-1-1-0-0-0-0-20-24-S --depth 4 --json --table-dir "$small" >"$scratch/out"
    grep -q 'the result is between -8.00 and +0.00 stones' "$scratch/out" && printf 'yes '
    grep -q 'the result is exactly -8.00 stones' "$scratch/out" && echo yes)"
expect "a cave has no pieces" 2 "$(status "$lusoria" solve cave:5x3 --pieces 3)"

# Interrupts a build with SIGINT after SECONDS.  The program exits in its signal handler, where a
# finished thread may not have been joined yet; ThreadSanitizer would report that as a leak.
stop_after() { # SECONDS
    TSAN_OPTIONS="${TSAN_OPTIONS-} report_thread_leaks=0" \
        timeout --preserve-status -s INT "$1" \
        "$lusoria" solve ur --table-dir "$scratch/stopped" >/dev/null 2>"$err"
}
for seconds in 0.3 1 3 9 27 81; do
    stop_after $seconds
    stopped="$? $(tail -n 1 "$err")"
    [ -e "$scratch/stopped/ur-finkel-7.work/0.layer" ] && break
done
expect "interrupted" "130 lusoria: interrupted; the same command resumes after the last finished layer" "$stopped"
for seconds in 0.3 1 3 9 27 81; do
    stop_after $seconds
    grep -q '^resuming after layer [1-9]' "$err" && break
done
expect "it resumes" yes "$(grep -q '^resuming after layer [1-9]' "$err" && echo yes)"

# Symbolic links: nothing behind them is written or removed.
links=$scratch/links
for name in rules 0.state 0.start 1.layer table; do
    mkdir -p "$links/ur-finkel-2.work"
    echo precious >"$links/target"
    ln -s ../target "$links/ur-finkel-2.work/$name.new"
    case $name in 0.start) ln -s ../target "$links/ur-finkel-2.work/2.start.new" ;; esac # the layer of the start
    expect "a link $name.new" "1 yes precious" \
        "$(status "$lusoria" solve ur --pieces 2 --table-dir "$links") $(grep -q '\.new: a symbolic link is in the way' "$err" && echo yes) $(cat "$links/target")"
    rm -rf "$links"
done
mkdir -p "$links/real"
ln -s real "$links/ur-finkel-2.work"
echo precious >"$links/real/0.layer"
expect "a link to a work folder" "1 yes precious" \
    "$(status "$lusoria" solve ur --pieces 2 --table-dir "$links") $(grep -q 'a symbolic link is in the way' "$err" && echo yes) $(cat "$links/real/0.layer")"

# Two at once.
"$lusoria" solve ur --table-dir "$scratch/twice" >/dev/null 2>&1 &
other=$!
await test -e "$scratch/twice/ur-finkel-7.work/0.layer"
expect "another one is at it" "1 another program is building this table" \
    "$(status "$lusoria" solve ur --table-dir "$scratch/twice") $(sed -n '$s/.*: //p' "$err")"
kill -9 $other
wait $other 2>/dev/null

# No room on the disk, no memory: message, and nothing half done under the name.
expect "disk full" 1 "$(ulimit -f 8; trap '' XFSZ; status "$lusoria" solve ur --pieces 2 --table-dir "$scratch/full")"
expect "disk full, in words" yes "$(grep -q 'ur-finkel-2.work/[0-9].[a-z]*: File too large' "$err" && echo yes)"
expect "disk full, nothing half written" "" "$(ls "$scratch"/full/*.work | grep new)"
expect "disk full, no table" "" "$(ls "$scratch/full" | grep -v work)"
expect "disk full at the end" 1 "$(ulimit -f 352; trap '' XFSZ; status "$lusoria" solve awari --stones 10 --table-dir "$scratch/full")"
expect "all layers were there" "$scratch/full/awari-abapa-10.work/table.new: File too large" "$(sed -n '$s/lusoria: //p' "$err")"
rm -r "$scratch/full/awari-abapa-10.work"
expect "and then there is room" 0 "$(status "$lusoria" solve ur --pieces 2 --table-dir "$scratch/full")"
expect "nothing else is left" ur-finkel-2.lut "$(ls "$scratch/full")"
# Sanitizers need far more than such a limit for themselves.
if [ "$B" = build ]; then
    expect "no memory" "1 lusoria: out of memory" \
        "$(ulimit -v 60000; status "$lusoria" solve ur:masters --table-dir "$scratch/memory") $(cat "$err" | tail -1)"
    expect "no memory, no table" "" "$(ls "$scratch/memory" | grep -v work)"
fi
plan
