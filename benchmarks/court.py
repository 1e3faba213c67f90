"""The economy of The Court of Xiang Chi: scores, titles, copper, what people are taken for.

    python benchmarks/court.py --games 1000 random greedy
    python benchmarks/court.py --games 200 adept

The specification asks for titles spread over weak, fair and strong play, for all classes in use and,
since the published game has 15 to 20 counters, for copper that is rarely above 20.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean, stdev

from joblib import Parallel, delayed
from rich.console import Console
from rich.progress import track
from rich.table import Table

import tianxia
from tianxia.bots.registry import make_bot
from tianxia.bots.seat import Seat
from tianxia.games.xiang_chi.components import CLASS_IDS
from tianxia.games.xiang_chi.rules import TITLES, XiangChi, title

COUNTERS = 20


@dataclass
class Game:
    """What came of one game."""

    score: int = 0
    copper: int = 0
    most_copper: int = 0
    turns: int = 0
    four_princes: bool = False
    #: Events by kind, and the people bought or exchanged for by class.
    told: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)


def played(bot: str, seed: int) -> Game:
    """One game."""
    game = tianxia.game("xiang-chi")
    state = game.new(1, seed)
    assert isinstance(state, XiangChi)
    player = make_bot(bot, game, seed)
    found = Game(most_copper=int(state.cp))
    while not state.over():
        state.play(0, player.decide(Seat(state, 0)).action)
        found.most_copper = max(found.most_copper, int(state.cp))
        for event in state.events or []:
            found.told[event.kind] += 1
            if event.kind in ("buy", "exchange"):
                found.taken[event.args["card"].rsplit("-", 2)[0]] += 1
    found.score, found.copper, found.turns = int(state.score()), int(state.cp), int(state.turn)
    found.four_princes = found.told["four"] > 0
    return found


def figures(games: list[Game]) -> dict[str, str]:
    """The rows of the table."""
    scores = [game.score for game in games]
    titles = Counter(title(score) for score in scores)
    told, taken = Counter[str](), Counter[str]()
    for game in games:
        told.update(game.told)
        taken.update(game.taken)
    removed = told["tax-vp"] + told["tax-cp"]
    collectors = taken["tax-collector"]
    spread = stdev(scores) if len(scores) > 1 else 0.0
    return {
        "games": str(len(games)),
        "score": f"{fmean(scores):.1f} ± {spread / len(scores) ** 0.5:.1f}, sd {spread:.1f}",
        "titles from Commoner on, %": " / ".join(
            f"{100 * titles[each] / len(games):.0f}" for each in TITLES
        ),
        "copper at the end": f"{fmean(game.copper for game in games):.1f}",
        f"more than {COUNTERS} at the end, %": _share(g.copper > COUNTERS for g in games),
        f"more than {COUNTERS} at any time, %": _share(g.most_copper > COUNTERS for g in games),
        "turns": f"{fmean(game.turns for game in games):.1f}",
        "ended by four Princes, %": _share(game.four_princes for game in games),
        "Princes beaten": f"{told['fight'] / len(games):.1f}",
        "people taken": f"{taken.total() / len(games):.1f}",
        **{f"of them {each}, %": f"{100 * taken[each] / taken.total():.0f}" for each in CLASS_IDS},
        "Tax Collectors taken": f"{collectors / len(games):.2f}",
        "who remove for VP, %": f"{100 * told['tax-vp'] / max(1, collectors):.1f}",
        "who remove for copper, %": f"{100 * told['tax-cp'] / max(1, collectors):.1f}",
        "of all removals for copper, %": f"{100 * told['tax-cp'] / max(1, removed):.1f}",
    }


def _share(flags: Iterable[bool]) -> str:
    found = list(flags)
    return f"{100 * sum(found) / len(found):.1f}"


def main() -> None:
    """Play, and show the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("bots", nargs="+", help="such as random, greedy, adept")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=-1)
    chosen = parser.parse_args()
    console = Console()
    columns: dict[str, dict[str, str]] = {}
    for bot in chosen.bots:
        seeds = range(chosen.seed, chosen.seed + chosen.games)
        jobs = (delayed(played)(bot, seed) for seed in seeds)
        games = Parallel(n_jobs=chosen.jobs, return_as="generator")(jobs)
        columns[bot] = figures(list(track(games, bot, len(seeds), console=console)))
    table = Table("", *chosen.bots, title="The Court of Xiang Chi")
    for row in next(iter(columns.values())):
        table.add_row(row, *(columns[bot][row] for bot in chosen.bots))
    console.print(table)


if __name__ == "__main__":
    main()
