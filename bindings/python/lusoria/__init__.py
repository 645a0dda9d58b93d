# SPDX-License-Identifier: MIT
"""lusoria - Senet, the Royal Game of Ur, Awari and Magnetic Cave, in the vocabulary of OpenSpiel.

    import lusoria
    state = lusoria.load_game("ur:finkel").new_initial_state()

Games and states are in lusoria.game, analyses, tables, reviews, rollouts and puzzles in
lusoria.analysis, batches in lusoria.batch; all names are also here.  Nothing but the standard library
and liblusoria is needed.  doc/python.md is a tutorial.
"""
from ._library import VERSION as __version__
from .analysis import (Analysis, NoPuzzle, Puzzle, Rating, Review, ReviewedPly, Rollout, RolloutMove, Search, Tables,
                       analyse, probe, puzzle, review, rollout)
from .batch import Batch
from .errors import FileError, IllegalError, LusoriaError, RangeError, StateError, TextError
from .game import (Game, PlayerId, State, deserialize, load_game, read_games, registered_names, write_games)

__all__ = ["Analysis", "Batch", "FileError", "Game", "IllegalError", "LusoriaError", "NoPuzzle", "PlayerId", "Puzzle",
           "RangeError", "Rating", "Review", "ReviewedPly", "Rollout", "RolloutMove", "Search", "State", "StateError",
           "Tables", "TextError", "analyse", "deserialize", "load_game", "probe", "puzzle", "read_games",
           "registered_names", "review", "rollout", "write_games", "__version__"]
