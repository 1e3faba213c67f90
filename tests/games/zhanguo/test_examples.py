"""Every worked example of the specification: E1-E20 from the rulebook, X1-X33 our own."""

from typing import Any

import pytest

from tianxia.engine.compact import at, few_numbers, many_at, many_numbers, numbers, things
from tianxia.games.zhanguo.rules import ZhanGuo

from .table import GAME, cards, in_g, in_w, lay_out, legal, officials, play, slots, squares, told

TRIPLES = officials("rgw", "rgw", "rgw", "rgw", "rgw")


# Examples from the rulebook


def test_ex_e1_first_card_of_a_region() -> None:
    state = lay_out(seats={0: {"hand": [87], "levels": [0, 2, 0, 0, 0]}})
    assert at(state.ones, 2) == 12
    play(state, "card 87", "unify 2")
    p = state.seats[0]
    assert p.cards[3:6] == [87, 0, 0]
    assert numbers(p.ones, 3) == [0, 0, 1]
    assert at(state.ones, 2) == 11
    assert at(p.levels, 1) == 2


def test_ex_e2_third_card_fills_the_track() -> None:
    state = lay_out(
        seats={
            0: {
                "hand": [52],
                "cards": cards(r4=[2, 45]),
                "levels": [0, 0, 0, 1, 0],
                "workers": [1, 0, 0, 2, 0],
            }
        }
    )
    play(state, "card 52")
    assert "palace 4" in legal(state)
    play(state, "unify 4")
    p = state.seats[0]
    assert p.cards[9:12] == [2, 45, 52]
    assert numbers(p.ones, 3) == [0, 3, 0]
    assert at(p.levels, 3) == 3
    assert p.blocked(3)
    assert p.no_palace(3)


def test_ex_e3_no_third_card_beyond_the_track() -> None:
    state = lay_out(
        seats={0: {"hand": [52], "cards": cards(r4=[2, 45]), "levels": [0, 0, 0, 2, 0]}}
    )
    play(state, "card 52")
    assert [text for text in legal(state) if text.startswith("unify")] == [
        "unify 1",
        "unify 2",
        "unify 3",
        "unify 5",
    ]


def test_ex_e4_recruit() -> None:
    state = lay_out(seats={0: {"hand": [52]}})
    play(state, "card 52", "recruit red 2")
    assert in_g(state.seats[0], 2) == [1, 0, 0]
    assert numbers(state.seats[0].supply, 3) == [4, 5, 5]


def test_ex_e5_three_points_for_two_officials() -> None:
    state = lay_out(
        seats={
            0: {
                "hand": [52],
                "governors_area": officials("", "", "w"),
                "workers_area": officials("", "r"),
            }
        }
    )
    play(state, "card 52", "reassign", "shift red w2 g2", "shift white g3 g4", "shift white g4 g5")
    p = state.seats[0]
    assert in_g(p, 2) == [1, 0, 0]
    assert in_g(p, 5) == [0, 0, 1]
    assert sum(few_numbers(p.in_g, 15)) == 2
    assert sum(few_numbers(p.in_w, 15)) == 0
    assert state.mover == 1


def test_ex_e6_hire_with_two_officials() -> None:
    state = lay_out(seats={0: {"hand": [52], "governors_area": officials("", "", "rg")}})
    play(state, "card 52", "hire 3", "staff rg")
    p = state.seats[0]
    assert in_w(p, 3) == [1, 1, 0]
    assert in_g(p, 3) == [0, 0, 0]
    assert many_numbers(p.workers, 5) == [0, 0, 2, 0, 0]
    assert numbers(p.levels, 5) == [0, 0, 1, 0, 0]


def test_ex_e7_palace_without_a_marker_left() -> None:
    state = lay_out(
        seats={
            0: {
                "hand": [52],
                "workers": [1, 0, 0, 2, 1],
                "cards": cards(r1=[1, 2], r2=[3, 41], r3=[42, 81]),
            },
            1: {"threes": [1, 1, 1]},
        }
    )
    play(state, "card 52", "palace 4", "pay 5")
    p = state.seats[0]
    assert many_numbers(p.workers, 5) == [1, 0, 0, 0, 0]
    assert numbers(p.palaces, 5) == [0, 0, 0, 1, 0]
    assert numbers(p.threes, 3) == [0, 0, 0]
    assert p.vp() == 6
    assert state.mover == 1


