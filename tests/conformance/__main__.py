"""The large run: thousands of random games of one configuration, with a progress bar.

    python -m tests.conformance year-of-the-dragon --games 2000 great_wall=true super_event=random

plays that many games with each number of players (or `--players N`) and checks everything `play`
checks; the deep checks look at a few of the games.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from rich.progress import Progress

import tianxia

from .checks import CHECKS, Case, check_play

BATCH = 20


def run(id: str, players: int, options: dict[str, Any], deep: int, first: int) -> int:
    """A batch of games; the first few of the whole run go through every check."""
    case = Case(tianxia.game(id), players, options)
    for seed in range(first, first + BATCH):
        check_play(case, seed)
        if seed < deep:
            for check in CHECKS.values():
                check(case, seed)
    return BATCH


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=tianxia.game_ids())
    parser.add_argument("option", nargs="*", help="name=value")
    parser.add_argument(
        "--players", type=int, action="append", help="may be repeated; default: all"
    )
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--deep", type=int, default=5, help="how many games get every check")
    chosen = parser.parse_intermixed_args()
    game = tianxia.game(chosen.game)
    known = {option.name: option for option in game.options}
    pairs = [text.split("=", 1) for text in chosen.option]
    options = {name: known[name].parse(value) for name, value in pairs}
    counts = chosen.players or list(game.players)
    with Progress() as progress, ProcessPoolExecutor() as pool:
        for players in counts:
            task = progress.add_task(f"{game.id}, {players} players", total=chosen.games)
            work = partial(run, game.id, players, options, chosen.deep)
            for done in pool.map(work, range(0, chosen.games, BATCH)):
                progress.advance(task, done)


if __name__ == "__main__":
    main()
