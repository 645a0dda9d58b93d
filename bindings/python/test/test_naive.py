# SPDX-License-Identifier: MIT
"""Random games compared with the reference rules of test/naive, which share no code with the engine."""
import ctypes
import os
import random
import unittest

import lusoria

MOVES, TEXT = 256, 160


class NaiveMove(ctypes.Structure):
    _fields_ = [("move", ctypes.c_char * 48), ("after", ctypes.c_char * TEXT)]


class Naive(unittest.TestCase):
    """test/python.sh compiles the reference rules and sets NAIVE_LIBRARY."""

    @classmethod
    def setUpClass(cls):
        cls.naive = ctypes.CDLL(os.environ["NAIVE_LIBRARY"])

    def moves(self, rules, position, thrown):
        """Moves and the positions after them; of a pass, its position."""
        listed, after_pass = (NaiveMove * MOVES)(), ctypes.create_string_buffer(TEXT)
        n = self.naive.naive_moves(rules.encode(), position.encode(), thrown, listed, after_pass)
        self.assertGreaterEqual(n, 0)
        if n == 0:
            return {"pass": after_pass.value.decode()}
        return {m.move.decode(): m.after.decode() for m in listed[:n]}

    def result(self, rules, position):
        text = ctypes.create_string_buffer(8)
        self.assertEqual(self.naive.naive_result(rules.encode(), position.encode(), text), 0)
        return text.value.decode()

    def check(self, game, state, rng):
        """The moves of a player node, and the position after one of them."""
        thrown, here = state._thrown, state.position()
        if game.max_chance_outcomes():
            here = here.rsplit(":", 1)[0]
        naive = self.moves(game.name, here, thrown)
        mine = {state.action_to_string(action): action for action in state.legal_actions()}
        self.assertEqual(set(mine), set(naive), here)
        move = rng.choice(sorted(mine))
        state.apply_action(mine[move])
        if not state.is_terminal():
            self.assertEqual(state.position(), naive[move], here)
            self.assertEqual(self.result(game.name, naive[move]), "")

    def test_random_games(self):
        for name in lusoria.registered_names():
            game, rng = lusoria.load_game(name), random.Random(5)
            with self.subTest(name):
                for _ in range(2):
                    state = game.new_initial_state()
                    while not state.is_terminal():
                        if state.is_chance_node():
                            state.apply_action(rng.choice(state.legal_actions()))
                        else:
                            self.check(game, state, rng)


if __name__ == "__main__":
    unittest.main()
