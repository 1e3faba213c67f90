"""Rules and rulings that no worked example covers."""

import random
import re
from typing import Any

import pytest

import tianxia
from tianxia.engine.compact import counts_of, many_at, many_numbers, numbers, total
from tianxia.games.ten_suns.components import DATA
from tianxia.games.ten_suns.rules import (
    COPIES,
    TenSuns,
    location_bonus,
    palace_lunar,
    palace_prestige,
)
from tianxia.games.ten_suns.table import CARDS, GOD_STEP

from ...positions import laid_out
from .tables import (
    BID_STEP,
    GAME,
    ITEM_STEP,
    PALACE_STEP,
    bids,
    each,
    gods,
    lay,
    load,
    locations,
    options,
    play,
    seat,
    slots,
    table,
    uses,
)

ROW = ["great-wall", "guilin", "kunlun"]


def finish_round(state: TenSuns) -> None:
    number = state.round
    while not state.over() and state.round == number:
        play(state, state.actors()[0], options(state, state.actors()[0])[-1])


# The action space


def test_action_space() -> None:
    space = GAME.space
    assert len(space) == 159
    families = [(family.name, len(family)) for family in space.families]
    assert families == [
        ("put", 6),
        ("bid", 6),
        ("done", 1),
        ("use-monkey-king", 30),
        ("use-erlang-shen", 36),
        ("use-nezha", 6),
        ("use-dragon-king", 5),
        ("use-lei-gong", 36),
        ("use-guanyin", 6),
        ("use-zhong-kui", 6),
        ("use-yue-lao", 1),
        ("use-guan-yu", 6),
        ("use-lu-ban", 1),
        ("use-xuanwu", 1),
        ("pass", 1),
        ("build", 2),
        ("discard", 6),
        ("complete", 2),
        ("keep", 1),
    ]
    start = space.start("use-monkey-king")
    texts = [space.text(start + number) for number in (0, 4, 5, 29)]
    assert texts == [f"use monkey-king {move}" for move in ("1>2", "1>6", "2>1", "6>5")]
    start = space.start("use-erlang-shen")
    assert space.text(start + 3 * 6 + 1) == "use erlang-shen P3 2"


# Setup


@pytest.mark.parametrize("players", range(2, 7))
def test_setup(players: int) -> None:
    state = GAME.new(players, 1)
    assert isinstance(state, TenSuns)
    assert each(state, "lunar") == [5] * players
    for name in ("solar", "prestige", "moon", "bagua"):
        assert each(state, name) == [0] * players
    assert (state.sun, state.bow, state.arrow, state.round) == (10, 0, -1, 1)
    assert sum(COPIES) == 60
    assert state.top == 20 - len(state.row)
    assert state.bottom == 40
    assert total(state.palace_deck) == 48 - len(state.row)
    assert total(state.hand) == len(state.row) + 2


def test_sections_of_the_deck() -> None:
    """The first 20 cards hold the 3 starred Hou Yi and no other; the last one lies anywhere."""
    places: list[int] = []
    for seed in range(300):
        state = GAME.new(6, seed)
        assert isinstance(state, TenSuns)
        if state.sun < 10:
            continue  # a third Hou Yi was discarded from the first row
        drawn = [*state.row]
        while state.top + state.bottom:
            drawn.append(state.draw_card())
        assert len(drawn) == 60
        assert sorted(drawn) == sorted(c for c, n in enumerate(COPIES) for _ in range(n))
        assert drawn[:20].count(0) == 3
        assert drawn[20:].count(1) == 6
        places.append(max(i for i, card in enumerate(drawn) if card == 1) + 1)
    # 20 + 41 x 6/7, as for a shuffled deck
    assert abs(sum(places) / len(places) - 55.1) < 1


def test_option_first_bow() -> None:
    bows = set()
    for seed in range(40):
        state = GAME.new(4, seed, first_bow="random")
        assert isinstance(state, TenSuns)
        bows.add(state.bow)
        assert state.actors() == [state.bow]
    assert bows == {0, 1, 2, 3}


# Steps 1 and 2


