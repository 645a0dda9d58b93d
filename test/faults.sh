#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Fault injection into the whole program: every system call that changes a file fails in
# turn, or the process stops before it (test/preload/faults.c). Afterwards the same command
# is run again, or the game is resumed, and the result must be that of an undisturbed run.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
lusoria=$PWD/$B/lusoria library=$PWD/$B/test/faults.so
. test/scratch
export FAULT_LOG="$scratch/log"
LD_PRELOAD=$library "$lusoria" --version >/dev/null 2>&1 || {
    echo "1..0 # SKIP this build does not run with a preloaded library"
    exit 0
}
cd "$scratch" || exit 1

# Lets the calls FIRST, FIRST + STEP, ... fail, one in each run, until a run makes fewer calls
# or LAST is reached. Prints what `check` complains about, then the number of runs.
inject() { # MODE FIRST STEP LAST
    call=$2 runs=0
    while [ "$call" -le "$4" ]; do
        rm -f log
        prepare
        FAULT="$1 $call" LD_PRELOAD=$library faulty >out 2>err
        code=$?
        [ -s log ] || break
        complaint=$(check)
        [ -z "$complaint" ] || echo "$1 $(cat log): exit $code, $complaint"
        runs=$((runs + 1)) call=$((call + $3))
    done
    [ "$runs" -gt 5 ] || echo "only $runs runs"
}

# ---- solve ----

prepare() { rm -rf tables; }
faulty() { "$lusoria" solve ur --pieces 2 --threads 1 --table-dir tables; }
if faulty >out 2>err; then
    mv tables whole
    # A call may fail without harm, for example the removal of a file.
    check() {
        [ "$code" = 0 ] || [ "$code" = 99 ] || grep -q "^lusoria: tables" err || echo "no reason was given"
        [ ! -e tables/ur-finkel-2.lut ] || cmp tables/ur-finkel-2.lut whole/ur-finkel-2.lut
        faulty >/dev/null 2>&1 || echo "not resumed"
        cmp tables/ur-finkel-2.lut whole/ur-finkel-2.lut
        [ "$(ls -A tables)" = ur-finkel-2.lut ] || echo "left: $(ls -A tables)"
    }
    expect "solve: every call fails" "" "$(inject fail 0 1 999)"
    expect "solve: the disk is full from some call on" "" "$(inject full 0 7 999)"
    expect "solve: stopped before every call" "" "$(inject stop 0 1 999)"
else
    skip "solve" "built without tables"
fi

# ---- book: a file that is replaced after every round ----

prepare() { rm -rf books; mkdir books; }
faulty() { "$lusoria" book awari:oware -p 70 -n 100 --deeper 200 -j 1 -o books/a.book; }
# shellcheck disable=SC2218 # defined above; the next part defines them again
prepare
# shellcheck disable=SC2218
faulty >out 2>err
mv books/a.book book
check() {
    [ "$code" = 0 ] || [ "$code" = 99 ] || grep -q "^lusoria: books/a.book: " err || echo "no reason was given"
    faulty >/dev/null 2>&1 || echo "not resumed"
    cmp books/a.book book
    [ "$(ls -A books)" = a.book ] || echo "left: $(ls -A books)"
}
expect "book: every call fails" "" "$(inject fail 0 1 999)"
expect "book: the disk is full from some call on" "" "$(inject full 0 3 999)"
expect "book: stopped before every call" "" "$(inject stop 0 1 999)"

# ---- solve: space on the disk ----

expect "solve refuses a disk that is too small" "1 lusoria: tables: the build needs about N more of disk space, there are 1.0 MB" \
    "$(rm -rf tables; FAULT="disk 1" LD_PRELOAD=$library "$lusoria" solve ur --pieces 3 --table-dir tables >/dev/null 2>err
    echo "$? $(tail -n 1 err | sed 's/about [0-9.]* MB/about N/')")"
expect "solve with enough space on the disk" 0 \
    "$(FAULT="disk 100" LD_PRELOAD=$library "$lusoria" solve ur --pieces 3 --table-dir tables >/dev/null 2>&1; echo $?)"

# ---- play: the record and the seed of its dice ----

