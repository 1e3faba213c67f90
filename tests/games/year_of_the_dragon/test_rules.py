"""Rules and rulings that no worked example covers, by the numbers of the specification."""

import json
import random
from typing import Any

import pytest

from tianxia.engine.compact import listed
from tianxia.engine.errors import OptionError, StateError
from tianxia.engine.state import State
from tianxia.games.year_of_the_dragon import rules, table
from tianxia.games.year_of_the_dragon.components import SUPER_EVENTS, WALL_TILES
from tianxia.games.year_of_the_dragon.rules import SPACE, YearOfTheDragon
from tianxia.games.year_of_the_dragon.table import dump_province

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


def test_the_action_space_is_that_of_the_specification() -> None:
    families = {family.name: len(family) for family in SPACE.families}
    assert families == {
        "start": 36,
        "place": 26,
        "action": 8,
        "pass": 1,
        "privilege": 2,
        "wall": 6,
        "build": 27,
        "card": 10,
        "take": 15,
        "release": 78,
        "decline": 1,
        "floor": 26,
        "flood": 3,
        "discard": 10,
        "sunrise": 9,
        "charter": 9,
    }
    assert len(SPACE) == 267


def test_setup_gives_everyone_the_same() -> None:
    state = GAME.new(3, 5)
    view = state.view(None)
    assert view["row"][:2] == ["peace", "peace"]
    assert view["great_wall"] is None
    assert view["super_event"] is None
    for own in view["provinces"]:
        assert [own["yuan"], own["rice"], own["fireworks"], own["space"]] == [6, 0, 0, 0]
        assert own["privileges"] == {"small": 0, "large": 0}
        assert [p["floors"] for p in own["palaces"]] == [2, 2]
        assert sum(own["hand"].values()) == 11
        assert own["hand"]["wild"] == 2
        assert own["unused"] == []


def test_start_seat_picks_first_and_then_clockwise() -> None:
    state = GAME.new(3, 5, start_seat=2)
    picked = []
    while state.view(None)["month"] == 0:
        picked.append(state.actors()[0])
        play(state, options(state)[-1], "place 2")
    assert picked == [2, 0, 1]
    with pytest.raises(OptionError, match="start_seat takes 0 to 1"):
        GAME.new(2, 5, start_seat=2)


def test_super_event_named_or_random_or_none() -> None:
    for id in SUPER_EVENTS:
        assert GAME.new(2, 1, super_event=id).view(None)["super_event"] == id
    drawn = {
        GAME.new(2, seed, super_event="random").view(None)["super_event"] for seed in range(99)
    }
    assert drawn == set(SUPER_EVENTS)
    with pytest.raises(OptionError, match="super_event"):
        GAME.new(2, 1, super_event="meteor")


def test_both_starting_persons_may_share_a_palace_and_the_other_decays() -> None:
    """Q-6."""
    state = GAME.new(2, 1)
    play(state, "start court-lady+craftsman", "place 1", "start court-lady+farmer", "place 2")
    assert heights(state, 0) == ["2/2", "2/0"]


def test_larger_groups_come_first() -> None:
    """YD-10."""
    for players, sizes in ((2, [4, 3]), (3, [3, 2, 2]), (4, [2, 2, 2, 1]), (5, [2, 2, 1, 1, 1])):
        state = GAME.new(players, 1)
        while state.view(None)["month"] == 0:
            play(state, options(state)[0])
        assert [len(group["cards"]) for group in state.view(None)["groups"]] == sizes


def test_cards_are_dealt_when_the_month_begins() -> None:
    """Nothing is drawn before the last decision of the month, so the month can be undone."""
    state = scene(court(), court(), court(), turn=0, queue=[1, 2])
    drawn = state.rng.state
    play(state, "pass", "pass")
    assert state.rng.state == drawn
    play(state, "pass")
    assert state.rng.state != drawn
    assert state.settled == state.decisions


def test_the_same_card_may_be_used_by_several() -> None:
    """YD-11, YD-12: always 3 yuan, however many dragons."""
    state = scene(court(), court(), court(), turn=0, queue=[1, 2])
    play(state, "action taxes", "action taxes", "action taxes")
    assert [province(state, seat)["yuan"] for seat in range(3)] == [8, 5, 5]


