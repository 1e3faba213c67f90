"""The Court of Xiang Chi, a solitaire by Todd Sanders (2015)."""

from ...engine.game import Game
from ...engine.options import Option
from .daily import daily_seed
from .judge import feature_names, features, judge, parts
from .rules import SPACE, XiangChi
from .sound import shape, sound
from .view import view

GAME = Game(
    id="xiang-chi",
    title="The Court of Xiang Chi",
    version=2,
    players=range(1, 2),
    default_players=1,
    minutes=20,
    space=SPACE,
    options=[Option("advanced", False)],
    state=XiangChi,
    view=view,
    feature_names=feature_names,
    features=features,
    judge=judge,
    parts=parts,
    daily_seed=daily_seed,
    shape=shape,
    sound=sound,
    package=__name__,
)
