#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Other programs as players: the examples play, every kind of faulty agent loses its
# games for the right reason, and nothing is left of any of them.
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
. test/scratch
mark=98$$

# What is left of a program with this number: itself, its guard, its children.
left() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep -c "[9]8$$"; }
# A program built with a sanitizer wants all addresses there are.
memory=$([ "$B" = build ] && echo 2048 || echo 0)
match() { limited "$B/lusoria" match --agent-memory "$memory" "$@"; echo "[$?]"; }
# The faults of the first player in a pair of games, and the code.
faults() { # COMMAND [HANDSHAKE] [TIME]
    match ur --first "exec:$1" --second random --games 2 --jobs 1 --time "${3:-60000}" \
        --handshake "${2:-60000}" --agent-memory 64 --json |
        sed 's/.*"faults":{\([^}]*\)},"last_lines":"\([^"]*\)".*"pairs":\[\([^]]*\)\].*/\1 \3/
            s/"//g; s/[a-z]*:0,*//g; s/, / /' | paste -s -d ' '
}

cc -o "$scratch/agent" examples/agent.c
for agent in "python3 examples/agent.py" "sh examples/agent.sh" "$scratch/agent" \
    "sh -c 'sed -u \"s/^go .*/go depth 2/\" | \"\$0\" \"e\"ngine' $B/lusoria"; do
    for game in ur:finkel awari:abapa senet:blockade cave; do
        expect "$agent plays $game" "no fault [0]" "$(match "$game" --first random \
            --second "exec:$agent" --games 2 --time 60000 | sed -n '/forfeited/p; s/^\[/no fault [/p')"
    done
done

# Lost pairs are the first of the five counts.
while read -r kind wanted; do
    expect "$kind is $wanted" "$wanted:2 1,0,0,0,0 [0]" "$(faults "sh test/agents/bad.sh $kind $mark" \
        "$([ "$kind" = silent ] && echo 300)" "$([ "$wanted" = timeout ] && echo 100)")"
    expect "nothing is left of $kind" 0 "$(left)"
done <<END
silent timeout
early crash
crash crash
signal crash
hang timeout
stubborn timeout
deaf timeout
flood protocol
noisy timeout
endless protocol
garbage protocol
nul protocol
half crash
illegal illegal
pass illegal
closed crash
shut crash
hungry crash
resigns resigned
family timeout
murder crash
END
# Both guards stopped or killed: the referee itself ends what they guarded.
expect "guards that are stopped" "timeout:2 1,0,0,0,0 [0]" "$(faults "sh test/agents/bad.sh guards $mark STOP" "" 500)"
expect "nothing is left of it" 0 "$(left)"
expect "guards that are killed" "2 1,0,0,0,0 [0]" "$(faults "sh test/agents/bad.sh guards $mark KILL" "" 500 | sed 's/^[a-z]*://')"
expect "nothing is left of it" 0 "$(left)"
# SIGINT reaches one thread; all of them must notice it. One that waited for its agent would
# wait an hour, and timeout would kill the match after two minutes: 137.
timeout --foreground -s INT -k 120 2 "$B/lusoria" match ur --first "exec:sh test/agents/bad.sh hang $mark" --second random -j 3 \
    --games 100 --time 3600000 >/dev/null 2>&1
expect "Ctrl-C ends all jobs, hanging agents too" "124 0" "$? $(left)"
timeout --foreground -s INT -k 120 2 "$B/lusoria" match ur --first "exec:sh test/agents/bad.sh silent $mark" --second random -j 3 \
    --games 100 --handshake 3600000 >/dev/null 2>&1
expect "and those that do not start" "124 0" "$? $(left)"
expect "a program that is not there" "[2] exec:no-such-program: there is no such program, or it may not be executed" \
    "$("$B/lusoria" match ur --first exec:no-such-program --games 2 2>&1 >/dev/null | sed "s/^lusoria: /[2] /")"

last_lines() { match ur --first "exec:$1" --second random --games 2 -j 1 --agent-memory 2048 | sed -n 's/^    //p'; }
expect "its last words are told" "out of luck" "$(last_lines "sh test/agents/bad.sh crash $mark")"
expect "a second player can be faulty too" "[0] 0,0,0,0,1" \
    "$(match ur --first random --second "exec:sh test/agents/bad.sh crash $mark" --games 2 --json |
        sed 's/.*"pairs":\[\([^]]*\)\].*/\1/' | sort | paste -s -d ' ' | sed 's/\(.*\) \(\[.*\)/\2 \1/')"
expect "of the environment it sees little" "secret: path: yes" "$(SECRET=1 && export SECRET &&
    last_lines "sh -c 'echo secret: \$SECRET path: \${PATH:+yes} >&2'")"
