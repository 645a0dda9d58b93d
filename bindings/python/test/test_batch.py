# SPDX-License-Identifier: MIT
"""Batches do what states do; buffers of any kind; faults name the position."""
import unittest
from array import array

try:
    import numpy
except ImportError:
    numpy = None

import lusoria
from lusoria.batch import MAX_MOVES

N = 50


def started(name="ur:finkel", n=N, rounds=30):
    batch = lusoria.Batch(lusoria.load_game(name), n, seed=3)
    for _ in range(rounds):
        batch.play_random()
    batch.throw()
    batch.legal_actions()
    return batch


class Batches(unittest.TestCase):
    def test_like_states(self):
        for name in lusoria.registered_names():
            with self.subTest(name):
                batch = started(name)
                batch.choose_random()
                seen = batch.observe()
                states, size = [batch.state(i) for i in range(N)], batch.game.observation_tensor_size()
                for i, state in enumerate(states):
                    self.assertEqual(list(batch.legal(i)), state.legal_actions())
                    self.assertEqual(list(seen[size * i:size * (i + 1)]), state.observation_tensor())
                    if not state.is_terminal():
                        state.apply_action(batch.chosen[i])
                batch.step()
                for i, state in enumerate(states):
                    batch.thrown[i] = -1
                    if not state.is_terminal() and state.game.max_chance_outcomes():
                        self.assertEqual(batch.state(i).position(), state.position())
                    self.assertEqual(batch.results[i] != 0, state.is_terminal())

    def test_same_seed(self):
        self.assertEqual(started().positions, started().positions)
        other = lusoria.Batch(lusoria.load_game("ur"), N, seed=3, stream=1)
        for _ in range(30):
            other.play_random()
        self.assertNotEqual(other.positions, started().positions)

    def test_buffers(self):
        """The actions of a step may come from any buffer of n 32-bit integers."""
        wanted = started()
        wanted.choose_random()
        actions = array("i", wanted.chosen)
        wanted.step()
        spread = array("i", [action for action in actions for _ in range(2)])
        doubled = bytes(byte for byte in actions.tobytes() for _ in range(2))
        for given in (actions, memoryview(actions), bytearray(actions.tobytes()), actions.tobytes(),
                      memoryview(spread)[::2], memoryview(doubled)[::2]):
            batch = started()
            batch.step(given)
            self.assertEqual(batch.positions, wanted.positions)
        with self.assertRaises(lusoria.RangeError):
            started().step(array("i", [0]))

    def test_wrong_buffers(self):
        for given in (array("f", [0] * N), array("i", [0]), bytes(3), array("q", [1 << 40] * N), array("q", [0] * (N // 2))):
            batch = started()
            before = array("i", batch.chosen)
            with self.subTest(given), self.assertRaises(lusoria.RangeError):
                batch.step(given)
            self.assertEqual(batch.chosen, before)

    def test_views_stay_valid(self):
        """A view of an array sees what every later call writes, also start()."""
        batch = started()
        batch.choose_random()
        batch.step()
        views = [memoryview(getattr(batch, name)) for name in ("positions", "thrown", "chosen", "results", "sides")]
        self.assertIn(1, batch.sides.tolist())
        batch.start()
        self.assertEqual([view.tolist() for view in views],
                         [a.tolist() for a in (batch.positions, batch.thrown, batch.chosen, batch.results, batch.sides)])
        self.assertEqual(set(views[4]), {0})


@unittest.skipIf(numpy is None, "numpy is not installed")
class Numpy(unittest.TestCase):
    """Arrays of numpy share the memory of a batch, and are taken as actions."""

    def test_shared_memory(self):
        batch = started()
        seen = numpy.frombuffer(batch.observe(), "f4").reshape(N, -1)
        counts, sides = numpy.frombuffer(batch.counts, "i4"), numpy.frombuffer(batch.sides, "i4")
        self.assertEqual(seen.shape[1], batch.game.observation_tensor_size())
        for _ in range(5):
            batch.choose_random()
            batch.step()
            batch.restart_finished()
            batch.throw()
            batch.legal_actions()
            batch.observe()
            self.assertEqual(seen.tolist(), [batch.state(i).observation_tensor() for i in range(N)])
            self.assertEqual((counts.tolist(), sides.tolist()), (batch.counts.tolist(), batch.sides.tolist()))

    def test_policy(self):
        """A policy in numpy, the last legal action, against the same moves of states."""
        batch = started()
        actions = numpy.frombuffer(batch.actions, "i4").reshape(N, MAX_MOVES)
        last = actions[numpy.arange(N), numpy.frombuffer(batch.counts, "i4") - 1]
        after = [batch.state(i).child(batch.legal(i)[-1]).position() for i in range(N)]
        wide = numpy.zeros((N, 2), "i8")
        wide[:, 0] = last
        for given in (last, last.astype("i8"), last.astype("u1").astype("i2"), wide[:, 0]):
            same = started()
            same.step(given)
            same.thrown[:] = array("i", [-1] * N)
            self.assertEqual([same.state(i).position() for i in range(N)], after)
        for given in (last.astype("f4"), wide, last[1:]):
            with self.assertRaises(lusoria.RangeError):
                started().step(given)

    def test_write_through(self):
        batch = started()
        numpy.frombuffer(batch.chosen, "i4")[:] = [batch.legal(i)[0] for i in range(N)]
        after = [batch.state(i).child(batch.legal(i)[0]).position() for i in range(N)]
        batch.step()
        batch.thrown[:] = array("i", [-1] * N)
        self.assertEqual([batch.state(i).position() for i in range(N)], after)


class Faults(unittest.TestCase):
    def test_fault(self):
        batch = started()
        batch.choose_random()
        batch.chosen[7] = batch.game.pass_action() - 1
        before = array("Q", batch.positions)
        with self.assertRaises(lusoria.IllegalError) as caught:
            batch.step()
        self.assertEqual(caught.exception.index, 7)
        self.assertEqual(batch.positions[28:], before[28:])
        self.assertNotEqual(batch.positions[:28], before[:28])
        batch.thrown[2] = 77
        with self.assertRaises(lusoria.RangeError) as caught:
            batch.legal_actions()
        self.assertEqual(caught.exception.index, 2)

    def test_children(self):
        batch = started("senet:blockade")
        children = batch.children()
        self.assertEqual(len(children), sum(batch.counts))
        for k in range(len(children)):
            i, action = children.parents[k], children.chosen[k]
            state = batch.state(i).child(action)
            children.thrown[k] = -1
            self.assertIn(action, batch.legal(i))
            if not state.is_terminal():
                self.assertEqual(children.state(k).position(), state.position())

    def test_set_state(self):
        batch = started()
        state = batch.game.new_initial_state("6---x----------0:6----x---------0:D:2")
        batch.set_state(4, state)
        self.assertEqual(batch.state(4).position(), state.position())
        self.assertEqual((batch.sides[4], batch.results[4], batch.thrown[4]), (1, 0, 2))
        with self.assertRaises(lusoria.RangeError):
            batch.set_state(0, lusoria.load_game("awari").new_initial_state())

    def test_index(self):
        batch = started()
        self.assertEqual(batch.legal(-1), batch.legal(N - 1))
        self.assertEqual(batch.state(-1).position(), batch.state(N - 1).position())
        batch.set_state(-1, batch.game.new_initial_state("6---x----------0:6----x---------0:D:2"))
        self.assertEqual((len(batch.positions), batch.sides[N - 1]), (4 * N, 1))
        for i in (N, -N - 1):
            for call in (batch.legal, batch.state, lambda i: batch.set_state(i, batch.state(0))):
                with self.subTest(i), self.assertRaises(IndexError):
                    call(i)

    def test_seed(self):
        for seed in (-1, 2 ** 64):
            with self.subTest(seed), self.assertRaises(lusoria.RangeError):
                lusoria.Batch(lusoria.load_game("ur"), N, seed)

    def test_actions_of_list(self):
        batch = started()
        self.assertEqual(len(batch.actions), N * MAX_MOVES)
        with self.assertRaises(lusoria.RangeError):
            lusoria.Batch(batch.game, 0)


if __name__ == "__main__":
    unittest.main()