def test_dragons_go_back_before_the_person_phase() -> None:
    """YD-22."""
    state = scene(court(hand=["monk"] * 2), court(hand=["monk"] * 2), turn=0, queue=[1])
    play(state, "action taxes")
    assert state.view(None)["provinces"][0]["dragon"] == 0
    assert state.view(None)["groups"][0]["fee"] == 3
    play(state, "action build", "build new")
    assert state.view(None)["phase"] == "persons"
    assert all(own["dragon"] is None for own in state.view(None)["provinces"])


def test_parade_changes_the_order_of_the_person_phase() -> None:
    """YD-19, YD-23."""
    state = scene(
        court(hand=["monk"], space=2), court(hand=["monk"], space=2), order=[0, 1], turn=1
    )
    play(state, "action parade")
    assert state.actors() == [1]


def test_a_privilege_without_money_is_not_offered() -> None:
    """YD-21."""
    assert "action privilege" not in options(scene(court(yuan=1), court(), turn=0, queue=[1]))
    assert "action privilege" in options(scene(court(yuan=2), court(), turn=0, queue=[1]))


def test_privileges_add_up() -> None:
    """YD-21: any number of them."""
    state = scene(court(yuan=20, privileges={"small": 2, "large": 1}), court(), turn=0, queue=[1])
    play(state, "action privilege", "privilege large")
    assert province(state, 0)["privileges"] == {"small": 2, "large": 2}
    assert province(state, 0)["yuan"] == 13
    assert state.view(0)["provinces"][0]["next_scoring"]["privileges"] == 6


def test_the_new_palace_gets_the_lowest_free_number() -> None:
    """YD-3."""
    court_of_two = court(palace(3, "monk-old"), palace(3, "farmer-old"))
    court_of_two["palaces"][1]["number"] = 3
    state = scene(court_of_two, court(), turn=0, queue=[1])
    play(state, "action build")
    assert [p["number"] for p in province(state, 0)["palaces"]] == [1, 2, 3]
    assert heights(state, 0) == ["3/1", "1/0", "3/1"]


def test_later_residents_move_up() -> None:
    """YD-3."""
    state = scene(
        court(palace(3, "monk-old", "farmer-old", "healer-old")), court(), event="mongols"
    )
    play(state, "action research", "release 1.1")
    assert province(state, 0)["palaces"][0]["residents"] == ["farmer-old", "healer-old"]


def test_new_persons_bring_nothing_at_once() -> None:
    """YD-29."""
    state = scene(
        court(hand=["tax-collector", "farmer"]),
        court(hand=["farmer"] * 2),
        turn=0,
        queue=[1],
        question="card",
        phase="persons",
    )
    before = province(state, 0)
    play(state, "card tax-collector")
    after = province(state, 0)
    assert [before[key] for key in ("yuan", "rice", "fireworks", "points")] == [
        after[key] for key in ("yuan", "rice", "fireworks", "points")
    ]
    assert spaces(state)[0] == 3


def test_replacing_with_the_same_kind_advances() -> None:
    """Q-26; the released one does not go back to the display (YD-7)."""
    state = scene(
        court(palace(1, "monk-young"), hand=["monk", "farmer"]),
        court(hand=["farmer"] * 2),
        turn=0,
        queue=[1],
        question="card",
        phase="persons",
        piles={"monk-young": 2},
    )
    play(state, "card monk", "take monk-young", "release 1.1")
    assert spaces(state)[0] == 6
    assert state.view(None)["display"]["monk-young"]["left"] == 1
    assert state.view(None)["removed"] == {"monk-young": 1}


def test_everyone_pays_the_tribute_that_can() -> None:
    """YD-32: coins on tax collectors do not count."""
    state = scene(
        court(palace(2, "tax-collector", "monk-old"), yuan=3), court(yuan=9), event="tribute"
    )
    play(state, "pass", "release 1.1")
    assert [province(state, seat)["yuan"] for seat in (0, 1)] == [0, 5]
    assert persons(state, 0) == ["monk-old"]


