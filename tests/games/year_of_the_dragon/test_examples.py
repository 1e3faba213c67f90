"""The worked examples and scenarios of the specification, by their numbers."""

import itertools

import pytest

from tianxia.engine.errors import IllegalAction
from tianxia.games.year_of_the_dragon.components import EVENTS, TYPES
from tianxia.games.year_of_the_dragon.rules import event_row
from tianxia.games.year_of_the_dragon.table import KINDS

from ...positions import laid_out
from .scene import (
    GAME,
    court,
    heights,
    options,
    palace,
    persons,
    play,
    points,
    province,
    ruin,
    scene,
    spaces,
    told,
)

ANNA, BEN, CLARA, DORA, EMIL = range(5)


# Examples of the rulebook


def test_r_1_starting_pairs() -> None:
    state = GAME.new(5, 1)
    assert len(options(state)) == 36
    play(state, "start scholar+tax-collector", "place 2")
    play(state, "start farmer+tax-collector", "place 2")
    play(state, "start farmer+scholar", "place 2")
    assert state.actors() == [DORA]
    left = options(state)
    assert len(left) == 33
    for taken in ("scholar+tax-collector", "farmer+tax-collector", "farmer+scholar"):
        assert f"start {taken}" not in left


def test_r_2_starting_track() -> None:
    state = GAME.new(3, 1)
    play(state, "start scholar+tax-collector", "place 2")
    play(state, "start farmer+tax-collector", "place 1")
    play(state, "start farmer+scholar", "place 2")
    assert spaces(state) == [7, 7, 8]
    view = state.view(None)
    assert view["order"] == [CLARA, BEN, ANNA]
    assert view["track"] == [
        {"space": 8, "markers": [CLARA]},
        {"space": 7, "markers": [BEN, ANNA]},
    ]
    assert state.actors() == [CLARA]
    assert heights(state, ANNA) == ["2/1", "2/1"]
    assert heights(state, BEN) == ["2/2", "2/0"]


def test_r_3_order_with_stacks() -> None:
    yellow, blue, green, red, purple = range(5)
    state = scene(
        court(space=14),
        court(space=12),
        court(space=12),
        court(space=9),
        court(space=9),
        order=[yellow, green, blue, purple, red],
        turn=yellow,
        queue=[green, blue, purple, red],
    )
    acted = []
    for _ in range(5):
        acted.append(state.actors()[0])
        play(state, "pass")
    assert acted == [yellow, green, blue, purple, red]
    # The same order comes of the markers' own moves: those who arrive later lie on top.
    grown = scene(
        court(space=10),
        court(palace(1, "warrior-young"), space=8),
        court(palace(2, "warrior-young"), space=8),
        order=[0, 1, 2],
        turn=1,
        queue=[2],
        groups=[["parade"], ["taxes"], ["build"]],
    )
    play(grown, "action parade", "action parade")
    assert spaces(grown) == [10, 10, 10]
    assert grown.view(None)["order"] == [2, 1, 0]


def test_r_4_occupied_group() -> None:
    state = scene(
        court(yuan=4, dragon=-1),
        court(dragon=0),
        court(dragon=0),
        court(),
        turn=0,
        queue=[3],
        order=[1, 2, 0, 3],
        groups=[["harvest", "taxes"], ["build", "parade"], ["fireworks"], ["research"]],
    )
    play(state, "action harvest")
    assert province(state, 0)["yuan"] == 1
    assert province(state, 0)["rice"] == 1
    assert state.view(None)["groups"][0]["dragons"] == [0, 1, 2]


def test_r_5_pass() -> None:
    state = scene(court(yuan=1), court(), turn=0, queue=[1])
    play(state, "pass")
    assert province(state, 0)["yuan"] == 3
    assert state.actors() == [1]


def test_r_6_taxes() -> None:
    state = scene(
        court(palace(2, "tax-collector", "tax-collector"), yuan=3),
        court(yuan=1),
        turn=1,
        queue=[0],
        order=[1, 0],
    )
    play(state, "action taxes")
    assert province(state, 1)["yuan"] == 3
    play(state, "action taxes")
    assert province(state, 0)["yuan"] == 8


def test_r_7_build() -> None:
    state = scene(court(palace(2, "craftsman", "craftsman"), palace(1)), court(), turn=0, queue=[1])
    play(state, "action build")
    assert options(state) == ["build 1", "build 2", "build new"]
    assert state.view(0)["prompt"] == {"id": "build", "due": 3}
    play(state, "build 2", "build 2", "build new")
    assert heights(state, 0) == ["2/2", "3/0", "1/0"]
    assert state.actors() == [1]


def test_r_8_harvest() -> None:
    state = scene(court(palace(2, "farmer-young", "farmer-old")), court(), turn=0, queue=[1])
    play(state, "action harvest")
    assert province(state, 0)["rice"] == 4


def test_r_9_parade() -> None:
    state = scene(court(palace(2, "warrior-old", "warrior-old")), court(), turn=0, queue=[1])
    play(state, "action parade")
    assert spaces(state) == [5, 0]


def test_r_10_research() -> None:
    state = scene(court(palace(2, "scholar-young", "scholar-old")), court(), turn=0, queue=[1])
    play(state, "action research")
    assert points(state, "research") == [6, 0]


