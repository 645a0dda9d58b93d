#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria review as a user meets it: every format alike, files with faults, records of
# strangers, sums that hold to the last digit.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
lusoria=$B/lusoria
. test/scratch
export XDG_STATE_HOME=/proc/none XDG_DATA_HOME=/proc/none # no tables but where the test says

review() { "$lusoria" review "$@" --depth 2; }
status() { "$lusoria" review "$@" --depth 2 >/dev/null 2>&1; echo $?; }
# A game of random moves, in a file.
game() { # GAME SEED FILE
    "$lusoria" play "$1" --first random --second random --seed "$2" --record "$3" >/dev/null 2>&1
}
# The sums of every game, digit by digit: "adds up" or what does not.
sums() { python3 -c '
import json, sys
from decimal import Decimal
review = json.load(sys.stdin, parse_float=Decimal, parse_int=Decimal)
assert review["schema"] == "lusoria.review/1"
for game in review["games"]:
    a, b = game["players"]
    for p in (a, b):
        plies = [ply for ply in game["plies"] if ply["player"] == p["player"]]
        assert p["luck"] == sum(ply["luck"] for ply in plies), "luck"
        assert p["loss"] == sum(ply["loss"] for ply in plies) + p["forfeit"], "loss"
        assert all(ply["loss"] >= 0 for ply in plies), "negative"
    for p, q in ((a, b), (b, a)):
        luck, loss = p["luck"] - q["luck"], p["loss"] - q["loss"]
        assert p["result"] - p["start"] == luck - loss, "identity"
        assert p["luck_adjusted_result"] == p["result"] - luck, "adjusted"
print("adds up")'; }
field() { grep -o "\"$1\":[^,}]*" | cut -d: -f2 | tr -d '"' | xargs; }

for rules in ur ur:masters senet senet:blockade awari cave; do
    game $rules 4 "$scratch/$rules"
    expect "$rules adds up" "adds up" "$(review "$scratch/$rules" --json | sums)"
done
expect "the head" "Royal Game of Ur (ur:finkel)" "$(review "$scratch/ur" | head -1)"
expect "estimates say their depth" 1 "$(review "$scratch/ur" | grep -c 'estimates of depth 2')"
expect "a line a ply" "$(review "$scratch/ur" --json | grep -o '"ply":' | wc -l)" \
    "$(review "$scratch/ur" | grep -cE '^ *[0-9]+  (Light|Dark) ')"
expect "verdicts have thresholds" 1 "$(review "$scratch/ur" | grep -c 'blunder, from 20.0 %')"
expect "in stones" 1 "$(review "$scratch/awari" | grep -c 'blunder, from 4.00')"
expect "three moments each" 6 "$(review "$scratch/ur" | grep -c '^Ply [0-9]*:')"
expect "nothing beyond ASCII" 0 "$(review "$scratch/ur" --ascii | LC_ALL=C grep -c '[^ -~]')"
expect "no colour in a pipe" 0 "$(review "$scratch/ur" | grep -c "$(printf '\033')")"

expect "a row a ply" "$(review "$scratch/ur" --json | grep -o '"ply":' | wc -l)" \
    "$(review "$scratch/ur" --csv | sed 1d | wc -l)"
expect "one form at a time" 2 "$(status "$scratch/ur" --csv --json)"

# The same game in other people's notation is the same review.
plies() { grep -o '"plies":\[.*'; }
for pair in ur:rgn awari:ogn; do
    "$lusoria" record "$scratch/${pair%:*}" --to ${pair#*:} >"$scratch/other"
    expect "${pair#*:} alike" "$(review "$scratch/${pair%:*}" --json | plies)" \
        "$(review "$scratch/other" --json | plies)"
done
cat "$scratch/ur" "$scratch/cave" "$scratch/awari" >"$scratch/all"
expect "several games" "ur cave awari" \
    "$(review "$scratch/all" --json | field game)"
expect "from standard input" "Awari (awari:abapa)" "$(echo FfBe | "$lusoria" review - --depth 2 | head -1)"
expect "resigned" 1 "$(printf '%s\n' '[Game "cave"]' '[Reason "resignation"]' '[Result "0-1"]' \
    '1. A1 H1 2. A2 0-1' | review - | grep -c 'won: the other side resigned')"
expect "out of time" 1 "$(printf '%s\n' '[Game "cave"]' '[Reason "time"]' '[Result "0-1"]' \
    '1. A1 H1 2. A2 0-1' | review - | grep -c 'won: time')"
expect "no ply at all" "adds up" "$(echo '[Game "cave"] *' | review - --json | sums)"
expect "before the roll-off is over" 1 \
    "$(printf '[Game "senet:blockade"]\n[RollOff "2 3"]\n*\n' | review - | grep -c 'Nothing to review')"

# A fault: reviewed up to there, named, exit 1.
ur='[Game "ur:finkel"]\n'
fault() { printf "$1" >"$scratch/bad"; "$lusoria" review "$scratch/bad" --depth 2 2>&1 >"$scratch/out" |
    sed "s|[^ ]*/bad, ||"; echo "$(grep -cE '^ *[0-9]+  (Light|Dark|South|North) ' "$scratch/out") plies"; }
expect "an illegal move" "lusoria: line 2, byte 41: the move is not legal: U2: none of your pieces stands on that square; reviewed up to there
2 plies" "$(fault "${ur}1. 4/0-4 2/0-2 1... 1/9-10 *")"
expect "cut short" "lusoria: line 2, byte 34: expected a move or the result; reviewed up to there
2 plies" "$(fault "${ur}1. 4/0-4 2/0-2 ")"
expect "a second game cut short" "lusoria: line 4, byte 58: expected a throw, '/' and a move; reviewed up to there
2 plies" "$(fault "${ur}1. 4/0-4 *\n${ur}1. 4/0-4 x")"
expect "RGN cut short" "lusoria: line 3, byte 40: expected a tile: row A to C and a column; reviewed up to there
3 plies" "$(fault '[Rules finkel]\n1. A@A4 / C@C2\n2. A4A2 / ZZ')"
expect "nothing to read" "lusoria: line 1, byte 0: expected a game: tags in brackets, then moves
0 plies" "$(fault 'hello')"
expect "faults exit with 1" 1 "$(status "$scratch/bad")"
printf "${ur}1. 4/0-4 2/0-2 1... 1/9-10 *" >"$scratch/bad"
expect "the fault in JSON" "2 41 EILLEGAL" "$(review "$scratch/bad" --json |
    python3 -c 'import json, sys; f = json.load(sys.stdin)["fault"]; print(f["line"], f["at"], f["code"])')"
expect "and its exit code" 1 "$(status "$scratch/bad" --json)"
expect "no such file" 1 "$(status /proc/none/game)"
expect "no file is wrong usage" 2 "$(status)"

# Strangers: markup, formulas, marks of direction; control bytes end the record.
hostile() { printf '[Game "cave"]\n[First "<script>alert(1)</script>&\047"]\n[Second "=cmd()\342\200\256\342\200\213"]\n1. A1 H1 %s' "$1"; }
hostile '*' >"$scratch/hostile"
expect "no mark of direction on the screen" "o =cmd()??" \
    "$(review "$scratch/hostile" | sed -n 3p | sed 's/^[^ ]* */o /')"
expect "JSON keeps names whole" "<script>alert(1)</script>&'" "$(review "$scratch/hostile" --json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["games"][0]["first"])')"
expect "a formula is text in CSV" "'=cmd()" "$(review "$scratch/hostile" --csv |
    python3 -c 'import csv, sys; print(list(csv.DictReader(sys.stdin))[1]["second"][:7])')"
