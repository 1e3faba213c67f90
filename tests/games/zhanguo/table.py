"""Positions to try the rules on, laid out by hand."""

from typing import Any

import tianxia
from tianxia.engine.compact import few_numbers
from tianxia.games.zhanguo.components import OFFICIALS, PARTS, SECTIONS
from tianxia.games.zhanguo.rules import ZhanGuo
from tianxia.games.zhanguo.table import Player

from ...positions import laid_out

GAME = tianxia.game("zhanguo")
LETTERS = "rgw"


def officials(*regions: str) -> list[list[int]]:
    """Areas of regions 1, 2, ... from letters: `officials("rgw", "", "rr")`."""
    areas = [[text.count(letter) for letter in LETTERS] for text in regions]
    return areas + [[0, 0, 0]] * (5 - len(areas))


def cards(**regions: list[int]) -> list[list[int]]:
    """Cards by region: `cards(r2=[9], r4=[49])`."""
    return [regions.get(f"r{region}", []) for region in range(1, 6)]


def lay_out(
    players: int = 4,
    options: dict[str, Any] | None = None,
    seats: dict[int, dict[str, Any]] | None = None,
    pile: list[int] | None = None,
    **changes: Any,
) -> ZhanGuo:
    """A position before a turn of seat 0 in round 1, with what is given changed.

    Supplies, decks and the other hands follow from the rest, so that every piece is there once.
    """
    saved = GAME.new(players, 0).to_dict()
    saved["options"].update(options or {})
    saved.update(track=list(range(players)), question="card", mover=0, waiting=[0])
    for seat in saved["seats"]:
        seat["governors_area"] = officials()
    saved["pile"] = pile or []
    saved.update(changes)
    for seat, keys in (seats or {}).items():
        saved["seats"][seat].update(keys)
    if saved["question"] in ("reward", "over"):
        for seat in saved["seats"]:
            seat["hand"] = []
    _deal(saved, seats or {})
    _count(saved, seats or {})
    state = laid_out(GAME, saved)
    state.events = []
    assert isinstance(state, ZhanGuo)
    return state


def _deal(saved: dict[str, Any], given: dict[int, dict[str, Any]]) -> None:
    """Hands keep six cards, and every number is in one place."""
    fixed = set(saved["pile"]) | {saved["card"]}
    for number, seat in enumerate(saved["seats"]):
        fixed |= {card for region in seat["cards"] for card in region}
        fixed |= set(given.get(number, {}).get("hand", []))
    free = [card for card in range(1, 121) if card not in fixed]
    for number, seat in enumerate(saved["seats"]):
        own = given.get(number, {}).get("hand", [])
        wanted = len(seat["hand"]) if not own else max(len(own), 6)
        seat["hand"] = sorted(
            own + [free.pop(7 * number % len(free)) for _ in range(wanted - len(own))]
        )
    for index, deck in enumerate(("ivory", "orange", "brown")):
        kept = [card for card in free if (card - 1) // 40 == index]
        saved["decks"][deck] = [kept, [], [], [], []]


def _count(saved: dict[str, Any], given: dict[int, dict[str, Any]]) -> None:
    """What is not on the boards is in the supplies."""
    for number, seat in enumerate(saved["seats"]):
        areas = seat["governors_area"] + seat["workers_area"]
        seat["supply"] = [PARTS.officials - sum(a[c] for a in areas) for c in range(len(OFFICIALS))]
        on_squares = saved["squares"].count(number)
        seat["governors_left"] = PARTS.governors - on_squares - sum(seat["open"])
        seat["palaces_left"] = PARTS.palaces - sum(seat["palaces"])
        walls = sum(slots.count(number) for slots in saved["slots"].values())
        seat["walls_left"] = PARTS.walls - walls
    for key, total in (
        ("ones", PARTS.ones_per_player * saved["players"]),
        ("threes", PARTS.threes),
    ):
        held = [sum(seat[key][c] for seat in saved["seats"]) for c in range(3)]
        if all(key not in keys for keys in given.values()) and sum(saved[key]) < 3 * total:
            # The supply was given: the others hold what is missing.
            held = [total - left for left in saved[key]]
            saved["seats"][-1][key] = held
        saved[key] = [total - count for count in held]


def slots(**sections: list[int]) -> dict[str, list[int]]:
    """Owners of wall slots by section: `slots(T1=[0, -1, -1])`."""
    return {section: sections.get(section, [-1, -1, -1]) for section in SECTIONS}


def squares(**owners: int) -> list[int]:
    """Owners of governor squares: `squares(b2=1)`."""
    found = [-1] * 10
    for key, owner in owners.items():
        found[(int(key[1]) - 1) * 2 + "ab".index(key[0])] = owner
    return found


def legal(state: ZhanGuo) -> list[str]:
    """What the one who is asked may choose, in notation."""
    return [GAME.space.text(action) for action in state.legal(state.actors()[0])]


def play(state: ZhanGuo, *texts: str) -> ZhanGuo:
    """Decide, always as the first who is asked."""
    for text in texts:
        state.play(state.actors()[0], GAME.space.parse(text))
    return state


def told(state: ZhanGuo) -> list[str]:
    """The kinds of events of the last decision."""
    return [event.kind for event in state.events or []]


def in_g(p: Player, region: int) -> list[int]:
    return few_numbers(p.in_g, 15)[(region - 1) * 3 : region * 3]


def in_w(p: Player, region: int) -> list[int]:
    return few_numbers(p.in_w, 15)[(region - 1) * 3 : region * 3]
