"""Positions for the tests of one rule: they need not be ones that a game can come to."""

from typing import Any

from tianxia.engine.game import Game
from tianxia.engine.state import State


def laid_out(game: Game, saved: dict[str, Any]) -> State:
    """As `Game.from_dict`, without its question whether all of it can be."""
    state = game.new(saved["players"], 0, **saved["options"])
    state.events = None
    state.restore(saved)
    state.run_on()
    return state
