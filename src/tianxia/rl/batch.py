"""Many games side by side, written into flat buffers: the loop of the vectorised runner.

House style, no numpy: the loop is compiled where the engine is, and `vector.py` lays arrays over
the buffers.
"""

from array import array
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from ..engine.errors import IllegalAction
from ..engine.features import Features
from ..engine.game import Game
from ..engine.playout import random_action
from ..engine.rng import Rng
from ..engine.state import State
from .single import answer_at_random

#: Every seat is shown its own decisions.
EVERYBODY: Final = -1
NO_OFFER: Final[list[int]] = []


@final
class Batch:
    """So many games of one kind; a game that ends gives way to the next one at once.

    A row is a game, at the decision of one player, its actor. Game `number` of row `row` has the
    seed `seed + row + number * rows`. With a `seat` only that seat's decisions are shown; the others
    answer at random.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        rows: int,
        seed: int,
        shaping: float,
        options: dict[str, Any],
        seat: int = EVERYBODY,
    ) -> None:
        self.game = game
        self.seat = seat
        self.players = players
        self.rows = rows
        self.shaping = shaping
        self.options = game.complete(players, options)
        self.width = game.widths[players]
        self.actions = len(game.space)
        #: rows * width: what the actor may know, and what the seat knew at the end of the last game.
        self.features = Features(self.width * rows)
        self.finals = Features(0 if seat == EVERYBODY else self.width * rows)
        no_masks: list[u8] = [0] * (self.actions * rows)
        #: rows * actions: 1 where the actor may choose it.
        self.masks: vec[u8] = vec[u8](no_masks)
        #: Who must decide in each row.
        self.actors = array("i", [0] * rows)
        self._no_rewards = array("f", [0.0] * (rows * players))
        #: rows * players: what the last step brought each player.
        self.rewards = self._no_rewards[:]
        #: rows * players: points at the end of the row's last finished game.
        self.scores = array("i", [0] * (rows * players))
        #: 1 where the last step ended a game; the row shows the next game's start already.
        self.ended = bytearray(rows)
        self.states: list[State] = []
        self._seeds: list[int] = []
        self._points: list[list[int]] = []
        self._rng = Rng()
        #: For each row what its mask shows.
        self._offers: list[list[int]] = [NO_OFFER] * rows
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Start all rows anew."""
        self._rng.seed(seed)
        self.states = []
        self._seeds = []
        self._points = []
        self.ended[:] = bytes(self.rows)
        self.rewards[:] = self._no_rewards
        for row in range(self.rows):
            state = self.begin(seed + row)
            self.states.append(state)
            self._seeds.append(seed + row)
            self._points.append(state.scores())
            for player in range(self.players):
                self.scores[row * self.players + player] = 0
            self.show(row)

    def begin(self, seed: int) -> State:
        """A fresh game that tells no events, at a decision of the seat."""
        state = self.game.quiet(self.players, seed, self.options)
        if self.seat != EVERYBODY:
            answer_at_random(state, self.seat, self._rng)
        return state

    def step(self, actions: list[int]) -> None:
        """One decision in every row; if one of them is illegal, none is made."""
        if len(actions) != self.rows:
            raise ValueError(f"expected {self.rows} actions, one a row; got {len(actions)}")
        for row in range(self.rows):
            action = actions[row]
            if not 0 <= action < self.actions or not self.masks[row * self.actions + action]:
                raise IllegalAction(f"row {row}: {self.reason(row, action)}")
        self.ended[:] = bytes(self.rows)
        self.rewards[:] = self._no_rewards
        for row in range(self.rows):
            state = self.states[row]
            state.apply(self.actors[row], actions[row])
            if self.seat != EVERYBODY:
                answer_at_random(state, self.seat, self._rng)
            if state.over():
                self.end(row, state)
            if self.shaping:
                self.shape(row, state)
            self.show(row)

    def end(self, row: int, state: State) -> None:
        """Note how the row's game ended and begin the next one."""
        start = row * self.players
        returns = state.returns()
        scores = state.scores()
        for player in range(self.players):
            self.rewards[start + player] = returns[player]
            self.scores[start + player] = scores[player]
        self.ended[row] = 1
        if self.seat != EVERYBODY:
            self.finals.next = row * self.width
            self.game.show(state, self.seat, self.finals)
        self._seeds[row] += self.rows
        self.states[row] = self.begin(self._seeds[row])

    def shape(self, row: int, state: State) -> None:
        """Add the points that the decision brought each player."""
        start = row * self.players
        before = self._points[row]
        now = state.scores()
        for player in range(self.players):
            self.rewards[start + player] += self.shaping * (now[player] - before[player])
        # The next game's, where this one has ended.
        self._points[row] = self.states[row].scores() if self.ended[row] else now

    def show(self, row: int) -> None:
        """Write who decides in a row, what they know and what they may choose."""
        state = self.states[row]
        player = self.seat if self.seat != EVERYBODY else state.next_actor()
        self.actors[row] = player
        self.features.next = row * self.width
        self.game.show(state, player, self.features)
        masks = self.masks
        start: i64 = row * self.actions
        for action in self._offers[row]:
            masks[start + action] = 0
        offers = state.offers(player)
        for action in offers:
            masks[start + action] = 1
        self._offers[row] = offers

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
