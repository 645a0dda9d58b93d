#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Clocks: --clock in match, tournament and play. Players that are too slow sleep for many
# times what they have, and the others have many times what they need, so that a busy machine
# changes no result. test_game_clock.c tests the clock itself with given times.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
lusoria=$B/lusoria
. test/scratch
memory=$([ "$B" = build ] && echo 2048 || echo 0)
# Sleeps 3 s before each move; an example that answers at once; one that repeats what `go` said.
slow="exec:sh test/agents/bad.sh slow 98"
quick="exec:sh examples/agent.sh"
match() { limited "$lusoria" match "$@" --agent-memory "$memory" --seed 1 -j 1; echo "[$?]"; }

# ---- texts ----

refused() { # TEXT
    "$lusoria" match ur --clock "$1" 2>&1 | sed 's/; for example.*//'
}
expect "no time at all" "lusoria: --clock 0+3, byte 1: expected more than 0 and at most 1440 minutes, or seconds as in 90s" "$(refused 0+3)"
expect "no plus" "lusoria: --clock 5:30, byte 2: expected '+' and the seconds that each move adds" "$(refused 5:30)"
expect "no increment" "lusoria: --clock 5+, byte 3: expected 0 to 3600 seconds that each move adds" "$(refused 5+)"
expect "a status" 2 "$("$lusoria" match ur --clock x 2>/dev/null; echo $?)"

# ---- matches ----

expect "a program that is too slow loses on time" "  slow lost 2 games on time
[0]" "$(match ur --first "$slow" --second "$quick" -n 2 --clock 2s | sed -n 's/exec:[^:]*slow 98/slow/; /forfeited/p; /on time/p; /^\[/p')"
expect "a program that is quick enough does not" "ur:finkel: quick against ai:beginner, 2 games in pairs, clock 60+0, seed 1
[0]" "$(match ur --first "$quick" --second ai:2 -n 2 --clock 60 | sed -n 's/exec:sh examples.agent.sh/quick/; /forfeited/p; /on time/p; /clock/p; /^\[/p')"
json=$(match cave --first "$slow" --second random -n 2 --clock 2s+0 --json)
expect "JSON: the clock" '"clock":"2s+0"' "$(echo "$json" | grep -o '"clock":"[^"]*"')"
expect "JSON: time losses are no faults" '"faults":{"crash":0,"timeout":0,"protocol":0,"illegal":0,"resigned":0} "time_losses":2 "time_losses":0' \
    "$(echo "$json" | grep -o '"faults":{[^}]*}\|"time_losses":[0-9]*' | paste -s -d ' ')"
expect "JSON without clocks has neither" "" "$(match cave --first random --second random -n 2 --json | grep -o 'clock\|time_losses')"
match cave --first random --second "$slow" -n 2 --clock 2s --csv "$scratch/out.csv" >/dev/null
expect "CSV" "clock,first_time_losses,second_time_losses 2s+0,0,2" "$(tr -d '\r"' <"$scratch/out.csv" | sed -n 's/.*last_lines,//p; s/.*ready,//p' | paste -s -d ' ')"

# Every built-in player keeps its level and stops in time: 8 s for a whole game at a depth that
# takes hours. A loss on time would be counted.
expect "a deep search stops in time" "[0]" \
    "$(match cave --first ai:depth=40 --second random -n 2 --clock 8s | sed -n '/on time/p; /^\[/p')"
expect "a level keeps its depth" "$(match ur --first ai:3 --second ai:2 -n 4 | sed -n '/beginning/p; /second  /p; /plies/p')" \
    "$(match ur --first ai:3 --second ai:2 -n 4 --clock 600 | sed -n '/beginning/p; /second  /p; /plies/p')"

# ---- what an agent is told ----

cat >"$scratch/echo.sh" <<'END'
while read -r word first rest; do
    case $word in
    lusoria) echo ready ;;
    legal) legal=$first ;;
    go) echo "go $first $rest" >>"$1"; echo "bestmove $legal" ;;
    quit) exit ;;
    esac
