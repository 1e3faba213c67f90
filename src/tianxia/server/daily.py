"""The daily game: the same for everybody, once."""

import hmac
from datetime import UTC, date, datetime

from sqlalchemy import select

from ..engine.game import Game
from .errors import Missing
from .guests import Guest
from .storage import FINISHED, SEED_BITS, Storage, TableRow


def today() -> date:
    """The day of the daily games: the same everywhere."""
    return datetime.now(UTC).date()


def daily_seed(storage: Storage, game: Game, day: str) -> int:
    """What the game of that day begins with: known to the house alone until the day is over.

    The same for all processes on one database, and not to be computed from other days'.
    """
    if game.daily_seed is None:
        raise Missing("no-day")
    secret = storage.setting("daily").encode()
    drawn = hmac.digest(secret, f"{game.id} {day}".encode(), "sha256")
    return int.from_bytes(drawn) >> (8 * len(drawn) - SEED_BITS)


def revealed(storage: Storage, game: Game, day: str) -> str | None:
    """The seed of a day that is over, so that everybody can check and practise it."""
    if day >= today().isoformat():
        return None
    with storage.session() as session:
        played = select(TableRow.seed).where(TableRow.daily == day, TableRow.game == game.id)
        return session.scalar(played.limit(1)) or str(daily_seed(storage, game, day))


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