def test_ts_12_items_in_kind_order_at_most_three_a_space() -> None:
    hand = {"gate": 1, "tower": 1, "bridge": 1, "lunar": 2}
    state = lay([seat(), seat()], ["tao-wu", "guilin", "kunlun"], step=ITEM_STEP, hand=hand)
    told = []
    for space in (1, 1, 1):
        told.append(state.view(0)["prompt"]["item"])
        play(state, 0, f"put {space}")
    assert told == ["gate", "tower", "bridge"]
    assert options(state, 0) == ["put 2", "put 3"]
    assert state.view(0)["prompt"] == {"id": "item", "item": "lunar"}
    play(state, 0, "put 3", "put 3")
    assert state.view(0)["row"][0]["items"] == ["gate", "tower", "bridge"]
    assert state.view(0)["row"][2]["items"] == ["lunar", "lunar"]
    assert state.actors() == [0, 1]
    assert each(state, "solar") == [8, 8]


def test_ts_12_a_single_open_space_is_filled_by_itself() -> None:
    cards = {"hou-yi": 1, "nezha": 1}
    state = load(table([seat(), seat()], [], step=PALACE_STEP, unseen=cards, sun=2))
    play(state, 1, "put 1", "put 1", "put 1")
    assert [len(space["items"]) for space in state.view(None)["row"]] == [3, 1]
    assert state.actors() == [0, 1]


def test_ts_9_the_last_hou_yi() -> None:
    """It is known that the last sun goes; the round is played to its end (Q51)."""
    cards = {"hou-yi": 3}
    state = load(table([seat(), seat()], [], step=PALACE_STEP, unseen=cards, sun=4))
    assert [CARDS[card] for card in state.row] == ["hou-yi", "hou-yi"]
    assert state.sun == 3
    assert not state.over()
    assert state.view(None)["last_round"]
    while state.step == 0:
        play(state, state.actors()[0], options(state, state.actors()[0])[0])
    assert each(state, "solar") == [3, 3]
    play(state, 0, "bid 1", "done")
    play(state, 1, "done")
    finish_round(state)
    assert state.over()
    assert each(state, "moon") == [1, 0]


# Step 3


def test_ts_14_from_nothing_to_everything() -> None:
    seats = [seat(solar=8, lunar=2), seat(solar=8)]
    state = lay(seats, ROW, step=BID_STEP)
    assert options(state, 0) == ["bid 1", "bid 2", "bid 3", "done"]
    play(state, 0, *["bid 2"] * 10)
    assert state.actors() == [1]  # without Energy she is done
    play(state, 1, "done")
    assert locations(state, 0) == {"guilin": 1}
    assert state.seats[0].lunar == 0


def test_ts_14_the_items_stand_once_bids_are_asked_for() -> None:
    match = tianxia.new_match(GAME, 2, seed=3)
    while not match.state.secret():
        match.play(0, match.state.legal(0)[0])
    assert match.undoable(0) is None
    match.play(1, GAME.space.parse("bid 1"))
    assert match.undoable(0) is None
    match.play(0, GAME.space.parse("bid 2"))
    match.undo(0)
    assert match.state.actors() == [0, 1]


def test_ts_34_bids_are_spent_won_or_lost() -> None:
    state = lay([seat(solar=8, lunar=3), seat(solar=8, lunar=3)], ROW, step=BID_STEP)
    play(state, 0, *["bid 1"] * 9, "done")
    play(state, 1, *["bid 1"] * 8, "done")
    assert each(state, "lunar") == [2, 3]
    assert [seat.bids for seat in state.seats] == [0, 0]


def test_inv_12_the_order_of_own_bids_changes_nothing() -> None:
    wanted = ["bid 1"] * 3 + ["bid 2"] * 2 + ["bid 3"]
    dice = random.Random(1)
    ends = set()
    for _ in range(5):
        state = lay([seat(solar=8), seat(solar=8)], ROW, step=BID_STEP)
        dice.shuffle(wanted)
        play(state, 0, *wanted, "done")
        play(state, 1, "bid 1", "bid 3", "done")
        ends.add(tianxia.state_hash(state))
    assert len(ends) == 1


# Step 5


