"""Bots that do not look ahead."""

from typing import final

from ..engine.game import Game
from ..engine.rng import Rng
from .bot import SEEDS, Bot, BotError, Thought
from .seat import Seat


@final
class RandomBot(Bot):
    """Any legal action, each equally likely."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng()
        self._rng.seed(seed)

    def decide(self, seat: Seat) -> Thought:
        """Choose."""
        legal = seat.legal()
        return Thought(legal[int(self._rng.below(len(legal)))])


@final
class PolicyBot(Bot):
    """The rules of thumb that a game brings along."""

    def __init__(self, game: Game, seed: int) -> None:
        if game.policy is None:
            raise BotError(f"{game.id} has no rules of thumb: take another bot than 'policy'")
        self._policy = game.policy
        self._rng = Rng()
        self._rng.seed(seed)

    def decide(self, seat: Seat) -> Thought:
        """Follow the rules of thumb."""
        return Thought(self._policy(seat.deal(int(self._rng.below(SEEDS))), seat.player))