done
END
match cave --first "exec:sh $scratch/echo.sh $scratch/told" --second random -n 2 --clock 100+2.5 >/dev/null
expect "the first go names both clocks and the increment" "go clock 5999[0-9]* 6000000 2500" \
    "$(head -1 "$scratch/told" | sed 's/clock \(5999\|6000\)[0-9]* /clock 5999[0-9]* /')"
expect "every go does" 0 "$(grep -cv '^go clock [0-9]* [0-9]* 2500$' "$scratch/told")"
rm "$scratch/told"
match cave --first "exec:sh $scratch/echo.sh $scratch/told" --second random -n 2 >/dev/null
expect "without clocks it is told its time per move" "go movetime 10000" "$(sort -u "$scratch/told")"

# ---- the store ----

match cave:5x3 --first "$slow" --second ai:1 -n 2 --clock 0.1s --db "$scratch/store.db" >/dev/null
"$lusoria" games export --db "$scratch/store.db" >"$scratch/games.txt"
expect "records of lost games" '[TimeControl "0.1s+0"]
[Result "0-1"]
[Reason "time"]
[TimeControl "0.1s+0"]
[Result "1-0"]
[Reason "time"]' "$(grep 'TimeControl\|Result\|Reason' "$scratch/games.txt")"
expect "they are read again" 0 "$("$lusoria" record "$scratch/games.txt" >/dev/null; echo $?)"
expect "and written the same" "" "$("$lusoria" record "$scratch/games.txt" --to lusoria 2>&1 | diff "$scratch/games.txt" - 2>&1)"
expect "the store has the reason and the clock" '"result":"1-0","reason":"time" "limits":"0.1s+0" "result":"0-1","reason":"time" "limits":"0.1s+0"' \
    "$("$lusoria" games list --db "$scratch/store.db" --json | grep -o '"result":"[^"]*","reason":"time"\|"limits":"[^"]*"' | paste -s -d ' ')"
expect "the same command plays nothing again" "2 of them were in the store
  slow lost 2 games on time" "$(match cave:5x3 --first "$slow" --second ai:1 -n 2 --clock 0.1s --db "$scratch/store.db" |
    sed -n 's/exec:[^:]*slow 98/slow/; /in the store/p; /on time/p')"
expect "another clock is another match" "" "$(match cave:5x3 --first random --second ai:1 -n 2 --clock 5+3 --db "$scratch/store.db" >/dev/null
    match cave:5x3 --first random --second ai:1 -n 2 --clock 5+4 --db "$scratch/store.db" | grep 'in the store')"

# ---- tournaments ----

cat >"$scratch/class.txt" <<END
game cave:5x3
games 2
clock 0.1s
player Ann $slow
player Bob random
END
expect "a tournament file" "cave:5x3: round robin of 2 players, 2 games each two, clock 0.1s+0, seed 1
  Ann lost 2 games on time" "$("$lusoria" tournament "$scratch/class.txt" --no-store --seed 1 --agent-memory "$memory" | sed -n '/clock/p; /on time/p')"
"$lusoria" tournament "$scratch/class.txt" --db "$scratch/class.db" --seed 1 --agent-memory "$memory" --html "$scratch/class.html" >/dev/null
expect "losses on time are on the page" "Ann lost 2 games on time 2" \
    "$(sed -n 's/<[^>]*>//g; s/.*\(Ann lost .* on time\).*/\1/p' "$scratch/class.html") $(grep -o '"fault-word">time<' "$scratch/class.html" | wc -l)"
expect "the command line has the last word" "cave:5x3: round robin of 2 players, 2 games each two, clock 30+0, seed 1" \
    "$("$lusoria" tournament --players random,ai:1 --game cave:5x3 -n 2 --no-store --seed 1 --clock 30 | grep clock)"
sed 's/^clock.*/clock 5-3/' "$scratch/class.txt" >"$scratch/wrong.txt"
expect "a wrong clock in a file" "lusoria: '$scratch/wrong.txt', line 3: expected '+' and the seconds that each move adds" \
    "$("$lusoria" tournament "$scratch/wrong.txt" --no-store 2>&1)"

# ---- a person ----

printf '1 %.0s' $(seq 200) >"$scratch/ones" # throws

