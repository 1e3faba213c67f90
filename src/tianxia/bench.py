"""How fast the games are: random play inside the compiled loop and driven from Python."""

import random
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from .engine.game import Game
from .engine.playout import playout, random_games
from .engine.record import Record
from .engine.registry import game as find_game
from .engine.rng import Rng
from .engine.state import State

#: Games stepped together by the vectorised environment.
ROWS = 32
#: States kept alive at once to see what they weigh.
LIVE = 10_000
#: Games played between two looks at the clock, and games whose length is counted.
BATCH = 10
SAMPLE = 200


@dataclass
class Speed:
    """What was measured of one game with so many players; rates are per second."""

    game: str
    players: int
    decisions_inside: float
    decisions_driven: float
    games: float
    decisions_a_game: float
    copies: float
    determinizations: float
    #: Steps of the vectorised environment; unknown without numpy.
    vectorised: float | None
    record_bytes: int
    live_megabytes: float

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def rate(
    work: Callable[[int], int], seconds: float, clock: Callable[[], float] = time.process_time
) -> float:
    """How often a second something is done; `work(0)`, `work(1)` ... say how often they did it.

    The seconds are those of the processor, so that others at work on the machine matter less.
    """
    work(0)  # warm up
    start = clock()
    done = turns = 0
    passed = 0.0
    while passed < seconds:
        done += work(turns)
        turns += 1
        passed = clock() - start
    return done / passed


def driven(game: Game, players: int, seed: int, dice: random.Random) -> int:
    """A random game through the public contract, as a Python program would play it."""
    state = game.quiet(players, seed, {})
    decisions = 0
    while not state.over():
        player = state.actors()[0]
        state.play(player, dice.choice(state.legal(player)))
        decisions += 1
    return decisions


def middle(game: Game, players: int) -> State:
    """A position in the middle of a game."""
    rng = Rng()
    rng.seed(1)
    whole = game.quiet(players, 1, {})
    length = playout(whole, rng)
    rng.seed(1)
    state = game.quiet(players, 1, {})
    playout(state, rng, length // 2)
    return state


def record_bytes(game: Game, players: int) -> int:
    """The length of the record of a random game."""
    dice = random.Random(1)
    record = Record(game, players, 1, {})
    state = record.start()
    while not state.over():
        player = state.actors()[0]
        action = dice.choice(state.legal(player))
        state.play(player, action)
        record.decisions.append((player, action))
    return len(record.text().encode())


def live_megabytes(state: State) -> float:
    """The memory of many live copies."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = [state.copy() for _ in range(LIVE)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(kept) * LIVE / 1e6


def vectorised(game: Game, players: int, rows: int, seconds: float) -> float | None:
    """Steps of games side by side, each with its observation, mask and rewards."""
    try:
        from .rl.vector import Vector
    except ModuleNotFoundError:  # numpy comes with the extra `rl`
        return None
    games = Vector(game, rows, players, seed=1)

    def step(_: int) -> int:
        games.step(games.batch.random_actions())
        return rows

    return rate(step, seconds)


def measure(game: Game, players: int, seconds: float) -> Speed:
    """Everything about one game with so many players."""
    decisions_inside = rate(
        lambda turn: random_games(game, players, BATCH, turn * BATCH, {}), seconds
    )
    length = random_games(game, players, SAMPLE, 0, {}) / SAMPLE
    state = middle(game, players)
    dice = random.Random(1)

    def copies(_: int) -> int:
        for _ in range(100):
            state.copy()
        return 100

    def determinizations(turn: int) -> int:
        for number in range(100):
            state.determinize(0, turn * 100 + number)
        return 100

    return Speed(
        game=game.id,
        players=players,
        decisions_inside=decisions_inside,
        decisions_driven=rate(lambda turn: driven(game, players, turn, dice), seconds),
        games=decisions_inside / length,
        decisions_a_game=length,
        copies=rate(copies, seconds / 3),
        determinizations=rate(determinizations, seconds / 3),
        vectorised=vectorised(game, players, ROWS, seconds / 2),
        record_bytes=record_bytes(game, players),
        live_megabytes=live_megabytes(state),
    )


def _worker(id: str, players: int, seconds: float) -> float:
    game = find_game(id)
    return rate(
        lambda turn: random_games(game, players, BATCH, turn * BATCH, {}),
        seconds,
        time.perf_counter,
    )


def scaling(game: Game, players: int, processes: int, seconds: float, rounds: int) -> float:
    """How many times faster so many processes together are than one; the best rounds of both."""
    one = together = 0.0
    with ProcessPoolExecutor(processes) as pool:
        for _ in range(rounds):
            one = max(one, pool.submit(_worker, game.id, players, seconds).result())
            jobs = [pool.submit(_worker, game.id, players, seconds) for _ in range(processes)]
            together = max(together, sum(job.result() for job in jobs))
    return together / one


def measure_all(games: list[Game], seconds: float) -> Iterator[Speed]:
    """Every game with every number of players."""
    for game in games:
        for players in game.players:
            yield measure(game, players, seconds)
