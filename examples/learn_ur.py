#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""learn_ur.py - learns the Royal Game of Ur by playing against itself, in plain Python.

    python3 examples/learn_ur.py learn ur.json 1000 [SEED]        # 1,000 games
    lusoria match ur --first "exec:python3 examples/learn_ur.py play ur.json" --second greedy --games 400

The value of a position, before the throw, is the probability that the side to move wins: a logistic function of a
weighted sum of differences, own minus other: a piece on each square, pieces in hand, pieces borne off; and 1, for having
the next throw.  Both sides play the move with the best value.  After a game the values of its positions are moved towards
the result and the values that followed: TD(0.9).  `play` is a player for the referee (man lusoria-engine).
"""
import json
import math
import sys
from operator import mul, sub
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "bindings/python"))
import lusoria  # noqa: E402

GAME, GAMES, RATE, LAMBDA = lusoria.load_game("ur:finkel"), 64, 0.002, 0.9
SQUARES, WIDTH = GAME.num_squares(), GAME.observation_tensor_size()


def inputs(batch):  # of every position, before its throw, from its observation: lusoria(3)
    s, seen = SQUARES, batch.observe(before_throw=True).tolist()
    for row in (seen[at:at + WIDTH] for at in range(0, len(seen), WIDTH)):
        yield [*map(sub, row[:s], row[s:2 * s]), row[2 * s] - row[2 * s + 1], row[2 * s + 2] - row[2 * s + 3], 1.0]


def value(weights, row):
    return 1 / (1 + math.exp(-sum(map(mul, weights, row))))


def choose(weights, batch):  # writes the best action of each position into batch.chosen
    children, best = batch.children(), [-1.0] * len(batch)
    for k, row in enumerate(inputs(children)):
        parent, result = children.parents[k], children.results[k]
        worth = float(result == 1) if result else value(weights, row)
        worth = abs(worth - (children.sides[k] != batch.sides[parent]))  # for the side that plays
        if worth > best[parent]:
            best[parent], batch.chosen[parent] = worth, children.chosen[k]


def learn(weights, path, target):  # path has (side, inputs); target is 1 if side 0 has won
    for side, row in reversed(path):
        now = value(weights, row)
        step = RATE * (abs(side - target) - now)
        weights[:] = [w + step * x for w, x in zip(weights, row)]
        target = LAMBDA * target + (1 - LAMBDA) * abs(side - now)


def train(file, games, seed=1):
    weights, paths, done = [0.0] * (SQUARES + 3), [[] for _ in range(GAMES)], 0
    mean = weights  # of the second half of the training: it has less noise than the last weights
    batch = lusoria.Batch(GAME, GAMES, seed)  # 64 games at a time
    while done < games:
        for path, side, row in zip(paths, batch.sides, inputs(batch)):
            path.append((side, row))
        batch.throw()
        batch.legal_actions()
        choose(weights, batch)
        batch.step()
        for i, result in enumerate(batch.results):
            if result:
                learn(weights, paths[i], float(batch.sides[i] != (result == 1)))
                paths[i], done, batch.sides[i] = [], done + 1, 0
                mean = [m + (w - m) / max(1, done - games // 2) for m, w in zip(mean, weights)]
        batch.restart_finished()
    Path(file).write_text(json.dumps(mean))
    print(f"{done} games; the side to move at the start wins {value(mean, next(inputs(lusoria.Batch(GAME, 1)))):.3f}")


def play(file):  # answers the referee: the position of each turn, then `go`
    weights, batch = json.loads(Path(file).read_text()), lusoria.Batch(GAME, 1)
    for line in sys.stdin:
        words = line.split() or [""]
        if words[0] == "lusoria":
            print("id name learned in Python\nready", flush=True)
        elif words[0] == "ping":
            print("pong", *words[1:], flush=True)
        elif words[0] == "position":
            batch.set_state(0, GAME.new_initial_state(f"{words[1]}:{words[-1]}"))
        elif words[0] == "go":
            batch.legal_actions()
            choose(weights, batch)
            print("bestmove", batch.state(0).action_to_string(batch.chosen[0]), flush=True)
        elif words[0] == "quit":
            break


if __name__ == "__main__":
    if sys.argv[1:2] == ["learn"] and len(sys.argv) in (4, 5):
        train(sys.argv[2], *map(int, sys.argv[3:]))
    elif sys.argv[1:2] == ["play"] and len(sys.argv) == 3:
        play(sys.argv[2])
    else:
        sys.exit(__doc__)