def test_events_strike_in_the_new_order() -> None:
    """YD-30: whoever recruits ahead of the others is struck first."""
    crowd = (palace(3, "monk-old", "farmer-old", "court-lady"), palace(3, "scholar-old"))
    state = scene(
        court(*crowd, yuan=0, hand=["monk"], space=5),
        court(*crowd, yuan=0, hand=["warrior"], space=5),
        order=[0, 1],
        event="contagion",
        question="card",
        phase="persons",
        turn=0,
        queue=[1],
    )
    assert state.view(None)["prompt"]["id"] == "take"
    play(state, "take monk-old", "take warrior-young")
    assert state.view(None)["order"] == [1, 0]
    assert [event["player"] for event in told(state, "contagion")] == [1]
    assert state.actors() == [1]


def test_decay_takes_one_floor_of_every_empty_palace() -> None:
    """YD-37, YD-38: what still stands scores."""
    state = scene(court(palace(3), palace(2), palace(1), palace(1, "monk-old")), court())
    play(state, "action research")
    assert heights(state, 0) == ["2/0", "1/0", "1/1"]
    assert points(state, "palaces")[0] == 3


def test_no_person_phase_in_month_12() -> None:
    state = scene(court(), court(), month=12, event="festival")
    play(state, "action research")
    assert state.over()
    assert told(state, "winner") == [{"player": state.winners()[0]}]


@pytest.mark.parametrize("tile", WALL_TILES)
def test_wall_tiles_give_what_they_show(tile: str) -> None:
    """YD-41; the wall grows from the left whatever the month."""
    state = scene(
        court(space=1), court(), turn=0, queue=[1], wall=[1], options={"great_wall": True}
    )
    play(state, "action wall", f"wall {tile}")
    if tile == "floor":
        assert options(state) == ["build 1", "build new"]
        play(state, "build new")
    own = province(state, 0)
    found = {
        "rice": own["rice"],
        "firework": own["fireworks"],
        "floor": sum(p["floors"] for p in own["palaces"]) - 4,
        "yuan": own["yuan"] - 6,
        "track": own["space"] - 1,
        "vp": own["points"]["wall-tile"],
    }
    amounts = {"rice": 1, "firework": 1, "floor": 1, "yuan": 2, "track": 3, "vp": 3}
    assert found == {id: amounts[id] if id == tile else 0 for id in WALL_TILES}
    assert listed(state.wall) == [1, 0]
    assert tile not in own["unused"]
    assert state.actors() == [1]


def test_wall_costs_the_fee_like_any_card() -> None:
    state = scene(
        court(yuan=3, dragon=-1),
        court(dragon=0),
        groups=[["wall", "taxes"], ["build"]],
        order=[1, 0],
        options={"great_wall": True},
    )
    play(state, "action wall", "wall vp")
    assert province(state, 0)["yuan"] == 0
    assert points(state, "wall-tile") == [3, 0]


@pytest.mark.parametrize(
    ("order", "palaces", "standing"),
    [("after-scoring", [1, 2], ["1/0"]), ("before-scoring", [0, 2], [])],
)
def test_last_wall_scoring(order: str, palaces: list[int], standing: list[str]) -> None:
    """YD-44: after the scoring the palace left empty has scored already and decays no more."""
    state = scene(
        court(palace(1, "monk-old")),
        court(),
        month=12,
        event="peace",
        wall=[1],
        options={"great_wall": True, "last_wall": order},
    )
    play(state, "action research")
    assert state.over()
    assert heights(state, 0) == standing
    assert points(state, "palaces") == palaces
    assert points(state, "persons") == [0, 4], "the wall is scored before the final scoring"
    assert points(state, "monks") == [0, 4]


