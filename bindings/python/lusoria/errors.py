# SPDX-License-Identifier: MIT
"""Exceptions of the module: what failed, in which byte of a text, and what was expected."""
from __future__ import annotations


class LusoriaError(Exception):
    """A call of liblusoria that failed.

    code      number of the error, as in enum lus_error of lusoria.h
    name      its name: "EILLEGAL"
    at        byte of the text at fault, counted from 0; None if no text was read
    expected  what was expected there; "" if unknown
    index     position of a batch at fault; None outside of batches
    """

    def __init__(self, message: str, *, code: int = 0, name: str = "", at: int | None = None,
                 expected: str = "", index: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.name = name
        self.at = at
        self.expected = expected
        self.index = index


class TextError(LusoriaError, ValueError):
    """A text that is not understood; `at` is the byte at fault."""


class IllegalError(LusoriaError, ValueError):
    """A move or an action that is not legal; `expected` says which rule it breaks."""


class RangeError(LusoriaError, ValueError):
    """An argument out of range, such as a throw that the game does not have."""


class StateError(LusoriaError):
    """Something that cannot be done now, such as a move after the end of the game."""


class FileError(LusoriaError):
    """A file or folder that cannot be read, or a damaged table."""
