"""Harvest, Dragon, Market and Heir: edge cases 10 to 22."""

from typing import Any

import pytest

from tianxia.engine.compact import total

from .table import Table, seat

ALL_CARDS = "1 2 3 4 5 6 7 R"


def harvest_on_a_tied_card() -> Table:
    return Table(
        "merchant noble-2",
        seat(tied="5", hand="R 2 3", farmer=2),
        seat(tied="5"),
        seat(),
        harvest=0,
        deck=20,
    ).play("0 bid R", "1 bid 3", "2 bid 6")


def test_ec_10_harvest_makes_tied_stacks() -> None:
    table = harvest_on_a_tied_card()
    assert table.options(0) == ["harvest 2", "harvest 3", "harvest no"]
    table.play("0 harvest 3")
    assert table.told("harvest") == [{"player": 0, "card": "3", "value": 8}]
    assert table.told("tied-stacks") == [{"players": [0, 1], "value": 8}]
    assert table.ranking() == [(0, 8), (1, 8), (2, 6)]
    assert [args["player"] for args in table.told("draw")] == [0, 1]
    assert table.state.deck_size() == 18
    assert table.state.actors() == [2]
    table.claim_all()
    assert table.claimers() == [2]
    assert table.hand(0) == ALL_CARDS


def test_ec_10_harvest_declined() -> None:
    table = harvest_on_a_tied_card().play("0 harvest no")
    assert table.ranking() == [(1, 8), (2, 6), (0, 5)]
    table.claim_all()
    assert table.claimers() == [1, 2]
    assert table.told("nothing") == [{"player": 0, "value": 5}]
    assert table.hand(0) == ALL_CARDS


def test_ec_11_harvest_replacement_ties() -> None:
    table = Table(
        "merchant noble-2 warlord", seat(hand="R 4 7", farmer=2), seat(), seat(), seat(), harvest=0
    )
    table.play("0 bid R", "1 bid 4", "2 bid 6", "3 bid 1", "0 harvest 4").claim_all()
    assert table.told("harvest") == [{"player": 0, "card": "4", "value": 4}]
    assert table.told("tie") == [{"players": [0, 1], "value": 4}]
    assert table.claimers() == [2, 3]
    assert table.hand(0) == "1 2 3 5 6 7 R"
    assert table.tied(0) == table.tied(1) == "4"


@pytest.mark.parametrize(("hand", "offered"), [("R 1 2 3 4", False), ("R 1 2 3", True)])
def test_ec_12_how_many_cards_are_left(hand: str, offered: bool) -> None:
    table = Table("merchant noble-2", seat(hand=hand, farmer=2), seat(), seat(), harvest=0)
    table.play("0 bid R", "1 bid 6", "2 bid 5")
    assert table.view()["step"] == ("harvest" if offered else "claim")


def test_ec_12_no_card_is_left() -> None:
    table = Table("merchant noble-2", seat(hand="R", farmer=2), seat(), seat(), harvest=0)
    table.play("1 bid 6", "2 bid 5")
    assert table.view()["step"] == "claim"


def dragon_and_heir() -> Table:
    return Table(
        "noble-3 merchant",
        seat(farmer=3, noble_2=2),
        seat(noble_4=2, bureaucrat=2),
        seat(merchant=2),
        harvest=0,
        heir=1,
        palace=1,
        market=2,
        dragon=0,
    ).play("0 bid R", "2 bid 5", "1 bid 5", "0 swap noble-3")


def test_ec_13_heir_shifts_with_the_swap() -> None:
    table = dragon_and_heir()
    assert table.strength(0, "nobles") == 3
    assert table.holder("heir") == 0
    assert table.view()["row"] == ["dragon", "merchant"]
    assert table.claimers() == []
    assert table.told("tie") == [{"players": [1, 2], "value": 5}]
    assert table.options(0) == ["heir merchant", "heir dragon"]


def test_ec_13_heir_takes_the_dragon() -> None:
    table = dragon_and_heir().play("0 heir dragon")
    assert table.state.seats[0].tokens == 1
    assert table.told("discard") == [{"kinds": ["merchant"]}]


