#!/bin/sh
# SPDX-License-Identifier: MIT
# agent.sh - a minimal player: it plays any legal move.
#
#   lusoria match ur --first "exec:sh examples/agent.sh" --second random --games 10
#
# The referee sends lines (man lusoria-engine); each turn the position, the legal moves
# and "go".
number=$$ # a small generator of random numbers: POSIX sh has none
legal=pass
while read -r word rest; do
    case $word in
    lusoria) echo "id name any move, in shell"; echo ready ;;
    legal) legal=${rest:-pass} ;;
    ping) echo "pong $rest" ;;
    go)
        # shellcheck disable=SC2086 # the moves are words
        set -- $legal
        number=$(((number * 1103515245 + 12345) % 2147483648))
        shift $((number / 65536 % $#))
        echo "bestmove $1"
        ;;
    quit) exit ;;
    esac
done