@pytest.mark.parametrize(
    ("card", "use", "vp"),
    [(61, ["palace 4", "take brown"], 4), (59, ["palace 4", "take brown"], 1), (61, ["hire 1"], 0)],
)
def test_ex_e8_palace_card_fires_with_a_higher_number(card: int, use: list[str], vp: int) -> None:
    state = lay_out(
        pile=[60],
        seats={
            0: {
                "hand": [card],
                "workers": [1, 0, 0, 2, 0],
                "cards": cards(r1=[45]),
                "governors_area": officials("r"),
            }
        },
    )
    play(state, f"card {card}", *use)
    assert state.seats[0].vp() == vp
    assert state.mover == 1


def nine(card: int) -> ZhanGuo:
    return lay_out(
        pile=[70],
        seats={
            0: {
                "hand": [card],
                "cards": cards(r2=[9], r4=[49]),
                "levels": [0, 1, 0, 3, 0],
                "governors_area": officials("", "rgw"),
            }
        },
    )


def test_ex_e9_a_region_on_its_last_slot_does_not_fire() -> None:
    state = play(nine(40), "card 40", "governor 2", "square reassign")
    p = state.seats[0]
    assert p.gains[3] == 2
    assert numbers(p.levels, 5) == [0, 0, 0, 3, 0]
    assert in_g(p, 2) == [0, 0, 0]
    assert things(state.squares, 10) == squares(a2=0)
    assert state.mover == 1


def test_ex_e10_higher_number_installs_without_firing() -> None:
    state = play(nine(71), "card 71", "governor 2", "square vp")
    p = state.seats[0]
    assert p.vp() == 4
    assert p.gains[3] == 0
    assert numbers(p.levels, 5) == [0, 0, 0, 3, 0]
    assert things(state.squares, 10) == squares(b2=0)


def test_ex_e11_first_card_of_the_pile_fits_everything() -> None:
    for deed in range(5):
        assert lay_out().wakes(deed, 1, 0)
        assert lay_out().wakes(deed, 120, 0)
    state = lay_out(seats={0: {"hand": [120], "cards": cards(r1=[22])}})
    play(state, "card 120", "recruit red 2")
    assert legal(state) == ["use 1.1", "done"]


def rewards(**changes: Any) -> ZhanGuo:
    """Phase 3 after the last turn of the round, entered by seat 3's last card."""
    turn = 6 * changes.get("players", 4) - 1
    changes.setdefault("seats", {})
    last = changes.get("players", 4) - 1
    for seat in range(last + 1):
        changes["seats"].setdefault(seat, {})["hand"] = []
    first = changes.pop("track", list(range(last + 1)))
    mover = (first[0] - 1) % (last + 1)
    card = changes.pop("card", 77)
    state = lay_out(
        turn=turn, mover=mover, waiting=[mover], question="use", card=card, track=first, **changes
    )
    return play(state, "recruit red 1")


def test_ex_e12_leader_accepts_the_writing_reward() -> None:
    state = rewards(seats={0: {}, 1: {"ones": [3, 0, 0]}, 2: {"ones": [1, 0, 0]}})
    assert state.actors() == [1]
    play(state, "accept")
    assert legal(state) == ["recruit red 2", "recruit gray 2", "recruit white 2"]
    before = state.copy()
    play(state, "recruit gray 2")
    p = state.seats[1]
    assert at(before.ones, 0) == 11
    assert numbers(p.ones, 3) == [0, 0, 0]
    assert in_g(p, 2) == [0, 1, 0]
    # Nobody has other markers: the round is over and the disc is back, below all others.
    assert state.track == [0, 2, 3, 1]
    assert "nobody" in told(state)


def test_ex_e13_discs_return_in_tie_order() -> None:
    blue, yellow, red, purple = range(4)
    state = rewards(
        seats={
            red: {"ones": [2, 0, 0]},
            purple: {"ones": [0, 2, 0]},
            blue: {"ones": [0, 0, 2]},
        }
    )
    play(state, "accept", "recruit gray 2", "accept")
    assert state.actors() == [blue]
    assert state.track == [blue, yellow]
    assert things(state.column, 3) == [red, purple, -1]
    assert state.tie_order() == [blue, yellow, red, purple]
    play(state, "pass")
    assert state.track == [blue, yellow, red, purple]
    assert things(state.column, 3) == [-1, -1, -1]
    assert state.round == 2
    assert state.mover == blue


