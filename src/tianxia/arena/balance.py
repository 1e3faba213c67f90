"""How even a game is: what each thing does to points and to winning, with what certainty.

**Effects of the deal.** Chance gives a card to one seat and not to another, so the seats of one game
that got it are compared with those that did not, within the same stage: whoever is dealt it may use
it or not, and neither the game nor the skill of who chose it can pass for the card. What lies there
for the whole table is compared between games, in points alone.

**Chosen things** (nobody is dealt them) are compared in the same way among the seats that could have
taken them (all, if nothing tells who could). That is no effect of theirs: who is ahead may choose
differently.

Every game is one cluster: what happens in it hangs together. The intervals of all things of a kind hold
at once with 95 % (Bonferroni), and so do the p-values of a kind (Holm).
"""

import csv
import io
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from pathlib import Path
from statistics import NormalDist, fmean
from typing import Any

from ..engine.sightings import DEALT, OFFERED, TAKEN, Sighting
from ..extras import need
from .contest import Contest
from .report import Interval, mean, plain, proportion
from .sightings import SEAT, Counted

#: The probability that any of all intervals of a kind is wrong.
ALPHA = 0.05
#: So many games must tell something about a thing before anything is said about its effect.
FEWEST_GAMES = 20
#: Rows of a kind in a picture.
MOST_DRAWN = 40


@dataclass(frozen=True)
class Effect:
    """A difference with its standard error, its interval, and its p-value after Holm."""

    value: float
    error: float
    low: float = -math.inf
    high: float = math.inf
    p: float = 1.0

    def raw_p(self) -> float:
        """The p-value of this comparison alone."""
        if not self.error:
            return 0.0 if self.value else 1.0
        return 2 * NormalDist().cdf(-abs(self.value) / self.error)


@dataclass(frozen=True)
class Row:
    """One thing: how often it was there and taken, and what it changes.

    `stage` is empty for all stages together. `random` says whether chance dealt it. The share taken
    is None if nothing of the kind is ever taken, the effects if too few games tell anything.
    """

    kind: str
    id: str
    stage: str
    games: int
    seen: int
    taken: int
    share: Interval | None
    random: bool
    win_rate: float | None
    points: Effect | None
    wins: Effect | None


@dataclass(frozen=True)
class Choice:
    """One option of a question: of so many decisions that offered it, so many took it."""

    question: str
    option: str
    games: int
    offered: int
    taken: int
    share: Interval


@dataclass(frozen=True)
class Number:
    """A measured number: its mean over games with the interval, and how it spreads."""

    kind: str
    id: str
    games: int
    count: int
    mean: Interval
    least: float
    low: float
    median: float
    high: float
    most: float


@dataclass
class Slope:
    """A regression within strata, a cluster a game: sums of squares and products by game.

    Its standard error is the larger of two: that of games as clusters, and that of dealing the same
    outcomes to the seats at random. The first alone is too bold where few of few have won.
    """

    squares: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    products: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    #: The variance of the products under the deal.
    chance: float = 0.0

    def add(self, game: str, given: Sequence[float], outcome: Sequence[float]) -> None:
        """One stratum of a game: seats, how many each got, and what each reached."""
        if len(given) < 2:
            return
        middle, level = fmean(given), fmean(outcome)
        square = sum((x - middle) ** 2 for x in given)
        if square:
            self.squares[game] += square
            self.products[game] += sum(
                (x - middle) * (y - level) for x, y in zip(given, outcome, strict=True)
            )
            self.chance += square * sum((y - level) ** 2 for y in outcome) / (len(given) - 1)

    def effect(self) -> Effect | None:
        """What one more changes; None if too few games tell."""
        games, total = len(self.squares), sum(self.squares.values())
        if games < FEWEST_GAMES:
            return None
        value = sum(self.products.values()) / total
        spread = sum(
            (self.products[game] - value * square) ** 2 for game, square in self.squares.items()
        )
        return Effect(value, math.sqrt(max(spread * games / (games - 1), self.chance)) / total)


