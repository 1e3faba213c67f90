"""The components of Ten Suns, read from `components.toml` into typed tables.

Influence cards are small ints: starred Hou Yi, plain Hou Yi, then Locations, Gods and Monsters as
the file lists them. What a God does is a list of operations with their amounts, so that a card can
be corrected in the file alone.
"""

import tomllib
from importlib.resources import files
from typing import Any, Final, final

from ...engine.errors import DataError

# What a God without a power tracker does when it is gained...
LUNAR: Final = 0
PRESTIGE: Final = 1
MOON: Final = 2
PARTS: Final = 3
BAGUA_ZERO: Final = 4
PRESTIGE_PER_LOCATION: Final = 5
PRESTIGE_PER_GOD: Final = 6
# ...and what a God with one does when it is triggered.
MOVE_OWN: Final = 7
REMOVE_OTHER: Final = 8
ADD_HIGHEST: Final = 9
SWAP_CARDS: Final = 10
REMOVE_OTHER_HIGHEST: Final = 11
TAKE_BACK: Final = 12
ADD_MONSTER: Final = 13
MOON_IF_SOLE: Final = 14
WIN_TIES: Final = 15
DRAW_PART: Final = 16
ADD_EACH: Final = 17

OPERATIONS: Final = [
    "lunar",
    "prestige",
    "moon",
    "parts",
    "bagua_zero",
    "prestige_per_location",
    "prestige_per_god",
    "move_own",
    "remove_other",
    "add_highest",
    "swap_cards",
    "remove_other_highest",
    "take_back",
    "add_monster",
    "moon_if_sole",
    "win_ties",
    "draw_part",
    "add_each",
]
WITHOUT_AMOUNT: Final = [BAGUA_ZERO, SWAP_CARDS, WIN_TIES]
#: The power tracker has four sides.
MOST_USES: Final = 4
STARRED: Final = 0
PLAIN: Final = 1


@final
class God:
    """A God: uses 0 means no power tracker, an effect on being gained."""

    def __init__(self, id: str, uses: int, bolt: bool, ops: list[int], amounts: list[int]) -> None:
        self.id = id
        self.uses = uses
        self.bolt = bolt
        self.ops = ops
        self.amounts = amounts


@final
class Components:
    """All tables of the file."""

    def __init__(self, data: dict[str, Any]) -> None:
        setup, turn, end = _table(data, "setup"), _table(data, "round"), _table(data, "end")
        self.start_lunar = _number(setup, "lunar", 0)
        self.start_sun = _number(setup, "sun", 1)
        self.spaces = _number(setup, "spaces", 1)
        self.seats = _number(setup, "seats", 2)
        self.top_share = _number(setup, "top_share", 1)

        self.hou_yi_in_row = _number(turn, "hou_yi_in_row", 0)
        self.bonus_lunar = _number(turn, "bonus_lunar", 0)
        self.items_per_space = _number(turn, "items_per_space", 1)
        self.bolt = _number(turn, "bolt", 0)
        self.balance_above = _number(turn, "balance_above", 0)
        self.balance_lunar = _number(turn, "balance_lunar", 0)
        if 1 + self.bonus_lunar > self.items_per_space:
            raise DataError("round: the bonus items of a single space do not fit on it")

        self.sun_end = _number(end, "sun", 0)
        self.moon_end = _number(end, "moon", 1)
        self.moon_bonus = _numbers(end, "moon_bonus")
        self.god_bonus = _number(end, "god_bonus", 0)
        self.location_bonus = _numbers(end, "location_bonus")

        self.archers = _tables(data, "hou_yi")
        if [archer.get("star") for archer in self.archers] != [True, False]:
            raise DataError("hou_yi: expected a starred card, then one without a star")
        self.archer_moon = [_number(archer, "moon", 0) for archer in self.archers]
        self.archer_arrow = [archer.get("arrow") is True for archer in self.archers]
        locations = _tables(data, "locations")
        self.gods = [_god(entry) for entry in _tables(data, "gods")]
        monsters = _tables(data, "monsters")

        #: Ids and numbers of all Influence cards; where Locations, Gods and Monsters begin.
        self.cards: list[str] = []
        self.copies: list[int] = []
        for entry in self.archers + locations:
            self.cards.append(_id(entry))
            self.copies.append(_number(entry, "copies", 1))
        self.first_location = len(self.archers)
        self.first_god = len(self.cards)
        for god in self.gods:
            self.cards.append(god.id)
            self.copies.append(1)
        self.first_monster = len(self.cards)
        #: For each Monster its health by number of players, from 2.
        self.health: list[list[int]] = []
        for entry in monsters:
            self.cards.append(_id(entry))
            self.copies.append(1)
            self.health.append(_numbers(entry, "health"))
            if len(self.health[-1]) != self.seats - 1:
                raise DataError(f"{self.cards[-1]}: health is for 2 to {self.seats} players")
        _once(self.cards)

        monster = _table(data, "monster")
        self.most_damage = _number(monster, "most_damage", 0)
        self.participant = _number(monster, "participant", 0)
        self.failed = _number(monster, "failed", 0)

        palace = _table(data, "palace")
        self.slots = _number(palace, "slots", 1)
        self.largest = _number(palace, "largest", 1)
        self.kinds: list[str] = list(palace.get("kinds", []))
        _once(self.kinds)
        self.part_copies = _number(palace, "copies", 1)
        self.sizes = _numbers(palace, "sizes")
        self.size_lunar = _numbers(palace, "lunar")
        self.size_prestige = _numbers(palace, "prestige")
        self.per_kind = _number(palace, "per_kind", 0)
        if not len(self.sizes) == len(self.size_lunar) == len(self.size_prestige):
            raise DataError("palace: every size has Lunar and Prestige")
        if max(self.sizes) > self.largest:
            raise DataError(f"palace: no palace is larger than {self.largest}")

    def slot_names(self) -> list[str]:
        """The palace slots: A, B..."""
        return [chr(ord("A") + slot) for slot in range(self.slots)]