def test_r_11_tribute() -> None:
    state = scene(
        court(palace(3, "monk-young", "farmer-old", "court-lady"), yuan=2),
        court(),
        event="tribute",
        order=[0, 1],
    )
    play(state, "action research")
    assert province(state, 0)["yuan"] == 0
    assert state.view(0)["prompt"] == {"id": "release", "reason": "tribute", "due": 2}
    play(state, "release 1.1")
    assert state.view(0)["prompt"]["due"] == 1
    play(state, "release 1.1")
    assert persons(state, 0) == ["court-lady"]
    assert province(state, 1)["yuan"] == 2


def test_r_12_drought() -> None:
    state = scene(
        court(
            palace(1, "monk-young"),
            palace(2, "farmer-old"),
            palace(3, "healer-old"),
            palace(2),
            rice=4,
        ),
        court(
            palace(1, "monk-young"), palace(2, "monk-old"), palace(3, "healer-old", "court-lady")
        ),
        event="drought",
        order=[0, 1],
    )
    play(state, "action research")
    assert province(state, ANNA)["rice"] == 1
    assert len(persons(state, ANNA)) == 3
    assert state.actors() == [BEN]
    # The lone ones of palaces 1 and 2 had no choice.
    assert [event["kind"] for event in told(state, "release")] == ["monk-young", "monk-old"]
    assert state.view(BEN)["prompt"] == {"id": "release", "reason": "drought", "due": 1}
    assert options(state) == ["release 3.1", "release 3.2"]
    play(state, "release 3.1")
    assert persons(state, BEN) == ["court-lady"]
    assert heights(state, ANNA) == ["1/1", "2/1", "3/1", "1/0"]


def test_r_13_festival() -> None:
    state = scene(
        court(fireworks=2),
        court(fireworks=1),
        court(fireworks=3),
        court(fireworks=0),
        court(fireworks=3),
        event="festival",
    )
    play(state, "action research")
    assert points(state, "from-festival") == [3, 0, 6, 0, 6]
    assert [province(state, seat)["fireworks"] for seat in range(5)] == [1, 1, 1, 0, 1]


def test_r_14_mongols() -> None:
    helmets = {
        1: ["warrior-young"],
        2: ["warrior-old"],
        3: ["warrior-young", "warrior-old"],
    }
    state = scene(
        *(court(palace(3, *helmets[n], *["monk-old"] * (n != 3))) for n in (3, 3, 2, 1, 1)),
        event="mongols",
    )
    play(state, "action research")
    assert points(state, "from-mongols") == [3, 3, 2, 1, 1]
    assert state.actors() == [DORA]
    play(state, "release 1.1")
    assert state.actors() == [EMIL]
    play(state, "release 1.2")
    assert [len(persons(state, seat)) for seat in range(5)] == [2, 2, 2, 1, 1]
    assert persons(state, DORA) == ["monk-old"]
    assert persons(state, EMIL) == ["warrior-young"]


def test_r_15_contagion() -> None:
    state = scene(
        court(palace(3, "healer-young", "healer-young", "court-lady")),
        court(palace(2, "healer-old", "healer-old")),
        event="contagion",
    )
    play(state, "action research")
    assert state.view(0)["prompt"] == {"id": "release", "reason": "contagion", "due": 1}
    assert options(state) == ["release 1.1", "release 1.3"]
    play(state, "release 1.1")
    assert persons(state, 0) == ["court-lady", "healer-young"]


def test_r_16_month_scoring() -> None:
    state = scene(
        court(
            palace(2, "court-lady"),
            palace(2, "court-lady"),
            palace(1, "monk-old"),
            privileges={"small": 0, "large": 1},
        ),
        court(),
    )
    play(state, "action taxes")
    assert points(state, "palaces")[0] == 3
    assert points(state, "court-ladies")[0] == 2
    assert points(state, "privileges")[0] == 2
    assert state.scores()[0] == 7


def test_r_17_final_scoring() -> None:
    state = scene(
        court(
            palace(2, "monk-young", "healer-old"),
            palace(3, "monk-old", "farmer-old", "court-lady"),
            palace(2, "craftsman", "craftsman"),
            rice=1,
            fireworks=2,
            yuan=4,
        ),
        court(),
        month=12,
    )
    play(state, "action taxes")
    assert state.over()
    assert points(state, "persons")[0] == 14
    assert points(state, "monks")[0] == 8
    assert points(state, "money")[0] == 3
    assert sum(points(state, source)[0] for source in ("persons", "monks", "money")) == 25


def flood(**holdings: int) -> list[dict[str, int]]:
    """Every way to get through a flood."""
    found = []
    start = scene(
        court(**holdings),
        court(yuan=0),
        month=7,
        options={"super_event": "flood"},
        phase="actions",
    )
    play(start, "action research")
    pending = [start]
    while pending:
        state = pending.pop()
        if state.actors() == [0] and state.question == 12:
            for option in options(state):
                after = state.copy()
                play(after, option)
                pending.append(after)
        else:
            own = province(state, 0)
            found.append({key: own[key] for key in ("yuan", "rice", "fireworks")})
    return found