def test_ts_16_once_each_from_the_bow_holder_clockwise() -> None:
    seats = [seat(bids=[2], gods={god: 3}) for god in ("guanyin", "guan-yu", "lu-ban")]
    state = lay(seats, [*ROW, "xian"], bow=1)
    order = []
    while state.step == GOD_STEP:
        order.append(state.actors()[0])
        play(state, state.actors()[0], "pass")
    assert order == [1, 2, 0]


def test_ts_17_no_use_left_or_already_triggered() -> None:
    seats = [seat(bids=[2], gods={"guanyin": 0, "guan-yu": 2}), seat()]
    state = lay(seats, ROW)
    assert uses(state, 0) == ["use guan-yu 1"]
    state = lay([seat(bids=[2], gods={"guanyin": 1, "guan-yu": 2}), seat()], ROW)
    assert uses(state, 0) == ["use guanyin 1", "use guan-yu 1"]
    play(state, 0, "use guanyin 1")
    assert uses(state, 0) == []


def test_ts_18_without_energy_no_bolt() -> None:
    owned = {"monkey-king": 4, "erlang-shen": 3, "nezha": 3, "lei-gong": 2, "xuanwu": 2}
    seats = [seat(bids=[2], gods={**owned, "guan-yu": 2}), seat(bids=[1])]
    assert uses(lay(seats, ROW), 0) == ["use guan-yu 1"]
    seats[0]["solar"] = 1
    state = lay(seats, ROW)
    assert len(uses(state, 0)) == 2 + 1 + 1 + 1 + 1 + 1
    play(state, 0, "use xuanwu")
    assert uses(state, 0) == ["use guan-yu 1"]
    assert (state.seats[0].solar, many_at(state.seats[0].bids, 0)) == (0, 3)


def test_monkey_king_to_an_empty_space_and_a_vanishing_bid() -> None:
    seats = [seat(bids=[1, 3], gods={"monkey-king": 4, "guan-yu": 1}, lunar=1), seat()]
    state = lay(seats, ROW)
    moves = ["1>2", "1>3", "2>1", "2>3"]
    assert uses(state, 0)[:4] == [f"use monkey-king {move}" for move in moves]
    play(state, 0, "use monkey-king 1>3")
    assert many_numbers(state.seats[0].bids, 3) == [0, 3, 1]
    assert uses(state, 0) == ["use guan-yu 2", "use guan-yu 3"]


def test_erlang_shen_any_bid_of_others() -> None:
    seats = [
        seat(bids=[2], gods={"erlang-shen": 3}, solar=1),
        seat(bids=[1, 0, 4]),
        seat(bids=[0, 1]),
    ]
    state = lay(seats, [*ROW, "xian"])
    assert uses(state, 0) == [f"use erlang-shen {t}" for t in ("P1 1", "P1 3", "P2 2")]
    play(state, 0, "use erlang-shen P1 3")
    assert state.seats[0].solar == 0


def test_nezha_chooses_among_tied_highest_bids() -> None:
    seats = [
        seat(bids=[2, 3, 3], gods={"nezha": 3, "lu-ban": 1}, lunar=1),
        seat(bids=[0, 4, 4]),
    ]
    state = lay(seats, ROW)
    assert uses(state, 0) == ["use nezha 2", "use nezha 3", "use lu-ban"]
    play(state, 0, "use nezha 3")
    assert many_numbers(state.seats[0].bids, 3) == [2, 3, 5]


def test_guanyin_takes_two_or_the_only_one() -> None:
    for bid, left, lunar in ((3, 1, 2), (2, 0, 2), (1, 0, 1)):
        seats = [seat(bids=[bid], gods={"guanyin": 3, "dragon-king": 1}), seat()]
        state = lay(seats, ROW)
        play(state, 0, "use guanyin 1")
        assert (many_at(state.seats[0].bids, 0), state.seats[0].lunar) == (left, lunar)


def test_zhong_kui_only_on_an_own_bid_on_a_monster() -> None:
    seats = [seat(bids=[2, 1], gods={"zhong-kui": 3}), seat(bids=[0, 0, 1])]
    state = lay(seats, ["guilin", "tao-wu", "ya-yu"])
    assert uses(state, 0) == ["use zhong-kui 2"]
    play(state, 0, "use zhong-kui 2")
    assert each(state, "prestige") == [5, 0]  # 1 + 3 = 4 against health 4


