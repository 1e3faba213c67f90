"""Rules and rulings that no worked example covers."""

import pytest

import tianxia

from .table import GAME, Table, seat

ALL_CARDS = "1 2 3 4 5 6 7 R"
ROW_2 = "merchant noble-2"
ROW_3 = "merchant noble-2 warlord"


# Options and actions


def test_the_action_space() -> None:
    space = GAME.space
    assert len(space) == 112
    assert [(family.name, len(family)) for family in space.families] == [
        ("bid", 8),
        ("bid-second", 8),
        ("bid-pair", 56),
        ("harvest", 8),
        ("emperor", 2),
        ("swap", 7),
        ("claim", 9),
        ("heir", 9),
        ("place", 5),
    ]
    assert [space.text(action) for action in range(8)] == [f"bid {c}" for c in ALL_CARDS.split()]


def test_every_pair_is_what_it_says() -> None:
    """Playing a pair puts the named cards in the named slots."""
    for action in range(GAME.space.start("bid-pair"), GAME.space.start("harvest")):
        first, second = GAME.space.args(action).values()
        if "R" in (first, second) or "4" in (first, second):
            continue
        table = Table(ROW_3, seat(tied="4", bureaucrat=2), seat(tied="4"), palace=0)
        table.play("0 bid R", f"1 bid {first}/{second}")
        slots = table.view()["seats"][1]["slots"]
        assert [(slot["tied"], slot["card"]) for slot in slots] == [("4", first), (None, second)]


@pytest.mark.parametrize("players", [2, 4, 5])
def test_experienced_is_for_three(players: int) -> None:
    with pytest.raises(tianxia.OptionError, match="3 players"):
        GAME.new(players, experienced=True)


@pytest.mark.parametrize(
    ("players", "experienced", "row", "bids"),
    [(2, False, 3, 2), (3, False, 2, 1), (4, False, 3, 1), (5, False, 4, 1), (3, True, 5, 2)],
)
def test_setup(players: int, experienced: bool, row: int, bids: int) -> None:
    state = GAME.new(players, experienced=experienced)
    view = state.view(None)
    assert len(view["row"]) == row
    assert view["deck_size"] == 62 - row
    assert view["rounds_left"] == 62 // row - 1
    assert view["bids_each"] == bids
    assert state.actors() == list(range(players))
    assert state.secret()
    for own in view["seats"]:
        assert " ".join(own["hand"]) == ALL_CARDS
        assert own["cards"] == own["tokens"] == 0
    assert all(goal["holder"] is None for goal in view["goals"])


# Bids


def test_mk_15_pairs_without_a_tied_card_have_no_order() -> None:
    options = Table(ROW_3, seat(), seat()).options(0)
    assert len(options) == 28
    assert "bid 7/3" in options
    assert "bid 3/7" not in options
    assert "bid 1/R" in options


def test_mk_15_pairs_with_tied_cards_have() -> None:
    assert len(Table(ROW_3, seat(tied="4"), seat(tied="4")).options(0)) == 42
    assert len(Table(ROW_3, seat(tied="4 2"), seat(tied="4 2")).options(0)) == 30


def test_mk_18_first_card_of_the_palace() -> None:
    free = Table(ROW_3, seat(bureaucrat=2), seat(), palace=0)
    assert free.options(0) == [f"bid {card}" for card in ALL_CARDS.split()]
    one = Table(ROW_3, seat(tied="4", bureaucrat=2), seat(tied="4"), palace=0)
    assert len(one.options(0)) == 14
    assert "bid -/7" in one.options(0)
    two = Table(ROW_3, seat(tied="4 2", bureaucrat=2), seat(tied="4 2"), palace=0)
    assert len(two.options(0)) == 12


def test_mk_18_palace_with_only_the_reset_has_no_second_bid() -> None:
    table = Table(ROW_3, seat(hand="R", bureaucrat=2), seat(), palace=0)
    assert table.state.actors() == [1]
    table.play("1 bid 7/6")
    assert table.view()["step"] == "claim"
    assert table.ranking() == [(1, 7), (1, 6)]


def test_mk_19_palace_covers_its_tied_card_after_the_reveal() -> None:
    table = Table(ROW_2, seat(tied="4", bureaucrat=2), seat(tied="4"), seat(), palace=0)
    assert table.state.actors() == [1, 2]
    table.play("1 bid 3", "2 bid 7")
    assert table.state.actors() == [0]
    table.play("0 bid 3")
    assert [value for _, value in table.ranking()] == [7, 7, 7]
    assert [args["player"] for args in table.told("draw")] == [0, 1], "equal stacks come first"


