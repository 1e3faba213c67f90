"""Why one option is better than another, in the game's own words.

Both are carried out in the same deals of what the seat cannot know, and what the judge's estimates then
consist of is compared, part by part: the own ones, and those of the strongest rival. First right
after the decision and what follows from it at once, where a part still says what the decision did; if
that does not speak for the better option, some decisions later.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev

from ..bots.ahead import answer, follow, play_on
from ..bots.bot import SEEDS
from ..bots.judging import Judge
from ..bots.seat import Seat
from ..engine.game import Game
from ..engine.registry import game as find_game
from ..engine.rng import Rng
from ..engine.state import State
from ..text import Words

#: Deals compared, and reasons told.
DEALS = 16
MOST = 3
#: Decisions after which it is looked at what an option has come to; not past a further secret question.
HORIZONS = (0, 6, 24)
#: Fewer points than this are no reason: they would be told as 0.0. Nor are fewer standard errors.
LEAST = 0.05
SURE = 1.0
#: The same change for player and rival, but for this share of it, is told of neither.
ALIKE = 0.3
#: The part that stands for all, where nothing more can be said.
POINTS = "points"


@dataclass(frozen=True)
class Reason:
    """One difference between an option and another: so many points more (or less) of a part.

    With `rival` it is a part of the strongest rival's estimate, and the points are what it means for
    the one who decides: above zero the rival has less of it. `option` are the actions it speaks of,
    as far as the other option does not have them, too.
    """

    game: str
    option: tuple[int, ...]
    name: str
    points: float
    rival: bool = False


def reasons(
    game: Game,
    before: State,
    player: int,
    better: tuple[int, ...],
    other: tuple[int, ...],
    seed: int = 0,
    deals: int = DEALS,
    most: int = MOST,
) -> list[Reason]:
    """What speaks for an option against another and what against it, first what speaks for it.

    `before` is the position in which the decision is asked for; only what the player may know of it
    counts. There is no reason at all if nothing that is counted differs.
    """
    comparison = _Comparison(game, before, player, seed, deals)
    named = _difference(better, other)
    best: list[Reason] = []
    highest = -math.inf
    for horizon in HORIZONS:
        found, total = comparison.at(better, other, horizon)
        if total > highest and found:
            highest = total
            best = [replace(reason, game=game.id, option=named) for reason in found]
        if highest > LEAST:
            break
    return _told(best, most)


def tell(words: Words, reasons: Sequence[Reason]) -> str:
    """Two or three sentences for `reasons`; `words` are those of the game."""
    if not reasons:
        return words.say("reason-none")
    sentences: list[str] = []
    for number, reason in enumerate(reasons):
        clause, points = _clause(words, reason), _signed(reason.points)
        against = reason.points < 0
        if number == 0:
            deed = spoken(words, find_game(reason.game), reason.option)
            said = words.say("reason-first", deed=deed, clause=clause, points=points)
        elif against and reasons[number - 1].points > 0:
            said = words.say("reason-but", clause=clause, points=points)
        else:
            clause = clause[:1].upper() + clause[1:]
            said = words.say("reason-next", clause=clause, points=points)
        sentences.append(said)
    if reasons[0].points < 0:
        sentences = [*sentences[: MOST - 1], words.say("reason-despite")]
    elif len(sentences) == 1:
        sentences.append(words.say("reason-rest"))
    return " ".join(sentences)


def spoken(words: Words, game: Game, actions: Sequence[int]) -> str:
    """Actions in words, those that are taken several times once."""
    counted = Counter(words.action(game, action) for action in actions)
    return words.join(
        deed if times == 1 else words.say("reason-deed-times", deed=deed, times=times)
        for deed, times in counted.items()
    )


class _Comparison:
    """Two options carried out in the same deals."""

    def __init__(self, game: Game, before: State, player: int, seed: int, deals: int) -> None:
        self._parts = game.parts
        self._judge = Judge(game)
        self._player = player
        rng = Rng()
        rng.seed(seed)
        seat = Seat(before, player)  # from here on, only what the seat may know
        self._dealt: list[tuple[State, int]] = []
        for _ in range(deals):
            dealt = seat.deal(int(rng.below(SEEDS)))
            if dealt.secret():
                answer(dealt, [who for who in dealt.actors() if who != player])
            self._dealt.append((dealt, int(rng.below(SEEDS))))

    def at(
        self, better: tuple[int, ...], other: tuple[int, ...], horizon: int
    ) -> tuple[list[Reason], float]:
        """The differences some decisions later, and what they come to for the player."""
        ends = [
            (self._after(dealt, better, horizon, seed), self._after(dealt, other, horizon, seed))
            for dealt, seed in self._dealt
        ]
        own = self._differences(ends, self._player)
        rivals = [seat for seat in range(ends[0][0].players) if seat != self._player]
        theirs: dict[str, float] = {}
        if rivals:
            strongest = max(
                rivals,
                key=lambda seat: fmean(self._judge.points(end, seat) for _, end in ends),
            )
            theirs = self._differences(ends, strongest)
        # What comes to both alike decides nothing: the game is only farther on.
        for name in own.keys() & theirs.keys():
            if abs(own[name] - theirs[name]) < ALIKE * max(abs(own[name]), abs(theirs[name])):
                del own[name], theirs[name]
        # One rival of several: what she loses, others may win.
        total = sum(own.values()) - sum(theirs.values()) / max(1, len(rivals))
        found = [Reason("", (), name, points) for name, points in own.items()]
        found += [
            Reason("", (), name, -points, rival=True)
            for name, points in theirs.items()
            if own.get(name, 0.0) * points >= 0  # else the same has been said of the player
        ]
        return found, total

    def _after(self, dealt: State, actions: tuple[int, ...], horizon: int, seed: int) -> State:
        state = dealt.copy()
        for action in actions[:-1]:
            state.apply(self._player, action)
        state = follow(self._judge, state, self._player, actions[-1])
        if not horizon:
            return state
        rng = Rng()
        rng.seed(seed)
        return play_on(self._judge, state, horizon, 0, rng)

    def _differences(self, ends: Sequence[tuple[State, State]], seat: int) -> dict[str, float]:
        """How many points more of each part a seat has, as far as it is sure."""
        found: dict[str, float] = {}
        by_deal = [self._both(one, two, seat) for one, two in ends]
        for name in dict.fromkeys(name for pair in by_deal for parts in pair for name in parts):
            leads = [one.get(name, 0.0) - two.get(name, 0.0) for one, two in by_deal]
            mean = fmean(leads)
            error = stdev(leads) / math.sqrt(len(leads)) if len(leads) > 1 else 0.0
            if abs(mean) >= LEAST and abs(mean) > SURE * error:
                found[name] = mean
        return found

    def _both(self, one: State, two: State, seat: int) -> tuple[dict[str, float], dict[str, float]]:
        """What a seat has in two positions, part by part where that can be compared.

        Where only one of them is the end it cannot: of what was estimated only the points are left there.
        """
        if self._parts is None or one.over() != two.over():
            judge = self._judge
            return {POINTS: judge.points(one, seat)}, {POINTS: judge.points(two, seat)}
        return self._parts(one, seat), self._parts(two, seat)


def _told(found: list[Reason], most: int) -> list[Reason]:
    """The largest, the largest that speaks for the option among them and first."""
    found = sorted(found, key=lambda reason: -abs(reason.points))
    speaking = [reason for reason in found if reason.points > 0][:1]
    others = [reason for reason in found if reason not in speaking]
    chosen = speaking + others[: most - len(speaking)]
    return sorted(chosen, key=lambda reason: (reason.points < 0, -abs(reason.points)))


def _difference(better: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """What the better option has beyond the other; all of it if that is nothing."""
    left = Counter(better) - Counter(other)
    return tuple(left.elements()) or better


def _clause(words: Words, reason: Reason) -> str:
    way = "up" if reason.points > 0 else "down"
    if reason.rival:
        return words.say(f"reason-rival-{way}", what=words.say(f"part-{reason.name}"))
    return words.say(f"reason-{reason.name}-{way}")


def _signed(points: float) -> str:
    return f"{points:+.1f}"
