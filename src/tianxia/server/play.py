"""The game at a table, in memory: replayed from its rows, with the log and the open questions."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from ..engine.errors import IllegalAction
from ..engine.events import Event
from ..engine.game import Game
from ..engine.match import Match
from ..engine.record import Record
from ..engine.state import State
from ..text import Words
from .schemas import LineOut
from .storage import HINT, UNDO, DecisionRow, SnapshotRow

#: So many of one's decisions may be taken back at most, and so many deals are compared for each.
MOST_REWINDS = 12
DEALS_COMPARED = 6


class Happening:
    """What one decision brought about; `move` is how many decisions the game then had."""

    def __init__(self, move: int, events: list[Event]) -> None:
        self.move = move
        self.events = events
        self._names: list[str] = []
        self._said: list[LineOut] = []

    def said(self, told: Words, names: list[str]) -> list[LineOut]:
        """Each event in words; kept, since every page asks again after every decision."""
        if self._names != names:
            said = (told.event(event, names) for event in self.events)
            self._said = [LineOut(move=self.move, text=text) for text in said]
            self._names = names
        return self._said


class Play:
    """A match together with what came of each decision."""

    def __init__(self, record: Record, snapshot: SnapshotRow | None = None) -> None:
        self.match = Match(record)
        self.happenings = [_happening(self.match.state)]
        #: Rows read so far; also the number of the next one.
        self.rows = 0
        #: `rows` when the present question was asked, and the rows of each seat since: together
        #: they number each seat's question without telling whether others have answered.
        self._asked = 0
        self._since = [0] * record.players
        self._rewinds_of = (-1, -1)
        self._rewinds: list[int] = []
        #: By seat, from which decision on nothing was revealed yet: what was stays so.
        self._hidden_since: dict[int, int] = {}
        #: The states before decisions since the last draw, by number: dealing all of them again takes long.
        self._before: dict[int, State] = {}
        if snapshot is not None:
            for seat, action in snapshot.decisions:
                self._play(seat, action)
            self.rows, self._asked, self._since = (
                snapshot.rows,
                snapshot.asked,
                list(snapshot.since),
            )
            self.match.record.rewound = snapshot.rewound
            self.match.record.hinted = [(seat, number) for seat, number in snapshot.hinted]

    def snapshot(self, table: str) -> SnapshotRow:
        """All that is needed to go on from here."""
        space = self.game.space
        decisions = self.match.record.decisions
        return SnapshotRow(
            table=table,
            rows=self.rows,
            asked=self._asked,
            since=list(self._since),
            decisions=[[seat, space.text(action)] for seat, action in decisions],
            rewound=self.match.record.rewound,
            hinted=[list(each) for each in self.match.record.hinted],
        )

    @property
    def game(self) -> Game:
        """What is played."""
        return self.match.record.game

    @property
    def state(self) -> State:
        """How it stands."""
        return self.match.state

    def question(self, seat: int) -> int | None:
        """The number of the question the seat has to answer now, if there is one."""
        if seat not in self.state.actors():
            return None
        return self._asked + self._since[seat]

    def steps(self, seat: int) -> int:
        """How many decisions the seat's answer to the present question has so far."""
        decisions = self.match.record.decisions[self.state.asked_at :]
        return sum(1 for player, _ in decisions if player == seat)

    def read(self, row: DecisionRow) -> None:
        """Carry out the next row."""
        if row.kind == HINT:  # the same is asked as before
            self.match.record.hinted.append((row.seat, len(self.match.record.decisions)))
            self.rows += 1
            return
        asked = self.state.asked_at
        if row.kind == UNDO:
            self._hidden_since, self._before = {}, {}
            if row.action:
                self.match.rewind(int(row.action))
                self._retell()
            elif self.match.undo(row.seat) == self.state.decisions:
                self.happenings.pop()  # it was the last
            else:
                self._retell()
        else:
            self._play(row.seat, row.action)
        self.rows += 1
        if self.state.asked_at != asked:
            self._asked = self.rows
            self._since = [0] * len(self._since)
        else:
            self._since[row.seat] += 1

    def check(self, seat: int, actions: Sequence[int]) -> None:
        """Refuse actions that the seat may not choose one after the other now.

        All but the last must leave nothing revealed or drawn: what follows could depend on it.
        """
        trial = self.state.copy()
        for number, action in enumerate(actions):
            if number and trial.settled > self.state.settled:
                raise IllegalAction("something was revealed: look before you go on")
            trial.play(seat, action)

    def rewinds(self, seat: int) -> list[int]:
        """The seat's decisions, the newest first, to before which a game against bots may go back.

        Nothing drawn, revealed or shown from a hidden hand may lie in between.
        """
        if self._rewinds_of != (self.rows, seat):
            self._rewinds_of, self._rewinds = (self.rows, seat), []
            decisions = self.match.record.decisions
            first = max(self.state.settled, self._hidden_since.get(seat, 0))
            own = [n for n in range(first, len(decisions)) if decisions[n][0] == seat]
            if own:
                own, view = own[-MOST_REWINDS:], self.state.view(seat)

                def hidden(number: int) -> bool:
                    return self._kept_hidden(number, seat, view)

                # What was kept hidden since a decision was so since every later one: mostly one look is enough.
                kept = 0 if hidden(own[0]) else bisect_left(own, True, lo=1, key=hidden)
                self._hidden_since[seat] = own[kept] if kept < len(own) else len(decisions)
                self._rewinds = own[kept:][::-1]
        return self._rewinds

    def _kept_hidden(self, number: int, seat: int, view: Mapping[str, Any]) -> bool:
        """Would the same decisions since that number look the same to the seat in any deal?"""
        before = self._before.get(number) or self.match.record.replay(number)
        for deal in range(DEALS_COMPARED):
            other = before.determinize(seat, deal)
            try:
                for player, action in self.match.record.decisions[number:]:
                    other.play(player, action)
            except IllegalAction:  # somebody chose what, as far as the seat knew, was not there
                return False
            if other.view(seat) != view:
                return False
        return True

    def seen(self) -> int:
        """The last move anybody may look back to: not into answers still secret."""
        return self.state.asked_at if self.state.secret() else self.state.decisions

    def _play(self, seat: int, action: str) -> None:
        number, before = self.state.decisions, self.state.copy()
        self.match.play(seat, self.game.space.parse(action))
        if self.state.settled > number:
            self._before = {}
        else:
            self._before[number] = before
        self.happenings.append(_happening(self.state))

    def _retell(self) -> None:
        """Read the story again from the start."""
        record = self.match.record
        state = record.start()
        self.happenings = [_happening(state)]
        for seat, action in record.decisions:
            state.play(seat, action)
            self.happenings.append(_happening(state))


def _happening(state: State) -> Happening:
    return Happening(state.decisions, list(state.events or []))
