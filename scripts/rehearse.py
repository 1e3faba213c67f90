"""What the compiler watches before it compiles for good: all games, played as they are used.

`setup.py` runs this with libraries that count how often each branch is taken. It does the same
every time, and needs nothing but the package and what that is built with.
"""

import pkgutil
import random

import tianxia
import tianxia.games
from tianxia.bench import driven, middle
from tianxia.bots.registry import choose
from tianxia.engine.playout import random_games
from tianxia.engine.rng import Rng
from tianxia.rl.batch import Batch

GAMES = 300
DEALS = 1000
STEPS = 300
ROWS = 8
SEARCH = "mcts:iterations=40"


def rehearse(game: tianxia.Game, players: int) -> None:
    random_games(game, players, GAMES, 1, {})
    driven(game, players, 1, random.Random(1))
    state = middle(game, players)
    for seed in range(DEALS):
        state.determinize(seed % players, seed)
    batch = Batch(game, players, ROWS, 1, 0.0, {})
    for _ in range(STEPS):
        batch.step(batch.random_actions())


def think(game: tianxia.Game) -> None:
    """Decisions of a search, which asks the judge, and of one that looks a step ahead."""
    rng = Rng()
    rng.seed(1)
    state = middle(game, game.default_players)
    for number in range(20):
        if state.over():
            break
        player = state.next_actor()
        state.play(player, choose(SEARCH if number % 2 else "greedy:deals=2", state, player, rng))


for module in pkgutil.iter_modules(tianxia.games.__path__):
    found = tianxia.game(module.name.replace("_", "-"))
    for count in found.players:
        rehearse(found, count)
    think(found)
