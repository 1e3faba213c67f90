"""Ten Suns: secret bids for Gods, Locations and glory while the suns go out."""

from ...engine.game import Game
from ...engine.options import Option
from .judge import answers, feature_names, features, judge, parts, policy, seat_features
from .rules import SPACE, TenSuns
from .sound import shape, sound
from .view import view

GAME = Game(
    id="ten-suns",
    title="Ten Suns",
    version=3,
    players=range(2, 7),
    default_players=4,
    minutes=45,
    space=SPACE,
    options=[
        Option("first_bow", "seat0", ["seat0", "random"]),
        Option("prestige_end", 31, [30, 31]),
        Option("moon_ties", "dense", ["dense", "skip"]),
    ],
    state=TenSuns,
    view=view,
    feature_names=feature_names,
    features=features,
    seat_features=seat_features,
    judge=judge,
    parts=parts,
    policy=policy,
    answers=answers,
    shape=shape,
    sound=sound,
    package=__name__,
)
