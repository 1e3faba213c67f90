"""The database: guests, tables, seats, and each game as an append-only list of decisions.

That a decision's (table, number) is unique is the only lock: whoever writes a number first has
it, and everybody else reads what was written and looks again.
"""

import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Engine,
    ForeignKey,
    Index,
    String,
    Text,
    create_engine,
    event,
    inspect,
    text,
)
from sqlalchemy.engine import make_url
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

#: Goes up when the tables below change.
SCHEMA = 1
#: Names of tables: easy to read aloud, no vowels, so that no words arise.
LETTERS = "bcdfghjkmnpqrstvwxz23456789"

WAITING, RUNNING, FINISHED = "waiting", "running", "finished"
OPEN, PERSON, BOT = "open", "person", "bot"
PLAY, UNDO = "play", "undo"


class Base(DeclarativeBase):
    """What all tables of the database share."""

    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012


class SettingRow(Base):
    """What the server itself remembers: its schema, the key it signs with."""

    __tablename__ = "settings"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class GuestRow(Base):
    """Somebody who plays here, known by a signed cookie or token."""

    __tablename__ = "guests"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    created: Mapped[float]


class TableRow(Base):
    """A table: what is played there, how, and how it ended."""

    __tablename__ = "tables"
    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(60))
    version: Mapped[int]
    players: Mapped[int]
    options: Mapped[dict[str, Any]]
    #: Never leaves the server before the end: whoever knows it knows the deck. As text, since a
    #: seed may have more digits than a database's integer.
    seed: Mapped[str] = mapped_column(String(24))
    host: Mapped[str | None] = mapped_column(ForeignKey("guests.id"))
    public: Mapped[bool]
    #: Who has this key may sit down, who has the other may watch.
    key: Mapped[str] = mapped_column(String(32))
    watch_key: Mapped[str] = mapped_column(String(32))
    state: Mapped[str] = mapped_column(String(10))
    created: Mapped[float]
    touched: Mapped[float]
    #: Goes up with every change of the table, its seats and its game.
    revision: Mapped[int]
    scores: Mapped[list[Any] | None]
    winners: Mapped[list[Any] | None]
    #: The day whose court this is.
    daily: Mapped[str | None] = mapped_column(String(10))
    uploaded: Mapped[bool] = mapped_column(default=False)
    rematch: Mapped[str | None] = mapped_column(String(16))
    __table_args__ = (
        Index("tables_by_state", "state", "public", "touched"),
        Index("tables_by_day", "daily"),
    )


class SeatRow(Base):
    """A seat: open, a person's or a bot's; while a person is away a bot plays it."""

    __tablename__ = "seats"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    guest: Mapped[str | None] = mapped_column(ForeignKey("guests.id"))
    level: Mapped[str] = mapped_column(String(12))
    name: Mapped[str] = mapped_column(String(40))
    away: Mapped[bool] = mapped_column(default=False)
    __table_args__ = (Index("seats_by_guest", "guest"),)


class DecisionRow(Base):
    """One line of a game: something decided, or taken back."""

    __tablename__ = "decisions"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(4))
    seat: Mapped[int]
    #: The notation; empty for an undo.
    action: Mapped[str] = mapped_column(String(200))
    by_bot: Mapped[bool]
    at: Mapped[float]


class AccessRow(Base):
    """A guest who came to a private table through its link."""

    __tablename__ = "access"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id"), primary_key=True)
    may_sit: Mapped[bool]


class ChatRow(Base):
    """Something said at a table."""

    __tablename__ = "chat"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), index=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id"))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float]


class HandOverRow(Base):
    """A link that makes another device the same guest, once."""

    __tablename__ = "hand_overs"
    token: Mapped[str] = mapped_column(String(40), primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id"))
    until: Mapped[float]


class Storage:
    """The database, opened, with its tables in place."""

    def __init__(self, url: str) -> None:
        address = make_url(url)
        self.postgres = address.get_backend_name() == "postgresql"
        #: Where everything is kept, to be told; without a password.
        self.place = str(address) if self.postgres else str(Path(address.database or "").resolve())
        if not self.postgres:
            Path(self.place).parent.mkdir(parents=True, exist_ok=True)
        # Every thread of the server may need a connection at once.
        self.engine: Engine = create_engine(
            url, pool_pre_ping=self.postgres, pool_size=20, max_overflow=60
        )
        # SQLite has one writer at a time and polls for its turn; waiting here is quicker.
        self._turn = nullcontext() if self.postgres else threading.Lock()
        if not self.postgres:
            event.listen(self.engine, "connect", _set_up_sqlite)
        with self.engine.begin() as connection:
            if self.postgres:  # several processes may start at once
                connection.execute(text("SELECT pg_advisory_xact_lock(20080715)"))
            fresh = not inspect(connection).has_table("settings")
            Base.metadata.create_all(connection)
            if fresh:
                connection.execute(
                    SettingRow.__table__.insert(),  # type: ignore[attr-defined]
                    [
                        {"name": "schema", "value": str(SCHEMA)},
                        {"name": "secret", "value": secrets.token_urlsafe(32)},
                    ],
                )
        found = self.setting("schema")
        if found != str(SCHEMA):
            raise RuntimeError(f"the database has schema {found}; this program needs {SCHEMA}")

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A transaction: committed at the end, rolled back on an exception."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """As `session`, for what changes something."""
        with self._turn, self.session() as session:
            yield session

    def setting(self, name: str) -> str:
        """A value the server remembers about itself."""
        with self.session() as session:
            found = session.get(SettingRow, name)
            return found.value if found else ""

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("PRAGMA busy_timeout = 10000")


def new_id(length: int = 10) -> str:
    """A short name for a table."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def new_key() -> str:
    """A name nobody guesses."""
    return secrets.token_urlsafe(18)


def now() -> float:
    """Seconds since 1970."""
    return time.time()
