"""The tables as they are now, and the one path on which they change.

Synchronous and safe to call from any thread. What is done at a table is in `seats`, `games` and
`talk`; which tables there are, in `lists`.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Table as Rows
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from ..engine.errors import UnknownGame
from ..engine.game import Game
from ..engine.record import Record
from ..engine.registry import game as find_game
from .daily import shows_daily
from .errors import Conflict, Missing
from .guests import Guest
from .jobs import BOT_JOB, Jobs
from .live import LOBBY, Hub, games_of
from .metrics import Metrics
from .names import distinct
from .play import Play
from .storage import (
    BOT,
    FINISHED,
    HINT,
    PERSON,
    RUNNING,
    UNDO,
    WAITING,
    AccessRow,
    AdviceRow,
    ChatRow,
    DecisionRow,
    FindingRow,
    GuestRow,
    JobRow,
    ReviewRow,
    SeatRow,
    SnapshotRow,
    Storage,
    TableRow,
    now,
)

KEPT_IN_MEMORY = 400
CHAT_SHOWN = 100

# What is asked at every request, put together once.
REVISION = select(TableRow.revision).where(TableRow.id == bindparam("id"))
HELD = (
    select(TableRow.looked, TableRow.revision)
    .where(TableRow.id == bindparam("id"))
    .with_for_update()
)
SEATS = select(SeatRow).where(SeatRow.table == bindparam("id")).order_by(SeatRow.number)
ACCESS = select(AccessRow).where(AccessRow.table == bindparam("id"))
JOBS = select(JobRow.id, JobRow.question).where(
    JobRow.table == bindparam("id"), JobRow.kind == BOT_JOB
)
CHAT = (
    select(ChatRow.guest, GuestRow.name, ChatRow.text, ChatRow.at)
    .join(GuestRow, GuestRow.id == ChatRow.guest)
    .where(ChatRow.table == bindparam("id"))
    .order_by(ChatRow.id.desc())
    .limit(CHAT_SHOWN)
)
DECISIONS = (
    select(DecisionRow)
    .where(DecisionRow.table == bindparam("id"), DecisionRow.number >= bindparam("since"))
    .order_by(DecisionRow.number)
)

#: Written with every change.
DECIDED = insert(cast(Rows, DecisionRow.__table__))
TABLES = cast(Rows, TableRow.__table__)
MARK = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("row"))
    .values({name: bindparam(name) for name in ("revision", "touched", "looked")})
)


@dataclass(frozen=True)
class Said:
    """A line of the chat."""

    guest: str
    name: str
    text: str
    at: float


class Table:
    """A table as read from storage; `play` once it has begun."""

    def __init__(self, row: TableRow, seats: list[SeatRow]) -> None:
        #: Its name in addresses.
        self.id = row.id
        self.row = row
        self.seats = seats
        #: Who came through a private link.
        self.access: dict[str, AccessRow] = {}
        #: What guests without a seat are called here.
        self._called: dict[str, str] = {}
        self.play: Play | None = None
        #: The bots' decisions that are in the queue: their questions by the job's id.
        self.jobs: dict[str, int] = {}
        #: What the pages drew of it, for those who see the same; theirs to keep up to date.
        self.drawn: Any = None
        #: What was said last, the oldest first.
        self.said: list[Said] = []
        #: The revision all this is of; before it was read, none.
        self.revision = -1
        self.lock = threading.RLock()

    @property
    def game(self) -> Game:
        """What is played here."""
        return found_game(self.row.game)

    @property
    def names(self) -> list[str]:
        """Who sits where."""
        return [seat.name for seat in self.seats]

    def begun(self) -> Play:
        """The game, or a refusal while there is none, or none that can go on."""
        if self.play is None:
            if self.row.state != WAITING and self.row.version != self.game.version:
                raise Conflict("other-version", version=self.row.version, now=self.game.version)
            raise Conflict("not-begun")
        return self.play

    def deal(self, snapshot: SnapshotRow | None = None) -> None:
        """Begin the game, or go on from a snapshot."""
        row = self.row
        record = Record(self.game, row.players, int(row.seed), row.options, key=row.chance)
        self.play = Play(record, snapshot)

    def seat_of(self, guest: Guest | None) -> int | None:
        """Where the guest sits, also while a bot stands in."""
        for seat in self.seats:
            if guest is not None and seat.guest == guest.id:
                return seat.number
        return None

    def played_by_bot(self, seat: int) -> bool:
        """Does a bot decide for this seat now?"""
        return self.seats[seat].kind == BOT or self.seats[seat].away

    def rewinds(self, seat: int | None) -> list[int]:
        """Where the seat may go back to past the decisions of bots, if there are only bots."""
        play = self.begun()
        if seat is None or play.state.over() or self.played_by_bot(seat):
            return []
        if any(other.kind != BOT for other in self.seats if other.number != seat):
            return []
        return play.rewinds(seat) if self.row.daily is None else []

    def hints_allowed(self) -> bool:
        """May people here be told what to do: is there one alone, or have all agreed?

        A daily game is everybody's own.
        """
        people = [seat for seat in self.seats if seat.kind == PERSON]
        if self.row.daily is not None or not people:
            return False
        return len(people) == 1 or all(seat.hints for seat in people)

    def public_to(self, guest: Guest | None) -> bool:
        """May anybody look at it, or is it the guest's own?"""
        host = guest is not None and self.row.host == guest.id
        return self.row.public or host or self.seat_of(guest) is not None

    def open_to(self, guest: Guest | None) -> bool:
        """May the guest look at it?"""
        access = self.access.get(guest.id) if guest else None
        if access is not None:
            return not access.removed
        return self.public_to(guest)

    def may_sit(self, guest: Guest) -> bool:
        """May the guest take an open seat here?"""
        access = self.access.get(guest.id)
        if access is not None and (access.removed or access.may_sit):
            return not access.removed
        return self.public_to(guest)

    def name_of(self, guest: str, name: str) -> str:
        """What a guest is called at this table: a name nobody else has here, nor one like it."""
        for seat in self.seats:
            if seat.guest == guest:
                return seat.name
        if guest not in self._called or not self._called[guest].startswith(name):
            others = [called for other, called in self._called.items() if other != guest]
            self._called[guest] = distinct(name, [*self.names, *others])
        return self._called[guest]

    def called(self, guest: str) -> str | None:
        """What a guest is called who sits here or was heard of."""
        seated = {seat.guest: seat.name for seat in self.seats if seat.guest}
        return seated.get(guest) or self._called.get(guest)

    def guest_called(self, name: str) -> str | None:
        """The guest who is called so here."""
        for seat in self.seats:
            if seat.guest and seat.name == name:
                return seat.guest
        return next((guest for guest, called in self._called.items() if called == name), None)


