"""Choices in games that bots played: what each option looks like, and what came of it a little later.

The options of a choice are carried out in the same deal and played on by the same dice, so that luck is the
same for all of them: how much better one is than another is seen far more clearly than how a game ends.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bots import Seat, make_bot
from ..bots.ahead import asks, follow_answer, give, others_likely, play_on, points_of, worth
from ..bots.greedy import ANSWERS, RIVALRY
from ..bots.judging import Judge
from ..bots.weights import judge_of
from ..engine.features import Features
from ..engine.game import Game
from ..engine.registry import game as find_game
from ..engine.rng import Rng
from ..engine.state import State
from .plan import Plan

SEEDS = 1 << 30
#: Options of a choice that are compared: the best, and a few of the others: what is bad must be learned, too.
BEST, OTHERS = 4, 2
OPTIONS = BEST + OTHERS
#: Secret questions that are answered on the way.
QUESTIONS = 2


@dataclass(frozen=True)
class Choices:
    """A line for each choice and seat, with room for so many options; the last ones may be empty."""

    #: What the seat is shown after each option, as counts.
    counts: NDArray[np.int16]
    #: What the own judge expects for it then.
    judged: NDArray[np.float32]
    #: What the best judge so far expects for it some decisions later, or its points if it ended.
    later: NDArray[np.float32]
    #: How many options there are.
    options: NDArray[np.int8]
    #: Which game the line is of.
    games: NDArray[np.int32]

    def write(self, path: Path) -> None:
        """Keep them in a file, all or nothing."""
        half = path.with_suffix(".part")
        with half.open("wb") as out:
            np.savez_compressed(out, **vars(self))
        half.replace(path)

    @classmethod
    def read(cls, path: Path) -> "Choices":
        """What `write` has kept."""
        with np.load(path) as kept:
            return cls(**{each.name: kept[each.name] for each in fields(cls)})

    @classmethod
    def join(cls, parts: Sequence["Choices"]) -> "Choices":
        """Several as one."""
        names = [each.name for each in fields(cls)]
        return cls(
            **{name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        )


class _Option(NamedTuple):
    """Where an option leads: at once, after what follows from it, and later, by seat."""

    at_once: State
    followed: State
    later: list[float]


def play_games(
    plan: Plan,
    pool: Sequence[tuple[float, str]],
    best: str,
    first: int,
    count: int,
    game: Game | None = None,
) -> tuple[int, int, Choices]:
    """Play so many games with whoever is in the pool; `best` judges. Says which games they were."""
    game = game or find_game(plan.game)
    judge = judge_of(game, plan.players, best, "greedy")
    found = [_play(plan, pool, judge, game, number) for number in range(first, first + count)]
    return first, count, Choices.join(found)


def _play(
    plan: Plan, pool: Sequence[tuple[float, str]], judge: Judge, game: Game, number: int
) -> Choices:
    dice = random.Random(f"{plan.seed} {plan.players} {number}")
    state = game.quiet(plan.players, dice.randrange(SEEDS), plan.options(game, dice))
    bots = [make_bot(spec, game, dice.randrange(SEEDS)) for spec in plan.seats(pool, dice)]
    astray = dice.uniform(0, plan.astray)
    lines = _Lines(game, plan.players, number)
    begun = (-1, -1)
    while not state.over():
        player = state.next_actor()
        # Of an answer that is given in pieces the first one decides.
        if (state.asked_at, player) != begun and dice.random() < plan.share:
            lines.add(player, _compare(judge, state, player, plan.depth, dice), dice)
        begun = (state.asked_at, player) if state.secret() else (-1, -1)
        if dice.random() < astray:
            action = dice.choice(state.legal(player))
        else:
            action = bots[player].decide(Seat(state, player)).action
        state.apply(player, action)
    return lines.choices()


def _compare(
    judge: Judge, state: State, player: int, depth: int, dice: random.Random
) -> list[_Option]:
    """What comes of a player's options, in one deal; none if there is but one."""
    dealt = state.determinize(player, dice.randrange(SEEDS))
    options = _options(dealt, player, dice)
    if len(options) == 1:
        return []
    others_likely(dealt, player)
    tried = [(actions, follow_answer(judge, dealt, player, actions)) for actions in options]
    tried.sort(key=lambda each: -worth(judge, each[1], player, RIVALRY))
    rest = tried[BEST:]
    luck = dice.randrange(SEEDS)
    found: list[_Option] = []
    for actions, after in tried[:BEST] + dice.sample(rest, min(OTHERS, len(rest))):
        if not after.over():
            at_once = dealt.copy()
            give(at_once, player, actions)
            end = play_on(judge, after.copy(), depth, QUESTIONS, _rng(luck))
            found.append(_Option(at_once, after, points_of(judge, end)))
    return found


def _options(dealt: State, player: int, dice: random.Random) -> list[list[int]]:
    """What a player may do; of secret answers that take several decisions some whole ones, the last at random."""
    think_of = dealt.game.answers
    if think_of is None or not dealt.secret():
        return [[action] for action in dealt.offers(player)]
    asked, state = dealt.asked_at, dealt.copy()
    at_random: list[int] = []
    while asks(state, player, asked):
        at_random.append(dice.choice(state.offers(player)))
        state.apply(player, at_random[-1])
    return [*think_of(dealt, ANSWERS, _rng(dice.randrange(SEEDS)))[player], at_random]


def _rng(seed: int) -> Rng:
    rng = Rng()
    rng.seed(seed)
    return rng


class _Lines:
    """The choices of a game as they come."""

    def __init__(self, game: Game, players: int, number: int) -> None:
        self._game = game
        self._width = game.judged_widths[players]
        self._number = number
        self._shown = Features(self._width)
        self._counts: list[NDArray[np.int16]] = []
        self._judged: list[NDArray[np.float32]] = []
        self._later: list[NDArray[np.float32]] = []
        self._options: list[int] = []

    def add(self, player: int, found: list[_Option], dice: random.Random) -> None:
        """The player's view of a choice, and that of somebody else, who must be judged as well.

        Small decisions that follow are chosen by what the judge says on the way: so the player's
        view is also taken at once, where that is another one.
        """
        if len(found) < 2:
            return
        followed = [each.followed for each in found]
        self._line(player, followed, found)
        others = [seat for seat in range(followed[0].players) if seat != player]
        if others:
            self._line(dice.choice(others), followed, found)
        if any(each.at_once.decisions != each.followed.decisions for each in found):
            self._line(player, [each.at_once for each in found], found)

    def _line(self, seat: int, states: list[State], found: list[_Option]) -> None:
        counts = np.zeros((OPTIONS, self._width), np.int16)
        judged, later = np.zeros(OPTIONS, np.float32), np.zeros(OPTIONS, np.float32)
        for index, (state, option) in enumerate(zip(states, found, strict=True)):
            self._shown.next = 0
            self._game.show_judge(state, seat, self._shown)
            counts[index] = np.frombuffer(self._shown.counts, np.int16)  # type: ignore[call-overload]
            judged[index] = self._game.judge(state, seat)
            later[index] = option.later[seat]
        self._counts.append(counts)
        self._judged.append(judged)
        self._later.append(later)
        self._options.append(len(states))

    def choices(self) -> Choices:
        """All of them."""
        lines = len(self._options)
        return Choices(
            np.array(self._counts, np.int16).reshape(lines, OPTIONS, self._width),
            np.array(self._judged, np.float32).reshape(lines, OPTIONS),
            np.array(self._later, np.float32).reshape(lines, OPTIONS),
            np.array(self._options, np.int8),
            np.full(lines, self._number, np.int32),
        )