def test_r_18_flood() -> None:
    left = flood(yuan=3, rice=2, fireworks=2)
    assert {"yuan": 1, "rice": 2, "fireworks": 1} in left
    assert {"yuan": 2, "rice": 0, "fireworks": 2} in left
    assert {sum(own.values()) for own in left} == {4}
    state = scene(
        court(yuan=3, rice=2, fireworks=2), court(), month=7, options={"super_event": "flood"}
    )
    play(state, "action research")
    assert state.view(0)["prompt"] == {"id": "flood", "due": 3}
    play(state, "flood yuan", "flood yuan", "flood firework")
    own = province(state, 0)
    assert [own["yuan"], own["rice"], own["fireworks"]] == [1, 2, 1]


def test_r_19_eclipse_with_festival() -> None:
    state = scene(
        court(fireworks=5),
        court(fireworks=4),
        court(fireworks=1),
        month=7,
        event="festival",
        options={"super_event": "solar-eclipse"},
    )
    play(state, "action research")
    runs = [(event["player"], event["points"]) for event in told(state, "festival")]
    assert runs == [(0, 6), (1, 3), (0, 6), (1, 6), (2, 3)]
    assert points(state, "from-festival") == [12, 9, 3]
    assert [province(state, seat)["fireworks"] for seat in range(3)] == [1, 1, 0]


def test_r_20_charter() -> None:
    state = scene(
        court(palace(2, "farmer-young", "farmer-old")),
        court(palace(2, "monk-young"), palace(3, "monk-old")),
        court(palace(2, "scholar-young", "scholar-old"), palace(1, "healer-old")),
        month=7,
        options={"super_event": "charter"},
    )
    play(state, "action taxes")
    assert province(state, 0)["rice"] == 3  # Anna and Alfonzo had one type each: no choice
    assert points(state, "super-event") == [0, 8, 0]
    assert state.actors() == [2]
    assert options(state) == ["charter healer", "charter scholar"]
    play(state, "charter scholar")
    assert points(state, "super-event") == [0, 8, 5]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r_21_tile_counts(players: int) -> None:
    display = GAME.new(players).view(None)["display"]
    for type in TYPES:
        levels = [display[kind]["left"] for kind in KINDS if kind.startswith(type)]
        assert sum(levels) == 2 * players
        assert levels in ([2 * players], [players + 1, players - 1])
    assert sum(pile["left"] for pile in display.values()) == 18 * players


# Further scenarios


def row(*ids: str) -> list[str]:
    return [EVENTS[tile] for tile in event_row([EVENTS.index(id) for id in ids])]


def test_e_1_sliding() -> None:
    drawn = "drought drought tribute mongols mongols contagion contagion festival festival tribute"
    laid = "drought tribute drought mongols contagion mongols contagion festival tribute festival"
    assert row(*drawn.split()) == laid.split()


def test_e_2_end_of_the_row() -> None:
    drawn = "tribute drought mongols tribute drought contagion mongols contagion festival festival"
    laid = "tribute drought mongols tribute drought contagion mongols festival contagion festival"
    assert row(*drawn.split()) == laid.split()


def test_e_3_leaving_a_stack() -> None:
    a, b, c = 0, 1, 2
    parading = palace(2, "warrior-young")
    state = scene(
        court(parading, space=10),
        court(parading, space=10),
        court(space=10),
        order=[c, b, a],
        turn=c,
        queue=[b, a],
    )
    play(state, "pass", "action parade")
    assert state.view(None)["order"] == [b, c, a]
    play(state, "action parade")
    assert spaces(state) == [12, 12, 10]
    assert state.view(None)["order"] == [a, b, c]


@pytest.mark.parametrize(("yuan", "after"), [(0, 3), (3, 3), (5, 5)])
def test_e_4_pass_values(yuan: int, after: int) -> None:
    state = scene(court(yuan=yuan), court(), turn=0, queue=[1])
    play(state, "pass")
    assert province(state, 0)["yuan"] == after


@pytest.mark.parametrize(
    ("price", "yuan", "offered"),
    [
        (7, 4, None),
        (7, 5, []),
        (7, 9, []),
        (7, 10, ["privilege small", "privilege large"]),
        (6, 9, ["privilege small", "privilege large"]),
    ],
)
def test_e_5_fee_and_privilege(price: int, yuan: int, offered: list[str] | None) -> None:
    state = scene(
        court(yuan=yuan),
        court(),
        court(dragon=0),
        order=[2, 0, 1],
        turn=0,
        queue=[1],
        groups=[["privilege", "taxes"], ["build"], ["research"]],
        options={"large_privilege_cost": price},
    )
    assert ("action privilege" in options(state)) == (offered is not None)
    if offered is None:
        return
    play(state, "action privilege")
    if offered:
        assert options(state) == offered
        play(state, "privilege large")
        assert province(state, 0)["yuan"] == yuan - 3 - price
        assert province(state, 0)["privileges"] == {"small": 0, "large": 1}
    else:
        assert state.actors() == [1]
        assert province(state, 0)["yuan"] == yuan - 5
        assert province(state, 0)["privileges"] == {"small": 1, "large": 0}


