"""Fitting the calibration of a game to games of bots, and checking it on others.

    python -m tianxia.analysis.calibrate middle-kingdom --players 2 4 --games 500 --write
    python -m tianxia.analysis.calibrate zhanguo --records runs/zhanguo-4/records --write

plays the games with the arena (they are kept and a run that was interrupted goes on), or takes those
that were played. The spread is fitted to all of them, with the game's own judge and with what was
learned of the game. How well chances are foretold is shown for all of them, too, each game by a
spread fitted to the others: they are divided into five parts, and each part is foretold from the
other four. The present scores are turned into chances in the same way, to compare with.
"""

import argparse
import json
import math
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from ..arena.command import play
from ..arena.contest import Contest
from ..arena.run import Arena
from ..bots.judging import Judge
from ..bots.weights import LEARNED, OWN, learned
from ..engine.errors import TianxiaError
from ..engine.game import Game
from ..engine.record import Record, read_record
from ..engine.registry import game as find_game
from ..engine.registry import game_ids
from .evaluator import FILE, Calibration, result

#: Moments of a game at which a spread is fitted.
MOMENTS = 6
BINS = 10
NARROW, WIDE = 0.3, 200.0
#: The most weight the present scores can get, and the heaviest tail.
MOST_PRESENT = 2.0
LEAST_TAIL, MOST_TAIL = 0.01, 1.0
PASSES = 10
#: Parts the games are divided into, each foretold from the others.
FOLDS = 5
#: Standard errors of an interval.
Z = 1.96

Array = NDArray[np.float64]
Cost = Callable[[Array, float, float, NDArray[np.bool_]], float]


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
    """Predictions of about the same chance, and what came of them.

    `games` is how many games the positions are worth as evidence.
    """

    count: int
    games: float
    predicted: float
    observed: float
    low: float
    high: float


