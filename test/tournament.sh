#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Tournaments: read with line numbers, the same games wherever they are played, resumed,
# reported as a table, JSON and CSV that no name of a stranger can abuse.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
. test/scratch
db=$scratch/games.db
file=$scratch/file

# Without the lines that tell how a long one stands.
tournament() {
    "$B/lusoria" tournament "$@" >"$scratch/output" 2>&1
    code=$?
    grep -v "^match [0-9]* of" "$scratch/output"
    echo "[$code]"
}
ask() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row)' "$db" "$1"; }
tournament --players random,greedy --game cave:5x3 -n 2 --db "$db" >"$scratch/out"
if grep -q "without SQLite" "$scratch/out"; then store=--no-store; else store="--db $db"; fi

# ---- files ----

fault() { # LINES...: the message about a file with these lines
    printf '%s\n' "$@" >"$file"
    tournament "$file" --no-store | sed "s|$scratch/||" | paste -s -d ' '
}
expect "no game" "lusoria: 'file', line 3: expected a line 'game NAME' [1]" "$(fault "player random" "player greedy")"
expect "one player" "lusoria: 'file', line 3: expected at least two lines 'player ...' [1]" \
    "$(fault "game ur" "player random")"
while IFS='|' read -r line expected; do
    expect "$line" "lusoria: 'file', line 4: expected $expected [1]" \
        "$(fault "# a comment" "game cave" "" "$line" "player random")"
done <<END
games 3|an even number of games from 2 to 1000000
games many|an even number of games from 2 to 1000000
games|a value
game ur|this key only once
kind swiss|round-robin or gauntlet
seed -1|a seed of up to 15 digits
opening 101|a number of plies from 0 to 100, or two as in 4-8
opening 8-4|a number of plies from 0 to 100, or two as in 4-8
balanced 51|a number from 1 to 50: per cent, or stones in Awari
time 0|milliseconds from 1 to 3600000
wrap 'a|a command with balanced quotes
Player random|game, kind, games, seed, opening, balanced, clock, time, handshake, memory, wrap, player or #
player ann|a player after the name
player ann ai:depth=x|a depth from 1 to 63
player ann human|random, greedy, ai, ai:LEVEL or ai:depth=N,...
END
expect "twice the same" "lusoria: 'file', line 3: expected a name that no other player has [1]" \
    "$(fault "game cave" "player ann random" "player ann greedy")"
printf 'game ur\nplayer random\nplayer a\033[2Jb greedy\n' >"$file"
expect "control characters" "lusoria: '$file', line 3: expected text without control characters [1]" \
    "$(tournament "$file" --no-store | paste -s -d ' ')"
expect "no file" 1 "$("$B/lusoria" tournament "$scratch/none" >/dev/null 2>&1; echo $?)"
expect "neither file nor players" 2 "$("$B/lusoria" tournament >/dev/null 2>&1; echo $?)"
expect "no game on the command line" 2 "$("$B/lusoria" tournament --players random,greedy >/dev/null 2>&1; echo $?)"

# ---- the example, shortened ----

expect "the example plays" "7 [0]" "$(tournament examples/tournament.txt -n 2 $store | sed -n '/^     player/,$p' |
    awk '/\[/ { code = $0; next } { n++ } END { print n, code }')"

# ---- results ----

players=random,greedy,ai:depth=2,nodes=500,ai:1
play() { tournament --players $players --game awari -n 6 -s 3 "$@"; }
play --no-store -j 1 >"$scratch/1"
play --no-store -j 3 >"$scratch/3"
expect "the same for any number of jobs" "$(cat "$scratch/1")" "$(cat "$scratch/3")"
expect "settings stay with their player" "ai:depth=2,nodes=500 ai:novice greedy random" \
    "$(awk '/^ *[0-9]+  /{ print $2 }' "$scratch/1" | sort | paste -s -d ' ')"
expect "best first" "$(awk '/^ *[0-9]+  /{ print $3 }' "$scratch/1" | sort -rn)" \
    "$(awk '/^ *[0-9]+  /{ print $3 }' "$scratch/1")"
expect "a gauntlet" "3 18" "$(play --no-store --kind gauntlet --json | head -1 | python3 -c '
import json, sys
t = json.load(sys.stdin)
first = [p for p in t["players"] if p["name"] == "random"][0]
print(len(t["matches"]), first["games"])')"
expect "JSON and the table agree" "" "$(play --no-store --json | head -1 | python3 -c '
import json, sys
rows = [line.split() for line in open(sys.argv[1]) if line[:3].strip().isdigit()]
for player, row in zip(json.load(sys.stdin)["players"], rows):
    if player["name"] != row[1] or abs(player["elo"] - float(row[2])) > 0.51: print(player, row)' "$scratch/1")"

# ---- balanced openings ----

