#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""agent.py - a minimal player: it plays any legal move.

    lusoria match ur --first "exec:python3 examples/agent.py" --second random --games 10

The referee sends lines (man lusoria-engine); each turn the position, the legal moves and
"go".  A better player looks at the position before it chooses.
"""
import random
import sys


def main():
    legal = []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "lusoria":
            print("id name any move, in Python\nready", flush=True)
        elif words[0] == "legal":
            legal = words[1:]
        elif words[0] == "ping":
            print("pong", *words[1:], flush=True)
        elif words[0] == "go":
            print("bestmove", random.choice(legal or ["pass"]), flush=True)
        elif words[0] == "quit":
            break


if __name__ == "__main__":
    main()
