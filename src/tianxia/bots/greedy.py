"""The greedy bot: one ply on the game's judge, over determinized copies."""

from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State

#: A decision that goes on in smaller ones of the same player is followed this far.
DEPTH = 16
SEEDS = 1 << 30


def greedy_action(state: State, player: int, rng: Rng, deals: int = 8) -> int:
    """The legal action after which the judge likes the player's position best.

    The state is looked at only through determinized copies: several where others answer secretly
    at the same time, one where not. Equal ones: one of them at random.
    """
    legal = state.legal(player)
    values = [0.0] * len(legal)
    for _ in range(deals if state.secret() else 1):
        dealt = deal(state, player, rng)
        for index, action in enumerate(legal):
            values[index] += _worth(dealt, player, action)
    best = max(values)
    top = [action for action, value in zip(legal, values, strict=True) if value >= best - 1e-9]
    return top[int(rng.below(len(top)))]


def deal(state: State, player: int, rng: Rng) -> State:
    """A determinized copy in which all others have given a random answer to a secret question."""
    dealt = state.determinize(player, int(rng.below(SEEDS)))
    if dealt.secret():
        for other in dealt.actors():
            while other != player and other in dealt.actors():
                dealt.apply(other, random_action(dealt, other, rng))
    return dealt


def _worth(state: State, player: int, action: int) -> float:
    """The judge's value after the action and the player's own decisions that follow at once."""
    after = state.copy()
    after.apply(player, action)
    judge = after.game.judge
    for _ in range(DEPTH):
        if after.actors() != [player] or after.rng.state != state.rng.state:
            break
        best: State | None = None
        value = 0.0
        for follow in after.offers(player):
            tried = after.copy()
            tried.apply(player, follow)
            worth = judge(tried, player)
            if best is None or worth > value:
                best, value = tried, worth
        if best is None:
            break
        after = best
    return judge(after, player)
