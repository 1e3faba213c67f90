"""The game at a table: deciding and taking back, for people and bots alike."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from ..bots import LEVELS
from ..engine.errors import IllegalAction, NotationError
from ..text import words
from .errors import Conflict, Forbidden, Invalid, Refused
from .guests import Guest
from .jobs import Job
from .storage import FINISHED, PLAY, UNDO
from .tables import Table, Tables

MOST_ACTIONS = 60
DEAL_BITS = 60


class Games:
    """What is played at the tables. Everything is stored before anybody is told."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def decide(self, id: str, guest: Guest, question: int, actions: Sequence[str]) -> Table:
        """Answer the question of that number, in one or several steps that count as one."""

        def seat_of(table: Table) -> int:
            seat = self._own_seat(table, guest)
            if table.seats[seat].away and table.row.state != FINISHED:
                raise Conflict("away")
            return seat

        return self._decide(id, seat_of, question, actions, by_bot=False)

    def decide_as_bot(self, id: str, seat: int, question: int, *actions: str) -> Table:
        """As `decide`, for a bot that sits or stands in there."""

        def seat_of(table: Table) -> int:
            if not table.played_by_bot(seat):
                raise Conflict("not-a-bot")
            return seat

        return self._decide(id, seat_of, question, actions, by_bot=True)

    def undo(self, id: str, guest: Guest) -> Table:
        """Take back one's last decision, a secret answer as a whole, if that can hurt nobody."""
        with self._tables.changing(id) as change:
            table = change.table
            seat = self._own_seat(table, guest)
            play = table.begun()
            if table.row.state == FINISHED:  # the result stands
                raise Conflict("game-over")
            if table.seats[seat].away:
                raise Conflict("away")
            if play.match.undoable(seat) is None:
                raise Conflict("no-undo")
            for _ in range(play.steps(seat) if play.state.secret() else 1):
                change.append(UNDO, seat, "", by_bot=False)
        return table

    def rewind(self, id: str, guest: Guest, number: int) -> Table:
        """Against bots alone: back to before one's decision of that number, theirs go with it."""
        with self._tables.changing(id) as change:
            table = change.table
            seat = self._own_seat(table, guest)
            if number not in table.rewinds(seat):
                raise Conflict("no-rewind")
            change.append(UNDO, seat, str(number), by_bot=False)
        return table

    def due(self, job: Job) -> tuple[str, str, dict[str, Any]] | None:
        """For the bot of a job: its level, the game, and what it may know; none if it is too late."""
        with self._tables.opened(job.table) as table:
            play = table.play
            if play is None or table.row.state == FINISHED or job.seat not in play.state.actors():
                return None
            if not table.played_by_bot(job.seat) or play.question(job.seat) != job.question:
                return None
            seed = secrets.randbits(DEAL_BITS)
            dealt = play.state.determinize(job.seat, seed).to_dict()
            return table.seats[job.seat].level or LEVELS[1], play.game.id, dealt

    def look_again(self, id: str) -> None:
        """Note anew which bots are due at a table."""
        with self._tables.changing(id) as change:
            change.by_bot = True

    def _own_seat(self, table: Table, guest: Guest) -> int:
        seat = table.seat_of(guest)
        if seat is None:
            self._tables.require_open(table, guest)
            raise Forbidden("not-seated")
        return seat

    def _decide(
        self,
        id: str,
        seat_of: Callable[[Table], int],
        question: int,
        actions: Sequence[str],
        by_bot: bool,
    ) -> Table:
        with self._tables.changing(id) as change:
            table = change.table
            seat = seat_of(table)
            play = table.begun()
            if table.row.state == FINISHED:
                raise Conflict("game-over")
            asked = play.question(seat)
            if asked is None:
                waiting = [table.names[other] for other in play.state.actors()]
                raise Conflict("not-your-turn", players=words().join(waiting))
            if asked != question:
                raise Conflict("stale")
            if not 0 < len(actions) <= MOST_ACTIONS:
                raise Invalid(f"an answer has 1 to {MOST_ACTIONS} actions")
            space = play.game.space
            try:
                numbers = [space.parse(action) for action in actions]
                play.check(seat, numbers)
            except (NotationError, IllegalAction) as error:
                reason = str(error).replace(f"player {seat}", table.names[seat])
                raise Refused(422, "illegal", reason=reason) from error
            for action in numbers:
                change.append(PLAY, seat, space.text(action), by_bot)
        return table
