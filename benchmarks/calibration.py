"""Ten Suns beside the figures of its specification (2.9): heuristic and uniformly random play.

    python benchmarks/calibration.py --games 1000

The heuristic players bid as the specification says, with preferences drawn anew for every game and
seat: each round all imagine the Bids once, together, and everybody answers. How they weigh things
is not specified, so their games can only be alike. Random play leaves nothing open: its figures
check the rules.
"""

import argparse
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

from rich.console import Console
from rich.progress import track
from rich.table import Table

import tianxia
from tianxia.engine.rng import Rng
from tianxia.games.ten_suns.judge import imagine_bids, plan_bids, policy, random_taste
from tianxia.games.ten_suns.rules import BID, DONE, ENDINGS, TenSuns
from tianxia.games.ten_suns.table import BID_STEP

PERCENTAGES = {*ENDINGS, "first_bow"}


@dataclass(frozen=True)
class Figures:
    """Means over many games; percentages of games for the endings and for the first Bow holder."""

    rounds: float
    winner: float
    last: float
    prestige: float
    moon: float
    sun: float
    first_bow: float


#: Specification 2.9, by number of players.
SPECIFIED = {
    2: Figures(8.1, 55, 42, 73, 35, 0, 52),
    3: Figures(8.2, 53, 34, 76, 33, 2, 35),
    4: Figures(8.3, 51, 27, 65, 33, 17, 27),
    5: Figures(8.2, 47, 22, 39, 32, 49, 19),
    6: Figures(8.5, 44, 18, 35, 21, 62, 16),
}
NOT_GIVEN = float("nan")
SPECIFIED_RANDOM = {
    2: Figures(13.7, 53, NOT_GIVEN, 27, 61, 21, NOT_GIVEN),
    3: Figures(11.7, 51, NOT_GIVEN, 20, 51, 43, NOT_GIVEN),
    4: Figures(10.3, 44, NOT_GIVEN, 7, 34, 69, NOT_GIVEN),
    5: Figures(9.1, 37, NOT_GIVEN, 1, 20, 86, NOT_GIVEN),
    6: Figures(9.3, 35, NOT_GIVEN, 2, 11, 91, NOT_GIVEN),
}


def play(players: int, seed: int) -> TenSuns:
    """A whole game of players of different tastes."""
    state = tianxia.game("ten-suns").new(players, seed)
    assert isinstance(state, TenSuns)
    rng = Rng()
    rng.seed(seed)
    tastes = [random_taste(rng) for _ in range(players)]
    while not state.over():
        if state.step != BID_STEP:
            player = state.actors()[0]
            state.play(player, policy(state, player))
            continue
        bidders = imagine_bids(state, tastes, rng)
        plans = [plan_bids(state, player, bidders, rng) for player in range(players)]
        for player, plan in enumerate(plans):
            for space, bid in enumerate(plan):
                for _ in range(bid):
                    state.play(player, BID + space)
            if state.step == BID_STEP and player in state.actors():
                state.play(player, DONE)
    return state


def play_at_random(players: int, seed: int) -> TenSuns:
    """A whole game in which every decision is drawn."""
    state = tianxia.game("ten-suns").new(players, seed)
    assert isinstance(state, TenSuns)
    state.events = None
    dice = random.Random(seed)
    while not state.over():
        player = dice.choice(state.actors())
        state.play(player, dice.choice(state.legal(player)))
    return state


def figures(game: TenSuns) -> Figures:
    """Of a single game."""
    winners = game.winners()
    prestige, moon, sun = (100.0 * (end in game.endings()) for end in range(len(ENDINGS)))
    return Figures(
        rounds=game.round,
        winner=max(game.scores()),
        last=min(game.scores()),
        prestige=prestige,
        moon=moon,
        sun=sun,
        first_bow=100 / len(winners) if 0 in winners else 0,
    )


def calibrate(
    players: int, seeds: Iterable[int], played: Callable[[int, int], TenSuns] = play
) -> tuple[Figures, Figures]:
    """The figures over one game for each seed, and their standard errors."""
    games = [figures(played(players, seed)) for seed in seeds]
    columns = [[getattr(game, name) for game in games] for name in Figures.__annotations__]
    errors = [stdev(column) / sqrt(len(column)) for column in columns]
    return Figures(*map(mean, columns)), Figures(*errors)


def report(
    title: str, games: int, specified: dict[int, Figures], played: Callable[[int, int], TenSuns]
) -> None:
    console = Console()
    table = Table(title=f"{title}, {games} games each: found ± standard error (specified)")
    table.add_column("players")
    for name in Figures.__annotations__:
        table.add_column(name.replace("_", " ") + (" %" if name in PERCENTAGES else ""))
    for players, wanted in specified.items():
        found, error = calibrate(
            players, track(range(games), f"{players} players", console=console), played
        )
        cells = [str(players)]
        for name in Figures.__annotations__:
            values = [getattr(given, name) for given in (found, error, wanted)]
            cells.append("{:.1f} ± {:.1f} ({:g})".format(*values).replace(" (nan)", ""))
        table.add_row(*cells)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="for each number of players")
    games = parser.parse_args().games
    report("Players of different tastes", games, SPECIFIED, play)
    report("Uniformly random play", games, SPECIFIED_RANDOM, play_at_random)


if __name__ == "__main__":
    main()