@pytest.mark.parametrize(
    ("own", "theirs", "moon", "offered"),
    [
        ([2, 0], [2, 3], 0, False),
        ([2, 0], [1, 3], 0, True),
        ([0, 0], [0, 0], 0, False),
        ([0, 1], [3, 0], 6, True),
        ([0, 1], [3, 0], 7, False),
    ],
)
def test_yue_lao(own: list[int], theirs: list[int], moon: int, offered: bool) -> None:
    """A sole highest Bid anywhere, Monsters included; not on the final space (Q45)."""
    seats = [seat(bids=own, gods={"yue-lao": 3}, moon=moon), seat(bids=theirs)]
    state = lay(seats, ["guilin", "tao-wu", "kunlun"])
    assert uses(state, 0) == (["use yue-lao"] if offered else [])
    if offered:
        play(state, 0, "use yue-lao")
        assert state.seats[0].moon == moon + 1


def test_guan_yu_only_breaks_ties() -> None:
    """No effect if its owner is not among the tied highest (Q32), and not on Monsters."""
    seats = [
        seat(bids=[2, 2], gods={"guan-yu": 2}),
        seat(bids=[3]),
        seat(bids=[3], slots=[{"gate": 2}, {}]),
    ]
    state = lay(seats, ["guilin", "tao-wu", "kunlun", "xian"])
    assert uses(state, 0) == ["use guan-yu 1"]
    play(state, 0, "use guan-yu 1")
    assert [locations(state, player) for player in range(3)] == [{}, {}, {}]
    assert gods(state, 0) == {"guan-yu": 1}


def test_q_31_the_tie_mark_stays_on_its_space() -> None:
    seats = [
        seat(bids=[2, 2], gods={"guan-yu": 2}, bagua=4),
        seat(bids=[2, 2], gods={"dragon-king": 3}),
    ]
    state = lay(seats, ["guilin", "kunlun", "da-feng"])
    play(state, 0, "use guan-yu 2")
    moved = load(state.to_dict())
    play(moved, 1, "use dragon-king 1")  # the mark is now on Guilin
    assert locations(moved, 0) == {"guilin": 1}
    assert locations(moved, 1) == {"kunlun": 1}
    monster = load(state.to_dict())
    play(monster, 1, "use dragon-king 2")  # a Monster lies there now: the mark has no effect
    assert each(monster, "prestige") == [5, 5]
    assert locations(monster, 0) == {}


def test_dragon_king_keeps_items_and_swaps_neighbours() -> None:
    seats = [seat(bids=[1], gods={"dragon-king": 3, "lu-ban": 1}), seat()]
    state = lay(seats, ROW, items=[{"lunar": 1}, {}, {"lunar": 1}])
    assert uses(state, 0)[:2] == ["use dragon-king 1", "use dragon-king 2"]
    play(state, 0, "use dragon-king 1")
    assert [space["card"] for space in state.view(0)["row"]] == ["guilin", "great-wall", "kunlun"]
    assert [space["items"] for space in state.view(0)["row"]] == [["lunar"], [], ["lunar"]]


def test_lu_ban_draws_and_builds_and_the_turn_goes_on() -> None:
    seats = [
        seat(bids=[2], gods={"lu-ban": 3, "guanyin": 3}, slots=[{"gate": 1}, {}]),
        seat(),
    ]
    state = lay(seats, ROW)
    play(state, 0, "use lu-ban")
    assert options(state, 0) == ["build A", "build B"]
    part = state.view(0)["prompt"]["part"]
    play(state, 0, "build B")
    assert slots(state, 0) == [{"gate": 1}, {part: 1}]
    assert uses(state, 0) == ["use guanyin 1"]


def test_lu_ban_needs_a_part_and_room() -> None:
    full = {"gate": 4, "hall": 4}
    seats = [seat(gods={"lu-ban": 3, "dragon-king": 1}, slots=[full, full]), seat()]
    state = lay(seats, ROW)
    assert "use lu-ban" not in uses(state, 0)
    seats[0]["slots"] = [{}, {}]
    saved = table(seats, ROW) | {"palace_deck": {}, "palace_discard": {}}
    assert "use lu-ban" not in uses(load(saved), 0)  # Q46
    saved |= {"palace_discard": {"tower": 1}}
    state = load(saved)
    play(state, 0, "use lu-ban")  # the discard pile becomes the deck; an empty table: slot A
    assert slots(state, 0) == [{"tower": 1}, {}]