def test_e_6_fee_before_income() -> None:
    state = scene(
        court(palace(2, "tax-collector", "tax-collector"), yuan=2),
        court(dragon=0),
        order=[1, 0],
        groups=[["taxes"], ["build"]],
    )
    assert options(state) == ["action build", "pass"]
    with pytest.raises(IllegalAction):
        play(state, "action taxes")


def test_e_7_everything_built_up() -> None:
    state = scene(court(palace(3, "craftsman"), palace(3, "monk-old")), court(), turn=0, queue=[1])
    play(state, "action build")
    assert heights(state, 0) == ["3/1", "3/1", "1/0"]  # the first floor had one place to go
    assert options(state) == ["build 3", "build new"]
    play(state, "build 3")
    assert heights(state, 0) == ["3/1", "3/1", "2/0"]


def test_e_8_new_empty_palaces() -> None:
    state = scene(
        court(palace(3, "craftsman", "craftsman"), hand=["monk"]),
        court(hand=["monk"]),
        turn=0,
        queue=[],
        order=[1, 0],
    )
    play(state, "action build", "build 2", "build new")
    assert heights(state, 0) == ["3/2", "2/0", "1/0"]
    play(state, "take monk-old", "place 1")
    assert heights(state, 0) == ["3/3", "1/0"]
    assert points(state, "palaces")[0] == 2


def test_e_9_used_up_type() -> None:
    state = scene(
        court(hand=["craftsman", "monk"]),
        court(hand=["monk", "monk"]),
        turn=0,
        queue=[1],
        question="card",
        phase="persons",
        piles={"craftsman": 0},
    )
    assert options(state) == ["card craftsman", "card monk"]
    play(state, "card craftsman")
    assert told(state, "used-up") == [{"player": 0, "type": "craftsman"}]
    assert persons(state, 0) == ["monk-young", "monk-young"]
    assert spaces(state) == [0, 0]
    assert province(state, 0)["hand"]["craftsman"] == 0
    assert state.actors() == [1]


def test_e_10_level_choice() -> None:
    state = scene(
        court(hand=["farmer", "monk"]),
        court(hand=["monk", "monk"]),
        turn=0,
        queue=[1],
        question="card",
        phase="persons",
        piles={"farmer-old": 0, "farmer-young": 3},
    )
    play(state, "card farmer")
    assert persons(state, 0) == ["farmer-young", "monk-young", "monk-young"]


def test_e_11_wild_beside_type_card() -> None:
    state = scene(
        court(hand=["warrior", "wild", "wild"]),
        court(hand=["monk", "monk", "farmer"]),
        turn=0,
        queue=[1],
        question="card",
        phase="persons",
    )
    assert options(state) == ["card warrior", "card wild"]  # the two wild cards are one option
    play(state, "card wild")
    assert len(options(state)) == 15
    play(state, "take warrior-old")
    assert province(state, 0)["hand"]["warrior"] == 1
    assert province(state, 0)["hand"]["wild"] == 1
    assert "warrior-old" in persons(state, 0)


FULL = (palace(2, "farmer-old", "court-lady"), palace(1, "craftsman"))


def test_e_12_full_house() -> None:
    for option, left in {
        "release 1.1": ["2/court-lady,monk-young", "1/craftsman"],
        "release 1.2": ["2/farmer-old,monk-young", "1/craftsman"],
        "release 2.1": ["2/farmer-old,court-lady", "1/monk-young"],
        "decline": ["2/farmer-old,court-lady", "1/craftsman"],
    }.items():
        state = scene(
            court(*FULL, space=20, hand=["monk", "farmer"]),
            court(hand=["monk", "farmer"]),
            turn=0,
            queue=[1],
            question="card",
            phase="persons",
        )
        play(state, "card monk", "take monk-young")
        assert state.view(0)["prompt"] == {"id": "replace", "kind": "monk-young"}
        assert options(state) == ["release 1.1", "release 1.2", "release 2.1", "decline"]
        removed = sum(state.removed)
        play(state, option)
        palaces = province(state, 0)["palaces"]
        assert [f"{p['floors']}/{','.join(p['residents'])}" for p in palaces] == left
        assert spaces(state)[0] == (20 if option == "decline" else 26)
        assert sum(state.removed) == removed + 1


def test_e_13_room_compels() -> None:
    state = scene(
        court(palace(2, "farmer-old", "court-lady"), palace(2, "craftsman"), hand=["monk"] * 2),
        court(hand=["monk"] * 2),
        turn=0,
        queue=[1],
        question="take",
        phase="persons",
        card="monk",
    )
    play(state, "take monk-young")
    assert heights(state, 0) == ["2/2", "2/2"]
    assert state.actors() == [1]


def test_e_14_no_palaces() -> None:
    state = scene(
        ruin(hand=["monk", "farmer"]),
        court(hand=["farmer"]),
        turn=0,
        order=[1, 0],
        question="card",
        phase="persons",
    )
    play(state, "card monk", "take monk-young")
    assert told(state, "decline") == [{"player": 0, "kind": "monk-young"}]
    assert spaces(state)[0] == 0
    assert state.month == 4
    play(state, "pass", "action build")  # the only floor begins a palace by itself
    assert heights(state, 0) == ["1/0"]
    assert state.actors() == [1]
    play(state, "take farmer-young", "take farmer-old")
    assert persons(state, 0) == ["farmer-old"]
    assert heights(state, 0) == ["1/1"]


