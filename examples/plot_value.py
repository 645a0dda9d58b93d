#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plot_value.py - plots the value of a recorded game over its plies.

    python3 examples/plot_value.py GAME.txt               # text, one line for each ply
    python3 examples/plot_value.py GAME.txt value.png     # a picture, if matplotlib is installed

The first game of the file is reviewed at depth 3.  The value is that of the first player after each
move: the probability of winning, or stones ahead (Awari).  A picture can also be .svg or .pdf.
"""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "bindings/python"))
import lusoria  # noqa: E402

WIDTH = 50
COLOURS = {"inaccuracy": "tab:olive", "mistake": "tab:orange", "blunder": "tab:red"}


def values(state, stones):
    """(label, value of player 0, verdict if the move was wrong) of each ply."""
    plies, = state.review(depth=3).games
    for number, ply in enumerate(plies, 1):
        other = -ply.value if stones else 1 - ply.value
        yield f"{number:4} {'first ' if ply.player == 0 else 'second'} {ply.move:12}", \
            ply.value if ply.player == 0 else other, ply.verdict if ply.verdict in COLOURS else ""


def draw_text(points):
    low, high = min(0, *(value for _, value, _ in points)), max(1, *(value for _, value, _ in points))
    for label, value, verdict in points:
        bar = "#" * round(WIDTH * (value - low) / (high - low))
        print(f"{label} {value:7.3f} |{bar:{WIDTH}}| {verdict}".rstrip())


def draw_picture(points, file, title, stones):
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("agg")  # draws without a display
    from matplotlib import pyplot
    _, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    axes.axhline(0 if stones else 0.5, color="0.6", linewidth=1)
    axes.plot(range(1, len(points) + 1), [value for _, value, _ in points], color="tab:blue")
    for verdict, colour in COLOURS.items():
        marked = [(i, value) for i, (_, value, found) in enumerate(points, 1) if found == verdict]
        if marked:
            axes.plot(*zip(*marked), "o", color=colour, label=verdict)
            axes.legend()
    axes.set(title=title, xlabel="ply", xlim=(0, len(points) + 1),
             ylabel="stones ahead, first player" if stones else "winning chance of the first player",
             ylim=None if stones else (-0.02, 1.02))
    pyplot.savefig(file)
    return True


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    try:
        state = lusoria.read_games(Path(sys.argv[1]).read_text())[0]
    except (OSError, IndexError, UnicodeDecodeError, lusoria.LusoriaError) as reason:
        sys.exit(f"{sys.argv[1]}: {reason}")
    stones = state.game.name.startswith("awari:")
    points = list(values(state, stones))
    if not points:
        sys.exit(f"{sys.argv[1]}: the first game has no moves")
    if len(sys.argv) == 3:
        try:
            if draw_picture(points, sys.argv[2], state.game.title(), stones):
                return
        except (OSError, ValueError) as reason:
            sys.exit(f"{sys.argv[2]}: {reason}")
        print("matplotlib is not installed; as text:")
    draw_text(points)


if __name__ == "__main__":
    main()
