"""What a saved state of In the Year of the Dragon looks like, and what must hold in it."""

from collections import Counter
from typing import Any

from ...engine.saved import Listed, Maybe, OneOf, Shape, Table, Whole, expect, seat
from ...engine.state import State
from .components import ACTIONS, EVENTS, SUPER_EVENTS, TABLES, TYPES, WALL_TILES
from .rules import OLD_OF, SUPER_MONTH, WALL_LENGTH, YOUNG_OF, YearOfTheDragon
from .table import (
    CARDS,
    KINDS,
    MONTHS,
    MOST_FLOORS,
    MOST_PALACES,
    PAIR_NAMES,
    PHASES,
    PRIVILEGES,
    QUESTIONS,
    SOURCES,
)

#: More of anything than a year can bring.
PLENTY = 999
POINTS = 9_999
#: What may be asked in each phase.
ASKED = {
    "starting": ("start", "place"),
    "actions": ("action", "privilege", "wall", "build"),
    "persons": ("card", "take", "place", "replace"),
    "event": ("release",),
    "wall-scoring": ("release",),
    "super-event": (
        "floor",
        "release",
        "flood",
        "discard",
        "sunrise",
        "place",
        "replace",
        "charter",
        "build",
    ),
    "eclipse": ("release",),
    "eclipse-wall": ("release",),
    "early-wall": ("release",),
    "scoring": (),
    "last-wall": ("release",),
    "over": ("over",),
}
#: The super events that ask each question.
ASKED_BY = {
    "floor": "earthquake",
    "release": "earthquake",
    "flood": "flood",
    "discard": "tornado",
    "sunrise": "sunrise",
    "place": "sunrise",
    "replace": "sunrise",
    "charter": "charter",
    "build": "charter",
}


def shape(players: int) -> dict[str, Shape]:
    """The parts of a saved state."""
    tiles = Table(dict.fromkeys(KINDS, Whole(0, 2 * players)))
    palace: dict[str, Shape] = {
        "number": Whole(1, MOST_PALACES),
        "floors": Whole(1, MOST_FLOORS),
        "residents": Listed(OneOf(KINDS), 0, MOST_FLOORS),
    }
    province: dict[str, Shape] = {
        "yuan": Whole(0, PLENTY),
        "rice": Whole(0, PLENTY),
        "fireworks": Whole(0, PLENTY),
        "privileges": Table(dict.fromkeys(PRIVILEGES, Whole(0, MONTHS))),
        "palaces": Listed(Table(palace), 0, MOST_PALACES),
        "space": Whole(0, POINTS),
        "dragon": Whole(-1, players - 1),
        "hand": Table(
            dict.fromkeys(TYPES, Whole(0, TABLES.cards_of_type))
            | {CARDS[-1]: Whole(0, TABLES.wild_cards)}
        ),
        "unused": Listed(OneOf(WALL_TILES), 0, len(WALL_TILES)),
        "points": Table(dict.fromkeys(SOURCES, Whole(0, POINTS))),
    }
    return {
        "month": Whole(0, MONTHS),
        "phase": OneOf(PHASES),
        "question": OneOf(QUESTIONS),
        "queue": Listed(seat(players), 0, players),
        "tile": Maybe(OneOf(KINDS)),
        "second": Maybe(OneOf(KINDS)),
        "card": Maybe(OneOf(CARDS)),
        "due": Whole(0, 2 * PLENTY),
        "hit": Listed(Whole(1, MOST_PALACES), 0, MOST_PALACES),
        "row": Listed(OneOf(EVENTS), MONTHS),
        "super_event": Maybe(OneOf(SUPER_EVENTS)),
        "piles": tiles,
        "removed": tiles,
        "groups": Listed(Listed(OneOf(ACTIONS), 0, len(ACTIONS)), players),
        "wall": Listed(seat(players), 0, WALL_LENGTH),
        "order": Listed(seat(players), players),
        "pairs": Listed(OneOf(PAIR_NAMES), 0, players),
        "selected": Listed(OneOf(TYPES), 0, players),
        "provinces": Listed(Table(province), players),
    }


def sound(state: State, saved: dict[str, Any]) -> None:
    """Every tile is somewhere, the calendar fits, and what is asked can be answered."""
    assert isinstance(state, YearOfTheDragon)
    _tiles(state, saved)
    _provinces(state, saved)
    _board(state, saved)
    _time(state, saved)
    if not state.over():
        _question(state, saved)


def _tiles(state: YearOfTheDragon, saved: dict[str, Any]) -> None:
    found: Counter[str] = Counter(saved["piles"]) + Counter(saved["removed"])
    found.update(tile for tile in (saved["tile"], saved["second"]) if tile is not None)
    for own in saved["provinces"]:
        for palace in own["palaces"]:
            found.update(palace["residents"])
    for kind, name in enumerate(KINDS):
        every = TABLES.each[kind] * state.players + TABLES.more[kind]
        expect(found[name] == every, f"there are {every} tiles of {name}, each in one place")
    left = sum(saved["piles"].values())
    cards = sum(sum(own["hand"].values()) for own in saved["provinces"])
    expect(left >= cards + state.players, "the display cannot be so empty")


def _provinces(state: YearOfTheDragon, saved: dict[str, Any]) -> None:
    shaken = saved["phase"] == "super-event" and saved["question"] == "release"
    for player, own in enumerate(saved["provinces"]):
        numbers = [palace["number"] for palace in own["palaces"]]
        expect(numbers == sorted(set(numbers)), "palaces stand in the order of their numbers")
        crowded = [p for p in own["palaces"] if len(p["residents"]) > p["floors"]]
        allowed = shaken and state.asks(player)
        expect(len(crowded) == (1 if allowed else 0), "a palace has room for one person a floor")
        expect(len(set(own["unused"])) == len(own["unused"]), "wall tiles are different")
        tiles = len(own["unused"]) + saved["wall"].count(player)
        expect(tiles == (len(WALL_TILES) if state.great_wall else 0), "six wall tiles each")
        expect(own["dragon"] < 0 or saved["phase"] == "actions", "dragons lie on groups in phase 1")
        tall = [WALL_TILES.index(tile) for tile in own["unused"]]
        expect(tall == sorted(tall), "wall tiles lie in their order")


