#!/bin/sh
# SPDX-License-Identifier: MIT
#
# UCI and UGI engines as players: our own engine plays every game, options and limits reach it,
# every kind of faulty engine loses its games for the right reason, and nothing is left of it.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
. test/scratch
mark=97$$

# What is left of a program with this number: itself, its guard, its children.
left() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep -c "[9]7$$"; }
# A program built with a sanitizer wants all addresses there are.
memory=$([ "$B" = build ] && echo 2048 || echo 0)
match() { limited "$B/lusoria" match --agent-memory "$memory" "$@"; echo "[$?]"; }
engine="$B/lusoria engine"

# ---- our own engine ----

# Whole games: the result, or the faults. A small depth; the time limit is only for a busy machine.
plays() { # GAME PLAYER
    match "$1" --first random --second "$2" --games 2 --jobs 1 --time 600000 --handshake 600000 |
        sed -n '/forfeited/p; s/^\[/no fault [/p'
}
for game in awari:abapa awari:oware awari:olympiad; do
    expect "uci plays $game" "no fault [0]" "$(plays $game "uci:depth=3 $engine")"
done
for game in $("$B/lusoria" games | sed -n 's/^ *\([a-z]*:[a-z0-9]*\).*/\1/p'); do
    expect "ugi plays $game" "no fault [0]" "$(plays "$game" "ugi:depth=2 $engine")"
done

# The same limits give the same games as the built-in player: depth 3 against depth 3.
games() { # PLAYER
    rm -f "$scratch/store.db"
    match awari --first "$1" --second random --games 8 --seed 5 --jobs 1 --time 600000 --handshake 600000 --db "$scratch/store.db" >/dev/null
    for n in 1 2 3 4 5 6 7 8; do
        "$B/lusoria" games show $n --db "$scratch/store.db" | grep -v '^\[\|^$'
    done
}
games ai:depth=3 >"$scratch/built-in"
games "uci:depth=3 $engine" >"$scratch/uci"
expect "eight games have ended" 8 "$(grep -o '[01]-[01]$\|1/2-1/2$' "$scratch/built-in" | wc -l)"
expect "uci plays the moves of the same search" "" "$(diff "$scratch/built-in" "$scratch/uci")"

match awari:oware --first "uci:option.Eval=classic 'option.Hash=1' nodes=500 $engine" --second random --games 2 -j 1 \
    --agent-log "$scratch/log" >/dev/null
expect "options, the game and limits are sent" "> uci
> setoption name Eval value classic
> setoption name Hash value 1
> setoption name Game value awari:oware
> ucinewgame
> isready
> go movetime 10000 nodes 500
> quit" "$(sed -n '/^>/p' "$scratch/log/first.log" | sed '/position/d' | awk '!seen[$0]++' | { cat; echo "> quit"; })"
expect "the game is sent as moves" 0 "$(grep '^> position' "$scratch/log/first.log" | grep -vc 'startpos moves [A-Fa-f]*$')"
expect "a game that the user has set stays" "> setoption name Game value awari:oware" "$(rm -f "$scratch/log/first.log"
    match awari --first "ugi:option.Game=awari:oware depth=1 $engine" --second random --games 2 -j 1 --agent-log "$scratch/log" >/dev/null
    grep 'name Game value' "$scratch/log/first.log" | uniq)"
expect "clocks are sent" 0 "$(rm -f "$scratch/log/first.log"
    match awari --first "uci:depth=2 $engine" --second random --games 2 -j 1 --clock 1+1 --agent-log "$scratch/log" >/dev/null
    grep '^> go' "$scratch/log/first.log" | grep -vc '^> go wtime [0-9]* btime [0-9]* winc 1000 binc 1000 depth 2$')"
expect "balanced openings, both sides, with bounds" "[0] 2 4" "$(match awari:oware --first "uci:depth=4 $engine" --second ai:depth=2 \
    --games 4 --time 9000 --opening 4-8 --balanced 10 --json >"$scratch/json"
    sed -n '$p' "$scratch/json") $(grep -o '"elo":{"value"\|"balanced":10' "$scratch/json" | wc -l) $(
    grep -o '"games":[0-9]*' "$scratch/json" | head -1 | sed 's/.*://')"
expect "a ponder move is skipped" "no fault [0]" \
    "$(plays awari "uci:depth=2 sh -c '$engine | sed -u \"s/^bestmove ./& ponder a/\"'")"
printf 'game awari\ngames 2\nseed 3\ntime 9000\nplayer ours uci:depth=2 %s\nplayer random\n' "$engine" >"$scratch/class.txt"
expect "in a tournament" 1 "$(limited "$B/lusoria" tournament "$scratch/class.txt" --agent-memory "$memory" --db "$scratch/t.db" 2>/dev/null |
    grep -c '^ *1 *ours')"
expect "in a list of players" "[0]" "$(limited "$B/lusoria" tournament --game awari --games 2 --db "$scratch/t2.db" --agent-memory "$memory" \
    --players "uci:depth=2 $engine,random" >/dev/null 2>&1; echo "[$?]")"
expect "in play" "[0] 1" "$(limited "$B/lusoria" play awari --first random --second "uci:depth=2 $engine" --seed 3 --agent-memory "$memory" \
    --record "$scratch/game" >/dev/null 2>&1; echo "[$?] $(grep -c '^.Result "[01]-[01]"\|^.Result "1/2' "$scratch/game")")"

# ---- faulty engines ----

