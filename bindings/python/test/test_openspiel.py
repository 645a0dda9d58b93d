# SPDX-License-Identifier: MIT
"""OpenSpiel's generic checks of a game, over every rule set."""
import copy
import pickle
import random
import unittest

import lusoria
from lusoria import PlayerId

GAMES = 4
MAX_ACTIONS = 20000


def random_game(game, seed):
    """All states of a random game, the last one terminal."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    yield state
    for _ in range(MAX_ACTIONS):
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state
    raise AssertionError(f"{game.name}, seed {seed}: not over after {MAX_ACTIONS} actions")


class EveryRuleSet(unittest.TestCase):
    def each(self, check, games=GAMES, step=1):
        """Calls check(game, state) for every step-th state of random games of every rule set."""
        for name in lusoria.registered_names():
            game = lusoria.load_game(name)
            with self.subTest(name):
                for seed in range(games):
                    for i, state in enumerate(random_game(game, seed)):
                        if i % step == 0 or state.is_terminal():
                            check(game, state)

    def test_there_are_rule_sets(self):
        self.assertGreaterEqual(len(lusoria.registered_names()), 21)
        self.assertIn("ur:finkel", lusoria.registered_names())

    def test_legal_actions(self):
        def check(game, state):
            actions = state.legal_actions()
            most = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
            self.assertEqual(actions, sorted(set(actions)))
            self.assertEqual(bool(actions), not state.is_terminal())
            for action in actions:
                self.assertTrue(0 <= action < most)
            if not state.is_terminal():
                mask = state.legal_actions_mask()
                self.assertEqual([a for a, legal in enumerate(mask) if legal], actions)
                self.assertEqual(state.legal_actions(state.current_player()), actions)
            self.assertEqual(state.legal_actions(7), [])
        self.each(check)

    def test_players(self):
        def check(_, state):
            player = state.current_player()
            self.assertEqual(player == PlayerId.TERMINAL, state.is_terminal())
            self.assertEqual(player == PlayerId.CHANCE, state.is_chance_node())
            self.assertEqual(player in (0, 1), state.is_player_node())
        self.each(check)

    def test_chance_outcomes(self):
        def check(game, state):
            if not state.is_chance_node():
                with self.assertRaises(lusoria.StateError):
                    state.chance_outcomes()
                return
            values = [value for value, _ in state.chance_outcomes()]
            self.assertAlmostEqual(sum(p for _, p in state.chance_outcomes()), 1)
            self.assertTrue(all(p > 0 for _, p in state.chance_outcomes()))
            self.assertEqual(values, state.legal_actions())
            self.assertGreater(game.max_chance_outcomes(), max(values))
        self.each(check)

    def test_returns(self):
        def check(game, state):
            returns = state.returns()
            self.assertEqual(sum(returns), game.utility_sum())
            self.assertTrue(all(game.min_utility() <= r <= game.max_utility() for r in returns))
            self.assertTrue(state.is_terminal() or returns == [0, 0])
            self.assertEqual([state.player_return(player) for player in (0, 1)], returns)
        self.each(check)

    def test_the_winner_has_the_score(self):
        """Race games are won by the last piece, Awari by stones: the higher score."""
        def check(_, state):
            first, second = state.score()
            if state.is_terminal() and first != second:
                self.assertEqual(state.returns(), [1, -1] if first > second else [-1, 1])
        self.each(check, games=20, step=10 ** 9)

    def test_clone(self):
        def check(_, state):
            same, before = state.clone(), state.serialize()
            self.assertEqual(same, state)
            self.assertEqual(str(same), str(state))
            self.assertEqual(same.legal_actions(), state.legal_actions())
            if not state.is_terminal():
                same.apply_action(same.legal_actions()[-1])
                self.assertNotEqual(same, state)
                self.assertEqual(state.serialize(), before)
                self.assertEqual(state.child(state.legal_actions()[-1]), same)
            self.assertEqual(copy.copy(state), state)
            self.assertEqual(copy.deepcopy(state), state)
        self.each(check, games=1, step=7)

    def test_serialize(self):
        def check(game, state):
            again = game.deserialize_state(state.serialize())
            self.assertEqual(again.serialize(), state.serialize())
            self.assertEqual(again.full_history(), state.full_history())
            self.assertEqual(str(again), str(state))
            self.assertEqual(again.current_player(), state.current_player())
            self.assertEqual(pickle.loads(pickle.dumps(state)), state)
        self.each(check, games=1, step=29)

    def test_position_text(self):
        """A position with its throw begins a game that is continued and serialised in the same way."""
        def check(game, state):
            if state.is_terminal() or state._rolloff:
                return
            again = game.new_initial_state(state.position())
            self.assertEqual(again.position(), state.position())
            self.assertEqual(again.legal_actions(), state.legal_actions())
            self.assertEqual(again.observation_tensor(), state.observation_tensor())
            again.apply_action(again.legal_actions()[0])
            self.assertEqual(game.deserialize_state(again.serialize()), again)
        self.each(check, games=1, step=5)

    def test_undo(self):
        """Back to the start, through the same states."""
        for name in lusoria.registered_names():
            states = [state.clone() for state in random_game(lusoria.load_game(name), 1)]
            state = states.pop().clone()
            rolloff = sum(before._rolloff for before in states)
            with self.subTest(name):
                for before in reversed(states[rolloff:]):
                    state.undo_action()
                    self.assertEqual(state.full_history(), before.full_history())
                    self.assertEqual(state.position(), before.position())
                with self.assertRaises(lusoria.StateError):
                    state.undo_action()

    def test_history(self):
        def check(_, state):
            self.assertEqual(len(state.history()), state.move_number())
            self.assertEqual([action for _, action in state.full_history()], state.history())
            self.assertEqual(state.is_initial_state(), not state.history())
        self.each(check)

    def test_action_strings(self):
        def check(_, state):
            texts = [state.action_to_string(action) for action in state.legal_actions()]
            self.assertEqual(len(set(texts)), len(texts))
            if state.is_player_node():
                self.assertEqual([state.string_to_action(text) for text in texts], state.legal_actions())
                player = state.current_player()
                self.assertEqual(state.action_to_string(player, state.legal_actions()[0]), texts[0])
        self.each(check, games=1)

    def test_observations(self):
        def check(game, state):
            mover = state.observation_tensor()
            self.assertEqual([len(mover)], game.observation_tensor_shape())
            both = [state.observation_tensor(player) for player in (0, 1)]
            self.assertIn(mover, both)
            s = game.num_squares()
            self.assertEqual(both[0][:s], both[1][s:2 * s])
            self.assertEqual(both[0][2 * s + 2], both[1][2 * s + 3])
            self.assertEqual(sum(mover[2 * s + 4:]), 0 if state.is_chance_node() or state.is_terminal() and
                             game.max_chance_outcomes() else 1)
        self.each(check, games=2)

    def test_illegal_actions(self):
        def check(game, state):
            before = state.serialize()
            illegal = [a for a in range(min(game.num_distinct_actions(), 40)) if a not in state.legal_actions()]
            for action in [*illegal[:5], -1, 10 ** 6]:
                with self.assertRaises(lusoria.StateError if state.is_terminal() else lusoria.IllegalError):
                    state.apply_action(action)
            self.assertEqual(state.serialize(), before)
        self.each(check, games=1, step=11)


class FirstPositions(unittest.TestCase):
    """Texts of the usual start are positions too: their throw, and no roll-off, must be kept."""

    def test_start_with_a_throw(self):
        game = lusoria.load_game("ur")
        state = game.new_initial_state(game.new_initial_state().position() + ":2")
        again = game.deserialize_state(state.serialize())
        self.assertEqual((again.position(), again.legal_actions()), (state.position(), [0]))

    def test_start_without_rolloff(self):
        game = lusoria.load_game("senet:blockade")
        state = game.new_initial_state(game.new_initial_state().position())
        state.apply_action(2)
        again = game.deserialize_state(state.serialize())
        self.assertEqual((again.position(), again.current_player()), (state.position(), state.current_player()))


class RollOff(unittest.TestCase):
    def test_chance_nodes(self):
        """B1: the player who throws a 1 first plays Dark and begins; throws alternate."""
        state = lusoria.load_game("senet:blockade").new_initial_state()
        for value in (2, 3, 6):
            self.assertTrue(state.is_chance_node())
            self.assertEqual(state.action_to_string(value), f"roll-off {value}")
            state.apply_action(value)
        state.apply_action(1)
        self.assertEqual(state.history(), [2, 3, 6, 1])
        self.assertTrue(state.is_chance_node())
        self.assertEqual(state.player_of_side(1), 1)
        state.apply_action(2)
        self.assertEqual(state.current_player(), 1)
        state.undo_action()
        with self.assertRaises(lusoria.StateError):
            state.undo_action()

    def test_seats(self):
        state = lusoria.load_game("senet:blockade").new_initial_state()
        state.apply_actions([1, 3])
        self.assertEqual((state.player_of_side(1), state.current_player()), (0, 0))

    def test_nothing_else(self):
        state = lusoria.load_game("senet:blockade").new_initial_state()
        for call in (state.analyse, state.rollout):
            with self.assertRaises(lusoria.StateError):
                call()


class Faults(unittest.TestCase):
    """Exceptions name the byte at fault."""

    def test_position(self):
        with self.assertRaises(lusoria.TextError) as caught:
            lusoria.load_game("ur").new_initial_state("6---x----------0:6--!")
        self.assertEqual((caught.exception.at, caught.exception.name), (20, "ETEXT"))
        self.assertIn("byte 20: expected", str(caught.exception))

    def test_zero_byte(self):
        """C texts end at a zero byte: what follows must not be ignored."""
        game = lusoria.load_game("ur")
        state = game.new_initial_state("6---x----------0:6----x---------0:L:2")
        for read, text in ((lusoria.load_game, "ur\0x"), (game.new_initial_state, state.position() + "\0x"),
                           (state.string_to_action, "4-6\0"), (lusoria.Tables, "/tmp\0x"), (lusoria.deserialize, "ur\0\nstart\n\n")):
            with self.subTest(text), self.assertRaises(lusoria.TextError) as caught:
                read(text)
            self.assertEqual(caught.exception.at, text.index("\0"))

    def test_move(self):
        state = lusoria.load_game("ur").new_initial_state("6---x----------0:6----x---------0:L:2")
        with self.assertRaises(lusoria.TextError) as caught:
            state.string_to_action("4x6")
        self.assertEqual(caught.exception.at, 1)
        with self.assertRaises(lusoria.IllegalError) as refused:
            state.string_to_action("4-7")
        self.assertTrue(refused.exception.expected.startswith("U2"))

    def test_record(self):
        for text, error, at in (("1. 4/0-4 2/0-9 *", lusoria.IllegalError, 31), ("1. 4/0-4 2/0x2 *", lusoria.TextError, 32)):
            with self.subTest(text), self.assertRaises(error) as caught:
                lusoria.read_games(f'[Game "ur:finkel"]\n\n{text}\n')
            self.assertEqual(caught.exception.at, at)
            self.assertIn(f"byte {at}", str(caught.exception))

    def test_deserialize(self):
        for text, at in (("", 0), ("ur:none\nstart\n\n", 0), ("ur:finkel\nstart\n2 0 x\n", 20),
                         ("ur:finkel\n6---!\n\n", 14), ("ur:finkel\nstart\n2 0\nmore\n", 25),
                         ("ur:finkel\nstart\n2 0 \n", 20), ("ur:finkel\nstart\n9\n", 16),
                         ("ur:finkel\nstart\n2 " + "9" * 5000 + "\n", 18)):
            with self.subTest(text), self.assertRaises(lusoria.TextError) as caught:
                lusoria.deserialize(text)
            self.assertEqual(caught.exception.at, at)

    def test_other_game(self):
        text = lusoria.load_game("awari").new_initial_state().serialize()
        with self.assertRaises(lusoria.TextError):
            lusoria.load_game("ur").deserialize_state(text)

    def test_no_such_game(self):
        for name, nearest in (("awri", "awari"), ("ur:finkle", "ur:finkel"), ("xyz", "")):
            with self.subTest(name), self.assertRaises(lusoria.RangeError) as caught:
                lusoria.load_game(name)
            self.assertEqual(caught.exception.expected, nearest)
            self.assertIn(nearest or "senet, ur, awari, cave", str(caught.exception))

    def test_large_actions(self):
        """An action that differs from a legal one only in bits that a C integer does not have."""
        for name in ("ur", "awari"):
            state = lusoria.load_game(name).new_initial_state()
            if state.is_chance_node():
                state.apply_action(2)
            for call in (state.apply_action, state.action_to_string, state.child):
                with self.subTest(name), self.assertRaisesRegex(lusoria.IllegalError, "whose legal actions are"):
                    call(2 ** 32 + state.legal_actions()[0])
            with self.assertRaises(lusoria.RangeError):
                state.player_of_side(2 ** 32)

    def test_kinds_of_integers(self):
        class Integer:
            def __index__(self):
                return 2
        state = lusoria.load_game("ur").new_initial_state()
        state.apply_action(Integer())
        self.assertEqual((state.history(), state.action_to_string(False)), ([2], "0-2"))
        for action in (0.0, "0", None):
            with self.subTest(action), self.assertRaises(TypeError):
                state.apply_action(action)


class Misuse(unittest.TestCase):
    def test_game_without_load_game(self):
        for rules in ("ur", 0, 12345, -1, None, 2 ** 70, 1.5):
            with self.subTest(rules), self.assertRaisesRegex(TypeError, "load_game"):
                lusoria.Game(rules)


class Records(unittest.TestCase):
    def test_round_trip(self):
        for name in lusoria.registered_names():
            with self.subTest(name):
                *_, state = random_game(lusoria.load_game(name), 3)
                again, = lusoria.read_games(lusoria.write_games([state]))
                self.assertEqual(again, state)

    def test_from_a_position(self):
        game = lusoria.load_game("ur")
        for text in ("6---x----------0:6----x---------0:L:2", "6---x----------0:6----x---------0:D"):
            state = game.new_initial_state(text)
            again, = lusoria.read_games(lusoria.write_games([state]))
            self.assertEqual(again.position(), text)
            if state.is_chance_node():
                state.apply_action(2)
            state.apply_action(state.legal_actions()[0])
            again, = lusoria.read_games(lusoria.write_games([state]))
            self.assertEqual(again, state)

    def test_format(self):
        with self.assertRaises(lusoria.LusoriaError):
            lusoria.write_games([lusoria.load_game("ur").new_initial_state()], "pgn")


if __name__ == "__main__":
    unittest.main()
