# SPDX-License-Identifier: MIT
"""Analyses, tables, reviews, rollouts and puzzles have the numbers of the program."""
import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import lusoria

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("LUSORIA_PROGRAM", str(ROOT / "build/lusoria"))
PLACE = "6---x----------0:6----x---------0:L:2"


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


def finished_game(name="ur:blitz", seed=1):
    rng = random.Random(seed)
    state = lusoria.load_game(name).new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


class Analyse(unittest.TestCase):
    def test_after_a_throw(self):
        state = lusoria.load_game("ur").new_initial_state(PLACE)
        mine = state.analyse(depth=4)
        answer = json.loads(program("analyse", "ur", PLACE, "--depth", "4", "--no-tables", "--json"))
        self.assertEqual([(m.move, m.win, m.why) for m in mine.moves],
                         [(m["move"], m["win"], m["why"]) for m in answer["diagnostics"]["move_evaluations"]])
        self.assertEqual((mine.win, mine.why), (answer["win"], answer["thinking"]))
        self.assertEqual([state.action_to_string(m.action) for m in mine.moves], [m.move for m in mine.moves])
        self.assertEqual((mine.depth, mine.unit, mine.throws, mine.exact), (4, "win", (), False))
        self.assertEqual(mine.moves[0].line[0], (2, mine.moves[0].move))
        self.assertEqual(mine.moves[0].loss, 0)

    def test_before_a_throw(self):
        state = lusoria.load_game("ur").new_initial_state()
        mine = state.analyse(lusoria.Search(1), depth=2)
        self.assertEqual([t.thrown for t in mine.throws], [0, 1, 2, 3, 4])
        mean = sum(t.value * p for t, (_, p) in zip(mine.throws, state.chance_outcomes()))
        self.assertAlmostEqual(mine.value, mean, places=5)

    def test_stones(self):
        mine = lusoria.load_game("awari").new_initial_state().analyse(depth=3)
        self.assertEqual(mine.unit, "stones")
        self.assertIsNone(mine.moves[0].thrown)

    def test_best_action(self):
        state = lusoria.load_game("cave:5x3").new_initial_state("5/5/5/oo3/xx3")
        action = lusoria.Search(1).best_action(state, depth=3)
        self.assertEqual(state.action_to_string(action), "C1")
        state.apply_action(action)
        with self.assertRaises(lusoria.StateError):
            lusoria.Search(1).best_action(state)
        self.assertEqual((state.analyse().win, state.analyse().moves), (0, ()))

    def test_limits(self):
        state = lusoria.load_game("ur").new_initial_state()
        with self.assertRaises(TypeError):
            state.analyse(deep=4)
        with self.assertRaisesRegex(lusoria.RangeError, r"^analyse\(depth=64\): "):
            state.analyse(depth=64)
        with self.assertRaises(lusoria.RangeError):
            lusoria.Search(-1)

    def test_large_numbers(self):
        """Numbers that do not fit into a C integer are refused; ctypes alone would drop their high bits."""
        game = lusoria.load_game("ur")
        state = game.new_initial_state().child(2)
        for call, name in ((lambda: state.analyse(depth=2 ** 32 + 1), "depth"), (lambda: state.analyse(nodes=-1), "nodes"),
                           (lambda: state.review(depth=2 ** 32 + 1), "depth"), (lambda: state.rollout(games=2 ** 32 + 1), "games"),
                           (lambda: lusoria.Search(2 ** 32 + 1), "memory_mb"), (lambda: lusoria.puzzle(game, seed=-1), "seed"),
                           (lambda: lusoria.puzzle(game, level=2 ** 32), "level"),
                           (lambda: lusoria.puzzle("", number=2 ** 32), "number")):
            with self.subTest(name), self.assertRaisesRegex(lusoria.RangeError, f"{name}="):
                call()

    def test_stop(self):
        search = lusoria.Search(1)
        search.stop()
        mine = lusoria.load_game("cave").new_initial_state().analyse(search, nodes=10 ** 12)
        self.assertLess(mine.depth, 9)


