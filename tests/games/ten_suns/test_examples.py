"""The worked examples of the specification, one test each, named after their numbers."""

import pytest

from tianxia.engine.compact import many_at, many_numbers, numbers, total
from tianxia.games.ten_suns.components import DATA
from tianxia.games.ten_suns.rules import TenSuns
from tianxia.games.ten_suns.table import CARDS, FIRST_LOCATION

from .tables import (
    BID_STEP,
    GAME,
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
    seed_for,
    slots,
    table,
    uses,
)


def foreseen(state: TenSuns, player: int, action: str) -> tuple[list[int | None], list[int | None]]:
    """Who would get each space after a trigger, and the damage to Monsters."""
    previews = {preview["action"]: preview for preview in state.view(player)["previews"]}
    return previews[action]["takers"], previews[action]["damage"]


def finish_round(state: TenSuns) -> None:
    """Complete nothing: on to the next round's first decision or the end."""
    number = state.round
    while not state.over() and state.round == number:
        play(state, state.actors()[0], "keep")


# From the rulebook


@pytest.mark.parametrize(("players", "spaces"), [(2, 3), (3, 4), (4, 5), (5, 6), (6, 6)])
def test_ex_1_number_of_spaces(players: int, spaces: int) -> None:
    state = GAME.new(players, 5)
    assert isinstance(state, TenSuns)
    assert len(state.row) == spaces
    assert len(state.view(0)["row"]) == spaces


def test_ex_2_bidding_for_a_place_in_the_row() -> None:
    seats = bids([0, 0, 0], [0, 0, 0], [2, 4, 3])
    seats[1]["bagua"] = 1
    state = lay(seats, ["great-wall", "guilin", "kunlun", "xian"])
    assert locations(state, 1) == {"kunlun": 1}
    assert each(state, "bagua") == [0, 2, 0]
    assert [locations(state, player) for player in (0, 2)] == [{}, {}]


def test_ex_3_power_tracker() -> None:
    seats = [
        seat(bids=[3], lunar=3, gods={"guanyin": 3}),
        seat(lunar=3, slots=[{"gate": 2}, {}]),
    ]
    state = lay(seats, ["monkey-king", "guilin", "kunlun"], round=3)
    assert uses(state, 0) == ["use guanyin 1"]
    play(state, 0, "pass")
    assert gods(state, 0) == {"guanyin": 3, "monkey-king": 4}
    assert (state.round, state.actors()) == (3, [1])  # step 5 of round 3 is over
    finish_round(state)
    assert state.round == 4
    while state.actors() == [1]:
        play(state, 1, options(state, 1)[0])
    play(state, 0, "bid 1", "bid 1", "done")
    play(state, 1, "done")
    assert uses(state, 0) == ["use monkey-king 1>2", "use monkey-king 1>3", "use guanyin 1"]
    play(state, 0, "use monkey-king 1>2")
    assert state.round == 4
    assert gods(state, 0) == {"guanyin": 3, "monkey-king": 3}
    assert uses(state, 0) == ["use guanyin 1", "use guanyin 2"]


def test_ex_4_one_off_god() -> None:
    seats = [seat(), seat(bids=[1], lunar=2)]
    state = lay(seats, ["queen-mother", "guilin", "kunlun"])
    assert state.seats[1].lunar == 6
    assert gods(state, 1) == {"queen-mother": 0}
    assert state.view(None)["scoring"][2] == {"source": "gods", "points": [0, 1]}


def test_ex_5_monster_health() -> None:
    two = lay(bids([3, 1]), ["tao-wu"])
    assert each(two, "prestige") == [5, 2]
    seats = bids([3, 1, 2, 0, 0])
    for player in seats:
        player["prestige"] = 10
    five = lay(seats, ["tao-wu"])
    assert five.health(CARDS.index("tao-wu")) == 7
    assert each(five, "prestige") == [8, 8, 8, 10, 10]


def test_ex_6_double_gift() -> None:
    seats = [
        seat(bagua=5, prestige=12),
        seat(bagua=1, prestige=4),
        seat(bagua=3, prestige=9, slots=[{"gate": 2}, {}]),
    ]
    state = lay(seats, [], step=PALACE_STEP)
    finish_round(state)
    assert each(state, "lunar") == [0, 8, 0]
    assert each(state, "bagua") == [0, 0, 0]