def between(given: Sequence[float], outcome: Sequence[float]) -> Effect | None:
    """The same between games: how many of the thing each had, and what came out of it."""
    without = sum(1 for x in given if not x)
    if min(without, len(given) - without) < FEWEST_GAMES:
        return None
    slope = Slope()
    middle, level = fmean(given), fmean(outcome)
    for game, (x, y) in enumerate(zip(given, outcome, strict=True)):
        slope.squares[str(game)] = (x - middle) ** 2
        slope.products[str(game)] = (x - middle) * (y - level)
    spread = sum((y - level) ** 2 for y in outcome)
    slope.chance = sum(slope.squares.values()) * spread / (len(given) - 1)
    return slope.effect()


def ratio(taken: Sequence[float], offered: Sequence[float]) -> Interval:
    """A share of counts that hang together within games: Wilson's interval of as many free ones."""
    whole = sum(offered)
    share = sum(taken) / whole
    spread = sum((t - share * o) ** 2 for t, o in zip(taken, offered, strict=True)) / whole**2
    games = sum(1 for o in offered if o)
    free = share * (1 - share) / spread if spread else games
    found = proportion(share * free, max(1, free))
    return Interval(share, found.low, found.high)


def corrected(effects: Iterable[Effect | None]) -> list[Effect | None]:
    """Effects tested together: intervals that hold all at once, and p-values after Holm."""
    found = list(effects)
    tested = sorted(
        (index for index, effect in enumerate(found) if effect is not None),
        key=lambda index: _there(found[index]).raw_p(),
    )
    if not tested:
        return found
    z = NormalDist().inv_cdf(1 - ALPHA / (2 * len(tested)))
    least = 0.0
    for rank, index in enumerate(tested):
        effect = _there(found[index])
        least = min(1.0, max(least, (len(tested) - rank) * effect.raw_p()))
        half = z * effect.error
        found[index] = Effect(
            effect.value, effect.error, effect.value - half, effect.value + half, least
        )
    return found


@dataclass
class Thing:
    """Everything seen of one thing, by the number of the game."""

    kind: str
    id: str
    found: dict[int, dict[Sighting, int]] = field(default_factory=lambda: defaultdict(dict))

    def count(self, game: int, how: str, stage: str = "") -> int:
        """How often in a game, at one stage or all."""
        found = self.found.get(game, {})
        return sum(n for s, n in found.items() if s.how == how and stage in ("", s.stage))

    def by_seat(self, game: int, how: str, stage: str, players: int) -> list[int]:
        """How often each seat, at exactly that stage."""
        seats = [0] * players
        for s, n in self.found[game].items():
            if s.how == how and s.stage == stage and s.seat is not None:
                seats[s.seat] += n
        return seats

    def all(self) -> Iterable[Sighting]:
        """The sightings, game by game."""
        return (s for found in self.found.values() for s in found)


