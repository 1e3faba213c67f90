"""ZhanGuo."""

from ...engine.game import Game
from ...engine.options import Option
from .judge import feature_names, features, judge, parts, seat_features
from .prospects import PROSPECT_NAMES, prospects
from .rules import SPACE, ZhanGuo
from .sound import shape, sound
from .view import view

GAME = Game(
    id="zhanguo",
    title="ZhanGuo",
    version=4,
    players=range(2, 5),
    default_players=4,
    minutes=120,
    space=SPACE,
    options=[
        Option("boards", "a", ["a", "b-choose", "b-auction"]),
        Option("draw", "2", ["2", "3-keep-2"]),
        Option("order", "clockwise", ["clockwise", "discs"]),
        Option("hire_unrest", "flat", ["flat", "per-worker"]),
    ],
    state=ZhanGuo,
    view=view,
    feature_names=feature_names,
    features=features,
    seat_features=seat_features,
    prospect_names=PROSPECT_NAMES,
    prospects=prospects,
    judge=judge,
    parts=parts,
    shape=shape,
    sound=sound,
    package=__name__,
)
