# SPDX-License-Identifier: MIT
"""Games and states with the vocabulary of OpenSpiel.

    game = lusoria.load_game("ur:finkel")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

A throw of the dice is an action of the chance player: its number is the value thrown.  An action of
a player is the number of a move (lusoria.h): the square where the move starts; the last number is
the pass, which is the only action of a player without a legal move.
"""
from __future__ import annotations

import ctypes
import difflib
import functools
import operator
from typing import TYPE_CHECKING, Any

from . import _library
from ._library import ANY_THROW, MAX_BOARD, MAX_MOVES, MAX_TEXT, PASS, c_number, c_text, check, error, lib
from .errors import RangeError, StateError, TextError

if TYPE_CHECKING:
    from .analysis import Analysis, Review, Rollout, Search, Tables


class PlayerId:
    """Special values of State.current_player()."""
    CHANCE = -1
    TERMINAL = -4


def registered_names() -> list[str]:
    """The names of all rule sets: "ur:finkel", ..."""
    return list(_rule_sets().values())


@functools.cache
def _rule_sets() -> dict[int, str]:
    """The names of all rule sets, by their addresses in the library."""
    names: dict[int, str] = {}
    while rules := lib.lus_rules_at(len(names)):
        names[rules] = lib.lus_rules_name(rules).decode()
    return names


def load_game(name: str) -> Game:
    """The game of a rule set, "ur:finkel"; "ur" alone is the default rule set of the game.

    Raises RangeError if there is no such rule set; `expected` has the nearest name.
    """
    rules = lib.lus_rules_find(c_text(name))
    if not rules:
        names = registered_names()
        games = list(dict.fromkeys(known.split(":")[0] for known in names))
        near = difflib.get_close_matches(name, games + names, 1)
        missing = error(-3, f"load_game({name!r})")
        missing.expected = near[0] if near else ""
        missing.args = (f"{missing}; {f'did you mean {near[0]!r}?' if near else 'the games are ' + ', '.join(games)}",)
        raise missing
    return Game(rules)


