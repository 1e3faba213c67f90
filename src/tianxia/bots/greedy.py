"""The greedy bot: one ply on a judge, over deals of what is hidden."""

import math
from typing import final

from ..engine.rng import Rng
from ..engine.state import State
from .ahead import answer, answer_for_others, follow_answer, worth
from .bot import SEEDS, Begun, Bot, Candidate, Thought
from .judging import Judge
from .seat import Seat
from .weights import LEARNED, judge_of

FINE = 1 << 20
#: How much the best opponent's position counts, unless told otherwise.
RIVALRY = 0.5
#: Whole answers it thinks of where a secret one takes several decisions.
ANSWERS = 10
#: How others answer a secret question in its thoughts.
LIKELY, RANDOM = "likely", "random"


@final
class GreedyBot(Bot):
    """Takes the action after which the judge likes its position best.

    `rivalry` says how much the position of the best opponent counts against the own; with `noise`
    it misjudges every action by about so many points; `overlook` is the share of the actions that
    it does not think of. Where a secret answer takes several decisions it compares whole ones, so many as
    `answers` says (0: decision by decision); `others` answer as somebody there might, or at random.
    """

    def __init__(
        self,
        deals: int,
        rivalry: float,
        noise: float,
        seed: int,
        judge: str = LEARNED,
        overlook: float = 0.0,
        answers: int = ANSWERS,
        others: str = LIKELY,
    ) -> None:
        self._deals = deals
        self._rivalry = rivalry
        self._noise = noise
        self._overlook = overlook
        self._answers = answers
        self._others = others
        self._name = judge
        self._judge: Judge | None = None
        self._rng = Rng()
        self._rng.seed(seed)
        self._begun = Begun()

    def decide(self, seat: Seat) -> Thought:
        """Try every action that comes to mind; equal ones: one of them at random."""
        if self._judge is None:
            self._judge = judge_of(seat.game, seat.players, self._name, "greedy")
        judge, rng, player = self._judge, self._rng, seat.player
        if (begun := self._begun.next(seat)) is not None:
            return Thought(begun)
        options = self._seen(self._options(seat))
        values = [0.0] * len(options)
        deals = decisions = 0
        uncertain = True
        while uncertain and deals < self._deals:
            dealt = seat.deal(int(rng.below(SEEDS)))
            decisions = dealt.decisions
            uncertain = dealt.secret()
            if uncertain and self._others == LIKELY:
                answer(dealt, [other for other in dealt.actors() if other != player])
            else:
                answer_for_others(dealt, player, rng)
            for index, actions in enumerate(options):
                after = follow_answer(judge, dealt, player, actions)
                values[index] += worth(judge, after, player, self._rivalry)
                # One deal is as good as many unless something is drawn or hidden.
                uncertain = uncertain or after.rng.state != dealt.rng.state
            deals += 1
        values = [value / deals for value in values]
        felt = [value + self._error() for value in values] if self._noise else values
        best = max(felt)
        top = [index for index, value in enumerate(felt) if value >= best - 1e-9]
        chosen = top[int(rng.below(len(top)))]
        self._begun.begin(options[chosen], decisions)
        candidates = [
            Candidate(actions[0], value) for actions, value in zip(options, values, strict=True)
        ]
        return Thought(options[chosen][0], candidates, score=values[chosen])

    def _options(self, seat: Seat) -> list[list[int]]:
        """What can be done now; where a secret answer takes several decisions, whole ones."""
        think_of = seat.game.answers
        known = seat.deal(0) if self._answers and think_of is not None else None
        if think_of is None or known is None or not known.secret():
            return [[action] for action in seat.legal()]
        dice = Rng()
        dice.seed(known.asked_at)  # who has begun to answer thinks of the same answers again
        return think_of(known, self._answers, dice)[seat.player]

    def _seen(self, options: list[list[int]]) -> list[list[int]]:
        """The options that it thinks of: all, or some but never none."""
        if self._overlook == 0:
            return options
        seen = [actions for actions in options if self._chance() >= self._overlook]
        return seen or [options[int(self._rng.below(len(options)))]]

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
