"""Which tables there are."""

from typing import Any

from sqlalchemy import and_, bindparam, func, select, union

from .guests import Guest
from .storage import FINISHED, RUNNING, WAITING, SeatRow, Storage, TableRow, now
from .tables import Table

#: Tables nobody has touched for so long are no longer offered to strangers.
STALE_SECONDS = 6 * 3600

# What the front page asks, put together once.
OFFERED = (
    select(TableRow)
    .where(
        TableRow.state == bindparam("state"),
        TableRow.public,
        TableRow.touched > bindparam("since"),
    )
    .order_by(TableRow.touched.desc())
    .limit(bindparam("most"))
)
OWN_SEATS = select(SeatRow.table.label("id")).where(SeatRow.guest == bindparam("guest"))
#: Found from the guest's side, each by its key: a house keeps everybody's games.
OWN_TABLES = union(
    OWN_SEATS, select(TableRow.id).where(TableRow.host == bindparam("guest"))
).subquery()
IS_OWN = and_(
    TableRow.id == OWN_TABLES.c.id, TableRow.state.in_(bindparam("states", expanding=True))
)
OWN = select(TableRow).where(IS_OWN).order_by(TableRow.touched.desc()).limit(bindparam("most"))
HOW_MANY_OWN = select(func.count()).select_from(TableRow).where(IS_OWN)
PLAYED = select(TableRow.game).where(TableRow.id.in_(OWN_SEATS)).distinct()
IS_DAILY = and_(
    TableRow.daily == bindparam("day"),
    TableRow.game == bindparam("game"),
    TableRow.state == FINISHED,
    ~TableRow.given_up,
)
DAILY = select(TableRow).where(IS_DAILY)
HOW_MANY_DAILY = select(func.count()).select_from(TableRow).where(IS_DAILY)
#: The states of tables that are not finished.
GOING_ON = (WAITING, RUNNING)
SEATS = (
    select(SeatRow)
    .where(SeatRow.table.in_(bindparam("tables", expanding=True)))
    .order_by(SeatRow.number)
)


class Lists:
    """Tables by what they have in common, without their games."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def waiting(self) -> list[Table]:
        """Public tables with an open seat, the newest first."""
        return self._list(OFFERED, state=WAITING, since=_stale(), most=30)

    def watchable(self) -> list[Table]:
        """Public games going on."""
        return self._list(OFFERED, state=RUNNING, since=_stale(), most=10)

    def mine(self, guest: Guest, finished: bool, limit: int = 20) -> list[Table]:
        """The guest's tables, the last touched first."""
        states = (FINISHED,) if finished else GOING_ON
        return self._list(OWN, states=states, guest=guest.id, most=limit)

    def how_many(self, guest: Guest) -> int:
        """How many unfinished tables the guest has."""
        return self._count(HOW_MANY_OWN, states=GOING_ON, guest=guest.id)

    def played(self, guest: Guest) -> set[str]:
        """The games the guest has sat down to."""
        with self._storage.session() as session:
            return set(session.scalars(PLAYED, {"guest": guest.id}))

    def daily(self, game: str, day: str) -> list[Table]:
        """The finished daily games of a day, the best first."""
        found = self._list(DAILY, day=day, game=game)
        return sorted(found, key=lambda table: -(table.row.scores or [0])[0])

    def how_many_daily(self, game: str, day: str) -> int:
        """How many have finished the daily game of a day."""
        return self._count(HOW_MANY_DAILY, day=day, game=game)

    def count(self) -> dict[str, int]:
        """How many tables there are in each state."""
        with self._storage.session() as session:
            found = session.execute(select(TableRow.state, func.count()).group_by(TableRow.state))
            return {row.state: row[1] for row in found}

    def _count(self, query: Any, **values: Any) -> int:
        found = self._storage.first(query, values)
        return int(found[0]) if found else 0

    def _list(self, query: Any, **values: Any) -> list[Table]:
        with self._storage.session() as session:
            rows = list(session.scalars(query, values))
            seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            if seats:
                for seat in session.scalars(SEATS, {"tables": list(seats)}):
                    seats[seat.table].append(seat)
        return [Table(row, seats[row.id]) for row in rows]


def _stale() -> float:
    return now() - STALE_SECONDS
