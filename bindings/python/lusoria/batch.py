# SPDX-License-Identifier: MIT
"""Many positions of one rule set in one call, for machine learning.

    batch = lusoria.Batch(lusoria.load_game("ur:finkel"), 4096, seed=1)
    while True:
        batch.throw()
        batch.legal_actions()
        batch.choose_random()           # or write into batch.chosen
        batch.step()
        batch.restart_finished()

All buffers are array.array objects that the batch owns and the library fills; they support the
buffer protocol, so numpy.frombuffer(batch.observations, "f4") shares their memory without a copy.
Bare positions have no history: the repetition rule of Awari does not end a game of a batch.
"""
from __future__ import annotations

import ctypes
from array import array
from typing import Any

from . import _library
from ._library import ANY_THROW, MAX_MOVES, c_number, error, lib
from .errors import RangeError
from .game import Game, State

POSITION_BYTES = 32


def _address(buffer: array[Any]) -> int:
    return buffer.buffer_info()[0]


class Batch:
    """n positions and the arrays that the functions read and write.

    positions     array "Q", 4 per position: copied as a whole, 32 bytes each
    thrown        array "i": the throws; -1 before a throw, 0 without dice
    actions       array "i", 64 per position: the legal actions in ascending order
    counts        array "i": how many of them; 0 if the game is over
    chosen        array "i": the action to play; -1 leaves a position as it is
    results       array "i": 0 ongoing, 1 won, 2 lost, 3 drawn, for the side to move
    sides         array "i": the side to move, 0 or 1
    observations  array "f", game.observation_tensor_size() per position, filled by observe()
    parents       array "i" of a batch made by children(): the position it comes from; else empty
    """

    def __init__(self, game: Game, n: int, seed: int = 0, stream: int = 0) -> None:
        if n < 1:
            raise RangeError(f"Batch: n is at least 1, not {n}")
        self.game = game
        self.n = n
        self._rules = game._rules
        self._random = _library.Random()
        self._observations: array[float] | None = None
        lib.lus_random_seed(self._random, c_number(ctypes.c_uint64, seed, "Batch: seed"),
                            c_number(ctypes.c_uint64, stream, "Batch: stream"))
        self.positions = array("Q", bytes(POSITION_BYTES * n))
        self.thrown, self.counts, self.chosen, self.results, self.sides = (
            array("i", bytes(4 * n)) for _ in range(5))
        self.actions = array("i", bytes(4 * n * MAX_MOVES))
        self.parents = array("i")
        self.start()

    def __len__(self) -> int:
        return self.n

    @property
    def observations(self) -> array[float]:
        """Allocated at its first use."""
        if self._observations is None:
            self._observations = array("f", bytes(4 * self.n * self.game.observation_tensor_size()))
        return self._observations

    def _check(self, done: int, what: str) -> None:
        if done < 0:
            raise error(done, what)
        if done < self.n:
            code = self._fault(done)
            raise error(code, f"{what}: position {done}", index=done)

    def _fault(self, i: int) -> int:
        """The error number of position i, found by the call for one position."""
        move = ctypes.c_uint64()
        status: int = lib.lus_action_move(self._rules, _address(self.positions) + POSITION_BYTES * i, self.thrown[i],
                                          self.chosen[i], move)
        return status if status < 0 else -4

    # ---- a round ----

    def start(self) -> None:
        """Sets all positions to the start of the game."""
        self._check(lib.lus_batch_start(self._rules, self.n, _address(self.positions), None), "start")
        side = lib.lus_side(_address(self.positions))
        # In place: numpy arrays that share this memory stay valid.
        self.results[:] = array("i", [0]) * self.n
        self.sides[:] = array("i", [side]) * self.n

    def restart_finished(self) -> None:
        """Sets the positions whose result is not 0 to the start."""
        lib.lus_batch_start(self._rules, self.n, _address(self.positions), _address(self.results))

    def throw(self) -> None:
        """Throws the dice: fills `thrown`."""
        lib.lus_batch_throw(self._rules, self.n, self._random, _address(self.thrown))

    def legal_actions(self) -> None:
        """Fills `actions` and `counts`."""
        self._check(lib.lus_batch_actions(self._rules, self.n, _address(self.positions), _address(self.thrown),
                                          _address(self.actions), _address(self.counts)), "legal_actions")

    def choose_random(self) -> None:
        """Fills `chosen` with legal actions, all with the same probability."""
        self._check(lib.lus_batch_choose(self.n, self._random, _address(self.actions), _address(self.counts),
                                         _address(self.chosen)), "choose_random")

    def step(self, actions: Any = None) -> None:
        """Plays `chosen`, or the actions of a buffer of n integers; fills `results` and `sides`.

        The buffer has integers of any size (a numpy array), or the bytes of 32-bit integers.
        Raises IllegalError, whose `index` is the first position with an illegal action; the positions
        before it have been played.
        """
        if actions is not None:
            self._copy_actions(memoryview(actions))
        self._check(lib.lus_batch_step(self._rules, self.n, _address(self.positions), _address(self.thrown),
                                       _address(self.chosen), _address(self.results), _address(self.sides)), "step")

    def _copy_actions(self, view: memoryview) -> None:
        is_bytes = view.format in ("B", "c")
        if view.format not in ("B", "c", "i", "I", "l", "L", "q", "Q", "h", "H", "b"):
            raise RangeError(f"step: expected integers, not the buffer format {view.format!r}")
        if view.nbytes != (4 if is_bytes else view.itemsize) * self.n:
            size = f"{view.nbytes} bytes" if is_bytes else f"{view.nbytes // view.itemsize} integers"
            raise RangeError(f"step: expected {self.n} integers, not {size}")
        if is_bytes or view.format == "i":
            memoryview(self.chosen).cast("B")[:] = view.tobytes()
        else:
            try:
                self.chosen[:] = array("i", view.tolist())
            except (OverflowError, TypeError) as reason:
                raise RangeError(f"step: expected a row of 32-bit integers: {reason}") from None

    def play_random(self) -> None:
        """One round of random games: a throw and a random move in every position, finished ones begin again."""
        self.throw()
        self.legal_actions()
        self.choose_random()
        self.step()
        self.restart_finished()

    def observe(self, before_throw: bool = False) -> array[float]:
        """Fills and returns `observations`; before_throw leaves the throws out."""
        out = self.observations
        thrown = None if before_throw else _address(self.thrown)
        self._check(lib.lus_batch_observe(self._rules, self.n, _address(self.positions), thrown, _address(out)),
                    "observe")
        return out

    # ---- single positions; negative numbers count from the end, as in lists ----

    def legal(self, i: int) -> array[int]:
        """The legal actions of position i, after legal_actions()."""
        i = range(self.n)[i]
        return self.actions[MAX_MOVES * i:MAX_MOVES * i + self.counts[i]]

    def state(self, i: int) -> State:
        """Position i as a state of its own, with its throw."""
        i = range(self.n)[i]
        state = State(self.game, lib.lus_game_new(self._rules, _address(self.positions) + POSITION_BYTES * i))
        if self.game._has_dice and self.thrown[i] != ANY_THROW:
            state._thrown = state._first_throw = self.thrown[i]
        return state

    def set_state(self, i: int, state: State) -> None:
        """Copies the position, throw and result of a state to position i."""
        if state.game != self.game:
            raise RangeError(f"set_state: a state of {self.game.name}, not of {state.game.name}")
        i = range(self.n)[i]
        words = array("Q", ctypes.string_at(state._pos, POSITION_BYTES))
        self.positions[4 * i:4 * i + 4] = words
        self.thrown[i] = ANY_THROW if state._thrown is None else state._thrown
        self.results[i] = lib.lus_result(self._rules, state._pos)
        self.sides[i] = lib.lus_side(state._pos)

    def children(self) -> Batch:
        """A batch with the position after every legal action of every position, after legal_actions().

        Child k was made by action `chosen[k]` in position `parents[k]`; the children of a position are
        in the order of its actions.  Raises RangeError if all games are over.
        """
        out = Batch(self.game, max(1, sum(self.counts)))
        if not any(self.counts):
            raise RangeError("children: no position has a legal action")
        data = memoryview(self.positions).cast("B")
        out.positions = array("Q", b"".join(
            bytes(data[POSITION_BYTES * i:POSITION_BYTES * (i + 1)]) * count for i, count in enumerate(self.counts)))
        out.parents = array("i", [i for i, count in enumerate(self.counts) for _ in range(count)])
        out.thrown = array("i", [self.thrown[i] for i in out.parents])
        out.chosen = array("i", [a for i in range(self.n) for a in self.legal(i)])
        out.step()
        return out