def test_e_15_tribute_beyond_the_persons() -> None:
    state = scene(
        court(palace(2, "monk-old"), palace(1, "farmer-old"), yuan=1),
        court(),
        event="tribute",
        order=[0, 1],
    )
    play(state, "action research")
    assert [event["kind"] for event in told(state, "release")] == ["monk-old", "farmer-old"]
    assert persons(state, 0) == []
    assert province(state, 0)["yuan"] == 0
    assert heights(state, 0) == ["1/0"]
    assert state.month == 4


THREE = (
    palace(1, "monk-old"),
    palace(2, "farmer-old", "court-lady"),
    palace(3, "healer-old", "craftsman", "scholar-old"),
)


@pytest.mark.parametrize(
    ("option", "after"),
    [
        ("release 1.1", ["2/2", "3/3"]),
        ("release 2.1", ["1/1", "2/1", "3/3"]),
        ("release 3.2", ["1/1", "2/2", "3/2"]),
    ],
)
def test_e_16_partial_drought(option: str, after: list[str]) -> None:
    state = scene(court(*THREE, rice=2), court(rice=2), event="drought", order=[0, 1])
    play(state, "action research")
    assert province(state, 0)["rice"] == 0
    assert len(options(state)) == 6
    play(state, option)
    assert heights(state, 0) == after
    assert state.month == 4


def test_e_17_drought_two_unsupplied() -> None:
    state = scene(court(*THREE, rice=1), court(rice=2), event="drought", order=[0, 1])
    play(state, "action research", "release 3.1")
    assert options(state) == ["release 1.1", "release 2.1", "release 2.2"]
    play(state, "release 2.2")
    assert heights(state, 0) == ["1/1", "2/1", "3/2"]


@pytest.mark.parametrize(
    ("held", "scored", "left"),
    [
        ([5, 3, 3, 1], [6, 3, 3, 0], [2, 1, 1, 1]),
        ([4, 4, 0], [6, 6, 0], [2, 2, 0]),
        ([0, 0], [0, 0], [0, 0]),
    ],
)
def test_e_18_festival_ties(held: list[int], scored: list[int], left: list[int]) -> None:
    state = scene(*(court(fireworks=count) for count in held), event="festival")
    play(state, "action research")
    assert points(state, "from-festival") == scored
    assert [province(state, seat)["fireworks"] for seat in range(len(held))] == left


def test_e_19_mongols_all_equal() -> None:
    plain = court(palace(2, "monk-old", "farmer-old"))
    state = scene(plain, plain, event="mongols")
    play(state, "action research", "release 1.1", "release 1.2")
    assert points(state, "from-mongols") == [0, 0]
    assert [len(persons(state, seat)) for seat in (0, 1)] == [1, 1]
    armed = court(palace(2, "monk-old", "warrior-young"))
    state = scene(armed, armed, event="mongols")
    play(state, "action research", "release 1.2")
    assert state.actors() == [1]
    play(state, "release 1.1")
    assert points(state, "from-mongols") == [1, 1]
    assert persons(state, 0) == ["monk-old"]
    assert persons(state, 1) == ["warrior-young"]


def test_e_20_contagion() -> None:
    state = scene(
        court(palace(3, "healer-old", "healer-young", "monk-old")),
        court(palace(3, "healer-old", "healer-old", "monk-old")),
        court(palace(3, "healer-old", "monk-old", "farmer-old")),
        event="contagion",
    )
    play(state, "action research")
    assert state.actors() == [2]
    play(state, "release 1.1")
    assert [len(persons(state, seat)) for seat in range(3)] == [3, 3, 2]


def test_e_21_wall_reached() -> None:
    state = scene(
        court(palace(3, "warrior-old", "warrior-old"), palace(1, "monk-old")),
        court(palace(3, "warrior-old"), palace(1, "monk-old")),
        court(palace(3, "monk-old"), palace(1, "farmer-old"), palace(1, "healer-old")),
        month=5,
        event="mongols",
        wall=[0, 0, 0, 1, 1],
        options={"great_wall": True},
    )
    play(state, "action research", "release 1.1")
    assert points(state, "wall-scoring") == [3, 2, 0]
    assert state.month == 6
    assert [len(persons(state, seat)) for seat in range(3)] == [3, 2, 2]
    state = scene(
        court(palace(3, "warrior-old", "warrior-old"), palace(1, "monk-old")),
        court(palace(3, "warrior-old"), palace(1, "monk-old")),
        court(palace(3, "monk-old"), palace(1, "farmer-old"), palace(1, "healer-old")),
        month=5,
        event="mongols",
        wall=[0, 0, 0, 1],
        options={"great_wall": True},
    )
    play(state, "action research", "release 1.1")
    assert state.view(2)["prompt"] == {"id": "release", "reason": "wall", "due": 1}
    assert state.actors() == [2]
    play(state, "release 2.1")
    assert points(state, "wall-scoring") == [0, 0, 0]
    assert [len(persons(state, seat)) for seat in range(3)] == [3, 2, 1]


