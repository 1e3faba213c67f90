"""Looking ahead with a judge: what a decision comes to, what that is worth, and how it may go on.

Compiled by mypyc.
"""

from typing import Final

from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State
from .judging import Judge

#: A decision that goes on in smaller ones of the same player is followed this far.
DEPTH: Final = 16
#: Steps of a misjudgement.
FINE: Final = 1 << 20
#: Points by which everybody who plays on misjudges an action at most.
NOISE: Final = 2.0
#: Whole answers that are thought of where one is given in several decisions; one of them is given.
THOUGHT_OF: Final = 4


def worth(judge: Judge, state: State, player: int, rivalry: float) -> float:
    """What the judge says of a position, less `rivalry` times what it says of the best opponent's."""
    if rivalry == 0.0 or state.players == 1:
        return judge.points(state, player)
    return advantage(judge.all_points(state), player, rivalry)


def points_of(judge: Judge, state: State) -> list[float]:
    """The final scores, or what the judge expects them to be."""
    if state.over():
        return [float(score) for score in state.scores()]
    return judge.all_points(state)


def advantage(points: list[float], player: int, rivalry: float) -> float:
    """A player's points, less `rivalry` times those of the best opponent if there is one."""
    if len(points) == 1:
        return points[player]
    return points[player] - rivalry * best_other(points, player)


def best_other(points: list[float], player: int) -> float:
    """The most points of an opponent."""
    best = -1.0e9
    for other in range(len(points)):
        if other != player and points[other] > best:
            best = points[other]
    return best


def others_at_random(dealt: State, player: int, rng: Rng) -> None:
    """Let all others give a random answer to a secret question, so that the player's completes it."""
    if dealt.secret():
        for other in dealt.actors():
            while other != player and other in dealt.actors():
                dealt.apply(other, random_action(dealt, other, rng))


def others_likely(dealt: State, player: int) -> None:
    """The same, as somebody who sits there might."""
    if dealt.secret():
        answer(dealt, [other for other in dealt.actors() if other != player])


def follow(judge: Judge, state: State, player: int, action: int) -> State:
    """The state after the action and what follows at once, everybody choosing greedily.

    That is the player's own decisions; after a secret question also those of the others, until the
    next is asked: only then it is seen what the answer was good for.
    """
    return follow_answer(judge, state, player, [action])


def follow_answer(judge: Judge, state: State, player: int, actions: list[int]) -> State:
    """The same after several actions that are one answer to a secret question."""
    asked = state.secret()
    after = state.copy()
    if len(actions) == 1:
        after.apply(player, actions[0])
    else:
        give(after, player, actions)
    for _ in range(DEPTH):
        actors = after.actors()
        if not actors or (actors != [player] and (not asked or after.secret())):
            break
        if not asked and after.rng.state != state.rng.state:
            break
        after = best_next(judge, after, actors[0])
    return after


def to_question(
    mine: Judge,
    theirs: Judge,
    state: State,
    player: int,
    actions: list[int],
    rivalry: float,
    their_rivalry: float,
) -> State:
    """The state after an answer when the next secret question is asked, or some decisions later.

    Until then everybody chooses greedily, the player by one judge and all others by another.
    """
    after, asked = state.copy(), state.asked_at
    if len(actions) == 1:
        after.apply(player, actions[0])
    else:
        give(after, player, actions)
    for _ in range(DEPTH):
        if after.over() or (after.secret() and after.asked_at != asked):
            break
        actor = after.next_actor()
        if actor == player:
            after = best_next(mine, after, actor, rivalry=rivalry)
        else:
            after = best_next(theirs, after, actor, rivalry=their_rivalry)
    return after


def best_next(
    judge: Judge,
    state: State,
    player: int,
    noise: float = 0.0,
    rng: Rng | None = None,
    rivalry: float = 0.0,
) -> State:
    """The state after the decision that the judge likes best for a player.

    With a generator, as far as somebody can tell who misjudges everything by up to `noise` points.
    """
    offers = state.offers(player)
    found = state.copy()
    found.apply(player, offers[0])
    if len(offers) == 1:
        return found
    most = felt(judge, found, player, noise, rng, rivalry)
    for index in range(1, len(offers)):
        tried = state.copy()
        tried.apply(player, offers[index])
        value = felt(judge, tried, player, noise, rng, rivalry)
        if value > most:
            most = value
            found = tried
    return found


def felt(
    judge: Judge, state: State, player: int, noise: float, rng: Rng | None, rivalry: float
) -> float:
    """What a position is worth, misjudged."""
    points = worth(judge, state, player, rivalry)
    if rng is None:
        return points
    return points + noise * (2.0 * int(rng.below(FINE)) / FINE - 1.0)


# Playing on, as everybody might: openly they do what the judge likes about best, in secret what the
# game's rules of thumb say. If they always did what it likes best, all that follows would hang on which of
# two equally good actions it prefers by a hair: hardly anything is drawn in some games, so that one and the
# same chain of such accidents would decide in all deals, and nobody could tell it from the worth of what was
# decided.


def play_on(judge: Judge, state: State, decisions: int, questions: int, rng: Rng) -> State:
    """The position some decisions later, not in the midst of a secret question.

    It ends before a further secret question than `questions`: they cost the most, and tell little
    of the decision that is judged.
    """
    while decisions > 0 and not state.over():
        if state.secret():
            if questions == 0:
                break
            actors = state.actors()
            questions -= 1
            decisions -= len(actors)  # of however many pieces an answer is made
            answer(state, actors)
        else:
            state = best_next(judge, state, state.next_actor(), NOISE, rng)
            decisions -= 1
    return state


def answer(state: State, players: list[int]) -> None:
    """Let these players answer the secret question that is asked."""
    answers = state.game.answers
    if answers is None:
        for player in players:
            likely_answer(state, player)
        return
    thought_of = answers(state, THOUGHT_OF, state.rng)  # of all at once
    for player in players:
        give(state, player, any_of(thought_of[player], state.rng))


def likely_answer(state: State, player: int) -> list[int]:
    """Let a player answer the secret question that is asked, as somebody who sits there might."""
    answers = state.game.answers
    if answers is not None:
        return give(state, player, any_of(answers(state, THOUGHT_OF, state.rng)[player], state.rng))
    asked = state.asked_at
    actions: list[int] = []
    while asks(state, player, asked):
        actions.append(likely(state, player))
        state.apply(player, actions[-1])
    return actions


def any_of(answers: list[list[int]], rng: Rng) -> list[int]:
    """One of them."""
    return answers[int(rng.below(len(answers)))]


def give(state: State, player: int, actions: list[int]) -> list[int]:
    """Let a player answer a secret question so, as far as that is allowed; returns what was decided.

    What somebody thought of in one deal may not be there in another.
    """
    asked = state.asked_at
    made: list[int] = []
    for action in actions:
        if not asks(state, player, asked):
            return made
        if action in state.offers(player):
            state.apply(player, action)
            made.append(action)
    while asks(state, player, asked):
        made.append(random_action(state, player, state.rng))
        state.apply(player, made[-1])
    return made


def asks(state: State, player: int, asked: int) -> bool:
    """Does a player have to say more to the secret question that was asked then?"""
    return state.secret() and state.asked_at == asked and player in state.actors()


def likely(state: State, player: int) -> int:
    """What somebody who sits there might do."""
    policy = state.game.policy
    if policy is not None:
        return policy(state, player)
    return random_action(state, player, state.rng)