@pytest.mark.parametrize("order", ["after-scoring", "before-scoring"])
def test_what_is_shown_while_the_last_wall_is_scored(order: str) -> None:
    state = scene(
        court(palace(1, "monk-old"), palace(2, "court-lady"), palace(2)),
        court(),
        month=12,
        event="peace",
        wall=[1],
        options={"great_wall": True, "last_wall": order},
    )
    assert state.view(0)["great_wall"]["scorings"] == [12]
    play(state, "action research")
    early = order == "before-scoring"
    assert sum(points(state, "palaces")) == (0 if early else 5)
    view = state.view(0)
    assert view["prompt"] == {"id": "release", "reason": "wall", "due": 1}
    assert view["phase"] == ("early-wall" if early else "last-wall")
    assert view["months_left"] == (1 if early else 0)
    assert view["great_wall"]["scorings"] == [12]
    own = view["provinces"][0]
    assert sum(own["next_scoring"].values()) == (4 if early else 0)
    assert own["decaying"] == ([3] if early else [])
    # What an option would lead to is what it does lead to.
    for option in options(state):
        after = state.copy()
        play(after, option)
        assert after.over()
        assert view["previews"][option]["total"] == after.scores()[0]
    assert state.view(0)["great_wall"]["losing"] == [0]


@pytest.mark.parametrize("order", ["after-scoring", "before-scoring"])
def test_month_12_invasion_and_both_wall_scorings(order: str) -> None:
    """The wall is scored for the invasion too, before decay, whatever the option says."""
    state = scene(
        court(palace(1, "warrior-old")),
        court(),
        month=12,
        event="mongols",
        wall=[1] * 6 + [0] * 6,
        options={"great_wall": True, "last_wall": order},
    )
    play(state, "action research")
    assert state.over()
    assert points(state, "wall-scoring") == [12, 12]


def ends(state: State) -> set[str]:
    """All positions in which the next month can begin, whatever is chosen until then."""
    if state.view(None)["prompt"]["id"] != "release":
        saved = state.to_dict()
        for part in ("decisions", "settled", "asked_at"):
            del saved[part]
        return {json.dumps(saved, sort_keys=True)}
    found: set[str] = set()
    for action in state.legal(0):
        after = state.copy()
        after.play(0, action)
        found |= ends(after)
    return found


@pytest.mark.parametrize(
    ("event", "palaces", "due", "asked"),
    [
        (
            "tribute",
            [palace(3, "monk-old", "farmer-old"), palace(1), palace(1, "healer-old")],
            3,
            False,
        ),
        ("contagion", [palace(2, "court-lady"), palace(3, "court-lady", "monk-young")], 3, False),
        ("drought", [palace(2, "court-lady"), palace(3, "monk-young"), palace(2)], 2, False),
        ("drought", [palace(2, "monk-old", "monk-old"), palace(1, "monk-old")], 2, False),
        (
            "drought",
            [palace(2, "monk-old", "craftsman"), palace(2, "farmer-old"), palace(1)],
            2,
            True,
        ),
    ],
)
def test_releases_without_choice_are_not_asked(
    event: str, palaces: list[dict[str, Any]], due: int, asked: bool
) -> None:
    """Whoever must go anyway goes unasked, and that leads where all orders of asking lead."""
    healthy = (palace(3, "healer-old", "healer-old"), palace(1, "monk-old"))
    state = scene(
        court(*palaces, yuan=1),
        court(*healthy, yuan=4, rice=2),
        event=event,
        order=[1, 0],
    )
    play(state, "action research")
    assert (state.view(None)["prompt"]["id"] == "release") == asked
    assert len(told(state, "release")) == (1 if asked else due)
    paid = {"tribute": {"yuan": 0}, "drought": {"rice": 0}}.get(event, {})
    one_by_one = scene(
        court(
            *palaces,
            yuan=0 if event == "tribute" else 1,
            points=dict.fromkeys(table.SOURCES, 0) | {"research": 1},
        ),
        court(*healthy, **{"yuan": 4, "rice": 2, **paid}),
        event=event,
        order=[1, 0],
        phase="event",
        question="release",
        due=due,
    )
    assert ends(state) == ends(one_by_one)


def test_no_wall_scoring_without_mongols_before_month_12() -> None:
    state = scene(court(), court(), month=4, event="peace", wall=[0], options={"great_wall": True})
    play(state, "action research")
    assert state.month == 5
    assert points(state, "wall-scoring") == [0, 0]
    assert [len(persons(state, seat)) for seat in (0, 1)] == [2, 2]


