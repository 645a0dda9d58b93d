#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A person's own games: stored when they end, replayed, counted over time.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=$(cd "${B:-build}" && pwd) || exit 1
. test/scratch
HOME=$scratch LC_ALL=C.UTF-8 LOGNAME=Ada
export HOME LC_ALL LOGNAME
unset XDG_STATE_HOME XDG_DATA_HOME XDG_CONFIG_HOME NO_COLOR
lusoria() { "$B/lusoria" "$@"; }
json() { python3 -c "import json,sys; d=json.load(sys.stdin); print($1)"; }

expect "no game yet: stats" "1 lusoria: Ada has not finished a game yet" "$(lusoria stats 2>"$scratch/err" >&2; echo $? "$(cat "$scratch/err")")"
expect "no game yet, no name: stats" "1 lusoria: you have not finished a game of ur:finkel yet" "$(env -u LOGNAME -u USER "$B/lusoria" stats ur 2>"$scratch/err" >&2; echo $? "$(cat "$scratch/err")")"
expect "no game yet: replay" 2 "$(lusoria replay 2>/dev/null; echo $?)"
expect "without a name" "lusoria: you have not finished a game yet" "$(LOGNAME='' USER='' lusoria stats 2>&1 >/dev/null)"
# A pipe instead of the file of settings does not block, and what cannot be read is not replaced.
mkdir -p "$scratch/.config/lusoria" && mkfifo "$scratch/.config/lusoria/config"
expect "a pipe instead of settings" 1 "$(limited "$B/lusoria" stats >/dev/null 2>&1; echo $?)"
rm "$scratch/.config/lusoria/config"
head -c 70000 /dev/zero >"$scratch/.config/lusoria/config"
expect "settings that cannot be read are kept" "lusoria: the name cannot be remembered: File too large 70000" \
    "$(echo quit | lusoria play ur --name Eve 2>&1 >/dev/null | head -n 1) $(wc -c <"$scratch/.config/lusoria/config")"
rm -r "$scratch/.config" "$scratch/.local/state"
if [ ! -e "$scratch/.local/share/lusoria/store.db" ]; then
    skip "games" "built without SQLite"
    plan
    exit
fi
for seed in a b c; do yes 1 | head -n 900 | lusoria play ur:blitz --level easy --seed $seed >/dev/null 2>&1; done
printf 'resign\nyes\n' | lusoria play cave >/dev/null 2>&1
lusoria play ur --first ai:1 --second ai:1 --seed 1 </dev/null >/dev/null 2>&1

# Replay.
expect "the last finished game" "Royal Game of Ur (ur:finkel): ai:1 - ai:1" "$(lusoria replay | sed -n '1s/, .*//p')"
expect "game 4 of the store" "Magnetic Cave (cave:standard): Ada - ai:medium, 0-1, resignation" "$(lusoria replay 4 | head -n 1)"
plies=$(lusoria games show 1 --json | json 'd["plies"]')
expect "every board in a pipe" "$((2 * (plies + 1)))" "$(lusoria replay 1 --ascii | grep -c 'hand .* home')"
expect "the last ply" "Ply $plies of $plies:" "$(lusoria replay 1 | grep '^Ply' | tail -n 1 | sed 's/: .*/:/')"
lusoria games show 2 >"$scratch/g.txt"
expect "a file" "$(lusoria replay 2 | cksum)" "$(lusoria replay "$scratch/g.txt" | cksum)"
sleep 1 # the store knows whole seconds
printf 'resign\nyes\n' | lusoria play awari --record "$scratch/elsewhere.txt" >/dev/null 2>"$scratch/err"
expect "a game with a file of its own names it" "Review: $B/lusoria review $scratch/elsewhere.txt" "$(sed -n 2p "$scratch/err")"
expect "it is the last game: replay" "Awari (awari:abapa): Ada - ai:medium, 0-1, resignation" "$(lusoria replay | head -n 1)"
expect "review" "Awari (awari:abapa)" "$(lusoria review | head -n 1)"
expect "dice verify" "0 game 1: no dice to check" "$(lusoria dice verify >"$scratch/out"; echo $? "$(cat "$scratch/out")")"
sleep 1
yes 1 | head -n 900 | lusoria play ur:blitz --level easy --seed d >/dev/null 2>"$scratch/err"
expect "a game of the folder needs no path" "Review: $B/lusoria review Check the dice: $B/lusoria dice verify" \
    "$(sed -n '2,3p' "$scratch/err" | xargs)"