def read(text: str) -> Components:
    """The tables of a component file; `DataError` says what is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"not a TOML file: {error}") from error
    return Components(data)


def _god(entry: dict[str, Any]) -> God:
    id = _id(entry)
    uses = _number(entry, "uses", 1) if "uses" in entry else 0
    if uses > MOST_USES:
        raise DataError(f"{id}: a power tracker has at most {MOST_USES} dots")
    bolt = entry.get("bolt", False)
    if type(bolt) is not bool or (bolt and not uses):
        raise DataError(f"{id}: a bolt is true or false, and needs uses")
    written = entry.get("ops")
    if not isinstance(written, list) or not written or (uses and len(written) != 1):
        raise DataError(f"{id}: ops lists what it does, a single operation if it has uses")
    ops: list[int] = []
    amounts: list[int] = []
    for text in written:
        name, _, amount = str(text).partition(" ")
        if name not in OPERATIONS or (OPERATIONS.index(name) >= MOVE_OWN) != (uses > 0):
            kind = "with" if uses else "without"
            raise DataError(f"{id}: {name!r} is no operation of a God {kind} uses")
        op = OPERATIONS.index(name)
        if (amount == "") != (op in WITHOUT_AMOUNT) or (amount and not amount.isdigit()):
            raise DataError(f"{id}: {text!r} has a wrong amount")
        ops.append(op)
        amounts.append(int(amount or 0))
    return God(id, uses, bolt, ops, amounts)


def _table(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name)
    if not isinstance(found, dict):
        raise DataError(f"the table [{name}] is missing")
    return found


def _tables(data: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name)
    if not isinstance(found, list) or not found:
        raise DataError(f"the tables [[{name}]] are missing")
    return found


def _id(entry: dict[str, Any]) -> str:
    found = entry.get("id")
    if not isinstance(found, str) or not found:
        raise DataError(f"an entry has no id: {entry}")
    return found


def _number(table: dict[str, Any], key: str, least: int) -> int:
    found = table.get(key)
    if type(found) is not int or found < least:
        where = table.get("id", "the table")
        raise DataError(f"{where}: {key} is a whole number from {least}; got {found!r}")
    return found


def _numbers(table: dict[str, Any], key: str) -> list[int]:
    found = table.get(key)
    if not isinstance(found, list) or not found:
        raise DataError(f"{table.get('id', 'the table')}: {key} lists whole numbers")
    for number in found:
        if type(number) is not int or number < 0:
            raise DataError(f"{table.get('id', 'the table')}: {key} lists whole numbers from 0")
    return list(found)


def _once(ids: list[str]) -> None:
    for id in ids:
        if ids.count(id) > 1:
            raise DataError(f"{id!r} is listed twice")


DATA: Final = read(files("tianxia.games.ten_suns").joinpath("components.toml").read_text("utf-8"))
