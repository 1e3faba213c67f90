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
from dataclasses import dataclass, replace
from statistics import fmean

from ..bots import choose_whole, make_bot, settings_of
from ..bots.ahead import follow, likely_answer, others_likely, play_on
from ..bots.bot import SEEDS
from ..bots.mcts import MctsSettings
from ..bots.seat import Seat
from ..engine.game import Game
from ..engine.playout import random_action
from ..engine.record import Record
from ..engine.rng import Rng
from ..engine.state import State
from .evaluator import Evaluator, Outlook, result

#: Raised with every change of what is found: what was measured before is then of another analysis.
METHOD = 2
#: Loss of win chance from which a decision is called so; alone, loss of points.
NAMES = ("good", "inaccuracy", "mistake", "blunder")
GOOD, _, MISTAKE, BLUNDER = NAMES
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
#: A loss that would be a mistake is looked at again from so many decisions on, in at most so many times the
#: usual games; no longer once it is this many standard errors, or after some rounds not even one.
FAR = 30
MORE = 2
FIRM = 4.0
DOUBTFUL = 1.0
ROUNDS = 4
#: Whose search proposes what to do: nobody weaker than those who are judged, or what they see better is no
#: error of others.
PROPOSER = "master:time=0"
#: Who plays a game out, and says what options lead to, in how many deals at most if something may be a
#: mistake; and who says so where the other does not search a tree.
SEARCHER = "adept:time=0"
SEARCHES = 24
ELSE = "mcts:iterations=60,depth=0"
#: A blunder is one at the end of the game, too: so many rounds of deals are played out for it at most.
ENDS = 2
#: Points count a little where the chances are the same.
POINT = 1e-4


