"""The vector a game's features are written into."""

import pytest

import tianxia
from tianxia.engine.features import Features


def test_numbers_stand_in_the_order_they_are_written() -> None:
    state = tianxia.game("xiang-chi").new(seed=1)
    width = state.game.widths[1]
    found = Features(state)
    found.add(0.5)
    found.scaled([1, 0, 3], 4)
    found.flag(True)
    found.one_of(3, 1)
    found.one_of(2, -1)
    found.skip(width - 10)
    assert found.all() == [0.5, 0.25, 0.0, 0.75, 1.0, 0.0, 1.0, *[0.0] * (width - 7)]


def test_a_missing_number_is_noticed() -> None:
    found = Features(tianxia.game("xiang-chi").new(seed=1))
    found.add(1.0)
    with pytest.raises(AssertionError):
        found.all()