def test_mk_21_palace_and_harvest_in_one_hand() -> None:
    table = Table(
        ROW_2, seat(hand="R 2 5", bureaucrat=2, farmer=2), seat(), seat(), palace=0, harvest=0
    )
    table.play("1 bid 3", "2 bid 7", "0 bid R")
    assert table.options(0) == ["harvest 2", "harvest 5", "harvest no"]
    table.play("0 harvest 5")
    assert table.ranking() == [(2, 7), (0, 5), (1, 3)]


def test_mk_20_harvest_with_two_bids_counts_after_both() -> None:
    few = Table(ROW_3, seat(hand="R 1 2 3 4", farmer=2), seat(), harvest=0)
    few.play("0 bid 4/R", "1 bid 7/6")
    assert few.options(0) == ["harvest 1", "harvest 2", "harvest 3", "harvest no"]
    few.play("0 harvest 3")
    assert few.ranking() == [(1, 7), (1, 6), (0, 4), (0, 3)]
    many = Table(ROW_3, seat(hand="R 1 2 3 4 5", farmer=2), seat(), harvest=0)
    many.play("0 bid 4/R", "1 bid 7/6")
    assert many.view()["step"] == "claim"


def test_mk_20_both_cards_played_leave_none_for_the_harvest() -> None:
    table = Table(ROW_3, seat(hand="R 4", farmer=2), seat(), harvest=0)
    table.play("1 bid 7/6")
    assert table.view()["step"] == "claim"


def test_mk_23_emperor_with_one_bid_is_automatic() -> None:
    table = Table(ROW_3, seat(tied="4 2", hand="R", warlord=2), seat(tied="4 2"), emperor=0)
    table.play("0 bid -/R", "1 bid 3/5")
    assert table.ranking() == [(1, 7), (1, 7), (0, 2.5)]


def test_rl_7_the_bonus_keeps_identical_stacks_apart() -> None:
    table = Table(ROW_2, seat(tied="4", warlord=2), seat(tied="4"), seat(), emperor=0)
    table.play("0 bid 3", "1 bid 3", "2 bid 7")
    assert table.ranking() == [(0, 7.5), (1, 7), (2, 7)]
    assert table.told("draw") == []


# Tied stacks


def test_mk_47_a_later_smaller_group_may_still_draw() -> None:
    table = Table(
        "merchant noble-2 warlord farmer",
        seat(tied="5"),
        seat(tied="5"),
        seat(tied="5"),
        seat(tied="3"),
        seat(tied="3"),
        deck=2,
        round=15,
    )
    table.play("0 bid 4", "1 bid 4", "2 bid 4", "3 bid 2", "4 bid 2")
    assert table.told("no-draw") == [{"players": [0, 1, 2]}]
    assert [args["player"] for args in table.told("draw")] == [3, 4]
    assert table.state.over()


def test_mk_48_the_market_works_on_a_drawn_merchant() -> None:
    table = Table(
        "farmer noble-2",
        seat(tied="5", merchant=2, warlord=1),
        seat(tied="5", merchant=2),
        seat(warlord=2),
        market=0,
        emperor=2,
        deck={"merchant": 8},
    )
    table.play("0 bid 3", "1 bid 3", "2 bid 1")
    assert [args["kind"] for args in table.told("draw")] == ["merchant", "merchant"]
    assert table.state.actors() == [0]
    assert table.options(0) == ["place merchants", "place warlords"]
    assert table.strength(1, "merchants") == 2, "nothing is placed before all is decided"
    table.play("0 place warlords")
    assert table.holder("emperor") == 0
    assert table.holder("market") == 1, "three Merchants against two, at once"
    assert table.state.actors() == [2]


# Claims and goal cards


def test_mk_40_a_claim_cannot_be_declined() -> None:
    table = Table(ROW_2, seat(), seat(), seat())
    table.play("0 bid 7", "1 bid 6", "2 bid 5")
    assert table.options(0) == ["claim merchant", "claim noble-2"]


def test_mk_52_equality_leaves_the_goal_with_its_holder() -> None:
    table = Table("noble-2 noble-3", seat(noble_4=2), seat(noble_2=1), seat(), heir=0)
    table.play("1 bid 7", "0 bid R", "2 bid R", "1 claim noble-2")
    assert table.strength(1, "nobles") == 2
    assert table.holder("heir") == 0


def test_mk_54_a_palace_gained_works_from_the_next_round() -> None:
    table = Table("bureaucrat farmer", seat(bureaucrat=1), seat(), seat())
    table.play("0 bid 7", "1 bid 6", "2 bid 5", "0 claim bureaucrat")
    assert table.holder("palace") == 0
    assert table.state.round == 6
    assert table.state.actors() == [1, 2]


