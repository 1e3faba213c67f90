"""The judge likes what is good, and its estimates are of the right size."""

import random
from typing import Any

import pytest

from tianxia.bots.greedy import greedy_action
from tianxia.engine.rng import Rng

from .table import GAME, cards, lay_out, officials, play, slots, squares


def worth(own: dict[str, Any] | None = None, **changes: Any) -> float:
    return GAME.judge(lay_out(round=3, seats={0: own or {}}, **changes), 0)


def test_more_is_better() -> None:
    plain = worth()
    assert worth({"workers": [1, 1, 0, 0, 0]}) > plain
    assert worth({"governors_area": officials("rgw")}) > worth({"governors_area": officials("rrr")})
    assert worth({"cards": cards(r1=[3])}) > plain
    assert worth({"levels": [3, 0, 0, 0, 0]}) < plain
    assert worth({"ones": [0, 2, 0]}) > plain
    assert worth(squares=squares(a1=0)) > plain + 6
    assert worth(slots=slots(T1=[-1, -1, 0])) > worth(slots=slots(T1=[0, -1, -1])) > plain
    assert (
        worth({"palaces": [1, 1, 0, 0, 0]}, tasks=["TGJ", "1-2-5", "2-5", "GJ", "3-5", "1-3-5"])
        > plain
    )


def test_a_rival_in_the_region_is_worse() -> None:
    assert worth(squares=squares(a1=0)) > worth(squares=squares(a1=0, b1=1))


def test_the_rest_of_a_turn_is_foreseen() -> None:
    """After `hire` has been chosen the workers count, though the officials are not chosen yet."""
    state = lay_out(seats={0: {"hand": [52], "governors_area": officials("rg")}})
    play(state, "card 52", "hire 1")
    foreseen = GAME.judge(state, 0)
    assert state.question == 5, "judging does not play on"
    play(state, "staff rg")
    assert foreseen == pytest.approx(GAME.judge(state, 0))


def test_at_the_end_it_is_the_score() -> None:
    state = lay_out(players=2, question="over", waiting=[], round=5, squares=squares(a1=0))
    assert GAME.judge(state, 0) == 12
    assert GAME.judge(state, 1) == 0


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_random(players: int) -> None:
    """One greedy player among random ones."""
    dice = random.Random(3)
    rng = Rng()
    rng.seed(7)
    state = GAME.new(players, 0)
    state.events = None
    while not state.over():
        player = state.actors()[0]
        legal = state.legal(player)
        action = greedy_action(state, player, rng) if player == 0 else dice.choice(legal)
        state.play(player, action)
    assert state.winners() == [0]
    assert state.scores()[0] > 90


def test_features_are_named_and_scaled() -> None:
    state = GAME.new(3, 1, boards="b-choose", draw="3-keep-2")
    dice = random.Random(0)
    names = GAME.feature_names(3)
    assert len(names) == len(set(names))
    while not state.over():
        for player in range(3):
            found = state.features(player)
            assert len(found) == len(names)
            assert all(-1.01 <= value <= 2 for value in found)
        player = dice.choice(state.actors())
        state.play(player, dice.choice(state.legal(player)))