def tasks(**changes: str) -> list[str]:
    found = ["TGJ", "1-4", "2-3-4", "GJ", "3-5", "2-5"]
    for key, name in changes.items():
        found[int(key[1])] = name
    return found


def test_ex_e14_wall_task() -> None:
    state = lay_out(
        tasks=tasks(t0="TTG"),
        slots=slots(T1=[0, -1, -1], T2=[-1, 0, -1], G2=[-1, -1, 0]),
        seats={0: {"hand": [5]}},
    )
    assert state.fulfils(0, 0)
    play(state, "card 5", "unify 1")
    assert state.discs[:4] == [0, -1, -1, -1]
    assert state.discs.count(0) == 1


def test_ex_e15_palace_task() -> None:
    state = lay_out(tasks=tasks(t1="1-2-5"), seats={0: {"hand": [5], "palaces": [2, 1, 0, 0, 1]}})
    play(state, "card 5", "unify 1")
    assert state.discs[4:8] == [0, -1, -1, -1]
    assert state.discs.count(0) == 1


def test_ex_e16_majority_of_governors() -> None:
    state = lay_out(seats={1: {"open": [2, 0, 0, 0, 0]}, 0: {"open": [1, 0, 0, 0, 0]}})
    assert [state.majority(seat, 0) for seat in range(4)] == [0, 15, 0, 0]


def test_ex_e17_majority_shared_by_three() -> None:
    one = {"open": [0, 0, 0, 1, 0]}
    state = lay_out(seats={1: one, 2: one, 3: one})
    assert [state.majority(seat, 3) for seat in range(4)] == [0, 4, 4, 4]


def test_ex_e18_discs_on_tasks() -> None:
    state = lay_out(
        discs=[
            [1, 2, 0, -1],  # upper wall: slot 2
            [-1, -1, -1, -1],
            [0, -1, -1, -1],  # upper governor: slot 5
            [-1, -1, -1, -1],
            [-1, -1, -1, -1],
            [1, 0, -1, -1],  # lower governor: slot 3
        ]
    )
    assert state.task_points(0) == 17


def test_ex_e19_third_card_raises_by_two_at_once() -> None:
    state = lay_out(seats={0: {"hand": [52], "cards": cards(r5=[2, 45])}})
    play(state, "card 52", "unify 5")
    assert numbers(state.seats[0].levels, 5) == [0, 0, 0, 0, 2]


def test_ex_e20_no_hiring_on_the_last_slot() -> None:
    state = lay_out(
        seats={0: {"hand": [52], "governors_area": officials("r", "r"), "levels": [3, 2, 0, 0, 0]}}
    )
    play(state, "card 52")
    assert "hire 1" not in legal(state)
    assert "hire 2" in legal(state)


# Further scenarios


def test_ex_x1_first_court_card_fires_a_hire_card() -> None:
    state = lay_out(
        seats={0: {"hand": [2], "cards": cards(r1=[26]), "governors_area": officials("", "", "r")}}
    )
    play(state, "card 2", "hire 3")
    p = state.seats[0]
    assert in_w(p, 3) == [1, 0, 0]
    assert many_numbers(p.workers, 5) == [0, 0, 1, 0, 0]
    assert at(p.levels, 2) == 1
    assert legal(state) == ["use 1.1", "done"]
    play(state, "use 1.1", "take brown")
    assert p.value(2) == 1
    assert state.mover == 1


def test_ex_x2_the_pile_stays_between_rounds() -> None:
    def start() -> ZhanGuo:
        return lay_out(
            round=2,
            pile=[55, 118],
            seats={
                0: {
                    "hand": [30],
                    "cards": cards(r1=[43], r2=[22]),
                    "workers": [1, 0, 0, 0, 0],
                }
            },
        )

    state = play(start(), "card 30", "wall G1 1")
    assert state.slots[6] == 0
    assert state.seats[0].vp() == 0
    assert legal(play(start(), "card 30", "recruit red 1")) == ["use 2.1", "done"]


def blocked_wall_card() -> ZhanGuo:
    state = lay_out(
        pile=[20],
        seats={
            0: {
                "hand": [95],
                "cards": cards(r2=[43], r4=[18]),
                "levels": [0, 3, 0, 1, 0],
                "workers": [1, 0, 0, 0, 0],
            }
        },
    )
    return play(state, "card 95", "wall T1 1")


