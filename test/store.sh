#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Matches in the store: the same games for any number of jobs, killed at any moment and
# resumed without a game lost or counted twice; a store that cannot be used is told.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
. test/scratch
db=$scratch/games.db

"$B/lusoria" match ur --games 2 --store --second greedy >/dev/null 2>"$scratch/why" || {
    grep -q "without SQLite" "$scratch/why" && { echo "1..0 # SKIP no SQLite"; exit 0; }
}
expect "the usual store" yes "$([ -s "$scratch/data/lusoria/store.db" ] && echo yes)"

ask() { python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for row in db.execute(sys.argv[2]): print(*row)
db.commit()' "$1" "$2"; }
# Removes the progress lines of a match.
match() {
    "$B/lusoria" match "$@" >"$scratch/output" 2>&1
    code=$?
    grep -v "^game [0-9]* of" "$scratch/output"
    echo "[$code]"
}
seeded() { match "$@" --seed 1; }
# All but what an earlier run did and the times.
result() { grep -v -e "in the store" -e "ms a move"; }
records() { ask "$1" "select record from games order by match, pair, seat" | cksum; }

# ---- the same games, however many at once ----

for game in ur:blitz awari senet:blockade cave:6x4; do
    for jobs in 1 3; do
        seeded $game --first greedy --second ai:1 -n 12 -j $jobs --db "$db$jobs" >"$scratch/$jobs"
    done
    expect "$game told from the store" "$(cat "$scratch/1")" \
        "$(seeded $game --first greedy --second ai:1 -n 12 --db "${db}1" | grep -v "in the store")"
    expect "$game on one and on three threads" "$(result <"$scratch/1")" "$(result <"$scratch/3")"
done
expect "and the same records" "$(records "${db}1")" "$(records "${db}3")"
expect "stored or not" "$(seeded cave:6x4 --first greedy --second ai:1 -n 12 | result)" \
    "$(result <"$scratch/1")"
ask "${db}1" "select record from games" >"$scratch/records"
expect "records that can be read" 48 "$("$B/lusoria" record "$scratch/records" | grep -c "the .* player won\|drawn")"

for game in ur:blitz awari:abapa; do
    expect "the settings of $game: level and network" 1 "$(ask "${db}1" \
        "select settings from matches where rules = '$game'" | grep -c "second=ai:1 depth=[0-9]* noise=[0-9]* net=[0-9a-f]*[1-9a-f]")"
done

# ---- killed and resumed ----

play="ur --first random --second random -n 12000 -s 3 --db $db"
whole=$(match ur --first random --second random -n 12000 -s 3 | result)
for delay in 0.05 0.1 0.3 0.2; do
    "$B/lusoria" match $play >/dev/null 2>&1 &
    pid=$!
    sleep $delay
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    expect "killed after $delay s: whole pairs only" "" \
        "$(ask "$db" "select pair from games group by pair having count(*) != 2")"
done
# Once more, until it has stored something: on a busy machine the delays may have been too short.
has_stored() { [ "$(ask "$db" "select count(*) from games")" -gt 0 ]; }
"$B/lusoria" match $play >/dev/null 2>&1 &
pid=$!
await has_stored
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
some=$(ask "$db" "select count(*) from games")
expect "something was stored before" yes "$([ "$some" -gt 0 ] && echo yes || echo "$some")"
expect "resumed to the same result" "$whole" "$(match $play >"$scratch/out"; result <"$scratch/out")"
expect "it says what it found" "$some of them were in the store" "$(grep "in the store" "$scratch/out")"
expect "every game once" "12000 12000" \
    "$(ask "$db" "select count(*), count(distinct pair * 2 + seat) from games")"
expect "done: nothing is played again" "$whole" "$(match $play | result)"
expect "more games go on with it" "12000 of them were in the store" \
    "$(match ur --first random --second random -n 12002 -s 3 --db "$db" | grep "in the store")"
expect "another seed is another match" "" \
    "$(match ur --first random --second random -n 2 -s 2 --db "$db" | grep "in the store")"

# ---- Ctrl-C ----

# Several signals in a row are one Ctrl-C: timeout(1) signals its child, then its process group.
has_games="python3 -c 'import sqlite3; assert sqlite3.connect(\"$scratch/int\").execute(\"select 1 from games\").fetchone()'"
test/interrupt -n 50 "$has_games" "$B/lusoria" match ur --first random --second ai:depth=3 -n 200000 -s 3 -j 2 \
    --db "$scratch/int" >"$scratch/out" 2>&1
code=$?
told=$(sed -n 's/.*random against .*, \([0-9]*\) games.*/\1/p' "$scratch/out")
expect "interrupted: the result so far" "130 lusoria: interrupted; the same command continues it" "$code $(tail -1 "$scratch/out")"
expect "of games that are stored, in their order" "$told" \
    "$(ask "$scratch/int" "select count(*) from games where pair < ${told:-1} / 2")"
# A match that waits for a locked store does not see the first Ctrl-C; a later one ends it.
python3 -c 'import sqlite3, subprocess, sys
db = sqlite3.connect(sys.argv[1])
db.execute("begin exclusive")
sys.exit(subprocess.run(sys.argv[2:]).returncode)' "$scratch/int" \
    test/interrupt -n 2 -g 1.2 "grep -q '^SigCgt:.*[2367abef]$' /proc/\$pid/status" "$B/lusoria" match ur --first random -n 2 --db "$scratch/int" >"$scratch/out" 2>&1
expect "a second Ctrl-C ends a program that does not answer" "130 " "$? $(cat "$scratch/out")"

# ---- games of programs: why they were lost, and their last words, are stored, too ----

crash() { "$B/lusoria" match ur --first "exec:sh test/agents/bad.sh crash 1" --second random -n 4 -s 1 --json "$@" |
    sed 's/"[a-z]*_ms_a_move":[0-9.]*//g'; }
crash --db "$db" >"$scratch/first"
expect "reasons" "4 crash" "$(ask "$db" "select count(*), reason from games where said like '%out of luck%'")"
expect "an error is JSON as well" "lusoria.error/1" "$(crash --db /proc/none/x | python3 -c 'import json, sys
print(json.load(sys.stdin)["schema"])')"
expect "resumed with the same faults" "$(cat "$scratch/first")" "$(crash --db "$db")"

# ---- files that are not stores, and stores of other users ----

"$B/lusoria" match ur --first random -n 2 --db "$scratch/foreign" >/dev/null
ask "$scratch/foreign" "update players set name = char(27) || '[2J' || id"
ask "$scratch/foreign" "update games set result = char(27) || '[1m', reason = char(27) || '[2m',
    added = char(27) || ']0;x' || char(7), rules = char(27) || '[3m'"
ask "$scratch/foreign" "update matches set added = char(27) || '[4m', rules = char(27) || '[5m'"
expect "a list prints no terminal escapes" "2 1 0" "$("$B/lusoria" games list --db "$scratch/foreign" | wc -l) $(
    "$B/lusoria" games matches --db "$scratch/foreign" | wc -l) $( {
    "$B/lusoria" games list --db "$scratch/foreign"; "$B/lusoria" games matches --db "$scratch/foreign"; } |
    grep -c "[$(printf '\007\033')]")"

