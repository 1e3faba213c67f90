"""The daily game: the same for everybody, once."""

from datetime import UTC, date, datetime

from sqlalchemy import select

from ..engine.game import Game
from .errors import Missing
from .guests import Guest
from .storage import FINISHED, Storage, TableRow


def today() -> date:
    """The day of the daily games: the same everywhere."""
    return datetime.now(UTC).date()


def daily_seed(game: Game, day: str) -> int:
    """What the game of that day begins with."""
    if game.daily_seed is None:
        raise Missing("no-day")
    return game.daily_seed(date.fromisoformat(day))


def daily_of(storage: Storage, game: str, day: str, guest: Guest) -> str | None:
    """The guest's own table of that day."""
    with storage.session() as session:
        return session.scalar(
            select(TableRow.id).where(
                TableRow.daily == day, TableRow.game == game, TableRow.host == guest.id
            )
        )


def shows_daily(storage: Storage, row: TableRow, guest: Guest | None) -> bool:
    """May the guest see this finished daily game: is the day over, or the own one finished?"""
    if row.daily is None or row.state != FINISHED:
        return False
    if row.daily < today().isoformat():
        return True
    own = daily_of(storage, row.game, row.daily, guest) if guest else None
    with storage.session() as session:
        return own is not None and session.get_one(TableRow, own).state == FINISHED