def test_xuanwu_adds_to_every_bid_but_makes_none() -> None:
    seats = [seat(bids=[2, 0, 1], gods={"xuanwu": 2, "lu-ban": 1}, lunar=1), seat()]
    state = lay(seats, ROW)
    play(state, 0, "use xuanwu")
    assert many_numbers(state.seats[0].bids, 3) == [3, 0, 2]
    without_bid = lay([seat(gods={"xuanwu": 2, "lu-ban": 1}, lunar=1), seat()], ROW)
    assert uses(without_bid, 0) == ["use lu-ban"]


def test_ts_22_an_empty_god_still_counts() -> None:
    seats = [seat(bids=[1], gods={"guan-yu": 1}), seat()]
    state = lay(seats, ROW)
    play(state, 0, "use guan-yu 1")
    assert gods(state, 0) == {"guan-yu": 0}
    assert state.god_bonus(0) == 1


# Gods that act when gained


@pytest.mark.parametrize(
    ("god", "lunar", "prestige", "moon"),
    [
        ("queen-mother", 4, 0, 0),
        ("jade-emperor", 0, 3, 0),
        ("chang-e", 0, 0, 2),
        ("jade-rabbit", 2, 0, 1),
        ("caishen", 3, 1, 0),
        ("fuxi", 2, 0, 0),
        ("zao-jun", 1, 2, 0),
        ("pangu", 1, 2, 0),
        ("fu-lu-shou", 1, 1, 1),
    ],
)
def test_gods_that_act_when_gained(god: str, lunar: int, prestige: int, moon: int) -> None:
    owned = {"locations": {"xian": 2, "west-lake": 1}, "gods": {"lei-gong": 0}}
    state = lay([seat(bids=[1], bagua=2, **owned), seat()], [god, "guilin", "kunlun"])
    first = state.seats[0]
    assert (first.lunar, first.prestige, first.moon) == (lunar, prestige, moon)
    assert gods(state, 0) == {god: 0, "lei-gong": 0}
    assert first.bagua == (0 if god == "fuxi" else 3)


def test_nuwas_parts_are_placed_with_those_of_the_space() -> None:
    seats = [seat(bids=[1], slots=[{"gate": 1}, {"hall": 1}]), seat()]
    state = lay(seats, ["nuwa", "guilin", "kunlun"], items=[{"gate": 1, "lunar": 1}])
    parts = state.view(0)["hand"]
    assert len(parts) == 4
    assert parts[0] == "gate"
    assert parts == sorted(parts, key=DATA.kinds.index)
    assert state.seats[0].lunar == 1
    play(state, 0, "build A", "build A", "build A", "build B")
    assert [sum(slot.values()) for slot in slots(state, 0)] == [4, 2]


def test_nuwas_parts_may_give_way_to_those_of_the_space() -> None:
    """Whoever has room for one of four parts keeps any of them."""
    seats = [seat(bids=[1], slots=[{"hall": 8}, {"tower": 7}]), seat()]
    saved = table(seats, ["nuwa", "guilin", "kunlun"], items=[{"gate": 1}])
    state = load(saved | {"palace_deck": {"hall": 1, "garden": 2}})
    assert state.view(0)["prompt"] == {"id": "discard", "room": 1, "surplus": 3}
    kept = set()
    for part in ("gate", "hall", "garden"):
        tried = state.copy()
        others = ["gate", "hall", "garden", "garden"]
        others.remove(part)
        for other in others:
            if f"discard {other}" in options(tried, 0):  # the last ones may go by themselves
                play(tried, 0, f"discard {other}")
        kept.add(next(kind for kind in slots(tried, 0)[1] if kind != "tower"))
        assert total(tried.palace_discard) == 3
    assert kept == {"gate", "hall", "garden"}