@dataclass(frozen=True)
class Effort:
    """How much is played on for one decision.

    At most `games`; `reach` decisions far and past so many secret `questions`. It ends when the loss
    is known to `precision` (of win chance; alone: in units of a hundred points). In so many deals a
    search says what is best, and in as many others what was lost (0: nobody searches).
    """

    games: int = 160
    reach: int = 12
    questions: int = 1
    precision: float = 0.006
    searches: int = 0


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
    error of that; `lead` the points expected less those of the best opponent (alone: the points).
    """

    actions: tuple[int, ...]
    win: float
    points: float
    behind: float
    error: float
    deals: int
    lead: float = 0.0


@dataclass(frozen=True)
class Judged:
    """A decision and its options, the best first; what was played is among them.

    `loss` is in win chance (alone: in points), never negative; within its error there is none. `cost` is
    the lead in points that the best option by that would have brought, just as it was measured: where much
    is summed up, errors cancel out, while a threshold would not. `stake` is the same of an option drawn at
    random: what there was to lose.
    """

    turn: Turn
    legal: int
    options: tuple[Option, ...]
    loss: float
    error: float
    points_loss: float
    name: str
    cost: float = 0.0
    stake: float = 0.0

    @property
    def played(self) -> Option:
        """What was played."""
        return next(option for option in self.options if option.actions == self.turn.actions)

    @property
    def wrong(self) -> bool:
        """Was it an inaccuracy at least?"""
        return self.name != GOOD

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
    drawn = weighing.drawn()
    tried = candidates if _among(drawn, candidates) else [*candidates, drawn]
    options = weighing.compare(tried, turn.actions, drawn)
    played = next(option for option in options if option.actions == turn.actions)
    best, lost = options[0], weighing.leads_lost
    options = [each for each in options if each is best or _among(each.actions, candidates)]
    loss = max(0.0, played.behind)
    if loss <= SURE * played.error:
        loss = 0.0
    points = max(0.0, options[0].points - played.points) if loss > 0 else 0.0
    name = name_of(loss - SURE * played.error, alone=before.players == 1)
    if name == BLUNDER and effort.searches > 0 and not weighing.costs(best.actions, turn.actions):
        name = MISTAKE
    return Judged(
        turn,
        len(legal),
        tuple(options),
        loss,
        played.error,
        points,
        name,
        lost[turn.actions],
        next(lead for actions, lead in lost.items() if _same(actions, drawn)),
    )


def searcher(game: Game) -> str:
    """Whose search says what options lead to."""
    return SEARCHER if isinstance(settings_of(SEARCHER, game), MctsSettings) else ELSE


def name_of(loss: float, alone: bool) -> str:
    """What a loss of at least so much win chance (alone: so many points) is called."""
    limits = POINT_LOSSES if alone else WIN_LOSSES
    return NAMES[sum(1 for limit in limits if loss >= limit)]


def _only(turn: Turn, weighing: "Weighing") -> Judged:
    win, points = weighing.promise(turn.actions)
    option = Option(turn.actions, win, points, 0.0, 0.0, 1)
    return Judged(turn, 1, (option,), 0.0, 0.0, 0.0, GOOD)


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
        #: What somebody would do who searches.
        self._proposed: tuple[int, ...] | None = None
        #: By how many points of lead each was behind in the last deals of a comparison (behind the best) or of
        #: a search (behind the one with the largest lead).
        self.leads_lost: dict[tuple[int, ...], float] = {}

    def candidates(self, played: tuple[int, ...] | None = None) -> list[tuple[int, ...]]:
        """What deserves a close look: the most promising, what a search proposes, and what was played."""
        known = self._seat.deal(self._new_seed())
        if self._secret and self._is_joint(known):
            found = self._thought_of()
        else:
            found = self._promising(known)
        if self._effort.searches > 0 and len(known.legal(self._player)) > 1:
            dealt = self._seat.deal(self._new_seed())
            chosen = choose_whole(PROPOSER, dealt, self._player, self._rng)
            self._proposed = next((each for each in found if _same(each, chosen)), tuple(chosen))
            if self._proposed not in found:
                found.append(self._proposed)
        if played is not None:
            found = [actions for actions in found if not _same(actions, played)]
            found.append(played)
        return found

    def drawn(self) -> tuple[int, ...]:
        """What somebody would do who draws lots."""
        state = self._seat.deal(self._new_seed())
        if not (self._secret and self._is_joint(state)):
            return (random_action(state, self._player, self._rng),)
        asked = state.asked_at
        actions = []
        while state.secret() and state.asked_at == asked and self._player in state.actors():
            actions.append(random_action(state, self._player, self._rng))
            state.apply(self._player, actions[-1])
        return tuple(actions)

    def compare(
        self,
        candidates: Sequence[tuple[int, ...]],
        played: tuple[int, ...] | None,
        drawn: tuple[int, ...] | None = None,
    ) -> list[Option]:
        """The candidates, best first; `played` and `drawn` are compared to the end, whatever they promise.

        If the effort says so, a search has the last word.
        """
        kept = [each for each in candidates if each == played or (drawn and _same(each, drawn))]
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
                if actions in kept or tried[best].lead(tried[actions]) < BEHIND
            ]
        # Who is best was decided there; by how much is asked in fresh deals.
        best = max(left, key=lambda actions: tried[actions].worth())
        final = [best, *(actions for actions in kept if actions != best)]
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
        self.leads_lost = {
            actions: fmean(fresh[best].leads) - fmean(fresh[actions].leads) for actions in final
        }
        if played is not None and played != best:
            options = self._looked_at_again(options, best, played)
        options.sort(key=lambda option: (option.actions != best, option.behind))
        if self._effort.searches > 0:
            return self._searched(options, played or best, drawn)
        return options

    def _looked_at_again(
        self, options: list[Option], best: tuple[int, ...], played: tuple[int, ...]
    ) -> list[Option]:
        """What was played may be a mistake: is it one from farther on, too? The smaller loss counts.

        A judge errs about a position in all deals alike, and the option it flatters passes for the best; so
        it would be wrong with a small standard error. Farther on it errs about something else.
        """
        near = next(option for option in options if option.actions == played)
        if not self._is_grave(near) or self._effort.reach >= FAR:
            return options
        tried = {best: _Tried(), played: _Tried()}
        rounds = max(1, MORE * self._effort.games // (2 * ROUND))
        for number in range(rounds):
            for _ in range(ROUND):
                self._deal(tried, list(tried), FAR, FAR)
            if _told_apart(*tried[best].difference(tried[played]), number >= ROUNDS):
                break
        return _smaller(options, near, best, tried)

    def _searched(
        self, options: list[Option], played: tuple[int, ...], drawn: tuple[int, ...] | None
    ) -> list[Option]:
        """What the options lead to, said by a search: another kind of opinion, with plans and answers.

        Whoever plays on does what the judge likes, so what the judge overlooks is overlooked in all that
        follows. So the search says which is best of the option that seemed so, what was proposed and what was
        played; and in fresh deals, what an error costs. That is in points of lead, so it is counted from the
        option with the largest lead: where a game is as good as won, that need not be the surest one. What may be a mistake is one only if both opinions
        agree: the smaller loss counts.
        """

        def known_as(actions: tuple[int, ...] | None) -> tuple[int, ...]:
            found = actions or options[0].actions
            return next((each.actions for each in options if _same(each.actions, found)), found)

        settings = settings_of(searcher(self._seat.game), self._seat.game)
        rivals = {
            actions: _Tried() for actions in (options[0].actions, known_as(self._proposed), played)
        }
        if len(rivals) > 1:
            for _ in range(self._effort.searches):
                self._search(settings, rivals, list(rivals))
        # Who is best was decided there; by how much is asked in fresh deals.
        best = max(rivals, key=lambda actions: sum(rivals[actions].worths))
        leader = max(rivals, key=lambda actions: sum(rivals[actions].leads))
        options = _ahead(options, best, played)
        tried = {actions: _Tried() for actions in (best, leader, played, known_as(drawn))}
        if len(tried) == 1:
            self.leads_lost = {best: 0.0}
            return options
        for _ in range(self._effort.searches):
            self._search(settings, tried, list(tried))
        self.leads_lost = {
            actions: fmean(tried[leader].leads) - fmean(tried[actions].leads) for actions in tried
        }
        near = next(option for option in options if option.actions == played)
        if played == best or not self._is_grave(near):
            return options
        pair = [best, played]
        for number in range(SEARCHES // ROUND):
            while len(tried[best].worths) < (number + 1) * ROUND:
                self._search(settings, tried, pair)
            if _told_apart(*tried[best].difference(tried[played]), number > 0):
                break
        options = _smaller(options, near, best, tried)
        options.sort(key=lambda option: (option.actions != best, option.behind))
        return options

    def _search(
        self,
        settings: MctsSettings,
        tried: dict[tuple[int, ...], "_Tried"],
        candidates: Sequence[tuple[int, ...]],
    ) -> None:
        """In one more deal, what a search finds after each of them."""
        dealt, seed = self._dealt(), self._new_seed()
        for actions in candidates:
            state = dealt.copy()
            for action in actions:
                state.apply(self._player, action)
            if state.over():
                outlook = self._evaluator.outlook(state)
            else:
                search = settings.search(self._evaluator.judge, self._player, seed)
                points = search.promise(state, settings.iterations)
                outlook = self._evaluator.expecting(state, points)
            tried[actions].note(self._worth(outlook), outlook, self._player)

    def costs(self, best: tuple[int, ...], played: tuple[int, ...]) -> bool:
        """Is what was played surely behind at the end of the game, too, in points of lead?

        Both are played out in the same deals by somebody who searches: what can be made good is no blunder.
        """
        ends = {best: _Tried(), played: _Tried()}
        for _ in range(ENDS):
            for _ in range(ROUND):
                dealt, seed = self._dealt(), self._new_seed()
                for actions, tried in ends.items():
                    end = self._played_out(dealt, actions, seed)
                    tried.note(end.lead(self._player), end, self._player)
            behind, error = ends[best].difference(ends[played])
            if _told_apart(behind, error, enough=True):
                break
        return behind > SURE * error

    def _played_out(self, dealt: State, actions: tuple[int, ...], seed: int) -> Outlook:
        """How the game ends after these actions if everybody searches."""
        state = dealt.copy()
        for action in actions:
            state.apply(self._player, action)
        bots = [make_bot(SEARCHER, state.game, seed + seat) for seat in range(state.players)]
        while not state.over():
            player = state.next_actor()
            state.apply(player, bots[player].decide(Seat(state, player)).action)
        return result(state)

    def _is_grave(self, played: Option) -> bool:
        """May it be a mistake to play this?"""
        large = (POINT_LOSSES if self._alone else WIN_LOSSES)[1]
        return played.behind >= max(large, SURE * played.error)

    def promise(self, actions: tuple[int, ...]) -> tuple[float, float]:
        """Chance and points after these actions, in one deal."""
        outlook = self._played_on(self._dealt(), actions, self._new_seed())
        return outlook.wins[self._player], outlook.points[self._player]

    def _promising(self, known: State) -> list[tuple[int, ...]]:
        """The best at first sight: one decision ahead in two deals."""
        legal = known.legal(self._player)
        if len(legal) <= CLOSELY:
            return [(action,) for action in legal]
        judge = self._evaluator.judge
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
        self,
        tried: dict[tuple[int, ...], "_Tried"],
        candidates: Sequence[tuple[int, ...]],
        reach: int = 0,
        questions: int = 0,
    ) -> None:
        dealt, seed = self._dealt(), self._new_seed()
        for actions in candidates:
            outlook = self._played_on(dealt, actions, seed, reach, questions)
            tried[actions].note(self._worth(outlook), outlook, self._player)

    def _dealt(self) -> State:
        """A deal in which all others have answered, if the question is secret."""
        dealt = self._seat.deal(self._new_seed())
        others_likely(dealt, self._player)
        return dealt

    def _played_on(
        self, dealt: State, actions: tuple[int, ...], seed: int, reach: int = 0, questions: int = 0
    ) -> Outlook:
        """What the actions come to; as far on as the effort says, unless told otherwise."""
        state = dealt.copy()
        for action in actions:
            state.apply(self._player, action)
        self.made += 1
        rng = Rng()
        rng.seed(seed)
        if reach == 0:
            reach, questions = self._effort.reach, self._effort.questions
        end = play_on(self._evaluator.judge, state, reach, questions, rng)
        return self._evaluator.outlook(end)

    def _worth(self, outlook: Outlook) -> float:
        return outlook.worth(self._player) + POINT * outlook.lead(self._player)

    def _new_seed(self) -> int:
        return int(self._rng.below(SEEDS))


class _Tried:
    """What came of an option, deal by deal."""

    def __init__(self) -> None:
        self.worths: list[float] = []
        self.wins: list[float] = []
        self.points: list[float] = []
        self.leads: list[float] = []

    def note(self, worth: float, outlook: Outlook, player: int) -> None:
        self.worths.append(worth)
        self.wins.append(outlook.wins[player])
        self.points.append(outlook.points[player])
        self.leads.append(outlook.lead(player))

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
    deals = len(tried.worths)  # it may have dropped out before the best was done
    return Option(
        actions,
        fmean(known.wins) - (fmean(best.wins[:deals]) - fmean(tried.wins)),
        fmean(known.points) - (fmean(best.points[:deals]) - fmean(tried.points)),
        behind,
        0.0 if tried is best else error,
        deals,
        fmean(known.leads) - (fmean(best.leads[:deals]) - fmean(tried.leads)),
    )


def _told_apart(loss: float, error: float, enough: bool) -> bool:
    """Is it clear already whether something was lost? After `enough` deals, also if it hardly can be."""
    return loss > FIRM * error or (enough and loss <= DOUBTFUL * error)


def _smaller(
    options: list[Option],
    near: Option,
    best: tuple[int, ...],
    tried: dict[tuple[int, ...], _Tried],
) -> list[Option]:
    """The options, with the smaller of two losses for what was played: the one known, and the one tried."""
    top, played = tried[best], tried[near.actions]
    loss, error = top.difference(played)
    if loss >= near.behind and loss > SURE * error:
        return options
    first = next(option for option in options if option.actions == best)
    seen = Option(
        near.actions,
        first.win - (fmean(top.wins) - fmean(played.wins)),
        first.points - (fmean(top.points) - fmean(played.points)),
        loss,
        error,
        len(played.worths),
        first.lead - (fmean(top.leads) - fmean(played.leads)),
    )
    return [seen if option is near else option for option in options]


def _ahead(options: list[Option], best: tuple[int, ...], played: tuple[int, ...]) -> list[Option]:
    """The options with another one as the best; of what seemed better, only what was played remains."""
    first = next(option for option in options if option.actions == best)
    found = [replace(first, behind=0.0, error=0.0)]
    for option in options:
        behind = option.behind - first.behind
        if option is not first and (behind >= 0 or option.actions == played):
            error = math.hypot(option.error, first.error)
            found.append(replace(option, behind=behind, error=error))
    return found


def _among(actions: Sequence[int], others: Sequence[Sequence[int]]) -> bool:
    return any(_same(actions, other) for other in others)


def _same(actions: Sequence[int], other: Sequence[int]) -> bool:
    """The same pieces in whichever order."""
    return sorted(actions) == sorted(other)
