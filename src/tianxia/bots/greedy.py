"""The greedy bot: one ply on the game's judge, over deals of what is hidden."""

import math
from typing import final

from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State
from .bot import SEEDS, Bot, Candidate, Thought
from .seat import Seat

#: A decision that goes on in smaller ones of the same player is followed this far.
DEPTH = 16
FINE = 1 << 20


@final
class GreedyBot(Bot):
    """Takes the action after which the judge likes its position best.

    With `noise` it misjudges every action by about so many points.
    """

    def __init__(self, deals: int, noise: float, seed: int) -> None:
        self._deals = deals
        self._noise = noise
        self._rng = Rng()
        self._rng.seed(seed)

    def decide(self, seat: Seat) -> Thought:
        """Try every action; equal ones: one of them at random."""
        legal, player, rng = seat.legal(), seat.player, self._rng
        values = [0.0] * len(legal)
        deals = 0
        uncertain = True
        while uncertain and deals < self._deals:
            dealt = seat.deal(int(rng.below(SEEDS)))
            uncertain = dealt.secret()
            answer_for_others(dealt, player, rng)
            for index, action in enumerate(legal):
                after = _follow(dealt, player, action)
                values[index] += after.game.judge(after, player)
                # One deal is as good as many unless something is drawn or hidden.
                uncertain = uncertain or after.rng.state != dealt.rng.state
            deals += 1
        values = [value / deals for value in values]
        felt = [value + self._error() for value in values] if self._noise else values
        best = max(felt)
        top = [index for index, value in enumerate(felt) if value >= best - 1e-9]
        chosen = top[int(rng.below(len(top)))]
        candidates = [Candidate(*pair) for pair in zip(legal, values, strict=True)]
        return Thought(legal[chosen], candidates, score=values[chosen])

    def _error(self) -> float:
        """A normally distributed misjudgement (Box and Muller)."""
        one = (int(self._rng.below(FINE)) + 1) / FINE
        two = int(self._rng.below(FINE)) / FINE
        return self._noise * math.sqrt(-2 * math.log(one)) * math.cos(2 * math.pi * two)


def greedy_action(state: State, player: int, rng: Rng, deals: int = 8) -> int:
    """What the greedy bot does for this player."""
    return GreedyBot(deals, 0.0, int(rng.below(SEEDS))).decide(Seat(state, player)).action


def answer_for_others(dealt: State, player: int, rng: Rng) -> None:
    """Let all others give a random answer to a secret question, so that the player's completes it."""
    if dealt.secret():
        for other in dealt.actors():
            while other != player and other in dealt.actors():
                dealt.apply(other, random_action(dealt, other, rng))


def _follow(state: State, player: int, action: int) -> State:
    """The state after the action and what follows at once, everybody choosing greedily.

    That is the player's own decisions; after a secret question also those of the others, until the
    next is asked: only then it is seen what the answer was good for.
    """
    asked = state.secret()
    after = state.copy()
    after.apply(player, action)
    judge = after.game.judge
    for _ in range(DEPTH):
        actors = after.actors()
        if not actors or (actors != [player] and (not asked or after.secret())):
            break
        if not asked and after.rng.state != state.rng.state:
            break
        actor = actors[0]
        tries: list[State] = []
        for follow in after.offers(actor):
            tried = after.copy()
            tried.apply(actor, follow)
            tries.append(tried)
        after = max(tries, key=lambda tried: judge(tried, actor))
    return after
