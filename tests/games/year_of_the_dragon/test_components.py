import copy
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from tianxia.engine.errors import DataError
from tianxia.games.year_of_the_dragon.components import TABLES, TYPES, Components

FILE = files("tianxia.games.year_of_the_dragon").joinpath("components.toml")
DATA = tomllib.loads(FILE.read_text("utf-8"))


def test_tables() -> None:
    tiles = dict(zip(TABLES.kinds, zip(TABLES.track, TABLES.symbols, strict=True), strict=True))
    assert tiles == {
        "court-lady": (1, 1),
        "craftsman": (2, 1),
        "farmer-young": (4, 1),
        "farmer-old": (1, 2),
        "healer-young": (4, 1),
        "healer-old": (1, 2),
        "monk-young": (6, 1),
        "monk-old": (2, 2),
        "pyrotechnist-young": (5, 1),
        "pyrotechnist-old": (3, 2),
        "scholar-young": (4, 2),
        "scholar-old": (2, 3),
        "tax-collector": (3, 3),
        "warrior-young": (5, 1),
        "warrior-old": (3, 2),
    }
    assert TABLES.price == [2, 7]
    assert TABLES.dragons == [1, 2]
    assert TABLES.base == [2, 1, 1, 1, 1, 1, 0, 0]
    assert TABLES.wall_gives == [1, 1, 1, 2, 3, 3]
    assert len(TYPES) == 9


def test_young_ones_are_fast_and_old_ones_strong() -> None:
    for young, old in zip(TABLES.young_of, TABLES.old_of, strict=True):
        if old >= 0:
            assert TABLES.track[young] > TABLES.track[old]
            assert TABLES.symbols[young] < TABLES.symbols[old]


DAMAGES: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda d: d.pop("person"), "no list of 'person'"),
    (lambda d: d.pop("privileges"), "no table 'privileges'"),
    (lambda d: d["person"].pop(0), "person court-lady: no young one"),
    (lambda d: d["person"].append(d["person"][0]), "person court-lady: there are two of it"),
    (lambda d: d["person"].insert(0, d["person"].pop()), "person court-lady: out of order"),
    (lambda d: d["person"][2].update(track=0), "person farmer-young: track is no whole number"),
    (lambda d: d["person"][2].update(track="4"), "person farmer-young: track is no whole number"),
    (lambda d: d["person"][2].update(type="wizard"), "unknown type 'wizard'"),
    (lambda d: d["person"][2].update(level="ancient"), "unknown level 'ancient'"),
    (lambda d: d["person"][2].update(id="farmer"), "the id does not fit farmer, young"),
    (lambda d: d["person"][2].pop("type"), "person farmer-young: type is no text"),
    (lambda d: d["tiles"]["old"].update(more=-2), "tiles old: no tiles for two players"),
    (lambda d: d["cards"].update(wild=0), "cards: wild is no whole number"),
    (lambda d: d["action"].reverse(), "action: expected the ids taxes"),
    (lambda d: d["action"][0].update(person="wizard"), "action taxes: unknown person"),
    (lambda d: d["action"][0].update(symbols=0), "action taxes: symbols"),
    (lambda d: d["event"].pop(), "event: expected the ids peace"),
    (lambda d: d["event"][0].update(tiles=3), "event: 12 tiles"),
    (lambda d: d["event"][3].update(numbers=[6]), "event festival: shows 2 numbers"),
    (lambda d: d["event"][3].update(numbers=[6, -3]), "event festival: numbers is no list"),
    (lambda d: d["start"].update(palaces=[2, 4]), "start: a palace has 1 to 3 floors"),
    (lambda d: d["wall_tile"].pop(), "wall_tile: expected the ids rice"),
    (lambda d: d["super_events"]["ids"].pop(), "super_events: expected the ids lanternfest"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGES, ids=[message for _, message in DAMAGES])
def test_bad_data_is_refused(damage: Callable[[dict[str, Any]], Any], message: str) -> None:
    data = copy.deepcopy(DATA)
    damage(data)
    with pytest.raises(DataError, match=message):
        Components(data)
