# SPDX-License-Identifier: MIT
"""What OpenSpiel does not have: searches, exact values, reviews, rollouts and puzzles.

    search = lusoria.Search(memory_mb=64)
    analysis = state.analyse(search, depth=6)
    print(analysis.moves[0].move, analysis.moves[0].win, analysis.moves[0].why)

Values are those of the side to move: a probability of winning, or stones ahead at the end (Awari).
"""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Sequence

from . import _library
from ._library import ANY_THROW, c_number, c_text, check, error, filled, lib
from .errors import LusoriaError, StateError
from .game import Game, State, _record_of

_UNITS = ("win", "stones")
_VERDICTS = ("forced", "best", "good", "inaccuracy", "mistake", "blunder")
_REASONS = ("", "forced", "unclear", "unconfirmed", "obvious", "unsolved", "decided")


# ---- tables ----

class Tables:
    """All tables of exact values in a folder; None is the user's own folder, lusoria-table(5).

    Raises FileError if the folder cannot be read.  A context manager: `with Tables(folder) as t`.
    """

    def __init__(self, folder: str | None = None) -> None:
        self._handle = ctypes.c_void_p()
        check(lib.lus_tables_open(c_text(folder) if folder is not None else None, self._handle),
              f"tables in {folder!r}")

    def close(self) -> None:
        """Closes the tables; a Search that uses them must be gone."""
        handle, self._handle = getattr(self, "_handle", None), ctypes.c_void_p()
        if handle:
            lib.lus_tables_close(handle)

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> Tables:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return max(0, int(lib.lus_tables_count(self._handle)))

    def names(self) -> list[tuple[str, int, int]]:
        """(rule set, pieces or stones up to which it is complete, positions) of each table."""
        found = []
        for i in range(len(self)):
            table = _library.Table()
            check(lib.lus_tables_at(self._handle, i, table))
            found.append((lib.lus_rules_name(table.rules).decode(), table.size, table.positions))
        return found


def probe(state: State, tables: Tables) -> float | None:
    """The exact value for the side to move; None if no table contains the position.

    Before a throw it is the mean over the throws, after it the value of the best move.
    """
    value = ctypes.c_double()
    if state.is_terminal():
        raise StateError("probe: the game is over")
    if state.is_chance_node() or not state.game._has_dice:
        found = lib.lus_tables_probe(tables._handle, state._rules, state._pos, value)
        return value.value if check(found, "probe") else None
    best: float | None = None
    for action in state.legal_actions():
        found = lib.lus_tables_probe_move(tables._handle, state._rules, state._pos, state._thrown,
                                          state._move(action), value)
        if not check(found, "probe"):
            return None
        best = value.value if best is None else max(best, value.value)
    return best


# ---- searches ----

class Search:
    """The memory of searches, kept from call to call; `memory_mb` is its transposition table.

    One thread at a time may use it; stop() may be called by any thread.
    """

    def __init__(self, memory_mb: int = 16, tables: Tables | None = None) -> None:
        self._handle = lib.lus_search_new(c_number(ctypes.c_int, memory_mb, "Search: memory_mb"))
        if not self._handle:
            raise error(-4, f"Search(memory_mb={memory_mb})")
        self.tables = tables
        if tables is not None:
            check(lib.lus_search_tables(self._handle, tables._handle))

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)
        if handle:
            lib.lus_search_free(handle)

    def stop(self, stop: bool = True) -> None:
        """Makes the search that runs, and all that follow, return at once; False lets them run again."""
        lib.lus_search_stop(self._handle, int(stop))

    def best_action(self, state: State, **limits: int) -> int:
        """The action that the search chooses; limits as those of analyse."""
        if not state.is_player_node():
            raise StateError("best_action: no player is to move")
        move = ctypes.c_uint64()
        bounds = _limits("best_action", limits)
        check(lib.lus_search_move(self._handle, state._handle, state._thrown, bounds, move), _call("best_action", limits))
        return int(lib.lus_action_of(state._rules, move.value))


def _limits(what: str, given: dict[str, int]) -> Any:
    unknown = set(given) - {"depth", "time_ms", "nodes", "threads"}
    if unknown:
        raise TypeError(f"{what}: limits are depth, time_ms, nodes and threads, not {', '.join(sorted(unknown))}")
    return filled(_library.Limits, what, **given)


def _call(what: str, given: dict[str, Any]) -> str:
    """A call with its arguments, for the message of an exception: "analyse(depth=99)"."""
    return f"{what}({', '.join(f'{name}={value}' for name, value in given.items())})"


@dataclass(frozen=True)
class Rating:
    """A move (or, before a throw, a throw with its best move) and its value for the side to move."""
    action: int
    move: str
    thrown: int | None
    value: float
    win: float
    loss: float
    why: str
    exact: bool
    line: tuple[tuple[int, str], ...] = ()
    """The expected line of play: (throw, move)."""


@dataclass(frozen=True)
class Analysis:
    """The value of a state, and of every move (best first) or, before a throw, every throw."""
    value: float
    win: float
    unit: str
    depth: int
    exact: bool
    why: str
    moves: tuple[Rating, ...]
    throws: tuple[Rating, ...]


