"""The greedy bot: one ply on a judge, over deals of what is hidden."""

import math
from typing import final

from ..engine.rng import Rng
from ..engine.state import State
from .ahead import follow_answer, give, others_at_random, others_likely, to_question, worth
from .bot import SEEDS, Begun, Bot, Candidate, Thought
from .judging import Judge
from .rivals import THEIR_RIVALRY, Rival
from .seat import Seat
from .weights import LEARNED, judge_of

FINE = 1 << 20
#: How much the best opponent's position counts, unless told otherwise.
RIVALRY = 0.5
#: Whole answers it thinks of where a secret one takes several decisions.
ANSWERS = 10
#: How others answer a secret question in its thoughts.
LIKELY, RANDOM, GREEDY = "likely", "random", "greedy"


@final
class GreedyBot(Bot):
    """Takes the action after which the judge likes its position best.

    `rivalry` says how much the position of the best opponent counts against the own; with `noise`
    it misjudges every action by about so many points; `overlook` is the share of the actions that
    it does not think of. Where a secret answer takes several decisions it compares whole ones, so many as
    `answers` says (0: decision by decision).

    `others` answer a secret question as somebody there might, at random, or looking one move ahead as it
    does; then they also go on after an open decision, until the next secret question is asked.
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
        known = seat.deal(0)
        options = self._seen(self._options(known, player))
        rivals = self._rivals(seat, known)
        theirs = Judge(seat.game) if self._others == GREEDY else None
        values = [0.0] * len(options)
        deals = decisions = 0
        uncertain = True
        while uncertain and deals < self._deals:
            dealt = seat.deal(int(rng.below(SEEDS)))
            decisions = dealt.decisions
            uncertain = dealt.secret()
            for other, rival in rivals.items():
                give(dealt, other, rival.answer(rng))
            if self._others == LIKELY:
                others_likely(dealt, player)
            elif self._others == RANDOM:
                others_at_random(dealt, player, rng)
            for index, actions in enumerate(options):
                if theirs is None:
                    after = follow_answer(judge, dealt, player, actions)
                else:
                    after = to_question(
                        judge, theirs, dealt, player, actions, self._rivalry, THEIR_RIVALRY
                    )
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

    def _options(self, known: State, player: int) -> list[list[int]]:
        """What a player can do now; where a secret answer takes several decisions, whole ones."""
        think_of = known.game.answers
        if not self._answers or think_of is None or not known.secret():
            return [[action] for action in known.legal(player)]
        dice = Rng()
        dice.seed(known.asked_at)  # who has begun to answer thinks of the same answers again
        return think_of(known, self._answers, dice)[player]

    def _rivals(self, seat: Seat, known: State) -> dict[int, Rival]:
        """The others who answer a secret question, where it has an idea of how they do."""
        if self._others != GREEDY or not known.secret():
            return {}
        others = [other for other in known.actors() if other != seat.player]
        return {
            other: Rival(seat, other, self._options(known, other), self._rng) for other in others
        }

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