def test_ex_x3_lowering_unrest_unblocks_a_card() -> None:
    state = blocked_wall_card()
    assert state.seats[0].vp() == 0
    assert legal(state) == ["use 4.1", "done"]
    play(state, "use 4.1")
    assert legal(state) == ["calm 2", "calm 4"]
    other = state.copy()
    play(state, "calm 2")
    assert at(state.seats[0].levels, 1) == 2
    assert state.seats[0].vp() == 3
    assert state.mover == 1
    play(other, "calm 4")
    assert numbers(other.seats[0].levels, 5) == [0, 3, 0, 0, 0]
    assert other.seats[0].vp() == 0
    assert other.mover == 1


def test_ex_x4_missing_markers_are_points() -> None:
    state = lay_out(
        players=3,
        ones=[9, 9, 1],
        seats={0: {"hand": [101], "cards": cards(r3=[2, 45]), "levels": [0, 0, 1, 0, 0]}},
    )
    play(state, "card 101", "unify 3")
    p = state.seats[0]
    assert numbers(p.ones, 3) == [0, 0, 1]
    assert at(state.ones, 2) == 0
    assert p.vp() == 2
    assert at(p.levels, 2) == 3


@pytest.mark.parametrize(("supply", "brown", "vp"), [([0, 0, 2], 1, 0), ([0, 0, 0], 0, 1)])
def test_ex_x5_marker_of_the_last_colour_or_a_point(supply: list[int], brown: int, vp: int) -> None:
    state = lay_out(pile=[90], ones=supply, seats={0: {"hand": [10], "cards": cards(r2=[2])}})
    play(state, "card 10", "recruit red 1")
    assert legal(state) == ["use 2.1", "done"]
    play(state, "use 2.1")
    p = state.seats[0]
    assert numbers(p.ones, 3) == [0, 0, brown]
    assert p.vp() == vp
    assert state.mover == 1


def test_ex_x6_running_through_a_full_workers_area() -> None:
    areas = officials("", "r", "gw", "g")

    def start(points: int) -> list[str]:
        state = lay_out(
            question="shift",
            deed="reassign",
            card=0,
            points=points,
            may_stop=True,
            pile=[90],
            seats={0: {"workers_area": areas}},
        )
        return legal(state)

    two = start(2)
    assert "shift red w2 w4" in two
    assert "shift red w2 w3" not in two
    one = start(1)
    assert "shift red w2 w4" not in one
    assert "shift red w2 w3" not in one
    assert "shift red w2 g2" in one
    assert "shift red w2 w1" in one
    state = lay_out(seats={0: {"hand": [52], "workers_area": areas}})
    play(state, "card 52", "reassign", "shift red w2 w4")
    assert state.points == 1
    assert in_w(state.seats[0], 4) == [1, 1, 0]


def test_ex_x7_staff_options() -> None:
    def start() -> ZhanGuo:
        state = lay_out(
            seats={
                0: {
                    "hand": [52],
                    "governors_area": officials("", "", "rr"),
                    "workers_area": officials("", "", "w"),
                }
            }
        )
        return play(state, "card 52", "hire 3")

    state = start()
    assert legal(state) == ["staff none", "staff r"]
    assert many_at(play(state, "staff none").seats[0].workers, 2) == 1
    assert many_at(play(start(), "staff r").seats[0].workers, 2) == 2


def test_ex_x8_levels_that_forbid_palaces_and_activation() -> None:
    def start(level3: int, level5: int) -> ZhanGuo:
        state = lay_out(
            pile=[90],
            seats={
                0: {
                    "hand": [10],
                    "cards": cards(r3=[22]),
                    "levels": [0, 0, level3, 0, level5],
                    "workers": [1, 0, 2, 0, 2],
                    "governors_area": officials("", "", "r", "", "r"),
                }
            },
        )
        return play(state, "card 10")

    state = start(3, 1)
    uses = legal(state)
    assert "palace 3" not in uses
    assert "palace 5" in uses
    assert "hire 3" in uses
    assert legal(play(state, "recruit red 1")) == ["use 3.1", "done"]
    state = start(4, 2)
    uses = legal(state)
    assert "hire 3" not in uses
    assert "palace 5" not in uses
    assert play(state, "recruit red 1").mover == 1, "nothing can be used"
    assert "palace 3" in legal(start(2, 0))


