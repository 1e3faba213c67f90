"""What others will answer to a secret question, if they look one move ahead as well."""

from collections.abc import Sequence
from typing import final

from ..engine.rng import Rng
from ..engine.state import State
from .ahead import follow_answer, others_at_random, worth
from .bot import SEEDS
from .judging import Judge
from .seat import Seat

#: How much a rival minds the best of the others' positions, and in how many deals it compares its answers.
THEIR_RIVALRY, DEALS = 0.5, 8
#: Deals in which its answers are looked at. Which of them it has in mind nobody knows: any `DEALS`.
LOOKS = 32


@final
class Rival:
    """Somebody else who answers a secret question as `classic-greedy` does.

    That is by the game's own judge, in some deals, in which everybody else answers at random. Which deals
    these are is chance, so that nobody knows more than how likely each of its answers is.
    """

    def __init__(self, seat: Seat, player: int, options: Sequence[list[int]], rng: Rng) -> None:
        """Look at the options of another player, knowing no more than the seat does."""
        self._options = options
        judge = Judge(seat.game)
        self._values = [
            _values(judge, seat.deal(int(rng.below(SEEDS))), player, options, rng)
            for _ in range(LOOKS if len(options) > 1 else 1)
        ]

    def answer(self, rng: Rng) -> list[int]:
        """The best of its answers in some of the deals."""
        some = [self._values[int(rng.below(len(self._values)))] for _ in range(DEALS)]
        sums = [sum(column) for column in zip(*some, strict=True)]
        return self._options[sums.index(max(sums))]


def _values(
    judge: Judge, dealt: State, player: int, options: Sequence[list[int]], rng: Rng
) -> list[float]:
    """What each of these answers comes to for a player in one deal."""
    others_at_random(dealt, player, rng)
    return [
        worth(judge, follow_answer(judge, dealt, player, actions), player, THEIR_RIVALRY)
        for actions in options
    ]