def test_ex_7_largest_palace() -> None:
    parts = {"gate": 2, "hall": 2, "tower": 1, "garden": 1, "bridge": 1, "pavilion": 1}
    state = lay([seat(slots=[parts, {}]), seat()], [], step=PALACE_STEP)
    play(state, 0, "complete A")
    assert (state.seats[0].lunar, state.seats[0].prestige) == (7, 9)
    assert slots(state, 0) == [{}, {}]
    assert len(DATA.kinds) == 6


def test_ex_8_starred_hou_yi_early() -> None:
    for players, latest in ((6, 4), (2, 7)):
        for seed in range(30):
            state = GAME.new(players, seed)
            assert isinstance(state, TenSuns)
            assert state.top + state.bottom + len(state.row) == 60
            while state.unseen[0] > 0:
                assert state.top >= state.unseen[0]
                assert state.round < latest
                play(state, state.actors()[0], options(state, state.actors()[0])[-1])


def test_ex_9_unwon_hou_yi() -> None:
    seats = [seat(bids=[3], bagua=2), seat(bids=[3], bagua=2)]
    state = lay(seats, ["hou-yi", "guilin", "kunlun"], sun=7, items=[{"gate": 1, "lunar": 2}])
    assert state.sun == 6
    assert each(state, "moon") == [0, 0]
    assert each(state, "bagua") == [2, 2]
    assert each(state, "lunar") == [0, 0]
    assert numbers(state.palace_discard, 6) == [1, 0, 0, 0, 0, 0]


# Edge cases


def test_ec_10_bagua_step_inside_the_round() -> None:
    seats = [
        seat(bids=[4, 3], bagua=1),
        seat(bids=[1, 3], bagua=2),
        seat(slots=[{"gate": 2}, {}]),
    ]
    state = lay(seats, ["great-wall", "guilin", "kunlun", "xian"])
    assert each(state, "bagua") == [2, 2, 0]
    assert [locations(state, player) for player in range(3)] == [{"great-wall": 1}, {}, {}]
    seats[0]["bids"], seats[1]["bids"] = [3, 4, 0, 0, 0, 0], [3, 1, 0, 0, 0, 0]
    state = lay(seats, ["great-wall", "guilin", "kunlun", "xian"])
    assert locations(state, 0) == {"great-wall": 1, "guilin": 1}


def test_ec_11_three_way_tie() -> None:
    seats = bids([4, 4, 4, 1])
    for player, bagua in zip(seats, [3, 1, 1, 0], strict=True):
        player["bagua"] = bagua
    state = lay(seats, ["great-wall"])
    assert each(state, "bagua") == [3, 1, 1, 0]
    assert [locations(state, player) for player in range(4)] == [{}, {}, {}, {}]
    seats[1]["bagua"] = 2
    state = lay(seats, ["great-wall"])
    assert each(state, "bagua") == [3, 2, 2, 0]
    assert locations(state, 2) == {"great-wall": 1}


def test_ec_12_third_hou_yi() -> None:
    cards = {"hou-yi": 3, "guilin": 1, "tao-wu": 1, "nezha": 1}
    row = ["hou-yi", "guilin", "hou-yi", "tao-wu", "nezha"]
    seats = [seat(), seat(), seat(), seat()]
    saved = table(seats, [], step=PALACE_STEP, unseen=cards, sun=6)
    state = seed_for(saved, lambda s: [CARDS[card] for card in s.row] == row)
    assert state.sun == 5
    assert state.unseen[1] == 0
    play(state, 1, "put 1", "put 1", "put 1", "put 2", "put 2", "put 2", "put 3")
    assert each(state, "solar") == [5, 5, 5, 5]
    for player in range(4):
        play(state, player, "done")
    assert state.sun == 3


def test_ec_13_failed_monster_floor_at_0() -> None:
    seats = bids([3, 2, 1, 0])
    for player, prestige in zip(seats, [9, 1, 0, 5], strict=True):
        player["prestige"] = prestige
    state = lay(seats, ["jiu-ying"], items=[{"hall": 1, "lunar": 1}])
    assert each(state, "prestige") == [7, 0, 0, 5]
    assert each(state, "lunar") == [0, 0, 0, 0]
    assert numbers(state.palace_discard, 6) == [0, 1, 0, 0, 0, 0]