def test_ec_13_heir_takes_the_merchant() -> None:
    table = dragon_and_heir().play("0 heir merchant")
    assert table.state.seats[0].tokens == 0
    assert table.strength(0, "merchants") == 1
    assert total(table.state.discards) == 0, "the Dragon is no card of the deck"


def dragon_scene(row: str, own: dict[str, Any], harvest: int | None = None) -> Table:
    """P0 has the Dragon, P1 and P2 have goal cards; P3 is there for a row of three."""
    seats = [own, seat(bureaucrat=4, merchant=4), seat(warlord=4, noble_2=4)]
    bids = ["0 bid 1", "2 bid 3", "1 bid 2"]
    if len(row.split()) == 3:
        seats.append(seat())
        bids.insert(2, "3 bid 4")
    table = Table(row, *seats, dragon=0, palace=1, market=1, emperor=2, heir=2, harvest=harvest)
    return table.play(*bids)


def test_ec_14_only_philosopher_and_a_forbidden_type() -> None:
    table = dragon_scene("philosopher farmer", seat(farmer=1))
    assert table.told("swap") == [{"player": 0, "kind": "farmer"}]
    assert table.view()["row"] == ["philosopher", "dragon"]


def test_ec_15_strength_counts_for_the_restriction() -> None:
    table = dragon_scene(
        "merchant bureaucrat farmer",
        seat(merchant=3, bureaucrat=1, converted={"bureaucrats": 1}, farmer=2),
        harvest=0,
    )
    assert table.strength(0, "bureaucrats") == 3
    assert table.told("swap") == [{"player": 0, "kind": "farmer"}]


def test_ec_16_nothing_is_forbidden_without_cards() -> None:
    table = dragon_scene("philosopher noble-4 warlord", seat())
    assert table.options(0) == ["swap warlord", "swap noble-4"]
    assert table.view()["forbidden"] == {"philosopher": "no-philosopher"}


def test_ec_17_the_merchant_that_wins_the_market() -> None:
    table = Table("merchant merchant farmer", seat(merchant=1, noble_2=2), seat(), heir=0, deck=20)
    table.play("0 bid 7/6", "1 bid 5/2", "0 claim merchant")
    assert table.holder("market") == 0
    assert table.strength(0, "merchants") == 2
    assert table.state.actors() == [0]
    table.play("0 claim merchant")
    assert table.options(0) == ["place merchants", "place nobles"]
    table.play("0 place nobles")
    assert table.strength(0, "nobles") == 4
    assert table.strength(0, "merchants") == 2
    assert table.claimers() == [0, 0, 1]
    assert table.told("claim")[-1]["kind"] == "farmer"
    assert table.told("nothing") == [{"player": 1, "value": 2}]


def test_ec_17_the_merchant_may_stay_with_the_merchants() -> None:
    table = Table("merchant merchant farmer", seat(merchant=1, noble_2=2), seat(), heir=0)
    table.play("0 bid 7/6", "1 bid 5/2", "0 claim merchant", "0 claim merchant")
    table.play("0 place merchants")
    assert table.strength(0, "merchants") == 3
    assert table.strength(0, "nobles") == 2


def test_ec_18_a_converted_merchant_among_farmers() -> None:
    table = Table(
        "merchant noble-2 warlord",
        seat(farmer=2, merchant=3, tokens=0),
        seat(farmer=3),
        seat(),
        seat(),
        market=0,
        harvest=1,
    )
    table.play("0 bid 7", "1 bid 6", "2 bid 5", "3 bid 4")
    table.play("0 claim merchant", "0 place farmers")
    assert table.strength(0, "farmers") == 4
    assert table.holder("harvest") == 0
    pile = table.view()["seats"][0]["piles"][2]
    assert pile == {
        "pile": "farmers",
        "cards": ["farmer", "farmer"],
        "converted": 1,
        "count": 3,
        "strength": 4,
    }
    assert table.view()["seats"][0]["cards"] == 6
    assert table.points(0)["farmers"] == 5, "two Farmers for the scoring"