class Game:
    """A rule set, made by load_game().  Games of the same rule set are equal."""

    def __init__(self, rules: int) -> None:
        if not isinstance(rules, int) or rules not in _rule_sets():
            raise TypeError(f"Game({rules!r}): expected a rule set of the library; use load_game(NAME)")
        self._rules = rules
        self.name: str = _rule_sets()[rules]
        self._has_dice = bool(lib.lus_has_dice(rules))
        throws = range(lib.lus_throws(rules))
        weights = lib.lus_throw_weight_sum(rules)
        self._outcomes: list[tuple[int, float]] = [
            (lib.lus_throw_value(rules, i), lib.lus_throw_weight(rules, i) / weights) for i in throws]
        self._pass: int = lib.lus_action_count(rules) - 1
        usual = lib.lus_game_new(rules, None)
        self._has_rolloff = bool(lib.lus_game_needs_rolloff(usual))
        lib.lus_game_free(usual)

    def __repr__(self) -> str:
        return f"load_game({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other._rules == self._rules

    def __hash__(self) -> int:
        return hash(self._rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (self.name,)

    def title(self) -> str:
        """The name of the game: "Royal Game of Ur"."""
        return str(lib.lus_rules_title(self._rules).decode())

    def about(self) -> str:
        """One line about the rule set."""
        return str(lib.lus_rules_about(self._rules).decode())

    def num_players(self) -> int:
        """2, in all games."""
        return 2

    def num_distinct_actions(self) -> int:
        """Actions of players are 0 .. num_distinct_actions() - 1; the last one is the pass."""
        return self._pass + 1

    def pass_action(self) -> int:
        """The action of a player without a legal move."""
        return self._pass

    def max_chance_outcomes(self) -> int:
        """Chance actions, which are the values thrown, are below this; 0 without dice."""
        return self._outcomes[-1][0] + 1 if self._has_dice else 0

    def min_utility(self) -> float:
        """What returns() gives the loser."""
        return -1.0

    def max_utility(self) -> float:
        """What returns() gives the winner."""
        return 1.0

    def utility_sum(self) -> float:
        """The sum of returns(): 0, in all games."""
        return 0.0

    def observation_tensor_size(self) -> int:
        """The length of State.observation_tensor()."""
        return int(lib.lus_observation_size(self._rules))

    def observation_tensor_shape(self) -> list[int]:
        """The same as a list, for code that knows tensors of several dimensions."""
        return [self.observation_tensor_size()]

    def num_squares(self) -> int:
        """S in the layout of observations, lusoria(3)."""
        return int(lib.lus_squares(self._rules))

    def new_initial_state(self, position: str | None = None) -> State:
        """The start of the game, or a position text with or without its throw ("...:L:2").

        Raises TextError, whose `at` is the byte at fault.
        """
        if position is None:
            return State(self, lib.lus_game_new(self._rules, None))
        pos, thrown, fault = _library.Pos(), ctypes.c_int(), _library.Fault()
        check(lib.lus_pos_parse(self._rules, c_text(position), ctypes.byref(pos), thrown, fault),
              f"position {position!r}", fault)
        state = State(self, lib.lus_game_new(self._rules, ctypes.byref(pos)))
        if self._has_dice and thrown.value != ANY_THROW:
            state._thrown = state._first_throw = thrown.value
        return state

    def deserialize_state(self, text: str) -> State:
        """The state of State.serialize(); raises TextError with the byte at fault."""
        state = deserialize(text)
        if state.game != self:
            raise TextError(f"byte 0: expected a state of {self.name}, not of {state.game.name}", at=0,
                            expected=f"a state of {self.name}")
        return state


class State:
    """A node of the game tree: a game that is played action by action.

    Dice and the opening roll-off of senet:blockade are chance nodes.  Player 0 sits first.
    """

    def __init__(self, game: Game, handle: int | None) -> None:
        """For this module; users call Game.new_initial_state, clone or read_games."""
        if not handle:
            raise MemoryError("liblusoria: out of memory")
        self._handle = handle
        self._game = game
        self._rules = game._rules
        self._first_throw: int | None = None
        self._history: list[tuple[int, int]] = []
        self._thrown: int | None = None if game._has_dice else 0
        self._look_up()

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)
        if handle:
            lib.lus_game_free(handle)

    def _look_up(self) -> None:
        """What most calls need, read once after each change."""
        self._pos = lib.lus_game_pos(self._handle)
        self._end = lib.lus_game_end(self._handle)
        self._rolloff = bool(lib.lus_game_needs_rolloff(self._handle))

    # ---- the node ----

    @property
    def game(self) -> Game:
        """The rule set of this state."""
        return self._game

    def get_game(self) -> Game:
        """The same as `game`, the name in OpenSpiel."""
        return self._game

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return bool(self._end.over)

    def is_chance_node(self) -> bool:
        """True before a throw, also one of the opening roll-off."""
        return not self._end.over and (self._rolloff or self._thrown is None)

    def is_player_node(self) -> bool:
        """True if a player chooses the next action."""
        return not self._end.over and not self.is_chance_node()

    def is_initial_state(self) -> bool:
        """True before the first action."""
        return not self._history

    def current_player(self) -> int:
        """0 or 1, PlayerId.CHANCE (-1) or PlayerId.TERMINAL (-4)."""
        if self._end.over:
            return PlayerId.TERMINAL
        return PlayerId.CHANCE if self.is_chance_node() else self._mover()

    def _mover(self) -> int:
        """The player of the side to move, who also throws."""
        return int(lib.lus_game_player(self._handle, lib.lus_side(self._pos)))

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in ascending order; those of the chance player at a chance node.

        Empty at the end of a game, and for a player who is not to move.
        """
        if self._end.over or player is not None and player != self.current_player():
            return []
        if self.is_chance_node():
            return [value for value, _ in self._game._outcomes]
        actions, count = (ctypes.c_int32 * MAX_MOVES)(), ctypes.c_int32()
        thrown = ctypes.c_int32(self._thrown or 0)
        lib.lus_batch_actions(self._rules, 1, self._pos, ctypes.byref(thrown), actions, ctypes.byref(count))
        return actions[:count.value]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A list of num_distinct_actions (max_chance_outcomes) entries, 1 for legal actions."""
        game = self._game
        mask = [0] * (game.max_chance_outcomes() if self.is_chance_node() else game.num_distinct_actions())
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The throws and their probabilities; raises StateError if this is not a chance node."""
        if not self.is_chance_node():
            raise StateError("chance_outcomes: this is not a chance node")
        return list(self._game._outcomes)

    # ---- playing ----

    def apply_action(self, action: int) -> None:
        """Throws or plays.  Raises IllegalError; StateError if the game is over.

        An action is an integer of Python or numpy.
        """
        action = operator.index(action)
        if self._end.over:
            raise error(-7, f"action {action}: the game is over")
        if self.is_chance_node():
            self._apply_throw(action)
        else:
            player = self._mover()
            check(lib.lus_game_play(self._handle, self._thrown, self._move(action)))
            self._history.append((player, action))
            self._thrown = None if self._game._has_dice else 0
        self._look_up()

    def _apply_throw(self, value: int) -> None:
        if all(value != v for v, _ in self._game._outcomes):
            raise error(-2, f"{self._game.name} has no throw of {value}")
        if self._rolloff:
            check(lib.lus_game_rolloff(self._handle, value), "roll-off")
        else:
            self._thrown = value
        self._history.append((PlayerId.CHANCE, value))

    def _move(self, action: int) -> int:
        move, action = ctypes.c_uint64(), operator.index(action)
        # Larger numbers would lose bits on their way to C and become another action.
        known = 0 <= action <= self._game._pass
        if not known or lib.lus_action_move(self._rules, self._pos, self._thrown, action, move) < 0:
            raise error(-2, f"action {action} in position {self.position()}, whose legal actions are {self.legal_actions()}")
        return move.value

    def apply_actions(self, actions: list[int]) -> None:
        """Applies one after the other; if one raises, those before it stay applied."""
        for action in actions:
            self.apply_action(action)

    def undo_action(self) -> None:
        """Takes back the last action; raises StateError if there is none.  The roll-off stays."""
        if not self._history or self._rolloff:
            raise error(-7, "undo_action")
        player, _ = self._history[-1]
        if player != PlayerId.CHANCE:
            thrown = lib.lus_game_throw_at(self._handle, lib.lus_game_plies(self._handle) - 1)
            check(lib.lus_game_undo(self._handle), "undo_action")
            self._thrown = thrown
        elif self._thrown is None:
            raise error(-7, "undo_action: the roll-off cannot be taken back")
        else:
            self._thrown = None
        self._history.pop()
        self._look_up()

    def clone(self) -> State:
        """A copy with its own history; later actions do not change the other."""
        copy = State(self._game, lib.lus_game_copy(self._handle))
        copy._thrown, copy._first_throw = self._thrown, self._first_throw
        copy._history = list(self._history)
        return copy

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def child(self, action: int) -> State:
        """A copy after one more action."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    # ---- results ----

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; zeros for a draw or an unfinished game."""
        if not self._end.over or self._end.winner < 0:
            return [0.0, 0.0]
        winner = lib.lus_game_player(self._handle, self._end.winner)
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def rewards(self) -> list[float]:
        """As returns(): all of the reward is given at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """The entry of `player` in returns()."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """The entry of `player` in rewards()."""
        return self.returns()[player]

    def score(self) -> list[int]:
        """Pieces borne off, or stones captured, by players 0 and 1."""
        return [self._end.score[side] for side in sorted((0, 1), key=self.player_of_side)]

    def player_of_side(self, side: int) -> int:
        """The player of a side: side 0 is Light, White, South or x."""
        return check(lib.lus_game_player(self._handle, c_number(ctypes.c_int, side, "side")), f"side {side}")

    # ---- texts ----

    def position(self) -> str:
        """The position text of the side to move, with its throw."""
        text = ctypes.create_string_buffer(MAX_TEXT)
        thrown = ANY_THROW if self._thrown is None or not self._game._has_dice else self._thrown
        check(lib.lus_pos_format(self._rules, self._pos, thrown, text))
        return text.value.decode()

    def action_to_string(self, *args: int) -> str:
        """action_to_string(action) or action_to_string(player, action): "4-6", "pass", "throw 3"."""
        action = args[-1]
        if self.is_chance_node():
            return f"roll-off {action}" if self._rolloff else f"throw {action}"
        if self._end.over:
            raise error(-7, f"action {action}: the game is over")
        return self._move_text(self._move(action))

    def _move_text(self, move: int) -> str:
        text = ctypes.create_string_buffer(MAX_TEXT)
        check(lib.lus_move_format(self._rules, self._pos, move, text))
        return text.value.decode()

    def string_to_action(self, text: str) -> int:
        """The action of a move text: "4-6".  Raises TextError with the byte at fault, IllegalError."""
        if not self.is_player_node():
            raise error(-7, f"move {text!r}: no player is to move")
        move, fault = ctypes.c_uint64(), _library.Fault()
        check(lib.lus_move_parse(self._rules, self._pos, self._thrown, c_text(text), move, fault),
              f"move {text!r}", fault)
        return int(lib.lus_action_of(self._rules, move.value))

    def __str__(self) -> str:
        board = ctypes.create_string_buffer(MAX_BOARD)
        check(lib.lus_draw(self._rules, self._pos, None, board))
        return board.value.decode() + self._status_line() + "\n"

    def _status_line(self) -> str:
        if self._end.over:
            return f"The game is over: returns {self.returns()}"
        side = lib.lus_side_name(self._rules, lib.lus_side(self._pos)).decode()
        if self._rolloff:
            return "Opening roll-off"
        if not self._game._has_dice:
            return f"{side} to move"
        return f"{side} to throw" if self._thrown is None else f"{side} to move, thrown {self._thrown}"

    def __repr__(self) -> str:
        return f"<lusoria.State {self._game.name} {self.position()}>"

    # ---- history ----

    def history(self) -> list[int]:
        """All actions from the first state on, throws included."""
        return [action for _, action in self._history]

    def full_history(self) -> list[tuple[int, int]]:
        """The same as (player, action)."""
        return list(self._history)

    def history_str(self) -> str:
        """The actions as a text: "4, 0, 2"."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """How many actions were applied, throws included."""
        return len(self._history)

    def serialize(self) -> str:
        """Three lines: the rule set, the first position ("start" for the usual one), all actions."""
        first = "start"
        if self._starts_elsewhere():
            text = ctypes.create_string_buffer(MAX_TEXT)
            thrown = ANY_THROW if self._first_throw is None else self._first_throw
            check(lib.lus_pos_format(self._rules, lib.lus_game_start(self._handle), thrown, text))
            first = text.value.decode()
        return f"{self._game.name}\n{first}\n{' '.join(map(str, self.history()))}\n"

    def _starts_elsewhere(self) -> bool:
        """A first throw is part of a position text, and a game from a position has no roll-off."""
        start = _library.Pos()
        lib.lus_start(self._rules, ctypes.byref(start))
        first = ctypes.string_at(lib.lus_game_start(self._handle), ctypes.sizeof(start))
        rolloff = self._rolloff or lib.lus_game_rolloffs(self._handle) > 0
        return self._first_throw is not None or bytes(start) != first or rolloff != self._game._has_rolloff

    def __reduce__(self) -> tuple[Any, ...]:
        return deserialize, (self.serialize(),)

    def __eq__(self, other: object) -> bool:
        """The same game with the same actions."""
        return isinstance(other, State) and self.serialize() == other.serialize()

    __hash__ = None  # type: ignore[assignment]  # a state changes

    # ---- observations ----

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The position as numbers in the layout of lusoria(3), seen by the side to move or by `player`."""
        size = self._game.observation_tensor_size()
        seen = (ctypes.c_float * size)()
        thrown = ANY_THROW if self._thrown is None else self._thrown
        check(lib.lus_observe(self._rules, self._pos, thrown, seen))
        out = list(seen)
        if player is None or player == self._mover():
            return out
        if player not in (0, 1):
            raise RangeError(f"observation_tensor: there is no player {player}")
        s = self._game.num_squares()
        counts = out[2 * s:2 * s + 4]
        return out[s:2 * s] + out[:s] + [counts[1], counts[0], counts[3], counts[2]] + out[2 * s + 4:]

    def observation_string(self, player: int | None = None) -> str:
        """The position text: both players see everything."""
        return self.position()

    def classic(self, player: int | None = None) -> int:
        """The evaluation of the original program of the game, for the side to move or for `player`."""
        other = player is not None and player != self._mover()
        return int(lib.lus_classic(self._rules, self._pos, int(other)))

    # ---- what OpenSpiel does not have: analysis.py ----

    def analyse(self, search: Search | None = None, **limits: int) -> Analysis:
        """See analysis.analyse."""
        from . import analysis
        return analysis.analyse(self, search, **limits)

    def probe(self, tables: Tables) -> float | None:
        """See analysis.probe."""
        from . import analysis
        return analysis.probe(self, tables)

    def review(self, search: Search | None = None, **limits: int) -> Review:
        """See analysis.review."""
        from . import analysis
        return analysis.review([self], search, **limits)

    def rollout(self, **limits: Any) -> Rollout:
        """See analysis.rollout."""
        from . import analysis
        return analysis.rollout(self, **limits)


