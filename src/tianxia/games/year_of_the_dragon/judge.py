"""What a position is worth."""

from ...engine.state import State
from .rules import YearOfTheDragon


def feature_names(players: int) -> list[str]:
    return ["month"]


def features(state: State, player: int) -> list[float]:
    assert isinstance(state, YearOfTheDragon)
    return [state.month / 12]


def judge(state: State, player: int) -> float:
    return float(state.scores()[player])


def policy(state: State, player: int) -> int:
    return state.offers(player)[0]