def test_ec_14_tied_top_damage() -> None:
    state = lay(bids([4, 4, 1, 0]), ["qiong-qi"], items=[{"hall": 1, "lunar": 1}])
    assert each(state, "prestige") == [5, 5, 2, 0]
    assert each(state, "lunar") == [0, 0, 0, 0]
    assert each(state, "bagua") == [0, 0, 0, 0]
    assert numbers(state.palace_discard, 6) == [0, 1, 0, 0, 0, 0]


def test_ec_15_zhong_kui() -> None:
    seats = bids([3, 1, 0, 0, 0])
    seats[1]["gods"] = {"zhong-kui": 3}
    state = lay(seats, ["tao-wu"], items=[{"tower": 1, "lunar": 1}])
    assert state.actors() == [1]
    assert state.damage(0) == 4
    assert foreseen(state, 1, "use zhong-kui 1") == ([1], [7])
    play(state, 1, "use zhong-kui 1")
    assert each(state, "prestige") == [2, 5, 0, 0, 0]
    assert each(state, "lunar") == [0, 1, 0, 0, 0]
    assert slots(state, 1) == [{"tower": 1}, {}]
    assert gods(state, 1) == {"zhong-kui": 2}


def test_ec_16_bid_removed_from_a_monster() -> None:
    seats = bids([1, 0, 4])
    seats[1] |= {"gods": {"erlang-shen": 3}, "lunar": 1}
    for player in seats:
        player["prestige"] = 5
    state = lay(seats, ["hun-dun"])
    assert state.damage(0) == 5
    assert foreseen(state, 1, "use erlang-shen P0 1") == ([None], [4])
    play(state, 1, "use erlang-shen P0 1")
    assert each(state, "prestige") == [5, 5, 3]
    assert each(state, "lunar") == [0, 0, 0]


def test_ec_17_dragon_king() -> None:
    seats = bids([0, 0], [5, 0], [0, 4])
    seats[1]["gods"] = {"dragon-king": 3}
    items = [{}, {"gate": 1, "lunar": 1}, {}]
    state = lay(seats, ["kunlun", "guilin", "ya-yu"], items=items)
    assert uses(state, 1) == ["use dragon-king 1", "use dragon-king 2"]
    assert foreseen(state, 1, "use dragon-king 2") == ([None, 0, 1], [None, 5, None])
    play(state, 1, "use dragon-king 2")
    assert each(state, "prestige") == [5, 0]
    assert each(state, "lunar") == [1, 0]
    assert slots(state, 0) == [{"gate": 1}, {}]
    assert locations(state, 1) == {"guilin": 1}
    assert each(state, "bagua") == [0, 1]


def test_ec_18_guan_yu() -> None:
    seats = [
        seat(bids=[3], bagua=4, gods={"guan-yu": 2}),
        seat(bids=[3], bagua=1, slots=[{"gate": 2}, {}]),
    ]
    state = lay(seats, ["great-wall", "guilin", "kunlun"])
    play(state, 0, "use guan-yu 1")
    assert locations(state, 0) == {"great-wall": 1}
    assert each(state, "bagua") == [5, 1]
    finish_round(state)
    assert each(state, "bagua") == [0, 0]  # the Balance
    assert each(state, "lunar") == [4, 8]


def test_ec_19_bolts() -> None:
    seats = bids([0, 0, 3])
    seats[2]["gods"] = {"nezha": 3, "guanyin": 3}
    state = lay(seats, ["great-wall", "guilin", "kunlun", "xian"])
    assert uses(state, 2) == ["use guanyin 1"]
    play(state, 2, "use guanyin 1")
    assert many_at(state.seats[2].bids, 0) == 1
    assert (state.seats[2].solar, state.seats[2].lunar) == (0, 2)
    assert uses(state, 2) == ["use nezha 1"]
    play(state, 2, "use nezha 1")
    assert state.seats[2].lunar == 1
    assert locations(state, 2) == {"great-wall": 1}