# The records are the only files there; the clock of the program does not matter.
play() { rm -rf "$XDG_STATE_HOME"; limited "$lusoria" play "$@" --seed 8 2>/dev/null; }
record() { cat "$XDG_STATE_HOME"/lusoria/games/*.txt; }
expect "the time left is part of the prompt" "South TIME> F" "$(echo F | play awari --clock 60 |
    sed -n 's/ \(1:00:00\|59:[0-5][0-9]\)> F/ TIME> F/p')"
expect "an increment is added" "South 1:00:30> " \
    "$(echo F | play awari --clock 60+30 | sed -n 's/^South 1:00:[0-3][0-9]> $/South 1:00:30> /p')"
expect "the opening names the clock" "Clock: 1.5 minutes each, 2 seconds more per move
Clock: 20 seconds each" "$(for clock in 90s+2 20s; do play awari --clock $clock </dev/null | grep Clock; done)"
expect "without a clock it does not" "South> F" "$(echo F | play awari | grep '> F\|Clock')"
# Nothing is ever typed: the program must not wait for a line.
mkfifo "$scratch/nothing"
exec 3<>"$scratch/nothing"
expect "the flag falls while the program waits" "North (medium) wins: the opponent's time is over." \
    "$(play awari --clock 0.5s <"$scratch/nothing" | tail -1)"
expect "the record says so" '[TimeControl "0.5s+0"]
[TimeLeft "0 0.5"]
[Result "0-1"]
[Reason "time"]' "$(record | grep 'Time\|Re[sa]')"
expect "and the store" '"result":"0-1","reason":"time" "limits":"0.5s+0"' \
    "$("$lusoria" games list --json | grep -o '"result":"[^"]*","reason":"time"\|"limits":"[^"]*"' | paste -s -d ' ')"
expect "a question does not stop the clock" "North (medium) wins: the opponent's time is over." \
    "$(echo resign >&3; play awari --clock 0.5s <"$scratch/nothing" | tail -1)"
expect "a program that is too slow" "Light (you) wins: the opponent's time is over." \
    "$(yes '' | play ur --second "$slow" --clock 2s --agent-memory "$memory" --dice "$scratch/ones" 2>&1 | tail -1)"

# ---- saved games ----

printf 'F\nquit\n' | play awari --clock 60+30 >/dev/null
saved=$XDG_STATE_HOME/lusoria/games
expect "a saved game has both times" '[TimeLeft "3629 3629"]' "$(record | sed -n 's/36[0-3][0-9][.0-9]*/3629/g; /TimeLeft/p')"
sed -i 's/TimeLeft.*/TimeLeft "100.5 200"]/' "$saved"/*.txt
expect "it is resumed with them" "Time left: South 1:41, North 3:20" "$(limited "$lusoria" play --resume </dev/null 2>/dev/null | grep 'Time left')"
expect "the clock is that of the record" "lusoria: --resume cannot be combined with a game, --record, --seed or --clock" \
    "$("$lusoria" play --resume --clock 5+3 2>&1)"
sed -i 's/TimeLeft.*/TimeLeft "0.5 200"]/' "$saved"/*.txt
expect "and can run out" "North (medium) wins: the opponent's time is over." \
    "$(limited "$lusoria" play --resume <"$scratch/nothing" 2>/dev/null | tail -1)"
printf 'F\nquit\n' | play awari --clock 60 >/dev/null
sed -i 's/TimeControl.*/TimeControl "40\/9000"]/' "$saved"/*.txt
expect "a clock that is none" "lusoria: FILE: the tag TimeControl, \"40/9000\", is not a clock such as 5+3" \
    "$("$lusoria" play --resume 2>&1 </dev/null | sed "s|$saved/[^:]*|FILE|")"

# ---- other formats keep the clock ----

for game in "ur rgn" "awari:oware ogn"; do
    yes '' | head -30 | play "${game% *}" --clock 60 --second random >/dev/null
    expect "$game" '[TimeControl "60+0"]' "$(record | "$lusoria" record /dev/stdin --to "${game#* }" >"$scratch/other"
        "$lusoria" record "$scratch/other" --to lusoria | grep TimeControl)"
done
plan
