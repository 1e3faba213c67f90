"""What a position promises each player: final points, and the chance to win.

The points are the judge's; the chances follow from them and from the present scores, which count once
more with a *weight* (points that are made are surer than points to come), by a *spread*: how many
points of lead make a victory e times as likely, which falls as a game goes on. Both were fitted to
games of bots, for the game's own judge and for what was learned of the game. Any other evaluator can
take this one's place.
"""

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Protocol, final

from ..bots.ahead import advantage
from ..bots.judging import Judge
from ..bots.weights import LEARNED, OWN, learned
from ..engine.game import Game
from ..engine.state import State

FILE = "calibration.toml"


@dataclass(frozen=True)
class Outlook:
    """By seat, the final points expected and the chance to win (a shared victory: the share)."""

    points: tuple[float, ...]
    wins: tuple[float, ...]

    def worth(self, player: int) -> float:
        """What counts for a player: the chance to win; alone, the points."""
        return self.wins[player] if len(self.wins) > 1 else self.points[player]

    def lead(self, player: int) -> float:
        """The points by which a player is ahead of the best opponent; alone, the points."""
        return advantage(list(self.points), player, 1.0)


class Evaluator(Protocol):
    """Says what a position promises. The position is taken as it is: nothing in it is hidden."""

    @property
    def name(self) -> str:
        """Whose points it goes by: `own` (the game's judge), `learned`, or a name of your choice."""
        ...

    @property
    def calibrated(self) -> bool:
        """Were its chances found to come true?"""
        ...

    @property
    def judge(self) -> Judge:
        """Says what everybody does when a game is played on."""
        ...

    def outlook(self, state: State) -> Outlook:
        """What the position promises; at the end of a game, what came of it."""
        ...

    def expecting(self, state: State, points: Sequence[float]) -> Outlook:
        """What a position promises that is not the end, if these are the points to be expected."""
        ...


@dataclass(frozen=True)
class Calibration:
    """How points become chances, in games of one number of players.

    `decisions` is how many a usual game has, `spread` the points of lead at evenly spaced moments
    of it, from its beginning to its end, and `present` the weight of the present scores. With a `tail`
    large leads are lost more often than the spread alone says.
    """

    decisions: float
    spread: tuple[float, ...]
    present: float = 0.0
    tail: float = 0.0

    def chances(
        self, points: Sequence[float], scores: Sequence[float], decisions: int
    ) -> tuple[float, ...]:
        """The chance of each seat to win, from the points expected and the present scores."""
        leads = [own + self.present * now for own, now in zip(points, scores, strict=True)]
        return chances(leads, self.spread_at(decisions), self.tail)

    def spread_at(self, decisions: int) -> float:
        """The spread after so many decisions, between the fitted moments too."""
        last = len(self.spread) - 1
        at = min(1.0, decisions / self.decisions) * last
        low = min(int(at), max(0, last - 1))
        high = min(low + 1, last)
        # A line between the logarithms: a spread changes by factors.
        return float(self.spread[low] ** (1 - at + low) * self.spread[high] ** (at - low))


#: Where nobody has fitted a game yet: a guess.
UNFITTED = Calibration(1.0, (10.0,))


@final
class JudgeEvaluator:
    """A judge with its calibration.

    That is what was learned of the game, if it was calibrated with these very weights; else, or if its
    `own` judge is asked for, the game's own.
    """

    def __init__(self, game: Game, players: int, name: str = LEARNED) -> None:
        weights = learned(game, players) if name == LEARNED else None
        fitted = calibration(game, players, weights.digest) if weights is not None else None
        if weights is not None and fitted is not None:
            self.name, self.judge, self._calibration = LEARNED, weights.judge(game), fitted
            return
        self.name, self.judge = OWN, Judge(game)
        self._calibration = calibration(game, players) or UNFITTED

    @property
    def calibrated(self) -> bool:
        """Were the chances fitted to games?"""
        return self._calibration is not UNFITTED

    def outlook(self, state: State) -> Outlook:
        """What the judge expects; at the end, what came of it."""
        if state.over():
            return result(state)
        return self.expecting(state, self.judge.all_points(state))

    def expecting(self, state: State, points: Sequence[float]) -> Outlook:
        """The same for points that somebody else has found."""
        chances = self._calibration.chances(points, state.scores(), state.decisions)
        return Outlook(tuple(points), chances)


def result(state: State) -> Outlook:
    """What came of a game that is over."""
    winners = state.winners()
    share = 1 / len(winners)
    return Outlook(
        tuple(float(score) for score in state.scores()),
        tuple(share if seat in winners else 0.0 for seat in range(state.players)),
    )


def chances(points: Sequence[float], spread: float, tail: float = 0.0) -> tuple[float, ...]:
    """The chance of each seat to win.

    Whoever is behind wins by so many spreads less often: e times for each, or with a tail, less and less so.
    """
    most = max(points)
    behind = [(most - own) / spread for own in points]
    weights = [math.exp(-far) if tail == 0 else (1 + tail * far) ** (-1 / tail) for far in behind]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


@cache
def calibration(game: Game, players: int, weights: str = "") -> Calibration | None:
    """What was fitted to this version of the game, with its own judge or with these weights."""
    if players == 1:
        return Calibration(1.0, (1.0,))  # whoever plays alone is not compared with anybody
    path = files(game.package).joinpath(FILE) if game.package else None
    if path is None or not path.is_file():
        return None
    data = tomllib.loads(path.read_text("utf-8"))
    by_judge = data["players"].get(str(players), {})
    fitted = by_judge.get(LEARNED if weights else OWN)
    if data["version"] != game.version or fitted is None or fitted.get("weights", "") != weights:
        return None
    tail = fitted.get("tail", 0.0)
    return Calibration(fitted["decisions"], tuple(fitted["spread"]), fitted["present"], tail)