def test_ex_x9_third_card_after_a_governor() -> None:
    state = lay_out(
        players=2,
        seats={
            0: {
                "hand": [10, 11],
                "cards": cards(r5=[22, 62]),
                "levels": [0, 0, 0, 0, 1],
                "governors_area": officials("", "", "", "", "rgw"),
            }
        },
    )
    play(state, "card 10")
    assert "unify 5" not in legal(state)
    play(state, "governor 5", "square vp")
    other = next(text for text in legal(state) if text.startswith("card"))
    play(state, other, "recruit red 1", "card 11")
    assert "unify 5" in legal(state)
    play(state, "unify 5")
    assert at(state.seats[0].levels, 4) == 2
    assert state.seats[0].blocked(4)


def test_ex_x10_walls_need_workers_in_different_regions() -> None:
    state = lay_out(seats={0: {"hand": [52], "workers": [3, 0, 1, 0, 0]}})
    play(state, "card 52")
    uses = legal(state)
    assert "wall T1 1" in uses
    assert "wall T1 2" in uses
    assert "wall T1 3" not in uses
    play(state, "wall T1 2")
    assert state.slots[:3] == [-1, 0, -1]
    assert many_numbers(state.seats[0].workers, 5) == [2, 0, 0, 0, 0]
    assert state.mover == 1


def test_ex_x11_who_cannot_take_the_reward_passes() -> None:
    blue, yellow = 0, 1
    state = rewards(
        seats={
            blue: {"ones": [0, 5, 0], "governors_area": officials("rrrr")},
            yellow: {"ones": [0, 2, 0], "governors_area": officials("rr")},
        }
    )
    assert at(state.seats[blue].supply, 0) == 1
    assert at(state.seats[yellow].supply, 0) == 3
    assert "reward-unable" in told(state)
    assert state.actors() == [yellow]
    assert state.aspect == 1
    play(state, "accept")
    assert at(state.seats[blue].ones, 1) == 5
    assert in_g(state.seats[yellow], 3) == [2, 0, 0]


def test_ex_x12_the_taker_falls_behind_in_ties() -> None:
    blue, yellow, red, purple = range(4)
    state = rewards(
        seats={
            blue: {},
            red: {"ones": [4, 5, 0]},
            purple: {"ones": [3, 5, 0]},
            yellow: {"ones": [2, 0, 0]},
        }
    )
    assert state.actors() == [red]
    play(state, "accept", "recruit gray 2")
    assert state.tie_order() == [blue, yellow, purple, red]
    assert state.aspect == 1
    assert state.actors() == [purple]
    play(state, "accept")
    assert state.track == [blue, yellow, red, purple]
    assert state.round == 2


def test_ex_x13_two_rewards_for_one_player() -> None:
    blue, yellow, red, purple = range(4)
    state = rewards(
        seats={
            blue: {"ones": [4, 0, 5]},
            yellow: {"ones": [0, 3, 0]},
        }
    )
    play(state, "accept", "recruit gray 2")
    assert things(state.column, 3) == [blue, -1, -1]
    assert state.actors() == [yellow]
    play(state, "accept")
    assert things(state.column, 3) == [blue, yellow, -1]
    assert state.actors() == [blue]
    play(state, "accept")
    assert state.track == [red, purple, yellow, blue]
    assert state.round == 2
    assert state.mover == red


def test_ex_x14_palace_as_a_reward() -> None:
    state = rewards(
        round=4,
        seats={
            1: {
                "ones": [0, 0, 3],
                "threes": [0, 0, 1],
                "workers": [0, 3, 1, 0, 0],
                "cards": cards(r1=[1, 2, 3], r2=[5, 41, 42], r3=[43, 81, 82]),
            }
        },
    )
    assert state.aspect == 2
    assert at(state.ones, 2) == 9
    play(state, "accept", "palace 2")
    p = state.seats[1]
    assert at(state.ones, 2) == 12
    assert numbers(state.threes, 3) == [1, 1, 1]
    assert numbers(p.threes, 3) == [0, 0, 0]
    assert many_numbers(p.workers, 5) == [0, 3, 1, 0, 0]
    assert numbers(p.palaces, 5) == [0, 1, 0, 0, 0]
    assert p.vp() == 9
    assert p.gains[2] == 9
    assert state.round == 5


def test_ex_x15_governor_as_a_reward() -> None:
    state = rewards(
        round=3,
        seats={
            1: {
                "ones": [2, 0, 0],
                "levels": [0, 0, 0, 3, 0],
                "governors_area": officials("", "", "", "rgw"),
            }
        },
    )
    play(state, "accept")
    assert legal(state) == ["governor 1", "governor 4"]
    play(state, "governor 4")
    assert legal(state) == ["square reassign", "square vp"]
    play(state, "square vp")
    p = state.seats[1]
    assert p.vp() == 4
    assert at(p.levels, 3) == 0
    assert in_g(p, 4) == [1, 1, 1]
    assert things(state.squares, 10) == squares(b4=1)


