"""Tianxia: five board games of ancient China on one engine."""

from importlib.metadata import version

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

__version__ = version("tianxia")

__all__ = [
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
