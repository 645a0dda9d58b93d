#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria engine: every transcript of its man page, and what no transcript shows.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
. test/scratch

# Node counts and times may differ from run to run.
same_work() { sed 's/ nodes [0-9]* time [0-9]*/ nodes N time N/'; }
engine() { limited "$lusoria" engine | same_work; }

# ---- the man page: each .EX block is a conversation ----

sed 's/\\-/-/g' man/lusoria-engine.5 |
    awk -v to="$scratch/talk" '/^\.EX/ { n++; on = 1; next } /^\.EE/ { on = 0 } on { print > (to n) }'
expect "the man page has transcripts" yes "$([ -s "$scratch/talk4" ] && echo yes)"
for talk in "$scratch"/talk*; do
    expect "transcript ${talk##*/talk} of the man page" "$(grep -v '^>' "$talk" | same_work)" \
        "$(sed -n 's/^> //p' "$talk" | engine)"
done

# ---- thinking: what overtakes, what waits ----

# A go of a minute is stopped; the pipe stays open until the answer is there.
mkfifo "$scratch/in"
begin_engine() { # lines for it are written to descriptor 3
    : >"$scratch/out"
    limited "$lusoria" engine <"$scratch/in" >"$scratch/out" &
    pid=$!
    exec 3>"$scratch/in"
}
begin_engine
answered() { # PATTERN: waits for a line
    await grep -q "$1" "$scratch/out" && echo yes
}
printf 'newgame cave\ngo movetime 3600000\nping 1\n' >&3
expect "ping is answered while it thinks" yes "$(answered '^pong 1')"
expect "and it still thinks" "" "$(grep bestmove "$scratch/out")"
printf 'query p1turn\nstop\n' >&3
expect "stop ends the thinking" yes "$(answered '^bestmove [A-H][1-8]$')"
expect "what waited is done then" yes "$(answered '^response true')"
printf 'go movetime 3600000\ngo movetime 3600000\nquit\n' >&3
exec 3>&-
wait $pid
expect "quit ends all there is" 0 $?
expect "each go had its answer" 3 "$(grep -c '^bestmove' "$scratch/out")"

# value? searches as go does: nodes for hours are stopped, also those of a line that waits.
begin_engine
printf 'setoption nodes 2000000000\nnewgame cave\nvalue?\nping 2\n' >&3
expect "ping is answered during value?" yes "$(answered '^pong 2')"
printf 'stop\n' >&3
expect "stop ends value?" yes "$(answered '^info value 0\.[0-9]* unit win exact false')"
printf 'newgame ur\nvalue?\nposition start throw 2\nvalue?\nquit\n' >&3
exec 3>&-
wait $pid
expect "quit ends every value?" "0 3" "$? $(grep -c '^info value' "$scratch/out")"

expect "a stop too early stops nothing later" "pong 1
bestmove 0-1" "$(printf 'stop\nping 1\nnewgame ur\nposition start throw 1\ngo\n' | engine)"
expect "the end of the input lets it finish" 1 \
    "$(printf 'newgame awari\ngo depth 5\n' | engine | grep -c '^bestmove')"

# ---- other protocols: what no transcript shows ----

begin_engine
printf 'uci\ngo depth 1 infinite\nisready\n' >&3
expect "isready is answered while it thinks" yes "$(answered '^readyok')"
expect "infinite has no answer before stop" "" "$(grep bestmove "$scratch/out")"
printf 'stop\n' >&3
expect "but then" yes "$(answered '^bestmove [A-F]$')"
two_moves() { [ "$(grep -c bestmove "$scratch/out")" = 2 ]; }
printf 'go ponder\nponderhit\n' >&3
expect "ponderhit ends pondering" 2 "$(await two_moves; grep -c bestmove "$scratch/out")"
printf 'go infinite\n' >&3
exec 3>&-
wait $pid
expect "the end of the input ends infinite" "0 3" "$? $(grep -c '^bestmove' "$scratch/out")"
expect "clocks are obeyed" 2 "$(printf '%s\n' ugi 'go p1time 200 p2time 9999999' \
    'position startpos moves A1' 'go p1time 9999999 p2time 1 p2inc 1' | engine | grep -c '^bestmove')"
