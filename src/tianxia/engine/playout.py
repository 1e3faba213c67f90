"""The tight loops: whole games with random decisions."""

from mypy_extensions import i64

from .game import Game
from .rng import Rng
from .state import State


def random_action(state: State, player: int, rng: Rng) -> int:
    """One of the player's legal actions, each equally likely."""
    offers = state.offers(player)
    index: i64 = rng.below(len(offers))
    return offers[index]


def playout(state: State, rng: Rng, limit: int = 1_000_000) -> int:
    """Play on at random to the end, at most `limit` decisions; returns how many were made."""
    made = 0
    while made < limit and not state.over():
        player = state.next_actor()
        state.apply(player, random_action(state, player, rng))
        made += 1
    return made


def random_games(
    game: Game, players: int, games: int, seed: int, options: dict[str, object]
) -> int:
    """Play so many random games without telling events; returns the decisions made."""
    rng = Rng()
    rng.seed(seed)
    made = 0
    for number in range(games):
        made += playout(game.quiet(players, seed + number, options), rng)
    return made
