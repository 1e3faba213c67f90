"""Who says what a position is worth: a game's own judge, or that and what was learned.

Compiled by mypyc.
"""

from typing import Any, final

from ..engine.features import Features
from ..engine.game import Game
from ..engine.state import State


class Judge:
    """A game's own judge."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._own = game.judge

    def points(self, state: State, player: int) -> float:
        """The final score to be expected for a player."""
        return self._own(state, player)

    def all_points(self, state: State) -> list[float]:
        """The same for every seat."""
        own = self._own
        return [own(state, player) for player in range(state.players)]


@final
class LearnedJudge(Judge):
    """The game's own judge, mended by a network that has seen how games ended.

    It sees what `Game.features` and `Game.prospects` show of a position, and the own judge's estimate.
    """

    def __init__(self, game: Game, players: int, network: Any) -> None:
        super().__init__(game)
        self._players = players
        self._width = game.judged_widths[players]
        self._network = network
        self._found = Features(self._width * players)

    def points(self, state: State, player: int) -> float:
        """The final score to be expected for a player."""
        own = self._own(state, player)
        if state.over():
            return own
        found = self._found
        found.next = 0
        self.game.show_judge(state, player, found)
        short: float = self._network.residual(found.counts, 0, own)
        return own + short

    def all_points(self, state: State) -> list[float]:
        """The same for every seat; what all see of a position is found once."""
        own = self._own
        points = [own(state, player) for player in range(state.players)]
        if state.over():
            return points
        found = self._found
        found.next = 0
        self.game.show_all(state, found, True)
        for player in range(state.players):
            short: float = self._network.residual(
                found.counts, player * self._width, points[player]
            )
            points[player] += short
        return points
