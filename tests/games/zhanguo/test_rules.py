"""Rules and rulings that no worked example covers, by number."""

import random
import re
from importlib.resources import files
from typing import Any

import pytest

import tianxia
from tianxia.engine.compact import at, many_at, many_numbers, numbers, things
from tianxia.games.zhanguo.components import PARTS
from tianxia.games.zhanguo.rules import ZhanGuo
from tianxia.games.zhanguo.table import TOSS
from tianxia.text import words

from .invariants import watch
from .table import GAME, cards, in_g, in_w, lay_out, legal, officials, play, slots, squares, told
from .test_examples import rewards, tasks


def with_board(board: str, own: dict[str, Any], **changes: Any) -> ZhanGuo:
    """Seat 0 on a B side, the others on what is left."""
    left = [name for name in ("circle", "square", "triangle", "star") if name != board]
    seats = {seat: {"board": name} for seat, name in enumerate(left, 1)}
    seats[0] = {"board": board, **own}
    return lay_out(options={"boards": "b-choose"}, seats=seats, **changes)


def new(players: int, seed: int = 0, **options: Any) -> ZhanGuo:
    state = GAME.new(players, seed, **options)
    assert isinstance(state, ZhanGuo)
    return state


def random_play(state: ZhanGuo, dice: random.Random) -> None:
    player = dice.choice(state.actors())
    state.play(player, dice.choice(state.legal(player)))


# Setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup(players: int) -> None:
    state = new(players, 3)
    assert numbers(state.ones, 3) == [3 * players] * 3
    assert numbers(state.threes, 3) == [1, 1, 1]
    assert state.mover == state.track[0]
    assert sorted(state.track) == list(range(players))
    for p in state.seats:
        assert numbers(p.supply, 3) == [4, 4, 4]
        assert in_g(p, 1) == [1, 1, 1]
        assert p.vp() == 0
        assert [sum(1 for card in p.hand if (card - 1) // 40 == c) for c in range(3)] == [2, 2, 2]
    tiles = [next(t for t, faces in enumerate(PARTS.tiles) if f in faces) for f in state.faces]
    assert sorted(tiles) == list(range(6))
    for kind in range(3):
        assert state.tasks[kind] != state.tasks[3 + kind]


def test_setup_varies_with_the_seed() -> None:
    assert len({tuple(new(4, seed).track) for seed in range(60)}) > 15
    assert len({tuple(new(4, seed).faces) for seed in range(20)}) > 15
    assert len({tuple(new(4, seed).tasks) for seed in range(20)}) > 15


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s9_boards_are_chosen_in_reverse_order(players: int) -> None:
    state = new(players, 1, boards="b-choose")
    first = state.track[0]
    expected = [(first - step) % players for step in range(1, players + 1)]
    chosen = []
    for number, name in enumerate(("star", "circle", "square")[:players]):
        assert len(legal(state)) == 4 - number
        chosen += state.actors()
        play(state, f"board {name}")
    if players == 4:  # the last board is taken without a question
        chosen.append(first)
    assert chosen == expected
    assert state.round == 1
    assert in_g(state.seats[expected[0]], 1) == [1, 1, 1]
    assert in_g(state.seats[expected[1]], 1) == [2, 1, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s9_auction_keeps_a_board_for_each_player(players: int) -> None:
    kept = {tuple(new(players, seed, boards="b-auction").boards_left) for seed in range(40)}
    assert all(len(boards) == players for boards in kept)
    assert len(kept) == {2: 6, 3: 4, 4: 1}[players]


def test_zg_62_a_bid_of_everything_ends_the_auction() -> None:
    state = new(4, 1, boards="b-auction")
    first = state.actors()[0]
    play(state, "bid 15")  # nobody can bid more: all others pass by themselves
    assert state.actors() == [first]
    assert legal(state)[0].startswith("board")


def test_zg_62_who_passes_is_out_of_this_auction_only() -> None:
    state = new(3, 1, boards="b-auction")
    a = state.actors()[0]
    b, c = (a + 1) % 3, (a + 2) % 3
    play(state, "bid 1", "pass", "bid 2", "bid 3", "pass")
    assert state.actors() == [a]
    play(state, legal(state)[0])
    assert state.seats[a].vp() == 12
    assert state.actors() == [b]  # the nearest clockwise without a board
    play(state, "bid 1", "pass")
    play(state, legal(state)[0])
    assert state.seats[b].vp() == 14
    assert state.seats[c].vp() == 14
    assert state.round == 1


# Frame and deal


def test_zg_2_turns_are_clockwise_from_the_first_player() -> None:
    dice = random.Random(0)
    state = new(3, 4)
    seen: list[int] = []
    while state.round == 1 and state.aspect < 0:
        if state.question == 3 and (not seen or len(seen) <= state.turn):
            seen.append(state.mover)
        random_play(state, dice)
    first = seen[0]
    assert seen == [(first + turn) % 3 for turn in range(len(seen))]


def test_zg_2_variant_turns_follow_the_discs() -> None:
    state = lay_out(options={"order": "discs"}, track=[0, 2, 1, 3], seats={0: {"hand": [5]}})
    play(state, "card 5", "unify 1")
    assert state.mover == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_zg_6_layers_are_used_in_order(players: int) -> None:
    """The table of section 9: what is drawn from which layer, and what is left."""
    state = new(players, 2, draw="3-keep-2")
    dice = random.Random(1)
    sizes: list[list[int]] = []
    while not state.over():
        if len(sizes) < state.round:
            sizes.append([len(layer) for layer in state.layers[:5]])  # after the deal
        random_play(state, dice)
    left = [len(layer) for layer in state.layers[5:10]]
    n = players
    assert sizes[0] == [40 - 3 * n, 0, 0, 0, 0]
    assert sizes[1] == [40 - 6 * n, n, 0, 0, 0]
    assert sizes[2] == [40 - 9 * n, n, n, 0, 0]
    assert left == {2: [12, 2, 2, 2, 2], 3: [0, 1, 3, 3, 3], 4: [0, 0, 0, 0, 0]}[n]
    if n == 4:
        assert sizes[3] == [0, 0, 0, 4, 0]
        assert sizes[4] == [0, 0, 0, 0, 0]


def test_zg_6_tossing_is_secret_and_in_lockstep() -> None:
    state = new(3, 1, draw="3-keep-2")
    assert state.question == TOSS
    assert state.actors() == [0, 1, 2]
    hands = [p.hand[:] for p in state.seats]
    first = [state.legal(seat)[1] for seat in range(3)]
    state.play(2, first[2])
    assert state.actors() == [0, 1]
    assert state.view(0)["seats"][2]["hand"] == {"ivory": 3, "orange": 3, "brown": 3}
    assert state.view(2)["tossing"] == hands[2][1]
    assert "tossing" not in state.view(None)
    state.play(0, first[0])
    state.play(1, first[1])
    assert state.toss_colour == 1
    assert sorted(state.layers[1]) == sorted(hand[1] for hand in hands)
    assert state.view(2)["tossed"] == [{"round": 1, "card": hands[2][1]}]
    assert state.view(0)["seats"][2]["hand"] == {"ivory": 2, "orange": 3, "brown": 3}


# Turn and Unification action


def test_zg_13_unification_activates_nothing() -> None:
    state = with_board("star", {"hand": [5], "cards": cards(r1=[22, 62])}, pile=[90])
    play(state, "card 5", "unify 2")
    assert state.mover == 1
    assert state.seats[0].vp() == 0
    assert state.pile == [90]


def test_zg_16_a_first_card_may_go_to_a_region_on_its_last_slot() -> None:
    state = lay_out(seats={0: {"hand": [5], "levels": [3, 0, 0, 0, 0]}})
    play(state, "card 5", "unify 1")
    assert at(state.seats[0].levels, 0) == 3


def test_q40_play_needs_no_fitting_number() -> None:
    state = lay_out(pile=[60], seats={0: {"hand": [61, 59]}})
    high = legal(play(state.copy(), "card 61"))
    low = legal(play(state.copy(), "card 59"))
    assert high == low


# Officials


def test_zg_20_the_first_point_of_reassign_is_due() -> None:
    state = lay_out(seats={0: {"hand": [5], "governors_area": officials("r")}})
    play(state, "card 5", "reassign")
    # The one official has only one way from region 1.
    assert in_g(state.seats[0], 2) == [1, 0, 0]
    assert "done" in legal(state)
    play(state, "done")
    assert state.mover == 1


def test_zg_18_no_step_into_a_full_workers_area() -> None:
    state = lay_out(
        seats={0: {"hand": [5], "workers_area": officials("r", "gw")}},
    )
    play(state, "card 5", "reassign")
    moves = legal(state)
    assert "shift red w1 w2" not in moves
    assert "shift red w1 w3" in moves  # through the full area, two points
    assert "shift gray w2 w1" in moves
    assert "shift gray w2 w3" in moves
    play(state, "shift red w1 w3")
    assert state.points == 1


def test_zg_24_reassign_needs_an_official() -> None:
    state = lay_out(seats={0: {"hand": [5]}})
    play(state, "card 5")
    assert "reassign" not in legal(state)
    assert "recruit red 1" in legal(state)


# Governors


def test_zg_27_one_empty_square_is_taken_without_a_question() -> None:
    state = lay_out(
        squares=squares(b1=1), seats={0: {"hand": [5], "governors_area": officials("rgw")}}
    )
    play(state, "card 5", "governor 1")
    assert things(state.squares, 10) == squares(a1=0, b1=1)
    assert "recruit red 1" in legal(state)  # the square's official, of those just returned
    assert legal(state)[-1] == "done"
    play(state, "recruit red 4")
    assert in_g(state.seats[0], 4) == [1, 0, 0]


def test_zg_27_open_area_when_the_squares_are_taken() -> None:
    state = lay_out(
        squares=squares(a1=0, b1=1),
        seats={0: {"hand": [5], "governors_area": officials("rgw"), "levels": [2, 1, 0, 0, 0]}},
    )
    play(state, "card 5", "governor 1")
    p = state.seats[0]
    assert numbers(p.open, 5) == [1, 0, 0, 0, 0]
    assert p.vp() == 0
    assert numbers(p.levels, 5) == [0, 1, 0, 0, 0]
    assert numbers(p.supply, 3) == [5, 5, 5]
    assert state.governors_in(0, 0) == 2


def test_zg_28_points_of_a_square_may_be_declined() -> None:
    state = lay_out(
        seats={0: {"hand": [5], "governors_area": officials("", "rgwr"), "levels": [0, 3, 0, 0, 0]}}
    )
    play(state, "card 5", "governor 2", "square reassign")
    assert state.points == 4
    assert legal(state) == ["shift red g2 g1", "shift red g2 g3", "done"]
    play(state, "done")
    assert at(state.seats[0].levels, 1) == 0
    assert state.mover == 1


def test_zg_28_points_without_officials_are_lost() -> None:
    state = lay_out(seats={0: {"hand": [5], "governors_area": officials("", "rgw")}})
    play(state, "card 5", "governor 2", "square reassign")
    assert state.mover == 1


def test_zg_25_no_governor_left() -> None:
    state = lay_out(
        seats={
            0: {"hand": [5], "governors_area": officials("rgw"), "open": [8, 0, 0, 0, 0]},
        }
    )
    play(state, "card 5")
    assert "governor 1" not in legal(state)


def test_q8_governor_cards_of_the_calmed_region_fire() -> None:
    state = lay_out(
        pile=[90],
        seats={
            0: {
                "hand": [5],
                "governors_area": officials("rgw"),
                "cards": cards(r1=[9]),
                "levels": [3, 0, 0, 0, 0],
            }
        },
    )
    play(state, "card 5", "governor 1", "square vp")
    assert state.seats[0].vp() == 4 + 2


# Hire


def test_zg_30_no_hiring_without_officials() -> None:
    state = lay_out(seats={0: {"hand": [5], "governors_area": officials("r")}})
    play(state, "card 5")
    assert [text for text in legal(state) if text.startswith("hire")] == ["hire 1"]


def test_zg_31_unrest_per_worker() -> None:
    state = lay_out(
        options={"hire_unrest": "per-worker"},
        seats={
            0: {
                "hand": [5],
                "levels": [2, 2, 0, 0, 0],
                "governors_area": officials("rg"),
                "workers_area": officials("", "rg"),
            }
        },
    )
    play(state, "card 5")
    assert "hire 1" in legal(state)  # with one official
    assert "hire 2" not in legal(state)  # both would have to hire
    play(state, "hire 1")
    assert legal(state) == ["staff r", "staff g"]
    play(state, "staff g")
    assert at(state.seats[0].levels, 0) == 3
    assert many_at(state.seats[0].workers, 0) == 1


def test_circle_board_hires_one_more_and_moves_an_official() -> None:
    state = with_board(
        "circle", {"hand": [5], "governors_area": officials("", "", "rg")}, pile=[90]
    )
    play(state, "card 5", "hire 3", "staff r")
    p = state.seats[0]
    assert many_at(p.workers, 2) == 2
    assert at(p.levels, 2) == 1
    assert legal(state) == ["use board", "done"]
    play(state, "use board")
    assert "done" not in legal(state)
    play(state, "shift gray g3 g4")
    assert state.mover == 1


# Palaces


def palace(**changes: Any) -> list[str]:
    own = {"hand": [5], "workers": [3, 1, 0, 0, 0], **changes.pop("own", {})}
    state = lay_out(seats={0: own, **changes.pop("others", {})}, **changes)
    return [text for text in legal(play(state, "card 5")) if text.startswith("palace")]


def test_zg_33_conditions_of_a_palace() -> None:
    assert palace() == ["palace 1"]
    assert palace(own={"workers": [4, 0, 0, 0, 0]}) == []  # Q27
    assert palace(own={"workers": [2, 2, 0, 0, 0]}) == ["palace 1", "palace 2"]
    assert palace(own={"levels": [3, 0, 0, 0, 0]}) == []
    assert palace(own={"levels": [2, 0, 0, 0, 0]}) == ["palace 1"]
    third = [1, 0, 2, 0, 0]
    assert palace(own={"workers": third, "levels": [0, 0, 3, 0, 0]}) == [], "the symbol"
    assert palace(own={"workers": third, "levels": [0, 0, 2, 0, 0]}) == ["palace 3"]
    assert palace(own={"palaces": [0, 2, 2, 2, 0]}) == []
    full = {1: {"palaces": [3, 0, 0, 0, 0]}, 2: {"palaces": [1, 0, 0, 0, 0]}}
    assert palace(others=full) == []
    assert palace(others={1: {"palaces": [3, 0, 0, 0, 0]}}) == ["palace 1"]


def test_zg_34_a_value_3_marker_must_be_taken() -> None:
    state = lay_out(
        seats={
            0: {"hand": [5], "workers": [2, 1, 1, 0, 0], "cards": cards(r1=[1])},
            1: {"threes": [1, 0, 0]},
        }
    )
    play(state, "card 5", "palace 1")
    assert legal(state) == ["pay 2", "pay 3"]
    play(state, "pay 3")
    assert legal(state) == ["take orange", "take brown"]
    play(state, "take orange")
    p = state.seats[0]
    assert numbers(p.threes, 3) == [0, 1, 0]
    assert p.value(1) == 3
    assert many_numbers(p.workers, 5) == [0, 1, 0, 0, 0]
    assert p.vp() == 1


def test_zg_35_several_palaces_in_a_region() -> None:
    assert palace(own={"palaces": [2, 0, 0, 0, 0]}) == ["palace 1"]


# Walls


def test_zg_36_one_wall_a_section_and_five_in_all() -> None:
    def walls(**taken: list[int]) -> list[str]:
        state = lay_out(slots=slots(**taken), seats={0: {"hand": [5], "workers": [1, 1, 1, 0, 0]}})
        return [text for text in legal(play(state, "card 5")) if text.startswith("wall")]

    assert len(walls()) == 18
    assert "wall T1 2" not in walls(T1=[0, -1, -1])
    assert [text for text in walls(T1=[1, -1, 2]) if "T1" in text] == ["wall T1 2"]
    five = {name: [0, -1, -1] for name in ("T1", "T2", "G1", "G2", "J1")}
    assert walls(**five) == []


def test_zg_37_workers_from_different_regions() -> None:
    state = lay_out(seats={0: {"hand": [5], "workers": [2, 1, 0, 1, 0]}})
    play(state, "card 5", "wall G2 2")
    assert legal(state) == ["pay 12", "pay 14", "pay 24"]
    play(state, "pay 14")
    assert many_numbers(state.seats[0].workers, 5) == [1, 1, 0, 0, 0]


# Activations


def test_zg_39_reassign_wakes_the_square_board_but_no_card() -> None:
    state = with_board(
        "square",
        {"hand": [5], "governors_area": officials("r"), "levels": [1, 0, 0, 1, 0]},
        pile=[90],
    )
    play(state, "card 5", "reassign", "done", "use board", "calm 4")
    assert numbers(state.seats[0].levels, 5) == [1, 0, 0, 0, 0]
    assert many_numbers(state.seats[0].workers, 5) == [0, 0, 0, 1, 0]
    assert not state.wakes(5, 5, 90)


def test_zg_42_done_forfeits_the_rest() -> None:
    state = lay_out(pile=[90], seats={0: {"hand": [5], "cards": cards(r1=[2, 17], r2=[27])}})
    play(state, "card 5", "recruit red 1")
    assert legal(state) == ["use 1.1", "use 1.2", "use 2.1", "done"]
    play(state, "use 2.1")
    assert in_g(state.seats[0], 2) == [0, 0, 1]
    assert legal(state) == ["use 1.1", "use 1.2", "done"]
    play(state, "done")
    assert state.mover == 1
    assert numbers(state.seats[0].ones, 3) == [0, 0, 0]


def test_zg_44_board_abilities_need_no_number_and_no_calm() -> None:
    state = with_board("star", {"hand": [95], "levels": [4, 4, 4, 3, 4]}, pile=[20])
    play(state, "card 95", "recruit red 1", "use board", "take brown")
    assert numbers(state.seats[0].ones, 3) == [0, 0, 1]
    assert state.mover == 1


def test_triangle_board_moves_officials_after_recruiting() -> None:
    state = with_board("triangle", {"hand": [95]}, pile=[20])
    play(state, "card 95", "recruit red 3", "use board", "shift red g3 g4", "shift red g4 g5")
    assert in_g(state.seats[0], 5) == [1, 0, 0]
    assert state.mover == 1


def test_circle_board_moves_a_worker_after_a_governor() -> None:
    state = with_board(
        "circle",
        {"hand": [95], "governors_area": officials("rgw"), "workers": [1, 0, 0, 0, 0]},
        pile=[20],
    )
    play(state, "card 95", "governor 1", "square vp", "use board")
    # A worker in region 1 has one way only.
    assert many_numbers(state.seats[0].workers, 5) == [0, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("card", "own", "pile", "played"),
    [
        # calm-here at level 0
        (32, {"levels": [0, 1, 0, 0, 0]}, 90, ["card 5", "recruit red 2"]),
        # worker-move when all workers were paid
        (25, {"workers": [2, 1, 0, 0, 0]}, 20, ["card 95", "palace 1"]),
    ],
)
def test_zg_46_what_has_no_effect_is_not_offered(
    card: int, own: dict[str, Any], pile: int, played: list[str]
) -> None:
    hand = int(played[0].removeprefix("card "))
    seat = {"hand": [hand], "cards": cards(r1=[card]), **own}
    state = lay_out(pile=[pile], threes=[0, 0, 0], seats={0: seat})
    play(state, *played)
    assert state.mover == 1


def test_q7_hiring_can_block_its_own_cards() -> None:
    def hire(level: int) -> ZhanGuo:
        seat = {
            "hand": [95],
            "cards": cards(r2=[66]),
            "levels": [0, level, 0, 0, 0],
            "workers_area": officials("", "rg"),
        }
        return play(lay_out(pile=[20], seats={0: seat}), "card 95", "hire 2")

    assert legal(hire(1)) == ["use 2.1", "done"]
    assert hire(2).mover == 1, "the last slot is reached before cards wake"


def test_zg_46_calm_any_without_unrest_and_official_without_supply() -> None:
    seat = {
        "hand": [5],
        "cards": cards(r1=[12, 27]),
        "governors_area": officials("wwwww"),
    }
    state = lay_out(pile=[90], seats={0: seat})
    play(state, "card 5", "recruit red 1")
    assert state.mover == 1


def test_zg_53_a_disc_stays_when_the_governor_leaves() -> None:
    state = with_board(
        "triangle",
        {"hand": [5], "governors_area": officials("rgw")},
        tasks=tasks(t5="2-5"),
        squares=squares(b2=0, b5=0, b1=0),
        discs=[[-1] * 4] * 5 + [[0, -1, -1, -1]],
    )
    play(state, "card 5", "governor 1", "done", "use board", "envoy 5b>4")
    assert state.discs[20:] == [0, -1, -1, -1]
    assert state.governors_in(0, 4) == 0


def test_zg_51_second_comer_takes_the_next_slot() -> None:
    state = lay_out(
        tasks=tasks(t4="3-5"),
        discs=[[-1] * 4] * 4 + [[2, -1, -1, -1], [-1] * 4],
        seats={0: {"hand": [5], "palaces": [0, 0, 1, 0, 1]}},
    )
    play(state, "card 5", "unify 1")
    assert state.discs[16:20] == [2, 0, -1, -1]
    assert state.task_points(0) == 3


# Rewards


def test_zg_55_passing_goes_down_the_ranking() -> None:
    state = rewards(seats={1: {"ones": [2, 0, 0]}, 2: {"ones": [2, 0, 0]}, 3: {"ones": [3, 0, 0]}})
    assert state.actors() == [3]
    play(state, "pass")
    assert state.actors() == [1]  # a tie: the higher disc first
    play(state, "pass")
    assert state.actors() == [2]
    play(state, "pass")
    assert state.round == 2
    assert [at(p.ones, 0) for p in state.seats] == [0, 2, 2, 3]  # ZG-60
    assert state.track == [0, 1, 2, 3]  # Q61


def test_zg_57_two_gray_officials_and_two_workers() -> None:
    state = rewards(round=2, seats={1: {"ones": [1, 1, 0]}})
    play(state, "accept", "accept")
    p = state.seats[1]
    assert in_g(p, 4) == [0, 2, 0]
    assert many_numbers(p.workers, 5) == [0, 0, 0, 0, 2]
    assert numbers(p.levels, 5) == [0, 0, 0, 0, 0]


def test_zg_57_wall_as_a_reward() -> None:
    state = rewards(
        round=5, slots=slots(T1=[1, -1, -1]), seats={1: {"ones": [0, 1, 0], "threes": [0, 1, 0]}}
    )
    play(state, "accept")
    assert len(legal(state)) == 15
    assert not any("T1" in text for text in legal(state))
    play(state, "wall G1 3")
    assert state.slots[8] == 1
    assert state.seats[1].walls_left == 3
    assert numbers(state.threes, 3) == [1, 1, 1]


def test_zg_57_rewards_that_cannot_be_taken() -> None:
    full = {name: [1, -1, -1] for name in ("T1", "T2", "G1", "G2", "J1")}
    state = rewards(round=5, slots=slots(**full), seats={1: {"ones": [0, 1, 0]}})
    assert "reward-unable" in told(state)
    assert state.over()
    state = rewards(round=4, seats={1: {"ones": [0, 0, 1], "levels": [3, 3, 3, 3, 2]}})
    assert state.round == 5  # no region is calm enough for a palace
    state = rewards(round=5, seats={1: {"ones": [0, 0, 1], "open": [8, 0, 0, 0, 0]}})
    assert state.over()
    state = rewards(
        seats={1: {"ones": [1, 0, 0], "governors_area": officials("rrrrr", "ggggg", "wwwww")}}
    )
    assert state.round == 2


def test_zg_57_a_reward_can_accomplish_a_task() -> None:
    state = rewards(
        round=3,
        tasks=tasks(t5="1-2-4-5"),
        squares=squares(b1=1, b2=1, b5=1),
        seats={1: {"ones": [2, 0, 0]}},
    )
    assert state.discs[20:] == [-1, -1, -1, -1]
    play(state, "accept", "governor 4", "square vp")
    assert state.discs[20:] == [1, -1, -1, -1], "four symbols"


def test_q67_value_3_markers_alone_are_enough() -> None:
    state = rewards(seats={1: {"threes": [1, 0, 0]}, 2: {"ones": [2, 0, 0]}})
    assert state.actors() == [1]
    play(state, "accept", "recruit red 2")
    assert numbers(state.threes, 3) == [1, 1, 1]


def test_zg_59_discs_return_after_the_last_round_too() -> None:
    state = rewards(round=5, seats={0: {"ones": [2, 0, 0]}})
    play(state, "accept", "palace 1")
    assert state.over()
    assert state.track == [1, 2, 3, 0]
    assert state.view(None)["prompt"]["id"] == "over"


def test_q43_rewards_wake_nothing() -> None:
    state = rewards(
        round=3,
        options={"boards": "b-choose"},
        seats={
            0: {"board": "star"},
            1: {"board": "triangle", "ones": [2, 0, 0], "cards": cards(r3=[9])},
            2: {"board": "circle"},
            3: {"board": "square"},
        },
    )
    play(state, "accept", "governor 1", "square vp")
    assert state.seats[1].vp() == 4
    assert state.round == 4


# Hidden information


def test_determinized_hands_fit_what_is_seen() -> None:
    state = new(3, 5)
    dice = random.Random(2)
    while state.round < 3:
        random_play(state, dice)
    seen: set[tuple[int, ...]] = set()
    for seed in range(20):
        dealt = state.determinize(0, seed)
        assert isinstance(dealt, ZhanGuo)
        assert dealt.seats[0].hand == state.seats[0].hand
        watch(dealt)(dealt)
        seen.add(tuple(dealt.seats[1].hand))
    assert len(seen) > 15


@pytest.mark.parametrize("players", [3, 4])
def test_determinized_cards_given_back_lie_where_they_can(players: int) -> None:
    """A card given back lies in its layer, with those who drew from it, or in the last layer."""
    dice = random.Random(players)
    for seed in range(3):
        state = new(players, seed, draw="3-keep-2")
        while not state.over():
            if state.round >= 4 and dice.random() < 0.1:
                check_places(state, dice)
            random_play(state, dice)


def check_places(state: ZhanGuo, dice: random.Random) -> None:
    dealt = state.determinize(0, dice.randrange(1 << 40))
    assert isinstance(dealt, ZhanGuo)
    watch(dealt)(dealt)
    known = set(state.pile) | set(state.seats[0].hand) | {state.card}
    known |= {card for p in state.seats for card in p.cards}
    for index, card in enumerate(state.seats[0].tossed):
        depth, colour = index // 3 + 1, index % 3
        if not card or card in known:
            continue
        allowed = set(dealt.layers[colour * 5 + depth])
        reached = not dealt.layers[colour * 5 + depth]
        if reached:
            allowed |= set(dealt.layers[colour * 5 + 4])
        for seat in range(1, state.players):
            drew = state.sources[seat]
            if drew >> depth & 1 or (reached and drew >> 4 & 1):
                allowed |= set(dealt.seats[seat].hand)
        assert card in allowed


def test_views_hide_hands_and_decks() -> None:
    state = new(4, 9)
    public = state.view(None)
    assert "hand" not in public
    assert public["seats"][1]["hand"] == {"ivory": 2, "orange": 2, "brown": 2}
    own = state.view(2)
    assert [card["number"] for card in own["hand"]] == state.seats[2].hand
    assert own["decks"] == {"ivory": [32], "orange": [32], "brown": [32]}


# Previews


def test_previews_show_what_a_use_brings() -> None:
    state = lay_out(
        pile=[60],
        seats={
            0: {
                "hand": [61],
                "workers": [1, 0, 0, 2, 0],
                "cards": cards(r1=[45, 26], r4=[2]),
                "levels": [1, 0, 0, 0, 0],
                "governors_area": officials("rgw", "", "", "r"),
            }
        },
    )
    play(state, "card 61")
    shown = state.view(0)["previews"]
    assert shown["palace"] == {"fires": [45], "vp": 3 + 3}
    assert shown["unify"]["markers"] == [3, 1, 1, 2, 1]
    assert shown["unify"]["levels"] == [3, 0, 0, 1, 0]
    assert shown["unify"]["vp"] == [0, 0, 0, 0, 0]
    assert shown["hire"]["levels"] == [2, None, None, 1, None]
    assert shown["hire"]["fires"] == [[26], None, None, [26], None]
    assert shown["hire"]["vp"] == [0, None, None, 0, None]
    assert shown["governor"] == {
        "fires": [[], None, None, None, None],
        "vp": [0, None, None, None, None],
        "majority": [12, None, None, None, None],
    }
    assert shown["recruit"] == {"fires": [], "vp": 0}
    assert "previews" not in state.view(1)
    card_view = lay_out(pile=[60], seats={0: {"hand": [61, 59]}}).view(0)
    arrows = dict(zip([c["number"] for c in card_view["hand"]], card_view["higher"], strict=True))
    assert arrows[61]
    assert not arrows[59]


# Saved states


def test_a_hand_written_state_can_be_played_to_the_end() -> None:
    state = lay_out(round=4, seats={1: {"ones": [2, 0, 0]}})
    dice = random.Random(1)
    while not state.over():
        random_play(state, dice)
    assert state.round == 5


def test_workers_area_moves_down_at_hire_only() -> None:
    state = lay_out(seats={0: {"hand": [5], "governors_area": officials("rr")}})
    play(state, "card 5", "hire 1", "staff rr")
    assert in_w(state.seats[0], 1) == [2, 0, 0]


def test_damaged_states_are_refused() -> None:
    saved = new(3).to_dict()
    for key, value in (
        ("seats", saved["seats"][:2]),
        ("track", [0, 1, 1]),
        ("question", "dance"),
        ("squares", [-1]),
        ("seats", [{**seat, "cards": [[]]} for seat in saved["seats"]]),
        ("seats", [{"board": "a"}] * 3),
    ):
        with pytest.raises(tianxia.StateError):
            GAME.from_dict({**saved, key: value})


@pytest.mark.parametrize("boards", ["b-auction", "b-choose"])
def test_nothing_is_scored_before_the_first_round(boards: str) -> None:
    """Else somebody could bid more than there is."""
    saved = new(3, boards=boards).to_dict()
    GAME.from_dict(saved)
    saved["seats"][0]["gains"]["board"] = 112
    with pytest.raises(tianxia.StateError, match="first round"):
        GAME.from_dict(saved)


def test_every_event_has_words() -> None:
    source = files("tianxia.games.zhanguo").joinpath("rules.py").read_text("utf-8")
    kinds = set(re.findall(r'self\.tell\(\s*"([a-z-]+)"', source))
    kinds |= set(re.findall(r'kind = "([a-z-]+)"', source)) | {"board-bought", "board-chosen"}
    assert len(kinds) > 45
    told_words = words(GAME.package)
    assert [kind for kind in sorted(kinds) if not told_words.has(f"event-{kind}")] == []


def test_what_others_gave_back_is_dealt_to_nobody() -> None:
    state = GAME.new(3, 5, draw="3-keep-2")
    dice = random.Random(5)
    while state.to_dict()["round"] < 3:
        player = state.next_actor()
        state.play(player, dice.choice(state.legal(player)))
    given = [seat["tossed"] for seat in state.to_dict()["seats"]]
    assert all(any(cards) for cards in given)
    known = [seat["tossed"] for seat in state.determinize(1, 2).to_dict()["seats"]]
    assert known[1] == given[1]
    assert not any(known[0] + known[2])
    GAME.from_dict(state.determinize(1, 2).to_dict())