def test_mk_55_market_choice_with_the_dragon_swap() -> None:
    table = Table(
        "merchant noble-2",
        seat(merchant=2, warlord=3),
        seat(bureaucrat=2, farmer=1),
        seat(noble_2=2, bureaucrat=1),
        market=0,
        emperor=0,
        palace=1,
        heir=2,
        dragon=0,
    )
    table.play("0 bid 7", "2 bid 5", "1 bid 6", "0 swap merchant")
    assert table.options(0) == ["place merchants", "place warlords"]
    assert table.view()["row"] == ["dragon", "noble-2"]
    table.play("0 place warlords")
    assert table.strength(0, "warlords") == 5
    assert table.view()["step"] == "claim"


def test_mk_55_without_another_pile_there_is_no_choice() -> None:
    table = Table(ROW_2, seat(merchant=2), seat(), seat(), market=0)
    table.play("0 bid 7", "1 bid 6", "2 bid 5", "0 claim merchant")
    assert table.strength(0, "merchants") == 3


def test_mk_55_a_converted_merchant_stays_strong_when_the_market_is_lost() -> None:
    table = Table(
        "merchant farmer",
        seat(merchant=2, warlord=1, converted={"warlords": 1}),
        seat(merchant=2),
        seat(),
        market=0,
        emperor=0,
    )
    table.play("0 bid R", "1 bid 7", "2 bid 6", "1 claim merchant")
    assert table.holder("market") == 1
    assert table.strength(0, "warlords") == 3


def test_mk_56_converted_merchants_do_not_count_for_the_market() -> None:
    table = Table(
        "merchant farmer",
        seat(merchant=2, warlord=1, converted={"warlords": 2}),
        seat(merchant=2),
        seat(),
        market=0,
        emperor=0,
    )
    assert table.strength(0, "merchants") == 2
    assert table.view()["seats"][0]["cards"] == 5
    assert table.points(0)["warlords"] == 1


def test_mk_57_the_heir_of_the_moment_claims_once() -> None:
    """P1 takes the Heir with its bid and so claims the leftover; P0, the holder before, does not."""
    table = Table(
        "noble-2 noble-3 farmer", seat(noble_4=2), seat(noble_2=2), seat(), seat(), heir=0
    )
    table.play("0 bid R", "1 bid 7", "2 bid R", "3 bid R", "1 claim noble-3")
    assert table.holder("heir") == 1
    assert table.options(1) == ["heir farmer", "heir noble-2"]
    table.play("1 heir noble-2")
    assert table.told("discard") == [{"kinds": ["farmer"]}]
    assert table.state.round == 6


def test_mk_57_no_heir_claim_from_an_empty_row() -> None:
    table = Table(ROW_2, seat(noble_2=2), seat(), seat(), heir=0)
    table.play("0 bid 7", "1 bid 6", "2 bid 5").claim_all()
    assert table.told("heir") == []


# The Dragon


def test_mk_37_the_printed_type_counts_for_a_merchant() -> None:
    """Merchants are the largest type: no Merchant may be swapped, whatever pile it would go to."""
    table = Table(
        "merchant farmer",
        seat(merchant=3, warlord=2),
        seat(bureaucrat=2),
        seat(noble_2=2),
        market=0,
        emperor=0,
        palace=1,
        heir=2,
        dragon=0,
    )
    table.play("0 bid 7", "2 bid 5", "1 bid 6")
    assert table.told("swap") == [{"player": 0, "kind": "farmer"}]


def test_mk_63_fewest_goal_cards_decide_first() -> None:
    table = Table(
        "farmer warlord",
        seat(warlord=2, bureaucrat=2),
        seat(merchant=2, noble_2=2),
        seat(farmer=1, noble_3=2, bureaucrat=1),
        emperor=0,
        palace=0,
        market=1,
        heir=1,
    )
    assert table.view()["dragon"] == {
        "holder": None,
        "in_row": False,
        "next": 2,
        "decided_by": "fewest-goals",
    }
    table.play("1 bid 7", "2 bid 6", "0 bid R", "1 claim warlord")
    assert table.view()["dragon"]["holder"] == 2, "with no goal card, and more cards than others"


def test_mk_64_claiming_the_dragon_is_not_holding_it() -> None:
    table = Table(
        ROW_2,
        seat(farmer=1),
        seat(bureaucrat=2, merchant=2),
        seat(warlord=2, noble_3=2),
        palace=1,
        market=1,
        emperor=2,
        heir=2,
        dragon=0,
    )
    table.play("0 bid R", "2 bid R", "1 bid 7", "0 swap noble-2", "1 claim dragon")
    assert table.view()["seats"][1]["last_dragon"] is None
    assert table.view()["seats"][1]["tokens"] == 1
    assert not table.view()["dragon"]["in_row"]


# The end


