"""The command `tianxia league`: all levels rated, on one page, by game and number of players."""

import argparse
import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from .. import COMPILED, __version__
from ..bots import CLASSICS, LEVELS, BotError, fingerprint, split_specs
from ..engine.game import Game
from ..engine.registry import all_games, game, game_ids
from ..extras import need
from ..text import words
from .command import play
from .contest import Contest
from .rating import ratings
from .report import Report, plain
from .run import Arena
from .spread import PLACES

#: Who meets unless told otherwise, and who ratings are counted from: it stays as it is.
BOTS = (*LEVELS, *CLASSICS)
ANCHOR, AT = "classic-adept", 1500.0
#: Numbers of players that a game is played with, of those it takes.
PLAYERS = (1, 2, 4)
#: Far from the seeds that anything was tried or learned with.
SEED = 40_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    say = words().say
    parser.add_argument("game", nargs="*", metavar="GAME", help=say("league-games-of"))
    parser.add_argument(
        "--bots", default=",".join(BOTS), metavar="A,B,...", help=say("league-bots")
    )
    parser.add_argument("--players", type=int, nargs="+", metavar="N", help=say("league-players"))
    parser.add_argument("--games", type=int, default=40, metavar="N", help=say("arena-games"))
    parser.add_argument("--seed", type=int, default=SEED, help=say("arena-seed"))
    parser.add_argument("--out", type=Path, default=Path("league"), help=say("arena-out"))
    parser.add_argument("--page", type=Path, metavar="FILE", help=say("league-page"))
    parser.add_argument(
        "--exploits",
        type=Path,
        nargs="+",
        default=[],
        metavar="FOLDER",
        help=say("league-exploits"),
    )
    parser.add_argument("--on", choices=PLACES, default="local", help=say("arena-on"))
    parser.add_argument("--jobs", type=int, metavar="N", help=say("arena-jobs"))
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    """Play, rate, and write the page anew after each game and number of players."""
    need("joblib", "arena")
    need("openskill", "arena")
    bots = split_specs(chosen.bots)
    anchor = ANCHOR if ANCHOR in bots else bots[0]
    page: Path = chosen.page or chosen.out / "league.md"
    page.parent.mkdir(parents=True, exist_ok=True)
    kept = Kept(page.with_suffix(".json"))
    contests = list(_contests(chosen, bots))  # all are checked before the first is played
    for contest in contests:
        found = game(contest.game)
        prints = {bot: fingerprint(bot, found, contest.players) for bot in dict.fromkeys(bots)}
        # Bots that have changed since get a folder of their own: games are never of both.
        folder = chosen.out / f"{contest.game}-{contest.players}-{_mixed(prints)}"
        arena = Arena(contest, folder)
        play(arena, chosen.on, chosen.jobs, console)
        kept.note(contest, standings(arena, anchor), prints, anchor)
        page.write_text(document(kept.read()), "utf-8")
    for folder in chosen.exploits:
        kept.exploited(folder)
    page.write_text(document(kept.read()), "utf-8")
    console.print(escape(words().say("league-written", page=str(page))), highlight=False)
    return 0


def _contests(chosen: argparse.Namespace, bots: list[str]) -> Iterator[Contest]:
    if chosen.exploits and not chosen.game:  # these alone are to be told
        return
    for id in chosen.game or game_ids():
        found = game(id)
        # A game that was named must take as many as were named.
        wanted = chosen.players if chosen.game and chosen.players else found.players
        for players in [each for each in chosen.players or PLAYERS if each in wanted]:
            yield Contest.make(found, bots, chosen.games, players, chosen.seed)


def _mixed(prints: dict[str, str]) -> str:
    number = 0
    for each in prints.values():
        number ^= int(each, 16)
    return f"{number:08x}"


def standings(arena: Arena, anchor: str) -> list[dict[str, Any]]:
    """The bots, best first, with what they won and how they are rated."""
    contest, results = arena.contest, arena.results()
    rated = ratings(contest, results, anchor, AT)
    rows = [
        {**plain(asdict(row)), "rating": plain(asdict(rated[row.bot]))}
        for row in Report(contest, results).ladder
    ]
    return sorted(rows, key=lambda row: -row["rating"]["value"])


