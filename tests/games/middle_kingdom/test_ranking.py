"""Ranking, ties and draws: edge cases 1 to 9."""

from .table import Table, seat

ALL_CARDS = "1 2 3 4 5 6 7 R"


def test_ec_1_the_emperor_breaks_a_tie_of_two() -> None:
    table = Table("farmer merchant noble-2", seat(warlord=2), seat(), seat(), seat(), emperor=0)
    table.play("0 bid 6", "1 bid 6", "2 bid 5", "3 bid 2")
    assert table.ranking() == [(0, 6.5), (1, 6), (2, 5), (3, 2)]
    table.claim_all()
    assert table.claimers() == [0, 1, 2]
    assert table.told("nothing") == [{"player": 3, "value": 2}]
    assert table.told("tie") == []


def test_ec_2_the_emperor_among_three_equal_bids() -> None:
    table = Table("farmer merchant noble-2", seat(warlord=2), seat(), seat(), seat(), emperor=0)
    table.play("0 bid 6", "1 bid 6", "2 bid 6", "3 bid 2").claim_all()
    assert table.claimers() == [0, 3]
    assert table.told("tie") == [{"players": [1, 2], "value": 6}]
    assert [table.tied(player) for player in range(4)] == ["", "6", "6", ""]
    assert [len(args["kinds"]) for args in table.told("discard")] == [1]


def stacks_and_a_single(emperor: int | None) -> Table:
    return Table(
        "farmer merchant noble-2 bureaucrat",
        seat(tied="4"),
        seat(tied="4", hand="R 1 2"),
        seat(tied="5"),
        seat(tied="5"),
        seat(warlord=1 if emperor is None else 2),
        emperor=emperor,
    ).play("0 bid 3", "1 bid R", "2 bid 2", "3 bid 1", "4 bid 7")


def test_ec_3_equal_totals() -> None:
    table = stacks_and_a_single(emperor=None)
    assert table.ranking() == [(0, 7), (2, 7), (4, 7), (3, 6), (1, 4)]
    table.claim_all()
    assert table.claimers() == [0, 2, 4, 3]
    assert table.told("nothing") == [{"player": 1, "value": 4}]
    assert table.hand(1) == ALL_CARDS


def test_ec_3_with_the_emperor() -> None:
    table = stacks_and_a_single(emperor=4)
    assert table.ranking() == [(4, 7.5), (0, 7), (2, 7), (3, 6), (1, 4)]
    table.claim_all()
    assert table.claimers() == [4, 0, 2, 3]


def test_ec_4_an_emperor_won_between_tie_and_stacks() -> None:
    """All tie on 5; the Dragon swap of that round gives P1 the Emperor."""
    table = Table(
        "warlord farmer",
        seat(farmer=2, noble_2=2),
        seat(warlord=1, merchant=2),
        seat(bureaucrat=2),
        harvest=0,
        heir=0,
        market=1,
        palace=2,
        dragon=1,
        deck=20,
    )
    table.play("0 bid 5", "1 bid 5", "2 bid 5")
    assert table.options(1) == ["swap farmer", "swap warlord"]
    table.play("1 swap warlord")
    assert table.holder("emperor") == 1
    table.claim_all()  # the Heir takes one of the leftovers
    assert [table.tied(player) for player in range(3)] == ["5", "5", "5"]
    size = table.state.deck_size()
    table.play("0 bid 3", "1 bid 3", "2 bid 3")
    assert [value for _, value in table.ranking()] == [8.5, 8, 8]
    table.log.clear()
    table.claim_all()
    assert table.claimers() == [1]
    assert table.told("tied-stacks") == [{"players": [0, 2], "value": 8}]
    draws = table.told("draw")
    assert [args["player"] for args in draws] == [0, 2]
    assert [args["player"] for args in table.told("heir")] == [0], "one card of two was left"
    assert table.state.deck_size() == size - 2 - table.state.row_size