def test_lanternfest() -> None:
    """YD-46, and the persons count again at the end (Q-59)."""
    state = scene(
        court(palace(3, "monk-old", "farmer-old", "healer-old")),
        ruin(),
        month=7,
        options={"super_event": "lanternfest"},
    )
    play(state, "action research")
    assert points(state, "super-event") == [6, 0]


def test_buddha() -> None:
    """YD-47."""
    state = scene(
        court(palace(3, "monk-old", "monk-young"), palace(1, "monk-young")),
        court(palace(2, "farmer-old")),
        month=7,
        options={"super_event": "buddha"},
    )
    play(state, "action research")
    assert points(state, "super-event") == [3 * 2 + 3 + 1, 0]
    assert points(state, "monks") == [0, 0]


def test_earthquake_without_floors_left() -> None:
    """Q-46: lose what is there."""
    state = scene(
        court(palace(1, "monk-old")),
        ruin(),
        month=7,
        options={"super_event": "earthquake"},
    )
    play(state, "action research")
    assert state.month == 8
    assert heights(state, 0) == []
    assert state.view(None)["removed"] == {"monk-old": 1}


def test_earthquake_same_palace_twice_and_release_between() -> None:
    """YD-48, Q-45."""
    state = scene(
        court(palace(3, "monk-old", "farmer-old", "healer-old"), palace(3, "court-lady")),
        ruin(),
        month=7,
        options={"super_event": "earthquake"},
    )
    play(state, "action research", "floor 1", "release 1.1")
    assert heights(state, 0) == ["2/2", "3/1"]
    play(state, "floor 1")
    assert options(state) == ["release 1.1", "release 1.2"]
    play(state, "release 1.2")
    assert persons(state, 0) == ["court-lady", "farmer-old"]
    assert heights(state, 0) == ["1/1", "3/1"]


def test_sunrise_with_nothing_to_select_is_skipped() -> None:
    """YD-53."""
    young = [table.KINDS[kind] for kind in rules.YOUNG_OF]
    state = scene(
        court(),
        court(),
        month=7,
        options={"super_event": "sunrise"},
        piles=dict.fromkeys(young, 0) | {"craftsman": 3},
    )
    play(state, "action research")
    assert state.month == 8
    assert persons(state, 0) == ["craftsman", "monk-young", "monk-young"]
    assert persons(state, 1) == ["monk-young", "monk-young"]


def test_sunrise_needs_no_card_and_may_replace() -> None:
    state = scene(
        court(palace(1, "farmer-old")), court(), month=7, options={"super_event": "sunrise"}
    )
    play(state, "action research", "sunrise monk", "release 1.1")
    assert persons(state, 0) == ["monk-young"]
    assert spaces(state)[0] == 6


CHARTER_YIELDS: dict[str, tuple[list[str], dict[str, int]]] = {
    "court-lady": (["court-lady", "court-lady"], {"points": 2}),
    "farmer": (["farmer-old", "farmer-young"], {"rice": 3}),
    "healer": (["healer-old", "healer-old"], {}),
    "monk": (["monk-old", "monk-young"], {"points": 9}),
    "pyrotechnist": (["pyrotechnist-old", "pyrotechnist-young"], {"fireworks": 3}),
    "scholar": (["scholar-old"], {"points": 3}),
    "tax-collector": (["tax-collector", "tax-collector"], {"yuan": 6}),
    "warrior": (["warrior-old"], {"space": 2}),
}


@pytest.mark.parametrize("type", CHARTER_YIELDS)
def test_charter_yields(type: str) -> None:
    """YD-55: by the symbols on the tiles alone."""
    residents, wanted = CHARTER_YIELDS[type]
    state = scene(
        court(palace(3, *residents), palace(1, "craftsman")),
        ruin(),
        month=7,
        options={"super_event": "charter"},
    )
    play(state, "action research")
    assert options(state) == sorted([f"charter {type}", "charter craftsman"])
    play(state, f"charter {type}")
    own = province(state, 0)
    found = {
        "points": own["points"]["super-event"],
        "rice": own["rice"],
        "fireworks": own["fireworks"],
        "yuan": own["yuan"] - 6,
        "space": own["space"],
    }
    assert {key: value for key, value in found.items() if value} == wanted
    assert points(state, "research")[0] == 0


