"""Every decision judged: what was played against what could have been, from what the seat knew.

The options are compared in the same deals of what the seat could not know: in each deal each of
them is carried out, the game is played on for a while as everybody might, and the evaluator says
what it has come to. Because the luck is the same for all of them, their difference is known much
better than their worth. Which option is best is found in some deals, by how much in others, so that
the luckiest is not taken for the best. What others answer in secret is dealt anew like a card.

Several answers of one player to one secret question (a bid laid out piece by piece) are one
decision: they mean the same in whichever order they were given.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from ..bots.ahead import follow
from ..bots.bot import SEEDS
from ..bots.judging import Judge
from ..bots.seat import Seat
from ..engine.record import Record
from ..engine.rng import Rng
from ..engine.state import State
from .ahead import answer, likely_answer, play_on
from .evaluator import Evaluator, Outlook

#: Loss of win chance from which a decision is called so; alone, loss of points.
NAMES = ("good", "inaccuracy", "mistake", "blunder")
WIN_LOSSES = (0.02, 0.05, 0.10)
POINT_LOSSES = (1.0, 2.5, 5.0)
#: A loss of fewer standard errors than this is none.
SURE = 2.0
#: Options looked at closely, and joint answers that are thought of to a secret question.
CLOSELY = 5
THOUGHT_OF = 6
#: Deals between two looks at who has dropped out, and standard errors that make one do so.
ROUND = 6
BEHIND = 2.5
#: Points count a little where the chances are the same.
POINT = 1e-4


@dataclass(frozen=True)
class Effort:
    """How much is played on for one decision.

    At most `games`; `reach` decisions far and past so many secret `questions`. It ends when the loss
    is known to `precision` (of win chance; alone: in units of a hundred points).
    """

    games: int = 160
    reach: int = 24
    questions: int = 1
    precision: float = 0.006


@dataclass(frozen=True)
class Turn:
    """One player's decision: its first number in the record, and the actions it consists of."""

    number: int
    player: int
    actions: tuple[int, ...]
    #: Was it an answer to a secret question?
    secret: bool


@dataclass(frozen=True)
class Option:
    """What could be done, and what it promises the one who decides.

    `behind` is how much less it promises than the best option in the same deals, `error` the standard
    error of that.
    """

    actions: tuple[int, ...]
    win: float
    points: float
    behind: float
    error: float
    deals: int


@dataclass(frozen=True)
class Judged:
    """A decision and its options, the best first; what was played is among them.

    `loss` is in win chance (alone: in points), never negative; within its error there is none.
    """

    turn: Turn
    legal: int
    options: tuple[Option, ...]
    loss: float
    error: float
    points_loss: float
    name: str

    @property
    def played(self) -> Option:
        """What was played."""
        return next(option for option in self.options if option.actions == self.turn.actions)

    @property
    def best(self) -> Option:
        """What would have been best, as far as is known."""
        return self.options[0]


def turns(record: Record) -> Iterator[Turn]:
    """The decisions of a record, joint answers to a secret question as one, in their order."""
    state = record.start()
    number = 0
    decisions = record.decisions
    while number < len(decisions):
        if not state.secret():
            player, action = decisions[number]
            yield Turn(number, player, (action,), secret=False)
            state.play(player, action)
            number += 1
            continue
        first, asked = number, state.asked_at
        answers: dict[int, list[int]] = {}
        numbers: dict[int, int] = {}
        while number < len(decisions) and state.secret() and state.asked_at == asked:
            player, action = decisions[number]
            answers.setdefault(player, []).append(action)
            numbers.setdefault(player, number)
            state.play(player, action)
            number += 1
        for player in answers:
            yield Turn(max(first, numbers[player]), player, tuple(answers[player]), secret=True)