def test_ec_20_solar_first() -> None:
    row = ["great-wall", "guilin", "kunlun"]
    five = load(table([seat(solar=4, lunar=3), seat(solar=4)], row, step=BID_STEP, sun=4))
    play(five, 0, *["bid 1"] * 5)
    assert (five.seats[0].solar, five.seats[0].lunar) == (0, 2)

    three = [seat(solar=4, lunar=3, gods={"nezha": 3}), seat(solar=4, slots=[{"gate": 2}, {}])]
    state = load(table(three, row, step=BID_STEP, sun=4))
    play(state, 0, *["bid 1"] * 3, "done")
    assert (state.seats[0].solar, state.seats[0].lunar) == (1, 3)
    play(state, 1, "done")
    with_bolt = load(state.to_dict())
    play(with_bolt, 0, "use nezha 1")
    assert (with_bolt.seats[0].solar, with_bolt.seats[0].lunar) == (0, 3)
    play(state, 0, "pass")
    assert state.seats[0].solar == 1
    finish_round(state)
    assert (state.seats[0].solar, state.seats[0].lunar) == (0, 3)


def test_ec_21_30_and_31() -> None:
    at_30 = lay([seat(prestige=30), seat(slots=[{"gate": 2}, {}])], [], step=PALACE_STEP)
    finish_round(at_30)
    assert not at_30.over()

    at_29 = lay([seat(prestige=29, slots=[{"gate": 2}, {}]), seat()], [], step=PALACE_STEP)
    play(at_29, 0, "complete A")
    finish_round(at_29)
    assert at_29.seats[0].prestige == 31
    assert at_29.over()
    assert at_29.view(None)["endings"] == ["prestige"]

    fallen = lay([seat(prestige=32, bids=[0, 1]), seat()], ["guilin", "tao-tie", "kunlun"])
    assert fallen.seats[0].prestige == 30
    finish_round(fallen)
    assert not fallen.over()


def test_ec_22_two_starred_hou_yi_in_one_row() -> None:
    seats = bids([0, 0, 0, 2], [0] * 4, [0] * 4, [0, 3, 0, 0])
    row = ["hou-yi-star", "guilin", "kunlun", "hou-yi-star", "xian"]
    state = lay(seats, row, sun=9)
    assert each(state, "moon") == [0, 2, 0, 2]
    assert state.arrow == 1
    assert state.sun == 7
    finish_round(state)
    assert (state.bow, state.arrow) == (1, -1)


def test_ec_23_palace_slots() -> None:
    full = {"gate": 4, "hall": 4}
    seats = [seat(bids=[2], slots=[full, {"tower": 7}]), seat()]
    items = [{"gate": 1, "hall": 1, "pavilion": 1}]
    state = lay(seats, ["great-wall", "guilin", "kunlun"], items=items)
    assert state.view(0)["prompt"] == {"id": "discard", "room": 1, "surplus": 2}
    assert "previews" not in state.view(0)
    assert options(state, 0) == ["discard gate", "discard hall", "discard pavilion"]
    play(state, 0, "discard pavilion")
    assert options(state, 0) == ["discard gate", "discard hall"]
    play(state, 0, "discard hall")  # the gate goes into B by itself
    assert slots(state, 0) == [full, {"tower": 7, "gate": 1}]
    assert numbers(state.palace_discard, 6) == [0, 1, 0, 0, 0, 1]
    assert options(state, 0) == ["complete A", "complete B", "keep"]
    play(state, 0, "complete B", "complete A")
    assert (state.seats[0].prestige, state.seats[0].lunar) == (3 + 2 + 3 + 2, 14)


def test_ec_24_odd_size() -> None:
    three, five = {"gate": 1, "hall": 2}, {"garden": 5}
    state = lay([seat(slots=[three, five]), seat()], [], step=PALACE_STEP)
    assert state.actors() == [1]  # nothing to complete for seat 0
    seats = [seat(bids=[1], slots=[three, five]), seat()]
    state = lay(seats, ["guilin", "xian", "kunlun"], items=[{"tower": 1}])
    play(state, 0, "build A")
    assert options(state, 0) == ["complete A", "keep"]
    play(state, 0, "complete A")
    assert (state.seats[0].prestige, state.seats[0].lunar) == (5, 2)