def test_ex_x16_the_triangle_board_frees_a_square() -> None:
    state = lay_out(
        options={"boards": "b-choose"},
        pile=[30],
        squares=squares(b2=0),
        seats={
            0: {"hand": [52], "board": "triangle", "governors_area": officials("", "", "rgw")},
            1: {"board": "star", "governors_area": officials("", "rgw")},
            2: {"board": "circle"},
            3: {"board": "square"},
        },
    )
    play(state, "card 52", "governor 3", "square official", "done", "use board")
    assert "envoy 2b>1" in legal(state)
    assert "envoy 3a>4" in legal(state)
    play(state, "envoy 2b>1")
    assert things(state.squares, 10) == squares(a3=0)
    assert numbers(state.seats[0].open, 5) == [1, 0, 0, 0, 0]
    assert state.seats[0].vp() == 0
    card = next(text for text in legal(state) if text.startswith("card"))
    play(state, card, "governor 2", "square vp")
    assert state.seats[1].vp() == 4


def test_ex_x17_a_task_counts_at_the_end_of_the_turn() -> None:
    state = lay_out(
        options={"boards": "b-choose"},
        pile=[30],
        tasks=tasks(t2="2-3-4"),
        squares=squares(a2=0, a4=0),
        seats={
            0: {"hand": [52], "board": "triangle", "governors_area": officials("", "", "rgw")},
            1: {"board": "star"},
            2: {"board": "circle"},
            3: {"board": "square"},
        },
    )
    play(state, "card 52", "governor 3", "square official", "recruit red 1")
    stay = state.copy()
    play(state, "use board", "envoy 3a>4")
    assert state.discs.count(0) == 0
    assert state.mover == 1
    play(stay, "done")
    assert stay.discs[8:12] == [0, -1, -1, -1]


def calm_choice() -> ZhanGuo:
    state = lay_out(
        options={"boards": "b-choose"},
        pile=[30],
        seats={
            0: {
                "hand": [77],
                "board": "square",
                "levels": [0, 1, 0, 0, 0],
                "cards": cards(r1=[18]),
                "workers": [1, 0, 0, 0, 0],
            },
            1: {"board": "star"},
            2: {"board": "circle"},
            3: {"board": "triangle"},
        },
    )
    play(state, "card 77", "wall J2 1")
    assert legal(state) == ["use 1.1", "use board", "done"]
    return state


def test_ex_x18_square_board_or_card() -> None:
    state = play(calm_choice(), "use board")
    assert numbers(state.seats[0].levels, 5) == [0, 0, 0, 0, 0]
    assert many_numbers(state.seats[0].workers, 5) == [0, 1, 0, 0, 0]
    assert state.mover == 1  # nothing is left for card 18
    state = play(calm_choice(), "use 1.1")
    assert numbers(state.seats[0].levels, 5) == [0, 0, 0, 0, 0]
    assert many_numbers(state.seats[0].workers, 5) == [0, 0, 0, 0, 0]
    assert state.mover == 1


def test_ex_x19_circle_board_with_unrest_per_worker() -> None:
    def start() -> ZhanGuo:
        state = lay_out(
            options={"boards": "b-choose", "hire_unrest": "per-worker"},
            pile=[90],
            seats={
                0: {
                    "hand": [52],
                    "board": "circle",
                    "levels": [0, 0, 1, 0, 0],
                    "governors_area": officials("rrg"),
                    "workers_area": officials("", "", "gw"),
                },
                1: {"board": "star"},
                2: {"board": "square"},
                3: {"board": "triangle"},
            },
        )
        return play(state, "card 52")

    state = play(start(), "hire 3")
    assert many_numbers(state.seats[0].workers, 5) == [0, 0, 3, 0, 0]
    assert numbers(state.seats[0].levels, 5) == [0, 0, 4, 0, 0]
    state = play(start(), "hire 1")
    assert legal(state) == ["staff r", "staff g"]
    play(state, "staff g")
    assert many_numbers(state.seats[0].workers, 5) == [2, 0, 0, 0, 0]
    assert numbers(state.seats[0].levels, 5) == [2, 0, 1, 0, 0]