def test_e_22_wall_tie_for_fewest() -> None:
    lone, armed = palace(3, "monk-old", "farmer-old"), palace(2, "warrior-old", "healer-old")
    state = scene(
        court(lone),
        court(armed, palace(1, "monk-old")),
        court(armed, palace(1, "monk-old")),
        month=4,
        event="mongols",
        order=[0, 2, 1],
        wall=[0, 0],
        options={"great_wall": True},
    )
    play(state, "action research", "release 1.1")
    assert state.actors() == [2]
    play(state, "release 1.1")
    assert state.actors() == [1]
    play(state, "release 1.2")
    assert [len(persons(state, seat)) for seat in range(3)] == [1, 2, 2]
    assert points(state, "wall-scoring") == [0, 0, 0]


def test_e_23_month_12_mongols_two_players() -> None:
    crowd = palace(3, "monk-old", "farmer-old", "healer-old")
    state = scene(
        court(crowd),
        court(crowd),
        month=12,
        event="mongols",
        wall=[0] * 6 + [1] * 6,
        options={"great_wall": True},
    )
    play(state, "action research", "release 1.1", "release 1.1")
    assert state.over()
    assert points(state, "wall-scoring") == [12, 12]
    state = scene(
        court(crowd),
        court(palace(3, "warrior-old", "farmer-old", "healer-old"), palace(1, "monk-old")),
        month=12,
        event="mongols",
        wall=[0] * 6 + [1] * 5,
        options={"great_wall": True},
    )
    play(state, "action research", "release 1.1")
    assert len(persons(state, 0)) == 2
    assert state.actors() == [1]
    play(state, "release 1.1", "release 1.1")
    assert state.over()
    assert points(state, "wall-scoring") == [0, 0]
    assert len(persons(state, 1)) == 2


def test_e_24_wall_refused() -> None:
    state = scene(
        court(unused=["track", "vp"]),
        court(),
        court(),
        turn=0,
        queue=[1, 2],
        wall=[0] * 4 + [1] * 4 + [2] * 4,
        options={"great_wall": True},
    )
    assert "action wall" not in options(state)
    state = scene(
        court(unused=[]),
        court(unused=["yuan", "track", "vp"]),
        turn=0,
        queue=[1],
        wall=[0] * 6 + [1] * 3,
        options={"great_wall": True},
    )
    assert "action wall" not in options(state)
    play(state, "pass")
    assert "action wall" in options(state)


def test_e_25_wall_track_tile() -> None:
    a, b = 0, 1
    state = scene(
        court(space=8, hand=["monk"] * 2),
        court(space=5, hand=["monk"] * 2),
        order=[a, b],
        options={"great_wall": True},
    )
    play(state, "action wall", "wall track")
    assert spaces(state) == [8, 8]
    assert state.view(None)["order"] == [b, a]
    assert state.view(None)["phase"] == "persons"
    assert state.actors() == [b]


def test_e_26_earthquake() -> None:
    start = scene(
        court(
            palace(3, "monk-old", "farmer-old", "healer-old"),
            palace(2, "court-lady"),
            palace(1, "craftsman"),
        ),
        court(palace(3), palace(3, "monk-old")),
        month=7,
        options={"super_event": "earthquake"},
        order=[0, 1],
    )
    play(start, "action research")
    assert start.view(0)["prompt"] == {"id": "floor", "due": 2}
    play(start, "floor 2")
    assert heights(start, 0) == ["3/3", "1/1", "1/1"]
    assert start.view(0)["prompt"] == {"id": "floor", "due": 1}

    state = start.copy()
    play(state, "floor 2")
    assert heights(state, 0) == ["3/3", "1/1"]
    assert [p["number"] for p in province(state, 0)["palaces"]] == [1, 3]
    assert "court-lady" not in persons(state, 0)
    assert state.actors() == [1]

    state = start.copy()
    play(state, "floor 1")
    assert state.view(0)["prompt"] == {"id": "release", "reason": "earthquake", "due": 1}
    assert options(state) == ["release 1.1", "release 1.2", "release 1.3"]
    play(state, "release 1.2")
    assert heights(state, 0) == ["2/2", "1/1", "1/1"]
    assert state.actors() == [1]

    state = start.copy()
    play(state, "floor 3")
    assert heights(state, 0) == ["3/3", "1/1"]
    assert "craftsman" not in persons(state, 0)


def test_e_26_earthquake_that_leaves_nothing() -> None:
    """Who has only two floors loses them and everybody in them, and is not asked."""
    for palaces in ([palace(2, "monk-old", "court-lady")], [palace(1, "monk-old"), palace(1)]):
        state = scene(
            court(*palaces),
            court(palace(3, "monk-old", "farmer-old", "healer-old")),
            month=7,
            options={"super_event": "earthquake"},
            order=[0, 1],
        )
        play(state, "action research")
        assert heights(state, 0) == []
        assert len([event for event in told(state, "floor") if event["player"] == 0]) == 2
        assert len(told(state, "release")) == sum(len(p["residents"]) for p in palaces)
        assert state.actors() == [1]
        assert state.view(1)["prompt"] == {"id": "release", "reason": "earthquake", "due": 1}


