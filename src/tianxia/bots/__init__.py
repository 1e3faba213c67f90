"""Players made of code; they know no game, and see a state only as their seat may."""

from .bot import Bot, BotError, Candidate, Thought
from .registry import (
    BOT_NAMES,
    CLASSICS,
    LEVELS,
    bot_help,
    check_spec,
    choose,
    choose_whole,
    fingerprint,
    kind_of,
    make_bot,
    settings_of,
    split_specs,
)
from .seat import Seat
from .table import Table

__all__ = [
    "BOT_NAMES",
    "CLASSICS",
    "LEVELS",
    "Bot",
    "BotError",
    "Candidate",
    "Seat",
    "Table",
    "Thought",
    "bot_help",
    "check_spec",
    "choose",
    "choose_whole",
    "fingerprint",
    "kind_of",
    "make_bot",
    "settings_of",
    "split_specs",
]
