"""A game being played: its state, its record, and what may be taken back."""

from typing import Any, final

from .errors import UndoError
from .game import Game
from .record import Record
from .state import State


@final
class Match:
    """A state together with the record of how it came about."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.state: State = record.replay()

    def play(self, player: int, action: int) -> None:
        """Decide; `IllegalAction` changes nothing."""
        self.state.play(player, action)
        self.record.decisions.append((player, action))

    def undoable(self, player: int) -> int | None:
        """The number of the player's decision that may be taken back now, if there is one.

        Never another player's decision, and never across anything drawn or revealed. While
        answers are secret the others' do not depend on it, so theirs stay; what was decided
        before they were asked for stands, for they do depend on that.
        """
        decisions = self.record.decisions
        number = len(decisions) - 1
        first = self.state.asked_at if self.state.secret() else self.state.settled
        while number >= first:
            if decisions[number][0] == player:
                return number
            if not self.state.secret():
                return None
            number -= 1
        return None

    def undo(self, player: int) -> int:
        """Take back the player's last decision; returns its number."""
        number = self.undoable(player)
        if number is None:
            raise UndoError(f"player {player} has nothing to take back")
        decisions = self.record.decisions
        self._restart(decisions[:number] + decisions[number + 1 :])
        return number

    def rewind(self, number: int) -> None:
        """Go back to before the decision of that number, dropping all that followed.

        Only for who plays against bots: others' decisions go too. The record says that it was done.
        """
        if not self.state.settled <= number < len(self.record.decisions):
            raise UndoError(f"the game cannot go back to before decision {number}")
        self._restart(self.record.decisions[:number])
        self.record.rewound += 1

    def _restart(self, decisions: list[tuple[int, int]]) -> None:
        old = self.record
        self.record = Record(old.game, old.players, old.seed, old.options, decisions, old.key)
        self.record.rewound = old.rewound
        # Who was told something and goes back still knows it.
        last = len(decisions)
        self.record.hinted = [(seat, min(number, last)) for seat, number in old.hinted]
        self.state = self.record.replay()


def new_match(game: Game, players: int | None = None, seed: int = 0, **options: Any) -> Match:
    """A match before its first decision."""
    return Match(Record(game, game.default_players if players is None else players, seed, options))
