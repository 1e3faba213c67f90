"""The queue of what takes long: a bot's decision is a job, a hint, a part of an analysis.

It is kept in the database. A process that works on a job holds a lease on it, renewed every
second; if the process dies the lease runs out and another takes the job over. Whoever waits longest for
a turn is served first, so that nobody's many tables keep others waiting.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import (
    ColumnElement,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from .storage import PERSON, RUNNING, JobRow, Storage, TableRow, TurnRow, now

if TYPE_CHECKING:
    from . import tables

#: Not by way of objects: this is asked for every decision of a bot.
JOBS = cast(Table, JobRow.__table__)
TURNS = cast(Table, TurnRow.__table__)
NEW = insert(JOBS)
GONE = delete(JOBS).where(JOBS.c.id.in_(bindparam("ids", expanding=True)))

BOT_JOB = "bot"
REVIEW_JOB = "review"
#: A person waits; somebody looks; nobody does.
WAITED_FOR, LOOKED_AT, ALONE = 0, 1, 2
#: Seconds a lease lasts, and until a table nobody has touched or looked at counts as left alone.
LEASE = 5.0
LOOK = 120.0
#: Seconds until a job that failed is tried again, at most.
LONGEST_REST = 60.0


@dataclass(frozen=True)
class Job:
    """Something to be thought about, leased to this process."""

    id: str
    table: str
    seat: int
    question: int
    tries: int
    kind: str = BOT_JOB


class Jobs:
    """The queue as one process sees it."""

    def __init__(self, storage: Storage, process: str, slow: float) -> None:
        self._storage = storage
        self._process = process
        self._slow = slow
        # What is asked for every decision of a bot, put together once.
        clock = self._now() if storage.postgres else bindparam("now")
        other = JOBS.alias()
        busy = (
            select(other.c.id)
            .where(other.c.guest == JOBS.c.guest, other.c.rank > WAITED_FOR, other.c.until >= clock)
            .exists()
        )
        free = and_(JOBS.c.until < clock, JOBS.c.ready <= clock)
        self._any_free = select(JOBS.c.id).where(free).limit(1)
        self._next = (
            select(JOBS)
            .outerjoin(TURNS, TURNS.c.guest == JOBS.c.guest)
            .where(free, or_(JOBS.c.rank == WAITED_FOR, ~busy))
            .order_by(JOBS.c.rank, func.coalesce(TURNS.c.served, 0), JOBS.c.since)
            .limit(1)
            .with_for_update(of=JOBS, skip_locked=True)
        )
        self._take = (
            update(JOBS)
            .where(JOBS.c.id == bindparam("job"))
            .values(holder=bindparam("process"), until=clock + LEASE, tries=JOBS.c.tries + 1)
        )
        turn = storage.insert(TurnRow).values(guest=bindparam("whose"), served=clock)
        self._turn = turn.on_conflict_do_update(
            index_elements=["guest"], set_={"served": turn.excluded.served}
        )

    def plan(self, session: Session, table: "tables.Table", watched: bool) -> None:
        """Note which bots must decide at a table now, in the transaction that made it so."""
        due: dict[str, tuple[int, int]] = {}
        if table.play is not None and table.row.state == RUNNING:
            for seat in table.play.state.actors():
                question = table.play.question(seat)
                if table.played_by_bot(seat) and question is not None:
                    due[f"{table.id}/{seat}"] = (seat, question)
        gone = [id for id, question in table.jobs.items() if due.get(id, (0, -1))[1] != question]
        if gone:
            session.execute(GONE, {"ids": gone})
        new = {id: job for id, job in due.items() if table.jobs.get(id) != job[1]}
        rank = _rank(table, watched)
        for id, (seat, question) in new.items():
            job = Job(id, table.id, seat, question, 0)
            self.add(session, job, table.row.host or "", rank)
        table.jobs = {id: question for id, (_, question) in due.items()}

    def add(self, session: Session, job: Job, guest: str, rank: int) -> None:
        """Something new to be thought about on a guest's account, in the caller's transaction."""
        moment = now()
        session.execute(
            NEW,
            {
                "id": job.id,
                "kind": job.kind,
                "table": job.table,
                "seat": job.seat,
                "question": job.question,
                "guest": guest,
                "rank": rank,
                "since": moment,
                "ready": moment + self._slow if rank == ALONE else 0.0,
                "holder": "",
                "until": 0.0,
                "tries": 0,
            },
        )

    def still_due(self, session: Session, job: Job) -> bool:
        """Is it still this process that works on this job? Then it is held until the transaction ends."""
        mine = select(JobRow.id).where(self._mine(job)).with_for_update()
        return session.scalar(mine) is not None

    def go_on(self, session: Session, job: Job, question: int | None) -> None:
        """It is done as far as this question, in the caller's transaction; none: nothing is left."""
        if question is None:
            session.execute(delete(JobRow).where(self._mine(job)))
        else:
            values = {"question": question, "holder": "", "until": 0.0, "tries": 0}
            session.execute(update(JobRow).where(self._mine(job)).values(values))

    def claim(self, most: int) -> list[Job]:
        """Take up to so many jobs, in fair order: those a person waits for, then one guest after the other.

        What nobody waits for is done for one table of a guest at a time.
        """
        if self._storage.first(self._any_free, {"now": now()}) is None:
            return []  # the usual case
        claimed: list[Job] = []
        while len(claimed) < most:
            with self._storage.noting() as notes:
                moment = {"now": now()}
                row = notes.execute(self._next, moment).first()
                if row is None:
                    break
                notes.execute(self._take, {**moment, "job": row.id, "process": self._process})
                notes.execute(self._turn, {**moment, "whose": row.guest})
                claimed.append(Job(row.id, row.table, row.seat, row.question, row.tries, row.kind))
        return claimed

    def renew(self) -> None:
        """Still at it: the leases of this process begin anew."""
        with self._storage.writing(durable=False) as session:
            session.execute(
                update(JobRow)
                .where(JobRow.holder == self._process, JobRow.until > 0)
                .values(until=self._now() + LEASE)
            )

    def look(self, tables: Sequence[str]) -> None:
        """Somebody looks at these tables."""
        if tables:
            with self._storage.writing(durable=False) as session:
                seen = update(TableRow).where(TableRow.id.in_(tables)).values(looked=now())
                session.execute(seen.execution_options(synchronize_session=False))

    def done(self, job: Job) -> None:
        """Nothing is left to do of it, if it is still there."""
        self._end(job, None)

    def failed(self, job: Job) -> None:
        """Try again after a rest, longer each time."""
        self._end(job, min(LONGEST_REST, 2.0 ** min(job.tries, 10)))

    def give_back(self) -> None:
        """The process ends: others need not wait for its leases to run out."""
        with self._storage.writing(durable=False) as session:
            own = update(JobRow).where(JobRow.holder == self._process)
            session.execute(own.values(holder="", until=0.0))

    def count(self) -> dict[int, int]:
        """How many jobs of each rank there are."""
        with self._storage.session() as session:
            found = session.execute(select(JobRow.rank, func.count()).group_by(JobRow.rank))
            return {row.rank: row[1] for row in found}

    def _end(self, job: Job, rest: float | None) -> None:
        mine = self._mine(job)
        with self._storage.writing(durable=False) as session:
            if rest is None:
                session.execute(delete(JobRow).where(mine))
            else:
                values = {"holder": "", "until": 0.0, "ready": self._now() + rest}
                session.execute(update(JobRow).where(mine).values(values))

    def _mine(self, job: Job) -> ColumnElement[bool]:
        return and_(
            JobRow.id == job.id, JobRow.question == job.question, JobRow.holder == self._process
        )

    def _now(self) -> ColumnElement[Any]:
        """The database's clock: that of all processes, wherever they run."""
        if self._storage.postgres:
            return literal_column("extract(epoch from clock_timestamp())")
        return literal(now())


def _rank(table: "tables.Table", watched: bool) -> int:
    if not watched and table.row.looked < now() - LOOK:
        return ALONE
    people = any(seat.kind == PERSON and not seat.away for seat in table.seats)
    return WAITED_FOR if people else LOOKED_AT
