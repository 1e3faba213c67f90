"""The worked examples of the rulebook."""

from tianxia.engine.compact import slots_of
from tianxia.games.middle_kingdom.table import NONE, SLOTS

from .table import Table, seat


def powers() -> Table:
    return Table(
        "noble-4 farmer merchant bureaucrat",
        seat(),
        seat(warlord=2),
        seat(hand="R 4 2", farmer=2),
        seat(bureaucrat=2),
        seat(),
        emperor=1,
        harvest=2,
        palace=3,
    ).play("0 bid 7", "1 bid 6", "2 bid R", "4 bid 7")


def test_ex_1_powers_in_order() -> None:
    table = powers()
    assert table.state.actors() == [3]
    table.play("3 bid 3")
    assert table.state.actors() == [2]
    assert table.options(2) == ["harvest 2", "harvest 4", "harvest no"]
    table.play("2 harvest 4")
    assert table.ranking() == [(0, 7), (4, 7), (1, 6.5), (2, 4), (3, 3)]


def test_ex_2_claims() -> None:
    table = powers().play("3 bid 3", "2 harvest 4").claim_all()
    assert table.claimers() == [1, 2, 3]
    assert table.told("discard") == [{"kinds": ["noble-4"]}]
    assert table.tied(0) == table.tied(4) == "7"
    assert table.hand(0) == table.hand(4) == "1 2 3 4 5 6 R"
    assert table.hand(2) == "1 2 3 4 5 6 7 R"
    assert table.aside(1) == "6"
    assert table.aside(3) == "3"


def test_ex_3_fewer_cards_than_bids() -> None:
    table = Table("farmer merchant warlord", seat(), seat(), seat(), seat())
    table.play("0 bid 7", "1 bid 6", "2 bid 3", "3 bid 1").claim_all()
    assert table.claimers() == [0, 1, 2]
    assert table.told("nothing") == [{"player": 3, "value": 1}]
    assert [table.aside(player) for player in range(4)] == ["7", "6", "3", "1"]


def test_ex_4_ties_and_stacks() -> None:
    table = Table("farmer merchant warlord noble-2", *(seat() for _ in range(5)))
    table.play("0 bid 6", "4 bid 6", "3 bid 4", "1 bid 4", "2 bid 3").claim_all()
    assert table.claimers() == [2]
    assert [len(args["kinds"]) for args in table.told("discard")] == [3]
    assert [table.tied(player) for player in range(5)] == ["6", "4", "", "4", "6"]
    table.play("0 bid R", "4 bid 2", "1 bid 1", "2 bid 6", "3 bid 5")
    assert table.ranking() == [(3, 9), (4, 8), (0, 6), (2, 6), (1, 5)]
    table.claim_all()
    assert table.claimers()[1:] == [3, 4, 0, 2]
    assert table.told("nothing") == [{"player": 1, "value": 5}]
    assert table.hand(0) == "1 2 3 4 5 6 7 R"


def test_ex_4_the_printed_stack_ranks_as_printed() -> None:
    """Nobody can play 4 on 4, but if it were so it would come before 6+2."""
    state = Table("farmer merchant warlord noble-2", *(seat() for _ in range(5))).state
    state.seats[3].tied = state.seats[3].played = slots_of([4, NONE])
    state.seats[4].tied, state.seats[4].played = slots_of([6, NONE]), slots_of([2, NONE])
    assert state.value(3 * SLOTS) == state.value(4 * SLOTS) == 8
    assert state.key(3 * SLOTS) > state.key(4 * SLOTS)


def test_ex_5_dragon_swap() -> None:
    table = Table(
        "noble-2 warlord farmer",
        seat(merchant=2, noble_2=1, noble_3=1, warlord=1),
        seat(merchant=3, warlord=2),
        seat(bureaucrat=2),
        seat(farmer=2, noble_4=3),
        market=1,
        emperor=1,
        palace=2,
        harvest=3,
        heir=3,
        dragon=0,
    )
    table.play("0 bid 1", "1 bid 2", "3 bid 4", "2 bid 3")
    assert table.options(0) == ["swap farmer", "swap warlord"]
    assert table.view()["forbidden"] == {"noble-2": "largest-type"}


def test_ex_6_final_scoring() -> None:
    table = Table(
        "farmer farmer farmer",
        seat(philosopher=1, bureaucrat=3, farmer=4, noble_4=1, noble_2=2, warlord=1, tokens=3),
        seat(farmer=1, warlord=1, merchant=1),
        seat(farmer=2, merchant=1),
        seat(farmer=2, merchant=1),
        palace=0,
        harvest=0,
        heir=0,
    )
    points = table.points(0)
    assert points == {
        "palace": 4,
        "philosopher": 1,
        "nobles": 8,
        "warlords": 1,
        "tokens": 6,
        "missing": -3,
        "farmers": 8,
        "bureaucrats": 3,
    }
    assert table.state.scores()[0] == 28
