"""What a bot is: it looks at its seat and says what it does, and why."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.actions import ActionSpace
from ..engine.errors import TianxiaError
from ..engine.state import State
from .seat import Seat

#: Seeds of deals are below this.
SEEDS = 1 << 30


class BotError(TianxiaError, ValueError):
    """A bot that does not exist, is told what it does not take, or does not answer properly."""


@dataclass(frozen=True)
class Candidate:
    """An action that was considered. `value` is the bot's own measure, more is better.

    `end` is what came of it on average if the bot played it on: its score, alone; else less what the
    bot counts of the best opponent's.
    """

    action: int
    value: float
    visits: int = 0
    end: float | None = None


@dataclass(frozen=True)
class Thought:
    """A decision and what led to it.

    `score` is the final score the bot expects for itself, in points; `win` the probability with
    which it expects to win. Either is `None` where the bot has no idea of it.
    """

    action: int
    candidates: Sequence[Candidate] = ()
    score: float | None = None
    win: float | None = None

    def to_dict(self, space: ActionSpace) -> dict[str, Any]:
        """As plain data, actions in notation, the chosen one first, then the best candidates."""
        ranked = sorted(
            self.candidates,
            key=lambda each: (each.action != self.action, -each.visits, -each.value, each.action),
        )
        return {
            "action": space.text(self.action),
            "score": self.score,
            "win": self.win,
            "candidates": [
                {
                    "action": space.text(each.action),
                    "value": each.value,
                    "visits": each.visits,
                    "end": each.end,
                }
                for each in ranked
            ],
        }


class Begun:
    """What is left of an answer that takes several decisions, as long as nothing else was decided."""

    def __init__(self) -> None:
        self._left: list[int] = []
        self._asked = self._due = -1

    def begin(self, answer: Sequence[int], known: State) -> None:
        """The first of these is decided now, in a position that the seat knows so."""
        self._left, self._asked, self._due = list(answer[1:]), known.asked_at, known.decisions + 1

    def next(self, seat: Seat) -> int | None:
        """What comes next of it; none if there is nothing left, or it was taken back."""
        if not self._left:
            return None
        known = seat.deal(0)
        if known.asked_at != self._asked or known.decisions != self._due:
            return None
        self._due += 1
        return self._left.pop(0)


class Bot(ABC):
    """One bot in one seat of one game; it may remember what it thought before."""

    @abstractmethod
    def decide(self, seat: Seat) -> Thought:
        """Choose one of `seat.legal()`."""

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Give back what the bot holds, such as a process."""
