"""Measures what the analysis promises, on games that had no part in any tuning.

    python benchmarks/analysis.py games year-of-the-dragon --games 50    # of each level of bots
    python benchmarks/analysis.py blunders year-of-the-dragon --most 50  # found blunders played on
    python benchmarks/analysis.py report                                 # docs/figures/analysis.json

Games and blunders are kept in the folder as they are done: a run that was interrupted goes on.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

import tianxia
from tianxia.analysis import EFFORTS, analyse, hint
from tianxia.analysis.game import position, why
from tianxia.arena.contest import Contest, Job, play_job
from tianxia.bots import choose
from tianxia.engine.game import Game
from tianxia.engine.record import Record, read_record
from tianxia.engine.rng import Rng

LEVELS = ("random", "novice", "greedy", "adept", "master")
#: Seeds that nothing else uses.
FIRST_SEED = 9_300_000
FIGURES = Path("docs/figures/analysis.json")


def jobs(
    game: Game, players: int, games: int, levels: Sequence[str]
) -> Iterator[tuple[Contest, Job]]:
    """So many games of each level among its equals, the levels in turn.

    Not levels against each other: who has lost already has no more win chance to lose.
    """
    for number in range(games):
        for level in levels:
            contest = Contest.make(game, [level] * players, 1, players, FIRST_SEED + number)
            yield contest, contest.jobs()[0]


def key_of(contest: Contest, job: Job) -> str:
    return f"{job.seats[0]}-{contest.players}-{job.seed}"


def one_game(contest: Contest, job: Job, effort: str) -> dict[str, Any]:
    """Play a game and analyse it."""
    _, text = play_job(contest, job)
    record = read_record(text)
    began = time.perf_counter(), time.process_time()
    found = analyse(record, EFFORTS[effort], seed=job.seed)
    took = time.perf_counter() - began[0], time.process_time() - began[1]
    seats = []
    for player, level in enumerate(job.seats):
        summary = found.summary(player)
        seats.append(
            {
                "level": level,
                "decisions": summary.decisions,
                "loss": round(summary.loss, 5),
                "luck": round(summary.luck or 0.0, 5),
                "result": round(summary.result or 0.0, 5),
                "names": summary.names,
            }
        )
    blunders = [
        {
            "number": each.turn.number,
            "player": each.turn.player,
            "loss": round(each.loss, 4),
            "best": each.best.actions,
            "played": each.turn.actions,
        }
        for each in found.judged
        if each.name == "blunder"
    ]
    return {
        "key": key_of(contest, job),
        "effort": effort,
        "calibrated": found.calibrated,
        "seconds": round(took[0], 1),
        "core_seconds": round(took[1], 1),
        "seats": seats,
        "blunders": blunders,
        "record": text,
    }


def kept(path: Path) -> list[dict[str, Any]]:
    """What a file of lines holds so far."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def add(path: Path, row: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def play_games(chosen: argparse.Namespace, console: Console) -> None:
    game = tianxia.game(chosen.game)
    players = chosen.players or min(2, game.players[-1])
    path = chosen.folder / f"{game.id}.jsonl"
    done = {row["key"] for row in kept(path)}
    waiting = [
        (contest, job)
        for contest, job in jobs(game, players, chosen.games, chosen.levels)
        if key_of(contest, job) not in done
    ]
    for contest, job in track(waiting, game.id, console=console):
        add(path, one_game(contest, job, chosen.effort))


def play_on(
    record: Record, number: int, actions: Sequence[int], seat: int, deal: int, bot: str
) -> float:
    """What a seat gets in the end after these actions, in a fresh deal of what it could not know."""
    turn_state = record.replay(number)
    start = record.replay(turn_state.asked_at) if turn_state.secret() else turn_state
    state = start.determinize(seat, deal)
    for action in actions:
        state.apply(seat, action)
    dice = Rng()
    dice.seed(deal)
    while not state.over():
        player = state.next_actor()
        state.apply(player, choose(bot, state, player, dice))
    if record.players == 1:
        return float(state.scores()[0])
    winners = state.winners()
    return 1 / len(winners) if seat in winners else 0.0


def confirm(chosen: argparse.Namespace, console: Console) -> None:
    """Play both options of each blunder on in the same fresh deals; who comes off better?"""
    path = chosen.folder / f"{chosen.game}-{chosen.bot}-blunders.jsonl"
    done = {row["key"] for row in kept(path)}
    found = [
        (row, blunder)
        for row in kept(chosen.folder / f"{chosen.game}.jsonl")
        for blunder in row["blunders"]
    ]
    # At most two of a game, from all of them in turn.
    waiting = [(row, blunder) for row, blunder in found if row["blunders"].index(blunder) < 2][
        : chosen.most
    ]
    for row, blunder in track(waiting, f"{chosen.game} blunders", console=console):
        key = f"{row['key']}-{blunder['number']}-{blunder['player']}"
        if key in done:
            continue
        record = read_record(row["record"])
        leads = []
        for deal in range(chosen.deals):
            ends = [
                play_on(
                    record, blunder["number"], actions, blunder["player"], 77_000 + deal, chosen.bot
                )
                for actions in (blunder["best"], blunder["played"])
            ]
            leads.append(ends[0] - ends[1])
        add(path, {"key": key, "lead": round(fmean(leads), 4), "deals": len(leads)})


