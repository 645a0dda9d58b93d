# SPDX-License-Identifier: MIT
"""liblusoria through ctypes: finds the library and declares structs and functions of lusoria.h.

The library is looked for, in this order:

    $LUSORIA_LIBRARY              a file
    beside the package            lusoria/liblusoria.so.0
    in the folders above it       FOLDER/liblusoria.so.0 and FOLDER/build/liblusoria.so.0.1.0, so
                                  that a source tree and `make install` of any prefix work
    installed                     where the dynamic linker finds liblusoria.so.0

test_library.py compares the declarations with the header.
"""
from __future__ import annotations

import ctypes
import operator
import os
from ctypes import (POINTER, Structure, c_char, c_char_p, c_double, c_float, c_int, c_int32, c_size_t, c_uint64,
                    c_void_p)
from pathlib import Path
from typing import Any, Iterator

from . import errors

VERSION = "0.1.0"
MAJOR = 0

# Constants of lusoria.h.
ANY_THROW = -1
PASS = 0
MAX_MOVES = 64
MAX_TEXT = 160
MAX_BOARD = 8192
ONGOING, WIN, LOSS, DRAW = range(4)


class Fault(Structure):
    _fields_ = [("code", c_int), ("at", c_size_t), ("expected", c_char * 120)]


class Pos(Structure):
    _fields_ = [("w", c_uint64 * 4)]


class Look(Structure):
    _fields_ = [("unicode", c_int), ("color", c_int), ("last", c_uint64), ("last_side", c_int)]


class End(Structure):
    _fields_ = [("over", c_int), ("winner", c_int), ("reason", c_int), ("score", c_int * 2)]


class Random(Structure):
    _fields_ = [("s", c_uint64 * 4)]


class Table(Structure):
    _fields_ = [("rules", c_void_p), ("path", c_char_p), ("positions", c_uint64), ("size", c_int),
                ("reserved", c_int * 3)]


class Limits(Structure):
    _fields_ = [("depth", c_int), ("time_ms", c_int), ("nodes", c_uint64), ("threads", c_int),
                ("reserved", c_int * 3)]


class Rating(Structure):
    _fields_ = [("move", c_uint64), ("thrown", c_int), ("weight", c_int), ("value", c_double), ("win", c_double),
                ("loss", c_double), ("why", c_char_p), ("exact", c_int), ("reserved", c_int * 3)]


class ReviewPly(Structure):
    _fields_ = [("move", c_uint64), ("best", c_uint64), ("player", c_int), ("thrown", c_int), ("value", c_double),
                ("loss", c_double), ("luck", c_double), ("verdict", c_int), ("exact", c_int), ("reserved", c_int * 2)]


class RolloutLimits(Structure):
    _fields_ = [("games", c_int), ("depth", c_int), ("truncate", c_int), ("threads", c_int), ("seed", c_uint64),
                ("error", c_double), ("reserved", c_int * 4)]


class RolloutMove(Structure):
    _fields_ = [("move", c_uint64), ("win", c_double), ("error", c_double), ("plain_win", c_double),
                ("plain_error", c_double), ("loss", c_double), ("loss_error", c_double), ("plies", c_double),
                ("truncated", c_double), ("reserved", c_int * 4)]


class PuzzleLimits(Structure):
    _fields_ = [("tables", c_void_p), ("nodes", c_uint64), ("level", c_int), ("reserved", c_int * 3)]


class PuzzleInfo(Structure):
    _fields_ = [("rules", c_void_p), ("pos", Pos), ("thrown", c_int), ("unit", c_int), ("margin", c_double),
                ("best", c_uint64), ("simple", c_uint64), ("played", c_uint64), ("exact", c_int), ("level", c_int),
                ("solved", c_int * 6), ("game", c_int), ("ply", c_int), ("player", c_int), ("reserved", c_int * 3)]


# Structs and their names in the header; test_library.py compares their sizes.
STRUCTS = {"lus_fault": Fault, "lus_pos": Pos, "lus_look": Look, "lus_end": End, "lus_random": Random,
           "lus_table": Table, "lus_limits": Limits, "lus_rating": Rating, "lus_review_ply": ReviewPly,
           "lus_rollout_limits": RolloutLimits, "lus_rollout_move": RolloutMove, "lus_puzzle_limits": PuzzleLimits,
           "lus_puzzle_info": PuzzleInfo}

# Short names for the table below: a handle or a pointer to a plain struct, and pointers.
_P = c_void_p
_INT_P = POINTER(c_int)
_MOVE = c_uint64
_MOVE_P = POINTER(c_uint64)
_DOUBLE_P = POINTER(c_double)
_SIZE_P = POINTER(c_size_t)
_OUT = POINTER(c_void_p)
_FAULT = POINTER(Fault)
_I32 = POINTER(c_int32)
_F32 = POINTER(c_float)

