"""What a position is worth, for bots."""

from ...engine.state import State
from .rules import MiddleKingdom


def judge(state: State, player: int) -> float:
    """The player's score as if the game ended now."""
    assert isinstance(state, MiddleKingdom)
    return float(sum(state.points(player)))


def feature_names(players: int) -> list[str]:
    """The names of the features."""
    return [f"score {seat}" for seat in range(players)]


def features(state: State, player: int) -> list[float]:
    """What the player may know."""
    assert isinstance(state, MiddleKingdom)
    scores = state.scores()
    return [scores[(player + turn) % state.players] / 50 for turn in range(state.players)]
