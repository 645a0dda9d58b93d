#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Stored games: listed, shown, found, written and read again; ratings of their players.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
. test/scratch
db=$scratch/games.db

"$B/lusoria" tournament --players random,greedy,ai:1 --game ur -n 20 -s 1 -j 1 --db "$db" >"$scratch/table" 2>"$scratch/why" || {
    grep -q "without SQLite" "$scratch/why" && { echo "1..0 # SKIP no SQLite"; exit 0; }
}
"$B/lusoria" match awari --first ai:depth=2 --second random -n 6 -s 1 -j 1 --db "$db" >/dev/null
games() { "$B/lusoria" games "$@" --db "$db" 2>&1; echo "[$?]"; }
count() { games "$@" -n 0 | grep -c "^ *[0-9]"; }

expect "without a verb what can be played" ur:finkel "$("$B/lusoria" games | sed -n '3s/ .*//p')"
expect "all games" 66 "$(count list)"
expect "the newest" "66 65" "$(games list -n 2 2>&1 | awk '/^ *[0-9]/{ print $1 }' | paste -s -d ' ')"
expect "of a game" 6 "$(count list --game awari)"
expect "of a player" 40 "$(count list --player greedy)"
expect "of two" 20 "$(count list --player greedy --opponent random)"
expect "by result" 66 "$(($(count search --result 1-0) + $(count search --result 0-1) + $(count search --result 1/2-1/2)))"
expect "of a match" 20 "$(count search --match 2)"
expect "a search needs to know for what" 2 "$("$B/lusoria" games search >/dev/null 2>&1; echo $?)"
expect "JSON" "66 random" "$(games list --json -n 0 | head -1 | python3 -c 'import json, sys
games = json.load(sys.stdin)["games"]; print(len(games), games[-1]["first"])')"

expect "matches" "20 20 20 6" "$(games matches --json | head -1 | python3 -c 'import json, sys
print(*[m["games"] for m in json.load(sys.stdin)["matches"]])')"
expect "with their seeds" 3 "$(games matches --game ur | grep -c "ur:finkel .* 20 games, seed 1\$")"

# ---- positions ----

games show 3 >"$scratch/3"
expect "a game is shown" "[Round \"2.1\"]" "$(grep Round "$scratch/3")"
start=$("$B/lusoria" analyse ur --json --depth 1 | python3 -c 'import json, sys; print(json.load(sys.stdin)["position"])')
expect "every game has the start" 60 "$(count search --game ur --position "$start")"
expect "at ply 0" 60 "$(games search --game ur --position "$start" | grep -c 'at ply 0$')"
throw=$(sed -n 's/^1\. \([0-9]\)\/.*/\1/p' "$scratch/3")
expect "some with that throw" "$(games export --game ur | grep -c "^1\. $throw/")" \
    "$(count search --game ur --position "$start:$throw")"
expect "none has this one" 0 "$(count search --game ur --position '0x-------------6:0x-------------6:L')"
expect "a bad position" 1 "$("$B/lusoria" games search --game ur --position xyz --db "$db" >/dev/null 2>&1; echo $?)"
expect "a position of what?" 2 "$("$B/lusoria" games search --position "$start" --db "$db" >/dev/null 2>&1; echo $?)"

# ---- out and in again ----

"$B/lusoria" games export --db "$db" -o "$scratch/all"
expect "export in our format" "66" "$("$B/lusoria" record "$scratch/all" | grep -c player)"
expect "what is there is not stored twice" "$scratch/all: 0 games stored, 66 were there already [0]" \
    "$(games import "$scratch/all" | paste -s -d ' ')"
expect "elsewhere all is new" "$scratch/all: 66 games stored, 0 were there already" \
    "$("$B/lusoria" games import "$scratch/all" --db "$scratch/other.db")"
for format in rgn ogn; do
    game=ur; [ $format = ogn ] && game=awari
    "$B/lusoria" games export --game $game --to $format --db "$db" -o "$scratch/$format"
    expect "out and in as $format" "0 games stored" \
        "$(games import "$scratch/$format" | sed -n 's/.*: \(0 games stored\),.*/\1/p')"
