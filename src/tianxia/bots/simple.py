"""The bots by name, for a terminal or a test; they answer for a seat from what it may know."""

from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State
from .greedy import SEEDS, greedy_action

NAMES = ("random", "greedy", "policy")


def default_bot(state: State) -> str:
    """The best of them that a game has."""
    return "greedy" if state.game.policy is None else "policy"


def choose(name: str, state: State, player: int, rng: Rng) -> int:
    """The action a bot of that name takes."""
    if name == "greedy":
        return greedy_action(state, player, rng)
    dealt = state.determinize(player, int(rng.below(SEEDS)))
    if name == "policy" and state.game.policy is not None:
        return state.game.policy(dealt, player)
    return random_action(dealt, player, rng)
