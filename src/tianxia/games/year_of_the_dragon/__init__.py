"""In the Year of the Dragon, with The Great Wall of China and The Super Events."""

from typing import Any

from ...engine.errors import OptionError
from ...engine.game import Game
from ...engine.options import Option
from .components import SUPER_EVENTS, TABLES
from .judge import feature_names, features, judge, parts, policy, seat_features
from .rules import PRICE, SPACE, YearOfTheDragon
from .sound import shape, sound
from .table import LARGE
from .view import view

PLAYERS = range(2, 6)


def check(players: int, options: dict[str, Any]) -> None:
    """The one who picks first must sit at the table."""
    seat = options["start_seat"]
    if seat >= players:
        raise OptionError(f"option start_seat takes 0 to {players - 1} at this table; got {seat}")


GAME = Game(
    id="year-of-the-dragon",
    title="In the Year of the Dragon",
    version=2,
    players=PLAYERS,
    default_players=4,
    minutes=75,
    space=SPACE,
    options=[
        Option("start_seat", 0, list(range(PLAYERS[-1]))),
        Option("large_privilege_cost", PRICE[LARGE], [PRICE[LARGE], TABLES.large_price_2007]),
        Option("great_wall", False),
        Option("last_wall", "after-scoring", ["after-scoring", "before-scoring"]),
        Option("super_event", "off", ["off", "random", *SUPER_EVENTS]),
    ],
    state=YearOfTheDragon,
    view=view,
    features=features,
    seat_features=seat_features,
    feature_names=feature_names,
    judge=judge,
    parts=parts,
    policy=policy,
    check=check,
    shape=shape,
    sound=sound,
    package=__name__,
)
