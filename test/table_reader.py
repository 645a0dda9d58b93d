#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table_reader.py GAME FOLDER POINTS   compares lines "POSITION NUMBER" with the tables of a folder.

The numbers come from examples/table.py; POINTS is the number of the value 1.  Prints the
positions, those with another value, those of finished games and those that are refused.
"""
import sys

sys.path.insert(0, "bindings/python")
import lusoria  # noqa: E402


def main(name, folder, points):
    game, count, wrong, over, refused = lusoria.load_game(name), 0, 0, 0, 0
    with lusoria.Tables(folder) as tables:
        for line in sys.stdin:
            position, number = line.split()
            count += 1
            try:
                state = game.new_initial_state(position)
            except lusoria.LusoriaError:
                refused += 1
                continue
            if state.is_terminal():
                over += 1
                continue
            lower, _, upper = number.partition(":")
            value = lusoria.probe(state, tables)
            if upper not in ("", lower):  # the library has no value between two bounds
                wrong += value is not None
            else:
                wrong += value is None or abs(value * points - int(lower)) > 1e-6
    print(f"{count} positions, {wrong} wrong, {over} over, {refused} refused")


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