def auction(players: int) -> ZhanGuo:
    """An auction that seat 0 opens."""
    for seed in range(50):
        state = GAME.new(players, seed, boards="b-auction")
        assert isinstance(state, ZhanGuo)
        if state.track[0] == 0 and 4 in state.boards_left:
            return state
    raise AssertionError("no such seed")


def test_ex_x20_auction() -> None:
    a, b, c = range(3)
    state = auction(3)
    assert [p.vp() for p in state.seats] == [15, 15, 15]
    assert state.actors() == [a]
    assert legal(state) == [f"bid {vp}" for vp in range(1, 16)]
    play(state, "bid 2")
    assert state.actors() == [b]
    assert legal(state) == ["pass", *(f"bid {vp}" for vp in range(3, 16))]
    play(state, "pass", "bid 3", "pass")
    assert state.actors() == [c]
    play(state, "board star")
    assert state.seats[c].vp() == 12
    assert state.actors() == [a]
    play(state, "bid 1", "bid 2", "pass")
    assert state.actors() == [b]
    play(state, legal(state)[0])
    assert [p.vp() for p in state.seats] == [14, 13, 12]
    assert sorted(p.board for p in state.seats) == sorted({p.board for p in state.seats})
    assert state.round == 1


def test_ex_x21_majority_shared_by_two() -> None:
    state = lay_out(
        seats={
            0: {"open": [0, 2, 0, 0, 0]},
            1: {"open": [0, 2, 0, 0, 0]},
            2: {"open": [0, 1, 0, 0, 0]},
        }
    )
    assert [state.majority(seat, 1) for seat in range(4)] == [7, 7, 0, 0]


def wall_points(face: str, rods: int, **seat: Any) -> int:
    faces = [face, *(other for other in ("empty", "full", "red", "white", "pair", "sets"))][:6]
    owners = [-1, -1, -1]
    owners[rods - 1] = 0
    state = lay_out(faces=faces, slots=slots(T1=owners), seats={0: seat})
    return state.wall_points(0)


def test_ex_x22_calm_tile_never_takes_points() -> None:
    levels = [3, 2, 3, 0, 0]
    assert wall_points("calm15", 1, levels=levels) == 0
    assert wall_points("calm15", 3, levels=levels) == 7


def test_ex_x23_loyal_tile() -> None:
    points = wall_points(
        "loyal",
        2,
        governors_area=officials("", "rg", "w", "", "rg"),
        workers_area=officials("", "", "", "", "w"),
        levels=[0, 1, 2, 1, 2],
    )
    assert points == 6


def test_ex_x24_sets_tile() -> None:
    placed = cards(r1=[1, 2, 3], r2=[4, 5, 41], r3=[42, 43, 81], r4=[82, 83, 84])
    assert wall_points("sets", 3, cards=placed) == 12


def test_ex_x25_marker_majority_by_the_higher_disc() -> None:
    blue, red = 0, 1
    state = lay_out(
        seats={blue: {"ones": [0, 0, 2], "threes": [0, 0, 1]}, red: {"ones": [0, 0, 5]}}
    )
    assert [state.aspect_points(seat) for seat in range(4)] == [7, 0, 0, 0]


def test_ex_x26_a_use_is_always_left() -> None:
    state = lay_out(
        seats={
            0: {
                "hand": [52],
                "governors_area": officials("rrrrr", "ggggg", "", "wwwww"),
                "cards": cards(r1=[1], r2=[2], r3=[3], r4=[4, 44], r5=[5]),
                "levels": [3, 3, 4, 2, 2],
            }
        }
    )
    play(state, "card 52")
    assert numbers(state.seats[0].supply, 3) == [0, 0, 0]
    assert legal(state) == ["reassign", "hire 4"]


def test_ex_x27_new_workers_widen_the_options() -> None:
    state = lay_out(
        pile=[20],
        threes=[0, 0, 0],
        seats={
            0: {
                "hand": [95],
                "cards": cards(r1=[25], r3=[35]),
                "workers": [0, 1, 0, 0, 2],
            }
        },
    )
    play(state, "card 95", "palace 5")
    assert many_numbers(state.seats[0].workers, 5) == [0, 0, 1, 0, 0], (
        "all three are paid, a new one comes"
    )
    assert legal(state) == ["use 1.1", "done"]
    play(state, "use 1.1")
    assert legal(state) == ["worker 3>2", "worker 3>4"]
    play(state, "worker 3>4")
    assert many_numbers(state.seats[0].workers, 5) == [0, 0, 0, 1, 0]


