"""Positions for tests, written down as a player would describe them."""

from typing import Any

import tianxia
from tianxia.engine.state import State
from tianxia.games.year_of_the_dragon.rules import SPACE, YearOfTheDragon
from tianxia.games.year_of_the_dragon.table import CARDS, SOURCES, dump_province

from ...positions import laid_out

GAME = tianxia.game("year-of-the-dragon")

#: One card in each group of five, or together in the last.
GROUPS = ["taxes", "build", "harvest", "fireworks", "parade", "research", "privilege"]


def palace(floors: int, *residents: str) -> dict[str, Any]:
    return {"floors": floors, "residents": list(residents)}


def court(*palaces: dict[str, Any], **holdings: Any) -> dict[str, Any]:
    """A province; without palaces given, two of two floors with a young monk in each."""
    numbered = palaces or (palace(2, "monk-young"), palace(2, "monk-young"))
    cards = holdings.pop("hand", [])
    return {
        "yuan": 6,
        "rice": 0,
        "fireworks": 0,
        "palaces": [{"number": number, **p} for number, p in enumerate(numbered, 1)],
        "hand": {card: cards.count(card) for card in CARDS},
        **holdings,
    }


def ruin(**holdings: Any) -> dict[str, Any]:
    """A province without palaces."""
    return {**court(**holdings), "palaces": []}


def scene(
    *courts: dict[str, Any],
    month: int = 3,
    event: str = "peace",
    turn: int | None = None,
    question: str = "action",
    phase: str = "actions",
    queue: list[int] | None = None,
    order: list[int] | None = None,
    groups: list[list[str]] | None = None,
    piles: dict[str, int] | None = None,
    wall: list[int] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> YearOfTheDragon:
    """A position in which one player (without `turn`: the last in order) is asked.

    The event is that of the month. Nobody holds cards unless told, so that the event follows the
    action phase at once.
    """
    players = len(courts)
    saved = GAME.new(players, 0, **(options or {})).to_dict()
    for seat, own in enumerate(courts):
        province = saved["provinces"][seat]
        province.update(own)
    saved["month"] = month
    saved["row"][month - 1] = event
    spaces = [province["space"] for province in saved["provinces"]]
    saved["order"] = order or sorted(range(players), key=lambda seat: -spaces[seat])
    asked = saved["order"][-1] if turn is None else turn
    saved["queue"] = queue or []
    saved["waiting"] = [asked]
    saved["question"] = question
    saved["phase"] = phase
    if groups is None:
        cards = GROUPS + (["wall"] if saved["options"]["great_wall"] else [])
        groups = [cards[seat::players] for seat in range(players)]
    saved["groups"] = groups
    saved["piles"].update(piles or {})
    saved["wall"] = wall or []
    saved.update(more)
    state = laid_out(GAME, saved)
    state.events = []
    assert isinstance(state, YearOfTheDragon)
    return state


def options(state: State) -> list[str]:
    """What the player in turn may choose, in notation."""
    return [SPACE.text(action) for action in state.legal(state.actors()[0])]


def play(state: State, *decisions: str) -> None:
    """Let the player in turn decide, again and again."""
    for text in decisions:
        state.play(state.actors()[0], SPACE.parse(text))


def province(state: State, seat: int) -> dict[str, Any]:
    assert isinstance(state, YearOfTheDragon)
    return dump_province(state.provinces[seat])


def points(state: State, source: str) -> list[int]:
    """Everybody's points from a source."""
    assert isinstance(state, YearOfTheDragon)
    at = SOURCES.index(source)
    return [province.points[at] for province in state.provinces]


def heights(state: State, seat: int) -> list[str]:
    """A player's palaces as floors/residents."""
    return [f"{p['floors']}/{len(p['residents'])}" for p in province(state, seat)["palaces"]]


def persons(state: State, seat: int) -> list[str]:
    """Everybody in a player's palaces, sorted."""
    return sorted(kind for p in province(state, seat)["palaces"] for kind in p["residents"])


def spaces(state: State) -> list[int]:
    assert isinstance(state, YearOfTheDragon)
    return [province.space for province in state.provinces]


def told(state: State, kind: str) -> list[dict[str, Any]]:
    """The events of a kind since the last decision."""
    return [event.args for event in state.events or [] if event.kind == kind]