# The last is the folder that is being read.
expect "of descriptors three" "fds 0 1 2 3" "$(exec 7</dev/null 9</dev/null &&
    last_lines "sh -c 'cd /proc/\$\$/fd; echo fds * >&2'")"

# ---- limits, logs, wrappers, secrets ----

expect "words end at line feeds too" "a b" "$(last_lines "sh -c
'echo a \$0 >&2'	b")"
expect "a wrapper runs it" "wrapped by env" "$(match ur --first "exec:sh -c 'echo \$WRAPPED >&2'" \
    --wrap "env 'WRAPPED=wrapped by env'" --second random --games 2 -j 1 | sed -n 's/^    //p')"
match ur --first "exec:sh test/agents/bad.sh crash $mark" --second "exec:sh examples/agent.sh" --games 2 -j 2 \
    --agent-log "$scratch/logs" >/dev/null
expect "the log of the faulty" "= fault: crash, exit code 1
> lusoria 1
< ready
! out of luck" "$(sed -n '/^> [npg]/d; /^> legal/d; 1,/^!/p' "$scratch/logs/first.log")"
expect "each of its games is in it" 2 "$(grep -c '^= fault: crash' "$scratch/logs/first.log")"
expect "and of the other" "2 = fault: none, exit code 0" \
    "$(grep '^=' "$scratch/logs/second.log" | sort | uniq -c | sed 's/^ *//')"
expect "a log that cannot be is wrong usage" "[2]" \
    "$(match ur --first exec:true --agent-log /proc/none 2>/dev/null)"
expect "the last lines of an error" "File \"<string>\", line 1, in <module>|MemoryError" "$(last_lines "python3 -c 'bytearray(1 << 33)'" |
    sed 's/^ *//' | tail -2 | paste -s -d '|')"

# What an agent can find out of the seed: it looks at its parents and for saved secrets.
expect "no seed in the arguments" "--seed ****** --seed=******" \
    "$(match ur --first "exec:sh test/agents/bad.sh spy $mark $scratch" --second random --games 2 -j 1 \
        --seed 424242 --seed=424242 | sed -n 's/^    [^t].*\(--seed [^ ]* --seed=[^ ]*\) .*/\1/p' | uniq)"
limited "$B/lusoria" play ur --seed 424242 --record "$scratch/spied" --second random \
    --first "exec:sh test/agents/bad.sh spy $mark $scratch" >/dev/null 2>"$scratch/messages"
expect "nor in play" "--seed ****** 0" "$(sed -n '/^timeout/d; s/.*play.*\(--seed [^ ]*\) .*/\1/p' "$scratch/messages" | uniq) $(
    grep -c "$scratch/.*seed$" "$scratch/messages")"
rm -f "$scratch/spied"
printf '1\nquit\n' | limited "$B/lusoria" play ur --second "exec:sh examples/agent.sh" --record "$scratch/left" >/dev/null 2>&1
expect "a game that is left has its seed" yes "$(find "$scratch" -name '*.seed' -size +0 | grep -q . && echo yes)"
expect "a seed may have 53 bits" "[0]" "$(match ur --first random --games 2 --seed 9007199254740991 | tail -1)"
expect "and not more" "[2]" "$(match ur --first random --games 2 --seed 9007199254740992 2>/dev/null)"
expect "without one each match is another" 2 "$(for _ in 1 2; do
    match ur --first random --second random --games 2 | sed -n 's/.*seed //p'; done | sort -u | wc -l)"

# ---- lusoria agent check: what fails, what was expected and what came ----

check() { # KIND [OPTION...]: the verdicts that are not ok
    kind=$1
    shift
    limited "$B/lusoria" agent check "sh test/agents/bad.sh $kind $mark" \
        --handshake "$([ "$kind" = silent ] && echo 300 || echo 60000)" "$@" \
        >"$scratch/verdicts" 2>&1
    echo "[$?] $(sed -n 's/^FAIL  *//p' "$scratch/verdicts" | paste -s -d ';')"
}
shows() { grep -c "^ *$1" "$scratch/verdicts"; }
for agent in "python3 examples/agent.py" "sh examples/agent.sh" "$scratch/agent" "$B/lusoria engine"; do
    expect "$agent passes" "all 10 checks passed" \
        "$("$B/lusoria" agent check "$agent" --game cave:5x3 --time 1000 --agent-memory "$memory" | tail -1)"
done
expect "every rule set is played" "$("$B/lusoria" games | grep -c :)" \
    "$("$B/lusoria" agent check "$scratch/agent" | grep -c '^ok .*:.* moves')"
while IFS="|" read -r kind wanted shown; do
    expect "check of $kind" "$wanted 1" "$(check "$kind" --game ur:finkel \
        --time "$([ "$kind" = slow ] && echo 200 || echo 9000)") $(shows "$shown")"
