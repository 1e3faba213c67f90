"""The vector a game's features are written into."""

import pytest

import tianxia
from tianxia.engine.features import Features
from tianxia.engine.state import State

from ..tiny import tiny_game


def test_numbers_stand_in_the_order_they_are_written() -> None:
    found = Features()
    found.add(0.5)
    found.scaled([1, 0, 3], 4)
    found.flag(True)
    found.flag(False)
    found.one_of(3, 1)
    found.one_of(2, -1)
    found.skip(2)
    written = [0.5, 0.25, 0.0, 0.75, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert found.count() == len(written)
    assert found.numbers() == written
    assert len(found.packed()) == 4 * len(written)
    found.clear()
    assert found.numbers() == []


def test_states_are_written_one_behind_the_other() -> None:
    state = tianxia.game("xiang-chi").new(seed=1)
    found = Features()
    state.game.show(state, 0, found)
    state.game.show(state, 0, found)
    assert found.numbers() == state.features(0) * 2


def test_a_missing_number_is_noticed() -> None:
    def too_few(state: State, player: int, found: Features) -> None:
        found.add(1.0)

    state = tiny_game(features=too_few).new(seed=1)
    with pytest.raises(AssertionError):
        state.features(0)