def judge_turn(
    before: State, turn: Turn, evaluator: Evaluator, effort: Effort, seed: int
) -> Judged:
    """Judge a decision. `before` is the position in which it was asked for.

    For an answer to a secret question: before anybody has answered it.
    """
    weighing = Weighing(before, turn.player, evaluator, effort, seed)
    legal = before.legal(turn.player)
    if len(legal) == 1 and not turn.secret:
        return _only(turn, weighing)
    candidates = weighing.candidates(turn.actions)
    if len(candidates) == 1:
        return _only(turn, weighing)
    options = weighing.compare(candidates, turn.actions)
    played = next(option for option in options if option.actions == turn.actions)
    loss = max(0.0, played.behind)
    if loss <= SURE * played.error:
        loss = 0.0
    points = max(0.0, options[0].points - played.points) if loss > 0 else 0.0
    return Judged(
        turn,
        len(legal),
        tuple(options),
        loss,
        played.error,
        points,
        name_of(loss, alone=before.players == 1),
    )


def name_of(loss: float, alone: bool) -> str:
    """What a loss of win chance (alone: of points) is called."""
    limits = POINT_LOSSES if alone else WIN_LOSSES
    return NAMES[sum(1 for limit in limits if loss >= limit)]


def _only(turn: Turn, weighing: "Weighing") -> Judged:
    win, points = weighing.promise(turn.actions)
    option = Option(turn.actions, win, points, 0.0, 0.0, 1)
    return Judged(turn, 1, (option,), 0.0, 0.0, 0.0, NAMES[0])


class Weighing:
    """The options of one seat at one moment, played on in common deals."""

    def __init__(
        self, before: State, player: int, evaluator: Evaluator, effort: Effort, seed: int
    ) -> None:
        self._seat = Seat(before, player)  # from here on, only what the seat may know
        self._player = player
        self._secret = before.secret()
        self._evaluator = evaluator
        self._effort = effort
        self._alone = before.players == 1
        self._rng = Rng()
        self._rng.seed(seed)
        self.made = 0

    def candidates(self, played: tuple[int, ...] | None = None) -> list[tuple[int, ...]]:
        """What deserves a close look: the most promising, and what was played."""
        known = self._seat.deal(self._new_seed())
        if self._secret and self._is_joint(known):
            found = self._thought_of()
        else:
            found = self._promising(known)
        if played is not None:
            found = [actions for actions in found if not _same(actions, played)]
            found.append(played)
        return found

    def compare(
        self, candidates: Sequence[tuple[int, ...]], played: tuple[int, ...] | None
    ) -> list[Option]:
        """The candidates, best first; `played` is compared to the end, whatever it promises."""
        tried = {actions: _Tried() for actions in candidates}
        left = list(candidates)
        share = self._effort.games // 2
        while len(left) > 1 and self.made < share:
            for _ in range(ROUND):
                self._deal(tried, left)
            best = max(left, key=lambda actions: tried[actions].worth())
            left = [
                actions
                for actions in left
                if actions == played or tried[best].lead(tried[actions]) < BEHIND
            ]
        # Who is best was decided there; by how much is asked in fresh deals.
        best = max(left, key=lambda actions: tried[actions].worth())
        final = [best]
        if played is not None and played != best:
            final.append(played)
        rivals = [actions for actions in left if actions not in final]
        rivals.sort(key=lambda actions: -tried[actions].worth())
        final += rivals[:1]
        if len(final) > 1:
            fresh = {actions: _Tried() for actions in final}
            precision = self._effort.precision * (100 if self._alone else 1)
            watched = played if played is not None and played != best else final[1]
            while self.made < self._effort.games or len(fresh[best].worths) < ROUND:
                for _ in range(ROUND):
                    self._deal(fresh, final)
                if fresh[best].difference(fresh[watched])[1] < precision:
                    break
        else:
            fresh = tried
        options = [
            _option(actions, fresh[actions], fresh[best], fresh[best])
            if actions in fresh
            else _option(actions, tried[actions], tried[best], fresh[best])
            for actions in candidates
        ]
        options.sort(key=lambda option: (option.actions != best, option.behind))
        return options

    def promise(self, actions: tuple[int, ...]) -> tuple[float, float]:
        """Chance and points after these actions, in one deal."""
        outlook = self._played_on(self._dealt(), actions)
        return outlook.wins[self._player], outlook.points[self._player]

    def _promising(self, known: State) -> list[tuple[int, ...]]:
        """The best at first sight: one decision ahead in two deals."""
        legal = known.legal(self._player)
        if len(legal) <= CLOSELY:
            return [(action,) for action in legal]
        judge = Judge(known.game)
        worths = [0.0] * len(legal)
        for _ in range(2):
            dealt = self._dealt()
            for index, action in enumerate(legal):
                after = follow(judge, dealt, self._player, action)
                worths[index] += self._worth(self._evaluator.outlook(after))
        order = sorted(range(len(legal)), key=lambda index: -worths[index])
        return [(legal[index],) for index in order[:CLOSELY]]

    def _thought_of(self) -> list[tuple[int, ...]]:
        """Joint answers that somebody who sits there might give."""
        found: list[tuple[int, ...]] = []
        for _ in range(THOUGHT_OF):
            actions = likely_answer(self._seat.deal(self._new_seed()), self._player)
            if not any(_same(actions, other) for other in found):
                found.append(tuple(actions))
        return found

    def _is_joint(self, known: State) -> bool:
        """Does one decision not complete this player's answer?"""
        tried = known.copy()
        tried.apply(self._player, tried.legal(self._player)[0])
        return (
            tried.secret() and self._player in tried.actors() and tried.asked_at == known.asked_at
        )

    def _deal(
        self, tried: dict[tuple[int, ...], "_Tried"], candidates: Sequence[tuple[int, ...]]
    ) -> None:
        dealt = self._dealt()
        for actions in candidates:
            outlook = self._played_on(dealt, actions)
            tried[actions].note(self._worth(outlook), outlook, self._player)

    def _dealt(self) -> State:
        """A deal in which all others have answered, if the question is secret."""
        dealt = self._seat.deal(self._new_seed())
        if self._secret:
            answer(dealt, [other for other in dealt.actors() if other != self._player])
        return dealt

    def _played_on(self, dealt: State, actions: tuple[int, ...]) -> Outlook:
        state = dealt.copy()
        for action in actions:
            state.apply(self._player, action)
        self.made += 1
        return self._evaluator.outlook(play_on(state, self._effort.reach, self._effort.questions))

    def _worth(self, outlook: Outlook) -> float:
        return outlook.worth(self._player) + POINT * outlook.points[self._player]

    def _new_seed(self) -> int:
        return int(self._rng.below(SEEDS))