# The faults of the first player in a pair of games, and the code.
faults() { # COMMAND [HANDSHAKE] [TIME]
    match awari --first "uci:$1" --second random --games 2 --jobs 1 --time "${3:-60000}" \
        --handshake "${2:-60000}" --agent-memory 64 --json |
        sed 's/.*"faults":{\([^}]*\)},"last_lines":"\([^"]*\)".*"pairs":\[\([^]]*\)\].*/\1 \3/
            s/"//g; s/[a-z]*:0,*//g; s/, / /' | paste -s -d ' '
}
# Lost pairs are the first of the five counts.
while read -r kind wanted; do
    expect "$kind is $wanted" "$wanted:2 1,0,0,0,0 [0]" "$(faults "sh test/agents/bad_uci.sh $kind $mark" \
        "$(case $kind in silent | mute | unready) echo 300 ;; esac)" "$([ "$wanted" = timeout ] && echo 100)")"
    expect "nothing is left of $kind" 0 "$(left)"
done <<END
silent timeout
mute timeout
unready timeout
early crash
crash crash
signal crash
hang timeout
flood protocol
endless protocol
garbage protocol
nul protocol
half crash
illegal illegal
null protocol
resigns timeout
family timeout
escapes protocol
stays timeout
END
expect "the log of a faulty engine" "= fault: crash, exit code 1
< id name crash
< uciok
< readyok
! out of seeds" "$(rm -f "$scratch/log/first.log"
    match awari --first "uci:sh test/agents/bad_uci.sh crash $mark" --second random --games 2 -j 1 --agent-log "$scratch/log" >/dev/null
    sed -n '/^>/d; 1,/^!/p' "$scratch/log/first.log")"
expect "a game that the engine does not list" "protocol:2 1,0,0,0,0 [0]" "$(match ur --first "uci:$engine" --second random --games 2 -j 1 --json |
    sed 's/.*"faults":{\([^}]*\)},"last_lines":"\([^"]*\)".*"pairs":\[\([^]]*\)\].*/\1 \3/
        s/"//g; s/[a-z]*:0,*//g; s/, / /' | paste -s -d ' ')"
expect "no terminal escapes of an engine are printed" 0 "$(match awari --first "uci:sh test/agents/bad_uci.sh escapes $mark" --second random \
    --games 2 -j 1 | grep -c "$(printf '\033')")"
expect "a program that is not there" "uci:depth=3 no-such-program: there is no such program, or it may not be executed" \
    "$("$B/lusoria" match awari --first "uci:depth=3 no-such-program" --games 2 2>&1 >/dev/null | sed 's/^lusoria: //')"
expect "a setting that is wrong" "[2]" "$(match awari --first "uci:depth=no $engine" --games 2 2>/dev/null)"

# ---- lusoria agent check ----

check() { # OPTION...: the verdicts that are not ok
    limited "$B/lusoria" agent check --agent-memory "$memory" "$@" >"$scratch/verdicts" 2>&1
    echo "[$?] $(sed -n 's/^FAIL  *//p' "$scratch/verdicts" | paste -s -d ';')"
}
shows() { grep -c "^ *$1" "$scratch/verdicts"; }
expect "our engine passes as uci" "[0]  3" "$(check "uci:depth=2 $engine" --game awari --time 9000) $(shows 'ok .*awari:[a-z]*: .* moves')"
expect "and as ugi in every rule set" "[0]  $("$B/lusoria" games | grep -c :)" \
    "$(check "ugi:depth=2 $engine" --time 9000) $(shows 'ok .*:.* moves')"
expect "games that are not listed are skipped" "[0]  6" "$(check "uci:depth=2 $engine" --time 9000) $(shows '- .*\(ur\|senet\):.*does not list it')"
expect "unless they are asked for" "[1] ur:finkel: it does not play this game (its option Game does not list it) 1" \
    "$(check "uci:$engine" --game ur:finkel) $(shows 'expected: an option Game that lists it')"
while IFS="|" read -r kind wanted shown; do
    expect "check of $kind" "$wanted 1" "$(check "uci:sh test/agents/bad_uci.sh $kind $mark" --game awari:abapa \
        --handshake "$(case $kind in silent | mute | unready) echo 300 ;; *) echo 9000 ;; esac)") $(shows "$shown")"
done <<END
silent|[1] it starts and sends readyok|expected: a line 'uciok', and 'readyok' after 'isready', within 300 ms of 'uci'
mute|[1] it starts and sends readyok|received: no answer in time
unready|[1] it starts and sends readyok|< uciok
early|[1] it starts and sends readyok|received: it ended with exit code 3
crash|[1] awari:abapa|! out of seeds
illegal|[1] awari:abapa|received: bestmove a ponder A
null|[1] awari:abapa|expected: bestmove and one of: A B C D E F
END
expect "check of an engine without a game" "[1] its game is known 1" \
    "$(check "uci:sh test/agents/bad_uci.sh garbage $mark") $(shows 'expected: an option Game of the engine, or --game GAME')"
check "uci:sh test/agents/bad_uci.sh escapes $mark" --game awari:abapa >/dev/null
expect "check prints no terminal escapes" "0 1" "$(grep -c "$(printf '\033')" "$scratch/verdicts") $(shows 'received: *?]0;title$')"
expect "a setting is explained" "[1] 1" "$(check "uci:depth=x y" | sed 's/ *$//') $(grep -c "expected a whole number after depth=" "$scratch/verdicts")"
expect "nothing is left of them" 0 "$(left)"
plan
