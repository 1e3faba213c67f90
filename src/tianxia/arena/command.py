"""The command `tianxia arena`."""

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..bots import bot_help, split_specs
from ..engine.errors import OptionError
from ..engine.game import Game
from ..engine.registry import game, game_ids
from ..extras import need
from ..text import words
from .contest import Contest
from .report import Interval, Report, Row
from .run import Arena
from .spread import PLACES

WIDE = 160
#: Of a bar that shows how far it is.
COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    TimeRemainingColumn(),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    say = words().say
    parser.add_argument("game", choices=game_ids(), help=say("cli-game"))
    parser.add_argument(
        "--bots", required=True, metavar="A,B,...", help=say("arena-bots", bots=bot_help())
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help=say("arena-games"))
    parser.add_argument("--players", type=int, metavar="N", help=say("arena-players"))
    parser.add_argument("--seed", type=int, default=0, help=say("arena-seed"))
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=say("arena-option")
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help=say("arena-out"))
    parser.add_argument("--on", choices=PLACES, default="local", help=say("arena-on"))
    parser.add_argument("--jobs", type=int, metavar="N", help=say("arena-jobs"))
    parser.add_argument("--plot", action="store_true", help=say("arena-plot"))
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    """Play, show the ladder, and write the report beside the games."""
    # Said before games are played that nobody could report on.
    need("joblib", "arena")
    need("openskill", "arena")
    if chosen.plot:
        need("matplotlib", "plots")
    found = game(chosen.game)
    options = read_options(found, chosen.option)
    contest = Contest.make(
        found, split_specs(chosen.bots), chosen.games, chosen.players, chosen.seed, options
    )
    folder = chosen.out or Path("arena") / f"{found.id}-{fingerprint(contest)}"
    arena = Arena(contest, folder)
    play(arena, chosen.on, chosen.jobs, console)
    report = Report(contest, arena.results())
    write(report, folder, chosen.plot)
    show(report, console)
    console.print(escape(words().say("arena-kept", folder=str(folder))), highlight=False)
    return 0


def play(arena: Arena, on: str, jobs: int | None, console: Console) -> None:
    """Play what is waiting, with a bar that shows how far it is."""
    total, waiting = len(arena.contest.jobs()), len(arena.waiting())
    with Progress(*COLUMNS, console=console) as progress:
        bar = progress.add_task(arena.contest.game, total=total, completed=total - waiting)
        arena.run(on, jobs, lambda: progress.advance(bar))


def write(report: Report, folder: Path, plot: bool) -> None:
    """The report as JSON, CSV and, if wanted, as a picture."""
    text = json.dumps(report.to_dict(), indent=2) + "\n"
    (folder / "report.json").write_text(text, "utf-8")
    (folder / "report.csv").write_text(report.csv(), "utf-8")
    if plot:
        report.plot(folder / "report.png")


def show(report: Report, console: Console) -> None:
    """The ladder, and the tables if there are several."""
    say = words().say
    several = len(report.contest.tables()) > 1 and report.contest.players > 1
    if not console.is_terminal:  # into a file or a pipe goes the whole width
        console = Console(width=WIDE, file=console.file)
    console.print(_table(say("arena-ladder"), report.ladder, report.contest.players))
    if several:
        console.print(_table(say("arena-tables"), report.tables, report.contest.players))


def _table(title: str, rows: list[Row], players: int) -> Table:
    columns: dict[str, list[str]] = {"bot": [escape(row.bot) for row in rows]}
    if any(row.against for row in rows):
        columns["against"] = [escape(", ".join(row.against)) for row in rows]
    columns["games"] = [str(row.games) for row in rows]
    if players > 1:
        columns["wins"] = [_interval(row.win_rate, 100, "%") for row in rows]
    columns["score"] = [_interval(row.score) for row in rows]
    if players > 1:
        columns["place"] = [_interval(row.place, digits=2) for row in rows]
    if any(row.rating is not None for row in rows):
        columns["rating"] = [f"{row.rating:.1f} ± {row.uncertainty:.1f}" for row in rows]
    columns["time"] = [f"{1000 * row.seconds:.1f} ms" for row in rows]
    columns["longest"] = [f"{1000 * row.longest:.0f} ms" for row in rows]
    if any(row.titles for row in rows):
        columns["titles"] = [
            escape(", ".join(f"{title} {count}" for title, count in row.titles.items()))
            for row in rows
        ]
    table = Table(title=title, box=None, padding=(0, 2, 0, 0), title_justify="left")
    for id in columns:
        table.add_column(
            words().say(f"arena-column-{id}"),
            justify="left" if id in ("bot", "against", "titles") else "right",
        )
    for cells in zip(*columns.values(), strict=True):
        table.add_row(*cells)
    return table


def _interval(found: Interval, factor: float = 1, unit: str = "", digits: int = 1) -> str:
    value, low, high = (factor * each for each in (found.value, found.low, found.high))
    return f"{value:.{digits}f}{unit} ({low:.{digits}f}–{high:.{digits}f})"


def read_options(found: Game, given: list[str]) -> dict[str, Any]:
    """The options of a game as they stand on a command line: NAME=VALUE."""
    known = {option.name: option for option in found.options}
    options: dict[str, Any] = {}
    for text in given:
        name, _, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"{found.id} has no option {name!r}; it has: {names}")
        options[name] = known[name].parse(value)
    return options


def fingerprint(contest: Contest) -> str:
    """The same contest gets the same folder, so that the same command goes on with it."""
    same = {key: value for key, value in contest.to_dict().items() if key != "games"}
    return hashlib.sha256(json.dumps(same, sort_keys=True).encode()).hexdigest()[:8]
