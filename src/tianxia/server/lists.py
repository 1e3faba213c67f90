"""Which tables there are."""

from typing import Any

from sqlalchemy import func, or_, select

from .guests import Guest
from .storage import FINISHED, RUNNING, WAITING, SeatRow, Storage, TableRow, now
from .tables import Table

#: Tables nobody has touched for so long are no longer offered to strangers.
STALE_SECONDS = 6 * 3600


class Lists:
    """Tables by what they have in common, without their games."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def waiting(self) -> list[Table]:
        """Public tables with an open seat, the newest first."""
        return self._list(
            select(TableRow)
            .where(TableRow.state == WAITING, TableRow.public, TableRow.touched > _stale())
            .order_by(TableRow.touched.desc())
            .limit(30)
        )

    def watchable(self) -> list[Table]:
        """Public games going on."""
        return self._list(
            select(TableRow)
            .where(TableRow.state == RUNNING, TableRow.public, TableRow.touched > _stale())
            .order_by(TableRow.touched.desc())
            .limit(10)
        )

    def mine(self, guest: Guest, finished: bool, limit: int = 20) -> list[Table]:
        """The guest's tables, the last touched first."""
        seats = select(SeatRow.table).where(SeatRow.guest == guest.id)
        states = (FINISHED,) if finished else (WAITING, RUNNING)
        return self._list(
            select(TableRow)
            .where(
                TableRow.state.in_(states),
                or_(TableRow.id.in_(seats), TableRow.host == guest.id),
            )
            .order_by(TableRow.touched.desc())
            .limit(limit)
        )

    def played(self, guest: Guest) -> set[str]:
        """The games the guest has sat down to."""
        seats = select(SeatRow.table).where(SeatRow.guest == guest.id)
        with self._storage.session() as session:
            return set(session.scalars(select(TableRow.game).where(TableRow.id.in_(seats))))

    def daily(self, game: str, day: str) -> list[Table]:
        """The finished daily games of a day, the best first."""
        found = self._list(
            select(TableRow).where(
                TableRow.daily == day,
                TableRow.game == game,
                TableRow.state == FINISHED,
                ~TableRow.given_up,
            )
        )
        return sorted(found, key=lambda table: -(table.row.scores or [0])[0])

    def count(self) -> dict[str, int]:
        """How many tables there are in each state."""
        with self._storage.session() as session:
            found = session.execute(select(TableRow.state, func.count()).group_by(TableRow.state))
            return {row.state: row[1] for row in found}

    def _list(self, query: Any) -> list[Table]:
        with self._storage.session() as session:
            rows = list(session.scalars(query))
            seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            for seat in session.scalars(
                select(SeatRow).where(SeatRow.table.in_(seats)).order_by(SeatRow.number)
            ):
                seats[seat.table].append(seat)
        return [Table(row, seats[row.id]) for row in rows]


def _stale() -> float:
    return now() - STALE_SECONDS
