"""How strong the bots are: every level against the next lower one, in every game.

    python benchmarks/strength.py              # all of it; hours
    python benchmarks/strength.py --share 0.1 --games middle-kingdom ten-suns

With two players greedy meets random, adept greedy and master adept; with four, one of them sits
among three of the lower level; in solitaire all play the same seeds. Games are kept in `--out`,
so that an interrupted run goes on there; `docs/strength.md` is written after every contest.
"""

import argparse
import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

import tianxia
from tianxia.arena import Arena, Contest, Report
from tianxia.arena.command import play, write
from tianxia.arena.report import Interval, Row

DOC = Path(__file__).parents[1] / "docs" / "strength.md"
#: Stronger, weaker, games, and the share of two-player games that is asked for.
PAIRS = [
    ("greedy", "random", 400, 0.9),
    ("adept", "greedy", 400, 0.7),
    ("master", "adept", 200, 0.6),
]
ALONE = [("random", 400), ("greedy", 400), ("novice", 400), ("adept", 400), ("master", 200)]
#: The mean score asked of master in solitaire, from the game's specification.
ASKED = {"xiang-chi": 56.0}
FOUR = 4
#: Far from the seeds that settings were tried with.
SEED = 1_000


@dataclass
class Contested:
    """A contest and what is asked of the first of its bots."""

    contest: Contest
    asked: float | None
    report: Report | None = None

    @property
    def name(self) -> str:
        return f"{self.contest.game}-{self.contest.players}-{self.contest.bots[0]}"


def contests(ids: list[str], share: float) -> Iterator[Contested]:
    """All that is measured."""
    for id in ids:
        game = tianxia.game(id)
        if game.players[-1] == 1:
            for bot, games in ALONE:
                asked = ASKED.get(id) if bot == "master" else None
                yield Contested(
                    Contest.make(game, [bot], round(share * games) or 1, seed=SEED), asked
                )
            continue
        for stronger, weaker, games, asked in PAIRS:
            count = round(share * games) or 1
            yield Contested(Contest.make(game, [stronger, weaker], count, seed=SEED), asked)
            if FOUR in game.players:
                bots = [stronger, *[weaker] * (FOUR - 1)]
                yield Contested(Contest.make(game, bots, count, seed=SEED), 1 / FOUR)


def document(found: list[Contested]) -> str:
    """The page with all results so far."""
    build = "compiled" if tianxia.COMPILED else "plain Python"
    lines = [
        "# How strong the bots are",
        "",
        "Written by `benchmarks/strength.py`, measured in the arena: every bot in every seat equally",
        "often, with the same seeds. Intervals are for 95 %: Wilson's for shares, normal for means.",
        "Times are wall time of a decision, mean and longest.",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, tianxia {tianxia.__version__} ({build}), "
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}.",
    ]
    for id in dict.fromkeys(each.contest.game for each in found):
        lines += ["", f"## {tianxia.game(id).title}"]
        for players in (1, 2, FOUR):
            some = [
                each
                for each in found
                if each.report and (each.contest.game, each.contest.players) == (id, players)
            ]
            if some:
                lines += ["", *(_alone(some) if players == 1 else _against(some, players))]
    return "\n".join(lines) + "\n"


def _against(found: list[Contested], players: int) -> Iterator[str]:
    others = "" if players == 2 else f"{players - 1} × "
    heads = [f"{players} players", "against", "games", "wins", "asked", "score", "place"]
    yield f"| {' | '.join([*heads, 'score of the others', 'a decision', 'longest'])} |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for each in found:
        assert each.report is not None
        rows = {row.bot: row for row in each.report.ladder}
        own, rival = rows[each.contest.bots[0]], rows[each.contest.bots[1]]
        asked = f"{100 * (each.asked or 0):.0f} %" if players == 2 else "above 25 %"
        cells = [
            own.bot,
            others + rival.bot,
            str(own.games),
            _shown(own.win_rate, 100, " %"),
            asked,
            _shown(own.score),
            _shown(own.place, digits=2),
            _shown(rival.score),
            *_times(own),
        ]
        yield f"| {' | '.join(cells)} |"


def _alone(found: list[Contested]) -> Iterator[str]:
    yield "| player | games | score | asked | a decision | longest | titles |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | --- |"
    for each in found:
        assert each.report is not None
        row = each.report.ladder[0]
        titles = ", ".join(f"{title} {count}" for title, count in row.titles.items())
        asked = "" if each.asked is None else f"{each.asked:g}"
        cells = [row.bot, str(row.games), _shown(row.score), asked, *_times(row), titles]
        yield f"| {' | '.join(cells)} |"


def _shown(found: Interval, factor: float = 1, unit: str = "", digits: int = 1) -> str:
    value, low, high = (factor * each for each in (found.value, found.low, found.high))
    return f"{value:.{digits}f}{unit} ({low:.{digits}f} to {high:.{digits}f})"


def _times(row: Row) -> list[str]:
    return [f"{1000 * row.seconds:.1f} ms", f"{1000 * row.longest:.0f} ms"]


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", nargs="+", choices=tianxia.game_ids(), metavar="GAME")
    parser.add_argument("--share", type=float, default=1.0, help="of the games asked for")
    parser.add_argument("--out", type=Path, default=Path("runs/strength"))
    parser.add_argument("--doc", type=Path, default=DOC)
    parser.add_argument("--on", default="local")
    parser.add_argument("--jobs", type=int)
    chosen = parser.parse_args()
    console = Console()
    found = list(contests(chosen.games or tianxia.game_ids(), chosen.share))
    for each in found:
        arena = Arena(each.contest, chosen.out / each.name)
        play(arena, chosen.on, chosen.jobs, console)
        each.report = Report(each.contest, arena.results())
        write(each.report, arena.folder, plot=False)
        chosen.doc.write_text(document(found), "utf-8")
    console.print(f"{chosen.doc}")


if __name__ == "__main__":
    main()
