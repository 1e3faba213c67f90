"""Is anything slower than in the last release? Warns, and never fails.

    .venv/bin/python benchmarks/regression.py            # compares with benchmarks/release.json
    .venv/bin/python benchmarks/regression.py --write    # at a release: its figures for the next one

Machines differ, so every figure is a multiple of how often a second a fixed loop of plain Python is
done on the same machine in the same minute.
"""

import argparse
import json
import random
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import tianxia
from tianxia.bench import BATCH, driven, middle, rate
from tianxia.engine.playout import random_games
from tianxia.rl.vector import Vector

RELEASE = Path(__file__).parent / "release.json"
#: Below this part of the release's figure is a warning; machines under load vary by less.
WARN = 0.8
ROWS = 32
KINDS = ("inside", "driven", "copies", "deals", "vectorised")

Figures = dict[str, dict[str, float]]


def loop(_: int) -> int:
    """The yardstick: what plain Python does all day. It must never change."""
    numbers = [3, 1, 4, 1, 5, 9, 2, 6]
    found: dict[int, int] = {}
    for turn in range(200):
        number = numbers[turn % 8]
        found[number] = found.get(number, 0) + turn
    return 1


def work(game: tianxia.Game) -> dict[str, Callable[[int], int]]:
    """What is measured of a game, with its usual number of players."""
    players = game.default_players
    state = middle(game, players)
    dice = random.Random(1)
    games = Vector(game, ROWS, players, seed=1)

    def copies(_: int) -> int:
        for _ in range(100):
            state.copy()
        return 100

    def deals(turn: int) -> int:
        for number in range(100):
            state.determinize(0, turn * 100 + number)
        return 100

    def vectorised(_: int) -> int:
        games.step(games.batch.random_actions())
        return ROWS

    return {
        "inside": lambda turn: random_games(game, players, BATCH, turn * BATCH, {}),
        "driven": lambda turn: driven(game, players, turn, dice),
        "copies": copies,
        "deals": deals,
        "vectorised": vectorised,
    }


def measure(seconds: float, rounds: int) -> Figures:
    """The best of some rounds, each beside its own yardstick."""
    found: Figures = {id: {} for id in tianxia.game_ids()}
    for _ in track(range(rounds), "speed", console=Console(stderr=True)):
        for id in found:
            for kind, job in work(tianxia.game(id)).items():
                ratio = rate(job, seconds) / rate(loop, seconds)
                found[id][kind] = max(found[id].get(kind, 0.0), ratio)
    return found


def slower(now: Figures, release: Figures) -> list[str]:
    """A sentence for everything that has become slower."""
    return [
        f"{id}, {kind}: {now[id][kind] / before:.2f} of what it was in the last release"
        for id, figures in release.items()
        for kind, before in figures.items()
        if id in now and kind in now[id] and now[id][kind] < WARN * before
    ]


def table(now: Figures, release: Figures) -> Table:
    found = Table(title="speed, in parts of the last release's")
    found.add_column("game")
    for kind in KINDS:
        found.add_column(kind, justify="right")
    for id, figures in now.items():
        before = release.get(id, {})
        cells = [f"{figures[k] / before[k]:.2f}" if k in before else "new" for k in KINDS]
        found.add_row(id, *cells)
    return found


def main(given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.2, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many counts")
    parser.add_argument("--write", action="store_true", help="write the figures of a release")
    chosen = parser.parse_args(given)
    console = Console()
    now = measure(chosen.seconds, chosen.rounds)
    if chosen.write:
        rounded = {id: {kind: round(n, 3) for kind, n in each.items()} for id, each in now.items()}
        saved = {"version": tianxia.__version__, "ratios": rounded}
        RELEASE.write_text(json.dumps(saved, indent=1) + "\n", "utf-8")
        return
    release = json.loads(RELEASE.read_text("utf-8"))["ratios"]
    console.print(table(now, release))
    if not tianxia.COMPILED:
        console.print("[yellow]The plain Python was measured: nothing to compare.[/]")
        return
    for sentence in slower(now, release):
        console.print(f"[yellow]warning: slower: {sentence}[/]")


if __name__ == "__main__":
    main()