def test_every_god_is_covered() -> None:
    immediate = {god.id for god in DATA.gods if not god.uses}
    assert len(immediate) == 10
    assert len(DATA.gods) == 21


# Step 6


@pytest.mark.parametrize("card", ["guilin", "nezha", "tao-wu", "hou-yi", "hou-yi-star"])
def test_ts_24_a_space_without_bids(card: str) -> None:
    seats = [seat(prestige=5), seat(prestige=5)]
    state = lay(seats, [card, "kunlun", "xian"], items=[{"gate": 1, "lunar": 2}], sun=8)
    # Card and items lie there until the end of the round, and leave it then.
    assert state.sun == 8
    assert [space["card"] for space in state.view(None)["row"]] == [card, "kunlun", "xian"]
    assert numbers(state.palace_discard, 6) == [0] * 6
    gone = state.view(None)["deck"]["discarded"].get(card, 0)
    state.events = []
    finish_round(state)
    assert state.round == 4
    unbid = [event.args["card"] for event in state.events or [] if event.kind == "unbid"]
    assert unbid == [card, "kunlun", "xian"]
    assert state.view(None)["deck"]["discarded"][card] == gone + 1
    fallen = [event for event in state.events or [] if event.kind in ("sun", "surplus")]
    assert state.sun == 8 - sum(event.kind == "sun" for event in fallen)
    assert (state.sun < 8) >= card.startswith("hou-yi")
    assert total(state.palace_discard) + total(state.palace_deck) < 48
    assert numbers(state.palace_discard, 6) == [1, 0, 0, 0, 0, 0]
    assert each(state, "prestige") == [5, 5]
    assert each(state, "lunar") == [0, 0]
    assert each(state, "moon") == [0, 0]
    assert state.arrow == -1


def test_ts_24_an_unbid_hou_yi_does_not_end_the_game() -> None:
    """He leaves after the check for the end; a tied one takes his sun before it."""
    state = lay(bids([0, 0]), ["hou-yi", "kunlun", "xian"], sun=2)
    view = state.view(None)
    assert (view["endings"], view["last_round"], view["perhaps_last"]) == ([], False, False)
    finish_round(state)
    assert (state.round, state.sun, state.over()) == (4, 1, False)
    assert state.view(None)["last_round"]
    tied = lay(bids([2, 2]), ["hou-yi", "kunlun", "xian"], sun=2)
    assert tied.sun == 1
    finish_round(tied)
    assert tied.over()


def test_the_view_knows_that_the_round_may_be_the_last() -> None:
    row = ["hou-yi", "kunlun", "xian"]
    state = lay([seat(solar=2), seat(solar=2)], row, step="bids", sun=2)
    assert state.view(None)["perhaps_last"]
    assert not state.view(None)["last_round"]
    play(state, 0, "done")
    play(state, 1, "bid 2", "done")
    assert not state.view(None)["perhaps_last"]
    empty = lay([seat(solar=2), seat(solar=2)], row, step="bids", sun=5, unseen={})
    assert empty.view(None)["last_round"]


def test_ts_27_bagua_card_lunar_parts() -> None:
    state = lay(
        [seat(bids=[1]), seat()], ["hou-yi", "kunlun", "xian"], items=[{"hall": 1, "lunar": 2}]
    )
    assert (state.seats[0].bagua, state.seats[0].moon, state.seats[0].lunar) == (1, 1, 2)
    assert slots(state, 0) == [{"hall": 1}, {}]  # both slots empty: slot A by itself
    assert state.sun == 7


def test_ts_32_only_slots_with_room() -> None:
    seats = [seat(bids=[1], slots=[{"gate": 3}, {}]), seat()]
    state = lay(seats, ROW, items=[{"gate": 1, "hall": 1}])
    assert options(state, 0) == ["build A", "build B"]
    play(state, 0, "build B", "build B")
    assert slots(state, 0) == [{"gate": 3}, {"gate": 1, "hall": 1}]


def test_ts_32_without_any_room_nobody_is_asked() -> None:
    seats = [seat(bids=[1], slots=[{"gate": 8}, {"hall": 8}]), seat()]
    state = lay(seats, ROW, items=[{"tower": 1, "garden": 2}])
    assert numbers(state.palace_discard, 6) == [0, 0, 1, 2, 0, 0]
    assert options(state, 0) == ["complete A", "complete B", "keep"]