class Change:
    """What is being changed at a table, all of it or nothing."""

    def __init__(self, table: Table, session: Session) -> None:
        self.table = table
        self.session = session
        #: Whether the lists of tables look different afterwards.
        self.lobby = False
        #: Whether a bot does it; everything else is done by people.
        self.by_bot = False
        #: Whether the table is to be no more.
        self.gone = False
        self.decided: list[DecisionRow] = []

    def append(self, kind: str, seat: int, action: str, by_bot: bool) -> None:
        """Write a decision down (or that it is taken back) and carry it out."""
        play = self.table.begun()
        row = DecisionRow(
            table=self.table.id,
            number=play.rows,
            kind=kind,
            seat=seat,
            action=action,
            by_bot=by_bot,
            at=now(),
        )
        self.by_bot = by_bot
        self.decided.append(row)
        play.read(row)
        if kind == UNDO:
            self.session.merge(play.snapshot(self.table.id))
        if play.state.over():
            self.table.row.state = FINISHED
            self.table.row.scores, self.table.row.winners = (
                play.state.scores(),
                play.state.winners(),
            )
            self.lobby = True


class Tables:
    """All tables."""

    def __init__(self, storage: Storage, hub: Hub, jobs: Jobs, metrics: Metrics) -> None:
        self.storage = storage
        self.hub = hub
        self.metrics = metrics
        self._jobs = jobs
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def opened(self, id: str) -> Iterator[Table]:
        """The table as it is now, held by this thread until the end of the block."""
        table = self._held(id)
        with table.lock:
            found = self.storage.first(REVISION, {"id": id})
            if found is None:
                raise Missing
            if found.revision != table.revision:
                with self.storage.session() as session:
                    self._refresh(table, session)
            yield table

    @contextmanager
    def seen(self, id: str, guest: Guest | None) -> Iterator[Table]:
        """As `opened`, for a guest who may look at it; to others it does not exist."""
        with self.opened(id) as table:
            self.require_open(table, guest)
            yield table

    def require_open(self, table: Table, guest: Guest | None) -> None:
        """Refuse a guest who may not look at the table."""
        if not (table.open_to(guest) or shows_daily(self.storage, table.row, guest)):
            raise Missing

    @contextmanager
    def changing(self, id: str) -> Iterator[Change]:
        """The table, held against everybody else in every process: the only way to change it.

        PostgreSQL locks its row, SQLite the file. What the block does is stored as a whole, word
        of it included, or not at all.
        """
        table = self._held(id)
        with table.lock:
            change: Change | None = None
            try:
                with self.storage.writing() as session:
                    held = session.execute(HELD, {"id": id}).first()
                    if held is None:
                        raise Missing
                    if held.revision != table.revision:
                        self._refresh(table, session)
                    # Who looks changes nothing.
                    set_committed_value(table.row, "looked", held.looked)
                    session.add_all([table.row, *table.seats, *table.access.values()])
                    change = Change(table, session)
                    before = _people(table)
                    try:
                        yield change
                    except BaseException:
                        session.expunge_all()  # who still holds the rows may read them
                        raise
                    if change.gone:
                        _delete(session, table)
                    _write_down(session, change)
                    self._jobs.plan(session, table, self.hub.watched(id))
                    topics = _topics(table, before, change.lobby)
                    self.hub.announce(session, id, table.row.revision, topics)
            except BaseException:
                # What is in memory may be what was not stored.
                table.revision = -1
                if change is None or change.decided:
                    table.play = None
                raise
            table.revision = table.row.revision
            if change.gone:
                with self._lock:
                    self._kept.pop(id, None)
            for row in change.decided:
                if row.kind == HINT:
                    continue
                by = "undo" if row.kind == UNDO else "bot" if row.by_bot else "person"
                self.metrics.decisions.labels(table.row.game, by).inc()
            self.hub.deliver(id, table.revision, topics)

    def add(
        self,
        session: Session,
        row: TableRow,
        seats: list[SeatRow],
        decisions: Sequence[DecisionRow] = (),
    ) -> Table:
        """A new table, within a transaction of the caller; its game may be under way already."""
        session.add(row)
        session.flush()
        session.add_all(seats)
        table = Table(row, seats)
        if row.state == RUNNING:
            table.deal()
            session.add_all(decisions)
            for decision in decisions:
                table.begun().read(decision)
            self._jobs.plan(session, table, watched=False)
        self.hub.announce(session, row.id, row.revision, _topics(table, set(), lobby=True))
        return table

    def added(self, table: Table) -> None:
        """After the transaction of `add`: tell everybody here."""
        table.revision = table.row.revision
        with self._lock:
            self._kept[table.id] = table
        self.hub.deliver(table.id, table.revision, _topics(table, set(), lobby=True))

    def _held(self, id: str) -> Table:
        with self._lock:
            table = self._kept.get(id)
        if table is None:
            with self.storage.session() as session:
                row = session.get(TableRow, id)
            if row is None:
                raise Missing
            with self._lock:
                table = self._kept.setdefault(id, Table(row, []))
                while len(self._kept) > KEPT_IN_MEMORY:
                    self._kept.popitem(last=False)
        with self._lock:
            if id in self._kept:
                self._kept.move_to_end(id)
        return table

    def _refresh(self, table: Table, session: Session) -> None:
        """Read everything anew; within a transaction of the caller."""
        found = session.scalar(REVISION, {"id": table.id})
        if found is None:
            raise Missing
        table.row = session.get_one(TableRow, table.id)
        table.seats = list(session.scalars(SEATS, {"id": table.id}))
        table.access = {row.guest: row for row in session.scalars(ACCESS, {"id": table.id})}
        said = session.execute(CHAT, {"id": table.id}).all()
        table.said = [
            Said(line.guest, table.name_of(line.guest, line.name), line.text, line.at)
            for line in reversed(said)
        ]
        if table.row.state != WAITING and table.row.version == table.game.version:
            if table.play is None:
                table.deal(session.get(SnapshotRow, table.id))
            assert table.play is not None
            since = {"id": table.id, "since": table.play.rows}
            for decision in session.scalars(DECISIONS, since):
                table.play.read(decision)
        table.jobs = {job.id: job.question for job in session.execute(JOBS, {"id": table.id})}
        table.revision = found