def test_e_27_flood_small() -> None:
    assert flood(yuan=1) == [{"yuan": 1, "rice": 0, "fireworks": 0}]
    left = flood(yuan=2, rice=1)
    assert {"yuan": 1, "rice": 1, "fireworks": 0} in left
    assert {"yuan": 2, "rice": 0, "fireworks": 0} in left
    assert len(left) == 2


def test_e_28_volcano() -> None:
    a, b, c = 0, 1, 2
    hand = ["court-lady", "farmer"]
    state = scene(
        court(space=20, hand=[]),
        court(space=20, hand=[]),
        court(space=17, hand=[]),
        order=[b, a, c],
        month=7,
        options={"super_event": "volcanic-eruption"},
    )
    play(state, "action research")
    assert spaces(state) == [0, 0, 0]
    assert state.view(None)["order"] == [b, a, c]
    assert state.view(None)["track"] == [{"space": 0, "markers": [b, a, c]}]
    assert state.month == 8
    assert state.actors() == [b]
    saved = state.to_dict()
    for own in saved["provinces"]:
        own["hand"].update(dict.fromkeys(hand, 1))
    saved["row"][7] = "contagion"
    state = laid_out(GAME, saved)  # type: ignore[assignment]
    state.events = []
    play(state, "pass", "pass", "pass")
    play(state, "card court-lady")
    play(state, "card farmer", "take farmer-old")
    assert spaces(state) == [1, 1, 0]
    assert state.view(None)["order"] == [a, b, c]
    play(state, "card farmer", "take farmer-young")
    assert spaces(state) == [1, 1, 4]
    assert state.view(None)["order"] == [c, a, b]
    struck = [event["player"] for event in told(state, "contagion")]
    assert struck == [c, a, b], "everybody must leave everywhere, so nobody is asked"


def test_e_29_tornado() -> None:
    cards = ["monk", "farmer", "wild", "wild", "warrior"]
    state = scene(
        court(palace(3), hand=cards),
        court(palace(3), hand=cards),
        month=7,
        options={"super_event": "tornado"},
        order=[0, 1],
    )
    saved = state.to_dict()
    saved["row"] = ["peace"] * 12
    state = laid_out(GAME, saved)  # type: ignore[assignment]
    play(state, "pass")
    play(state, "card monk", "take monk-old", "card monk")
    assert state.view(None)["phase"] == "super-event"
    assert [sum(own["hand"].values()) for own in state.view(None)["provinces"]] == [4, 4]
    assert state.view(0)["prompt"] == {"id": "discard", "due": 2}
    assert options(state) == ["discard farmer", "discard warrior", "discard wild"]
    play(state, "discard wild", "discard wild", "discard farmer", "discard wild")
    assert state.month == 8
    play(state, "pass", "pass")
    assert options(state) == ["card farmer", "card warrior"]
    play(state, "card farmer", "take farmer-old")
    assert options(state) == ["card warrior", "card wild"]
    play(state, "card warrior", "take warrior-old")
    assert state.month == 9
    play(state, "pass", "pass")  # the last cards are played by themselves
    assert persons(state, 1) == ["farmer-old", "monk-young", "warrior-young"]
    assert state.actors() == [0]
    assert options(state) == [f"take {kind}" for kind in KINDS if state.piles[KINDS.index(kind)]]
    play(state, "take court-lady")
    for month in (10, 11, 12):
        assert state.month == month
        assert all(sum(own["hand"].values()) == 0 for own in state.view(None)["provinces"])
        play(state, "pass", "pass")
    assert state.over()


def test_e_30_sunrise() -> None:
    a, b, c = 0, 1, 2
    state = scene(
        court(palace(3, "monk-old")),
        court(palace(1, "farmer-old")),
        court(palace(3, "monk-old")),
        month=7,
        options={"super_event": "sunrise"},
        piles={"healer-young": 0, "healer-old": 2},
        order=[a, b, c],
    )
    play(state, "action research")
    assert state.actors() == [a]
    assert "sunrise healer" not in options(state)
    assert len(options(state)) == 8
    assert "sunrise court-lady" in options(state)
    play(state, "sunrise warrior")  # the only palace: placed by itself
    assert persons(state, a) == ["monk-old", "warrior-young"]
    assert spaces(state)[a] == 5
    assert state.actors() == [b]
    assert "sunrise warrior" not in options(state)
    monks = state.view(None)["display"]["monk-young"]["left"]
    play(state, "sunrise monk")
    assert options(state) == ["release 1.1", "decline"]
    play(state, "decline")
    assert spaces(state)[b] == 0
    assert state.view(None)["display"]["monk-young"]["left"] == monks - 1
    assert state.view(None)["removed"] == {"monk-young": 1}
    assert state.actors() == [c]
    assert "sunrise monk" not in options(state)
    assert len(options(state)) == 6