balanced() { "$B/lusoria" match cave --first ai:depth=2 --second "${rival:-ai:novice}" -n 8 -s 3 "$@" --json 2>&1; }
told() { python3 -c 'import json, sys
m = json.load(sys.stdin)
print(m["opening"], m.get("opening_most"), m.get("balanced"), m["games"], "low" in m["elo"])'; }
expect "a built-in player and a program, openings of 4 to 8 plies" "4 8 5 8 True" \
    "$(rival="exec:sh examples/agent.sh" balanced --opening 4-8 --balanced 5 | told)"
expect "one length, any value" "6 None None 8 True" "$(balanced --opening 6 | told)"
untimed() { sed 's/"timings".*//'; }
expect "the same for any number of jobs, balanced" "$(balanced --opening 4-8 --balanced 5 -j 1 | untimed)" \
    "$(balanced --opening 4-8 --balanced 5 -j 3 | untimed)"
expect "openings that are no numbers" "lusoria: --opening 8-4: expected a number of plies from 0 to 100, or two as in 4-8" \
    "$("$B/lusoria" match cave --opening 8-4 2>&1)"
expect "balanced with dice" "2 lusoria: balanced openings are for games without dice: in the others both games of a pair have the same throws" \
    "$("$B/lusoria" match ur --balanced 5 >"$scratch/out" 2>&1; echo $? "$(cat "$scratch/out")")"
expect "a file with balanced openings" "[0]" "$(printf 'game cave:6x4\ngames 2\nopening 2-4\nbalanced 20\nplayer random\nplayer greedy\n' >"$file"
    tournament "$file" --no-store | tail -1)"

# ---- names of strangers ----

printf 'game cave:5x3\ngames 2\nplayer =1+1 random\nplayer "a\342\200\256b" greedy\nplayer @x,y ai:1\n' >"$file"
tournament "$file" --no-store --csv "$scratch/table.csv" >"$scratch/out"
expect "a spreadsheet sees no formula" "'=1+1|\"a‮b\"|'@x,y|" "$(python3 -c '
import csv, sys
names = []
for row in list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))[::-1]:
    for name in (row["first"], row["second"]):
        if name not in names: names.append(name)
names.sort(key=lambda n: "=\"@".index(n.strip("\x27")[0]))
print(*names, sep="|", end="|")' "$scratch/table.csv")"
expect "a terminal nothing that turns its lines" "0 1" \
    "$(grep -c "$(printf '\342\200\256')" "$scratch/out") $(grep -c '"a?b"' "$scratch/out")"

# ---- the page for teachers ----

if [ "$store" != --no-store ]; then
    page() { tournament "$file" --seed 3 --db "$scratch/page.db" --html "$scratch/a cup.html" "$@" | tail -1; }
    reviews() { ls "$scratch/a cup-games" | grep -c '^game-'; }
    expect "a page with two reviews of each match" "[0] 6" "$(page -n 4 --reviews 6) $(reviews)"
    expect "every link leads to a file" "" "$(cd "$scratch" && grep -o 'href="[^"#]*"' "a cup.html" | sed 's/href="//; s/"$//; s/%20/ /g' |
        while read -r link; do [ -f "$link" ] || echo "$link"; done)"
    expect "all games are listed, and their records kept" "12 12" \
        "$(grep -c '^<tr><td>' "$scratch/a cup.html") $(grep -c '^\[Game ' "$scratch/a cup-games/records.txt")"
    expect "the records can be read" "[0]" "$("$B/lusoria" record "$scratch/a cup-games/records.txt" >/dev/null 2>&1; echo "[$?]")"
    expect "no name is markup, nothing turns the line" "0" "$(grep -c "$(printf '\342\200\256')" "$scratch/a cup.html")"
    rm -r "$scratch/a cup-games"
    expect "no reviews" "[0] 0" "$(page -n 4 --reviews 0) $(reviews)"
    rm -r "$scratch/a cup-games"
    expect "the page without the store" "[0] 12" "$(page -n 4 --no-store) $(reviews)"
    : >"$scratch/full-games"
    expect "a folder that cannot be made" "[1]" "$(tournament "$file" -n 2 --db "$scratch/page.db" --html "$scratch/full.html" | tail -1)"
fi

# ---- kept and resumed ----

if [ "$store" != --no-store ]; then
    for delay in 0.05 0.2; do
        "$B/lusoria" tournament --players random,greedy,ai:1 --game ur -n 300 -s 3 --db "$db" >/dev/null 2>&1 &
        pid=$!
        sleep $delay
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
    done
    again="--players random,greedy,ai:1 --game ur -n 300 -s 3"
    expect "killed and resumed" "$(tournament $again --no-store)" \
        "$(tournament $again --db "$db" | grep -v "in the store")"
    expect "every game once" "900 900" "$(ask "select count(*), count(distinct match || ' ' || pair || ' ' || seat)
        from games where rules = 'ur:finkel' and first in (select id from players where name in ('random', 'greedy', 'ai:novice'))
        and match in (select id from matches where seed = 3)")"
    expect "a match is known to match, too" "300 of them were in the store" "$("$B/lusoria" match ur --first random \
        --second greedy -n 300 -s 3 --db "$db" | grep store)"
fi
# ---- progress on a terminal ----

# Standard output is a file, standard error a terminal of 40 columns and 6 rows: how many
# lines are wider than that, and how many are drawn at a time at most.
drawn() {
    python3 - "$B/lusoria" "$@" <<'END'
import fcntl, os, pty, re, struct, subprocess, sys, termios
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 6, 40, 0, 0))
run = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
seen = b""
try:
    while more := os.read(ours, 65536):
        seen += more
except OSError:
    pass
run.wait()
screens = re.split(rb"\x1b\[\d+A\x1b\[J", seen)
lines = [line.rstrip(b"\r") for line in seen.split(b"\n")]
lines = [re.sub(rb"\x1b\[[0-9]*[A-Z]", b"", line) for line in lines]
print(len(screens) > 1, sum(len(line) >= 40 for line in lines), max(s.count(b"\n") for s in screens) < 6)
END
}
expect "progress fits the terminal of standard error" "True 0 True" "$(drawn tournament --no-store --game cave \
    --players "random,greedy,ai:depth=1,ai:depth=2,ai:depth=3,ai:depth=4" --games 1000 -j 1)"
plan