def test_ec_25_fuxi_avoids_the_balance() -> None:
    seats = [seat(bids=[1], bagua=4), seat(bagua=2, slots=[{"gate": 2}, {}])]
    state = lay(seats, ["fuxi", "guilin", "kunlun"])
    assert each(state, "bagua") == [0, 2]
    assert each(state, "lunar") == [2, 0]
    finish_round(state)
    assert each(state, "bagua") == [0, 2]
    assert each(state, "lunar") == [2, 0]


def test_ec_26_tied_gifts() -> None:
    seats = [
        seat(bagua=5, prestige=3),
        seat(bagua=0, prestige=8),
        seat(bagua=0, prestige=3),
        seat(bagua=2, prestige=10),
    ]
    state = lay(seats, [], step=PALACE_STEP)
    finish_round(state)
    assert each(state, "lunar") == [4, 4, 8, 0]
    assert each(state, "bagua") == [0, 0, 0, 0]


def test_ec_27_moon_end() -> None:
    seats = [
        seat(bids=[0, 2], bagua=4),
        seat(bids=[2], moon=6, slots=[{"gate": 2}, {}]),
    ]
    state = lay(seats, ["hou-yi-star", "guilin", "kunlun"])
    assert each(state, "moon") == [0, 7]
    assert locations(state, 0) == {"guilin": 1}
    play(state, 1, "complete A")
    assert state.over()
    assert each(state, "lunar") == [4, 4]  # the Balance came before the end
    assert state.seats[1].prestige == 2
    assert state.view(None)["endings"] == ["moon"]


def test_ec_28_lei_gong() -> None:
    seats = bids([0, 4], [0, 4], [0, 1])
    seats[0] |= {"gods": {"lei-gong": 2, "guan-yu": 2}, "lunar": 1, "bids": [1, 0, 0, 0, 0, 0]}
    row = ["great-wall", "guilin", "kunlun"]
    state = lay(seats, row)
    assert uses(state, 0) == ["use lei-gong P1 1", "use lei-gong P1 2", "use guan-yu 1"]
    play(state, 0, "use lei-gong P1 2")
    assert many_numbers(state.seats[1].bids, 3) == [4, 2, 1]
    seats[1]["bids"] = [1, 0, 1, 0, 0, 0]
    state = lay(seats, row)
    assert uses(state, 0) == ["use lei-gong P1 1", "use lei-gong P1 3", "use guan-yu 1"]
    play(state, 0, "use lei-gong P1 3")
    assert many_numbers(state.seats[1].bids, 3) == [1, 0, 0]


def test_ec_29_short_row() -> None:
    seats = [seat(lunar=1) for _ in range(6)]
    cards = {"hou-yi": 1, "nezha": 1}
    state = load(table(seats, [], step=PALACE_STEP, unseen=cards, sun=2))
    assert len(state.row) == 2
    assert state.step == 0
    hand = state.view(None)["hand"]
    assert (len(hand), hand[2:]) == (4, ["lunar", "lunar"])
    assert options(state, 1) == ["put 1", "put 2"]
    play(state, 1, "put 1", "put 1", "put 1")  # the fourth item fits on space 2 only
    assert state.view(None)["row"][0]["free"] == 0
    assert [len(space["items"]) for space in state.view(None)["row"]] == [3, 1]
    assert each(state, "solar") == [2] * 6
    assert options(state, 0) == ["bid 1", "bid 2", "done"]
    unbid = state.copy()
    unbid.events = []
    play(state, 0, "bid 1")
    for player in range(6):
        play(state, player, "done")
    while not state.over():
        play(state, 0, options(state, 0)[-1])
    assert state.sun == 1
    assert state.over()
    assert state.view(None)["endings"] == ["sun"]
    # Had nobody bid on him, he would leave after the check, with the deck empty: the end as well.
    for player in range(6):
        play(unbid, player, "done")
    assert unbid.over()
    assert (unbid.sun, unbid.row) == (1, [])
    kinds = [event.kind for event in unbid.events]
    assert kinds.index("unbid") < kinds.index("sun") < kinds.index("end-sun")


