"""Positions of games that bots played, what the own judge said of them, and how they ended."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..bots import Seat, make_bot
from ..engine.features import Features
from ..engine.game import Game
from ..engine.registry import game as find_game
from .plan import Plan

SEEDS = 1 << 30


@dataclass(frozen=True)
class Positions:
    """A row for each seat at each position."""

    #: What the seat is shown, as counts.
    counts: NDArray[np.int16]
    #: What the own judge expects for it.
    judged: NDArray[np.float32]
    #: Its points in the end.
    ends: NDArray[np.float32]
    #: Which game the row is of.
    games: NDArray[np.int32]

    def write(self, path: Path) -> None:
        """Keep them in a file, all or nothing."""
        half = path.with_suffix(".part")
        with half.open("wb") as out:
            np.savez_compressed(
                out, counts=self.counts, judged=self.judged, ends=self.ends, games=self.games
            )
        half.replace(path)

    @classmethod
    def read(cls, path: Path) -> "Positions":
        """What `write` has kept."""
        with np.load(path) as kept:
            return cls(kept["counts"], kept["judged"], kept["ends"], kept["games"])

    @classmethod
    def join(cls, parts: Sequence["Positions"]) -> "Positions":
        """Several as one."""
        return cls(
            np.concatenate([part.counts for part in parts]),
            np.concatenate([part.judged for part in parts]),
            np.concatenate([part.ends for part in parts]),
            np.concatenate([part.games for part in parts]),
        )


def play_games(
    plan: Plan,
    pool: Sequence[tuple[float, str]],
    first: int,
    count: int,
    game: Game | None = None,
) -> Positions:
    """Play so many games with whoever is in the pool, from number `first` on."""
    game = game or find_game(plan.game)
    return Positions.join(
        [_play(plan, pool, game, number) for number in range(first, first + count)]
    )


def _play(plan: Plan, pool: Sequence[tuple[float, str]], game: Game, number: int) -> Positions:
    dice = random.Random(f"{plan.seed} {plan.players} {number}")
    players, width = plan.players, game.widths[plan.players]
    state = game.quiet(players, dice.randrange(SEEDS), plan.options(game, dice))
    bots = [make_bot(spec, game, dice.randrange(SEEDS)) for spec in plan.seats(pool, dice)]
    astray = dice.uniform(0, plan.astray)
    found = Features(width * players)
    counts: list[NDArray[np.int16]] = []
    judged: list[float] = []
    while not state.over():
        # A judge never looks while a secret question is half answered.
        whole = not state.secret() or state.asked_at == state.decisions
        if whole and dice.random() < plan.share:
            found.next = 0
            game.show_all(state, found)
            shown = np.frombuffer(found.counts, np.int16)  # type: ignore[call-overload]
            counts.append(shown.reshape(players, width).copy())
            judged += [game.judge(state, player) for player in range(players)]
        player = state.next_actor()
        if dice.random() < astray:
            action = dice.choice(state.legal(player))
        else:
            action = bots[player].decide(Seat(state, player)).action
        state.apply(player, action)
    rows = len(judged)
    return Positions(
        np.concatenate(counts) if counts else np.empty((0, width), np.int16),
        np.array(judged, np.float32),
        np.tile(np.array(state.scores(), np.float32), len(counts)),
        np.full(rows, number, np.int32),
    )
