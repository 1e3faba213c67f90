"""Ratings of bots that met in games: who is how much stronger, and how sure is that?

Bradley and Terry's model: the chance to end before another depends on the difference of two ratings, as
in chess; 400 points are ten to one. A game of several is as many comparisons as there are pairs at the
table, a shared place is half a victory. Intervals come from drawing the deals anew (bootstrap): all games
of a deal stay together, in whichever seats and at whichever tables it was played.
"""

import math
import random
from collections.abc import Sequence

from ..bots import BotError
from .contest import Contest, Result
from .report import Interval, mean

#: Points for ten to one.
TENFOLD = 400.0
RESAMPLES = 400
#: Of a drawn game added to each pair that met: who lost all games is not infinitely weak.
DRAWN = 1.0
STEPS = 2000
CLOSE = 1e-4

#: How often the bot of a row ended before that of a column.
Wins = list[list[float]]


def ratings(
    contest: Contest, results: dict[str, Result], anchor: str, at: float
) -> dict[str, Interval]:
    """The rating of each bot, with `anchor` at a fixed one.

    Alone: by how many points it ends better than the anchor in the same deals.
    """
    bots = list(dict.fromkeys(contest.bots))
    if anchor not in bots:
        raise BotError(f"ratings are counted from {anchor}, which is not among {', '.join(bots)}")
    if contest.players == 1:
        return _leads(contest, results, bots, anchor)
    deals = _by_deal(contest, results, bots)
    if not deals:
        raise BotError("no games were played yet")
    found = _rated(_total(deals), bots.index(anchor), at)
    dice = random.Random(0)
    drawn = [
        _rated(_total(dice.choices(deals, k=len(deals))), bots.index(anchor), at)
        for _ in range(RESAMPLES if len(deals) > 1 else 0)
    ]
    intervals = {}
    for index, bot in enumerate(bots):
        low, high = _middle([each[index] for each in drawn]) if drawn else (-math.inf, math.inf)
        intervals[bot] = Interval(found[index], low, high)
    return intervals


def strengths(wins: Wins) -> list[float]:
    """How strong the model says each is, by repeated improvement (Zermelo); their product is 1."""
    count = len(wins)
    met = [[wins[one][two] + wins[two][one] for two in range(count)] for one in range(count)]
    drawn = [[DRAWN if games else 0.0 for games in row] for row in met]
    won = [sum(wins[one]) + sum(drawn[one]) / 2 for one in range(count)]
    found = [1.0] * count
    for _ in range(STEPS):
        before = found[:]
        for one in range(count):
            weight = sum(
                (met[one][two] + drawn[one][two]) / (found[one] + found[two])
                for two in range(count)
                if two != one
            )
            if weight:
                found[one] = won[one] / weight
        middle = math.exp(sum(map(math.log, found)) / count)
        found = [each / middle for each in found]
        if all(abs(math.log(new / old)) < CLOSE for new, old in zip(found, before, strict=True)):
            break
    return found


def _rated(wins: Wins, anchor: int, at: float) -> list[float]:
    found = strengths(wins)
    return [at + TENFOLD * math.log10(each / found[anchor]) for each in found]


def _by_deal(contest: Contest, results: dict[str, Result], bots: list[str]) -> list[Wins]:
    """Who ended before whom, for each seed."""
    found: dict[int, Wins] = {}
    for job in contest.jobs():
        result = results.get(job.key)
        if result is None:
            continue
        wins = found.setdefault(job.seed, _nothing(len(bots)))
        for seat, bot in enumerate(job.seats):
            for other, rival in enumerate(job.seats):
                if bot != rival and result.places[seat] <= result.places[other]:
                    part = 1.0 if result.places[seat] < result.places[other] else 0.5
                    wins[bots.index(bot)][bots.index(rival)] += part
    return list(found.values())


def _leads(
    contest: Contest, results: dict[str, Result], bots: list[str], anchor: str
) -> dict[str, Interval]:
    scores: dict[str, dict[int, float]] = {bot: {} for bot in bots}
    for job in contest.jobs():
        if job.key in results:
            scores[job.seats[0]][job.seed] = results[job.key].scores[0]
    par = scores[anchor]
    found = {}
    for bot in bots:
        leads = [score - par[seed] for seed, score in scores[bot].items() if seed in par]
        found[bot] = mean(leads) if leads else Interval(0.0, -math.inf, math.inf)
    return found


def _nothing(count: int) -> Wins:
    return [[0.0] * count for _ in range(count)]


def _total(deals: Sequence[Wins]) -> Wins:
    found = _nothing(len(deals[0]))
    for wins in deals:
        for one, row in enumerate(wins):
            for two, won in enumerate(row):
                found[one][two] += won
    return found


def _middle(values: list[float]) -> tuple[float, float]:
    """Where 95 % of the values lie."""
    ranked = sorted(values)
    out = round(0.025 * (len(ranked) - 1))
    return ranked[out], ranked[-1 - out]
