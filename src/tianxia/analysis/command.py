"""The command `tianxia analyse`."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from ..arena.command import COLUMNS
from ..arena.spread import PLACES
from ..engine.errors import RecordError
from ..engine.record import Record, read_record
from ..extras import need
from ..terminal import seat_names
from ..text import words
from .decisions import NAMES, Judged, turns
from .game import EFFORTS, Analysis, Summary, analyse, question, why
from .reasons import tell

WIDE = 140
#: Kinds of questions told of everybody, the costliest first.
QUESTIONS = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    say = words().say
    parser.add_argument("record", type=Path, nargs="+", help=say("cli-record"))
    parser.add_argument(
        "--effort", choices=list(EFFORTS), default="standard", help=say("analyse-effort")
    )
    parser.add_argument("--seed", type=int, default=0, help=say("analyse-seed"))
    parser.add_argument("--jobs", type=int, default=-1, metavar="N", help=say("analyse-jobs"))
    parser.add_argument("--on", choices=PLACES, default="local", help=say("analyse-on"))
    parser.add_argument("--json", type=Path, metavar="FILE", help=say("analyse-json"))
    parser.add_argument("--plot", type=Path, metavar="FILE", help=say("analyse-plot"))
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    """Analyse each record, show it, and all of them together."""
    if not console.is_terminal:
        console = Console(width=WIDE, file=console.file)
    if chosen.plot is not None:
        need("matplotlib", "plots")
    records = {path: read(path) for path in chosen.record}
    found: dict[Path, Analysis] = {}
    for path, record in records.items():
        found[path] = _analyse(path, record, chosen, console)
        names = names_of(path, record)
        show(record, found[path], names, console, chosen.seed)
        if chosen.plot is not None:
            plot(found[path], names, chosen.plot)
    if len(found) > 1:
        console.print(together(records, found))
        console.print(by_question(records, found))
    if chosen.json is not None:
        data = [{"record": str(path), **each.to_dict()} for path, each in found.items()]
        chosen.json.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    return 0


def read(path: Path) -> Record:
    """A record from a file; what is wrong with it is said with its name."""
    try:
        return read_record(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(0, f"{path}: {error}") from error


def names_of(path: Path, record: Record) -> list[str]:
    """Who sat there: the bots, if the record lies in a folder of the arena."""
    contest = path.parent.parent / "contest.json"
    if path.parent.name == "records" and contest.exists():
        bots = json.loads(contest.read_text("utf-8"))["bots"]
        turn = path.stem.rpartition("-")[2]
        if len(bots) == record.players and turn.isdigit():
            at = int(turn)
            return bots[-at:] + bots[:-at] if at else list(bots)
    return list(seat_names(record.players))


def _analyse(path: Path, record: Record, chosen: argparse.Namespace, console: Console) -> Analysis:
    with Progress(*COLUMNS, console=console, transient=True) as progress:
        bar = progress.add_task(escape(path.name), total=sum(1 for _ in turns(record)))
        return analyse(
            record,
            EFFORTS[chosen.effort],
            seed=chosen.seed,
            jobs=chosen.jobs,
            done=lambda judged: progress.advance(bar),
            on=chosen.on,
        )


def show(
    record: Record, analysis: Analysis, names: Sequence[str], console: Console, seed: int = 0
) -> None:
    """How everybody played, and the costliest decisions of each with the reasons."""
    say = words().say
    console.print(_summaries(analysis, names))
    console.print(say(f"analyse-{analysis.evaluator}"))
    if not analysis.calibrated:
        console.print(say("analyse-uncalibrated"))
    for player in range(analysis.players):
        costly = analysis.costliest(player)
        if costly:
            title = say("analyse-costliest", player=names[player])
            console.print(_costliest(title, record, costly, alone=analysis.players == 1))
            for each in costly:
                console.print(escape(_why(record, each, seed)), highlight=False)


def _summaries(analysis: Analysis, names: Sequence[str]) -> Table:
    say = words().say
    table = Table(title=say("analyse-players"), box=None, title_justify="left")
    table.add_column(say("analyse-column-player"))
    columns = ("decisions", "rate", "wrong", "strength", *NAMES[1:], "luck", "result", "adjusted")
    for column in columns:
        table.add_column(say(f"analyse-column-{column}"), justify="right")
    alone = analysis.players == 1
    for player in range(analysis.players):
        found = analysis.summary(player)
        table.add_row(
            escape(names[player]),
            str(found.decisions),
            f"{found.rate:.2f}",
            f"{100 * found.error:.0f} %",
            say(f"strength-{found.strength}"),
            *(str(found.names[name]) for name in NAMES[1:]),
            *(amount(each, alone) for each in (found.luck, found.result, found.adjusted)),
        )
    return table


def _costliest(title: str, record: Record, costly: Sequence[Judged], alone: bool) -> Table:
    say = words().say
    table = Table(title=title, box=None, title_justify="left")
    for column, side in (("number", "right"), ("played", "left"), ("better", "left")):
        table.add_column(say(f"analyse-column-{column}"), justify=side)  # type: ignore[arg-type]
    for column in ("loss", "error"):
        table.add_column(say(f"analyse-column-{column}"), justify="right")
    for each in costly:
        table.add_row(
            str(each.turn.number + 1),
            escape(notation(record, each.turn.actions)),
            escape(notation(record, each.best.actions)),
            amount(each.loss, alone),
            amount(each.error, alone),
        )
    return table


def _why(record: Record, judged: Judged, seed: int) -> str:
    """Why something else would have been better, in words."""
    told = tell(words(record.game.package), why(record, judged, seed))
    return words().say("analyse-why", number=judged.turn.number + 1, wanted=told)


def notation(record: Record, actions: Sequence[int]) -> str:
    """Actions as they are written in a record."""
    return ", ".join(record.game.space.text(action) for action in actions)


def amount(value: float | None, alone: bool) -> str:
    """Win chance in per cent, alone points."""
    if value is None:
        return ""
    return f"{value:.1f}" if alone else f"{100 * value:.1f} %"


def together(records: dict[Path, Record], found: dict[Path, Analysis]) -> Table:
    """Who plays how well over all records."""
    say = words().say
    by_name: dict[str, list[Summary]] = {}
    for path, analysis in found.items():
        for player, name in enumerate(names_of(path, records[path])):
            by_name.setdefault(name, []).append(analysis.summary(player))
    table = Table(title=say("analyse-together", games=len(found)), box=None, title_justify="left")
    table.add_column(say("analyse-column-player"))
    for column in ("games", "decisions", "rate", "wrong", *NAMES[1:]):
        table.add_column(say(f"analyse-column-{column}"), justify="right")
    rows: list[tuple[float, list[str]]] = []
    for name, summaries in by_name.items():
        decisions = sum(each.decisions for each in summaries)
        rate = sum(each.rate * each.decisions for each in summaries) / max(1, decisions)
        stake = sum(each.stake * each.decisions for each in summaries) / max(1, decisions)
        error = rate / stake if stake > 0 else 0.0
        counts = [fmean(each.names[kind] for each in summaries) for kind in NAMES[1:]]
        cells = [
            escape(name),
            str(len(summaries)),
            str(decisions),
            f"{rate:.2f}",
            f"{100 * error:.0f} %",
        ]
        rows.append((error, cells + [f"{count:.1f}" for count in counts]))
    for _, cells in sorted(rows):
        table.add_row(*cells)
    return table


def by_question(records: dict[Path, Record], found: dict[Path, Analysis]) -> Table:
    """Where everybody loses most over all records: the kinds of questions, what they cost and their share."""
    say = words().say
    lost: dict[str, dict[tuple[str, str], list[Judged]]] = {}
    for path, analysis in found.items():
        record = records[path]
        names = names_of(path, record)
        for judged in analysis.judged:
            if len(judged.options) > 1:
                kind = record.game.title, question(record, judged.turn)
                kinds = lost.setdefault(names[judged.turn.player], {})
                kinds.setdefault(kind, []).append(judged)
    table = Table(title=say("analyse-questions"), box=None, title_justify="left")
    for column in ("player", "game", "question"):
        table.add_column(say(f"analyse-column-{column}"))
    for column in ("decisions", "rate", "share", *NAMES[1:]):
        table.add_column(say(f"analyse-column-{column}"), justify="right")
    for name in sorted(lost):
        costs = {kind: sum(each.cost for each in asked) for kind, asked in lost[name].items()}
        whole = sum(max(0.0, cost) for cost in costs.values())
        for kind in sorted(costs, key=lambda kind: -costs[kind])[:QUESTIONS]:
            asked, share = lost[name][kind], max(0.0, costs[kind]) / (whole or 1.0)
            called = [str(sum(each.name == one for each in asked)) for one in NAMES[1:]]
            rate = f"{costs[kind] / len(asked):.2f}"
            table.add_row(
                escape(name), *kind, str(len(asked)), rate, f"{100 * share:.0f} %", *called
            )
    return table


def plot(analysis: Analysis, names: Sequence[str], path: Path) -> None:
    """Everybody's prospects over the game."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    figure: Any
    figure, axes = pyplot.subplots(figsize=(9, 4.5), layout="constrained")
    numbers = [step.number + 1 for step in analysis.steps]
    for player, name in enumerate(names):
        axes.plot(numbers, [step.after[player] for step in analysis.steps], label=name)
    say = words().say
    axes.set_xlabel(say("analyse-axis-decisions"))
    axes.set_ylabel(say("analyse-axis-points" if analysis.players == 1 else "analyse-axis-wins"))
    if analysis.players > 1:
        axes.set_ylim(0, 1)
    axes.legend()
    figure.savefig(path)
    pyplot.close(figure)
