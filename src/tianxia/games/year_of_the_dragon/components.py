"""The numbers of `components.toml` as typed tables, checked when they are read."""

import tomllib
from importlib.resources import files
from typing import Any, Final, final

from ...engine.errors import DataError

#: The ids the rules know, in the order of their numbers there.
TYPES: Final = [
    "court-lady",
    "craftsman",
    "farmer",
    "healer",
    "monk",
    "pyrotechnist",
    "scholar",
    "tax-collector",
    "warrior",
]
ACTIONS: Final = [
    "taxes",
    "build",
    "harvest",
    "fireworks",
    "parade",
    "research",
    "privilege",
    "wall",
]
EVENTS: Final = ["peace", "tribute", "drought", "festival", "mongols", "contagion"]
#: How many numbers each event tile shows.
EVENT_NUMBERS: Final = [0, 1, 1, 2, 1, 1]
WALL_TILES: Final = ["rice", "firework", "floor", "yuan", "track", "vp"]
SUPER_EVENTS: Final = [
    "lanternfest",
    "buddha",
    "earthquake",
    "flood",
    "solar-eclipse",
    "volcanic-eruption",
    "tornado",
    "sunrise",
    "assassination",
    "charter",
]
LEVELS: Final = ["single", "young", "old"]
NO_KIND: Final = -1


@final
class Components:
    """All tables; persons' lists run over the kinds, `young_of` and `old_of` over the types."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.kinds: list[str] = []
        self.type_of: list[int] = []
        self.track: list[int] = []
        self.symbols: list[int] = []
        #: Tiles of each kind on the display: `each` for every player and so many `more`.
        self.each: list[int] = []
        self.more: list[int] = []
        #: The kind of each type that is young (or has no levels), and the old one or `NO_KIND`.
        self.young_of: list[int] = [NO_KIND] * len(TYPES)
        self.old_of: list[int] = [NO_KIND] * len(TYPES)
        self._read_persons(data)
        self.cards_of_type = whole(table(data, "cards"), "each_type", "cards")
        self.wild_cards = whole(table(data, "cards"), "wild", "cards")
        #: Base symbols of each action card, and the type that adds to it or -1.
        self.base: list[int] = []
        self.helper: list[int] = []
        self._read_actions(data)
        self.event_tiles: list[int] = []
        self.event_numbers: list[list[int]] = []
        self._read_events(data)
        privileges = table(data, "privileges")
        self.price: list[int] = []
        self.dragons: list[int] = []
        for size in ("small", "large"):
            self.price.append(whole(table(privileges, size), "price", f"privilege {size}"))
            self.dragons.append(whole(table(privileges, size), "dragons", f"privilege {size}"))
        self.large_price_2007 = whole(privileges, "large_price_2007", "privileges")
        self.yuan = whole(table(data, "start"), "yuan", "start")
        self.palaces = wholes(table(data, "start"), "palaces", "start")
        for floors in self.palaces:
            if floors > 3:
                raise DataError(f"start: a palace has 1 to 3 floors, not {floors}")
        self.wall_gives = [
            whole(tile, "gives", f"wall tile {tile['id']}")
            for tile in rows(data, "wall_tile", WALL_TILES)
        ]
        if table(data, "super_events").get("ids") != SUPER_EVENTS:
            raise DataError(f"super_events: expected the ids {', '.join(SUPER_EVENTS)}")

    def _read_persons(self, data: dict[str, Any]) -> None:
        tiles = table(data, "tiles")
        for person in rows(data, "person", None):
            kind, id = len(self.kinds), text(person, "id", "person")
            where = f"person {id}"
            type_id, level = text(person, "type", where), text(person, "level", where)
            if type_id not in TYPES:
                raise DataError(f"{where}: unknown type {type_id!r}")
            if level not in LEVELS:
                raise DataError(f"{where}: unknown level {level!r}")
            if id != (type_id if level == "single" else f"{type_id}-{level}"):
                raise DataError(f"{where}: the id does not fit {type_id}, {level}")
            type = TYPES.index(type_id)
            of_level = self.old_of if level == "old" else self.young_of
            if of_level[type] != NO_KIND:
                raise DataError(f"{where}: there are two of it")
            if self.type_of and (type < self.type_of[-1] or self.old_of[type] != NO_KIND):
                raise DataError(f"{where}: out of order")
            of_level[type] = kind
            self.kinds.append(id)
            self.type_of.append(type)
            self.track.append(whole(person, "track", where))
            self.symbols.append(whole(person, "symbols", where))
            count = table(tiles, level)
            self.each.append(whole(count, "each", f"tiles {level}"))
            more = count.get("more")
            if not isinstance(more, int) or self.each[-1] * 2 + more < 1:
                raise DataError(f"tiles {level}: no tiles for two players")
            self.more.append(more)
        for type, young in enumerate(self.young_of):
            if young == NO_KIND:
                raise DataError(f"person {TYPES[type]}: no young one")

    def _read_actions(self, data: dict[str, Any]) -> None:
        for action in rows(data, "action", ACTIONS):
            where = f"action {action['id']}"
            helper = text(action, "person", where)
            if helper and helper not in TYPES:
                raise DataError(f"{where}: unknown person {helper!r}")
            self.helper.append(TYPES.index(helper) if helper else -1)
            self.base.append(whole(action, "symbols", where, 1 if helper else 0))

    def _read_events(self, data: dict[str, Any]) -> None:
        for event, shown in zip(rows(data, "event", EVENTS), EVENT_NUMBERS, strict=True):
            where = f"event {event['id']}"
            self.event_tiles.append(whole(event, "tiles", where))
            numbers = wholes(event, "numbers", where)
            if len(numbers) != shown:
                raise DataError(f"{where}: shows {shown} numbers, not {len(numbers)}")
            self.event_numbers.append(numbers)
        if sum(self.event_tiles) != 12:
            raise DataError(f"event: 12 tiles, one a month; not {sum(self.event_tiles)}")


def table(data: dict[str, Any], key: str) -> dict[str, Any]:
    """The table of that name."""
    found = data.get(key)
    if not isinstance(found, dict):
        raise DataError(f"no table {key!r}")
    return found


def rows(data: dict[str, Any], key: str, ids: list[str] | None) -> list[dict[str, Any]]:
    """The tables of a list; with `ids`, exactly those and in that order."""
    found = data.get(key)
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise DataError(f"no list of {key!r}")
    if ids is not None and [row.get("id") for row in found] != ids:
        raise DataError(f"{key}: expected the ids {', '.join(ids)}")
    return found


def text(row: dict[str, Any], key: str, where: str) -> str:
    """A text."""
    found = row.get(key)
    if not isinstance(found, str):
        raise DataError(f"{where}: {key} is no text: {found!r}")
    return found


def whole(row: dict[str, Any], key: str, where: str, least: int = 1) -> int:
    """A whole number, at least `least`."""
    found = row.get(key)
    if type(found) is not int or found < least:
        raise DataError(f"{where}: {key} is no whole number from {least}: {found!r}")
    return found


def wholes(row: dict[str, Any], key: str, where: str) -> list[int]:
    """A list of positive whole numbers."""
    found = row.get(key)
    if not isinstance(found, list) or not all(type(n) is int and n > 0 for n in found):
        raise DataError(f"{where}: {key} is no list of positive whole numbers: {found!r}")
    return found


def read() -> Components:
    """The tables of this folder's file."""
    source = files("tianxia.games.year_of_the_dragon").joinpath("components.toml")
    return Components(tomllib.loads(source.read_text("utf-8")))


TABLES: Final = read()