class _Tried:
    """What came of an option, deal by deal."""

    def __init__(self) -> None:
        self.worths: list[float] = []
        self.wins: list[float] = []
        self.points: list[float] = []

    def note(self, worth: float, outlook: Outlook, player: int) -> None:
        self.worths.append(worth)
        self.wins.append(outlook.wins[player])
        self.points.append(outlook.points[player])

    def worth(self) -> float:
        return fmean(self.worths)

    def difference(self, other: "_Tried") -> tuple[float, float]:
        """How much better than another in the same deals, and the standard error of that."""
        pairs = list(zip(self.worths, other.worths, strict=False))
        leads = [own - theirs for own, theirs in pairs]
        mean = fmean(leads)
        if len(leads) < 2:
            return mean, math.inf
        variance = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
        return mean, math.sqrt(variance / len(leads))

    def lead(self, other: "_Tried") -> float:
        """The same in standard errors."""
        mean, error = self.difference(other)
        return mean / error if error > 0 else math.inf if mean > 0 else 0.0


def _option(actions: tuple[int, ...], tried: _Tried, best: _Tried, known: _Tried) -> Option:
    """What is told of an option: the best as it is `known`, the others behind it as they were tried."""
    behind, error = best.difference(tried)
    return Option(
        actions,
        fmean(known.wins) - (fmean(best.wins) - fmean(tried.wins)),
        fmean(known.points) - (fmean(best.points) - fmean(tried.points)),
        behind,
        0.0 if tried is best else error,
        len(tried.worths),
    )


def _same(actions: Sequence[int], other: Sequence[int]) -> bool:
    """The same pieces in whichever order."""
    return sorted(actions) == sorted(other)
