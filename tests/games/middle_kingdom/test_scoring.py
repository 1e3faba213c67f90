"""Final scoring: edge cases 32 to 37."""

import pytest

from tianxia.story import told

from .table import Table, seat

ROW = "farmer merchant"


def full_scoring(warlords: int = 1) -> Table:
    return Table(
        ROW,
        seat(
            philosopher=1,
            bureaucrat=2,
            farmer=3,
            merchant=3,
            noble_4=1,
            noble_2=1,
            warlord=warlords,
            converted={"bureaucrats": 1, "warlords": 1},
            tokens=2,
        ),
        seat(farmer=6, merchant=1, noble_3=2, noble_2=1, warlord=3, tokens=1),
        seat(bureaucrat=4, farmer=2, merchant=1, noble_4=1, tokens=5),
        palace=0,
        market=0,
        emperor=1 if warlords == 1 else 0,
        harvest=1,
        heir=1,
        dragon=2,
    )


def test_ec_32_full_scoring() -> None:
    table = full_scoring()
    assert table.strength(0, "bureaucrats") == 5
    assert table.strength(0, "warlords") == 3
    assert table.view()["heir_at_end"] is None
    assert table.points(0) == {
        "palace": 4,
        "market": 3,
        "nobles": 6,
        "warlords": 1,
        "philosopher": 1,
        "tokens": 4,
        "farmers": 2,
        "bureaucrats": 2,
    }
    assert table.points(1) == {
        "nobles": 8,
        "warlords": 3,
        "tokens": 2,
        "missing": -3,
        "farmers": 14,
    }
    assert table.points(2) == {"dragon": 2, "nobles": 4, "tokens": 10, "missing": -3}
    assert table.state.scores() == [23, 24, 13]
    assert table.state.places() == [2, 1, 3]


def test_ec_32_with_one_more_warlord() -> None:
    table = full_scoring(warlords=2)
    assert table.strength(0, "warlords") == 4
    assert table.view()["heir_at_end"] == 0
    assert table.points(0)["heir"] == 5
    assert table.state.scores()[0] == 29


def test_ec_33_the_heir_moves() -> None:
    table = Table(
        ROW, seat(noble_2=4, warlord=1), seat(warlord=3), seat(warlord=2), heir=0, emperor=1
    )
    assert [table.points(player).get("heir", 0) for player in range(3)] == [0, 5, 0]


@pytest.mark.parametrize(
    ("farmers", "points"),
    [
        ((0, 3, 7), [0, 8, 20]),
        ((2, 2, 6), [0, 0, 14]),
        ((1, 4, 7), [0, 8, 20]),
        ((3, 3, 3), [0, 0, 0]),
    ],
)
def test_ec_34_farmers(farmers: tuple[int, ...], points: list[int]) -> None:
    leader = 2 if farmers[2] > farmers[1] else 0
    table = Table(ROW, *(seat(farmer=number) for number in farmers), harvest=leader)
    assert [table.points(player).get("farmers", 0) for player in range(3)] == points


def test_ec_35_the_philosopher_alone() -> None:
    table = Table(
        ROW,
        seat(philosopher=1, farmer=1, merchant=1, noble_2=1, warlord=1),
        seat(farmer=1),
        seat(),
    )
    points = table.points(0)
    assert points["philosopher"] == 1
    assert "bureaucrats" not in points
    assert "missing" not in points


def test_ec_36_the_only_farmer_is_discarded() -> None:
    table = Table(
        ROW,
        seat(bureaucrat=1, farmer=1, merchant=1, noble_2=1, warlord=1),
        seat(farmer=1),
        seat(farmer=1),
    )
    points = table.points(0)
    assert "farmers" not in points
    assert "missing" not in points


@pytest.mark.parametrize(("cards", "places"), [(12, [2, 1, 3]), (13, [1, 1, 3])])
def test_ec_37_ties_are_broken_by_cards(cards: int, places: list[int]) -> None:
    """Totals of 24, 24 and 20; P0 has 12 or 13 cards, P1 has 13."""
    table = Table(
        "warlord philosopher",
        seat(bureaucrat=1, farmer=1, merchant=cards - 5, noble_3=1, warlord=2, tokens=8),
        seat(bureaucrat=2, farmer=1, merchant=6, noble_4=2, warlord=2, tokens=7),
        seat(bureaucrat=3, farmer=1, merchant=1, noble_2=3, noble_3=1, warlord=1, tokens=3),
        market=0,
        palace=2,
        heir=2,
        emperor=0,
    )
    assert table.state.scores() == [24, 24, 20]
    assert table.state.places() == places


def test_the_log_closes_with_the_points_of_everybody() -> None:
    table = Table(
        ROW,
        seat(philosopher=1, bureaucrat=2, farmer=3, noble_4=1, warlord=1, tokens=2),
        seat(farmer=2),
        seat(farmer=2),
        palace=0,
        harvest=0,
        deck=1,
        round=30,
    )
    table.play("1 bid 6", "2 bid 5", "0 bid 7", "0 claim merchant")
    assert table.state.over()
    assert table.log[-3] == (
        "score",
        {
            "player": 0,
            "points": 23,
            "goals": 9,
            "cards": 8,
            "farmers": 2,
            "tokens": 4,
            "missing": 0,
        },
    )
    assert [args["points"] for args in table.told("score")] == table.state.scores()
    state = table.state
    assert told(state, None, ["Ada", "Bo", "Cy"])[-2:] == [
        "Bo ends with −10 points (goal cards 0, cards 0, Farmers 2, tokens 0, missing types −12).",
        "Cy ends with −12 points (goal cards 0, cards 0, Farmers 0, tokens 0, missing types −12).",
    ]
