"""Fitting the calibration of a game to games of bots, and checking it on others.

    python -m tianxia.analysis.calibrate middle-kingdom --players 2 4 --bots adept --games 500 --write

plays the games with the arena (they are kept and a run that was interrupted goes on). The spread is
fitted to all of them. How well chances are foretold is shown for all of them, too, each game by a
spread fitted to the others: they are divided into five parts, and each part is foretold from the
other four. The present scores are turned into chances in the same way, to compare with.
"""

import argparse
import json
import math
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from ..arena.command import play
from ..arena.contest import Contest
from ..arena.run import Arena
from ..engine.game import Game
from ..engine.record import Record, read_record
from ..engine.registry import game as find_game
from ..engine.registry import game_ids
from .evaluator import FILE, Calibration, result

#: Moments of a game at which a spread is fitted.
MOMENTS = 6
BINS = 10
NARROW, WIDE = 0.3, 200.0
#: The most weight the present scores can get.
MOST_PRESENT = 2.0
PASSES = 4
#: Parts the games are divided into, each foretold from the others.
FOLDS = 5
#: Standard errors of an interval; bins of fewer games than this go by what was predicted, too.
Z = 1.96
FEW = 100

Array = NDArray[np.float64]
Cost = Callable[[Array, float, NDArray[np.bool_]], float]


@dataclass(frozen=True)
class Moment:
    """One position of a game: how far it was, what the judge said, and what came of it."""

    game: int
    decisions: int
    points: tuple[float, ...]
    scores: tuple[float, ...]
    wins: tuple[float, ...]


@dataclass(frozen=True)
class Bin:
    """Predictions of about the same chance, and what came of them."""

    count: int
    games: int
    predicted: float
    observed: float
    low: float
    high: float