def test_mk_65_the_game_ends_when_the_row_cannot_be_filled() -> None:
    table = Table(ROW_2, seat(), seat(), seat(), deck=1, round=30)
    table.play("0 bid 7", "1 bid 6", "2 bid 5", "0 claim noble-2")
    assert table.state.over()
    assert table.view()["prompt"] == {"id": "over", "players": [0]}
    assert table.told("final-heir-nobody") == [{}]
    assert table.state.scores() == [-10, -12, -15]
    assert [args["points"] for args in table.told("score")] == [-10, -12, -15]
    assert table.state.winners() == [0]


def test_mk_68_the_heir_goes_to_warlords_even_if_unheld() -> None:
    table = Table("warlord farmer", seat(), seat(), seat(), deck=1, round=30)
    table.play("0 bid 7", "1 bid 6", "2 bid 5", "0 claim warlord")
    assert table.told("final-heir") == [{"player": 0}]
    assert table.points(0)["heir"] == 5


def test_mk_76_bureaucrats_are_worth_nothing_without_the_philosopher() -> None:
    table = Table("philosopher farmer", seat(bureaucrat=3), seat(), seat(), palace=0)
    assert "bureaucrats" not in table.points(0)


# What is seen


def test_a_bid_is_secret_until_the_reveal() -> None:
    table = Table(ROW_2, seat(), seat(), seat())
    before = table.view(1)
    table.play("0 bid 7")
    after = table.view(1)
    assert table.view(0)["choice"] == "bid 7"
    assert after["choice"] is None
    assert after["seats"][0]["hand"] == before["seats"][0]["hand"]
    assert [own["has_chosen"] for own in after["seats"]] == [True, False, False]
    assert table.log == []


def test_previews_of_bids() -> None:
    table = Table(ROW_2, seat(tied="4"), seat(tied="4", hand="R 3"), seat())
    assert table.view(0)["previews"]["bids"] == [
        {
            "slot": "A",
            "cards": ["1", "2", "3", "5", "6", "7", "R"],
            "values": [5, 6, 7, 9, 10, 11, 4],
            "ties": [[], [], [1], [], [], [], [1]],
        }
    ]
    alone = table.view(2)["previews"]["bids"][0]
    assert alone["values"] == [1, 2, 3, 4, 5, 6, 7, None]
    assert alone["ties"] == [[]] * 8, "the others play stacks"


def test_previews_of_two_bids() -> None:
    table = Table(ROW_3, seat(tied="4"), seat(tied="4", hand="R 3 6"))
    on_tied, separate = table.view(0)["previews"]["bids"]
    assert on_tied["values"] == [5, 6, 7, 9, 10, 11, 4]
    assert on_tied["ties"] == [[], [], [1], [], [1], [], [1]]
    assert separate["values"] == [1, 2, 3, 5, 6, 7, None]
    assert separate["ties"] == [[], [], [1], [], [1], [], []]


def test_previews_of_claims() -> None:
    table = Table(
        "noble-4 farmer", seat(noble_2=1, warlord=2), seat(farmer=2), seat(), emperor=0, harvest=1
    )
    table.play("0 bid 7", "1 bid 6", "2 bid 5")
    previews = table.view(0)["previews"]
    assert previews["claim noble-4"] == {
        "scores": [4, 0, 0],
        "sources": {"nobles": 4},
        "goals": {"heir": 0},
    }
    assert previews["claim farmer"] == {
        "scores": [5, 0, 0],
        "sources": {"farmers": 2, "missing": 3},
        "goals": {},
    }
    assert table.view(1)["previews"] == table.view(None)["previews"] == {}


def test_previews_of_the_palace() -> None:
    table = Table(ROW_2, seat(bureaucrat=2), seat(warlord=2), seat(), palace=0, emperor=1)
    table.play("1 bid 6", "2 bid 5")
    order = table.view(0)["previews"]["bid 5"]
    assert order == [[1, 6.5, False], [0, 5, True], [2, 5, True]]


def test_a_bid_can_be_taken_back_until_the_reveal() -> None:
    match = tianxia.new_match(GAME, 3, seed=1)
    match.play(0, GAME.space.parse("bid 7"))
    match.play(1, GAME.space.parse("bid 6"))
    assert match.undoable(0) == 0
    match.undo(0)
    assert match.state.actors() == [0, 2]
    match.play(0, GAME.space.parse("bid 5"))
    match.play(2, GAME.space.parse("bid 4"))
    assert match.undoable(0) is None


def test_a_damaged_state_is_refused() -> None:
    saved = GAME.new(3).to_dict()
    for damage in ({"row": ["unicorn"]}, {"step": "sleep"}, {"seats": None}):
        with pytest.raises(tianxia.StateError):
            GAME.from_dict({**saved, **damage})
