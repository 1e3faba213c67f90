"""The cards, as `components.toml` prints them, in typed tables indexed by card.

The 45 court cards come first, class by class, clan by clan, worth 1 to 3; then the nine Princes.
"""

import tomllib
from importlib.resources import files
from typing import Any, Final, final

from ...engine.errors import DataError

MINISTER: Final = 0
GENERAL: Final = 1
COURTESAN: Final = 2
TAX_COLLECTOR: Final = 3
POET: Final = 4
PRINCE: Final = 5

CLASS_IDS: Final = ["minister", "general", "courtesan", "tax-collector", "poet"]
CLAN_IDS: Final = ["sun", "moon", "earth"]
TITLE_IDS: Final = ["commoner", "yeoman", "bureaucrat", "minister", "noble", "emperor"]
FIRE: Final = 3  # the Princes' clan
WORTHS: Final = 3
COURT_CARDS: Final = 45
PRINCES: Final = 9
CARDS: Final = 54
PLACES: Final = 4
FEWEST_SPACES: Final = 3  # for the three cards that open the Court
MOST_SPACES: Final = 8  # actions are numbered for so many


@final
class Components:
    """All printed numbers."""

    def __init__(self) -> None:
        #: For each card its id, class, clan, victory points, cost modifier and strength.
        self.ids: list[str] = []
        self.kind: list[int] = []
        self.clan: list[int] = []
        self.vp: list[int] = []
        self.cost: list[int] = []
        self.strength: list[int] = []
        self.place_costs: list[int] = []
        self.spaces = 0
        self.spaces_advanced = 0
        self.start_copper = 0
        self.copper_per_point = 0
        self.three_clans = 0
        #: The least score for each title, lowest first.
        self.titles: list[int] = []


def read(text: str) -> Components:
    """The components a file describes; `DataError` says what is wrong in it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"components.toml: {error}") from error
    found = Components()
    found.place_costs = _numbers(data, "row", "place_costs", PLACES, 0)
    found.spaces = _number(data, "court", "spaces", FEWEST_SPACES)
    found.spaces_advanced = _number(data, "court", "spaces_advanced", FEWEST_SPACES)
    if max(found.spaces, found.spaces_advanced) > MOST_SPACES:
        raise DataError(f"components.toml: the court has at most {MOST_SPACES} spaces")
    found.start_copper = _number(data, "copper", "start", 0)
    found.copper_per_point = _number(data, "copper", "per_point", 1)
    found.three_clans = _number(data, "generals", "three_clans", 0)
    _court_cards(_table(data, "classes"), found)
    _princes(data, found)
    titles = _table(data, "titles")
    if list(titles) != TITLE_IDS:
        raise DataError(f"components.toml: titles must be {', '.join(TITLE_IDS)}, in this order")
    found.titles = [_number(data, "titles", id, 0) for id in TITLE_IDS]
    if found.titles != sorted(set(found.titles)):
        raise DataError("components.toml: titles must rise from one to the next")
    return found


def _court_cards(classes: dict[str, Any], found: Components) -> None:
    if sorted(classes) != sorted(CLASS_IDS):
        raise DataError(f"components.toml: classes must be {', '.join(CLASS_IDS)}")
    for kind, name in enumerate(CLASS_IDS):
        costs = _numbers(classes, name, "cost", WORTHS, -9)
        strengths = [0] * WORTHS
        if kind == GENERAL:
            strengths = _numbers(classes, name, "strength", WORTHS, 1)
        elif "strength" in classes[name]:
            raise DataError(f"components.toml: only Generals have strength, not classes.{name}")
        for clan, clan_id in enumerate(CLAN_IDS):
            for worth in range(1, WORTHS + 1):
                found.ids.append(f"{name}-{clan_id}-{worth}")
                found.kind.append(kind)
                found.clan.append(clan)
                found.vp.append(worth)
                found.cost.append(costs[worth - 1])
                found.strength.append(strengths[worth - 1])


def _princes(data: dict[str, Any], found: Components) -> None:
    strengths = _numbers(data, "princes", "strength", PRINCES, 1)
    points = _numbers(data, "princes", "vp", PRINCES, 0)
    for number in range(PRINCES):
        found.ids.append(f"prince-{number + 1}")
        found.kind.append(PRINCE)
        found.clan.append(FIRE)
        found.vp.append(points[number])
        found.cost.append(0)
        found.strength.append(strengths[number])


def _table(data: dict[str, Any], name: str) -> dict[str, Any]:
    table = data.get(name)
    if not isinstance(table, dict):
        raise DataError(f"components.toml: there is no table [{name}]")
    return table


def _numbers(data: dict[str, Any], table: str, name: str, count: int, least: int) -> list[int]:
    values = _table(data, table).get(name)
    if not isinstance(values, list) or len(values) != count:
        raise DataError(f"components.toml: {table}.{name} must be a list of {count} whole numbers")
    return [_checked(value, f"{table}.{name}", least) for value in values]


def _number(data: dict[str, Any], table: str, name: str, least: int) -> int:
    return _checked(_table(data, table).get(name), f"{table}.{name}", least)


def _checked(value: object, name: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise DataError(f"components.toml: {name} must be a whole number from {least}; got {value}")
    return value


COMPONENTS: Final = read(
    files("tianxia.games.xiang_chi").joinpath("components.toml").read_text("utf-8")
)
