#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plot_value.py - plots the value of a recorded game over its plies.

    python3 examples/plot_value.py GAME.txt               # text, one line for each ply
    python3 examples/plot_value.py GAME.txt value.png     # a picture, if matplotlib is installed

The first game of the file is reviewed at depth 3.  The value is that of the first player after each
move: the probability of winning, or stones ahead (Awari).
"""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "bindings/python"))
import lusoria  # noqa: E402

WIDTH = 50


def values(state):
    """(label, value of player 0) of each ply."""
    plies, = state.review(depth=3).games
    stones = state.analyse(depth=1).unit == "stones"
    for number, ply in enumerate(plies, 1):
        other = -ply.value if stones else 1 - ply.value
        mark = f" {ply.verdict}" if ply.verdict in ("inaccuracy", "mistake", "blunder") else ""
        yield f"{number:4} {'first ' if ply.player == 0 else 'second'} {ply.move:12}", \
            ply.value if ply.player == 0 else other, mark


def draw_text(points):
    low, high = min(0, *(value for _, value, _ in points)), max(1, *(value for _, value, _ in points))
    for label, value, mark in points:
        bar = "#" * round(WIDTH * (value - low) / (high - low))
        print(f"{label} {value:7.3f} |{bar:{WIDTH}}|{mark}")


def draw_picture(points, file, title):
    try:
        from matplotlib import pyplot
    except ImportError:
        return False
    pyplot.plot(range(1, len(points) + 1), [value for _, value, _ in points])
    pyplot.title(title)
    pyplot.xlabel("ply")
    pyplot.ylabel("value of the first player")
    pyplot.savefig(file)
    return True


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    try:
        state = lusoria.read_games(Path(sys.argv[1]).read_text())[0]
    except (OSError, IndexError, lusoria.LusoriaError) as reason:
        sys.exit(f"{sys.argv[1]}: {reason}")
    points = list(values(state))
    if not points:
        sys.exit(f"{sys.argv[1]}: the first game has no moves")
    if len(sys.argv) == 3:
        if draw_picture(points, sys.argv[2], state.game.title()):
            return
        print("matplotlib is not installed; as text:")
    draw_text(points)


if __name__ == "__main__":
    main()
