"""The greedy bot: one ply on a judge, over deals of what is hidden; the best perhaps from farther on."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from time import perf_counter
from typing import final

from ..engine.rng import Rng
from ..engine.state import State
from .ahead import (
    follow_answer,
    give,
    others_at_random,
    others_likely,
    play_on,
    to_question,
    worth,
)
from .bot import SEEDS, Begun, Bot, BotError, Candidate, Thought
from .judging import Judge
from .rivals import THEIR_RIVALRY, Rival
from .seat import Seat
from .weights import LEARNED, judge_of

FINE = 1 << 20
#: How much the best opponent's position counts, unless told otherwise.
RIVALRY = 0.5
#: Whole answers it thinks of where a secret one takes several decisions.
ANSWERS = 10
#: So many of the best options are looked at from farther on, in so many deals. After each round of these
#: who is so many standard errors behind the best is not looked at further.
AMONG = 3
CLOSELY = 10
ROUND = 4
BEHIND = 3.0
#: How others answer a secret question in its thoughts.
LIKELY, RANDOM, GREEDY = "likely", "random", "greedy"


@dataclass(frozen=True)
class GreedySettings:
    """How to look ahead: so many `deals` of what is hidden are tried.

    `rivalry`: how much the best opponent's position counts against the own; `noise`: points by
    which every action is misjudged; `overlook`: the share of the actions that are not thought of;
    `judge`: the game's `own`, the `learned` one (the own where nothing was learned), or a file with
    weights; `answers`: whole answers compared where a secret one takes several decisions (0: decision by
    decision); `others`: whether others answer there as somebody `likely` does, at `random`, or as a
    `greedy` bot, which also goes on after an open decision until the next secret question is asked.

    With `reach` so many of the best as `among` says are looked at again from farther on: in so many deals as
    `closely` says everybody goes on for so many decisions, as the game's own judge likes, and the judge is
    asked then. After `time` seconds (0: never) it is enough.
    """

    deals: int = 8
    rivalry: float = RIVALRY
    noise: float = 0.0
    overlook: float = 0.0
    judge: str = LEARNED
    answers: int = ANSWERS
    others: str = LIKELY
    reach: int = 0
    among: int = AMONG
    closely: int = CLOSELY
    time: float = 0.0

    def __post_init__(self) -> None:
        if self.deals < 1 or self.noise < 0 or not 0 <= self.rivalry <= 1:
            raise BotError("greedy takes deals from 1, noise from 0 and rivalry from 0 to 1")
        if not 0 <= self.overlook < 1:
            raise BotError(f"greedy takes overlook from 0 to below 1; got {self.overlook}")
        if min(self.reach, self.time) < 0 or min(self.among, self.closely) < 1:
            raise BotError("greedy takes reach and time from 0, among and closely from 1")
        if self.answers < 0 or self.others not in (LIKELY, RANDOM, GREEDY):
            raise BotError(
                f"greedy takes answers from 0, and others as {LIKELY}, {RANDOM} or {GREEDY}"
            )


@final
class GreedyBot(Bot):
    """Takes the action after which the judge likes its position best.

    Where others answer as a greedy bot does, they also go on after an open decision, until the next secret
    question is asked.
    """

    def __init__(self, settings: GreedySettings, seed: int) -> None:
        self._settings = settings
        self._judge: Judge | None = None
        self._rng = Rng()
        self._rng.seed(seed)
        self._begun = Begun()

    def decide(self, seat: Seat) -> Thought:
        """Try every action that comes to mind; equal ones: one of them at random."""
        if self._judge is None:
            self._judge = judge_of(seat.game, seat.players, self._settings.judge, "greedy")
        given, judge, rng, player = self._settings, self._judge, self._rng, seat.player
        until = perf_counter() + (given.time or math.inf)
        if (begun := self._begun.next(seat)) is not None:
            return Thought(begun)
        known = seat.deal(0)
        options = self._seen(self._options(known, player))
        rivals = self._rivals(seat, known)
        theirs = Judge(seat.game) if given.others == GREEDY else None
        values = [0.0] * len(options)
        deals = 0
        uncertain = True
        while uncertain and deals < given.deals:
            dealt = self._dealt(seat, rivals)
            uncertain = dealt.secret()
            for index, actions in enumerate(options):
                if theirs is None:
                    after = follow_answer(judge, dealt, player, actions)
                else:
                    after = to_question(
                        judge, theirs, dealt, player, actions, given.rivalry, THEIR_RIVALRY
                    )
                values[index] += worth(judge, after, player, given.rivalry)
                # One deal is as good as many unless something is drawn or hidden.
                uncertain = uncertain or after.rng.state != dealt.rng.state
            deals += 1
        values = [value / deals for value in values]
        if given.reach and len(options) > 1:
            order = sorted(range(len(options)), key=lambda index: -values[index])[: given.among]
            options, values = self._from_farther(
                judge, seat, rivals, [options[index] for index in order], until
            )
        felt = [value + self._error() for value in values] if given.noise else values
        best = max(felt)
        top = [index for index, value in enumerate(felt) if value >= best - 1e-9]
        chosen = top[int(rng.below(len(top)))]
        self._begun.begin(options[chosen], known)
        candidates = [
            Candidate(actions[0], value) for actions, value in zip(options, values, strict=True)
        ]
        return Thought(options[chosen][0], candidates, score=values[chosen])

    def _dealt(self, seat: Seat, rivals: dict[int, Rival]) -> State:
        """A deal in which the others have answered, if the question is secret."""
        dealt = seat.deal(int(self._rng.below(SEEDS)))
        for other, rival in rivals.items():
            give(dealt, other, rival.answer(self._rng))
        if self._settings.others == LIKELY:
            others_likely(dealt, seat.player)
        elif self._settings.others == RANDOM:
            others_at_random(dealt, seat.player, self._rng)
        return dealt

    def _from_farther(
        self,
        judge: Judge,
        seat: Seat,
        rivals: dict[int, Rival],
        options: list[list[int]],
        until: float,
    ) -> tuple[list[list[int]], list[float]]:
        """What options come to when everybody has gone on for a while, as the game's own judge likes.

        Those that are clearly worse than the best are left out. It ends at a time, but not before a round.
        """
        own, dice = Judge(seat.game), Rng()
        ends: list[list[float]] = [[] for _ in options]
        left = list(range(len(options)))
        while len(left) > 1 and (deals := len(ends[left[0]])) < self._settings.closely:
            if deals >= ROUND and perf_counter() >= until:
                break
            dealt, luck = self._dealt(seat, rivals), int(self._rng.below(SEEDS))
            for index in left:
                dice.seed(luck)
                after = follow_answer(judge, dealt, seat.player, options[index])
                after = play_on(own, after, self._settings.reach, 0, dice)
                ends[index].append(worth(judge, after, seat.player, self._settings.rivalry))
            if (deals + 1) % ROUND == 0:
                best = max(left, key=lambda index: fmean(ends[index]))
                left = [index for index in left if not behind(ends[index], ends[best])]
        return [options[index] for index in left], [fmean(ends[index]) for index in left]

    def _options(self, known: State, player: int) -> list[list[int]]:
        """What a player can do now; where a secret answer takes several decisions, whole ones."""
        think_of = known.game.answers
        if not self._settings.answers or think_of is None or not known.secret():
            return [[action] for action in known.legal(player)]
        dice = Rng()
        dice.seed(known.asked_at)  # who has begun to answer thinks of the same answers again
        return think_of(known, self._settings.answers, dice)[player]

    def _rivals(self, seat: Seat, known: State) -> dict[int, Rival]:
        """The others who answer a secret question, where it has an idea of how they do."""
        if self._settings.others != GREEDY or not known.secret():
            return {}
        others = [other for other in known.actors() if other != seat.player]
        return {
            other: Rival(seat, other, self._options(known, other), self._rng) for other in others
        }

    def _seen(self, options: list[list[int]]) -> list[list[int]]:
        """The options that it thinks of: all, or some but never none."""
        if self._settings.overlook == 0:
            return options
        seen = [actions for actions in options if self._chance() >= self._settings.overlook]
        return seen or [options[int(self._rng.below(len(options)))]]

    def _chance(self) -> float:
        return int(self._rng.below(FINE)) / FINE

    def _error(self) -> float:
        """A normally distributed misjudgement (Box and Muller)."""
        one = (int(self._rng.below(FINE)) + 1) / FINE
        two = self._chance()
        return self._settings.noise * math.sqrt(-2 * math.log(one)) * math.cos(2 * math.pi * two)


def greedy_action(state: State, player: int, rng: Rng, deals: int = 8) -> int:
    """What the greedy bot does for this player."""
    bot = GreedyBot(GreedySettings(deals=deals), int(rng.below(SEEDS)))
    return bot.decide(Seat(state, player)).action


def behind(ends: Sequence[float], best: Sequence[float]) -> bool:
    """Is it rather sure that these ends are worse than the best ones in the same deals?"""
    leads = [one - other for one, other in zip(best, ends, strict=True)]
    return fmean(leads) > BEHIND * stdev(leads) / math.sqrt(len(leads))