@pytest.mark.parametrize(
    ("p2_round", "p3_round", "holder"), [(7, 0, 3), (0, 0, None), (7, 6, 3), (6, 7, 2)]
)
def test_ec_19_assignment(p2_round: int, p3_round: int, holder: int | None) -> None:
    table = Table(
        "bureaucrat warlord noble-2",
        seat(warlord=2, bureaucrat=2),
        seat(merchant=4),
        seat(noble_2=3, last_dragon=p2_round),
        seat(farmer=4, last_dragon=p3_round),
        emperor=0,
        palace=0,
        market=1,
        heir=2,
        harvest=3,
        round=9,
    )
    table.play("1 bid 6", "2 bid 5", "3 bid 5", "0 bid 7")
    table.play("0 claim bureaucrat", "1 claim warlord")  # and P2 takes the last card with the Heir
    assert table.state.round == 10
    assert [len(own["goals"]) for own in table.view()["seats"]] == [2, 1, 1, 1]
    assert [own["cards"] for own in table.view()["seats"]] == [5, 5, 4, 4]
    assert table.view()["dragon"]["holder"] == holder
    if holder is None:
        assert table.told("dragon-nobody") == [{"players": [2, 3]}]
    else:
        assert table.view()["seats"][holder]["last_dragon"] == 9


def test_ec_20_the_fourth_goal_card_wakes_the_dragon() -> None:
    table = Table(
        "noble-2 noble-3",
        seat(warlord=2, bureaucrat=2),
        seat(merchant=2),
        seat(farmer=1, merchant=1),
        emperor=0,
        palace=0,
        market=1,
        deck={"farmer": 10},
    )
    table.play("1 bid 7", "2 bid 6", "0 bid R").claim_all()
    assert table.view()["dragon"] == {
        "holder": None,
        "in_row": False,
        "next": None,
        "decided_by": "too-few-goals",
    }
    table.play("1 bid R", "2 bid 7", "0 bid 6")
    assert table.holder("harvest") == 2
    assert table.state.round == 7
    assert table.told("swap") == []
    assert table.told("dragon") == [{"player": 1}], "one goal card as P2, and fewer cards"
    assert table.view()["seats"][1]["last_dragon"] == 6
    table.play("1 bid R", "2 bid 1", "0 bid 1")
    assert table.told("swap") == [{"player": 1, "kind": "farmer"}]


def unclaimed_dragon(deck: int) -> Table:
    return Table(
        "farmer noble-2",
        seat(merchant=1),
        seat(bureaucrat=2, merchant=2),
        seat(warlord=2, farmer=2),
        palace=1,
        market=1,
        emperor=2,
        harvest=2,
        dragon=0,
        deck=deck,
    ).play("0 bid R", "2 bid R", "1 bid R")


def test_ec_21_the_dragon_is_left_over() -> None:
    table = unclaimed_dragon(deck=20).play("0 swap farmer")
    assert table.told("discard") == [{"kinds": ["dragon", "noble-2"]}]
    assert table.told("dragon") == [{"player": 0}], "assigned again in the same round"
    assert table.view()["dragon"]["holder"] == 0
    assert sum(own["tokens"] for own in table.view()["seats"]) == 0


def test_ec_21_the_dragon_of_the_last_round_scores() -> None:
    table = unclaimed_dragon(deck=1).play("0 swap farmer")
    assert table.state.over()
    assert table.points(0)["dragon"] == 2


def test_ec_22_more_tokens_than_in_the_box() -> None:
    table = Table(
        "farmer noble-2",
        seat(merchant=1, tokens=6),
        seat(bureaucrat=2, merchant=2, tokens=6),
        seat(warlord=2, farmer=2, tokens=6),
        palace=1,
        market=1,
        emperor=2,
        harvest=2,
        dragon=0,
    )
    before = table.points(1)["tokens"]
    table.play("0 bid R", "2 bid R", "1 bid 1", "0 swap farmer", "1 claim dragon")
    assert [own["tokens"] for own in table.view()["seats"]] == [6, 7, 6]
    assert table.points(1)["tokens"] == before + 2