class Kept:
    """What is known, beside the page: a contest takes the place of an earlier one of its kind."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, Any]:
        """All of it."""
        if not self._path.exists():
            return {"contests": {}, "exploits": {}}
        found: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
        return found

    def note(
        self, contest: Contest, rows: list[dict[str, Any]], prints: dict[str, str], anchor: str
    ) -> None:
        """What a contest came to."""
        build = "compiled" if COMPILED else "plain Python"
        told = {
            "measured": f"{datetime.now(UTC):%Y-%m-%d}, tianxia {__version__} ({build}), "
            f"Python {platform.python_version()}, {os.cpu_count()} cores, "
            f"load {os.getloadavg()[0]:.0f}",
            "contest": contest.to_dict(),
            "anchor": anchor,
            "bots": prints,
            "rows": rows,
        }
        self._write("contests", f"{contest.game}-{contest.players}", told)

    def exploited(self, folder: Path) -> None:
        """What a training against a bot came to (`tianxia train --against`)."""
        path = folder / "curve.json"
        told = json.loads(path.read_text("utf-8")) if path.is_file() else {"plan": {}}
        plan = told["plan"]
        if not plan.get("against"):
            raise BotError(f"{folder} holds no training against a bot (train --against)")
        self._write("exploits", f"{plan['game']}-{plan['players']}-{plan['against']}", told)

    def _write(self, part: str, name: str, told: dict[str, Any]) -> None:
        found = self.read()
        found[part][name] = told
        half = self._path.with_suffix(".part")
        half.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
        half.replace(self._path)


def document(kept: dict[str, Any]) -> str:
    """The page."""
    say = words().say
    lines = [f"# {say('league-title')}", "", say("league-how", anchor=ANCHOR, at=f"{AT:.0f}")]
    for found in all_games():
        contests = [each for each in kept["contests"].values() if _of(each) == found.id]
        if contests:
            lines += ["", f"## {found.title}"]
        for told in sorted(contests, key=lambda each: int(each["contest"]["players"])):
            lines += ["", *_table(found, told)]
    if kept["exploits"]:
        lines += ["", f"## {say('league-exploited')}", "", say("league-exploited-how"), ""]
        lines += _exploits(kept["exploits"])
    return "\n".join(lines) + "\n"


def _of(told: dict[str, Any]) -> str:
    id: str = told["contest"]["game"]
    return id


def _table(found: Game, told: dict[str, Any]) -> Iterator[str]:
    say = words().say
    players = told["contest"]["players"]
    alone = players == 1
    yield f"{say('league-players-of', players=players)} {told['measured']}."
    yield ""
    heads = ["bot", "points" if alone else "rating", "games", *([] if alone else ["wins"])]
    heads += ["score", "time", "longest"]
    yield f"| {' | '.join(say(f'league-column-{head}') for head in heads)} |"
    yield f"| --- |{' ---: |' * (len(heads) - 1)}"
    for row in told["rows"]:
        cells = [row["bot"] + _changed(found, told, row["bot"])]
        cells += [_shown(row["rating"], signed=alone, digits=1 if alone else 0), str(row["games"])]
        if not alone:
            cells.append(_shown(row["win_rate"], 100, " %", 1))
        cells += [_shown(row["score"], digits=1), f"{1000 * row['seconds']:.1f} ms"]
        cells.append(f"{1000 * row['longest']:.0f} ms")
        yield f"| {' | '.join(cells)} |"


def _changed(found: Game, told: dict[str, Any], bot: str) -> str:
    """A mark at a bot, or a game, that is no longer what it was when it played."""
    now = fingerprint(bot, found, told["contest"]["players"])
    return "" if told["bots"][bot] == now else f" ({words().say('league-changed')})"


def _shown(
    found: dict[str, Any], factor: float = 1, unit: str = "", digits: int = 0, signed: bool = False
) -> str:
    sign = "+" if signed else ""
    value = f"{factor * found['value']:{sign}.{digits}f}{unit}"
    if found["low"] is None or found["low"] == found["high"]:
        return value
    low, high = (f"{factor * found[end]:{sign}.{digits}f}" for end in ("low", "high"))
    return f"{value} ({low} to {high})"


def _exploits(kept: dict[str, Any]) -> Iterator[str]:
    say = words().say
    heads = ["game", "players", "bot", "trained", "games", "wins", "par"]
    yield f"| {' | '.join(say(f'league-column-{head}') for head in heads)} |"
    yield "| --- | ---: | --- | ---: | ---: | ---: | ---: |"
    for told in kept.values():
        plan, rounds = told["plan"], told["rounds"]
        # A proof has deals of its own; who never got better than at first is told from the matches.
        won = told["proofs"][0] if told["proofs"] else rounds[-1]["before"]
        share = {"value": won["share"], "low": won["low"], "high": won["high"]}
        cells = [game(plan["game"]).title, str(plan["players"]), plan["against"]]
        cells += [str(rounds[-1]["games"]), str(won["games"]), _shown(share, 100, " %", 1)]
        cells.append(f"{100 / plan['players']:.0f} %")
        yield f"| {' | '.join(cells)} |"
