"""Playing on from a position, as everybody might.

Openly they do what the judge likes best, in secret what the game's rules of thumb say.
"""

from ..bots.ahead import best_next
from ..bots.judging import Judge
from ..engine.playout import random_action
from ..engine.state import State


def play_on(state: State, decisions: int, questions: int) -> State:
    """The position some decisions later, not in the midst of a secret question.

    It ends before a further secret question than `questions`: they cost the most, and tell little
    of the decision that is judged.
    """
    judge = Judge(state.game)
    while decisions > 0 and not state.over():
        if state.secret():
            if questions == 0:
                break
            questions -= 1
            decisions -= answer(state, state.actors())
        else:
            state = best_next(judge, state, state.next_actor())
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
