"""The command `tianxia balance`."""

import argparse
import json
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from ..bots import bot_help
from ..engine.game import Game
from ..engine.registry import game, game_ids
from ..extras import need
from ..text import Words, words
from .balance import Balance, Effect, Row
from .command import COLUMNS, WIDE, fingerprint, play, read_options
from .contest import Contest
from .report import Interval
from .run import Arena
from .sightings import Counted, Description, count_text
from .spread import PLACES

#: Rows shown of each kind; all are in the files.
MOST_SHOWN = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    say = words().say
    parser.add_argument("game", choices=game_ids(), help=say("cli-game"))
    parser.add_argument(
        "--bots", default="adept", metavar="BOT", help=say("balance-bots", bots=bot_help())
    )
    parser.add_argument("--games", type=int, default=400, metavar="N", help=say("balance-games"))
    parser.add_argument("--players", type=int, metavar="N", help=say("balance-players"))
    parser.add_argument("--seed", type=int, default=0, help=say("arena-seed"))
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=say("arena-option")
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help=say("arena-out"))
    parser.add_argument("--on", choices=PLACES, default="local", help=say("arena-on"))
    parser.add_argument("--jobs", type=int, metavar="N", help=say("arena-jobs"))
    parser.add_argument("--all", action="store_true", help=say("balance-all"))
    parser.add_argument("--plot", action="store_true", help=say("balance-plot"))
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    """Play, count, show, and write what was found beside the games."""
    need("joblib", "arena")
    if chosen.plot:
        need("matplotlib", "plots")
    found = game(chosen.game)
    players = found.default_players if chosen.players is None else chosen.players
    options = read_options(found, chosen.option)
    bots = [chosen.bots] * players
    contest = Contest.make(found, bots, chosen.games, players, chosen.seed, options)
    folder = chosen.out or Path("balance") / f"{found.id}-{fingerprint(contest)}"
    arena = Arena(contest, folder)
    play(arena, chosen.on, chosen.jobs, console)
    balance = Balance(contest, count_all(arena, console, chosen.jobs))
    write(balance, found, folder, chosen.plot)
    show(balance, found, console, chosen.all)
    console.print(escape(words().say("arena-kept", folder=str(folder))), highlight=False)
    return 0


def count_all(
    arena: Arena,
    console: Console,
    jobs: int | None = None,
    found: Game | None = None,
    description: Description | None = None,
) -> list[Counted]:
    """Count in the records of all games played, with a bar that shows how far it is.

    `found` and `description` are needed only for a game that is not installed.
    """
    from joblib import Parallel, delayed

    keys = list(arena.results())
    counted: list[Counted] = []
    with Progress(*COLUMNS, console=console) as progress:
        bar = progress.add_task(words().say("balance-counting"), total=len(keys))
        workers = Parallel(n_jobs=jobs or -1, return_as="generator_unordered")
        texts = ((key, arena.record_path(key).read_text("utf-8")) for key in keys)
        for each in workers(delayed(count_text)(*text, found, description) for text in texts):
            counted.append(each)
            progress.advance(bar)
    return counted


def write(balance: Balance, found: Game, folder: Path, plot: bool) -> None:
    """What was found as JSON, as two CSV files and, if wanted, as a picture."""
    text = json.dumps(balance.to_dict(), indent=1) + "\n"
    (folder / "balance.json").write_text(text, "utf-8")
    (folder / "effects.csv").write_text(balance.effects_csv(), "utf-8")
    (folder / "options.csv").write_text(balance.options_csv(), "utf-8")
    if balance.numbers:
        (folder / "numbers.csv").write_text(balance.numbers_csv(), "utf-8")
    if plot:
        own = words(found.package)
        balance.plot(folder / "balance.png", partial(name, own))


def show(balance: Balance, found: Game, console: Console, everything: bool = False) -> None:
    """A table for each kind of thing and one for the decisions."""
    own = words(found.package)
    if not console.is_terminal:  # into a file or a pipe goes the whole width
        console = Console(width=WIDE, file=console.file)
    for kind in balance.kinds():
        rows = [row for row in balance.rows if row.kind == kind]
        shown = rows if everything else _strongest(rows)
        console.print(_title(own, kind, shown, len(rows) - len(shown)), highlight=False)
        console.print(_effects(own, shown))
    if balance.numbers:
        console.print(own.say("balance-numbers"), style="bold")
        console.print(_numbers(own, balance))
    console.print(own.say("balance-options"), style="bold")
    console.print(_options(own, balance))
    console.print(escape(own.say("balance-legend")), highlight=False)


