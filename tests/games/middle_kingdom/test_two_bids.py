"""Two bids each, for two players or three experienced ones: edge cases 23 to 31."""

import pytest

from .table import Table, seat

ALL_CARDS = "1 2 3 4 5 6 7 R"
ROW = "merchant noble-2 warlord"


def palace_and_tied_cards() -> Table:
    table = Table(ROW, seat(tied="6", bureaucrat=2), seat(tied="6"), palace=0, deck=20)
    return table.play("0 bid -/3", "1 bid 2/5")


def test_ec_23_palace_with_a_tied_card() -> None:
    table = palace_and_tied_cards()
    shown = [[slot["value"] for slot in own["slots"]] for own in table.view()["seats"]]
    assert shown == [[None, 3], [8, 5]]
    assert table.options(0) == ["bid 1", "bid 2", "bid 4", "bid 5", "bid 7", "bid R"]
    table.play("0 bid 4")
    assert table.ranking() == [(0, 10), (1, 8), (1, 5), (0, 3)]
    table.claim_all()
    assert table.claimers() == [0, 1, 1]
    assert table.told("nothing") == [{"player": 0, "value": 3}]


def test_ec_23_palace_ties_on_purpose() -> None:
    table = palace_and_tied_cards().play("0 bid 2")
    assert table.ranking() == [(0, 8), (1, 8), (1, 5), (0, 3)]
    table.claim_all()
    assert [args["player"] for args in table.told("draw")] == [0, 1]
    assert table.claimers() == [1, 0]
    assert [len(args["kinds"]) for args in table.told("discard")] == [1]


def test_ec_24_only_the_reset_and_two_tied_cards() -> None:
    table = Table(ROW, seat(tied="5 3", hand="R"), seat(tied="5 3", hand="R 1 2 7"))
    assert table.options(0) == ["bid R", "bid -/R"]
    table.play("0 bid R", "1 bid 1/7")
    assert table.ranking() == [(1, 10), (1, 6), (0, 5)]
    table.claim_all()
    assert table.claimers() == [1, 1, 0]
    assert table.hand(0) == "1 2 4 5 6 7 R"
    assert table.tied(0) == "3"
    assert all("bid" in option and "/" in option for option in table.options(0))
    assert [slot["tied"] for slot in table.view()["seats"][0]["slots"]] == ["3", None]


def test_ec_24_the_reset_on_the_lower_card() -> None:
    table = Table(ROW, seat(tied="5 3", hand="R"), seat(tied="5 3", hand="R 1 2 7"))
    table.play("0 bid -/R", "1 bid 1/7").claim_all()
    assert table.told("claim")[2]["value"] == 3
    assert table.tied(0) == "5"
    assert table.hand(0) == "1 2 3 4 6 7 R"


def test_ec_25_only_the_reset_and_one_tied_card() -> None:
    table = Table(ROW, seat(tied="4", hand="R"), seat(tied="4"))
    assert table.state.actors() == [1]
    assert table.view()["seats"][0]["has_chosen"]
    table.play("1 bid 1/2")
    assert table.ranking() == [(1, 5), (0, 4), (1, 2)]
    table.claim_all()
    assert table.hand(0) == ALL_CARDS


def test_ec_26_reset_and_a_tie() -> None:
    table = Table(ROW, seat(hand="R 2 6"), seat(), deck=20)
    table.play("0 bid 6/R", "1 bid 6/4").claim_all()
    assert table.told("tie") == [{"players": [0, 1], "value": 6}]
    assert table.claimers() == [1]
    assert [len(args["kinds"]) for args in table.told("discard")] == [2]
    assert table.hand(0) == "1 2 3 4 5 7 R"
    assert table.tied(0) == table.tied(1) == "6"