# Functions: the type of the result and of the arguments.  Texts that the caller frees are c_void_p.
PROTOTYPES: dict[str, tuple[Any, ...]] = {
    "lus_version": (c_char_p,),
    "lus_free": (None, _P),
    "lus_error_name": (c_char_p, c_int),
    "lus_error_text": (c_char_p, c_int),
    "lus_rules_find": (_P, c_char_p),
    "lus_rules_at": (_P, c_int),
    "lus_rules_name": (c_char_p, _P),
    "lus_rules_title": (c_char_p, _P),
    "lus_rules_about": (c_char_p, _P),
    "lus_side_name": (c_char_p, _P, c_int),
    "lus_throws": (c_int, _P),
    "lus_throw_value": (c_int, _P, c_int),
    "lus_throw_weight": (c_int, _P, c_int),
    "lus_throw_weight_sum": (c_int, _P),
    "lus_has_dice": (c_int, _P),
    "lus_start": (c_int, _P, _P),
    "lus_side": (c_int, _P),
    "lus_result": (c_int, _P, _P),
    "lus_score": (c_int, _P, _P, _INT_P),
    "lus_classic": (c_int, _P, _P, c_int),
    "lus_pos_parse": (c_int, _P, c_char_p, _P, _INT_P, _FAULT),
    "lus_pos_format": (c_int, _P, _P, c_int, c_char_p),
    "lus_move_parse": (c_int, _P, _P, c_int, c_char_p, _MOVE_P, _FAULT),
    "lus_move_format": (c_int, _P, _P, _MOVE, c_char_p),
    "lus_move_refuse": (c_char_p, _P, _P, c_int, _MOVE),
    "lus_draw": (c_int, _P, _P, POINTER(Look), c_char_p),
    "lus_game_new": (_P, _P, _P),
    "lus_game_copy": (_P, _P),
    "lus_game_free": (None, _P),
    "lus_game_rules": (_P, _P),
    "lus_game_start": (_P, _P),
    "lus_game_pos": (_P, _P),
    "lus_game_pos_at": (_P, _P, c_int),
    "lus_game_plies": (c_int, _P),
    "lus_game_throw_at": (c_int, _P, c_int),
    "lus_game_move_at": (_MOVE, _P, c_int),
    "lus_game_play": (c_int, _P, c_int, _MOVE),
    "lus_game_undo": (c_int, _P),
    "lus_game_resign": (c_int, _P, c_int),
    "lus_game_end": (End, _P),
    "lus_game_needs_rolloff": (c_int, _P),
    "lus_game_rolloff": (c_int, _P, c_int),
    "lus_game_rolloffs": (c_int, _P),
    "lus_game_rolloff_at": (c_int, _P, c_int),
    "lus_game_player": (c_int, _P, c_int),
    "lus_squares": (c_int, _P),
    "lus_action_count": (c_int, _P),
    "lus_action_of": (c_int, _P, _MOVE),
    "lus_action_move": (c_int, _P, _P, c_int, c_int, _MOVE_P),
    "lus_observation_size": (c_int, _P),
    "lus_observe": (c_int, _P, _P, c_int, _F32),
    "lus_random_seed": (c_int, POINTER(Random), c_uint64, c_uint64),
    "lus_batch_start": (c_int, _P, c_int, _P, _P),
    "lus_batch_throw": (c_int, _P, c_int, POINTER(Random), _P),
    "lus_batch_actions": (c_int, _P, c_int, _P, _P, _P, _P),
    "lus_batch_choose": (c_int, c_int, POINTER(Random), _P, _P, _P),
    "lus_batch_step": (c_int, _P, c_int, _P, _P, _P, _P, _P),
    "lus_batch_observe": (c_int, _P, c_int, _P, _P, _P),
    "lus_tables_open": (c_int, c_char_p, _OUT),
    "lus_tables_close": (None, _P),
    "lus_tables_count": (c_int, _P),
    "lus_tables_at": (c_int, _P, c_int, POINTER(Table)),
    "lus_tables_probe": (c_int, _P, _P, _P, _DOUBLE_P),
    "lus_tables_probe_move": (c_int, _P, _P, _P, c_int, _MOVE, _DOUBLE_P),
    "lus_search_new": (_P, c_int),
    "lus_search_free": (None, _P),
    "lus_search_tables": (c_int, _P, _P),
    "lus_search_stop": (None, _P, c_int),
    "lus_search_move": (c_int, _P, _P, c_int, POINTER(Limits), _MOVE_P),
    "lus_analyse": (c_int, _P, _P, c_int, POINTER(Limits), _OUT),
    "lus_analysis_free": (None, _P),
    "lus_analysis_unit": (c_int, _P),
    "lus_analysis_depth": (c_int, _P),
    "lus_analysis_count": (c_int, _P),
    "lus_analysis_at": (c_int, _P, c_int, POINTER(Rating)),
    "lus_analysis_line": (c_int, _P, c_int, c_int, _INT_P, _MOVE_P),
    "lus_rollout_new": (c_int, _P, _P, c_int, POINTER(RolloutLimits), _OUT),
    "lus_rollout_free": (None, _P),
    "lus_rollout_games": (c_int, _P),
    "lus_rollout_count": (c_int, _P),
    "lus_rollout_at": (c_int, _P, c_int, POINTER(RolloutMove)),
    "lus_puzzle_generate": (c_int, _P, c_uint64, POINTER(PuzzleLimits), _OUT),
    "lus_puzzle_judge": (c_int, _P, _P, c_int, POINTER(PuzzleLimits), _OUT),
    "lus_puzzle_of_record": (c_int, _P, c_int, c_int, POINTER(PuzzleLimits), _OUT),
    "lus_puzzle_free": (None, _P),
    "lus_puzzle_info_of": (c_int, _P, POINTER(PuzzleInfo)),
    "lus_puzzle_count": (c_int, _P),
    "lus_puzzle_at": (c_int, _P, c_int, _MOVE_P, _DOUBLE_P),
    "lus_record_new": (_P,),
    "lus_record_read": (c_int, c_char_p, c_size_t, _OUT, _FAULT),
    "lus_record_free": (None, _P),
    "lus_record_add": (c_int, _P, _P),
    "lus_record_count": (c_int, _P),
    "lus_record_game": (_P, _P, c_int),
    "lus_record_first_throw": (c_int, _P, c_int),
    "lus_record_set_first_throw": (c_int, _P, c_int, c_int),
    "lus_record_set_tag": (c_int, _P, c_int, c_char_p, c_char_p),
    "lus_record_write": (c_int, _P, c_char_p, _OUT, _SIZE_P),
    "lus_review_new": (c_int, _P, _P, POINTER(Limits), _OUT),
    "lus_review_free": (None, _P),
    "lus_review_plies": (c_int, _P, c_int),
    "lus_review_at": (c_int, _P, c_int, c_int, POINTER(ReviewPly)),
    "lus_review_write": (c_int, _P, c_char_p, _OUT, _SIZE_P),
}


