"""What decided a finished game: analysed part by part by the workers, once, kept for everybody.

A game of which the last secret is out may be analysed by whoever may see it. The parts go through
the queue like bots' decisions, behind those somebody waits for; a server that stops in the midst
goes on where it was.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from ..analysis import EFFORTS, Analysis, Judged, JudgeEvaluator, turns
from .daily import Chance, still_secret
from .errors import Conflict, Missing
from .guests import Guest
from .jobs import LOOKED_AT, REVIEW_JOB, Job, Jobs
from .lists import Lists
from .names import distinct
from .reviewing import Reasons
from .seats import MOST_TABLES, new_table
from .storage import (
    BOT,
    FINISHED,
    PERSON,
    PLAY,
    RUNNING,
    DecisionRow,
    FindingRow,
    ReviewRow,
    SeatRow,
    Storage,
    now,
)
from .tables import Table, Tables
from .tasks import plain
from .workers import Work

#: Seconds a worker is at it before somebody else has a turn.
STINT = 0.5
#: Analyses a guest may have under way.
MOST_REVIEWS = 3


@dataclass(frozen=True)
class Review:
    """An analysis as far as it is."""

    parts: int
    done: int
    analysis: Analysis
    #: Why the best option was better, by the number of the decision and the seat.
    reasons: dict[tuple[int, int], Reasons]

    @property
    def finished(self) -> bool:
        """Is all of it done?"""
        return self.done == self.parts


class Reviews:
    """The analyses of this house, and the errand that makes them."""

    def __init__(self, storage: Storage, tables: Tables, jobs: Jobs, effort: str) -> None:
        if effort not in EFFORTS:
            raise ValueError(f"an analysis is {', '.join(EFFORTS)}; got {effort!r}")
        self._storage = storage
        self._tables = tables
        self._jobs = jobs
        self._effort = effort

    def known(self, id: str) -> bool:
        """Has anybody asked for this one?"""
        with self._storage.session() as session:
            return session.get(ReviewRow, id) is not None

    def begin(self, id: str, guest: Guest) -> None:
        """Have a game analysed on the guest's account, unless somebody has asked for it before."""
        with self._tables.seen(id, guest) as table:
            require_over(table)
            if self.known(id):
                return
            record = table.begun().match.record
            parts = 1 + sum(1 for _ in turns(record))
            if parts == 1:
                raise Conflict("review-nothing")
            under_way = select(func.count()).where(ReviewRow.guest == guest.id, ~ReviewRow.finished)
            try:
                with self._storage.writing() as session:
                    if (session.scalar(under_way) or 0) >= MOST_REVIEWS:
                        raise Conflict("too-many-reviews", number=MOST_REVIEWS)
                    session.add(ReviewRow(table=id, guest=guest.id, parts=parts, created=now()))
                    session.flush()
                    job = Job(f"{REVIEW_JOB}/{id}", id, 0, 0, 0, REVIEW_JOB)
                    self._jobs.add(session, job, guest.id, LOOKED_AT)
                    self._tables.hub.announce(session, "", 0, [])
            except IntegrityError:
                return  # asked for twice at once
        self._tables.hub.deliver("", 0, [])

    def review(self, id: str, guest: Guest | None) -> Review | None:
        """What is found so far, for a guest who may see the game; none if nobody has asked."""
        with self._tables.seen(id, guest) as table:
            require_over(table)
            over = table.begun().state.over()
        with self._storage.session() as session:
            row = session.get(ReviewRow, id)
            if row is None:
                return None
            query = select(FindingRow.data).where(FindingRow.table == id).order_by(FindingRow.part)
            found = list(session.scalars(query))
        judged = [each for each in found if "judged" in each]
        evaluator = JudgeEvaluator(table.game, table.row.players)
        data = {
            "game": table.row.game,
            "version": table.row.version,
            "players": table.row.players,
            "over": over and bool(found),
            "evaluator": evaluator.name,
            "calibrated": evaluator.calibrated,
            "judged": [each["judged"] for each in judged],
            "steps": found[0]["steps"] if found else [],
        }
        reasons = {
            (each["judged"]["turn"]["number"], each["judged"]["turn"]["player"]): each["reasons"]
            for each in judged
        }
        return Review(row.parts, len(found), Analysis.from_dict(data), reasons)

    def work(self, job: Job) -> Work | None:
        """The next parts of an analysis."""
        with self._tables.opened(job.table) as table:
            if table.play is None or table.row.state != FINISHED:
                return None
            record = plain(table.play.match.record)
        return "review", (record, job.question, STINT, self._effort)

    def failed(self, job: Job) -> bool:
        """Nobody waits at the table: it is tried again."""
        return False

    def done(self, job: Job, answer: list[dict[str, Any]]) -> None:
        """Keep what was found, and go on with the rest."""
        with self._storage.writing() as session:
            if not self._jobs.still_due(session, job):
                return
            row = session.get_one(ReviewRow, job.table)
            for part, data in enumerate(answer, job.question):
                session.add(FindingRow(table=job.table, part=part, data=data))
            following = job.question + len(answer)
            row.finished = following >= row.parts
            self._jobs.go_on(session, job, None if row.finished else following)

    def what_if(self, id: str, guest: Guest, move: int, seat: int, level: str) -> str:
        """A new table that goes on from a position of a finished game: the guest against bots."""
        with self._tables.seen(id, guest) as table:
            require_over(table)
            if still_secret(table.row):
                raise Conflict("what-if-tomorrow")
            play = table.begun()
            record = play.match.record
            if not 0 <= seat < record.players:
                raise Missing("no-seat")
            if not 0 <= move < len(record.decisions):
                raise Missing("no-move")
            state = record.replay(move)
            if state.secret():  # nobody has answered yet
                move = state.asked_at
            self._require_room(guest)
            row = new_table(table.game, guest, record.players, record.options, chance_of(table))
            row.state, row.origin, row.origin_move = RUNNING, id, move
            names = list(table.names)
            names[seat] = guest.name
            seats = [
                SeatRow(
                    table=row.id,
                    number=number,
                    kind=PERSON if number == seat else BOT,
                    guest=guest.id if number == seat else None,
                    level="" if number == seat else level,
                    name=distinct(name, names[:number]),
                    away=False,
                )
                for number, name in enumerate(names)
            ]
            decisions = [
                DecisionRow(
                    table=row.id,
                    number=number,
                    kind=PLAY,
                    seat=player,
                    action=record.game.space.text(action),
                    by_bot=True,
                    at=row.created,
                )
                for number, (player, action) in enumerate(record.decisions[:move])
            ]
        with self._storage.writing() as session:
            new = self._tables.add(session, row, seats, decisions)
        self._tables.added(new)
        return row.id

    def _require_room(self, guest: Guest) -> None:
        lists = Lists(self._storage)
        if lists.how_many(guest) >= MOST_TABLES:
            raise Conflict("too-many-tables", number=MOST_TABLES)


def require_over(table: Table) -> None:
    """While a game runs, nobody sees what only all hands together tell."""
    table.begun()
    if table.row.state != FINISHED:
        raise Conflict("review-later")


def chance_of(table: Table) -> Chance:
    """What the table's game was drawn from."""
    return Chance(table.row.seed, table.row.chance)


def find(review: Review, number: int, player: int) -> Judged:
    """What was found of one turn, or a refusal."""
    for judged in review.analysis.judged:
        if (judged.turn.number, judged.turn.player) == (number, player):
            return judged
    raise Missing("no-finding")