moves() { sed '1,/^$/d' "$1"; }
play() { "$lusoria" play "$@" --first ai:1 --second random </dev/null; }
resume() { "$lusoria" play --resume "$1" --first ai:1 --second random </dev/null; }
play ur:blitz --seed 7 --record whole.txt >out 2>err
prepare() { rm -rf state game.txt .lusoria-*; }
faulty() { play ur:blitz --seed 7 --record game.txt; }
# A file that was not written yet is empty or missing: the game is begun again.
check() {
    [ "$code" = 99 ] || [ "$code" = "$(grep -c 'not saved$' err)" ] || grep -q 'saved again$' err ||
        echo "the status does not say whether the game was saved"
    if [ ! -s game.txt ]; then
        [ "$code" = 99 ] || [ ! -e game.txt ] || echo "an empty record was left"
        grep -q 'after [01] renames' log || echo "the record is lost" # the first one is the seed
        faulty >/dev/null 2>&1 || echo "not begun again"
    elif ! grep -q '^.DiceSeed' game.txt; then
        resume game.txt >/dev/null 2>err2 || cat err2
    fi
    [ "$(moves game.txt)" = "$(moves whole.txt)" ] || echo "another game"
    ! ls -d .lusoria-* 2>/dev/null || echo "was left by the run before"
}
expect "play: every call of the first plies fails" "" "$(inject fail 0 1 30)"
expect "play: the disk is full from some call on" "" "$(inject full 0 5 60)"
expect "play: stopped before every call of the first plies" "" "$(inject stop 0 1 30)"

# The disk is full from some call on: the messages name the files, and no empty record and no seed without a record is
# left.
unsaved() { # CALL FILE
    rm -rf state game.txt
    FAULT="full $1" LD_PRELOAD=$library play ur:blitz ${2:+--record "$2"} 2>&1 >/dev/null | sed -n "s|$PWD/||; s|[^/]*-ur-blitz|DAY|; s|Input/output error|$full|; s/^lusoria: //p"
    find game.txt state -empty -type f ! -name '*.lock' 2>/dev/null
    find game.txt state/lusoria/games -type f 2>/dev/null | grep -q . || find state -name '*.seed' 2>/dev/null
}
full="No space left on device"
echo "state/lusoria/games: $full; this game is not saved" >folder
expect "play: the folder of saved games cannot be made" "state/lusoria/games: $full; this game is not saved" "$(unsaved 0)"
for file in game.txt ""; do
    expect "play: nothing is left of a game that is never saved${file:+, $file}" "${file:-state/lusoria/games/DAY.txt}: $full; the game is not saved
state/lusoria/games: $full; this game is not saved
the seed of the dice cannot be stored; this game cannot be resumed" "$(
        call=0
        while [ $call -lt 30 ]; do
            unsaved $call "$file"
            call=$((call + 1))
        done | cat - "$scratch/folder" | sort -u)"
done

# The end of a game: the seed, which the system chose, moves from its file to the record.
rm -rf state whole.txt
play ur:blitz --record whole.txt >out 2>err
tag() { sed -n "s/^.$1 \"\(.*\)\".*/\1/p" whole.txt; }
seed=$(tag DiceSeed) commitment=$(tag DiceCommitment)
expect "the seed of a finished game is removed" "" "$(ls state/lusoria/seeds)"
# The record before its last four plies.
{
    sed '/^$/q; /^.DiceSeed/d; /^.Result/d' whole.txt
    moves whole.txt | tr ' ' '\n' | grep / | tac | sed 1,4d | tac
    echo '*'
} >begun.txt
prepare() {
    rm -rf state && mkdir -p state/lusoria/seeds && cp begun.txt game.txt
    echo "$seed" >"state/lusoria/seeds/$commitment.seed"
}
faulty() { resume game.txt; }
end() { # of a run: the moves, and where the seed is
    [ "$(moves game.txt)" = "$(moves whole.txt)" ] || echo "another game"
    grep -q "DiceSeed \"$seed\"" game.txt || echo "no seed in the record"
}
check() {
    if ! grep -q '^.DiceSeed' game.txt; then
        [ -s "state/lusoria/seeds/$commitment.seed" ] || echo "the seed is lost"
        resume game.txt >/dev/null 2>err2 || cat err2
    fi
    end
}
expect "the end of a game: every call fails" "" "$(inject fail 0 1 999)"
expect "the end of a game: stopped before every call" "" "$(inject stop 0 1 999)"