def test_ts_32_equal_parts_too_many_are_not_asked_about() -> None:
    seats = [seat(bids=[1], slots=[{"gate": 8}, {"hall": 7}]), seat()]
    state = lay(seats, ROW, items=[{"tower": 3}])
    assert slots(state, 0)[1] == {"hall": 7, "tower": 1}
    assert numbers(state.palace_discard, 6) == [0, 0, 2, 0, 0, 0]


def test_ts_32_with_room_for_two_of_three_the_owner_also_says_where() -> None:
    seats = [seat(bids=[1], slots=[{"gate": 7}, {"hall": 7}]), seat()]
    state = lay(seats, ROW, items=[{"gate": 1, "hall": 1, "pavilion": 1}])
    play(state, 0, "discard hall")
    assert options(state, 0) == ["build A", "build B"]
    play(state, 0, "build B")  # the gate; the pavilion has one place left
    assert slots(state, 0) == [{"gate": 7, "pavilion": 1}, {"hall": 7, "gate": 1}]


def test_who_has_no_prestige_is_not_told_to_lose_any() -> None:
    seats = [seat(bids=[1], lunar=1), seat(bids=[1], lunar=1, prestige=1)]
    saved = table(seats, ["tao-tie", *ROW[:2]])
    state = laid_out(GAME, saved | {"step": "bids", "secret": True, "waiting": [0, 1]})
    state.events = []
    for player in (0, 1):
        state.play(player, GAME.space.parse("done"))
    told = [(event.kind, event.args.get("player")) for event in state.events or []]
    assert ("prestige-none", 0) in told
    assert ("prestige-lost", 1) in told
    assert ("prestige-lost", 0) not in told


def test_ts_33_bonus_items_of_a_monster_go_to_the_sole_top() -> None:
    seats = [seat(bids=[4], bagua=3), seat(bids=[2])]
    state = lay(seats, ["tao-wu", "kunlun", "xian"], items=[{"gate": 1, "lunar": 2}])
    assert each(state, "prestige") == [5, 2]
    assert each(state, "lunar") == [2, 0]
    assert each(state, "bagua") == [3, 0]
    assert slots(state, 0) == [{"gate": 1}, {}]


def test_q_35_a_sole_participant() -> None:
    won = lay([seat(bids=[4], prestige=5), seat()], ["tao-wu", "kunlun", "xian"])
    lost = lay([seat(bids=[3], prestige=5), seat()], ["tao-wu", "kunlun", "xian"])
    assert (won.seats[0].prestige, lost.seats[0].prestige) == (10, 3)


def test_ts_35_palaces_from_the_bow_holder_clockwise() -> None:
    two = {"gate": 1, "hall": 1}
    seats = [seat(slots=[two, two]), seat(slots=[two, {}]), seat(slots=[{"gate": 2}, {}])]
    state = lay(seats, [], step=PALACE_STEP, bow=2)
    assert state.actors() == [2]
    play(state, 2, "complete A")
    assert state.actors() == [0]
    assert options(state, 0) == ["complete A", "complete B", "keep"]
    play(state, 0, "complete B", "keep")
    assert state.actors() == [1]
    play(state, 1, "keep")
    assert each(state, "prestige") == [3, 0, 2]
    assert state.round == 4


@pytest.mark.parametrize(
    ("parts", "prestige", "lunar"),
    [
        ({"gate": 2}, 2, 0),
        ({"gate": 1, "hall": 1}, 3, 0),
        ({"gate": 4}, 3, 2),
        ({"gate": 1, "hall": 1, "tower": 1, "garden": 1}, 6, 2),
        ({"gate": 8}, 4, 7),
    ],
)
def test_palace_rewards(parts: dict[str, int], prestige: int, lunar: int) -> None:
    state = lay([seat(slots=[parts, {}]), seat()], [], step=PALACE_STEP)
    assert state.view(0)["seats"][0]["palaces"][0]["prestige"] == prestige
    play(state, 0, "complete A")
    assert (state.seats[0].prestige, state.seats[0].lunar) == (prestige, lunar)
    assert total(state.palace_discard) == sum(parts.values())


