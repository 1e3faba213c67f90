"""The greedy bot: one ply on a judge, over deals of what is hidden."""

import math
from typing import final

from ..engine.rng import Rng
from ..engine.state import State
from .ahead import answer_for_others, follow, worth
from .bot import SEEDS, Bot, Candidate, Thought
from .judging import Judge
from .seat import Seat
from .weights import LEARNED, judge_of

FINE = 1 << 20
#: How much the best opponent's position counts, unless told otherwise.
RIVALRY = 0.5


@final
class GreedyBot(Bot):
    """Takes the action after which the judge likes its position best.

    `rivalry` says how much the position of the best opponent counts against the own; with `noise`
    it misjudges every action by about so many points; `overlook` is the share of the actions that
    it does not think of.
    """

    def __init__(
        self,
        deals: int,
        rivalry: float,
        noise: float,
        seed: int,
        judge: str = LEARNED,
        overlook: float = 0.0,
    ) -> None:
        self._deals = deals
        self._rivalry = rivalry
        self._noise = noise
        self._overlook = overlook
        self._name = judge
        self._judge: Judge | None = None
        self._rng = Rng()
        self._rng.seed(seed)

    def decide(self, seat: Seat) -> Thought:
        """Try every action that comes to mind; equal ones: one of them at random."""
        if self._judge is None:
            self._judge = judge_of(seat.game, seat.players, self._name, "greedy")
        judge, rng = self._judge, self._rng
        legal, player = self._seen(seat.legal()), seat.player
        values = [0.0] * len(legal)
        deals = 0
        uncertain = True
        while uncertain and deals < self._deals:
            dealt = seat.deal(int(rng.below(SEEDS)))
            uncertain = dealt.secret()
            answer_for_others(dealt, player, rng)
            for index, action in enumerate(legal):
                after = follow(judge, dealt, player, action)
                values[index] += worth(judge, after, player, self._rivalry)
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

    def _seen(self, legal: list[int]) -> list[int]:
        """The actions that it thinks of: all, or some but never none."""
        if self._overlook == 0:
            return legal
        seen = [action for action in legal if self._chance() >= self._overlook]
        return seen or [legal[int(self._rng.below(len(legal)))]]

    def _chance(self) -> float:
        return int(self._rng.below(FINE)) / FINE

    def _error(self) -> float:
        """A normally distributed misjudgement (Box and Muller)."""
        one = (int(self._rng.below(FINE)) + 1) / FINE
        two = self._chance()
        return self._noise * math.sqrt(-2 * math.log(one)) * math.cos(2 * math.pi * two)


def greedy_action(state: State, player: int, rng: Rng, deals: int = 8) -> int:
    """What the greedy bot does for this player."""
    return GreedyBot(deals, RIVALRY, 0.0, int(rng.below(SEEDS))).decide(Seat(state, player)).action
