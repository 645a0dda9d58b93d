#!/bin/sh
# SPDX-License-Identifier: MIT
# test/agents/bad_uci.sh KIND MARK - a UCI engine with every fault an engine can have. MARK is a
# number of seconds that no test waits for: a process that still sleeps so long was left behind.
kind=$1 mark=$2
# Answers until the first go.
turn() {
    while read -r word _; do
        case $word in
        uci) [ "$kind" = mute ] || { echo "id name $kind"; echo uciok; } ;;
        isready) echo readyok ;;
        go) return ;;
        quit) exit ;;
        esac
    done
    exit
}
case $kind in
silent) exec sleep "$mark" ;;
mute) turn ;; # reads everything, says nothing
early) exit 3 ;;
unready) read -r _; echo uciok; exec sleep "$mark" ;;
crash) turn; echo "out of seeds" >&2; exit 1 ;;
signal) turn; kill -SEGV $$ ;;
hang) turn; exec sleep "$mark" ;;
flood) turn; exec yes info string flood ;;
endless) turn; tr '\0' x </dev/zero ;;
garbage) turn; echo bestmove 3,14159; turn ;;
nul) turn; printf 'bestmove A\0\n'; turn ;;
half) turn; printf 'bestmove ' ;;
illegal) while turn; do echo bestmove a ponder A; done ;; # the opponent's pit, or at last an empty one
null) turn; echo bestmove 0000; turn ;;
resigns) turn; echo resign; exec sleep "$mark" ;; # not a line of UCI
family) turn; setsid sleep "$mark" & sleep "$mark" & sleep "$mark" ;;
escapes) # terminal escapes in its name, in a line of its own and in its move
    esc=$(printf '\033')
    echo "${esc}]0;title"
    turn
    echo "bestmove ${esc}[2J"
    turn
    ;;
stays) trap '' TERM; turn; exec sleep "$mark" ;;
patient) # searches as long as it is told to, whatever stop says
    while read -r word _ second _; do
        case $word in
        uci) echo uciok ;;
        isready) echo readyok ;;
        go) [ "$second" = 60000 ] && sleep 3; echo bestmove F ;;
        quit) exit ;;
        esac
    done
    ;;
esac
