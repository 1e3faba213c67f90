"""The queue of what takes long: a bot's decision is a job, a hint, a part of an analysis.

It is kept in the database. A process that works on a job holds a lease on it, renewed every
second; if the process dies the lease runs out and another takes the job over. Whoever waits longest for
a turn is served first, so that nobody's many tables keep others waiting.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    ColumnElement,
    and_,
    delete,
    func,
    literal,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session, aliased

from .storage import PERSON, RUNNING, JobRow, Storage, TableRow, TurnRow, now

if TYPE_CHECKING:
    from .tables import Table

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

    def plan(self, session: Session, table: "Table", watched: bool) -> None:
        """Note which bots must decide at a table now, in the transaction that made it so."""
        due: dict[str, tuple[int, int]] = {}
        if table.play is not None and table.row.state == RUNNING:
            for seat in table.play.state.actors():
                question = table.play.question(seat)
                if table.played_by_bot(seat) and question is not None:
                    due[f"{table.id}/{seat}"] = (seat, question)
        gone = [id for id, question in table.jobs.items() if due.get(id, (0, -1))[1] != question]
        if gone:
            session.execute(delete(JobRow).where(JobRow.id.in_(gone)))
        new = {id: job for id, job in due.items() if table.jobs.get(id) != job[1]}
        rank = _rank(table, watched)
        for id, (seat, question) in new.items():
            job = Job(id, table.id, seat, question, 0)
            self.add(session, job, table.row.host or "", rank)
        table.jobs = {id: question for id, (_, question) in due.items()}

    def add(self, session: Session, job: Job, guest: str, rank: int) -> None:
        """Something new to be thought about on a guest's account, in the caller's transaction."""
        session.add(
            JobRow(
                id=job.id,
                kind=job.kind,
                table=job.table,
                seat=job.seat,
                question=job.question,
                guest=guest,
                rank=rank,
                since=now(),
                ready=now() + self._slow if rank == ALONE else 0.0,
                holder="",
                until=0.0,
                tries=0,
            )
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
        other = aliased(JobRow)
        busy = (
            select(other.id)
            .where(other.guest == JobRow.guest, other.rank > WAITED_FOR, other.until >= self._now())
            .exists()
        )
        free = and_(JobRow.until < self._now(), JobRow.ready <= self._now())
        waiting = (
            select(JobRow)
            .outerjoin(TurnRow, TurnRow.guest == JobRow.guest)
            .where(free, or_(JobRow.rank == WAITED_FOR, ~busy))
            .order_by(JobRow.rank, func.coalesce(TurnRow.served, 0), JobRow.since)
            .limit(1)
            .with_for_update(of=JobRow, skip_locked=True)
        )
        with self._storage.session() as session:  # nothing to do is the usual case: look first
            if session.scalar(select(JobRow.id).where(free).limit(1)) is None:
                return []
        claimed: list[Job] = []
        while len(claimed) < most:
            with self._storage.writing(durable=False) as session:
                row = session.scalar(waiting)
                if row is None:
                    break
                session.execute(
                    update(JobRow)
                    .where(JobRow.id == row.id)
                    .values(holder=self._process, until=self._now() + LEASE, tries=JobRow.tries + 1)
                    .execution_options(synchronize_session=False)
                )
                turn = self._storage.insert(TurnRow).values(guest=row.guest, served=self._now())
                session.execute(
                    turn.on_conflict_do_update(
                        index_elements=["guest"], set_={"served": turn.excluded.served}
                    )
                )
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


def _rank(table: "Table", watched: bool) -> int:
    if not watched and table.row.looked < now() - LOOK:
        return ALONE
    people = any(seat.kind == PERSON and not seat.away for seat in table.seats)
    return WAITED_FOR if people else LOOKED_AT
