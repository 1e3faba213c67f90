"""Looking one decision ahead with a judge: what a decision comes to, and what that is worth.

Compiled by mypyc.
"""

from typing import Final

from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State
from .judging import Judge

#: A decision that goes on in smaller ones of the same player is followed this far.
DEPTH: Final = 16
#: Steps of a misjudgement.
FINE: Final = 1 << 20


def worth(judge: Judge, state: State, player: int, rivalry: float) -> float:
    """What the judge says of a position, less `rivalry` times what it says of the best opponent's."""
    if rivalry == 0.0 or state.players == 1:
        return judge.points(state, player)
    return advantage(judge.all_points(state), player, rivalry)


def advantage(points: list[float], player: int, rivalry: float) -> float:
    """A player's points, less `rivalry` times those of the best opponent if there is one."""
    if len(points) == 1:
        return points[player]
    return points[player] - rivalry * best_other(points, player)


def best_other(points: list[float], player: int) -> float:
    """The most points of an opponent."""
    best = -1.0e9
    for other in range(len(points)):
        if other != player and points[other] > best:
            best = points[other]
    return best


def answer_for_others(dealt: State, player: int, rng: Rng) -> None:
    """Let all others give a random answer to a secret question, so that the player's completes it."""
    if dealt.secret():
        for other in dealt.actors():
            while other != player and other in dealt.actors():
                dealt.apply(other, random_action(dealt, other, rng))


def follow(judge: Judge, state: State, player: int, action: int) -> State:
    """The state after the action and what follows at once, everybody choosing greedily.

    That is the player's own decisions; after a secret question also those of the others, until the
    next is asked: only then it is seen what the answer was good for.
    """
    asked = state.secret()
    after = state.copy()
    after.apply(player, action)
    for _ in range(DEPTH):
        actors = after.actors()
        if not actors or (actors != [player] and (not asked or after.secret())):
            break
        if not asked and after.rng.state != state.rng.state:
            break
        after = best_next(judge, after, actors[0])
    return after


def best_next(
    judge: Judge, state: State, player: int, noise: float = 0.0, rng: Rng | None = None
) -> State:
    """The state after the decision that the judge likes best for a player.

    With a generator, as far as somebody can tell who misjudges everything by up to `noise` points.
    """
    offers = state.offers(player)
    found = state.copy()
    found.apply(player, offers[0])
    if len(offers) == 1:
        return found
    most = felt(judge, found, player, noise, rng)
    for index in range(1, len(offers)):
        tried = state.copy()
        tried.apply(player, offers[index])
        value = felt(judge, tried, player, noise, rng)
        if value > most:
            most = value
            found = tried
    return found


def felt(judge: Judge, state: State, player: int, noise: float, rng: Rng | None) -> float:
    """The judge's points, misjudged."""
    points = judge.points(state, player)
    if rng is None:
        return points
    return points + noise * (2.0 * int(rng.below(FINE)) / FINE - 1.0)
