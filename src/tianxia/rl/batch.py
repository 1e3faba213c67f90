"""Many games side by side, written into flat buffers: the loop of the vectorised runner.

House style, no numpy: the loop is compiled where the engine is, and `vector.py` lays arrays over
the buffers.
"""

from array import array
from struct import Struct
from typing import Any, final

from mypy_extensions import i64

from ..engine.errors import IllegalAction
from ..engine.game import Game
from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State


@final
class Batch:
    """So many games of one kind; a game that ends gives way to the next one at once.

    A row is a game, at the decision of one player, its actor. Game `number` of row `row` has the
    seed `seed + row + number * rows`.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        rows: int,
        seed: int,
        shaping: float,
        options: dict[str, Any],
    ) -> None:
        self.game = game
        self.players = players
        self.rows = rows
        self.shaping = shaping
        self.options = game.complete(players, options)
        self.width = game.widths[players]
        self.actions = len(game.space)
        self._row = Struct(f"{self.width}f")
        self._no_mask = bytes(self.actions)
        #: float32, rows * width: what the actor may know.
        self.observations = bytearray(self._row.size * rows)
        #: int8, rows * actions: 1 where the actor may choose it.
        self.masks = bytearray(self.actions * rows)
        #: Who must decide in each row.
        self.actors = array("i", [0] * rows)
        #: rows * players: what the last step brought each player.
        self.rewards = array("f", [0.0] * (rows * players))
        #: rows * players: points at the end of the row's last finished game.
        self.scores = array("i", [0] * (rows * players))
        #: 1 where the last step ended a game; the row shows the next game's start already.
        self.ended = bytearray(rows)
        self.states: list[State] = []
        self._seeds: list[int] = []
        self._points: list[list[int]] = []
        self._rng = Rng()
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start all rows anew."""
        self._rng.seed(seed)
        self.states = []
        self._seeds = []
        self._points = []
        for row in range(self.rows):
            state = self.begin(seed + row)
            self.states.append(state)
            self._seeds.append(seed + row)
            self._points.append(state.scores())
            self.ended[row] = 0
            for player in range(self.players):
                self.rewards[row * self.players + player] = 0.0
                self.scores[row * self.players + player] = 0
            self.show(row, state)

    def begin(self, seed: int) -> State:
        """A fresh game that tells no events."""
        state = self.game.new(self.players, seed, **self.options)
        state.events = None
        return state

    def step(self, actions: list[int]) -> None:
        """One decision in every row; if one of them is illegal, none is made."""
        if len(actions) != self.rows:
            raise ValueError(f"expected {self.rows} actions, one a row; got {len(actions)}")
        for row in range(self.rows):
            action = actions[row]
            if not 0 <= action < self.actions or not self.masks[row * self.actions + action]:
                raise IllegalAction(f"row {row}: {self.reason(row, action)}")
        for row in range(self.rows):
            state = self.states[row]
            state.apply(self.actors[row], actions[row])
            over = state.over()
            self.reward(row, state, over)
            if over:
                self._seeds[row] += self.rows
                state = self.begin(self._seeds[row])
                self.states[row] = state
                if self.shaping:
                    self._points[row] = state.scores()
            self.ended[row] = 1 if over else 0
            self.show(row, state)

    def reward(self, row: int, state: State, over: bool) -> None:
        """What the decision just made brought each player."""
        start: i64 = row * self.players
        if over:
            returns = state.returns()
            scores = state.scores()
            for player in range(self.players):
                self.rewards[start + player] = returns[player]
                self.scores[start + player] = scores[player]
        else:
            for player in range(self.players):
                self.rewards[start + player] = 0.0
        if self.shaping:
            before = self._points[row]
            now = state.scores()
            for player in range(self.players):
                self.rewards[start + player] += self.shaping * (now[player] - before[player])
            self._points[row] = now

    def show(self, row: int, state: State) -> None:
        """Write who decides in this row, what they know and what they may choose."""
        player = state.next_actor()
        self.actors[row] = player
        features = state.game.features(state, player)
        self._row.pack_into(self.observations, row * self._row.size, *features)
        start: i64 = row * self.actions
        masks = self.masks
        masks[start : start + self.actions] = self._no_mask
        for action in state.offers(player):
            masks[start + action] = 1

    def random_actions(self) -> list[int]:
        """A legal action for every row, each equally likely."""
        return [
            random_action(self.states[row], self.actors[row], self._rng) for row in range(self.rows)
        ]

    def reason(self, row: int, action: int) -> str:
        """Why an action cannot be chosen."""
        try:
            self.states[row].play(self.actors[row], action)
        except IllegalAction as error:
            return str(error)
        raise AssertionError("a legal action was masked")