# ---- matches in a store ----

match() { "$lusoria" match ur:blitz --first greedy --second random -n 6 -s 1 -j 1 --db games.db; }
result() { grep -v -e "in the store" -e "ms a move"; }
prepare() { rm -f games.db*; }
faulty() { match; }
check() {
    [ "$code" != 0 ] || [ "$(result <out)" = "$whole" ] || echo "another result"
    [ "$(match 2>&1 | result)" = "$whole" ] || echo "another result when resumed"
}
if match >out 2>err; then
    whole=$(result <out)
    expect "match: calls fail" "" "$(inject fail 0 3 999)"
    expect "match: stopped" "" "$(inject stop 1 3 999)"
else
    skip "match" "built without a store"
fi

# ---- memory ----

# Every allocation fails in turn. It is not a fault of the record; a program without a buffer for its output works, too.
printf '[Game "ur:finkel"]\n\n1. 1/0-1 1... 3/0-3 2. 3/1-4 3/4-7 2... 2/0-2 *\n' >record.txt
prepare() { :; }
# shellcheck disable=SC2086 # several words
faulty() { "$lusoria" $command; }
check() {
    case "$code $(cat err)" in
    "0 ") cmp -s out whole.out || echo "another output" ;;
    "1 lusoria: out of memory" | "1 lusoria: record.txt: Cannot allocate memory") ;;
    *) head -n 1 err ;;
    esac
}
for command in "record record.txt" "record --to rgn record.txt" "review --csv -d 1 record.txt"; do
    # shellcheck disable=SC2218
    faulty >whole.out 2>err
    expect "$command: allocations fail" "" "$(inject memory 0 1 400)"
done

# ---- agents that cannot be contained ----

# A program that cannot be contained is not run, or all its processes are ended.
mark=97$$
left() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep -c "[9]7$$"; }
agent() { # FAULT BEHAVIOUR [OPTION]
    FAULT=$1 LD_PRELOAD=$library "$lusoria" match ur --first "exec:sh $agents $2" --second random -n 2 -j 1 --time 300 $3 2>&1
    echo "[$?]"
}
agents=$OLDPWD/test/agents/bad.sh
expect "close_range is missing" "lusoria: exec players cannot be run: the system call close_range is missing (it needs Linux 5.9) [2]" \
    "$(agent "range 0" "hang $mark" | paste -s -d ' ')"
expect "/proc cannot be read" "lusoria: exec players cannot be run: /proc cannot be read, so the processes of a program could not be ended [2]" \
    "$(agent "proc 0" "hang $mark" | paste -s -d ' ')"
expect "descriptors cannot be closed before the program" "    lusoria: cannot close descriptors before running sh" \
    "$(agent "range 3" "hang $mark" | grep descriptors)"
expect "descriptors cannot be closed in the guard" "1 0" "$(agent "range 1" "family $mark" | grep -c 'forfeited 2 games') $(left)"
expect "a guard cannot read its children" "1 0" "$(agent children "family $mark" | grep -c 'forfeited 2 games') $(left)"
# A guard that held the output of the program would hide that the program closed it.
expect "a guard that cannot close descriptors ends itself and the program" "crash 0" \
    "$(agent "range 1" "closed $mark" --json | sed -n 's/.*"crash":2.*/crash/p') $(left)"
# The referee is killed: a guard that cannot find its children ends, and the system ends the program with it.
FAULT=children LD_PRELOAD=$library "$lusoria" match ur --first "exec:sh $agents hang $mark" --second random -n 2 -j 1 \
    --time 60000 >/dev/null 2>&1 &
referee=$!
hangs() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -a -q "sleep [9]7$$"; }
gone() { [ "$(left)" = 0 ]; }
await hangs
kill -9 $referee
await gone
expect "a guard that cannot read its children ends itself and the program" 0 "$(left)"
expect "processes that are left are reported" "lusoria: processes of 2 agents could not be killed" \
    "$(agent "proc 1" "guards $mark STOP" | grep "not be killed")"
for pid in $(grep -l "[9]7$$" /proc/[0-9]*/cmdline 2>/dev/null | cut -d/ -f3); do
    [ "$pid" = $$ ] || kill -9 "$pid" 2>/dev/null
done

plan