def analyse(state: State, search: Search | None = None, **limits: int) -> Analysis:
    """Analyses a state.  Limits: depth, time_ms, nodes, threads; without any about half a second.

    A finished game has its value and no moves.  Raises StateError during the roll-off.
    """
    search = search or Search()
    made = ctypes.c_void_p()
    thrown = ANY_THROW if state._thrown is None else state._thrown
    bounds = _limits("analyse", limits)
    check(lib.lus_analyse(search._handle, state._handle, thrown, bounds, made), _call("analyse", limits))
    try:
        return _analysis(state, made)
    finally:
        lib.lus_analysis_free(made)


def _analysis(state: State, made: ctypes.c_void_p) -> Analysis:
    whole = _library.Rating()
    check(lib.lus_analysis_at(made, -1, whole))
    ratings = tuple(_rating(state, made, i) for i in range(lib.lus_analysis_count(made)))
    before = state.is_chance_node()
    return Analysis(whole.value, whole.win, _UNITS[lib.lus_analysis_unit(made)], lib.lus_analysis_depth(made),
                    bool(whole.exact), (whole.why or b"").decode(), () if before else ratings,
                    ratings if before else ())


def _rating(state: State, made: ctypes.c_void_p, i: int) -> Rating:
    r = _library.Rating()
    check(lib.lus_analysis_at(made, i, r))
    return Rating(lib.lus_action_of(state._rules, r.move), state._move_text(r.move),
                  r.thrown if state.game._has_dice else None, r.value, r.win, r.loss, (r.why or b"").decode(),
                  bool(r.exact), _line(state, made, i))


def _line(state: State, made: ctypes.c_void_p, i: int) -> tuple[tuple[int, str], ...]:
    line: list[tuple[int, str]] = []
    thrown, move = ctypes.c_int(), ctypes.c_uint64()
    now = state.clone()
    while not state.is_chance_node() and lib.lus_analysis_line(made, i, len(line), thrown, move) == 1:
        line.append((thrown.value, now._move_text(move.value)))
        if now.is_chance_node():
            now.apply_action(thrown.value)
        now.apply_action(lib.lus_action_of(now._rules, move.value))
    return tuple(line)


# ---- reviews ----

@dataclass(frozen=True)
class ReviewedPly:
    """A ply, valued for its player: what the move lost and what the throw gained."""
    player: int
    thrown: int
    action: int
    move: str
    best: str
    value: float
    loss: float
    luck: float
    verdict: str
    exact: bool


@dataclass(frozen=True)
class Review:
    """The plies of each game; json, csv and html are the reports of `lusoria review`."""
    games: tuple[tuple[ReviewedPly, ...], ...]
    json: str
    csv: str
    html: str


def review(states: Sequence[State], search: Search | None = None, **limits: int) -> Review:
    """Reviews all plies of games.  Limits, for one ply: depth, time_ms, nodes, threads."""
    search = search or Search()
    made, record = ctypes.c_void_p(), _record_of(list(states))
    try:
        bounds = ctypes.byref(_limits("review", limits)) if limits else None
        check(lib.lus_review_new(search._handle, record, bounds, made), _call("review", limits))
        games = tuple(tuple(_reviewed(state, made, i, ply) for ply in range(lib.lus_review_plies(made, i)))
                      for i, state in enumerate(states))
        return Review(games, *(_report(made, name) for name in ("json", "csv", "html")))
    finally:
        lib.lus_review_free(made)
        lib.lus_record_free(record)


def _reviewed(state: State, made: ctypes.c_void_p, game: int, ply: int) -> ReviewedPly:
    r = _library.ReviewPly()
    check(lib.lus_review_at(made, game, ply, r))
    pos = lib.lus_game_pos_at(state._handle, ply)
    move, best = (ctypes.create_string_buffer(_library.MAX_TEXT) for _ in range(2))
    check(lib.lus_move_format(state._rules, pos, r.move, move))
    check(lib.lus_move_format(state._rules, pos, r.best, best))
    return ReviewedPly(r.player, r.thrown, lib.lus_action_of(state._rules, r.move), move.value.decode(),
                       best.value.decode(), r.value, r.loss, r.luck, _VERDICTS[r.verdict], bool(r.exact))


def _report(made: ctypes.c_void_p, format: str) -> str:
    text, length = ctypes.c_void_p(), ctypes.c_size_t()
    check(lib.lus_review_write(made, format.encode(), text, length))
    return _library.take_text(text, length.value)


# ---- rollouts ----

@dataclass(frozen=True)
class RolloutMove:
    """A move: probability of winning and its standard error; plain_*: the luck is not subtracted."""
    action: int | None
    move: str
    win: float
    error: float
    plain_win: float
    plain_error: float
    loss: float
    loss_error: float
    plies: float
    truncated: float


@dataclass(frozen=True)
class Rollout:
    """The moves, best first; before a throw one entry, the position itself."""
    games: int
    moves: tuple[RolloutMove, ...]


