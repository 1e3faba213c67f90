"""The bots around a game."""

from collections.abc import Mapping
from types import TracebackType
from typing import Self, final

from ..engine.game import Game
from ..engine.match import Match
from ..engine.state import State
from .bot import Bot, BotError, Thought
from .registry import make_bot
from .seat import Seat

#: More than any game has seats: the seeds of neighbouring games stay apart.
SEATS = 64


@final
class Table:
    """Bots in some seats of one game, each with a seed of its own.

    While answers are secret a bot sees the game as if nobody else had answered yet: what it does
    cannot depend on an unrevealed answer, nor on who is asked first.
    """

    def __init__(self, game: Game, specs: Mapping[int, str], seed: int) -> None:
        self._bots: dict[int, Bot] = {}
        self._asked: tuple[list[tuple[int, int]], State] | None = None
        try:
            for seat, spec in specs.items():
                self._bots[seat] = make_bot(spec, game, seed * SEATS + seat)
        except Exception:
            self.close()
            raise

    def decide(self, match: Match, player: int) -> Thought:
        """What the bot in that seat does now, and why."""
        seat = self.seat(match, player)
        thought = self._bots[player].decide(seat)
        if thought.action not in seat.legal():
            raise BotError(f"the bot in seat {player} chose {thought.action}, which is not legal")
        return thought

    def seat(self, match: Match, player: int) -> Seat:
        """What the player may know now."""
        state = match.state
        if not state.secret():
            return Seat(state, player)
        decisions = match.record.decisions
        before, answers = decisions[: state.asked_at], decisions[state.asked_at :]
        if self._asked is None or self._asked[0] != before:
            self._asked = before, match.record.replay(state.asked_at)
        own = self._asked[1].copy()
        for who, action in answers:
            if who == player:
                own.play(who, action)
        return Seat(own, player)

    def next(self, state: State) -> int | None:
        """The seat of a bot that can decide before anybody else must, if there is one."""
        actors = state.actors()
        for player in actors:
            if player in self._bots:
                return player
            if not state.secret():
                return None
        return None

    def close(self) -> None:
        """Send the bots home."""
        for bot in self._bots.values():
            bot.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