def found_game(id: str) -> Game:
    """A game by its id, or a refusal."""
    try:
        return find_game(id)
    except UnknownGame as error:
        raise Missing("no-game") from error


def _write_down(session: Session, change: Change) -> None:
    """The decisions, and the mark that something changed.

    Not by way of objects, whose changes cost more to find than to write: everything passes here.
    """
    row, moment = change.table.row, now()
    if change.decided:
        names = DECIDED.table.columns.keys()
        decided = [{name: getattr(each, name) for name in names} for each in change.decided]
        session.execute(DECIDED, decided)
    mark = {
        "revision": row.revision + 1,
        "touched": moment,
        "looked": row.looked if change.by_bot else moment,
    }
    session.execute(MARK, {"row": row.id, **mark})
    for name, value in mark.items():
        set_committed_value(row, name, value)


def _delete(session: Session, table: Table) -> None:
    session.expunge_all()
    for rows in (
        JobRow,
        FindingRow,
        ReviewRow,
        AdviceRow,
        SnapshotRow,
        ChatRow,
        AccessRow,
        DecisionRow,
        SeatRow,
    ):
        session.execute(delete(rows).where(rows.table == table.id))
    session.execute(delete(TableRow).where(TableRow.id == table.id))
    table.jobs = {}
    table.row.state = FINISHED


def _people(table: Table) -> set[str]:
    """The guests whose lists of games show this table."""
    return {guest for guest in (table.row.host, *(s.guest for s in table.seats)) if guest}


def _topics(table: Table, before: set[str], lobby: bool) -> list[str]:
    """Who must look again besides the table's own pages: lists of games, perhaps the lobby."""
    topics = [games_of(guest) for guest in sorted(before | _people(table))]
    return [*topics, LOBBY] if lobby and table.row.public else topics
