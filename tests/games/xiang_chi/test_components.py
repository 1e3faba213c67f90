import tomllib
from importlib.resources import files

import pytest

from tianxia import DataError
from tianxia.games.xiang_chi.components import COMPONENTS, read
from tianxia.games.xiang_chi.rules import (
    BUY,
    DONE,
    EXCHANGE,
    FIGHT,
    LEAVE,
    NO_FIGHT,
    PLACE,
    SKIP,
    SPACE,
    TAX_CP,
    TAX_NONE,
    TAX_VP,
)

TEXT = files("tianxia.games.xiang_chi").joinpath("components.toml").read_text("utf-8")


def card(id: str) -> tuple[int, int, int]:
    """Worth, cost modifier and strength."""
    number = COMPONENTS.ids.index(id)
    return COMPONENTS.vp[number], COMPONENTS.cost[number], COMPONENTS.strength[number]


def test_there_are_54_cards() -> None:
    assert len(COMPONENTS.ids) == len(set(COMPONENTS.ids)) == 54
    assert sum(id.startswith("prince-") for id in COMPONENTS.ids) == 9
    for name in ("minister", "general", "courtesan", "tax-collector", "poet"):
        assert sum(id.startswith(name) for id in COMPONENTS.ids) == 9


@pytest.mark.parametrize(
    ("id", "expected"),
    [
        ("minister-sun-2", (2, 4, 0)),
        ("general-moon-3", (3, 2, 5)),
        ("general-earth-1", (1, 0, 3)),
        ("courtesan-earth-1", (1, -1, 0)),
        ("courtesan-sun-3", (3, 1, 0)),
        ("tax-collector-sun-1", (1, 5, 0)),
        ("poet-moon-3", (3, 4, 0)),
        ("prince-1", (2, 0, 3)),
        ("prince-9", (12, 0, 38)),
    ],
)
def test_cards(id: str, expected: tuple[int, int, int]) -> None:
    assert card(id) == expected


def test_a_stronger_prince_is_worth_no_less() -> None:
    princes = [card(f"prince-{number}") for number in range(1, 10)]
    strengths, points = [each[2] for each in princes], [each[0] for each in princes]
    assert strengths == sorted(strengths)
    assert points == sorted(points)
    assert len(set(points)) > 5


def test_action_numbers_are_those_of_the_space() -> None:
    starts = [LEAVE, BUY, EXCHANGE, SKIP, DONE, PLACE, TAX_VP, TAX_CP, TAX_NONE, FIGHT, NO_FIGHT]
    assert starts == [family.start for family in SPACE.families]


def test_reconstructed_values_are_marked() -> None:
    for line in TEXT.splitlines():
        if line.startswith(("cost =", "strength =", "vp =")):
            assert "reconstructed" in line


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[row]", "[row", "components.toml"),
        ("[court]", "[yard]", "no table"),
        ("place_costs = [0, 1, 2, 3]", "place_costs = [0, 1, 2]", "row.place_costs"),
        ("spaces = 8 ", "spaces = 9 ", "at most 8"),
        ("spaces = 8 ", "spaces = 2 ", "court.spaces"),
        ("start = 10", "start = -1", "copper.start"),
        ("start = 10", "start = true", "copper.start"),
        ("per_point = 3", "per_point = 0", "copper.per_point"),
        ("[classes.poet]", "[classes.bard]", "classes must be"),
        ("cost = [3, 4, 5]", 'cost = [3, 4, "five"]', "minister.cost"),
        ("strength = [3, 4, 5]", "strength = [3, 4]", "general.strength"),
        ("cost = [-1, 0, 1]", "cost = [-1, 0, 1]\nstrength = [1, 1, 1]", "only Generals"),
        ("strength = [3, 5,", "strength = [0, 5,", "princes.strength"),
        ("noble = 56", "noble = 41", "rise"),
        ("noble = 56", "lord = 56", "titles must be"),
    ],
)
def test_bad_data_is_refused(old: str, new: str, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(DataError, match=reason):
        read(TEXT.replace(old, new))


def test_the_file_is_read_as_it_is() -> None:
    data = tomllib.loads(TEXT)
    assert COMPONENTS.start_copper == data["copper"]["start"] == 10
    assert COMPONENTS.titles == [1, 16, 26, 41, 56, 71]
