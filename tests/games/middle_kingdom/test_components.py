"""The cards as data, and what is refused."""

from importlib.resources import files

import pytest

from tianxia import DataError
from tianxia.games.middle_kingdom.components import COMPONENTS, KINDS, PILES, read

TEXT = files("tianxia.games.middle_kingdom").joinpath("components.toml").read_text("utf-8")


def test_the_cards() -> None:
    assert dict(zip(KINDS, COMPONENTS.counts, strict=False)) == {
        "farmer": 15,
        "merchant": 15,
        "bureaucrat": 9,
        "philosopher": 1,
        "warlord": 10,
        "noble-2": 5,
        "noble-3": 4,
        "noble-4": 3,
    }
    assert COMPONENTS.points == [0, 0, 0, 1, 1, 2, 3, 4]
    assert [PILES[pile] for pile in COMPONENTS.pile_of] == [
        "farmers",
        "merchants",
        "bureaucrats",
        "bureaucrats",
        "warlords",
        "nobles",
        "nobles",
        "nobles",
    ]
    assert COMPONENTS.goal_points == [3, 4, 0, 5, 0]
    assert COMPONENTS.farmer_chart == [0, 2, 5, 8, 14, 20]
    assert COMPONENTS.row_size == [0, 0, 3, 2, 3, 4]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("count = 15", "count = 14", "62 Dynasty cards; got 61"),
        ("count = 10", "count = -10", "count is a whole number from 0"),
        ("count = 10", 'count = "ten"', "count is a whole number from 0"),
        ("count = 5", "count = 6", "62 Dynasty cards; got 63"),
        ("count = 4 # reconstructed", "count = 4\ncolor = 1", "has the keys pile, count, points"),
        ('pile = "nobles"', 'pile = "princes"', "a pile is one of .* got 'princes'"),
        ('pile = "nobles"', 'pile = "farmers"', "there are 12 Nobles; got 7"),
        ("[dynasty.farmer]", "[dynasty.fisher]", "has the keys farmer"),
        ("[goals]", "[aims]", "expected a table .goals."),
        ("market = 3", "market = 2.5", "market is a whole number"),
        ("farmers = [0, 2, 5", "farmers = [1, 2, 5", "begin with 0"),
        ("farmers = [0, 2, 5", "farmers = [0, 7, 5", "never fall"),
        ("farmers = [0, 2, 5", 'farmers = ["0", 2, 5', "list of whole numbers"),
        ("players-3 = 2", "players-3 = 0", "players-3 is a whole number from 2"),
        ("[scoring]", "[scoring", "is no TOML"),
    ],
)
def test_what_is_impossible_is_refused(old: str, new: str, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(DataError, match=reason):
        read(TEXT.replace(old, new, 1))