class Balance:
    """What many games of one contest show about the things in it."""

    def __init__(self, contest: Contest, games: Sequence[Counted]) -> None:
        self.contest = contest
        self.games = sorted(games, key=lambda game: game.key)
        things = self._things()
        self._takeable = {thing.kind for thing in things for s in thing.all() if s.how == TAKEN}
        rows = [row for thing in things for row in self._rows(thing)]
        self.rows: list[Row] = []
        for _, group in groupby(rows, key=lambda row: row.kind):
            same = list(group)
            points = corrected(row.points for row in same)
            wins = corrected(row.wins for row in same)
            self.rows += [
                replace(row, points=p, wins=w) for row, p, w in zip(same, points, wins, strict=True)
            ]
        self.choices = self._choices()
        self.numbers = self._numbers()

    def kinds(self) -> list[str]:
        """The kinds of things, in the order they turn up, seats first."""
        return list(dict.fromkeys(row.kind for row in self.rows))

    def _things(self) -> list[Thing]:
        things: dict[tuple[str, str], Thing] = {}
        for number, game in enumerate(self.games):
            for s, n in game.sightings.items():
                thing = things.setdefault((s.kind, s.id), Thing(s.kind, s.id))
                thing.found[number][s] = n
        kinds = list(dict.fromkeys([SEAT, *(kind for kind, _ in things)]))
        return sorted(
            things.values(), key=lambda thing: (kinds.index(thing.kind), _natural(thing.id))
        )

    def _rows(self, thing: Thing) -> Iterable[Row]:
        """One for all stages together, and one for each if there are several."""
        hows = {s.how for s in thing.all()}
        there = next(how for how in (DEALT, OFFERED, TAKEN) if how in hows)
        # What lies there for all is compared between games, and so is everything of one who is alone.
        apart = self.contest.players > 1 and all(
            s.seat is not None for s in thing.all() if s.how == there
        )
        yield self._row(thing, there, "", apart)
        stages = sorted({s.stage for s in thing.all() if s.how == there})
        for stage in stages if len(stages) > 1 else []:
            yield self._row(thing, there, stage, apart)

    def _row(self, thing: Thing, there: str, stage: str, apart: bool) -> Row:
        """What is taken is not divided by stages: a card of the first may be played in the last."""
        numbers = range(len(self.games))
        seen = [0 if there == TAKEN else thing.count(number, there, stage) for number in numbers]
        taken = [0 if stage else thing.count(number, TAKEN) for number in numbers]
        within = self._within(thing, there, stage) if apart else None
        if within is not None:
            win_rate, points, wins = within
        else:
            counts = seen if there == DEALT else taken
            points = between(counts, [fmean(game.scores) for game in self.games])
            win_rate, wins = None, None
        chances = [number if apart else number * self.contest.players for number in seen]
        share = not stage and thing.kind in self._takeable and any(chances)
        return Row(
            thing.kind,
            thing.id,
            stage,
            sum(1 for s, t in zip(seen, taken, strict=True) if s or t),
            sum(seen),
            sum(taken),
            ratio(taken, chances) if share else None,
            there == DEALT,
            win_rate,
            points,
            wins,
        )

    def _within(
        self, thing: Thing, there: str, stage: str
    ) -> tuple[float | None, Effect | None, Effect | None]:
        """Seats compared within games: how often those win who had it, and what it changes."""
        players = self.contest.players
        won, had = 0.0, 0
        points, wins = Slope(), Slope()
        for number in thing.found:
            game = self.games[number]
            for part in {s.stage for s in thing.found[number] if s.how == there}:
                if stage not in ("", part):
                    continue
                given = thing.by_seat(number, there, part, players)
                among = list(range(players))
                if there == OFFERED:  # those who took it, among those who could
                    among = [seat for seat in among if given[seat]]
                    given = thing.by_seat(number, TAKEN, part, players)
                won += sum(given[seat] * game.wins[seat] for seat in among)
                had += sum(given[seat] for seat in among)
                counts = [given[seat] for seat in among]
                points.add(game.key, counts, [game.scores[seat] for seat in among])
                wins.add(game.key, counts, [game.wins[seat] for seat in among])
        return won / had if had else None, points.effect(), wins.effect()

    def _choices(self) -> list[Choice]:
        keys = dict.fromkeys(key for game in self.games for key in sorted(game.offered))
        order = list(dict.fromkeys(question for question, _ in keys))
        found = []
        for question, option in sorted(keys, key=lambda k: (order.index(k[0]), _natural(k[1]))):
            offered = [game.offered[question, option] for game in self.games]
            taken = [game.taken[question, option] for game in self.games]
            games = sum(1 for number in offered if number)
            found.append(
                Choice(question, option, games, sum(offered), sum(taken), ratio(taken, offered))
            )
        return found

    def _numbers(self) -> list[Number]:
        keys = sorted({key for game in self.games for key in game.measures}, key=_by_id)
        found = []
        for kind, id in keys:
            lists = [game.measures[kind, id] for game in self.games if (kind, id) in game.measures]
            values = sorted(value for each in lists for value in each)
            cuts = [values[int(part * (len(values) - 1))] for part in (0, 0.05, 0.5, 0.95, 1)]
            middle = mean([fmean(each) for each in lists])
            found.append(Number(kind, id, len(lists), len(values), middle, *cuts))
        return found

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "contest": self.contest.to_dict(),
            "games": len(self.games),
            "scores": [fmean(game.scores[seat] for game in self.games) for seat in self._seats()],
            "correction": "within each kind: Bonferroni intervals, Holm p-values",
            "effects": [plain(asdict(row)) for row in self.rows],
            "options": [asdict(choice) for choice in self.choices],
            "numbers": [plain(asdict(number)) for number in self.numbers],
        }

    def _seats(self) -> range:
        return range(self.contest.players)

    def effects_csv(self) -> str:
        """One line for each thing in each stage."""
        head = ["kind", "id", "stage", "games", "seen", "taken"]
        head += ["share", "share_low", "share_high", "random", "win_rate"]
        for outcome in ("points", "wins"):
            head += [outcome, *(f"{outcome}_{part}" for part in ("error", "low", "high", "p"))]
        lines: list[list[Any]] = [head]
        for row in self.rows:
            cells = [row.kind, row.id, row.stage, row.games, row.seen, row.taken]
            share = row.share
            cells += (
                ["", "", ""] if share is None else map(_short, (share.value, share.low, share.high))
            )
            cells += [row.random, "" if row.win_rate is None else _short(row.win_rate)]
            for effect in (row.points, row.wins):
                cells += [""] * 5 if effect is None else map(_short, asdict(effect).values())
            lines.append(cells)
        return _csv(lines)

    def options_csv(self) -> str:
        """One line for each option of each question."""
        lines: list[list[Any]] = [
            ["question", "option", "games", "offered", "taken", "share", "share_low", "share_high"]
        ]
        for choice in self.choices:
            share = choice.share
            lines.append(
                [choice.question, choice.option, choice.games, choice.offered, choice.taken]
                + [_short(number) for number in (share.value, share.low, share.high)]
            )
        return _csv(lines)

    def numbers_csv(self) -> str:
        """One line for each measured number."""
        names = ["kind", "id", "games", "count", "mean", "mean_low", "mean_high"]
        lines: list[list[Any]] = [[*names, "least", "low_5", "median", "high_95", "most"]]
        for n in self.numbers:
            spread = (
                n.mean.value,
                n.mean.low,
                n.mean.high,
                n.least,
                n.low,
                n.median,
                n.high,
                n.most,
            )
            lines.append([n.kind, n.id, n.games, n.count, *map(_short, spread)])
        return _csv(lines)

    def plot(self, path: Path, name: Any = str) -> None:
        """What each thing that chance deals does to winning (alone: to points), kind by kind."""
        need("matplotlib", "plots")
        from matplotlib.figure import Figure

        alone = self.contest.players == 1
        factor = 1 if alone else 100
        panels = []
        for kind in self.kinds():
            rows = [
                (row, effect)
                for row in self.rows
                if row.kind == kind and row.random
                for effect in [row.points if alone else row.wins]
                if effect is not None
            ]
            rows.sort(key=lambda pair: -abs(pair[1].value))
            rows = sorted(rows[:MOST_DRAWN], key=lambda pair: pair[1].value)
            if rows:
                panels.append((kind, rows))
        if not panels:
            return
        heights = [1 + 0.22 * len(rows) for _, rows in panels]
        figure = Figure(figsize=(9, sum(heights) + 1), layout="constrained")
        parts = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
        for axes, (kind, rows) in zip(parts, panels, strict=True):
            values = [factor * effect.value for _, effect in rows]
            halves = [factor * (effect.high - effect.value) for _, effect in rows]
            axes.errorbar(
                values, range(len(rows)), xerr=halves, fmt="o", color="#2f7d62", markersize=4
            )
            labels = [
                " ".join(filter(None, (name(row.id), f"({name(row.stage)})" if row.stage else "")))
                for row, _ in rows
            ]
            axes.set_yticks(range(len(rows)), labels, fontsize=8)
            axes.axvline(0, color="#b5362b", linestyle="--", linewidth=1)
            axes.set_title(name(kind), loc="left", fontsize=10)
        parts[-1].set_xlabel("points" if alone else "percentage points of winning")
        figure.suptitle(
            f"{self.contest.game}, {self.contest.players} players, {self.contest.bots[0]}, "
            f"{len(self.games)} games"
        )
        figure.savefig(path)


def _there(effect: Effect | None) -> Effect:
    assert effect is not None
    return effect


def _by_id(key: tuple[str, str]) -> tuple[str, list[tuple[int, str]]]:
    return key[0], _natural(key[1])


def _natural(text: str) -> list[tuple[int, str]]:
    """Numbers inside in their order: 2 before 10."""
    return [
        (int(part), "") if part.isdigit() else (-1, part) for part in text.replace("-", " ").split()
    ]


def _short(number: float) -> str:
    return f"{number:.6g}"


def _csv(lines: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()