def moments(records: Sequence[Record], judge: Judge, most: int = 40) -> list[Moment]:
    """At most so many positions of each game, evenly spread, none half answered."""
    found: list[Moment] = []
    for number, record in enumerate(records):
        state = record.start()
        seen: list[tuple[int, tuple[float, ...], tuple[float, ...]]] = []
        every = max(1, len(record.decisions) // most)
        for turn, (player, action) in enumerate(record.decisions):
            if turn % every == 0 and not (state.secret() and state.asked_at != state.decisions):
                points = tuple(judge.all_points(state))
                scores = tuple(float(score) for score in state.scores())
                seen.append((state.decisions, points, scores))
            state.apply(player, action)
        wins = result(state).wins
        found += [Moment(number, *each, wins) for each in seen]
    return found


def fit(found: Sequence[Moment], lengths: Iterable[int]) -> Calibration:
    """The spread, the weight and the tail that make what came of the games most likely."""
    decisions = fmean(lengths)
    points = np.array([moment.points for moment in found])
    scores = np.array([moment.scores for moment in found])
    wins = np.array([moment.wins for moment in found])
    at = np.minimum(1.0, np.array([moment.decisions for moment in found]) / decisions)
    # How much each knot counts at a moment: the logarithm of the spread is a line between knots.
    shares = np.maximum(0.0, 1.0 - np.abs(at[:, None] * (MOMENTS - 1) - np.arange(MOMENTS)))
    logs = np.full(MOMENTS, math.log(10.0))
    present, tail = 0.0, LEAST_TAIL
    everywhere = np.full(len(found), True)

    def cost(logs: Array, present: float, tail: float, rows: NDArray[np.bool_]) -> float:
        leads = points[rows] + present * scores[rows]
        behind = (leads.max(axis=1, keepdims=True) - leads) / np.exp(shares[rows] @ logs)[:, None]
        weights = -np.log1p(tail * behind) / tail
        likelihood = weights - np.log(np.exp(weights).sum(axis=1, keepdims=True))
        return -float((wins[rows] * likelihood).sum())

    for _ in range(PASSES):
        for knot in range(MOMENTS):
            touched = shares[:, knot] > 0
            if touched.any():
                along = partial(_along, cost, logs, knot, present, tail, touched)
                logs[knot] = _least(along, math.log(NARROW), math.log(WIDE))
        present = _least(partial(_present, cost, logs, tail, everywhere), 0.0, MOST_PRESENT)
        tail = _least(partial(_tail, cost, logs, present, everywhere), LEAST_TAIL, MOST_TAIL)
    spread = tuple(round(float(each), 2) for each in np.exp(logs))
    return Calibration(round(decisions, 1), spread, round(present, 3), round(tail, 3))


def _present(cost: Cost, logs: Array, tail: float, rows: NDArray[np.bool_], weight: float) -> float:
    return cost(logs, weight, tail, rows)


def _tail(cost: Cost, logs: Array, present: float, rows: NDArray[np.bool_], tail: float) -> float:
    return cost(logs, present, tail, rows)


def _along(
    cost: Cost,
    logs: Array,
    knot: int,
    present: float,
    tail: float,
    rows: NDArray[np.bool_],
    log: float,
) -> float:
    """The cost with another value at one knot."""
    tried = logs.copy()
    tried[knot] = log
    return cost(tried, present, tail, rows)


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
    """Ten bins of predicted chances."""
    grouped: dict[int, list[tuple[float, float, int]]] = {}
    for moment, row in zip(found, told, strict=True):
        for chance, win in zip(row, moment.wins, strict=True):
            place = min(int(chance * BINS), BINS - 1)
            grouped.setdefault(place, []).append((chance, win, moment.game))
    return [_bin(grouped[place]) for place in sorted(grouped)]


def _bin(rows: Sequence[tuple[float, float, int]]) -> Bin:
    """Wilson's interval of what was observed.

    All positions of a game are taken for one observation, which counts the more the more of them are in
    the bin; so it has as many observations as Kish's effective sample size says.
    """
    weights = Counter(game for _, _, game in rows)
    games = len(rows) ** 2 / sum(count**2 for count in weights.values())
    predicted = fmean(chance for chance, _, _ in rows)
    observed = fmean(win for _, win, _ in rows)
    return Bin(len(rows), games, predicted, observed, *wilson(observed, games))


def wilson(share: float, count: float) -> tuple[float, float]:
    """The interval of a share that was observed in so many cases; it holds for small ones, too."""
    centre = (share + Z**2 / (2 * count)) / (1 + Z**2 / count)
    wide = Z * math.sqrt(share * (1 - share) / count + (Z / (2 * count)) ** 2) / (1 + Z**2 / count)
    return centre - wide, centre + wide


def better_by(
    found: Sequence[Moment], told: Sequence[tuple[float, ...]], other: Sequence[tuple[float, ...]]
) -> tuple[float, float]:
    """How much smaller one Brier score is than another, and the half of its interval; by game."""
    leads: dict[int, list[float]] = {}
    for moment, one, two in zip(found, told, other, strict=True):
        lead = fmean(
            (b - win) ** 2 - (a - win) ** 2 for a, b, win in zip(one, two, moment.wins, strict=True)
        )
        leads.setdefault(moment.game, []).append(lead)
    by_game = [fmean(each) for each in leads.values()]
    return fmean(by_game), Z * stdev(by_game) / math.sqrt(len(by_game))


@dataclass(frozen=True)
class Check:
    """How well games were foretold by a calibration they had no part in.

    `better` is how much the Brier score is smaller than that of the present scores, `within` the half of
    its interval.
    """

    game: str
    version: int
    players: int
    judge: str
    bots: str
    games: int
    brier: float
    brier_scores: float
    brier_even: float
    better: float
    within: float
    bins: list[Bin]

    @property
    def outside(self) -> int:
        """Bins whose prediction is outside of the interval of what was observed."""
        return sum(not each.low <= each.predicted <= each.high for each in self.bins)


@dataclass(frozen=True)
class Fitted:
    """What is kept: a calibration, with the digest of the weights it holds for (the own judge: none)."""

    calibration: Calibration
    check: Check
    weights: str = ""


def calibrate(game: Game, players: int, bots: str, records: Sequence[Record]) -> list[Fitted]:
    """Fit each judge there is, and foretell all games with it, each from the others."""
    weights = learned(game, players)
    judges = {OWN: (Judge(game), "")}
    if weights is not None:
        judges[LEARNED] = (weights.judge(game), weights.digest)
    lengths = [len(record.decisions) for record in records]
    even = (1 / players,) * players
    scores: list[tuple[float, ...]] = []
    fitted = []
    for name, (judge, digest) in judges.items():
        found = moments(records, judge)
        told = crossed(found, lengths)
        scores = scores or crossed(by_scores(found), lengths)
        better, within = better_by(found, told, scores)
        check = Check(
            game.id,
            game.version,
            players,
            name,
            bots,
            len(records),
            round(brier(found, told), 4),
            round(brier(found, scores), 4),
            round(brier(found, [even] * len(found)), 4),
            round(better, 4),
            round(within, 4),
            bins(found, told),
        )
        fitted.append(Fitted(fit(found, lengths), check, digest))
    return fitted


def main(arguments: Sequence[str] | None = None) -> int:
    """Play or read, fit, show, and with `--write` keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=game_ids())
    parser.add_argument("--players", type=int, nargs="+")
    parser.add_argument("--bots", default="adept:time=0")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=500_000)
    parser.add_argument("--folder", type=Path, default=Path("runs/calibration"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument(
        "--records", type=Path, nargs="+", help="folders with records; nothing is played"
    )
    parser.add_argument("--report", type=Path, help="keep what was found in this JSON file")
    parser.add_argument(
        "--write", action="store_true", help="keep the fit in the game's folder of the source tree"
    )
    chosen = parser.parse_args(arguments)
    game, console = find_game(chosen.game), Console()
    if chosen.records is None:
        folders = [_played(game, players, chosen, console) for players in _counts(game, chosen)]
    else:
        folders = chosen.records
    fitted: list[Fitted] = []
    for folder in folders:
        records = finished(game, folder)
        bots = _bots(folder) or chosen.bots
        for each in calibrate(game, records[0].players, bots, records):
            show(game, each.check, console)
            if chosen.report is not None:
                report(each.check, chosen.report)
            fitted.append(each)
    if chosen.write:
        write(game, fitted)
    return 0


def _counts(game: Game, chosen: argparse.Namespace) -> Sequence[int]:
    counts: Sequence[int] = chosen.players or [count for count in game.players if count > 1]
    return counts


def _played(game: Game, players: int, chosen: argparse.Namespace, console: Console) -> Path:
    contest = Contest.make(game, [chosen.bots] * players, chosen.games, players, chosen.seed)
    arena = Arena(contest, chosen.folder / f"{game.id}-{players}-v{game.version}")
    play(arena, "local", chosen.jobs, console)
    return arena.folder / "records"


def finished(game: Game, folder: Path) -> list[Record]:
    """The finished games in a folder; all of them must be of this game, version and as many players."""
    records: list[Record] = []
    for path in sorted(folder.glob("*.tianxia")):
        record = read_record(path.read_text("utf-8"))
        if record.game.id != game.id:
            raise TianxiaError(f"{path} is a record of {record.game.id}, not of {game.id}")
        if records and record.players != records[0].players:
            raise TianxiaError(f"{folder} has games of {records[0].players} and {record.players}")
        records.append(record)
    if not records:
        raise TianxiaError(f"no records in {folder}")
    return [record for record in records if record.replay().over()]


def _bots(folder: Path) -> str:
    """Who played there, if the folder is one of the arena."""
    contest = folder.parent / "contest.json"
    if not contest.exists():
        return ""
    return ", ".join(dict.fromkeys(json.loads(contest.read_text("utf-8"))["bots"]))


def show(game: Game, checked: Check, console: Console) -> None:
    """How well games were foretold from others."""
    title = (
        f"{game.title}, {checked.players} players, {checked.games} games of {checked.bots}, "
        f"{checked.judge} judge"
    )
    table = Table(title=title, box=None, title_justify="left")
    for column in ("predicted", "observed", "from", "to", "seats", "games"):
        table.add_column(column, justify="right")
    for each in checked.bins:
        shares = (each.predicted, each.observed, each.low, each.high)
        cells = (f"{100 * share:.1f} %" for share in shares)
        table.add_row(*cells, str(each.count), f"{each.games:.0f}")
    console.print(table)
    console.print(
        f"Brier score {checked.brier:.4f}; from the present scores {checked.brier_scores:.4f}, "
        f"better by {checked.better:.4f} ± {checked.within:.4f}; even chances "
        f"{checked.brier_even:.4f}; {checked.outside} bins outside",
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
        each["games"] = round(each["games"], 1)
    kept[f"{checked.game}, {checked.players} players, {checked.judge}"] = found
    path.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", "utf-8")


def write(game: Game, fitted: Sequence[Fitted]) -> None:
    """Into the game's folder of the source tree, beside what other numbers of players have there.

    What was learned is kept only where it foretells better than the game's own judge.
    """
    source = Path("src", *game.package.split("."))
    if not source.is_dir():
        raise TianxiaError(f"there is no {source} here: start this in the source tree")
    path = source / FILE
    kept: dict[str, Any] = {"version": game.version, "players": {}}
    if path.exists():
        data = tomllib.loads(path.read_text("utf-8"))
        if data["version"] == game.version:
            kept = data
    for each in fitted:
        check, players = each.check, str(each.check.players)
        if check.judge == OWN:
            kept["players"][players] = {}
        elif check.brier >= kept["players"][players][OWN]["brier"]:
            continue
        kept["players"][players][check.judge] = {
            **({"weights": each.weights} if each.weights else {}),
            "decisions": each.calibration.decisions,
            "spread": list(each.calibration.spread),
            "present": each.calibration.present,
            "tail": each.calibration.tail,
            "games": check.games,
            "bots": check.bots,
            "brier": check.brier,
        }
    lines = [
        "# How points become chances to win; written by `python -m tianxia.analysis.calibrate`.",
        f"version = {game.version}",
    ]
    for count in sorted(kept["players"], key=int):
        for judge, values in kept["players"][count].items():
            lines += ["", f"[players.{count}.{judge}]"]
            lines += [f"{name} = {value!r}".replace("'", '"') for name, value in values.items()]
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