def deserialize(text: str) -> State:
    """The state of State.serialize().  Raises TextError; its `at` is the byte at fault."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[3]:
        raise _fault(len(text.encode()), "three lines: a rule set, a position or \"start\", actions")
    name, first, actions = lines[:3]
    if not lib.lus_rules_find(c_text(name)):
        raise _fault(0, "the name of a rule set")
    game, at = load_game(name), len(name.encode()) + 1
    try:
        state = game.new_initial_state(None if first == "start" else first)
    except TextError as reason:
        raise _fault(at + (reason.at or 0), reason.expected) from None
    at += len(first.encode()) + 1
    for word in actions.split(" ") if actions else []:
        _apply_word(state, word, at)
        at += len(word.encode()) + 1
    return state


def _apply_word(state: State, word: str, at: int) -> None:
    if word not in map(str, state.legal_actions()):
        raise _fault(at, "the end of the game" if state.is_terminal() else f"one of {state.legal_actions()}")
    state.apply_action(int(word))


def _fault(at: int, expected: str) -> TextError:
    return TextError(f"the text is not understood: byte {at}: expected {expected}", code=-1, name="ETEXT", at=at,
                     expected=expected)


# ---- records ----

def _state_of(handle: int, first_throw: int) -> State:
    """A state of a copy of a game, with its history."""
    rules = lib.lus_game_rules(handle)
    game = Game(rules)
    state = State(game, lib.lus_game_copy(handle))
    state._first_throw = first_throw if game._has_dice and first_throw != ANY_THROW else None
    state._history = [(PlayerId.CHANCE, lib.lus_game_rolloff_at(handle, i))
                      for i in range(lib.lus_game_rolloffs(handle))]
    for ply in range(lib.lus_game_plies(handle)):
        thrown = lib.lus_game_throw_at(handle, ply)
        if game._has_dice and not (ply == 0 and state._first_throw is not None):
            state._history.append((PlayerId.CHANCE, thrown))
        player = lib.lus_game_player(handle, lib.lus_side(lib.lus_game_pos_at(handle, ply)))
        state._history.append((player, lib.lus_action_of(rules, lib.lus_game_move_at(handle, ply))))
    if lib.lus_game_plies(handle) == 0 and state._first_throw is not None:
        state._thrown = state._first_throw
    return state


def read_games(text: str) -> list[State]:
    """All games of a text in any format of lusoria-record(5), each at its last position.

    Raises TextError; its `at` is the byte at fault.
    """
    record, fault, data = ctypes.c_void_p(), _library.Fault(), text.encode()
    check(lib.lus_record_read(data, len(data), record, fault), "record", fault)
    try:
        return [_state_of(lib.lus_record_game(record, i), lib.lus_record_first_throw(record, i))
                for i in range(lib.lus_record_count(record))]
    finally:
        lib.lus_record_free(record)


def _record_of(states: list[State]) -> ctypes.c_void_p:
    """A new record with these games; the caller frees it."""
    record = ctypes.c_void_p(lib.lus_record_new())
    if not record:
        raise MemoryError("liblusoria: out of memory")
    for state in states:
        i = lib.lus_record_add(record, state._handle)
        if i >= 0 and state._first_throw is not None:
            i = lib.lus_record_set_first_throw(record, i, state._first_throw)
        if i < 0:
            lib.lus_record_free(record)
            raise error(i, "record")
    return record


def write_games(states: list[State], format: str = "lusoria") -> str:
    """The games as a text in a format of lusoria-record(5): "lusoria", "rgn", "ogn", "moves", "link"."""
    record = _record_of(states)
    text, length = ctypes.c_void_p(), ctypes.c_size_t()
    try:
        check(lib.lus_record_write(record, c_text(format), text, length), f"format {format!r}")
    finally:
        lib.lus_record_free(record)
    return _library.take_text(text, length.value)


__all__ = ["Game", "PASS", "PlayerId", "State", "deserialize", "load_game", "read_games", "registered_names",
           "write_games"]