review "$scratch/hostile" --html "$scratch/page"
expect "no markup on a page" "0 yes" "$(grep -c '<script>alert' "$scratch/page") $(
    grep -q '&lt;script&gt;alert' "$scratch/page" && echo yes)"
expect "nor marks of direction" 0 "$(grep -c "$(printf '\342\200\256')" "$scratch/page")"
hostile "$(printf '\033[2J') *" >"$scratch/hostile"
expect "an escape sequence is a fault" 1 "$(status "$scratch/hostile")"
expect "and reaches no terminal" 0 "$("$lusoria" review "$scratch/hostile" --depth 2 2>&1 | grep -c "$(printf '\033')")"
for form in --csv "--html $scratch/page"; do
    # shellcheck disable=SC2086
    expect "nor by ${form%% *}" 0 "$({ review "$scratch/hostile" $form; cat "$scratch/page"; } 2>&1 |
        grep -c "$(printf '\033')")"
done
expect "nor in JSON" 0 "$(review "$scratch/hostile" --json 2>&1 | grep -c "$(printf '\033')")"

# What fuzzing found and we wrote: reviewed or refused, and nothing that steers a terminal.
odd=
for file in test/corpus/record/*; do
    "$lusoria" review "$file" --depth 1 >"$scratch/out" 2>&1
    [ $? -gt 1 ] && odd="$odd $file"
    LC_ALL=C grep -q "$(printf '[\033\007\010\177]')" "$scratch/out" && odd="$odd $file"
done
expect "the corpus" "" "$odd"

# The values of a game do not depend on the games before it, not even on other rule sets.
for rules in finkel masters; do
    game "ur:$rules" 6 "$scratch/$rules"
done
{ cat "$scratch/finkel"; echo; cat "$scratch/masters"; } >"$scratch/both"
expect "another rule set before it" "$(review "$scratch/masters" --csv | cut -d, -f2-)" \
    "$(review "$scratch/both" --csv | grep -v finkel | cut -d, -f2-)"

# Exact where a table knows.
if "$lusoria" solve ur:finkel --pieces 1 --table-dir "$scratch" >/dev/null 2>&1; then
    "$lusoria" play ur --pieces 1 --first random --second random --seed 5 --record "$scratch/one" >/dev/null 2>&1
    expect "exact values" "Values are chances to win, exact." \
        "$(review "$scratch/one" --table-dir "$scratch" | grep '^Values')"
    expect "that add up" "adds up" "$(review "$scratch/one" --table-dir "$scratch" --json | sums)"
    expect "tables aside" 1 "$(review "$scratch/one" --table-dir "$scratch" --no-tables | grep -c 'depth 2')"
else
    skip "a table" "built without tables"
fi
# In every rule set a level of the program plays random moves. What is to be studied is an
# inaccuracy or worse, a grade is that of the mean loss, and almost only good moves are not the
# play of a beginner.
consistent() { python3 -c '
import json, sys
for game in json.load(sys.stdin)["games"]:
    edges, limits = game["verdicts_from"], game["grades_below"]
    grades = list(limits) + ["novice"]
    for p in game["players"]:
        plies = [q for q in game["plies"] if q["player"] == p["player"] and q["moves"] > 1]
        for q in plies:
            bad = [v for v in edges if q["loss"] >= edges[v]]
            assert q["verdict"] == (bad[-1] if bad else "good" if q["loss"] else "best"), q
        moments = [game["plies"][m - 1] for m in p["moments"]]
        worst = sorted((q for q in plies if q["verdict"] in edges), key=lambda q: -q["loss"])
        assert [q["loss"] for q in moments] == [q["loss"] for q in worst[:3]], p
        assert all(round(100 * q["loss"], 1) > 0 for q in moments), p
        if p["grade"] not in grades:
            continue
        grade = next((g for g in limits if p["mean_loss"] < limits[g]), "novice")
        if 20 * len(worst) <= p["unforced"] and grades.index(grade) > grades.index("club"):
            grade = "club"
        assert p["grade"] == grade, (p, grade)
print("consistent")'; }
"$lusoria" games | cut -d " " -f 1 >"$scratch/rules"
expect "every rule set" 22 "$(wc -l <"$scratch/rules" | tr -d " ")"
while read -r rules; do
    "$lusoria" play "$rules" --first ai:novice --second random --seed 3 --record "$scratch/$rules" >/dev/null 2>&1 </dev/null
    expect "$rules: verdicts, moments and grades" consistent "$("$lusoria" review --depth 1 "$scratch/$rules" --json | consistent 2>&1)"
done <"$scratch/rules"
expect "without a file: your last finished game" "0 yes" "$(XDG_STATE_HOME=$scratch/last
    export XDG_STATE_HOME
    "$B/lusoria" play cave:5x3 --first random --second random --seed 1 >/dev/null 2>&1
    echo 1 | "$B/lusoria" play ur >/dev/null 2>&1
    "$B/lusoria" review >"$scratch/last.txt"; echo "$? $(grep -q 'cave:5x3' "$scratch/last.txt" && echo yes)")"
expect "none finished yet" "2" "$(XDG_STATE_HOME=$scratch/no "$B/lusoria" review 2>/dev/null; echo $?)"
plan
