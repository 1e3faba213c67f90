"""Fits the judge of The Court of Xiang Chi to what a player finds by looking ahead, again and again.

    python benchmarks/fit.py --games 400 --player greedy:deals=2,noise=1 --end 0.5 --rounds 5
    python benchmarks/fit.py --games 400 --player mcts:iterations=300 --rounds 3

Each round the player plays games with the present worth of every aspect; then the worth is chosen
anew so that the judge says at the start of a turn what the player found after looking ahead, or
what the game came to in the end (`--end` of it). Printed as the table `ASPECTS` of the judge.

Copper keeps its worth: what the rules pay for it at the end. Those who do well have copper to spare, so a
fit takes it for a cause and the judge would hoard it. What it can buy the other aspects say.
"""

import argparse
from collections.abc import Sequence

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

import tianxia
from tianxia.bots.greedy import greedy_action
from tianxia.bots.registry import make_bot
from tianxia.bots.seat import Seat
from tianxia.engine.rng import Rng
from tianxia.games.xiang_chi.judge import ASPECTS, EARLIER, LAST, aspects
from tianxia.games.xiang_chi.rules import XiangChi
from tianxia.games.xiang_chi.table import COURT

#: Aspects that are not fitted.
HELD = ["copper"]
#: What a change of a worth costs, against an error of a point in one turn.
STIFFNESS = 20.0
Samples = list[tuple[list[float], float, float]]


def start(seed: int) -> XiangChi:
    """A new game."""
    state = tianxia.game("xiang-chi").new(1, seed)
    assert isinstance(state, XiangChi)
    return state


def played(seed: int, player: str, last: list[float], earlier: list[float]) -> Samples:
    """At the start of each turn: the aspects, what the player hopes for, and the score at the end.

    Both as points still to come.
    """
    LAST[:], EARLIER[:] = last, earlier
    state = start(seed)
    bot = make_bot(player, state.game, seed)
    found: list[tuple[list[float], float, int]] = []
    while not state.over():
        thought = bot.decide(Seat(state, 0))
        if state.question == COURT and not state.bought and thought.score is not None:
            has = int(state.vp() - state.lost())
            found.append((aspects(state), thought.score - has, has))
        state.play(0, thought.action)
    return [(seen, hoped, int(state.score()) - has) for seen, hoped, has in found]


def greedy_score(seed: int, last: list[float], earlier: list[float]) -> int:
    """What the greedy player reaches with these."""
    LAST[:], EARLIER[:] = last, earlier
    state = start(seed)
    rng = Rng()
    rng.seed(seed)
    while not state.over():
        state.play(0, greedy_action(state, 0, rng))
    return state.score()


def fitted(
    samples: Samples, end: float, before: NDArray[np.float64], held: Sequence[int] = ()
) -> NDArray[np.float64]:
    """The worths that meet the samples best without going far from those before; `held` stay."""
    rows = np.array([seen[:-1] for seen, _, _ in samples])
    to_come = np.array([seen[-1] for seen, _, _ in samples])
    wanted = np.array([(1 - end) * hoped + end * got for _, hoped, got in samples])
    matrix = np.hstack([rows, rows * to_come[:, None]])
    free = np.setdiff1d(np.arange(len(before)), held)
    spread = np.maximum(matrix[:, free].std(axis=0), 1e-3)
    scaled = matrix[:, free] / spread
    left = scaled.T @ scaled + STIFFNESS * np.eye(len(free))
    found = before.copy()
    found[free] += np.linalg.solve(left, scaled.T @ (wanted - matrix @ before)) / spread
    return found


def main() -> None:
    """Fit, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=400, help="games a round")
    parser.add_argument("--player", default="mcts:iterations=300")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--end", type=float, default=0.2, help="weight of the final score")
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=-1)
    chosen = parser.parse_args()
    console = Console()
    worth = np.array(LAST + EARLIER)
    half = len(LAST)
    names = [name for name, _, _, _ in ASPECTS]
    held = [names.index(name) + part for name in HELD for part in (0, half)]

    def table() -> tuple[list[float], list[float]]:
        return worth[:half].tolist(), worth[half:].tolist()

    def greedy_mean() -> float:
        seeds = range(chosen.seed, chosen.seed + 2 * chosen.games)
        jobs = (delayed(greedy_score)(seed, *table()) for seed in seeds)
        return float(np.mean(Parallel(n_jobs=chosen.jobs)(jobs)))

    console.print(f"greedy: {greedy_mean():.1f}")
    for number in range(chosen.rounds):
        first = chosen.seed + (number + 2) * chosen.games
        jobs = [
            delayed(played)(seed, chosen.player, *table())
            for seed in range(first, first + chosen.games)
        ]
        games = Parallel(n_jobs=chosen.jobs, return_as="generator")(jobs)
        shown = track(games, f"round {number + 1}", len(jobs), console=console)
        found: list[Samples] = list(shown)
        scores = [game[0][2] for game in found]
        samples = [sample for game in found for sample in game]
        worth = fitted(samples, chosen.end, worth, held)
        console.print(
            f"{chosen.player}: {np.mean(scores):.1f} ± {np.std(scores) / len(scores) ** 0.5:.1f}; "
            f"with the new worths greedy: {greedy_mean():.1f}"
        )
    for (name, part, _, _), last, earlier in zip(ASPECTS, *table(), strict=True):
        console.print(f'    ("{name}", "{part}", {last:.3g}, {earlier:.3g}),', highlight=False)


if __name__ == "__main__":
    main()
