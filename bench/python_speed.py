#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""python_speed.py - random moves per second from Python on one core: batches and single calls.

    python3 bench/python_speed.py [GAME] [SECONDS]

A move is a throw, the list of legal actions, a random choice and the move itself; finished games
begin again.  Batches do this for 4096 positions in five calls, with and without their observations;
states one by one.  CPU time, so that other programs do not count.
"""
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings/python"))
import lusoria  # noqa: E402

N = 4096


def rate(seconds, play):
    """Calls play(), which returns a number of moves, for so many seconds of CPU time."""
    moves, start = 0, time.process_time()
    while (passed := time.process_time() - start) < seconds:
        moves += play()
    return moves / passed


def batches(game, observe):
    batch = lusoria.Batch(game, N, seed=1)

    def play():
        batch.play_random()
        if observe:
            batch.observe(before_throw=True)
        return N
    return play


def states(game):
    values, weights = zip(*game._outcomes)

    def play():
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choices(values, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        return moves
    return play


def main():
    name, seconds = sys.argv[1] if len(sys.argv) > 1 else "ur:finkel", float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    game = lusoria.load_game(name)
    random.seed(1)
    for what, play in ((f"batches of {N}", batches(game, False)),
                       (f"batches of {N} with observations", batches(game, True)), ("single calls", states(game))):
        print(f"python {game.name:16} {what:36} {rate(seconds, play):12,.0f} moves/s")


if __name__ == "__main__":
    main()
