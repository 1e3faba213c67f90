"""Ten Suns in the hands of players of different tastes, beside the figures of the specification.

    python benchmarks/calibration.py --games 1000

The players bid as the specification's heuristic player does; their preferences are drawn anew for
every game and seat. Each round all imagine the Bids once, together, and everybody answers.
"""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import mean

from rich.console import Console
from rich.progress import track
from rich.table import Table

import tianxia
from tianxia.engine.rng import Rng
from tianxia.games.ten_suns.judge import imagine_bids, plan_bids, policy, random_taste
from tianxia.games.ten_suns.rules import BID, BID_STEP, DONE, ENDINGS, TenSuns


@dataclass(frozen=True)
class Figures:
    """Means over many games; each ending with the percentage of games in which it held."""

    rounds: float
    winner: float
    last: float
    endings: tuple[float, float, float]


#: Specification 2.9, by number of players.
SPECIFIED = {
    2: Figures(8.1, 55, 42, (73, 35, 0)),
    3: Figures(8.2, 53, 34, (76, 33, 2)),
    4: Figures(8.3, 51, 27, (65, 33, 17)),
    5: Figures(8.2, 47, 22, (39, 32, 49)),
    6: Figures(8.5, 44, 18, (35, 21, 62)),
}


def play(players: int, seed: int) -> TenSuns:
    """A whole game."""
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


def calibrate(players: int, seeds: Iterable[int]) -> Figures:
    """The figures of one game for each seed."""
    games = [play(players, seed) for seed in seeds]
    prestige, moon, sun = (
        100 * mean(ending in game.endings() for game in games) for ending in range(len(ENDINGS))
    )
    return Figures(
        rounds=mean(game.round for game in games),
        winner=mean(max(game.scores()) for game in games),
        last=mean(min(game.scores()) for game in games),
        endings=(prestige, moon, sun),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="for each number of players")
    games = parser.parse_args().games
    console = Console()
    table = Table(title=f"Ten Suns, {games} games each: found (specified)")
    for heading in ["players", "rounds", "winner", "last", *ENDINGS]:
        table.add_column(f"{heading} %" if heading in ENDINGS else heading, justify="right")
    for players, wanted in SPECIFIED.items():
        seeds = track(range(games), f"{players} players", console=console)
        found = calibrate(players, seeds)
        table.add_row(
            str(players),
            f"{found.rounds:.1f} ({wanted.rounds})",
            f"{found.winner:.1f} ({wanted.winner})",
            f"{found.last:.1f} ({wanted.last})",
            *(f"{a:.0f} ({b})" for a, b in zip(found.endings, wanted.endings, strict=True)),
        )
    console.print(table)


if __name__ == "__main__":
    main()