expect "the newest of both: replay" "ur:blitz" "$(lusoria replay | sed -n '1s/.*(\(.*\)).*/\1/p')"
expect "review" "Royal Game of Ur (ur:blitz)" "$(lusoria review | head -n 1)"
expect "dice verify" "game 1: commitment ok" "$(lusoria dice verify | sed 's/,.*//')"
rm -r "$scratch/.local/state/lusoria/games"
expect "the store alone is enough" "ur:blitz" "$(lusoria replay | sed -n '1s/.*(\(.*\)).*/\1/p')"
mv "$scratch/.local/share/lusoria/store.db" "$scratch/moved.db"
expect "without both there is none" "2 2 2" "$({ lusoria replay; echo $?; lusoria review; echo $?; lusoria dice verify; echo $?; } 2>/dev/null | xargs)"
mv "$scratch/moved.db" "$scratch/.local/share/lusoria/store.db"
expect "no such game" 1 "$(lusoria replay 77 2>/dev/null; echo $?)"

# Statistics: those of the reviews.
expect "games and results" "[('ur:blitz', 4, 4), ('awari:abapa', 1, 1), ('cave:standard', 1, 1)]" "$(lusoria stats --json |
    json '[(r["game"], r["games"], r["won"] + r["drawn"] + r["lost"]) for r in d["rules"]]')"
lusoria review "$scratch/g.txt" --no-tables --json >"$scratch/review"
expect "the numbers of a game are those of its review" "$(json '[round(x["mean_loss"], 6) for x in d["games"][0]["players"][:1]] + [round(x["luck"], 6) for x in d["games"][0]["players"][:1]] + [d["games"][0]["players"][0]["grade"]]' <"$scratch/review")" \
    "$(lusoria stats --json | json '[d["games"][1][k] for k in ("mean_loss", "luck", "grade")]')"
expect "the mean is that of all decisions" True "$(lusoria stats ur:blitz --json |
    json 'abs(sum(g["mean_loss"] * g["decisions"] for g in d["games"]) / d["rules"][0]["decisions"] - d["rules"][0]["mean_loss"]) < 2e-6')"
expect "a plot in the terminal" 4 "$(lusoria stats ur:blitz | tail -n 7 | tr -cd '•' | wc -m | tr -d ' ')"
expect "and as SVG" "4 2" "$(lusoria stats ur:blitz --svg "$scratch/p.svg" >/dev/null
    grep -o '<circle' "$scratch/p.svg" | wc -l | tr -d ' ') $(grep -c 'svg' "$scratch/p.svg")"
# Practice: a position of my own games, and one that comes back after 1, 3, 7, 16 and 35 days.
expect "the mistakes of my games come first" "game" "$(echo | lusoria practice ur:blitz -n 1 |
    sed -n '1s/.*, \(game\) [0-9]*, ply [0-9]*$/\1/p')"
practise() { # DATE ANSWER: when it is asked again
    echo "$2" | LOGNAME=Bob lusoria practice ur:blitz -n 1 --date "$1" >"$scratch/out"
    sed -n 's/^Asked again in \([0-9]*\) day.*/\1/p; s/^Learnt.*/learnt/p' "$scratch/out"
}
first=$(practise 2026-01-01 "")
best=$(sed -n 's/^Best: \([^,]*\), which.*/\1/p' "$scratch/out")
expect "spaced repetition" "1 1 3 7 16 35 learnt" "$first $(practise 2026-01-02 "$best") $(practise 2026-01-03 "$best") $(
    practise 2026-01-06 "$best") $(practise 2026-01-13 "$best") $(practise 2026-01-29 "$best") $(practise 2026-03-05 "$best")"
expect "nothing is left to practise" "0 positions to practise, 0 due today." "$(tail -n 1 "$scratch/out")"
expect "a wrong date" 2 "$(lusoria practice ur --date yesterday </dev/null 2>/dev/null; echo $?)"
expect "another person" 1 "$(lusoria stats --name Bob 2>/dev/null; echo $?)"
expect "the games of programs are not mine" 1 "$(lusoria stats ur:finkel 2>/dev/null; echo $?)"
plan
