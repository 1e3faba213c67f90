"""A seat at a game: all that whoever sits there may know of it."""

from typing import Any, final

from ..engine.state import State


@final
class Seat:
    """What a bot receives: its seat's view, its legal actions, and copies dealt anew.

    Not even this object holds what is hidden: it keeps a copy in which that was dealt anew.
    """

    def __init__(self, state: State, player: int) -> None:
        self.game = state.game
        self.player = player
        self.players = state.players
        self._known = state.determinize(player, 0)

    def view(self) -> dict[str, Any]:
        """All that the seat may know, ready for JSON."""
        return self._known.view(self.player)

    def legal(self) -> list[int]:
        """What the seat may choose now, sorted."""
        return self._known.legal(self.player)

    def deal(self, seed: int) -> State:
        """A game that could be the true one: what is hidden from the seat is dealt from `seed`."""
        return self._known.determinize(self.player, seed)