def test_ec_5_deck_too_small() -> None:
    table = Table(
        "farmer merchant warlord",
        seat(tied="5", noble_2=2, merchant=2),
        seat(tied="5", farmer=2),
        seat(tied="5", bureaucrat=2),
        seat(),
        heir=0,
        market=0,
        harvest=1,
        palace=2,
        deck=2,
        round=20,
    )
    table.play("0 bid 3", "1 bid 3", "3 bid 7", "2 bid 3")
    assert table.told("tied-stacks") == [{"players": [0, 1, 2], "value": 8}]
    assert table.told("draw") == []
    assert table.told("no-draw") == [{"players": [0, 1, 2]}]
    table.play("3 claim farmer")
    assert table.options(0) == ["heir merchant", "heir warlord"]
    table.play("0 heir warlord")
    assert table.told("discard") == [{"kinds": ["merchant"]}]
    assert table.state.over()
    assert table.state.deck_size() == 2
    for player in range(3):
        assert {"3", "5"} <= set(table.aside(player).split())
        assert table.tied(player) == ""
    assert table.view()["dragon"]["holder"] == 3, "assigned before the end"


def test_ec_6_draws_end_the_game() -> None:
    table = Table(
        "farmer merchant warlord",
        seat(tied="5"),
        seat(tied="5"),
        seat(),
        seat(),
        deck=3,
        round=19,
    )
    table.play("0 bid 3", "1 bid 3", "2 bid 7", "3 bid 1").claim_all()
    assert len(table.told("draw")) == 2
    assert table.state.over()
    assert table.state.deck_size() == 1


def test_without_the_draw_another_row_would_have_come() -> None:
    table = Table("farmer merchant warlord", seat(), seat(), seat(), seat(), deck=3, round=19)
    table.play("0 bid 3", "1 bid 4", "2 bid 7", "3 bid 1").claim_all()
    assert not table.state.over()
    assert table.state.round == 20


def test_ec_7_unheld_goal_and_equal_draws() -> None:
    table = Table(
        "merchant noble-2",
        seat(tied="5", farmer=1),
        seat(tied="5", farmer=1),
        seat(),
        deck={"farmer": 12},
    )
    table.play("0 bid 3", "1 bid 3", "2 bid 1").claim_all()
    assert [table.strength(player, "farmers") for player in range(3)] == [2, 2, 0]
    assert table.holder("harvest") is None
    table.play("0 bid R", "1 bid R", "2 bid 2")  # from here all rows are Farmers
    table.play("0 bid R", "1 bid R", "2 bid 3")
    assert [table.strength(player, "farmers") for player in range(3)] == [2, 2, 2]
    assert table.holder("harvest") is None
    table.play("0 bid R", "1 bid 4", "2 bid R")
    assert [table.strength(player, "farmers") for player in range(3)] == [2, 3, 2]
    assert table.holder("harvest") == 1


def test_ec_8_holder_overtaken_by_two_at_once() -> None:
    table = Table(
        "bureaucrat philosopher farmer",
        seat(tied="5", bureaucrat=2, noble_2=2),
        seat(tied="5", bureaucrat=2),
        seat(),
        seat(bureaucrat=2),
        palace=3,
        heir=0,
        deck={"bureaucrat": 2},
        round=20,
    )
    table.play("0 bid 3", "1 bid 3", "2 bid R", "3 bid 7")
    assert [table.strength(p, "bureaucrats") for p in range(4)] == [3, 3, 0, 2]
    assert table.holder("palace") == 3
    table.play("3 claim bureaucrat")
    assert [table.strength(p, "bureaucrats") for p in range(4)] == [3, 3, 0, 3]
    assert table.holder("palace") == 3
    table.play("0 heir philosopher")
    assert [table.strength(p, "bureaucrats") for p in range(4)] == [4, 3, 0, 3]
    assert table.holder("palace") == 0


def test_ec_9_two_lone_resets() -> None:
    table = Table("farmer merchant", seat(hand="R 2", warlord=2), seat(hand="R"), seat(), emperor=0)
    assert table.state.actors() == [0, 2], "a hand of only the Reset is played by itself (MK-13)"
    table.play("0 bid R", "2 bid 1")
    assert table.ranking() == [(2, 1)]
    assert table.told("tie") == []
    assert table.told("emperor") == [], "a Reset by itself gets nothing from the Emperor"
    assert table.told("emperor-reset") == [{"player": 0}]
    table.claim_all()
    assert table.claimers() == [2]
    assert [len(args["kinds"]) for args in table.told("discard")] == [1]
    assert table.hand(0) == table.hand(1) == ALL_CARDS
