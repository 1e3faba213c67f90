"""Fitting the calibration of a game to games of bots, and checking it on others.

    python -m tianxia.analysis.calibrate middle-kingdom --players 2 4 --bots adept --games 400 --write

plays the games with the arena (they are kept and a run that was interrupted goes on), fits the
spread on the first half and shows on the other half how well chances were foretold.
"""

import argparse
import math
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.table import Table

from ..arena.command import play
from ..arena.contest import Contest
from ..arena.run import Arena
from ..engine.game import Game
from ..engine.record import Record, read_record
from ..engine.registry import game as find_game
from ..engine.registry import game_ids
from .evaluator import FILE, Calibration, chances, result

#: Moments of a game at which a spread is fitted.
MOMENTS = 6
BINS = 10
NARROW, WIDE = 0.3, 200.0
Z = 1.96


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
    """The spread that makes what came of the games most likely."""
    decisions = fmean(lengths)
    spread = [10.0] * MOMENTS
    for _ in range(4):
        for knot in range(MOMENTS):
            spread[knot] = _best_spread(found, decisions, spread, knot)
    return Calibration(round(decisions, 1), tuple(round(each, 2) for each in spread))


def _best_spread(
    found: Sequence[Moment], decisions: float, spread: Sequence[float], knot: int
) -> float:
    """The best value at one knot, the others as they are (golden section on its logarithm)."""
    touched = [
        moment
        for moment in found
        if abs(min(1.0, moment.decisions / decisions) * (MOMENTS - 1) - knot) < 1
    ]
    if not touched:
        return spread[knot]

    def cost(value: float) -> float:
        tried = [*spread[:knot], value, *spread[knot + 1 :]]
        return surprise(touched, Calibration(decisions, tuple(tried)))

    ratio = (math.sqrt(5) - 1) / 2
    low, high = math.log(NARROW), math.log(WIDE)
    while high - low > 0.01:
        one, two = high - ratio * (high - low), low + ratio * (high - low)
        if cost(math.exp(one)) < cost(math.exp(two)):
            high = two
        else:
            low = one
    return math.exp((low + high) / 2)


def surprise(found: Sequence[Moment], calibration: Calibration) -> float:
    """The mean logarithmic loss of the chances."""
    total = 0.0
    for moment in found:
        predicted = chances(moment.points, calibration.spread_at(moment.decisions))
        for chance, win in zip(predicted, moment.wins, strict=True):
            if win:
                total -= win * math.log(max(chance, 1e-9))
    return total / len(found)


def brier(predictions: Sequence[tuple[float, float]]) -> float:
    """The mean squared error of chances."""
    return fmean((chance - win) ** 2 for chance, win in predictions)


def predictions(
    found: Sequence[Moment], calibration: Calibration, by_scores: bool = False
) -> list[tuple[float, float]]:
    """Chance and result of every seat at every moment, from the judge or from the present scores."""
    pairs: list[tuple[float, float]] = []
    for moment in found:
        points = moment.scores if by_scores else moment.points
        spread = calibration.spread_at(moment.decisions)
        pairs += zip(chances(points, spread), moment.wins, strict=True)
    return pairs


def bins(found: Sequence[Moment], calibration: Calibration) -> list[Bin]:
    """Ten bins of predicted chances; intervals with one game as one observation."""
    grouped: dict[int, list[tuple[float, float, int]]] = {}
    for moment in found:
        spread = calibration.spread_at(moment.decisions)
        for chance, win in zip(chances(moment.points, spread), moment.wins, strict=True):
            grouped.setdefault(min(int(chance * BINS), BINS - 1), []).append(
                (chance, win, moment.game)
            )
    return [_bin(grouped[place]) for place in sorted(grouped)]


def _bin(rows: Sequence[tuple[float, float, int]]) -> Bin:
    observed = fmean(win for _, win, _ in rows)
    by_game: dict[int, float] = {}
    for _, win, game in rows:
        by_game[game] = by_game.get(game, 0.0) + win - observed
    count = len(rows)
    # Positions of one game are one piece of evidence: errors are added up by game.
    error = math.sqrt(sum(each * each for each in by_game.values())) / count
    few = 1 / len(by_game)  # with few games the sample's own spread says too little
    wide = Z * max(error, math.sqrt(few * max(observed * (1 - observed), few)))
    predicted = fmean(chance for chance, _, _ in rows)
    return Bin(count, predicted, observed, observed - wide, observed + wide)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, fit, show, and with `--write` keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=game_ids())
    parser.add_argument("--players", type=int, nargs="+")
    parser.add_argument("--bots", default="adept")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=500_000)
    parser.add_argument("--folder", type=Path, default=Path("runs/calibration"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args(arguments)
    game, console = find_game(chosen.game), Console()
    fitted: dict[int, Calibration] = {}
    for players in chosen.players or game.players:
        bots = [chosen.bots] * players
        contest = Contest.make(game, bots, chosen.games, players, chosen.seed)
        arena = Arena(contest, chosen.folder / f"{game.id}-{players}-v{game.version}")
        play(arena, "local", chosen.jobs, console)
        records = [
            read_record(arena.record_path(job.key).read_text("utf-8")) for job in contest.jobs()
        ]
        half = len(records) // 2
        lengths = [len(record.decisions) for record in records[:half]]
        fitted[players] = fit(moments(records[:half]), lengths)
        show(game, players, fitted[players], moments(records[half:]), console)
    if chosen.write:
        write(game, fitted, chosen.bots, chosen.games)
    return 0


def show(
    game: Game, players: int, fitted: Calibration, others: Sequence[Moment], console: Console
) -> None:
    """How well the other half was foretold."""
    table = Table(title=f"{game.title}, {players} players", box=None, title_justify="left")
    for column in ("predicted", "observed", "from", "to", "seats"):
        table.add_column(column, justify="right")
    for each in bins(others, fitted):
        shares = (each.predicted, each.observed, each.low, each.high)
        table.add_row(*(f"{100 * share:.1f} %" for share in shares), str(each.count))
    console.print(table)
    present = fit([_present(moment) for moment in others], [round(fitted.decisions)])
    console.print(
        f"Brier score {brier(predictions(others, fitted)):.4f}; from the present scores, fitted to "
        f"these very games, {brier(predictions(others, present, by_scores=True)):.4f}",
        highlight=False,
    )


def _present(moment: Moment) -> Moment:
    """The same with the present scores instead of the judge's."""
    return Moment(moment.game, moment.decisions, moment.scores, moment.scores, moment.wins)


def write(game: Game, fitted: dict[int, Calibration], bots: str, games: int) -> None:
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
            "games": games,
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