def name(own: Words, id: str) -> str:
    """The name of a thing: of each word of its id, if that has several."""
    return " ".join(own.name(word) for word in id.split(" "))


def _strongest(rows: list[Row]) -> list[Row]:
    """The rows that stand out most, in their order."""
    strength = {id(row): _strength(row.wins or row.points) for row in rows}
    most = sorted(rows, key=lambda row: -strength[id(row)])[:MOST_SHOWN]
    return [row for row in rows if any(row is each for each in most)]


def _strength(effect: Effect | None) -> float:
    return abs(effect.value) / effect.error if effect and effect.error else 0.0


def _title(own: Words, kind: str, rows: list[Row], left_out: int) -> str:
    how = "chosen"
    if rows[0].random:
        how = "dealt" if any(row.wins for row in rows) else "table"
    title = f"[bold]{escape(own.name(kind))}[/]: {escape(own.say(f'balance-{how}'))}"
    return title + (f" {escape(own.say('balance-left-out', count=left_out))}" if left_out else "")


def _effects(own: Words, rows: list[Row]) -> Table:
    columns: dict[str, list[str]] = {"thing": [escape(name(own, row.id)) for row in rows]}
    if any(row.stage for row in rows):
        columns["stage"] = [escape(own.name(row.stage or "balance-all-stages")) for row in rows]
    columns["games"] = [f"{row.games:,}" for row in rows]
    if any(row.seen for row in rows):
        columns["seen"] = [f"{row.seen:,}" for row in rows]
    if any(row.taken for row in rows):
        columns["taken"] = [_taken(row) for row in rows]
    if any(row.points for row in rows):
        columns["points"] = [_effect(row.points, 1) for row in rows]
    if any(row.wins for row in rows):
        columns["won"] = ["" if row.win_rate is None else f"{row.win_rate:.1%}" for row in rows]
        columns["wins"] = [_effect(row.wins, 100) for row in rows]
    return _table(own, columns, ("thing", "stage"))


def _options(own: Words, balance: Balance) -> Table:
    rows = balance.choices
    columns = {
        "question": [escape(choice.question) for choice in rows],
        "option": [escape(choice.option) for choice in rows],
        "games": [f"{choice.games:,}" for choice in rows],
        "offered": [f"{choice.offered:,}" for choice in rows],
        "taken": [_share(choice.share) for choice in rows],
    }
    return _table(own, columns, ("question", "option"))


def _numbers(own: Words, balance: Balance) -> Table:
    rows = balance.numbers
    columns = {
        "kind": [escape(own.name(row.kind)) for row in rows],
        "thing": [escape(name(own, row.id)) for row in rows],
        "games": [f"{row.games:,}" for row in rows],
        "count": [f"{row.count:,}" for row in rows],
        "mean": [f"{row.mean.value:.2f} ({row.mean.low:.2f}–{row.mean.high:.2f})" for row in rows],
        "least": [f"{row.least:g}" for row in rows],
        "low": [f"{row.low:g}" for row in rows],
        "median": [f"{row.median:g}" for row in rows],
        "high": [f"{row.high:g}" for row in rows],
        "most": [f"{row.most:g}" for row in rows],
    }
    return _table(own, columns, ("kind", "thing"))


def _table(own: Words, columns: dict[str, list[str]], texts: tuple[str, ...]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for id in columns:
        table.add_column(
            own.say(f"balance-column-{id}"), justify="left" if id in texts else "right"
        )
    for cells in zip(*columns.values(), strict=True):
        table.add_row(*cells)
    return table


def _taken(row: Row) -> str:
    if row.share is not None:
        return _share(row.share)
    return "" if row.stage else f"{row.taken:,}"


def _share(found: Interval) -> str:
    return f"{found.value:.1%} ({100 * found.low:.1f}–{100 * found.high:.1f})"


def _effect(found: Effect | None, factor: float) -> str:
    """A star marks what is no accident, after the correction."""
    if found is None:
        return ""
    value, low, high = (factor * each for each in (found.value, found.low, found.high))
    star = "*" if found.p < 0.05 else " "
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f}){star}"
