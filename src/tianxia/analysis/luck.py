"""What chance and what decisions did to everybody's prospects.

Somebody who sees all cards, but not what will be drawn, looks on. Whatever is drawn, dealt or
revealed changes what the evaluator promises; *luck* is that change against its average over what
else could have been drawn. It averages zero over many games, whatever the evaluator says, because
the average is taken of the same promise. What is left are decisions, one's own and the others':

    result = start + luck + own decisions + the others' decisions

Where answers are secret, one's own is worth what it promises against what the others might choose; the
rest is what they did choose. That is no luck: nothing would make its average zero.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..bots.ahead import likely_answer
from ..bots.bot import SEEDS
from ..engine.record import Record
from ..engine.rng import Rng
from ..engine.state import State
from .evaluator import Evaluator

#: How often a draw is made anew for its average, a deal at the start, a question's answers, and the draws
#: that follow them.
DRAWS = 24
STARTS = 64
ANSWERS = 8
REVEALS = 8


@dataclass(frozen=True)
class Step:
    """What changed between two moments; by seat, in win chance (alone: in points).

    `number` is how many decisions the record had before, -1 for the setup; `players` who decided.
    """

    number: int
    players: tuple[int, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    luck: tuple[float, ...]
    own: tuple[float, ...]
    others: tuple[float, ...]


def steps(record: Record, evaluator: Evaluator, seed: int) -> Iterator[Step]:
    """The setup, then every decision; several answers to a secret question together."""
    rng = Rng()
    rng.seed(seed)
    state = record.start()
    yield _setup(record, state, evaluator, rng)
    number = 0
    while number < len(record.decisions):
        if state.secret():
            step, state, number = _revealed(record, state, number, evaluator, rng)
        else:
            step, state = _decided(record, state, number, evaluator, rng)
            number += 1
        if step is not None:
            yield step


def _setup(record: Record, state: State, evaluator: Evaluator, rng: Rng) -> Step:
    starts = [
        _promise(
            record.game.new(record.players, int(rng.below(SEEDS)), **record.options), evaluator
        )
        for _ in range(STARTS)
    ]
    before, after = _mean(starts), _promise(state, evaluator)
    nothing = (0.0,) * record.players
    return Step(-1, (), before, after, _less(after, before), nothing, nothing)


def _decided(
    record: Record, state: State, number: int, evaluator: Evaluator, rng: Rng
) -> tuple[Step, State]:
    player, action = record.decisions[number]
    before = _promise(state, evaluator)
    following = state.copy()
    following.apply(player, action)
    after = _promise(following, evaluator)
    average = after
    if following.rng.state != state.rng.state:
        average = _drawn_anew(state, [(player, action)], DRAWS, evaluator, rng)
    decided = _less(average, before)
    own = tuple(decided[seat] if seat == player else 0.0 for seat in range(state.players))
    others = tuple(0.0 if seat == player else decided[seat] for seat in range(state.players))
    step = Step(number, (player,), before, after, _less(after, average), own, others)
    return step, following


def _drawn_anew(
    state: State, decisions: Sequence[tuple[int, int]], times: int, evaluator: Evaluator, rng: Rng
) -> tuple[float, ...]:
    """What decisions promise on average over what can be drawn after them."""
    draws = []
    for _ in range(times):
        other = state.copy()
        other.rng.seed(int(rng.below(SEEDS)))
        for player, action in decisions:
            other.apply(player, action)
        draws.append(_promise(other, evaluator))
    return _mean(draws)


def _revealed(
    record: Record, state: State, number: int, evaluator: Evaluator, rng: Rng
) -> tuple[Step | None, State, int]:
    """A secret question with all its answers; no step if the record ends before they are in."""
    first, asked = number, state.asked_at
    following = state.copy()
    answers: dict[int, list[int]] = {}
    while number < len(record.decisions) and following.secret() and following.asked_at == asked:
        player, action = record.decisions[number]
        answers.setdefault(player, []).append(action)
        following.apply(player, action)
        number += 1
    if following.secret() and following.asked_at == asked:
        return None, following, number
    before, after = _promise(state, evaluator), _promise(following, evaluator)
    average = after
    if following.rng.state != state.rng.state:
        given = record.decisions[first:number]
        average = _drawn_anew(state, given, REVEALS, evaluator, rng)
    guessed = [_guessed(state, list(answers), rng) for _ in range(ANSWERS)]
    own = []
    for player in range(state.players):
        if player not in answers:
            own.append(0.0)
            continue
        total = 0.0
        for answered in guessed:
            tried = state.copy()
            tried.rng.seed(int(rng.below(SEEDS)))
            for seat in answers:
                for action in answers[seat] if seat == player else answered[seat]:
                    tried.apply(seat, action)
            total += _promise(tried, evaluator)[player]
        own.append(total / len(guessed) - before[player])
    others = _less(_less(average, before), tuple(own))
    step = Step(first, tuple(answers), before, after, _less(after, average), tuple(own), others)
    return step, following, number


def _guessed(asking: State, players: Sequence[int], rng: Rng) -> dict[int, list[int]]:
    """What everybody might have answered."""
    found: dict[int, list[int]] = {}
    for player in players:
        state = asking.copy()
        state.rng.seed(int(rng.below(SEEDS)))
        found[player] = likely_answer(state, player)
    return found


def _promise(state: State, evaluator: Evaluator) -> tuple[float, ...]:
    outlook = evaluator.outlook(state)
    return tuple(outlook.worth(seat) for seat in range(state.players))


def _mean(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def _less(one: tuple[float, ...], two: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(a - b for a, b in zip(one, two, strict=True))
