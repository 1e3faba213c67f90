"""One game, shown to its seats: what the single environments do at every step, compiled.

House style, no numpy, as in `batch.py`; `seat.py` lays arrays over what is written.
"""

from ..engine.features import Features
from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State


def observe(state: State, player: int, features: Features) -> None:
    """Write what a player may know."""
    features.next = 0
    state.game.show(state, player, features)


def observe_all(state: State, features: Features) -> None:
    """Write what each player may know, one behind the other."""
    features.next = 0
    state.game.show_all(state, features)


def mask(state: State, player: int, actions: int) -> bytearray:
    """1 for what a player who is asked may choose, of so many actions."""
    found = bytearray(actions)
    for action in state.offers(player):
        found[action] = 1
    return found


def next_other(state: State, seat: int) -> int:
    """The seat that answers before `seat` can decide; -1 if it decides now or the game is over.

    Those who are asked in secret with `seat` answer first.
    """
    asked = False
    other = -1
    for player in state.actors():
        if player == seat:
            asked = True
        elif other < 0:
            other = player
    return -1 if asked and not state.secret() else other


def answer_at_random(state: State, seat: int, rng: Rng) -> None:
    """Everybody but `seat` answers at random, until `seat` decides or the game is over."""
    other = next_other(state, seat)
    while other >= 0:
        state.apply(other, random_action(state, other, rng))
        other = next_other(state, seat)
