#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""learn_ur.py - learns the Royal Game of Ur by playing against itself, in plain Python.

    python3 examples/learn_ur.py learn ur.json 2000        # 2,000 games
    lusoria match ur --first "exec:python3 examples/learn_ur.py play ur.json" --second greedy --games 400

The value of a position, before the throw, is the probability that the side to move wins: a logistic
function of a weighted sum of differences, own minus other: a piece on each square, pieces in hand and
pieces borne off; and 1, for having the next throw.  Both sides play the move with the best value, 64 games
at a time; when a game is over, every position of it is moved towards the result.  `play` is a player
for the referee (man lusoria-engine).
"""
import json
import math
import sys
from operator import mul, sub
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "bindings/python"))
import lusoria  # noqa: E402

GAME = lusoria.load_game("ur:finkel")
SQUARES = GAME.num_squares()
GAMES = 64
RATE = 0.002


def rows(batch):
    """The inputs of all positions of a batch, before their throw."""
    seen, width = batch.observe(before_throw=True).tolist(), GAME.observation_tensor_size()
    return [inputs(seen[width * i:width * (i + 1)]) for i in range(len(batch))]


def inputs(seen):
    """The differences, from the layout of an observation (lusoria(3))."""
    s = SQUARES
    return [*map(sub, seen[:s], seen[s:2 * s]), seen[2 * s] - seen[2 * s + 1], seen[2 * s + 2] - seen[2 * s + 3], 1.0]


def value(weights, row):
    return 1 / (1 + math.exp(-sum(map(mul, weights, row))))


def choose(weights, batch):
    """Writes the best action of each position into batch.chosen, for its own side."""
    children = batch.children()
    best = [-1.0] * len(batch)
    for k, row in enumerate(rows(children)):
        parent = children.parents[k]
        mine = children.sides[k] == batch.sides[parent]
        if children.results[k]:
            worth = float(mine == (children.results[k] == 1))
        else:
            worth = value(weights, row) if mine else 1 - value(weights, row)
        if worth > best[parent]:
            best[parent], batch.chosen[parent] = worth, children.chosen[k]


def learn(weights, path, winner):
    """Moves every position of a game towards its result; path has (side, observation)."""
    for side, row in path:
        step = RATE * ((side == winner) - value(weights, row))
        for i, x in enumerate(row):
            if x:
                weights[i] += step * x


def train(file, games):
    weights, paths, done = [0.0] * (SQUARES + 3), [[] for _ in range(GAMES)], 0
    batch = lusoria.Batch(GAME, GAMES, seed=1)
    while done < games:
        for i, row in enumerate(rows(batch)):
            paths[i].append((batch.sides[i], row))
        batch.throw()
        batch.legal_actions()
        choose(weights, batch)
        batch.step()
        for i, result in enumerate(batch.results):
            if result:
                learn(weights, paths[i], batch.sides[i] if result == 1 else 1 - batch.sides[i])
                paths[i], done, batch.sides[i] = [], done + 1, 0
        batch.restart_finished()
    Path(file).write_text(json.dumps(weights))
    print(f"{done} games; the side to move at the start wins {value(weights, rows(lusoria.Batch(GAME, 1))[0]):.3f}")


def play(file):
    """Answers the referee: the position of each turn, then `go`."""
    weights, batch = json.loads(Path(file).read_text()), lusoria.Batch(GAME, 1)
    state = None
    for line in sys.stdin:
        words = line.split() or [""]
        if words[0] == "lusoria":
            print("id name learned in Python\nready", flush=True)
        elif words[0] == "ping":
            print("pong", *words[1:], flush=True)
        elif words[0] == "position":
            state = GAME.new_initial_state(f"{words[1]}:{words[-1]}")
        elif words[0] == "go":
            batch.set_state(0, state)
            batch.legal_actions()
            choose(weights, batch)
            print("bestmove", state.action_to_string(batch.chosen[0]), flush=True)
        elif words[0] == "quit":
            break


if __name__ == "__main__":
    if sys.argv[1:2] == ["learn"] and len(sys.argv) == 4:
        train(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1:2] == ["play"] and len(sys.argv) == 3:
        play(sys.argv[2])
    else:
        sys.exit(__doc__)