def test_charter_with_one_type_is_taken_at_once_and_without_persons_skipped() -> None:
    """Q-55."""
    state = scene(
        court(palace(2, "farmer-old")), ruin(), month=7, options={"super_event": "charter"}
    )
    play(state, "action research")
    assert state.month == 8
    assert province(state, 0)["rice"] == 2


def test_super_event_only_in_month_7() -> None:
    """YD-56."""
    for month in (6, 8):
        state = scene(court(), court(), month=month, options={"super_event": "lanternfest"})
        play(state, "action research")
        assert points(state, "super-event") == [0, 0]


def test_privileges_bought_after_the_assassination_count() -> None:
    """Q-60."""
    state = scene(court(), court(), month=8, options={"super_event": "assassination"})
    play(state, "action privilege")
    assert points(state, "privileges") == [0, 1]


def canonical(state: YearOfTheDragon) -> dict[str, Any]:
    """All that matters to the rules: palaces without their numbers, residents without order."""
    found = state.to_dict()
    for own, shown in zip(state.provinces, found["provinces"], strict=True):
        shown.update(dump_province(own))
        shown["palaces"] = sorted((p["floors"], sorted(p["residents"])) for p in shown["palaces"])
    by_number = [{p.number: p.look for p in own.palaces} for own in state.provinces]
    struck = state.actors()[0] if state.actors() else 0
    found["hit"] = sorted(by_number[struck][number] for number in state.hit)
    return found


def twins(state: YearOfTheDragon, action: int) -> list[int]:
    """Actions that do the same to another palace that looks alike, or to a resident alike."""
    family, args = SPACE.family(action), SPACE.args(action)
    if args.get("palace", "new") == "new":
        return []
    own = state.provinces[state.actors()[0]]
    meant = own.palaces[own.index(int(args["palace"]))]
    found = []
    for other in own.palaces:
        if other.look != meant.look or other.number in state.hit:
            continue
        if family.name != "release":
            found.append(SPACE.parse(f"{family.name} {other.number}"))
            continue
        kind = listed(meant.residents)[int(args["spot"]) - 1]
        found += [
            SPACE.parse(f"release {other.number}.{spot}")
            for spot, resident in enumerate(listed(other.residents), 1)
            if resident == kind
        ]
    return [twin for twin in found if twin != action]


def test_options_merged_as_equal_really_are() -> None:
    """Invariant 18: the choice not offered leads to the same position but for names."""
    compared = 0
    for seed in range(30):
        dice = random.Random(seed)
        state: State = GAME.new(2 + seed % 4, seed, super_event="random", great_wall=True)
        while not state.over():
            assert isinstance(state, YearOfTheDragon)
            player = state.actors()[0]
            legal = state.legal(player)
            for action in legal:
                for twin in twins(state, action):
                    assert twin not in legal, "equal options are offered once"
                    one, two = state.copy(), state.copy()
                    one.apply(player, action)
                    two.apply(player, twin)
                    assert canonical(one) == canonical(two)
                    compared += 1
            state.play(player, dice.choice(legal))
    assert compared > 50


def test_a_month_offers_a_handful_of_options() -> None:
    offered = []
    for seed in range(10):
        dice = random.Random(seed)
        state = GAME.new(4, seed)
        while not state.over():
            legal = state.legal(state.actors()[0])
            if state.view(None)["month"]:
                offered.append(len(legal))
            state.play(state.actors()[0], dice.choice(legal))
    assert sum(offered) / len(offered) < 8
    assert max(offered) <= 16


def test_damaged_states_are_refused() -> None:
    saved = GAME.new(2, 1).to_dict()
    for key, value in {
        "order": [0, 0],
        "row": ["peace"] * 11,
        "phase": "siesta",
        "tile": "farmer-ancient",
        "provinces": [],
        "pairs": ["farmer+farmer"],
    }.items():
        with pytest.raises(StateError):
            GAME.from_dict(saved | {key: value})
