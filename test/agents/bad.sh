#!/bin/sh
# SPDX-License-Identifier: MIT
# test/agents/bad.sh KIND MARK - an agent with every fault an agent can have. MARK is a
# number of seconds that no test waits for: a process that still sleeps so long was left behind.
kind=$1 mark=$2
good() { read -r _ && echo ready; }
turn() {
    while read -r word first _; do
        case $word in
        ping) echo "pong $first" ;;
        go) return ;;
        quit) exit ;;
        esac
    done
}
# shellcheck disable=SC2016,SC2034 # for eval
# Plays the first legal move: what it does before and after each answer is told.
play() { # BEFORE AFTER QUIT
    while read -r word first rest; do
        case $word in
        lusoria) echo "id name $kind"; echo ready ;;
        legal) legal=$first ;;
        ping) echo "pong $first" ;;
        newgame) game=$first ;;
        go) eval "$1"; echo "bestmove $legal"; eval "$2" ;;
        quit) eval "${3:-exit}" ;;
        esac
    done
}
case $kind in
chatty) echo "Welcome!"; play 'echo "thinking hard" >&2' ;;
twice) play : 'echo "bestmove $legal"' ;;
slow) play 'sleep 3' ;;
patient) play '[ "$rest" = 60000 ] && sleep 3' ;;
timeless) play '[ "$first" = clock ] && sleep "$mark"' ;;
stays) play : : : ; exec sleep "$mark" ;;
picky) play 'case $game in ur:*) ;; *) exit 7 ;; esac' ;;
escapes) # terminal escapes in its name, in a line of its own and in an error
    esc=$(printf '\033')
    while read -r word first _; do
        case $word in
        lusoria) echo "id name ${esc}[2Jcleared"; echo "${esc}]0;title"; echo ready ;;
        ping) echo "pong $first" ;;
        newgame) echo "error ERULES ${esc}[31m$first" ;;
        quit) exit ;;
        esac
    done
    ;;
refuses)
    while read -r word first _; do
        case $word in
        lusoria) echo ready ;;
        ping) echo "pong $first" ;;
        newgame) echo "error ERULES $first is not for me" ;;
        quit) exit ;;
        esac
    done
    ;;
silent) exec sleep "$mark" ;;
early) exit 3 ;;
crash) good; turn; echo "out of luck" >&2; exit 1 ;;
signal) good; turn; kill -SEGV $$ ;;
hang) good; turn; exec sleep "$mark" ;;
stubborn) trap '' TERM INT HUP PIPE; good; while :; do sleep "$mark"; done ;;
deaf) good; exec sleep "$mark" ;;
flood) good; turn; exec yes info flood ;;
noisy) good; turn; yes complaint >&2; : ;;
endless) good; turn; tr '\0' x </dev/zero ;;
garbage) good; turn; echo bestmove 3,14159; turn ;;
nul) good; turn; printf 'bestmove 0-1\0\n'; turn ;;
half) good; turn; printf 'bestmove 0-' ;;
illegal) good; turn; echo bestmove 13-off; turn ;;
pass) good; while turn; do echo bestmove pass; done ;;
closed) good; turn; exec >&- sleep "$mark" ;;
shut) # ready when its guard does not hold the input open any more, either
    read -r _; pipe=$(readlink /proc/$$/fd/0); exec <&-
    while ls -l /proc/[0-9]*/fd 2>/dev/null | grep -F "$pipe" | grep -q '^lr'; do sleep 0.05; done
    echo ready; sleep "$mark" ;;
hungry) good; turn; tail /dev/zero ;;
spy) # what its parents were called with, and what the user's files tell
    good; turn; pid=$PPID
    while [ "$pid" -gt 1 ]; do
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -a 'lusoria [mp]' >&2
        pid=$(sed 's/.*) . //; s/ .*//' "/proc/$pid/stat")
    done
    find "$3" -name '*.seed' >&2
    ;;
murder) good; turn; setsid sleep "$mark" & sleep "$mark" & kill -9 $PPID; sleep "$mark" ;;
guards) # stops (SIG=STOP) or kills (SIG=KILL) both guards and leaves children
    good; turn
    setsid sleep "$mark" &
    (setsid sh -c "sleep $mark & sleep $mark" &)
    sleep 0.2
    outer=$(sed 's/.*) . //; s/ .*//' "/proc/$PPID/stat")
    kill -"$3" "$outer" "$PPID"
    sleep "$mark"
    ;;
resigns) good; turn; echo resign; turn ;;
family) # children in sessions and groups of their own, some without a parent
    good
    setsid sleep "$mark" &
    (setsid sh -c "sleep $mark & sleep $mark" &)
    (trap '' TERM HUP; sleep "$mark") &
    turn
    sleep "$mark"
    ;;
esac
