"""What a position of Ten Suns is worth."""

from ...engine.state import State
from .rules import TenSuns


def judge(state: State, player: int) -> float:
    """Estimates the player's final score."""
    assert isinstance(state, TenSuns)
    return float(state.scores()[player])


def feature_names(players: int) -> list[str]:
    return ["sun"]


def features(state: State, player: int) -> list[float]:
    assert isinstance(state, TenSuns)
    return [state.sun / 10]
