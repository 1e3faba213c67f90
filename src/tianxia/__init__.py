"""Tianxia: five board games of ancient China on one engine."""

from .engine import rng as _rng
from .engine.errors import (
    DataError,
    IllegalAction,
    NotationError,
    OptionError,
    RecordError,
    StateError,
    TianxiaError,
    UndoError,
    UnknownGame,
)
from .engine.game import Game
from .engine.match import Match, new_match
from .engine.record import Record, read_record, state_hash
from .engine.registry import all_games, game, game_ids
from .engine.state import State

__version__ = "0.1.0"
#: Does the compiled engine run, or the plain Python?
COMPILED = not str(_rng.__file__).endswith(".py")

__all__ = [
    "COMPILED",
    "DataError",
    "Game",
    "IllegalAction",
    "Match",
    "NotationError",
    "OptionError",
    "Record",
    "RecordError",
    "State",
    "StateError",
    "TianxiaError",
    "UndoError",
    "UnknownGame",
    "all_games",
    "game",
    "game_ids",
    "new_match",
    "read_record",
    "state_hash",
]