def test_only_some_sizes_can_be_completed() -> None:
    for size in range(9):
        parts = counts_of([size])
        assert bool(palace_prestige(parts)) == (size in (2, 4, 8))
        assert bool(palace_lunar(parts)) == (size in (4, 8))


# Steps 7 and 8


def test_ts_38_four_is_not_above_four() -> None:
    state = lay([seat(bagua=4), seat(slots=[{"gate": 2}, {}])], [], step=PALACE_STEP)
    finish_round(state)
    assert each(state, "bagua") == [4, 0]
    assert each(state, "lunar") == [0, 0]


def test_ts_40_the_bow_goes_clockwise() -> None:
    seats = [seat(), seat(), seat()]
    state = lay(seats, [], step=PALACE_STEP, bow=2)
    finish_round(state)
    assert (state.bow, state.actors()) == (0, [0])


def test_q_17_the_bow_holder_with_the_arrow_keeps_the_bow() -> None:
    seats = bids([2, 0, 0])
    state = lay(seats, ["hou-yi-star", *ROW])
    assert state.view(None)["arrow"] == 0
    assert state.view(None)["next_bow"] == 0
    finish_round(state)
    assert (state.bow, state.arrow) == (0, -1)


def test_ts_39_an_empty_deck_ends_the_game() -> None:
    state = load(table([seat(), seat()], [], step=PALACE_STEP, unseen={}))
    assert state.over()
    assert state.view(None)["endings"] == []


def test_option_prestige_end() -> None:
    seats = [seat(prestige=30), seat()]
    assert not load(table(seats, [], step=PALACE_STEP)).over()
    state = load(table(seats, [], step=PALACE_STEP, options={"prestige_end": 30}))
    assert state.view(None)["endings"] == ["prestige"]


def test_several_endings_at_once() -> None:
    seats = [seat(prestige=40, moon=7), seat()]
    state = load(table(seats, [], step=PALACE_STEP, sun=1))
    assert state.view(None)["endings"] == ["prestige", "moon", "sun"]


# Final scoring


@pytest.mark.parametrize(
    ("moons", "dense", "skip"),
    [
        ([0, 0], [12, 12], [12, 12]),
        ([3, 1], [12, 7], [12, 7]),
        ([5, 5, 3, 0], [12, 12, 7, 2], [12, 12, 2, 0]),
        ([5, 4, 4, 2, 0], [12, 7, 7, 2, 0], [12, 7, 7, 0, 0]),
    ],
)
def test_moon_bonus(moons: list[int], dense: list[int], skip: list[int]) -> None:
    seats = [seat(moon=moon) for moon in moons]
    for ties, wanted in (("dense", dense), ("skip", skip)):
        state = lay(seats, [], step=PALACE_STEP, options={"moon_ties": ties})
        assert [state.moon_bonus(moon) for moon in moons] == wanted
        assert state.view(None)["scoring"][1] == {"source": "moon", "points": wanted}


def test_location_bonus() -> None:
    assert [location_bonus(n) for n in range(11)] == [0, 1, 3, 6, 10, 15, 20, 25, 30, 30, 30]


def test_duplicate_locations_and_lunar_are_worth_nothing() -> None:
    seats = [seat(locations={"xian": 2}, lunar=9, slots=[{"gate": 3}, {}]), seat()]
    state = lay(seats, [], step=PALACE_STEP)
    assert state.scores() == [12 + 1, 12]


# Saved states


@pytest.mark.parametrize(
    "damage",
    [
        {"step": "nowhere"},
        {"top": 3},
        {"row": ["atlantis", "guilin", "kunlun"]},
        {"marks": []},
        {"seats": []},
        {"triggered": ["zeus"]},
    ],
)
def test_damaged_states_are_refused(damage: dict[str, Any]) -> None:
    sound = GAME.new(2, 1).to_dict()
    with pytest.raises(tianxia.StateError):
        GAME.from_dict(sound | damage)
    sound["seats"][1]["bids"] = [1]
    with pytest.raises(tianxia.StateError, match=re.escape("seats[1].bids")):
        GAME.from_dict(sound)
