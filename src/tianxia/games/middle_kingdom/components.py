"""The cards of Middle Kingdom as typed tables, read from `components.toml`."""

import tomllib
from importlib.resources import files
from typing import Any, Final, final

from ...engine.errors import DataError

#: Kinds of Dynasty cards in the order of the tables; the Dragon may lie among them in the row.
KINDS: Final = [
    "farmer",
    "merchant",
    "bureaucrat",
    "philosopher",
    "warlord",
    "noble-2",
    "noble-3",
    "noble-4",
    "dragon",
]
#: Each type of card has its pile before every player, and each pile the goal card of its majority.
PILES: Final = ["merchants", "bureaucrats", "farmers", "nobles", "warlords"]
GOALS: Final = ["market", "palace", "harvest", "heir", "emperor"]

DYNASTY_CARDS: Final = 62
NOBLES: Final = 12


@final
class Components:
    """Every number printed on a component; lists are in the order of the names above."""

    def __init__(self, data: dict[str, Any]) -> None:
        dynasty = table(data, "dynasty", KINDS[:-1])
        cards = [table(dynasty, kind, ["pile", "count", "points"]) for kind in KINDS[:-1]]
        self.counts: list[int] = [number(card, "count", 0, 62) for card in cards]
        self.points: list[int] = [number(card, "points", 0, 4) for card in cards]
        self.pile_of: list[int] = [pile(card) for card in cards]

        goals = table(data, "goals", [*GOALS, "dragon"])
        self.goal_points: list[int] = [number(goals, goal, 0, 20) for goal in GOALS]
        self.dragon_points: int = number(goals, "dragon", 0, 20)

        sizes = [f"players-{players}" for players in range(2, 6)]
        row = table(data, "row", [*sizes, "experienced"])
        #: By number of players; nobody plays with fewer than two.
        self.row_size: list[int] = [0, 0, *(number(row, size, 2, 10) for size in sizes)]
        self.experienced_row: int = number(row, "experienced", 2, 10)

        scoring = table(data, "scoring", ["token", "missing-type", "farmers"])
        self.token_points: int = number(scoring, "token", 0, 20)
        self.missing_points: int = number(scoring, "missing-type", -20, 0)
        self.farmer_chart: list[int] = chart(scoring["farmers"])

        powers = table(data, "powers", ["goal-strength", "dragon-goals", "harvest-hand"])
        self.goal_strength: int = number(powers, "goal-strength", 1, 10)
        self.dragon_goals: int = number(powers, "dragon-goals", 1, len(GOALS))
        self.harvest_hand: int = number(powers, "harvest-hand", 1, 7)

        if sum(self.counts) != DYNASTY_CARDS:
            raise DataError(f"there are {DYNASTY_CARDS} Dynasty cards; got {sum(self.counts)}")
        nobles = sum(
            count
            for count, where in zip(self.counts, self.pile_of, strict=True)
            if PILES[where] == "nobles"
        )
        if nobles != NOBLES:
            raise DataError(f"there are {NOBLES} Nobles; got {nobles}")


def table(data: Any, name: str, keys: list[str]) -> dict[str, Any]:
    """The table of that name, which has exactly these keys."""
    found = data.get(name)
    if not isinstance(found, dict):
        raise DataError(f"expected a table [{name}]; got {found!r}")
    if sorted(found) != sorted(keys):
        raise DataError(f"[{name}] has the keys {', '.join(keys)}; got {', '.join(found)}")
    return found


def number(data: dict[str, Any], key: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    found = data[key]
    if type(found) is not int or not least <= found <= most:
        raise DataError(f"{key} is a whole number from {least} to {most}; got {found!r}")
    return found


def pile(card: dict[str, Any]) -> int:
    """The pile a card belongs to."""
    name = card["pile"]
    if name not in PILES:
        raise DataError(f"a pile is one of {', '.join(PILES)}; got {name!r}")
    return PILES.index(name)


def chart(found: Any) -> list[int]:
    """Points that begin with 0 and never fall."""
    if not isinstance(found, list) or not all(type(points) is int for points in found):
        raise DataError(f"farmers is a list of whole numbers; got {found!r}")
    points: list[int] = list(found)
    if not points or points[0] != 0 or points != sorted(points):
        raise DataError(f"the points for farmers begin with 0 and never fall; got {points}")
    return points


def read(text: str) -> Components:
    """The components a text in TOML describes; `DataError` if they are impossible."""
    try:
        return Components(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"components.toml is no TOML: {error}") from error


COMPONENTS: Final = read(
    files("tianxia.games.middle_kingdom").joinpath("components.toml").read_text("utf-8")
)
