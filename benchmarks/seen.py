"""How much of what options come to is luck, and how much of the rest the judges see.

    python benchmarks/seen.py zhanguo --players 2 --games 40
    python benchmarks/seen.py middle-kingdom --players 4 --games 40 --judges own learned my.weights

In games of greedy bots some choices are looked at closely: the options are carried out and played on, as
trainings do it, several times, in other deals and with other luck each time. What two such looks agree in is
no luck: from their products follows how far options really differ, and how much of that a judge leaves
unseen. All are mean squares, in points, of what an option is better or worse than the others of its choice.
`chosen` is by how many points the option that the judge likes best is better than the average one, in looks
that had no part in the choice; for comparison that of an option chosen by half of the looks.
"""

import argparse
import random
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

import tianxia
from tianxia.arena.spread import spread
from tianxia.bots import Seat, make_bot
from tianxia.bots.ahead import follow_answer, others_likely, play_on, points_of, worth
from tianxia.bots.judging import Judge
from tianxia.bots.weights import LEARNED, OWN, judge_of
from tianxia.engine.rng import Rng
from tianxia.engine.state import State
from tianxia.learning.choices import BEST, OTHERS, QUESTIONS
from tianxia.learning.plan import depth_of

SEEDS = 1 << 30
#: Far from the seeds of trainings and contests.
FIRST_SEED = 8_300_000
#: Choices of one kind that are told by themselves.
FEWEST = 20

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Looked:
    """A choice: the kind of question, what each look found of each option, and what judges say of them."""

    kind: str
    found: Points
    said: list[Points]


def game_of(
    id: str, players: int, judges: list[str], share: float, looks: int, seed: int
) -> list[Looked]:
    """The choices of one game; its bots, and who plays on, go by the last of the judges."""
    game, dice = tianxia.game(id), random.Random(seed)
    told = [judge_of(game, players, name, "greedy") for name in judges]
    state = game.quiet(players, seed, {})
    spec = f"greedy:deals=1,others=likely,judge={judges[-1]}"
    bots = [make_bot(spec, game, dice.randrange(SEEDS)) for _ in range(players)]
    found = []
    while not state.over():
        player = state.next_actor()
        whole = game.answers is None or not state.secret()
        if whole and len(state.offers(player)) > 1 and dice.random() < share:
            looked = look(told, state, player, looks, dice)
            found += [looked] if looked is not None else []
        state.apply(player, bots[player].decide(Seat(state, player)).action)
    return found


def look(
    judges: list[Judge], state: State, player: int, looks: int, dice: random.Random
) -> Looked | None:
    """Carry the most promising options and some others out, and play on."""
    depth = depth_of(state.players)
    judge, dealt = judges[-1], deal(state, player, dice.randrange(SEEDS))
    tried = [(each, follow_answer(judge, dealt, player, [each])) for each in dealt.offers(player)]
    tried = [each for each in tried if not each[1].over()]
    tried.sort(key=lambda each: -worth(judge, each[1], player, 1.0))
    rest = tried[BEST:]
    tried = tried[:BEST] + dice.sample(rest, min(OTHERS, len(rest)))
    if len(tried) < 2:
        return None
    rows = []
    for _ in range(looks):
        luck = dice.randrange(SEEDS)
        other = deal(state, player, luck)
        row = []
        for action, _ in tried:
            rng = Rng()
            rng.seed(luck)
            after = follow_answer(judge, other, player, [action])
            row.append(points_of(judge, play_on(judge, after, depth, QUESTIONS, rng))[player])
        rows.append(row)
    kind: str = state.view(player)["prompt"]["id"]
    said = [np.array([each.points(after, player) for _, after in tried]) for each in judges]
    found = np.array(rows)
    return Looked(kind, found - found.mean(1, keepdims=True), [each - each.mean() for each in said])


def deal(state: State, player: int, seed: int) -> State:
    """What the player cannot know dealt anew; others have answered what is asked in secret."""
    dealt = state.determinize(player, seed)
    others_likely(dealt, player)
    return dealt


def agreed(rows: Points) -> float:
    """What different looks agree in: the mean product of every two."""
    return fmean(float((one * two).mean()) for one, two in combinations(rows, 2))


def cells(choices: list[Looked]) -> list[str]:
    """A row of the table."""
    looks = len(choices[0].found)
    judges = range(len(choices[0].said))
    half = looks // 2
    told = [
        fmean(float((each.found**2).mean()) for each in choices),
        fmean(agreed(each.found) for each in choices),
        *(fmean(agreed(each.found - each.said[judge]) for each in choices) for judge in judges),
    ]
    chosen = [
        *(
            fmean(float(each.found.mean(0)[each.said[judge].argmax()]) for each in choices)
            for judge in judges
        ),
        fmean(
            float(each.found[half:].mean(0)[each.found[:half].mean(0).argmax()]) for each in choices
        ),
    ]
    return [str(len(choices)), *(f"{v:.1f}" for v in told), *(f"{v:.2f}" for v in chosen)]


def main() -> None:
    """Look, and show the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=tianxia.game_ids())
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--judges", nargs="+", default=[OWN, LEARNED], help="the last one plays")
    parser.add_argument("--share", type=float, default=0.25, help="of the decisions")
    parser.add_argument("--looks", type=int, default=4, help="at each choice, from 2")
    parser.add_argument("--jobs", type=int)
    chosen = parser.parse_args()
    console = Console()
    given = (chosen.game, chosen.players, chosen.judges, chosen.share, max(2, chosen.looks))
    waiting = [(*given, FIRST_SEED + number) for number in range(chosen.games)]
    games = spread(game_of, waiting, "local", chosen.jobs)
    by_kind: dict[str, list[Looked]] = defaultdict(list)
    for found in track(games, chosen.game, len(waiting), console=console):
        for each in found:
            by_kind[each.kind].append(each)
    heads = ["question", "choices", "all", "no luck", *(f"unseen, {j}" for j in chosen.judges)]
    heads += [*(f"chosen, {j}" for j in chosen.judges), "chosen, by looks"]
    table = Table(*heads, box=None, title=f"{chosen.game}, {chosen.players} players")
    for kind in sorted(by_kind, key=lambda kind: -len(by_kind[kind])):
        if len(by_kind[kind]) >= FEWEST:
            table.add_row(kind, *cells(by_kind[kind]))
    table.add_row("all", *cells([each for kind in by_kind.values() for each in kind]))
    console.print(table)


if __name__ == "__main__":
    main()
