"""Playing on from a position, as everybody might.

Openly they do what the judge likes about best, in secret what the game's rules of thumb say. If they
always did what it likes best, all that follows would hang on which of two equally good actions it prefers
by a hair: hardly anything is drawn in some games, so that one and the same chain of such accidents would
decide in all deals, and nobody could tell it from the worth of what was decided.
"""

from ..bots.ahead import best_next
from ..bots.judging import Judge
from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State

#: Points by which everybody misjudges an action at most.
NOISE = 2.0


def play_on(judge: Judge, state: State, decisions: int, questions: int, rng: Rng) -> State:
    """The position some decisions later, not in the midst of a secret question.

    It ends before a further secret question than `questions`: they cost the most, and tell little
    of the decision that is judged.
    """
    while decisions > 0 and not state.over():
        if state.secret():
            if questions == 0:
                break
            questions -= 1
            decisions -= answer(state, state.actors())
        else:
            state = best_next(judge, state, state.next_actor(), NOISE, rng)
            decisions -= 1
    return state


def answer(state: State, players: list[int]) -> int:
    """Let these players answer the secret question that is asked; returns how many decisions it took."""
    return sum(len(likely_answer(state, player)) for player in players)


def likely_answer(state: State, player: int) -> list[int]:
    """Let a player answer the secret question that is asked, as somebody who sits there might."""
    asked = state.asked_at
    actions: list[int] = []
    while state.secret() and state.asked_at == asked and player in state.actors():
        actions.append(likely(state, player))
        state.apply(player, actions[-1])
    return actions


def likely(state: State, player: int) -> int:
    """What somebody who sits there might do."""
    policy = state.game.policy
    if policy is not None:
        return policy(state, player)
    return random_action(state, player, state.rng)