def _board(state: YearOfTheDragon, saved: dict[str, Any]) -> None:
    cards = [card for group in saved["groups"] for card in group]
    dealt = ACTIONS if state.great_wall else ACTIONS[:-1]
    expect(sorted(cards) == (sorted(dealt) if saved["month"] else []), "each action card lies once")
    for group in saved["groups"]:
        expect(group == [card for card in ACTIONS if card in group], "cards lie in their order")
    chosen = state.options["super_event"]
    if chosen == "random":
        expect(saved["super_event"] is not None, "there is a super event")
    else:
        expect(saved["super_event"] == (None if chosen == "off" else chosen), "the super event")
    spaces = [saved["provinces"][player]["space"] for player in saved["order"]]
    expect(spaces == sorted(spaces, reverse=True), "who is farther ahead comes first")
    for some in ("queue", "pairs", "selected", "hit"):
        expect(len(set(saved[some])) == len(saved[some]), f"twice the same in {some}")


def _time(state: YearOfTheDragon, saved: dict[str, Any]) -> None:
    phase, month = saved["phase"], saved["month"]
    expect((month == 0) == (phase == "starting"), "the first month follows the starting persons")
    if phase in ("super-event", "eclipse", "eclipse-wall"):
        expect(month == SUPER_MONTH and saved["super_event"] is not None, "no super event now")
        if phase != "super-event":
            expect(saved["super_event"] == "solar-eclipse", "there is no eclipse")
    if phase in ("early-wall", "last-wall", "over"):
        expect(month == MONTHS, "it is not the last month")
    expect(state.over() == (phase == "over"), "the game is over after the last month, not before")
    expect(saved["question"] in ASKED[phase], "that is not asked in this phase")
    expect(not saved["secret"], "nothing is secret")
    if "wall" in phase:
        expect(state.great_wall, "there is no wall")
    event = saved["row"][month - 1] if month else ""
    if phase in ("event", "eclipse"):
        expect(event in ("tribute", "drought", "mongols", "contagion"), "nobody is released now")
    if phase in ("wall-scoring", "eclipse-wall"):
        expect(event == "mongols", "the wall is scored after an invasion")
    if saved["hit"]:
        expect(event == "drought" and phase in ("event", "eclipse"), "there is no drought")
    expect(not saved["selected"] or saved["super_event"] == "sunrise", "there is no sunrise")
    if state.over():
        expect(not saved["queue"], "the game is over, but somebody is still to come")


def _question(state: YearOfTheDragon, saved: dict[str, Any]) -> None:
    expect(len(saved["waiting"]) == 1, "one player is asked")
    player = saved["waiting"][0]
    question, phase, due = saved["question"], saved["phase"], saved["due"]
    expect(player not in saved["queue"], "who is asked is not still to come")
    own = saved["provinces"][player]
    persons = sum(len(palace["residents"]) for palace in own["palaces"])
    taking = question in ("place", "replace")
    expect((saved["tile"] is not None) == taking, "a person to take in")
    expect(saved["second"] is None or (phase == "starting" and taking), "a second person")
    expect((saved["card"] is not None) == (question == "take"), "a card to take a person for")
    if phase == "super-event":
        expect(ASKED_BY[question] == saved["super_event"], "another super event strikes")
    if phase == "starting":
        _starting(state, saved)
    if phase == "persons":
        for other in saved["queue"] + ([player] if question == "card" else []):
            expect(any(saved["provinces"][other]["hand"].values()), "who has no cards has no turn")
    room = any(len(palace["residents"]) < palace["floors"] for palace in own["palaces"])
    if taking:
        expect(room == (question == "place"), "with room the person is placed")
    elif question == "take" and saved["card"] != CARDS[-1]:
        type = TYPES.index(saved["card"])
        kinds = [KINDS[kind] for kind in (YOUNG_OF[type], OLD_OF[type]) if kind >= 0]
        expect(any(saved["piles"][kind] for kind in kinds), "nobody of that type is left")
    elif question == "build":
        expect(1 <= due <= MONTHS, "floors to build")
    elif question in ("release", "discard") and phase != "super-event":
        expect(1 <= due <= persons, "people to release")
        if saved["row"][saved["month"] - 1] == "drought" and phase in ("event", "eclipse"):
            hungry = [
                p for p in own["palaces"] if p["residents"] and p["number"] not in saved["hit"]
            ]
            expect(due <= len(hungry), "palaces that go hungry")
    elif question == "floor":
        expect(1 <= due <= 2, "floors to lose")
    elif question == "release":
        expect(due <= 1, "floors to lose")
    elif question == "flood":
        expect(1 <= due <= own["yuan"] + own["rice"] + own["fireworks"], "goods to lose")
    elif question == "discard":
        expect(1 <= due <= sum(own["hand"].values()), "cards to discard")


def _starting(state: YearOfTheDragon, saved: dict[str, Any]) -> None:
    first = int(state.options["start_seat"])
    turns = [(first + seat) % state.players for seat in range(state.players)]
    done = state.players - len(saved["queue"]) - 1
    expect([*saved["waiting"], *saved["queue"]] == turns[done:], "starting persons go round")
    picked = done + (saved["question"] != "start")
    expect(len(saved["pairs"]) == picked, "everybody picks a pair")