done
expect "the records are the same" "$(cksum <"$scratch/all")" \
    "$("$B/lusoria" games export --db "$scratch/other.db" | cksum)"
expect "only games of Ur are RGN" "lusoria: game 61: rgn holds games of Ur [1]" "$(games export 1 61 --to rgn | paste -s -d ' ')"
expect "no such game" "lusoria: there is no game 999 in the store [1]" "$(games show 999 | paste -s -d ' ')"
printf '[Game "ur:finkel"]\n[First "=cmd"]\n[Result "*"]\n\n1. 9/0-4 *\n' >"$scratch/bad"
expect "a bad file changes nothing" "66 1" "$(games import "$scratch/bad" >"$scratch/out"; count list) $(grep -c 'bad.*line 5' "$scratch/out")"
printf '[Game "ur:finkel"]\n[First "=cmd"]\n[Second "a\342\200\256b"]\n[Result "*"]\n\n*\n' >"$scratch/stranger"
games import "$scratch/stranger" >/dev/null
expect "a stranger's name in a list" "=cmd a?b" "$(games list -n 1 | awk '/^ *[0-9]/{ print $5, $6 }')"
games list -n 1 --csv "$scratch/list.csv" >/dev/null
expect "and in a spreadsheet" "'=cmd" "$(python3 -c 'import csv, sys
print(list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))[0]["first"])' "$scratch/list.csv")"

# ---- ratings ----

ratings() { "$B/lusoria" ratings "$@" --db "$db"; }
expect "as the tournament found them" "$(awk '/^ *[0-9]+  /{ print $2, $3, $4, $5 }' "$scratch/table")" \
    "$(ratings ur | awk '/^ *[0-9]+  /{ print $2, $3, $4, $5 }')"
expect "the same from imported games, but for the pairs" "$(ratings ur | awk '/^ *[0-9]+  /{ print $2, $3 }')" \
    "$("$B/lusoria" ratings ur --db "$scratch/other.db" | awk '/^ *[0-9]+  /{ print $2, $3 }')"
expect "an anchor" "random +1000 given" "$(ratings ur --anchor random=1000 | awk '/random/{ print $2, $3, $4 }')"
expect "its name must be known" 1 "$(ratings ur --anchor nobody=3 >/dev/null 2>&1; echo $?)"
expect "an anchor is a number" 2 "$(ratings ur --anchor random=x >/dev/null 2>&1; echo $?)"
expect "JSON of ratings" "3 60" "$(ratings ur --json | python3 -c 'import json, sys
r = json.load(sys.stdin); print(len(r["players"]), r["games"])')"
ratings ur --csv "$scratch/r.csv" >/dev/null
expect "CSV of ratings" 4 "$(grep -c . "$scratch/r.csv")"
expect "no store yet" "lusoria: '$scratch/none' does not exist: no games were stored yet" \
    "$("$B/lusoria" ratings ur --db "$scratch/none" 2>&1)"
# ---- more than 16 MiB ----

# Random games of Senet have 7 KB: an export is imported again whatever its size.
"$B/lusoria" match senet:houses --first random --second random -n 2500 --seed 1 --db "$scratch/large" >/dev/null 2>&1
"$B/lusoria" games export --db "$scratch/large" -o "$scratch/large.txt"
expect "a large export" yes "$([ "$(wc -c <"$scratch/large.txt")" -gt 16777216 ] && echo yes)"
expect "is imported again" "large.txt: 2500 games stored, 0 were there already" \
    "$("$B/lusoria" games import "$scratch/large.txt" --db "$scratch/large2" 2>&1 | sed "s|$scratch/||g")"
expect "and not twice" "large.txt: 0 games stored, 2500 were there already" \
    "$("$B/lusoria" games import "$scratch/large.txt" --db "$scratch/large2" 2>&1 | sed "s|$scratch/||g")"
# One game at a time is in memory: without that, this import takes 150 MB. Sanitizers need more addresses.
if [ "$B" = build ]; then
    expect "in little memory" "large.txt: 2500 games stored, 0 were there already" \
        "$( (ulimit -v 60000; "$B/lusoria" games import "$scratch/large.txt" --db "$scratch/large3" 2>&1) | sed "s|$scratch/||g")"
fi

plan