def test_e_31_assassination() -> None:
    state = scene(
        court(
            palace(2, "court-lady"),
            palace(1, "monk-old"),
            palace(1, "monk-old"),
            privileges={"small": 1, "large": 1},
        ),
        court(),
        month=7,
        options={"super_event": "assassination"},
    )
    assert sum(state.view(None)["provinces"][0]["next_scoring"].values()) == 7
    play(state, "action taxes")
    assert state.scores()[0] == 4
    assert points(state, "palaces")[0] == 3
    assert points(state, "court-ladies")[0] == 1
    assert points(state, "privileges")[0] == 0
    assert province(state, 0)["privileges"] == {"small": 0, "large": 0}


@pytest.mark.parametrize(("second", "after"), [("build 2", 2), ("build new", 1)])
def test_e_32_charter_with_craftsmen(second: str, after: int) -> None:
    state = scene(
        court(palace(3, "craftsman", "craftsman", "monk-old")),
        court(palace(1, "healer-old")),
        month=7,
        options={"super_event": "charter"},
        order=[1, 0],
    )
    play(state, "action taxes", "charter craftsman")
    assert heights(state, 0) == ["3/3", "1/0"]  # the first floor had one place to go
    play(state, second)
    assert points(state, "palaces")[0] == after
    assert heights(state, 0) == ["3/3", "1/0"][:after]


def test_e_33_eclipse_with_mongols_and_wall() -> None:
    state = scene(
        court(palace(3, "warrior-old", "warrior-young")),
        court(palace(3, "warrior-young", "monk-old")),
        court(palace(3, "farmer-old", "monk-old", "healer-old")),
        month=7,
        event="mongols",
        wall=[0, 0, 0, 1, 1, 2, 2],
        options={"great_wall": True, "super_event": "solar-eclipse"},
    )
    play(state, "action taxes")
    assert points(state, "from-mongols") == [3, 1, 0]
    play(state, "release 1.1")
    assert points(state, "from-mongols") == [6, 2, 0]
    assert points(state, "wall-scoring") == [3, 2, 2]
    assert state.actors() == [2]
    play(state, "release 1.1")
    assert persons(state, 2) == ["healer-old"]
    total = [
        helmets + tiles
        for helmets, tiles in zip(
            points(state, "from-mongols"), points(state, "wall-scoring"), strict=True
        )
    ]
    assert total == [12, 6, 4]
    assert points(state, "palaces") == [1, 1, 1]


def test_e_34_eclipse_with_drought() -> None:
    state = scene(
        court(palace(2, "monk-old"), palace(3, "farmer-old", "healer-old")),
        court(rice=4),
        month=7,
        event="drought",
        options={"super_event": "solar-eclipse"},
        order=[0, 1],
    )
    play(state, "action research")
    assert heights(state, 0) == ["2/0", "3/2"], "the lone one went by itself"
    assert options(state) == ["release 2.1", "release 2.2"]
    play(state, "release 2.1")  # in the second run the last one goes by itself
    assert persons(state, 0) == []
    assert heights(state, 0) == ["1/0", "2/0"]
    assert state.month == 8
    assert province(state, 1)["rice"] == 0


def test_e_35_tie_at_the_end() -> None:
    won = {"research": 80}
    blank = GAME.new(2).to_dict()["provinces"][0]["points"]
    same = court(palace(2, "monk-young"), yuan=0, space=54, points={**blank, **won})
    state = scene(same, same, month=12, order=[0, 1])
    play(state, "pass")
    scores = state.scores()
    assert scores[0] == 80 + 1 + 2 + 2
    assert scores[1] == scores[0] + 1  # the pass brought 3 yuan
    tied = scene(
        court(palace(2, "monk-young"), yuan=3, space=54, points={**blank, "research": 82}),
        court(palace(2, "monk-young"), yuan=3, space=54, points={**blank, "research": 82}),
        month=12,
        order=[0, 1],
    )
    play(tied, "pass")
    assert tied.scores() == [88, 88]
    assert tied.winners() == [0]
    assert tied.places() == [1, 2]
    assert tied.returns() == [1.0, -1.0]


def test_e_36_equal_options() -> None:
    state = GAME.new(2, 3)
    play(state, "start court-lady+monk")
    assert heights(state, 0) == ["2/1", "2/0"]  # the first one went to palace 1 by itself
    assert options(state) == ["place 1", "place 2"]
    later = scene(
        court(palace(2, "farmer-old"), palace(3), palace(1, "monk-old"), palace(2, "farmer-old")),
        court(),
        question="place",
        phase="persons",
        tile="court-lady",
        turn=0,
        queue=[1],
    )
    assert options(later) == ["place 1", "place 2"]


@pytest.mark.parametrize(("yuan", "rice", "money"), [(2, 0, 0), (2, 2, 2)])
def test_e_37_leftovers(yuan: int, rice: int, money: int) -> None:
    state = scene(court(yuan=yuan, rice=rice), court(), month=12)
    play(state, "action research")
    assert points(state, "money")[0] == money


def test_event_rows_never_have_equal_neighbours() -> None:
    """All 113,400 drawing orders of ten tiles are a few too many: those of three pairs and the end."""
    for drawn in set(itertools.permutations([1, 1, 2, 2, 3, 3, 4, 4])):
        laid = event_row([5, *drawn, 5])
        assert sorted(laid) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
        assert all(a != b for a, b in itertools.pairwise(laid))