# ---- stores that cannot be used ----

refusal() { match ur --first random -n 2 --db "$1" | sed "s|$scratch/||" | paste -s -d ' '; }
echo "nothing of the kind, but long enough to be looked at" >"$scratch/text"
expect "no database" "lusoria: 'text' is not a store of games [1]" "$(refusal "$scratch/text")"
ask "$scratch/newer" "pragma user_version" >/dev/null
"$B/lusoria" match ur --first random -n 2 --db "$scratch/newer" >/dev/null
ask "$scratch/newer" "pragma user_version = 7"
expect "a newer one" "lusoria: 'newer' was written by a newer lusoria: its version is 7, supported are 1 to 6 [1]" \
    "$(refusal "$scratch/newer")"
: >"$scratch/empty"
"$B/lusoria" games list --db "$scratch/empty" >"$scratch/out" 2>&1
expect "reading an empty file leaves it empty" "1 lusoria: 'empty' is empty: no games were stored yet 0" \
    "$? $(sed "s|$scratch/||" "$scratch/out") $(wc -c <"$scratch/empty")"
expect "no folder" "lusoria: 'no/where' cannot be opened: No such file or directory [1]" \
    "$(refusal "$scratch/no/where")"
# A store without write permission; root may write everything, so another user tries, with a copy
# of the program: the folder of the project may be closed to that user.
# In a build for coverage that user cannot write the usual counters.
chmod 755 "$scratch" && chmod 444 "$db" && mkdir -m 777 "$scratch/counters"
cp "$B/lusoria" "$scratch/program"
as=
[ "$(id -u)" != 0 ] || as="setpriv --reuid=65534 --clear-groups env GCOV_PREFIX=$scratch/counters XDG_DATA_HOME=$scratch/counters"
expect "read-only" "lusoria: 'games.db' cannot be written: it is read-only [1]" \
    "$({ $as "$scratch/program" match ur --first random -n 2 --db "$db" 2>&1; echo "[$?]"; } | sed "s|$scratch/||" | paste -s -d ' ')"
# No room: as many games as it says are there.
(ulimit -f 10000; "$B/lusoria" match ur --first random --second random -n 4000 --db "$scratch/full" 2>&1) \
    >"$scratch/out"
told=$(sed -n "s/^lusoria: the match stopped: '.*' cannot be .*; \([0-9]*\) games of it are stored$/\1/p" "$scratch/out")
expect "a full disk: the number of stored games is reported" "$(ask "$scratch/full" "select count(*) from games")" "$told"
expect "and the match resumes when there is space" "$told of them were in the store" \
    "$(match ur --first random --second random -n 4000 --db "$scratch/full" | grep "in the store")"
expect "without a seed it was the same match, which is finished now" "1 4000" \
    "$(ask "$scratch/full" "select count(distinct match), count(*) from games")"
expect "so that the next is another" "" \
    "$(match ur --first random --second random -n 4000 --db "$scratch/full" | grep "in the store")"
plan