def rollout(state: State, *, games: int = 0, depth: int = 0, truncate: int = 0, threads: int = 0, seed: int = 1,
            error: float = 0.0) -> Rollout:
    """Plays `games` games (4096) for each move and subtracts the luck of the throws.

    depth     of the search of both players (1)
    truncate  plies after which the players' evaluation counts; 0: never
    error     stop at this standard error; 0: never

    Raises StateError for a game without dice, a finished one, or one in its roll-off.
    """
    if state._rolloff:
        raise StateError("rollout: the roll-off is not over")
    given = {"games": games, "depth": depth, "truncate": truncate, "threads": threads, "seed": seed, "error": error}
    limits = filled(_library.RolloutLimits, "rollout", **given)
    made = ctypes.c_void_p()
    thrown = ANY_THROW if state._thrown is None else state._thrown
    check(lib.lus_rollout_new(state._rules, state._pos, thrown, limits, made), _call("rollout", given))
    try:
        moves = tuple(_rolled(state, made, i) for i in range(lib.lus_rollout_count(made)))
        return Rollout(lib.lus_rollout_games(made), moves)
    finally:
        lib.lus_rollout_free(made)


def _rolled(state: State, made: ctypes.c_void_p, i: int) -> RolloutMove:
    m = _library.RolloutMove()
    check(lib.lus_rollout_at(made, i, m))
    before = state.is_chance_node()
    return RolloutMove(None if before else lib.lus_action_of(state._rules, m.move),
                       "" if before else state._move_text(m.move), m.win, m.error, m.plain_win, m.plain_error,
                       m.loss, m.loss_error, m.plies, m.truncated)


# ---- puzzles ----

class NoPuzzle(LusoriaError):
    """There is no puzzle; `reason` is one word: "forced", "unclear", "unconfirmed", ..."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"not a puzzle: {reason}", expected=reason)
        self.reason = reason


@dataclass(frozen=True)
class Puzzle:
    """A state in which one move is clearly best."""
    state: State
    best: str
    margin: float
    unit: str
    simple: str
    played: str | None
    level: int | None
    solved: tuple[float, ...]
    exact: bool
    moves: tuple[tuple[str, float], ...]


def puzzle(source: Game | State | str, *, seed: int = 0, level: int = 0, nodes: int = 0, number: int = 0,
           player: int = -1, tables: Tables | None = None) -> Puzzle:
    """A puzzle.  Raises NoPuzzle.

    source is a Game     the puzzle of `seed`; the same seed gives the same puzzle
              a State    is this position with its throw a puzzle?
              a text     of recorded games: mistake `number` (0, 1, ...) that makes a puzzle, the largest
                         of each game first; of player 0, 1 or both (-1)
    level     1 .. 6: the level to look for
    """
    given = {"seed": seed, "level": level, "nodes": nodes, "number": number, "player": player}
    limits = filled(_library.PuzzleLimits, "puzzle", tables=tables._handle if tables else None, nodes=nodes, level=level)
    made = ctypes.c_void_p()
    status = _find_puzzle(source, seed, number, player, limits, made)
    if check(status, _call("puzzle", given)) > 0:
        raise NoPuzzle(_REASONS[status])
    try:
        return _puzzle(made)
    finally:
        lib.lus_puzzle_free(made)


def _find_puzzle(source: Game | State | str, seed: int, number: int, player: int, limits: Any,
                 made: ctypes.c_void_p) -> int:
    if isinstance(source, Game):
        seed = _library.c_number(ctypes.c_uint64, seed, "puzzle: seed")
        return int(lib.lus_puzzle_generate(source._rules, seed, limits, made))
    if isinstance(source, State):
        if not source.is_player_node():
            raise StateError("puzzle: no player is to move")
        return int(lib.lus_puzzle_judge(source._rules, source._pos, source._thrown, limits, made))
    record, fault, data = ctypes.c_void_p(), _library.Fault(), source.encode()
    number = _library.c_number(ctypes.c_int, number, "puzzle: number")
    player = _library.c_number(ctypes.c_int, player, "puzzle: player")
    check(lib.lus_record_read(data, len(data), record, fault), "record", fault)
    try:
        return int(lib.lus_puzzle_of_record(record, player, number, limits, made))
    finally:
        lib.lus_record_free(record)


def _puzzle(made: ctypes.c_void_p) -> Puzzle:
    info, move, value = _library.PuzzleInfo(), ctypes.c_uint64(), ctypes.c_double()
    check(lib.lus_puzzle_info_of(made, info))
    game = Game(info.rules)
    state = State(game, lib.lus_game_new(info.rules, ctypes.byref(info.pos)))
    state._thrown = info.thrown
    state._first_throw = info.thrown if game._has_dice else None
    moves = []
    for i in range(lib.lus_puzzle_count(made)):
        check(lib.lus_puzzle_at(made, i, move, value))
        moves.append((state._move_text(move.value), value.value))
    return Puzzle(state, state._move_text(info.best), info.margin, _UNITS[info.unit], state._move_text(info.simple),
                  state._move_text(info.played) if info.player >= 0 else None, info.level or None,
                  tuple(percent / 100 for percent in info.solved), bool(info.exact), tuple(moves))