done <<END
silent|[1] it starts and sends ready|received: .*no answer in time
early|[1] it starts and sends ready|received: .*exit code 3
crash|[1] ur:finkel|! out of luck
signal|[1] ur:finkel|received: .*signal 11
illegal|[1] ur:finkel|expected: bestmove and one of: 0-3
half|[1] ur:finkel|< bestmove 0-$
nul|[1] ur:finkel|received: .*a NUL byte
chatty|[1] its output contains only protocol lines|received: *Welcome!
twice|[1] it answers each go once|expected: no bestmove before the next go
slow|[1] ur:finkel|expected: bestmove within 200 ms
timeless|[1] it answers go clock|> go clock 2000 2000 0
patient|[1] it answers stop|> stop
stays|[1] it ends after quit;it ends at the end of its input|> quit
refuses|[1] ur:finkel: it does not play this game (error ERULES ur:finkel is not for me)|received: .*not for me
END
expect "it need not play all games" "[1] awari:abapa;awari:oware;awari:olympiad 3" \
    "$(check picky --game awari --time 9000) $(shows 'received: .*exit code 7')"
expect "but one" "[1] it plays a game" "$(check refuses)"
check escapes --game ur:finkel >/dev/null
expect "no terminal escapes of a bot are printed" "0 1 1" "$(grep -c "$(printf '\033')" "$scratch/verdicts") $(
    shows 'ok .*its name: ?\[2Jcleared$') $(shows 'received: *?]0;title$')"
expect "a command that is none" "1" "$("$B/lusoria" agent check "'" >/dev/null 2>&1; echo $?)"
expect "nothing is left of them" 0 "$(left)"

# ---- in play: a whole game, and a game lost by a fault, as recorded ----

play() { # COMMAND [TIME]: the end of the game and of its record
    limited "$B/lusoria" play ur --seed 7 --first random --second "exec:$1" --time "${2:-60000}" \
        --record "$scratch/game" >"$scratch/screen" 2>"$scratch/messages"
    echo "[$?] $(sed -n 's/^.Re[a-z]* "\(.*\)".$/\1/p' "$scratch/game" | paste -s -d ' ')"
    "$B/lusoria" record "$scratch/game" >/dev/null || echo "the record is not good"
    rm -f "$scratch/game"
}
expect "a game against a program" 1 "$(play "sh examples/agent.sh" | grep -c '^\[0\] [01]-[01]$')"
expect "no message about it" "" "$(grep "^lusoria:" "$scratch/messages")"
expect "a crash decides the game" "[0] 1-0 crash" "$(play "sh test/agents/bad.sh crash $mark")"
expect "and is told" "lusoria: exec:sh test/agents/bad.sh crash $mark: crash; its last lines:
out of luck" \
    "$(grep -A1 "^lusoria:" "$scratch/messages")"
expect "the screen too" "Light (random) wins: crash." "$(grep wins "$scratch/screen")"
play "sh test/agents/bad.sh early $mark" >"$scratch/end"
expect "a program that sent nothing" "lusoria: exec:sh test/agents/bad.sh early $mark: crash; it sent nothing" \
    "$(grep "^lusoria:" "$scratch/messages")"
expect "the seed is shown" "Dice seed: 7" "$(grep '^Dice seed' "$scratch/screen")"
expect "a timeout" "[0] 1-0 timeout" "$(play "sh test/agents/bad.sh family $mark" 500)"
expect "an illegal move" "[0] 1-0 illegal" "$(play "sh test/agents/bad.sh illegal $mark")"
expect "resignation" "[0] 1-0 resignation" "$(play "sh test/agents/bad.sh resigns $mark")"
expect "nothing is left of them" 0 "$(left)"
printf '[Game "ur:finkel"]\n[First "human"]\n[Second "exec:touch %s/ran"]\n[Result "*"]\n\n*\n' \
    "$scratch" >"$scratch/trap"
limited "$B/lusoria" play --resume "$scratch/trap" </dev/null >/dev/null 2>&1
expect "no file says what is run" no "$([ -e "$scratch/ran" ] && echo yes || echo no)"

# Killed without warning, the referee takes its agents along.
"$B/lusoria" match ur --first "exec:sh test/agents/bad.sh family $mark" \
    --second "exec:sh test/agents/bad.sh deaf $mark" --games 2 -j 1 >/dev/null 2>&1 &
pid=$!
at_work() { [ "$(left)" -ge 12 ]; } # both agents, and more of the family than those that lead it
none_left() { [ "$(left)" = 0 ]; }
expect "agents are at work" yes "$(await at_work && echo yes)"
kill -9 $pid
await none_left
expect "and ended with the referee" 0 "$(left)"

for text in exec: "exec:  " "exec:'a b" 'exec:a "b'; do
    expect "'$text' is wrong usage" 2 \
        "$("$B/lusoria" match ur --first "$text" >/dev/null 2>&1; echo $?)"
done
plan