def test_ex_x28_points_for_cards_of_a_colour() -> None:
    state = lay_out(
        pile=[10],
        seats={
            0: {
                "hand": [90],
                "cards": cards(r1=[63, 42], r2=[44, 1], r3=[2], r4=[50, 81]),
                "workers": [1, 0, 0, 0, 0],
            }
        },
    )
    play(state, "card 90", "wall T1 1")
    assert state.seats[0].gains[3] == 4
    assert state.seats[0].vp() == 4


def test_ex_x29_given_back_cards_come_again() -> None:
    for seed in range(6):
        state = GAME.new(4, seed, draw="3-keep-2")
        assert isinstance(state, ZhanGuo)
        tossed: list[int] = []
        while state.round < 4:
            if state.round == 1 and not tossed and state.toss_colour == 1:
                tossed = [p.tossed[0] for p in state.seats]
            state.play(state.actors()[0], state.legal(state.actors()[0])[0])
        assert len(tossed) == 4
        for p in state.seats:
            assert sum(1 for card in p.hand if card in tossed) == 1


def test_ex_x30_square_without_officials_left() -> None:
    state = rewards(
        round=3,
        seats={
            1: {
                "ones": [2, 0, 0],
                "levels": [2, 0, 0, 0, 0],
                "governors_area": officials("", "rrrrr", "ggggg", "", "wwwww"),
            }
        },
    )
    play(state, "accept", "governor 1", "square official")
    assert things(state.squares, 10) == squares(a1=1)
    assert at(state.seats[1].levels, 0) == 0
    assert sum(few_numbers(state.seats[1].in_g, 15)) == 15
    assert state.aspect == -1


def test_ex_x31_star_board_without_markers() -> None:
    state = lay_out(
        options={"boards": "b-choose"},
        pile=[3],
        ones=[0, 0, 0],
        seats={
            0: {"hand": [52], "board": "star"},
            1: {"board": "circle"},
            2: {"board": "square"},
            3: {"board": "triangle"},
        },
    )
    play(state, "card 52", "recruit red 1", "use board")
    assert state.seats[0].vp() == 1
    assert state.seats[0].gains[4] == 1


def finished(players: int, **changes: Any) -> ZhanGuo:
    return lay_out(players=players, question="over", waiting=[], round=5, **changes)


def test_ex_x32_equal_points() -> None:
    state = finished(2, track=[1, 0])
    assert state.scores() == [0, 0]
    assert state.winners() == [1]
    assert state.places() == [2, 1]


def test_ex_x33_full_tally() -> None:
    gains = {"auction": 0, "squares": 8, "palaces": 20, "cards": 13, "board": 0, "shortage": 0}
    state = finished(
        2,
        track=[1, 0],
        faces=["sets", "empty", "full", "red", "white", "pair"],
        slots=slots(T1=[-1, 1, 0], T2=[0, -1, -1]),
        squares=squares(a1=0, b1=0, a3=0, b3=1, a5=0, a2=1),
        discs=[
            [0, -1, -1, -1],
            [-1, -1, -1, -1],
            [0, 1, -1, -1],
            [-1, -1, -1, -1],
            [1, 0, -1, -1],
            [-1, -1, -1, -1],
        ],
        seats={
            0: {
                "gains": gains,
                "ones": [1, 0, 0],
                "threes": [1, 0, 1],
                "levels": [0, 0, 0, 1, 2],
                "cards": cards(r1=[1, 2, 3], r2=[4, 5, 41], r3=[42, 43, 44], r4=[81, 82, 83]),
            },
            1: {
                "gains": {**gains, "cards": 30},
                "ones": [4, 0, 2],
                "open": [1, 0, 0, 0, 0],
                "levels": [0, 0, 0, 0, 0],
                "cards": cards(r1=[6, 7, 45], r2=[46, 47, 84], r3=[85]),
            },
        },
    )
    assert [p.vp() for p in state.seats] == [41, 58]
    assert state.final_points(0) == [33, 7, 23, 15]
    assert state.final_points(1) == [18, 5, 8, 6]
    assert state.scores() == [119, 95]
    assert state.winners() == [0]
    rows = {row["source"]: row["points"] for row in state.view(None)["scoring"]}
    assert rows["governors"] == [33, 18]
    assert rows["aspects"] == [7, 5]
    assert rows["tasks"] == [23, 8]
    assert rows["walls"] == [15, 6]
