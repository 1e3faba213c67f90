"""The daily game: the same for everybody, once."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import select

from ..engine.game import Game
from .errors import Missing
from .guests import Guest
from .storage import FINISHED, KEY_BYTES, SEED_BITS, Storage, TableRow


def today() -> date:
    """The day of the daily games: the same everywhere."""
    return datetime.now(UTC).date()


@dataclass(frozen=True)
class Chance:
    """What everything that is drawn in a game follows from."""

    seed: str
    #: Empty for games of before there were keys.
    key: str


def daily_chance(storage: Storage, game: Game, day: str) -> Chance:
    """What the game of that day is drawn from: known to the house alone until the day is over.

    The same for all processes on one database, and not to be computed from other days'.
    """
    if game.daily_seed is None:
        raise Missing("no-day")
    secret = storage.setting("daily").encode()
    drawn = hmac.digest(secret, f"{game.id} {day}".encode(), "sha256")
    seed = int.from_bytes(drawn) >> (8 * len(drawn) - SEED_BITS)
    key = hmac.digest(secret, f"key {game.id} {day}".encode(), "sha256")
    return Chance(str(seed), key.hex())


def new_chance() -> Chance:
    """What a game of its own is drawn from, from the operating system."""
    return Chance(str(secrets.randbits(SEED_BITS)), secrets.token_hex(KEY_BYTES))


def revealed(storage: Storage, game: Game, day: str) -> Chance | None:
    """Of a day that is over, so that everybody can check and practise it."""
    if day >= today().isoformat():
        return None
    with storage.session() as session:
        tables = select(TableRow.seed, TableRow.chance)
        played = session.execute(
            tables.where(TableRow.daily == day, TableRow.game == game.id).limit(1)
        ).first()
    return Chance(played.seed, played.chance) if played else daily_chance(storage, game, day)


def still_secret(row: TableRow) -> bool:
    """Would this table's record tell what others are still to play today?"""
    return row.daily is not None and row.daily >= today().isoformat()


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
