"""What a contest showed: win rates, scores and places with their intervals, and ratings."""

import csv
import io
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from ..extras import need
from .contest import Contest, Result

#: Of the normal distribution, for 95 %.
Z = 1.96


@dataclass(frozen=True)
class Interval:
    """An estimate and where the truth lies with a probability of 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Row:
    """One bot at one table, or at all tables together (`table` is None).

    A shared victory counts as the share. `seconds` is the mean time of a decision, `longest` that
    of the slowest one.
    """

    table: int | None
    bot: str
    against: tuple[str, ...]
    games: int
    win_rate: Interval
    score: Interval
    place: Interval
    seconds: float
    longest: float
    titles: dict[str, int]
    rating: float | None = None
    uncertainty: float | None = None


@dataclass(frozen=True)
class Sample:
    """One bot's part in one game."""

    win: float
    score: float
    place: float
    decisions: int
    seconds: float
    longest: float
    title: str | None


class Report:
    """The rows of each table, and the ladder of all bots, best first."""

    def __init__(self, contest: Contest, results: Mapping[str, Result]) -> None:
        self.contest = contest
        self.games = len(results)
        samples: dict[tuple[int | None, str], list[Sample]] = {}
        ratings = Ratings(contest.bots)
        for job in contest.jobs():  # in the order of the plan, whichever ended first
            result = results.get(job.key)
            if result is None:
                continue
            ratings.note(job.seats, result.places)
            for seat, bot in enumerate(job.seats):
                sample = _sample(result, seat)
                samples.setdefault((job.table, bot), []).append(sample)
                samples.setdefault((None, bot), []).append(sample)
        self.tables: list[Row] = []
        for number, bots in enumerate(contest.tables()):
            for bot in dict.fromkeys(bots):
                others = list(bots)
                others.remove(bot)
                if (number, bot) in samples:
                    self.tables.append(_row(number, bot, tuple(others), samples[number, bot]))
        self.ladder: list[Row] = []
        for bot in dict.fromkeys(contest.bots):
            if (None, bot) in samples:
                rating = ratings.of(bot) if contest.players > 1 else None
                self.ladder.append(_row(None, bot, (), samples[None, bot], rating))
        if contest.players > 1:
            self.ladder.sort(key=lambda row: -(row.rating or 0))
        else:
            self.ladder.sort(key=lambda row: -row.score.value)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "contest": self.contest.to_dict(),
            "games": self.games,
            "ladder": [plain(asdict(row)) for row in self.ladder],
            "tables": [plain(asdict(row)) for row in self.tables],
        }

    def csv(self) -> str:
        """One line for each bot at each table; the ladder's lines have no table."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        numbers = [
            f"{name}{part}"
            for name in ("win_rate", "score", "place")
            for part in ("", "_low", "_high")
        ]
        writer.writerow(
            [
                "table",
                "bot",
                "against",
                "games",
                *numbers,
                "seconds",
                "longest",
                "rating",
                "uncertainty",
            ]
        )
        for row in [*self.ladder, *self.tables]:
            cells: list[object] = ["" if row.table is None else row.table, row.bot]
            cells += [" ".join(row.against), row.games]
            for found in (row.win_rate, row.score, row.place):
                cells += [f"{number:.6g}" for number in (found.value, found.low, found.high)]
            cells += [f"{row.seconds:.6g}", f"{row.longest:.6g}"]
            cells += ["" if n is None else f"{n:.6g}" for n in (row.rating, row.uncertainty)]
            writer.writerow(cells)
        return text.getvalue()

    def plot(self, path: Path) -> None:
        """The ladder as a picture: win rates (alone: scores) with their intervals."""
        need("matplotlib", "plots")
        from matplotlib.figure import Figure

        alone = self.contest.players == 1
        rows = self.ladder[::-1]
        found = [row.score if alone else row.win_rate for row in rows]
        figure = Figure(figsize=(8, 1.2 + 0.5 * len(rows)), layout="constrained")
        axes = figure.add_subplot()
        errors = [
            [each.value - each.low for each in found],
            [each.high - each.value for each in found],
        ]
        axes.barh([row.bot for row in rows], [each.value for each in found], color="#2f7d62")
        axes.errorbar(
            [each.value for each in found], range(len(rows)), xerr=errors, fmt="none", color="black"
        )
        if not alone:
            axes.axvline(1 / self.contest.players, color="#b5362b", linestyle="--")
            axes.set_xlim(0, 1)
        axes.set_xlabel("mean score" if alone else "win rate (dashed: a fair share)")
        axes.set_title(f"{self.contest.game}, {self.contest.players} players, {self.games} games")
        figure.savefig(path)


class Ratings:
    """Plackett-Luce ratings over all games; a bot in several seats of one has one rating."""

    def __init__(self, bots: Sequence[str]) -> None:
        need("openskill", "arena")
        from openskill.models import PlackettLuce

        self._model = PlackettLuce()
        self._ratings = {bot: self._model.rating(name=bot) for bot in bots}

    def note(self, seats: Sequence[str], places: Sequence[int]) -> None:
        """One game more."""
        if len(set(seats)) < 2:
            return
        teams = [[self._model.create_rating(_pair(self._ratings[bot]), bot)] for bot in seats]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for bot in set(seats):
            own = [rated[seat][0] for seat, other in enumerate(seats) if other == bot]
            mu = fmean(each.mu for each in own)
            sigma = fmean(each.sigma for each in own)
            self._ratings[bot] = self._model.rating(mu, sigma, bot)

    def of(self, bot: str) -> tuple[float, float]:
        """The rating of a bot and its standard deviation."""
        found = self._ratings[bot]
        return found.mu, found.sigma


def plain(found: Any) -> Any:
    """As JSON has it, which knows no infinity: an interval of one game alone has no ends."""
    if isinstance(found, dict):
        return {key: plain(value) for key, value in found.items()}
    return None if isinstance(found, float) and math.isinf(found) else found


def _pair(rating: Any) -> list[float]:
    return [rating.mu, rating.sigma]


def _sample(result: Result, seat: int) -> Sample:
    shared = result.places.count(1)
    return Sample(
        1 / shared if result.places[seat] == 1 else 0.0,
        result.scores[seat],
        result.places[seat],
        result.decisions[seat],
        result.seconds[seat],
        result.longest[seat],
        result.title,
    )


def _row(
    table: int | None,
    bot: str,
    against: tuple[str, ...],
    samples: Sequence[Sample],
    rating: tuple[float, float] | None = None,
) -> Row:
    decisions = sum(sample.decisions for sample in samples)
    return Row(
        table,
        bot,
        against,
        len(samples),
        proportion(sum(sample.win for sample in samples), len(samples)),
        mean([sample.score for sample in samples]),
        mean([sample.place for sample in samples]),
        sum(sample.seconds for sample in samples) / max(1, decisions),
        max(sample.longest for sample in samples),
        dict(Counter(sample.title for sample in samples if sample.title).most_common()),
        *(rating or ()),
    )


def proportion(hits: float, games: float) -> Interval:
    """A share with Wilson's interval."""
    share = hits / games
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    half /= 1 + Z * Z / games
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Interval:
    """A mean with its interval."""
    found = fmean(values)
    half = Z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Interval(found, found - half, found + half)