def test_ec_30_part_shortage() -> None:
    seats = [seat() for _ in range(6)]
    saved = table(seats, [], step=PALACE_STEP)
    saved |= {"palace_deck": {"gate": 1, "hall": 1}, "palace_discard": {"tower": 1}}
    state = load(saved)
    assert len(state.row) == 6
    assert state.view(None)["hand"] == ["gate", "hall", "tower", "lunar", "lunar"]
    assert total(state.palace_deck) + total(state.palace_discard) == 0
    play(state, 1, "put 1", "put 2", "put 3", "put 4", "put 5")
    assert state.step == 1


def test_ec_31_pangu_and_zao_jun() -> None:
    owned = {"jade-emperor": 0, "lei-gong": 0}
    seats = [
        seat(bids=[1, 0, 1], gods=owned, locations={"great-wall": 2, "guilin": 1}),
        seat(),
    ]
    state = lay(seats, ["zao-jun", "kunlun", "pangu"])
    first = state.seats[0]
    assert first.lunar == 1 + 1
    assert first.prestige == 2 + 4
    assert first.bagua == 2
    assert len(gods(state, 0)) == 4


def test_ec_32_final_scoring() -> None:
    god_ids = [god.id for god in DATA.gods]
    location_ids = CARDS[FIRST_LOCATION : DATA.first_god]
    seats: list[dict[str, object]] = []
    start = 0
    for prestige, moon, number, different in (
        (31, 3, 4, 4),
        (24, 5, 3, 5),
        (26, 5, 2, 6),
        (18, 0, 5, 8),
    ):
        owned = dict.fromkeys(god_ids[start : start + number], 0)
        start += number
        # Three of a Location would be too many: the sets overlap as little as they can.
        places = [location_ids[(len(seats) * 6 + i) % 10] for i in range(different)]
        seats.append(
            seat(prestige=prestige, moon=moon, gods=owned, locations=dict.fromkeys(places, 1))
        )
    saved = table(seats, [], step=PALACE_STEP, unseen={"hou-yi": 1})
    state = load(saved)
    assert state.over()
    assert state.scores() == [52, 54, 60, 55]
    assert state.places() == [4, 3, 1, 2]
    assert state.winners() == [2]
    assert state.view(None)["scoring"] == [
        {"source": "prestige", "points": [31, 24, 26, 18]},
        {"source": "moon", "points": [7, 12, 12, 2]},
        {"source": "gods", "points": [4, 3, 2, 5]},
        {"source": "locations", "points": [10, 15, 20, 30]},
    ]


def test_ec_33_tie_break() -> None:
    # Moon 4/6/1 gives 7, 12 and 2: Prestige makes the totals 54, 54 and 40.
    seats = [seat(prestige=47, moon=4), seat(prestige=42, moon=6), seat(prestige=38, moon=1)]
    state = load(table(seats, [], step=PALACE_STEP))
    assert state.scores() == [54, 54, 40]
    assert state.places() == [2, 1, 3]
    assert state.winners() == [1]
    seats = [seat(prestige=42, moon=6), seat(prestige=42, moon=6), seat(prestige=33, moon=1)]
    state = load(table(seats, [], step=PALACE_STEP))
    assert state.scores() == [54, 54, 40]
    assert state.places() == [1, 1, 3]
    assert state.winners() == [0, 1]
    assert state.returns() == [0.5, 0.5, -1.0]


def test_ec_34_monkey_king_leaves_a_monster() -> None:
    seats = bids([0] * 4, [3, 3, 0, 0], [0] * 4, [1, 2, 1, 0])
    for player in seats:
        player["prestige"] = 6
    seats[0] |= {"gods": {"monkey-king": 4}, "lunar": 2}
    state = lay(seats, ["guilin", "kunlun", "xian", "tao-tie", "great-wall"], bow=1)
    assert state.actors() == [0]
    assert state.health(CARDS.index("tao-tie")) == 7
    assert state.damage(3) == 4
    takers, damage = foreseen(state, 0, "use monkey-king 4>2")
    assert (takers[1], damage[3]) == (0, 3)
    play(state, 0, "use monkey-king 4>2")
    assert locations(state, 0) == {"kunlun": 1}
    assert each(state, "prestige") == [6, 4, 4, 6]
    assert state.seats[0].lunar == 1
    assert gods(state, 0) == {"monkey-king": 3}