class Probe(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        program("solve", "ur:blitz", "--pieces", "2", "--table-dir", self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def test_values(self):
        game = lusoria.load_game("ur:blitz")
        state = game.new_initial_state("0-----x---x------3:0----x-----------4:L")
        with lusoria.Tables(self.folder.name) as tables:
            self.assertEqual([(name, size) for name, size, _ in tables.names()], [("ur:blitz", 2)])
            value = state.probe(tables)
            mean = sum(p * state.child(t).probe(tables) for t, p in state.chance_outcomes())
            self.assertAlmostEqual(value, mean, places=4)
            self.assertTrue(0 < value < 1)
            exact = state.analyse(lusoria.Search(1, tables))
            self.assertTrue(exact.exact)
            self.assertAlmostEqual(exact.value, value, places=4)
            self.assertIsNone(game.new_initial_state().probe(tables))

    def test_no_folder(self):
        with self.assertRaises(lusoria.FileError):
            lusoria.Tables("/nowhere")


class Review(unittest.TestCase):
    def test_like_the_program(self):
        state = finished_game()
        mine = state.review(depth=2)
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(lusoria.write_games([state]))
            file.flush()
            wanted = json.loads(program("review", file.name, "--depth", "2", "--no-tables", "--json"))
        plies = wanted["games"][0]["plies"]
        self.assertEqual(len(mine.games[0]), len(plies))
        for mine_ply, ply in zip(mine.games[0], plies):
            self.assertEqual((mine_ply.move, mine_ply.player, mine_ply.verdict),
                             (ply["move"], ["first", "second"].index(ply["player"]), ply["verdict"]))
            self.assertAlmostEqual(mine_ply.loss, ply["loss"], places=5)
        self.assertEqual(json.loads(mine.json)["schema"], "lusoria.review/1")
        self.assertTrue(mine.html.startswith("<!DOCTYPE html>"))
        self.assertEqual(len(mine.csv.splitlines()), 1 + len(plies))


class Rollout(unittest.TestCase):
    def test_like_the_program(self):
        state = lusoria.load_game("ur").new_initial_state(PLACE)
        mine = state.rollout(games=512, truncate=6, seed=2)
        answer = json.loads(program("rollout", "ur", PLACE, "--games", "512", "--truncate", "6", "--seed", "2",
                                    "--json"))
        self.assertEqual(mine.games, answer["games"])
        self.assertEqual([m.move for m in mine.moves], [m["move"] for m in answer["moves"]])
        for move, other in zip(mine.moves, answer["moves"]):
            self.assertAlmostEqual(move.win, other["win"], places=5)
            self.assertAlmostEqual(move.error, other["error"], places=5)

    def test_before_the_throw(self):
        mine = lusoria.load_game("ur").new_initial_state().rollout(games=1, truncate=2)
        self.assertEqual([(m.action, m.move) for m in mine.moves], [(None, "")])

    def test_without_dice(self):
        with self.assertRaises(lusoria.StateError):
            lusoria.load_game("awari").new_initial_state().rollout()


class Puzzles(unittest.TestCase):
    def test_like_the_program(self):
        mine = lusoria.puzzle(lusoria.load_game("ur"), seed=7)
        answer = json.loads(program("puzzle", "ur", "--seed", "7", "--no-tables", "--json"))
        self.assertEqual((mine.best, mine.margin, mine.simple, mine.level, list(mine.solved)),
                         (answer["move"], answer["margin"], answer["simple"], answer["level"], answer["solved"]))
        self.assertEqual(mine.state.position(), answer["position"])
        self.assertEqual([move for move, _ in mine.moves], [m["move"] for m in answer["moves"]])
        self.assertIsNone(mine.played)
        again = lusoria.puzzle(mine.state)
        self.assertEqual((again.best, again.margin), (mine.best, mine.margin))

    def test_of_a_record(self):
        found = lusoria.puzzle(lusoria.load_game("ur"), seed=7)
        found.state.apply_action(found.state.string_to_action(found.simple))
        text = lusoria.write_games([found.state])
        mine = lusoria.puzzle(text)
        self.assertEqual((mine.best, mine.played), (found.best, found.simple))
        with self.assertRaises(lusoria.NoPuzzle) as caught:
            lusoria.puzzle(text, number=1)
        self.assertEqual(caught.exception.reason, "unclear")

    def test_none(self):
        state = lusoria.load_game("ur").new_initial_state()
        with self.assertRaises(lusoria.StateError):
            lusoria.puzzle(state)
        state.apply_action(1)
        with self.assertRaises(lusoria.NoPuzzle) as caught:
            lusoria.puzzle(state)
        self.assertEqual(caught.exception.reason, "forced")


if __name__ == "__main__":
    unittest.main()
