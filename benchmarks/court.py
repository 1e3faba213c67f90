"""The economy of The Court of Xiang Chi: scores, titles, copper, what people are taken for.

    python benchmarks/court.py --games 1000 random greedy
    python benchmarks/court.py --games 200 adept
    python benchmarks/court.py --games 200 master --bound 300

With `--bound` the same deals are also played by somebody who sees the deck: turn by turn the best so many
courts are kept, by what the judge says, and all that can be done in the next turn is tried from each. Nobody
who does not see it can do better on average than the best with it; how close this search comes to that is seen
from more courts kept.

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
from tianxia.bots.weights import LEARNED, judge_of
from tianxia.engine.features import Features
from tianxia.engine.state import State
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


def seen(seed: int, width: int) -> int:
    """The score of somebody who sees the deck: cards come in the same order, whatever is done."""
    game = tianxia.game("xiang-chi")
    judge = judge_of(game, 1, LEARNED, "greedy")
    best, courts = -1000, [game.quiet(1, seed, {})]
    while courts:
        following: dict[tuple[int, ...], tuple[float, State]] = {}
        waiting = courts
        while waiting:
            state = waiting.pop()
            for action in state.legal(0):
                after = state.copy()
                after.apply(0, action)
                assert isinstance(state, XiangChi)
                assert isinstance(after, XiangChi)
                if after.over():
                    best = max(best, after.scores()[0])
                elif after.turn == state.turn:
                    waiting.append(after)
                else:
                    key = _shown(after)
                    if key not in following:
                        following[key] = judge.points(after, 0), after
        ranked = sorted(following.values(), key=lambda pair: -pair[0])
        courts = [state for _, state in ranked[:width]]
    return best


def _shown(state: State) -> tuple[int, ...]:
    """What tells courts apart: two that are alike need not both be kept."""
    found = Features(state.game.widths[1])
    state.game.show(state, 0, found)
    return tuple(int(each) for each in found.counts)


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
    parser.add_argument("--bound", type=int, nargs="+", default=[], metavar="COURTS")
    chosen = parser.parse_args()
    console = Console()
    columns: dict[str, dict[str, str]] = {}
    scores: dict[str, list[int]] = {}
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    for bot in chosen.bots:
        jobs = (delayed(played)(bot, seed) for seed in seeds)
        found = Parallel(n_jobs=chosen.jobs, return_as="generator")(jobs)
        games = list(track(found, bot, len(seeds), console=console))
        scores[bot] = [game.score for game in games]
        columns[bot] = figures(games)
    for width in chosen.bound:
        jobs = (delayed(seen)(seed, width) for seed in seeds)
        found = Parallel(n_jobs=chosen.jobs, return_as="generator")(jobs)
        who = f"who sees the deck, {width} courts"
        scores[who] = list(track(found, who, len(seeds), console=console))
    table = Table("", *chosen.bots, title="The Court of Xiang Chi")
    for row in next(iter(columns.values())):
        table.add_row(row, *(columns[bot][row] for bot in chosen.bots))
    console.print(table)
    for who in list(scores)[len(chosen.bots) :]:
        console.print(f"{who}: {_mean(scores[who])}")
        for bot in chosen.bots:
            more = [one - two for one, two in zip(scores[who], scores[bot], strict=True)]
            console.print(f"  more than {bot} in the same deals: {_mean(more)}")


def _mean(values: list[int]) -> str:
    within = 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{fmean(values):.1f} ± {within:.1f}"


if __name__ == "__main__":
    main()