def _candidates() -> Iterator[str]:
    """The files to try, the best first; the last is left to the dynamic linker."""
    here = Path(__file__).resolve().parent
    names = (f"liblusoria.so.{MAJOR}", f"liblusoria.so.{VERSION}")
    for folder in [here, *list(here.parents)[:4]]:
        for place in (folder, folder / "build", folder / "lib"):
            for name in names:
                if (place / name).is_file():
                    yield str(place / name)
    yield names[0]


def _load() -> ctypes.CDLL:
    chosen = os.environ.get("LUSORIA_LIBRARY")
    path = chosen or next(_candidates())
    try:
        library = ctypes.CDLL(path)
    except OSError as reason:
        raise ImportError(f"liblusoria cannot be loaded ({reason}); build it with `make`, install it with "
                          "`make install`, or set LUSORIA_LIBRARY to its file") from None
    for name, (result, *arguments) in PROTOTYPES.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(f"{path} has no function {name}: it is older than this module ({VERSION})") from None
        function.restype = result
        function.argtypes = arguments
    return library


lib = _load()

_CLASSES = {-1: errors.TextError, -2: errors.IllegalError, -3: errors.RangeError, -4: errors.RangeError,
            -7: errors.StateError, -8: errors.FileError}


def error(code: int, what: str = "", fault: Fault | None = None, **more: Any) -> errors.LusoriaError:
    """The exception of an error number; `what` says what was tried."""
    text = lib.lus_error_text(code).decode()
    at, expected = None, ""
    if fault is not None and fault.code:
        at, expected = fault.at, fault.expected.decode()
        text = f"{text}: byte {at}: {'expected ' if code == -1 else ''}{expected}"
    message = f"{what}: {text}" if what else text
    return _CLASSES.get(code, errors.LusoriaError)(
        message, code=code, name=lib.lus_error_name(code).decode(), at=at, expected=expected, **more)


def check(status: int, what: str = "", fault: Fault | None = None) -> int:
    """Returns `status`, or raises its exception if it is negative."""
    if status < 0:
        raise error(status, what, fault)
    return status


def c_number(kind: Any, value: Any, what: str) -> int:
    """An integer for an argument of a C type; ctypes would drop the bits that do not fit.

    Takes everything that Python can use as an index, such as the integers of numpy.
    """
    exact = operator.index(value)
    if kind(exact).value != exact:
        raise error(-4, f"{what}={exact}")
    return exact


def filled(kind: Any, what: str, **values: Any) -> Any:
    """A struct with these members; RangeError if a number does not fit into its type."""
    types = dict(kind._fields_)
    for name, value in values.items():
        if types[name] in (c_int, c_uint64):
            values[name] = c_number(types[name], value, f"{what}: {name}")
    return kind(**values)


def c_text(text: str) -> bytes:
    """The text for an argument that ends at a zero byte; a zero byte inside of it is a fault."""
    data = text.encode()
    at = data.find(0)
    if at >= 0:
        raise errors.TextError(f"{text!r}: byte {at}: expected a text without zero bytes", code=-1, name="ETEXT", at=at,
                               expected="a text without zero bytes")
    return data


def take_text(pointer: c_void_p, length: int) -> str:
    """A text of the library that the caller has to free."""
    try:
        return ctypes.string_at(pointer, length).decode()
    finally:
        lib.lus_free(pointer)
