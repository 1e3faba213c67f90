"""During a game: hints, what a bot's last move was for, and a coach.

Against bots alone, or where everybody at the table has agreed. Workers think about it from what the
asking seat may know, and from nothing else; the record says which decisions were helped with.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from ..analysis.decisions import NAMES, SURE, name_of
from ..engine.errors import IllegalAction, NotationError
from ..engine.state import State
from .errors import Conflict, Forbidden, Missing, Refused
from .guests import Guest
from .jobs import WAITED_FOR, Job, Jobs
from .storage import HINT, RUNNING, AdviceRow, JobRow, Storage
from .tables import Change, Table, Tables
from .workers import Work

HINTS, COACH, WHY = "hint", "coach", "why"
#: In place of an answer that could not be found.
FAILED = {"failed": True}
#: Deals in which what a bot did must have been possible, if the log does not tell it.
DEALS_COMPARED = 6


class Advice:
    """What people ask during a game, and the errand that answers."""

    def __init__(self, storage: Storage, tables: Tables, jobs: Jobs) -> None:
        self._storage = storage
        self._tables = tables
        self._jobs = jobs

    def agree(self, id: str, guest: Guest, on: bool) -> Table:
        """At a table of several people: have nothing against hints, or have."""
        with self._tables.changing(id) as change:
            seat = self._own_seat(change.table, guest)
            change.table.seats[seat].hints = on
        return change.table

    def ask_hint(self, id: str, guest: Guest) -> tuple[int, int]:
        """What could be done now? Returns the seat and the question; the record notes it."""
        with self._tables.opened(id) as table:
            seat, question = self._asked(table, guest)
            asked = {"question": question}
            if self._known(id, seat, HINTS, asked):
                return seat, question
        with self._tables.changing(id) as change:
            seat, question = self._asked(change.table, guest)
            self._note(change, seat)
            self._put(change.session, change.table, seat, HINTS, question, asked, guest)
        return seat, question

    def ask_coach(
        self, id: str, guest: Guest, question: int, actions: Sequence[str]
    ) -> tuple[int, int]:
        """What about this decision?"""
        with self._tables.opened(id) as table:
            seat, open_question = self._asked(table, guest)
            if question != open_question:
                raise Conflict("stale")
            play = table.begun()
            try:
                numbers = [play.game.space.parse(action) for action in actions]
                play.check(seat, numbers)
            except (NotationError, IllegalAction) as error:
                raise Refused(422, "illegal", reason=str(error)) from error
            asked = {"question": question, "actions": numbers}
            if not self._known(id, seat, COACH, asked):
                with self._storage.writing(durable=False) as session:
                    self._put(session, table, seat, COACH, question, asked, guest)
        self._tables.hub.deliver("", 0, [])
        return seat, question

    def ask_why(self, id: str, guest: Guest) -> tuple[int, int]:
        """What was the last thing a bot did for? Returns the asking seat and that decision."""
        with self._tables.opened(id) as table:
            seat = self._allowed(table, guest)
            number = last_of_a_bot(table, seat)
            if number is None:
                raise Conflict("why-nothing")
            asked = {"question": number}
            if not self._known(id, seat, WHY, asked):
                with self._storage.writing(durable=False) as session:
                    self._put(session, table, seat, WHY, number, asked, guest)
        self._tables.hub.deliver("", 0, [])
        return seat, number

    def answer(self, id: str, seat: int, what: str, question: int) -> dict[str, Any] | None:
        """What was found, if it is there; `Conflict` if something else was asked meanwhile."""
        with self._storage.session() as session:
            row = session.get(AdviceRow, (id, seat, what))
            if row is None or row.asked["question"] != question:
                raise Conflict("stale")
            if row.answer is None and session.get(JobRow, _job_id(what, id, seat)) is None:
                raise Conflict("stale")  # the table had moved on before anybody thought about it
            if row.answer == FAILED:
                raise Refused(503, "advice-failed")
            return row.answer

    def work(self, job: Job) -> Work | None:
        """What a worker needs to know: nothing the seat does not."""
        with self._tables.opened(job.table) as table, self._storage.session() as session:
            row = session.get(AdviceRow, (job.table, job.seat, job.kind))
            play = table.play
            if row is None or play is None or table.row.state != RUNNING:
                return None
            if job.kind == WHY:
                player, action = play.match.record.decisions[job.question]
                before = play.match.record.replay(job.question)
                dealt = before.determinize(job.seat, 0).to_dict()
                return "explain", (play.game.id, dealt, job.seat, player, [action], job.question)
            if play.question(job.seat) != job.question:
                return None
            dealt = as_asked(table, job.seat).determinize(job.seat, 0).to_dict()
            played = row.asked.get("actions", [])
            return "advise", (play.game.id, dealt, job.seat, played, job.question)

    def done(self, job: Job, answer: dict[str, Any] | None) -> None:
        """Keep it; when the coach speaks up, that is a hint."""
        found = answer or {"options": [], "alone": False}
        if job.kind != COACH:
            with self._storage.writing(durable=False) as session:
                self._keep(session, job, found)
            return
        with self._tables.changing(job.table) as change:
            row = self._keep(change.session, job, found)
            if row is None:
                return
            actions = row.asked["actions"]
            speaks = _loss(found, actions, alone=len(change.table.seats) == 1) == NAMES[-1]
            row.answer = {**found, "speaks": speaks}
            if speaks and change.table.begun().question(job.seat) == job.question:
                self._note(change, job.seat)

    def failed(self, job: Job) -> bool:
        """Whoever asked is told, and may ask again."""
        with self._storage.writing(durable=False) as session:
            self._keep(session, job, FAILED)
        return True

    def _keep(self, session: Session, job: Job, found: dict[str, Any]) -> AdviceRow | None:
        """Keep what was found, if it is still wanted."""
        if not self._jobs.still_due(session, job):
            return None
        self._jobs.go_on(session, job, None)
        row = session.get_one(AdviceRow, (job.table, job.seat, job.kind))
        row.answer = found
        return row

    def _note(self, change: Change, seat: int) -> None:
        """In the record: this decision was helped with."""
        record = change.table.begun().match.record
        if (seat, len(record.decisions)) not in record.hinted:
            change.append(HINT, seat, "", by_bot=False)

    def _put(
        self,
        session: Session,
        table: Table,
        seat: int,
        what: str,
        question: int,
        asked: dict[str, Any],
        guest: Guest,
    ) -> None:
        id = _job_id(what, table.id, seat)
        session.execute(delete(JobRow).where(JobRow.id == id))
        row = AdviceRow(table=table.id, seat=seat, what=what, asked=asked, answer=None)
        session.merge(row)
        job = Job(id, table.id, seat, question, 0, what)
        self._jobs.add(session, job, guest.id, WAITED_FOR)

    def _known(self, id: str, seat: int, what: str, asked: dict[str, Any]) -> bool:
        """Was the same asked before, and is it answered or still thought about?"""
        with self._storage.session() as session:
            row = session.get(AdviceRow, (id, seat, what))
            if row is None or row.asked != asked:
                return False
            if row.answer is not None:
                return bool(row.answer != FAILED)
            return session.get(JobRow, _job_id(what, id, seat)) is not None

    def _asked(self, table: Table, guest: Guest) -> tuple[int, int]:
        seat = self._allowed(table, guest)
        question = table.begun().question(seat)
        if question is None:
            raise Conflict("hint-not-asked")
        return seat, question

    def _allowed(self, table: Table, guest: Guest) -> int:
        seat = self._own_seat(table, guest)
        table.begun()
        if table.row.state != RUNNING:
            raise Conflict("game-over")
        if table.seats[seat].away:
            raise Conflict("away")
        if table.row.daily is not None:
            raise Forbidden("hint-daily")
        if not table.hints_allowed():
            raise Forbidden("hint-not-agreed")
        return seat

    def _own_seat(self, table: Table, guest: Guest) -> int:
        seat = table.seat_of(guest)
        if seat is None:
            self._tables.require_open(table, guest)
            raise Forbidden("not-seated")
        return seat


def _job_id(what: str, table: str, seat: int) -> str:
    return f"{what}/{table}/{seat}"


def as_asked(table: Table, seat: int) -> State:
    """The position in which the seat decides, without what others have answered in secret."""
    record, state = table.begun().match.record, table.begun().state
    if not state.secret():
        return state
    before = record.replay(state.asked_at)
    for player, action in record.decisions[state.asked_at :]:
        if player == seat:
            before.play(player, action)
    return before


def last_of_a_bot(table: Table, seat: int) -> int | None:
    """The number of the last decision of a bot that was open and tells the seat no secret."""
    play = table.begun()
    decisions = play.match.record.decisions
    for number in range(play.seen() - 1, -1, -1):
        player, _ = decisions[number]
        if player == seat:
            return None  # what came before is long ago
        if table.played_by_bot(player) and _open(table, seat, number):
            return number
    return None


def _open(table: Table, seat: int, number: int) -> bool:
    """Did the seat see what was done: could it be done whatever is hidden, or does the log tell it?"""
    play = table.begun()
    player, action = play.match.record.decisions[number]
    before = play.match.record.replay(number)
    if before.secret() or not play.happenings[number + 1].events:
        return False
    deals = (before.determinize(seat, deal) for deal in range(DEALS_COMPARED))
    if all(player in deal.actors() and action in deal.legal(player) for deal in deals):
        return True
    told: set[str] = set()
    for event in play.happenings[number + 1].events:
        if event.seen_by(seat):
            for value in event.args.values():
                told.update(str(each) for each in (value if isinstance(value, list) else [value]))
    meant = play.game.space.args(action).values()
    return all(str(each) in told for each in meant)


def _loss(found: dict[str, Any], actions: Sequence[int], alone: bool) -> str:
    """What the decision is called that was asked about."""
    for option in found["options"]:
        if sorted(option["actions"]) == sorted(actions):
            return name_of(option["behind"] - SURE * option["error"], alone)
    raise Missing("no-finding")
