"""What one seat is given: its observation and its mask, as arrays. Common to the faces."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..engine.features import Features
from ..engine.game import Game
from ..engine.registry import game as find_game
from ..engine.rng import Rng
from ..engine.state import State
from . import single

#: Features are scaled to about -1 to 1; none is ever further out than this.
BOUND = 16.0
INT8 = np.dtype(np.int8)


class Table:
    """A game with its number of players and options, and the seeds of the games played on it.

    After `begin(seed)` games have the seeds `seed`, `seed + 1`, and so on; the same seed gives the
    game `game.new(seed=seed)` gives.
    """

    def __init__(
        self, game: str | Game, players: int | None, shaping: float, options: dict[str, Any]
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players = self.game.default_players if players is None else players
        self.options = self.game.complete(self.players, options)
        self.shaping = shaping
        self.actions = len(self.game.space)
        self.width = self.game.widths[self.players]
        self.no_mask: NDArray[np.int8] = np.zeros(self.actions, np.int8)
        self.no_mask.flags.writeable = False
        self._features = Features(self.players * self.width)
        counts = np.frombuffer(self._features.counts, np.int16)  # type: ignore[call-overload]
        self._counts: NDArray[np.int16] = counts.reshape(self.players, self.width)
        scales = self.game.scales(self.players, self.options)
        self._scales: NDArray[np.float32] = np.array(scales, np.float32)
        self._seed = int(np.random.default_rng().integers(1 << 62))

    def begin(self, seed: int | None) -> State:
        """The next game, or the one of a seed."""
        self._seed = self._seed + 1 if seed is None else int(seed)
        return self.game.quiet(self.players, self._seed, self.options)

    def dice(self) -> Rng:
        """A generator for bots beside the game just begun."""
        rng = Rng()
        rng.seed(self._seed + (1 << 61))
        return rng

    def box(self) -> spaces.Box[np.float32]:
        """The space of observations."""
        return spaces.Box(-BOUND, BOUND, (self.width,), np.float32)

    def observation(self, state: State, player: int) -> NDArray[np.float32]:
        """What a player may know; an array of its own."""
        single.observe(state, player, self._features)
        found: NDArray[np.float32] = np.divide(self._counts[0], self._scales, dtype=np.float32)
        return found

    def observations(self, state: State) -> NDArray[np.float32]:
        """What each player may know, a row each; an array of its own."""
        single.observe_all(state, self._features)
        return np.divide(self._counts, self._scales, dtype=np.float32)

    def mask(self, state: State, player: int) -> NDArray[np.int8]:
        """1 for what a player who is asked may choose; an array of its own."""
        return np.frombuffer(single.mask(state, player, self.actions), INT8)

    def rewards(self, state: State, before: list[int]) -> list[float]:
        """What a decision brought each player: rank at the end, and points where shaped."""
        found = state.returns()
        if self.shaping:
            now = state.scores()
            for player in range(self.players):
                found[player] += self.shaping * (now[player] - before[player])
        return found
