"""Middle Kingdom: bid in secret for Dynasty cards; equal bids cancel, and come back stronger."""

from typing import Any

from ...engine.errors import OptionError
from ...engine.game import Game
from ...engine.options import Option
from .judge import feature_names, features, judge, parts, policy, seat_features
from .rules import SPACE, MiddleKingdom
from .sound import shape, sound
from .view import view


def check(players: int, options: dict[str, Any]) -> None:
    """The variant for experienced players is for three."""
    if options["experienced"] and players != 3:
        raise OptionError(f"option experienced is for 3 players; got {players}")


GAME = Game(
    id="middle-kingdom",
    title="Middle Kingdom",
    version=1,
    players=range(2, 6),
    default_players=4,
    minutes=30,
    space=SPACE,
    options=[Option("experienced", False)],
    state=MiddleKingdom,
    view=view,
    feature_names=feature_names,
    features=features,
    seat_features=seat_features,
    judge=judge,
    parts=parts,
    policy=policy,
    check=check,
    shape=shape,
    sound=sound,
    package=__name__,
)