def moments(records: Sequence[Record], most: int = 40) -> list[Moment]:
    """At most so many positions of each game, evenly spread, none half answered."""
    found: list[Moment] = []
    for number, record in enumerate(records):
        state = record.start()
        seen: list[tuple[int, tuple[float, ...], tuple[float, ...]]] = []
        every = max(1, len(record.decisions) // most)
        for turn, (player, action) in enumerate(record.decisions):
            if turn % every == 0 and not (state.secret() and state.asked_at != state.decisions):
                judge = record.game.judge
                points = tuple(judge(state, seat) for seat in range(record.players))
                scores = tuple(float(score) for score in state.scores())
                seen.append((state.decisions, points, scores))
            state.apply(player, action)
        wins = result(state).wins
        found += [Moment(number, *each, wins) for each in seen]
    return found


def fit(found: Sequence[Moment], lengths: Iterable[int]) -> Calibration:
    """The spread and the weight that make what came of the games most likely."""
    decisions = fmean(lengths)
    points = np.array([moment.points for moment in found])
    scores = np.array([moment.scores for moment in found])
    wins = np.array([moment.wins for moment in found])
    at = np.minimum(1.0, np.array([moment.decisions for moment in found]) / decisions)
    # How much each knot counts at a moment: the logarithm of the spread is a line between knots.
    shares = np.maximum(0.0, 1.0 - np.abs(at[:, None] * (MOMENTS - 1) - np.arange(MOMENTS)))
    logs = np.full(MOMENTS, math.log(10.0))
    present = 0.0
    everywhere = np.full(len(found), True)

    def cost(logs: Array, present: float, rows: NDArray[np.bool_]) -> float:
        leads = points[rows] + present * scores[rows]
        leads = (leads - leads.max(axis=1, keepdims=True)) / np.exp(shares[rows] @ logs)[:, None]
        likelihood = leads - np.log(np.exp(leads).sum(axis=1, keepdims=True))
        return -float((wins[rows] * likelihood).sum())

    for _ in range(PASSES):
        for knot in range(MOMENTS):
            touched = shares[:, knot] > 0
            if touched.any():
                along = partial(_along, cost, logs, knot, present, touched)
                logs[knot] = _least(along, math.log(NARROW), math.log(WIDE))
        present = _least(lambda weight: cost(logs, weight, everywhere), 0.0, MOST_PRESENT)
    spread = tuple(round(float(each), 2) for each in np.exp(logs))
    return Calibration(round(decisions, 1), spread, round(present, 3))


def _along(
    cost: Cost, logs: Array, knot: int, present: float, rows: NDArray[np.bool_], log: float
) -> float:
    """The cost with another value at one knot."""
    tried = logs.copy()
    tried[knot] = log
    return cost(tried, present, rows)


def _least(cost: Callable[[float], float], low: float, high: float) -> float:
    """Where a cost is least (golden section)."""
    ratio = (math.sqrt(5) - 1) / 2
    while high - low > 0.01:
        one, two = high - ratio * (high - low), low + ratio * (high - low)
        if cost(one) < cost(two):
            high = two
        else:
            low = one
    return (low + high) / 2


def by_scores(found: Sequence[Moment]) -> list[Moment]:
    """The same with the present scores in place of the judge's points."""
    return [
        Moment(moment.game, moment.decisions, moment.scores, moment.scores, moment.wins)
        for moment in found
    ]


def foretell(found: Sequence[Moment], calibration: Calibration) -> list[tuple[float, ...]]:
    """The chances at every moment."""
    return [calibration.chances(moment.points, moment.scores, moment.decisions) for moment in found]


def crossed(found: Sequence[Moment], lengths: Sequence[int]) -> list[tuple[float, ...]]:
    """The chances at every moment, from a spread in which its game had no part."""
    told: list[tuple[float, ...]] = [()] * len(found)
    for fold in range(FOLDS):
        others = [moment for moment in found if moment.game % FOLDS != fold]
        own = [index for index, moment in enumerate(found) if moment.game % FOLDS == fold]
        fitted = fit(
            others, [length for game, length in enumerate(lengths) if game % FOLDS != fold]
        )
        for index, each in zip(own, foretell([found[i] for i in own], fitted), strict=True):
            told[index] = each
    return told


def brier(found: Sequence[Moment], told: Sequence[tuple[float, ...]]) -> float:
    """The mean squared error of chances."""
    return fmean(
        (chance - win) ** 2
        for moment, row in zip(found, told, strict=True)
        for chance, win in zip(row, moment.wins, strict=True)
    )


def bins(found: Sequence[Moment], told: Sequence[tuple[float, ...]]) -> list[Bin]:
    """Ten bins of predicted chances; intervals with one game as one observation."""
    grouped: dict[int, list[tuple[float, float, int]]] = {}
    for moment, row in zip(found, told, strict=True):
        for chance, win in zip(row, moment.wins, strict=True):
            place = min(int(chance * BINS), BINS - 1)
            grouped.setdefault(place, []).append((chance, win, moment.game))
    return [_bin(grouped[place]) for place in sorted(grouped)]


def _bin(rows: Sequence[tuple[float, float, int]]) -> Bin:
    # Positions of one game are one piece of evidence: errors are added up by game.
    by_game: dict[int, float] = {}
    for chance, win, game in rows:
        by_game[game] = by_game.get(game, 0.0) + win - chance
    games, count = len(by_game), len(rows)
    predicted = fmean(chance for chance, _, _ in rows)
    observed = fmean(win for _, win, _ in rows)
    if games == 1:
        return Bin(count, games, predicted, observed, 0.0, 1.0)
    mean = (observed - predicted) * count / games
    variance = sum((each - mean) ** 2 for each in by_game.values()) / (games - 1)
    if games < FEW:  # a sample in which hardly anybody won says too little of its own spread
        variance = max(variance, predicted * (1 - predicted) * (count / games) ** 2)
    wide = Z * math.sqrt(variance * games) / count
    return Bin(count, games, predicted, observed, observed - wide, observed + wide)


@dataclass(frozen=True)
class Check:
    """How well games were foretold by a calibration they had no part in."""

    game: str
    version: int
    players: int
    bots: str
    games: int
    brier: float
    brier_scores: float
    brier_even: float
    bins: list[Bin]

    @property
    def outside(self) -> int:
        """Bins whose prediction is outside of the interval of what was observed."""
        return sum(not each.low <= each.predicted <= each.high for each in self.bins)


def check(game: Game, players: int, bots: str, records: Sequence[Record]) -> Check:
    """Foretell all games, each from the others."""
    found = moments(records)
    lengths = [len(record.decisions) for record in records]
    told = crossed(found, lengths)
    scores = crossed(by_scores(found), lengths)
    even = [(1 / players,) * players] * len(found)
    return Check(
        game.id,
        game.version,
        players,
        bots,
        len(records),
        round(brier(found, told), 4),
        round(brier(found, scores), 4),
        round(brier(found, even), 4),
        bins(found, told),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, fit, show, and with `--write` keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=game_ids())
    parser.add_argument("--players", type=int, nargs="+")
    parser.add_argument("--bots", default="adept")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=500_000)
    parser.add_argument("--folder", type=Path, default=Path("runs/calibration"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--played", action="store_true", help="take what was played so far")
    parser.add_argument("--report", type=Path, help="keep what was found in this JSON file")
    parser.add_argument("--write", action="store_true", help="keep the fit in the game's folder")
    chosen = parser.parse_args(arguments)
    game, console = find_game(chosen.game), Console()
    fitted: dict[int, Calibration] = {}
    played: dict[int, int] = {}
    for players in chosen.players or game.players:
        bots = [chosen.bots] * players
        contest = Contest.make(game, bots, chosen.games, players, chosen.seed)
        arena = Arena(contest, chosen.folder / f"{game.id}-{players}-v{game.version}")
        if not chosen.played:
            play(arena, "local", chosen.jobs, console)
        records = [
            read_record(arena.record_path(job.key).read_text("utf-8"))
            for job in contest.jobs()
            if job.key in arena.results()
        ]
        played[players] = len(records)
        lengths = [len(record.decisions) for record in records]
        fitted[players] = fit(moments(records), lengths)
        checked = check(game, players, chosen.bots, records)
        show(game, checked, console)
        if chosen.report is not None:
            report(checked, chosen.report)
    if chosen.write:
        write(game, fitted, chosen.bots, played)
    return 0


def show(game: Game, checked: Check, console: Console) -> None:
    """How well games were foretold from others."""
    title = f"{game.title}, {checked.players} players, {checked.games} games of {checked.bots}"
    table = Table(title=title, box=None, title_justify="left")
    for column in ("predicted", "observed", "from", "to", "seats", "games"):
        table.add_column(column, justify="right")
    for each in checked.bins:
        shares = (each.predicted, each.observed, each.low, each.high)
        cells = (f"{100 * share:.1f} %" for share in shares)
        table.add_row(*cells, str(each.count), str(each.games))
    console.print(table)
    console.print(
        f"Brier score {checked.brier:.4f}; from the present scores {checked.brier_scores:.4f}, "
        f"even chances {checked.brier_even:.4f}; {checked.outside} bins outside",
        highlight=False,
    )


def report(checked: Check, path: Path) -> None:
    """Keep what was found in a JSON file, beside other games."""
    kept: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    found = asdict(checked)
    for each in found["bins"]:
        each.update(
            {name: round(each[name], 4) for name in ("predicted", "observed", "low", "high")}
        )
    kept[f"{checked.game}, {checked.players} players"] = found
    path.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", "utf-8")


def write(game: Game, fitted: dict[int, Calibration], bots: str, games: dict[int, int]) -> None:
    """Into the game's folder, beside what other numbers of players have there."""
    path = Path(str(files(game.package).joinpath(FILE)))
    kept: dict[str, dict[str, object]] = {}
    if path.exists():
        data = tomllib.loads(path.read_text("utf-8"))
        if data["version"] == game.version:
            kept = data["players"]
    for players, each in fitted.items():
        kept[str(players)] = {
            "decisions": each.decisions,
            "spread": list(each.spread),
            "present": each.present,
            "games": games[players],
            "bots": bots,
        }
    lines = [
        "# How points become chances to win; written by `python -m tianxia.analysis.calibrate`.",
        f"version = {game.version}",
    ]
    for count in sorted(kept, key=int):
        lines += ["", f"[players.{count}]"]
        for name, value in kept[count].items():
            lines.append(f"{name} = {value!r}".replace("'", '"'))
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