def interval(values: Sequence[float]) -> dict[str, float]:
    """A mean and twice its standard error."""
    wide = 2 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return {"mean": round(fmean(values), 4), "within": round(wide, 4), "count": len(values)}


def measured(
    game: Game, rows: Sequence[dict[str, Any]], blunders: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """What was found for one game."""
    alone = game.players[-1] == 1
    unit = 100.0 if alone else 1000.0
    levels: dict[str, Any] = {}
    for level in LEVELS:
        seats = [seat for row in rows for seat in row["seats"] if seat["level"] == level]
        decisions = sum(seat["decisions"] for seat in seats)
        if decisions:
            rates = [unit * seat["loss"] / max(1, seat["decisions"]) for seat in seats]
            levels[level] = {
                "rate": round(unit * sum(seat["loss"] for seat in seats) / decisions, 2),
                **interval(rates),
            }
    better = []
    for row in rows:
        order = sorted(row["seats"], key=lambda seat: seat["loss"] / max(1, seat["decisions"]))
        if not alone:
            better.append(sum(seat["result"] for seat in order[: len(order) // 2]))
    decided = [each for each in blunders if each["lead"] != 0]
    return {
        "games": len(rows),
        "effort": sorted({row["effort"] for row in rows}),
        "players": sorted({len(row["seats"]) for row in rows}),
        "levels": levels,
        "ordered": list(levels) == sorted(levels, key=lambda level: -levels[level]["rate"]),
        "better_half_wins": interval(better) if better else None,
        "luck": interval([row["seats"][0]["luck"] for row in rows]),
        "core_seconds": round(fmean(row["core_seconds"] for row in rows), 1),
        "blunders": {
            "tried": len(blunders),
            "confirmed": sum(each["lead"] > 0 for each in decided),
            "refuted": sum(each["lead"] < 0 for each in decided),
        },
    }


def report(chosen: argparse.Namespace, console: Console) -> None:
    """All that was measured, as a table and as JSON."""
    found: dict[str, Any] = {}
    table = Table(box=None)
    for column in ("game", "games", *LEVELS, "ordered", "better half wins", "luck", "blunders"):
        table.add_column(column, justify="right")
    for game in tianxia.all_games():
        rows = kept(chosen.folder / f"{game.id}.jsonl")
        if not rows:
            continue
        blunders = [
            each
            for path in sorted(chosen.folder.glob(f"{game.id}-*-blunders.jsonl"))
            for each in kept(path)
        ]
        one = found[game.id] = measured(game, rows, blunders)
        half, luck = one["better_half_wins"], one["luck"]
        table.add_row(
            game.id,
            str(one["games"]),
            *(
                f"{one['levels'][level]['rate']:.1f}" if level in one["levels"] else ""
                for level in LEVELS
            ),
            "yes" if one["ordered"] else "no",
            f"{100 * half['mean']:.0f} ± {100 * half['within']:.0f} %" if half else "",
            f"{luck['mean']:.3f} ± {luck['within']:.3f}",
            f"{one['blunders']['confirmed']} of {one['blunders']['confirmed'] + one['blunders']['refuted']}",
        )
    console.print(table)
    chosen.figures.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def timing(chosen: argparse.Namespace, console: Console) -> None:
    """How long an analysis, a hint and its reasons take."""
    game = tianxia.game(chosen.game)
    contest, job = next(jobs(game, chosen.players or game.default_players, 1, [chosen.bot]))
    record = read_record(play_job(contest, job)[1])
    began = time.perf_counter(), time.process_time()
    found = analyse(record, EFFORTS["standard"], jobs=chosen.jobs)
    console.print(
        f"{game.id}, {record.players} players, {len(record.decisions)} decisions: "
        f"{time.perf_counter() - began[0]:.1f} s ({time.process_time() - began[1]:.1f} s of core in this "
        f"process) with load {os.getloadavg()[0]:.1f}"
    )
    longest, reasoned = 0.0, 0.0
    for judged in found.judged[:: max(1, len(found.judged) // 10)]:
        before = position(record, judged.turn)
        part = Record(
            game,
            record.players,
            record.seed,
            record.options,
            record.decisions[: before.decisions],
            record.key,
        )
        began_at = time.process_time()
        hint(part, judged.turn.player)
        longest = max(longest, time.process_time() - began_at)
        began_at = time.process_time()
        why(record, judged)
        reasoned = max(reasoned, time.process_time() - began_at)
    console.print(f"longest of ten hints {longest:.2f} s of core, of ten reasons {reasoned:.2f} s")


def main() -> None:
    """Do one of the parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("games", "blunders", "report", "time"))
    parser.add_argument("game", nargs="?", choices=[game.id for game in tianxia.all_games()])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--players", type=int)
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS)
    parser.add_argument("--effort", choices=list(EFFORTS), default="quick")
    parser.add_argument("--most", type=int, default=50, help="blunders played on")
    parser.add_argument("--deals", type=int, default=20, help="deals for each of them")
    parser.add_argument("--bot", default="master", help="who plays them on")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("runs/analysis"))
    parser.add_argument("--figures", type=Path, default=FIGURES)
    chosen = parser.parse_args()
    if chosen.part != "report" and chosen.game is None:
        parser.error("name a game")
    parts = {"games": play_games, "blunders": confirm, "report": report, "time": timing}
    parts[chosen.part](chosen, Console())


if __name__ == "__main__":
    main()
