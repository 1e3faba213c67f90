"""Many games stepped together, as numpy arrays.

from tianxia.rl.vector import Vector
games = Vector("middle-kingdom", rows=256, players=2, seed=1)
for _ in range(1000):
actions = policy(games.observations, games.masks)
games.step(actions)
games.rewards, games.ended
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.game import Game
from ..engine.registry import game as find_game
from .batch import EVERYBODY, Batch


class Vector:
    """`rows` games side by side. The arrays are laid out once and rewritten by every step.

    With a `seat` every decision is that seat's; the others answer at random.
    """

    def __init__(
        self,
        game: str | Game,
        rows: int,
        players: int | None = None,
        seed: int = 0,
        shaping: float = 0.0,
        seat: int | None = None,
        **options: Any,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players = self.game.default_players if players is None else players
        self.rows = rows
        if rows < 1:
            raise ValueError(f"at least one row is needed; got {rows}")
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"seat is 0 to {self.players - 1} or None; got {seat!r}")
        only = EVERYBODY if seat is None else seat
        self.batch = Batch(self.game, self.players, rows, seed, shaping, options, only)
        batch = self.batch
        self._counts: NDArray[np.int16] = self._over(batch.features.counts, np.int16, rows)
        scales = self.game.scales(self.players, batch.options)
        self._scales: NDArray[np.float32] = np.array(scales, np.float32)
        self._scaled: NDArray[np.float32] = np.zeros((rows, batch.width), np.float32)
        #: (rows, features), float32: what the actor of each row may know.
        self.observations: NDArray[np.float32] = self._scaled.view()
        self.observations.flags.writeable = False
        #: (rows, actions), int8: 1 where the actor may choose it; never all 0.
        self.masks: NDArray[np.int8] = self._over(batch.masks, np.int8, rows)
        #: (rows,), int32: the seat that decides.
        self.actors: NDArray[np.int32] = self._over(batch.actors, np.int32)
        #: (rows, players), float32: what the last step brought each player.
        self.rewards: NDArray[np.float32] = self._over(batch.rewards, np.float32, rows)
        #: (rows,), bool: the last step ended the row's game; the next one stands there already.
        self.ended: NDArray[np.bool_] = self._over(batch.ended, np.bool_)
        #: (rows, players), int32: points of the row's last finished game.
        self.scores: NDArray[np.int32] = self._over(batch.scores, np.int32, rows)
        self._show()

    @property
    def features(self) -> int:
        """The length of an observation."""
        return self.batch.width

    @property
    def actions(self) -> int:
        """The number of actions."""
        return self.batch.actions

    def reset(self, seed: int) -> None:
        """Start all rows anew."""
        self.batch.reset(seed)
        self._show()

    def step(self, actions: NDArray[np.integer[Any]] | list[int]) -> None:
        """One decision in every row. `IllegalAction` names the row, and no game has moved."""
        self.batch.step(actions.tolist() if isinstance(actions, np.ndarray) else actions)
        self._show()

    def finals(self) -> NDArray[np.float32]:
        """What the seat knew at the end of each row's last finished game; an array of its own."""
        counts: NDArray[np.int16] = self._over(self.batch.finals.counts, np.int16, self.rows)
        found: NDArray[np.float32] = np.divide(counts, self._scales, dtype=np.float32)
        return found

    def _show(self) -> None:
        """What the games have written as whole numbers, scaled all at once."""
        np.divide(self._counts, self._scales, out=self._scaled)

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every row, each equally likely."""
        return np.array(self.batch.random_actions(), np.int64)

    @staticmethod
    def _over(buffer: Any, dtype: Any, rows: int | None = None) -> Any:
        """A read-only array over a buffer: only the games write it."""
        found = np.frombuffer(buffer, dtype)
        found.flags.writeable = False
        return found if rows is None else found.reshape(rows, -1)