@pytest.mark.parametrize(
    ("slot", "order", "tied"),
    [
        ("A", [(0, 6.5), (1, 6), (0, 4), (1, 4)], "4"),
        ("B", [(0, 6), (1, 6), (0, 4.5), (1, 4)], "6"),
    ],
)
def test_ec_27_emperor_designates(slot: str, order: list[tuple[int, float]], tied: str) -> None:
    table = Table(ROW, seat(warlord=2), seat(), emperor=0)
    table.play("0 bid 6/4", "1 bid 6/4")
    assert table.options(0) == ["emperor A", "emperor B"]
    table.play(f"0 emperor {slot}")
    assert table.ranking() == order
    table.claim_all()
    assert table.claimers() == [0, 1]
    assert table.tied(0) == table.tied(1) == tied
    assert [len(args["kinds"]) for args in table.told("discard")] == [1]


@pytest.mark.parametrize(
    ("slot", "order", "claimers"),
    [
        ("A", [(0, 6.5), (1, 6), (1, 2)], [0, 1, 1]),
        ("B", [(0, 6), (1, 6), (1, 2)], [1]),
    ],
)
def test_ec_28_bonus_wasted_on_a_reset(
    slot: str, order: list[tuple[int, float]], claimers: list[int]
) -> None:
    table = Table(ROW, seat(warlord=2), seat(), emperor=0)
    table.play("0 bid 6/R", "1 bid 6/2", f"0 emperor {slot}")
    assert len(table.told("emperor")) == (slot == "A")
    assert len(table.told("emperor-reset")) == (slot == "B"), "the log says that it is wasted"
    assert table.ranking() == order
    table.claim_all()
    assert table.claimers() == claimers


def test_ec_29_own_equal_totals() -> None:
    table = Table(ROW, seat(tied="4"), seat(tied="4"))
    table.play("0 bid 3/7", "1 bid 2/6")
    stacks = [bid["stack"] for bid in table.view()["ranking"]]
    assert table.ranking() == [(0, 7), (0, 7), (1, 6), (1, 6)]
    assert stacks == [True, False, True, False]
    table.claim_all()
    assert table.claimers() == [0, 0, 1]
    assert table.told("nothing") == [{"player": 1, "value": 6}]


def test_ec_30_experienced_three_players() -> None:
    row = "farmer merchant noble-2 warlord bureaucrat"
    table = Table(row, seat(), seat(), seat(), experienced=True)
    table.play("0 bid 7/3", "1 bid 7/5", "2 bid 5/3")
    assert table.claimers() == []
    assert [args["players"] for args in table.told("tie")] == [[0, 1], [1, 2], [0, 2]]
    assert [table.tied(player) for player in range(3)] == ["7 3", "7 5", "5 3"]
    size = table.state.deck_size()
    table.play("0 bid 1/5", "1 bid 1/3", "2 bid 2/6")
    assert table.ranking() == [(2, 9), (0, 8), (1, 8), (0, 8), (1, 8), (2, 7)]
    assert [bid["slot"] for bid in table.view()["ranking"]] == ["B", "B", "B", "A", "A", "A"]
    assert [bid["tied"] for bid in table.view()["ranking"]] == [False] * 3 + [True] * 2 + [False]
    table.claim_all()
    assert table.claimers() == [2, 0, 1, 2]
    assert [args["player"] for args in table.told("draw")] == [0, 1]
    left = len(table.told("heir")) + sum(len(args["kinds"]) for args in table.told("discard")[1:])
    assert left == 1
    assert table.state.deck_size() == size - 2 - 5


def test_ec_31_hand_of_two() -> None:
    table = Table(ROW, seat(tied="2", hand="R 5"), seat(tied="2"))
    assert table.options(0) == ["bid 5/R", "bid R/5"]
    table.play("0 bid R/5", "1 bid 1/3")
    assert table.ranking() == [(0, 5), (1, 3), (1, 3), (0, 2)]


def test_ec_31_the_other_way_round() -> None:
    table = Table(ROW, seat(tied="2", hand="R 5"), seat(tied="2"))
    table.play("0 bid 5/R", "1 bid 1/3")
    assert table.ranking() == [(0, 7), (1, 3), (1, 3)]
