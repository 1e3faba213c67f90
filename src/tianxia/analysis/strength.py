"""A name for how well somebody played: that of the bots who err as much.

The error of each level of bots was measured in each game and lies in its folder.
"""

import tomllib
from functools import cache
from importlib.resources import files
from itertools import pairwise

from ..engine.game import Game

FILE = "strength.toml"
#: The levels of bots, and what somebody is called who errs about as much.
NAMES = {
    "random": "stranger",
    "novice": "novice",
    "greedy": "student",
    "adept": "adept",
    "master": "master",
}
#: Whoever errs less than a master by more than half of what lies between master and adept.
BEST = "sage"
#: Of a game whose levels nobody has measured.
UNMEASURED = "unmeasured"


def strength(game: Game, error: float) -> str:
    """The name of a playing strength: that of the level whose own error is nearest."""
    limits = ranges(game)
    if not limits:
        return UNMEASURED
    return next((name for limit, name in limits if error < limit), NAMES["random"])


@cache
def ranges(game: Game) -> tuple[tuple[float, str], ...]:
    """Whose error is less than that is called so; the best first."""
    path = files(game.package).joinpath(FILE) if game.package else None
    if path is None or not path.is_file():
        return ()
    data = tomllib.loads(path.read_text("utf-8"))
    return limits(data["error"]) if data["version"] == game.version else ()


def limits(errors: dict[str, float]) -> tuple[tuple[float, str], ...]:
    """The ranges that follow from the error of each level: between two levels it is halfway."""
    levels = [level for level in reversed(NAMES) if level in errors]
    first, second, *_ = (errors[level] for level in levels)
    found = [(first - (second - first) / 2, BEST)]
    for level, weaker in pairwise(levels):
        found.append(((errors[level] + errors[weaker]) / 2, NAMES[level]))
    return tuple(found)