expect "unknown options and words" "info string ETEXT there is no such option
info string ERULES there is no such game or rule set
info depth 0 nodes N time N score cp 0 pv A
bestmove A" "$(printf '%s\n' uci 'setoption name OwnBook value true' 'setoption name Game value ur' \
    'position fen 1-0-0-0-0-0-0-0-0-0-0-1-23-23-S' 'go searchmoves depth 3' | engine | sed '1,/uciok/d')"
expect "our own words are unknown there" "" "$(printf '%s\n' uci legal? 'ping 1' 'newgame ur' | engine | sed '1,/uciok/d')"

# ---- invalid lines ----

long() { head -c "$1" /dev/zero | tr '\0' x; echo; }
expect "65,536 bytes are a line" "pong 1" "$( (long 65536; echo ping 1) | engine)"
expect "one more is an error" "error ETEXT the line has more than 65536 bytes
pong 1" "$( (long 65537; echo ping 1) | engine)"
expect "a NUL is an error, half a line nothing" "error ETEXT the line has a NUL byte
pong 2" "$(printf 'ping\0 1\nping 2\nping 3' | engine)"
expect "CR before LF is not part of the line" "pong 1" "$(printf 'ping 1\r\n' | engine)"
expect "no game yet" "error ESTATE send newgame first" "$(echo 'position start' | engine)"
expect "faults leave the position alone" "error ETEXT byte 12: expected a throw of this game, given once
error ETEXT byte 6: expected moves, throw or the end of the line
error ETEXT byte 0: expected a position or 'start'
legal 0-2" "$(printf '%s\n' 'newgame ur' 'position start throw 2' 'position start throw 9' \
    'position start thro 2' position legal? | engine)"
expect "no move is a pass" "legal pass
bestmove pass" "$(printf '%s\n' 'newgame ur' 'position start throw 0' legal? go | engine)"
expect "noise" "pong 9" "$( (head -c 200000 /dev/urandom | tr -d '\0'; printf '\nping 9\n') |
    engine | grep -v '^error ETEXT the line has more' | tail -n 1)"
expect "options are told as they are" "option threads int 2" \
    "$(printf 'setoption threads 2\nlusoria 1\n' | engine | grep threads)"
expect "another version" "error ERANGE this engine speaks version 1 only" "$(echo lusoria 2 | engine)"
# 10,000 lines of noise, and of words it knows in an order it does not.
noise() {
    awk 'BEGIN {
        srand(7)
        n = split("lusoria newgame setoption position go legal legal? value? query stop ping uci ugi isready " \
            "ucinewgame ur awari cave start startpos fen moves throw depth nodes movetime name value Game " \
            "Hash Eval classic 1 2 99999999999 -1 0-1 2/0-2 FfBe A1 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S / : \\", word, " ")
        for (i = 0; i < 10000; i++) {
            line = ""
            for (k = int(rand() * 6); k >= 0; k--)
                line = line (rand() < 0.1 ? sprintf("%c", 1 + int(rand() * 254)) : word[1 + int(rand() * n)]) " "
            if (line !~ /go|value\?|Hash|[Tt]hreads/) print line
            else if (rand() < 0.02) print "go depth 1"
        }
    }'
}
expect "10,000 lines of noise do not end it" readyok "$( (noise; echo uci; echo isready) | limited env LC_ALL=C "$lusoria" engine | tail -1)"
# 40,000 nodes: a search of full width completes 11 plies from the start.
deep=$(printf 'lusoria 1\nnewgame awari:oware\nposition start\ngo nodes 40000\n' |
    "$lusoria" engine --no-tables | sed -n 's/^info depth \([0-9]*\).*/\1/p')
expect "late moves are reduced if no depth is given" yes "$([ "$deep" -ge 13 ] && echo yes || echo "depth $deep")"
plan
