"""The `tianxia` command."""

import argparse
import json
import os
import re
import secrets
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from . import COMPILED, __version__
from .analysis import command as analysis
from .arena import command as arena
from .arena import league, weighing
from .bench import measure
from .bots import check_spec
from .engine.errors import OptionError, RecordError, TianxiaError
from .engine.game import Game
from .engine.match import Match
from .engine.options import option_text
from .engine.record import KEY, Record, read_record
from .engine.registry import all_games, game, game_ids
from .learning import command as training
from .server import PORT
from .teaching import command as teaching
from .teaching import puzzle_command as puzzling
from .terminal import Replay, Session, rules, seat_names, show_result
from .text import words

SEEDS = 1 << 32


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns what the shell gets."""
    console = Console()
    parser = _parser()
    try:
        chosen, rest = parser.parse_known_args(arguments)
        if chosen.command != "play" and rest:
            parser.error(words().say("cli-unknown", words=" ".join(rest)))
        status: int = chosen.run(chosen, rest, console)
    except TianxiaError as error:
        Console(stderr=True).print(f"[red]tianxia:[/] {escape(str(error))}", highlight=False)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    say = words().say
    parser = argparse.ArgumentParser(prog="tianxia", description=say("cli-about"))
    built = say("cli-compiled" if COMPILED else "cli-plain")
    parser.add_argument("--version", action="version", version=f"tianxia {__version__} ({built})")
    commands = parser.add_subparsers(dest="command", required=True, metavar=say("cli-command"))

    listing = commands.add_parser("games", help=say("cli-games"))
    listing.set_defaults(run=_games)

    reading = commands.add_parser("rules", help=say("cli-rules"))
    reading.add_argument("game", choices=game_ids(), help=say("cli-game"))
    reading.set_defaults(run=_rules)

    learning = commands.add_parser("learn", help=say("cli-learn"))
    teaching.add_arguments(learning)

    solving = commands.add_parser("puzzle", help=say("cli-puzzle"))
    puzzling.add_arguments(solving)

    # A game's options become known only with the game, so `play` reads its own arguments.
    playing = commands.add_parser("play", help=say("cli-play"), add_help=False)
    playing.set_defaults(run=_play)

    serving = commands.add_parser("serve", help=say("cli-serve"))
    serving.add_argument("--host", default="127.0.0.1", help=say("cli-host"))
    serving.add_argument("--port", type=int, default=PORT, help=say("cli-port"))
    serving.add_argument("--database", help=say("cli-database"))
    serving.add_argument("--processes", type=int, default=1, help=say("cli-processes"))
    serving.add_argument("--no-browser", action="store_true", help=say("cli-no-browser"))
    serving.set_defaults(run=_serve)

    keeping = commands.add_parser("database", help=say("cli-database-keep"))
    keeping.add_argument("task", choices=("upgrade", "backup", "restore", "check"))
    keeping.add_argument("file", type=Path, nargs="?", help=say("cli-backup"))
    keeping.add_argument("--database", help=say("cli-database"))
    keeping.set_defaults(run=_database)

    replaying = commands.add_parser("replay", help=say("cli-replay"))
    replaying.add_argument("record", type=Path, help=say("cli-record"))
    replaying.add_argument("--at", type=int, metavar="N", help=say("cli-at"))
    replaying.add_argument("--seat", type=int, metavar="SEAT", help=say("cli-viewer"))
    replaying.set_defaults(run=_replay)

    contest = commands.add_parser("arena", help=say("cli-arena"))
    arena.add_arguments(contest)

    measuring = commands.add_parser("balance", help=say("cli-balance"))
    weighing.add_arguments(measuring)

    league.add_arguments(commands.add_parser("league", help=say("cli-league")))

    training.add_arguments(commands.add_parser("train", help=say("cli-train")))

    looking_back = commands.add_parser("analyse", help=say("cli-analyse"))
    analysis.add_arguments(looking_back)

    timing = commands.add_parser("bench", help=say("cli-bench"))
    timing.add_argument("game", nargs="*", help=say("cli-game"))
    timing.add_argument("--seconds", type=float, default=1.0, help=say("cli-seconds"))
    timing.add_argument("--json", type=Path, metavar="FILE", help=say("cli-json"))
    timing.set_defaults(run=_bench)

    checking = commands.add_parser("check", help=say("cli-check"))
    checking.add_argument("record", type=Path, nargs="+", help=say("cli-record"))
    checking.set_defaults(run=_check)
    return parser


def _games(_: argparse.Namespace, __: list[str], console: Console) -> int:
    say = words().say
    table = Table(box=None, padding=(0, 2, 0, 0))
    for id in ("column-id", "column-game", "column-players", "column-minutes", "column-about"):
        table.add_column(say(id))
    for found in all_games():
        few, many = found.players[0], found.players[-1]
        players = str(few) if few == many else f"{few}-{many}"
        about = words(found.package).say("tagline")
        table.add_row(found.id, found.title, players, str(found.minutes), about)
    console.print(table)
    return 0


def _rules(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    text = rules(game(chosen.game))
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        console.print(Markdown(text))
    return 0


def _play(_: argparse.Namespace, rest: list[str], console: Console) -> int:
    say = words().say
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--resume", type=Path, metavar="FILE", help=say("cli-resume"))
    common.add_argument("--seat", type=int, default=0, help=say("cli-seat"))
    common.add_argument("--bots", default="adept", metavar="BOT", help=say("cli-bots"))
    common.add_argument("-h", "--help", action="store_true", help=say("cli-help"))
    first = argparse.ArgumentParser(
        prog="tianxia play", description=say("cli-play"), parents=[common], add_help=False
    )
    first.add_argument("game", nargs="?", choices=game_ids(), help=say("cli-game"))
    chosen, rest = first.parse_known_args(rest)
    if chosen.help and chosen.game is None:
        first.print_help()
        return 0
    if chosen.resume is not None:
        if rest or chosen.game is not None:
            first.error(say("cli-resume-alone"))
        record = _read(chosen.resume)
    else:
        found = game(chosen.game) if chosen.game else _ask_game(console)
        record = _new_record(found, common, rest, chosen.help)
    if not 0 <= chosen.seat < record.players:
        raise OptionError(say("cli-bad-seat", seat=chosen.seat, last=record.players - 1))
    match = Match(record)
    check_spec(chosen.bots, record.game)
    if match.state.over():
        show_result(match, seat_names(record.players), console)
        return 0
    own = seat_names(record.players)[chosen.seat]
    seed = str(record.seed)
    console.print(escape(say("terminal-welcome", title=record.game.title, seed=seed, name=own)))
    Session(match, chosen.seat, chosen.bots, console, console.input).run()
    return 0


def _new_record(
    found: Game, common: argparse.ArgumentParser, rest: list[str], help: bool
) -> Record:
    """A new game as the rest of the command line describes it."""
    say, own = words().say, words(found.package)
    parser = argparse.ArgumentParser(
        prog=f"tianxia play {found.id}", parents=[common], add_help=False
    )
    parser.add_argument(
        "--players",
        type=int,
        default=found.default_players,
        metavar="|".join(str(count) for count in found.players),
        help=say("cli-players", default=found.default_players),
    )
    parser.add_argument("--seed", type=int, help=say("cli-seed"))
    parser.add_argument("--key", default="", metavar="HEX", help=say("cli-key"))
    if found.daily_seed is not None:
        parser.add_argument(
            "--daily", nargs="?", const="today", metavar="DATE", help=say("cli-daily")
        )
    for option in found.options:
        name = option.name.replace("_", "-")
        parser.add_argument(
            f"--{name}",
            metavar="|".join(option_text(value) for value in option.choices),
            nargs="?" if option.type is bool else None,
            const="true" if option.type is bool else None,
            help=own.say(f"option-{name}"),
        )
    if help:
        parser.print_help()
        raise SystemExit(0)
    chosen = parser.parse_args(rest)
    options: dict[str, Any] = {}
    for option in found.options:
        text = getattr(chosen, option.name)
        if text is not None:
            options[option.name] = option.parse(text)
    seed = secrets.randbelow(SEEDS) if chosen.seed is None else chosen.seed
    if found.daily_seed is not None and chosen.daily is not None:
        if chosen.seed is not None:
            parser.error(say("cli-daily-seed"))
        seed = found.daily_seed(_day(chosen.daily))
    if chosen.key and not re.fullmatch(f"[0-9a-f]{{{KEY}}}", chosen.key):
        parser.error(say("cli-key-wrong", digits=KEY))
    return Record(found, chosen.players, seed, options, key=chosen.key)


def _day(text: str) -> date:
    """The day a daily game is for."""
    if text == "today":
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise OptionError(words().say("cli-bad-date", day=text)) from error


def _ask_game(console: Console) -> Game:
    """Let a person choose among the games."""
    say = words().say
    found = all_games()
    for number, each in enumerate(found, 1):
        about = words(each.package).say("tagline")
        console.print(f"[green]{number}[/] [bold]{escape(each.title)}[/]  {escape(about)}")
    while True:
        try:
            answer = console.input(say("cli-which") + " ").strip()
        except EOFError:
            raise OptionError(say("cli-no-game", games=", ".join(game_ids()))) from None
        if answer.isdigit() and 1 <= int(answer) <= len(found):
            return found[int(answer) - 1]
        if answer in game_ids():
            return game(answer)


def _serve(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    from .server.main import serve  # it needs much that no other command does

    # On a desktop the address is opened; a machine without one has nothing to open it with.
    screens = {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    desktop = sys.platform in ("darwin", "win32") or bool(screens)
    return serve(
        chosen.host,
        chosen.port,
        chosen.database,
        open_browser=desktop and not chosen.no_browser,
        tell=lambda text: console.print(text, highlight=False),
        processes=chosen.processes,
    )


def _database(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    from .server import command  # it needs much that no other command does

    return command.run(chosen.task, chosen.database, chosen.file, console)


def _replay(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    record = _read(chosen.record)
    if chosen.seat is not None and not 0 <= chosen.seat < record.players:
        raise OptionError(words().say("cli-bad-seat", seat=chosen.seat, last=record.players - 1))
    last = len(record.decisions)
    if chosen.at is not None and not 0 <= chosen.at <= last:
        raise OptionError(words().say("cli-bad-at", at=chosen.at, last=last))
    replay = Replay(record, chosen.seat, console)
    if sys.stdin.isatty() and console.is_terminal:
        replay.run(console.input, chosen.at or 0)
    elif chosen.at is not None:
        replay.show(chosen.at)
    else:
        replay.tell_all()
    return 0


def _check(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    status = 0
    for path in chosen.record:
        try:
            record = _read(path)
        except RecordError as error:
            status = 1
            console.print(f"[red]{escape(str(path))}[/]: {escape(str(error))}", highlight=False)
            continue
        state = record.replay()
        text = words().say(
            "check-over" if state.over() else "check-running",
            title=record.game.title,
            decisions=len(record.decisions),
            scores=", ".join(str(score) for score in state.scores()),
        )
        console.print(f"[green]{escape(str(path))}[/]: {escape(text)}", highlight=False)
    return status


def _bench(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    say = words().say
    games = [game(id) for id in chosen.game or game_ids()]
    cases = [(found, players) for found in games for players in found.players]
    speeds = [
        measure(found, players, chosen.seconds)
        for found, players in track(cases, say("cli-bench"), console=Console(stderr=True))
    ]
    table = Table(title=say("bench-title", built=say("cli-compiled" if COMPILED else "cli-plain")))
    table.add_column(say("column-game"))
    columns = (
        "players",
        "inside",
        "driven",
        "games",
        "copies",
        "determinizations",
        "vectorised",
        "record",
        "live",
    )
    for column in columns:
        table.add_column(say(f"column-{column}"), justify="right")
    for speed in speeds:
        rates = (
            speed.decisions_inside,
            speed.decisions_driven,
            speed.games,
            speed.copies,
            speed.determinizations,
            speed.vectorised,
        )
        table.add_row(
            speed.game,
            str(speed.players),
            *("-" if value is None else f"{value:,.0f}" for value in rates),
            f"{speed.record_bytes:,}",
            f"{speed.live_megabytes:.0f}",
        )
    console.print(table)
    if chosen.json is not None:
        chosen.json.write_text(json.dumps([speed.to_dict() for speed in speeds], indent=1), "utf-8")
    return 0


def _read(path: Path) -> Record:
    try:
        return read_record(path.read_text("utf-8"))
    except OSError as error:
        raise OptionError(
            words().say("cli-unreadable", path=str(path), why=str(error.strerror))
        ) from error
    except UnicodeDecodeError as error:
        raise RecordError(1, words().say("cli-no-text")) from error
