"""The database: guests, tables, seats, and each game as an append-only list of decisions.

What the tables of the database look like is said here and, step by step, in `migrations`.
"""

import itertools
import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Connection,
    Double,
    Engine,
    Executable,
    ForeignKey,
    Index,
    Row,
    String,
    Text,
    create_engine,
    event,
    false,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from .upgrade import upgrade

#: Names of tables: easy to read aloud, no vowels, so that no words arise.
LETTERS = "bcdfghjkmnpqrstvwxz23456789"

#: What the games of the house begin with is drawn from so many bits, and what they draw from later.
SEED_BITS = 60
KEY_BYTES = 32

WAITING, RUNNING, FINISHED = "waiting", "running", "finished"
OPEN, PERSON, BOT = "open", "person", "bot"
PLAY, UNDO, HINT = "play", "undo", "hint"


class Base(DeclarativeBase):
    """What all tables of the database share."""

    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON, float: Double}  # noqa: RUF012


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
    #: With the seed it decides what is drawn, and as long as it is secret nobody can tell from what
    #: was drawn what will be (see `engine.rng`). Empty for games of before there were keys.
    chance: Mapped[str] = mapped_column(String(64), server_default="")
    host: Mapped[str | None] = mapped_column(ForeignKey("guests.id"))
    public: Mapped[bool]
    #: Who has this key may sit down, who has the other may watch.
    key: Mapped[str] = mapped_column(String(32))
    watch_key: Mapped[str] = mapped_column(String(32))
    state: Mapped[str] = mapped_column(String(10))
    created: Mapped[float]
    touched: Mapped[float]
    #: When somebody last did something here or had its page open.
    looked: Mapped[float] = mapped_column(server_default="0")
    #: Goes up with every change of the table, its seats and its game.
    revision: Mapped[int]
    scores: Mapped[list[Any] | None]
    winners: Mapped[list[Any] | None]
    #: The day whose court this is.
    daily: Mapped[str | None] = mapped_column(String(10))
    uploaded: Mapped[bool] = mapped_column(default=False)
    #: Of a record that was brought: this house had signed it.
    genuine: Mapped[bool] = mapped_column(default=False, server_default=false())
    rematch: Mapped[str | None] = mapped_column(String(16))
    #: Finished because nobody wanted to play on.
    given_up: Mapped[bool] = mapped_column(default=False, server_default=false())
    #: Played on from another table's game, after so many of its decisions.
    origin: Mapped[str | None] = mapped_column(String(16))
    origin_move: Mapped[int | None]
    __table_args__ = (
        Index("tables_by_state", "state", "public", "touched"),
        Index("tables_by_time", "touched"),
        Index("tables_by_host", "host"),
        # Everybody plays a daily game once; what is not daily has no day, which equals nothing.
        Index("tables_by_day", "daily", "game", "host", unique=True),
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
    #: Given up for good: a bot plays it to the end.
    resigned: Mapped[bool] = mapped_column(default=False, server_default=false())
    #: Has nothing against hints, though others play, too.
    hints: Mapped[bool] = mapped_column(default=False, server_default=false())
    __table_args__ = (
        Index("seats_by_guest", "guest"),
        Index("seats_one_a_guest", "table", "guest", unique=True),
    )


class DecisionRow(Base):
    """One line of a game: something decided or taken back, or a hint that was given."""

    __tablename__ = "decisions"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(4))
    seat: Mapped[int]
    #: The notation; for an undo empty, or the number of the decision to before which all is undone.
    action: Mapped[str] = mapped_column(String(200))
    by_bot: Mapped[bool]
    at: Mapped[float]


class SnapshotRow(Base):
    """A game when something was last taken back, so that nobody reads through it all again."""

    __tablename__ = "snapshots"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    #: Rows of the game up to here, and how its questions are numbered (see `Play`).
    rows: Mapped[int]
    asked: Mapped[int]
    since: Mapped[list[Any]]
    #: The decisions that stand: seat and notation.
    decisions: Mapped[list[Any]]
    rewound: Mapped[int] = mapped_column(server_default="0")
    #: Where hints were given: seat and number of the decision.
    hinted: Mapped[list[Any]] = mapped_column(server_default="[]")


class AccessRow(Base):
    """A guest who came to a private table through its link, or whom the host has silenced."""

    __tablename__ = "access"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id"), primary_key=True)
    may_sit: Mapped[bool]
    #: By the host: may no longer speak, may no longer come.
    muted: Mapped[bool] = mapped_column(default=False, server_default=false())
    removed: Mapped[bool] = mapped_column(default=False, server_default=false())


class ChatRow(Base):
    """Something said at a table."""

    __tablename__ = "chat"
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), index=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id"))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float]


class JobRow(Base):
    """Something to be thought about, and the process that does (until when, unless renewed)."""

    __tablename__ = "jobs"
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    kind: Mapped[str] = mapped_column(String(12))
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"))
    seat: Mapped[int]
    question: Mapped[int]
    #: On whose account: the host's, or nobody's.
    guest: Mapped[str] = mapped_column(String(32))
    rank: Mapped[int]
    since: Mapped[float]
    #: Not before.
    ready: Mapped[float]
    holder: Mapped[str] = mapped_column(String(32))
    until: Mapped[float]
    tries: Mapped[int]
    __table_args__ = (
        Index("jobs_by_table", "table"),
        Index("jobs_by_guest", "guest", "until"),
    )


class ReviewRow(Base):
    """A finished game that is or was analysed, part by part; how far is in its job and findings."""

    __tablename__ = "reviews"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    #: On whose account.
    guest: Mapped[str] = mapped_column(String(32))
    #: Everybody's luck is one part, every turn another.
    parts: Mapped[int]
    created: Mapped[float]
    finished: Mapped[bool] = mapped_column(default=False, server_default=false())
    __table_args__ = (Index("reviews_by_guest", "guest", "finished"),)


class FindingRow(Base):
    """What was found in one part of an analysis."""

    __tablename__ = "findings"
    table: Mapped[str] = mapped_column(ForeignKey("reviews.table"), primary_key=True)
    part: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    data: Mapped[dict[str, Any]]


class AdviceRow(Base):
    """What a seat last asked of its adviser during a game, and what it was told."""

    __tablename__ = "advice"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    #: A hint, what the coach says of a decision, why a bot did something.
    what: Mapped[str] = mapped_column(String(12), primary_key=True)
    asked: Mapped[dict[str, Any]]
    answer: Mapped[dict[str, Any] | None]


class TurnRow(Base):
    """When something was last thought about on a guest's account."""

    __tablename__ = "turns"
    guest: Mapped[str] = mapped_column(String(32), primary_key=True)
    served: Mapped[float]


class BucketRow(Base):
    """How much a client may still do of what all processes count together (see `limits`)."""

    __tablename__ = "buckets"
    what: Mapped[str] = mapped_column(String(12), primary_key=True)
    client: Mapped[str] = mapped_column(String(64), primary_key=True)
    left: Mapped[float]
    since: Mapped[float] = mapped_column(index=True)


class SessionRow(Base):
    """A device (or a program) that is a guest, until it signs out."""

    __tablename__ = "sessions"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id"))
    created: Mapped[float]
    __table_args__ = (Index("sessions_by_guest", "guest"),)


class HandOverRow(Base):
    """A link that makes another device the same guest, once."""

    __tablename__ = "hand_overs"
    token: Mapped[str] = mapped_column(String(40), primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id"))
    until: Mapped[float]


class Storage:
    """The database, opened, with its tables as this program needs them."""

    def __init__(self, url: str) -> None:
        address = make_url(url)
        self.postgres = address.get_backend_name() == "postgresql"
        #: Where everything is kept, to be told; without a password.
        self.place = str(address) if self.postgres else str(Path(address.database or "").resolve())
        if not self.postgres:
            Path(self.place).parent.mkdir(parents=True, exist_ok=True)
        self.engine = open_engine(url)
        # SQLite has one writer at a time and polls for its turn; waiting here is quicker.
        self._turn = nullcontext() if self.postgres else threading.Lock()
        writer = self.engine.execution_options(tianxia_writes="FULL")
        try:
            with self._turn, writer.begin() as connection:
                upgrade(connection)
            with writer.connect() as connection:
                wal = not self.postgres and _journal_mode(connection) == "wal"
        except BaseException:
            self.close()
            raise
        #: SQLite's log, which must be on the disk before what is durable is answered. Where there is
        #: none (on some network drives), each transaction sees to that by itself.
        self._log = Log(f"{self.place}-wal") if wal else None
        self._writer = self.engine.execution_options(tianxia_writes="NORMAL") if wal else writer

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A transaction: committed at the end, rolled back on an exception."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    def first(self, query: Executable, values: dict[str, Any]) -> Row[Any] | None:
        """The first row of something that is asked all the time: columns, no objects."""
        with self.engine.connect() as connection:
            return connection.execute(query, values).first()

    @contextmanager
    def writing(self, durable: bool = True) -> Iterator[Session]:
        """As `session`, for what changes something; on SQLite nobody else writes meanwhile.

        What is not `durable` may be lost with the power, not with the process.
        """
        with self._turn, Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session
        if durable and self._log is not None:
            self._log.sync()  # while others write already

    @contextmanager
    def noting(self) -> Iterator[Connection]:
        """As `writing`, for what is written all the time and may be lost: columns, no objects."""
        with self._turn, self._writer.begin() as connection:
            yield connection

    def insert(self, row: type[Base]) -> postgresql.Insert | sqlite.Insert:
        """An insertion that can say what to do if the row is there already."""
        return postgresql.insert(row) if self.postgres else sqlite.insert(row)

    def setting(self, name: str) -> str:
        """A value the server remembers about itself."""
        with self.session() as session:
            found = session.get(SettingRow, name)
            return found.value if found else ""

    def note(self, name: str, value: str) -> None:
        """Remember a value; it may be lost with the power."""
        with self.writing(durable=False) as session:
            session.merge(SettingRow(name=name, value=value))

    def close(self) -> None:
        """Give the connections back."""
        self.engine.dispose()


class Log:
    """The file to which SQLite writes what is committed, before it comes into the database itself.

    Waiting for the disk takes longer than everything else about a transaction. So the transactions do not
    wait for it (`synchronous = NORMAL`); who needs it waits here afterwards, many for one turn of the disk.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._asked = itertools.count(1)
        self._last_asked = 0
        self._synced = 0

    def sync(self) -> None:
        """Until all that this thread has committed is on the disk, should the power fail."""
        mine = self._last_asked = next(self._asked)
        with self._lock:
            if self._synced >= mine:
                return  # somebody's turn of the disk began after our commit
            everybody = self._last_asked
            try:
                file = os.open(self._path, os.O_RDWR)
                try:
                    getattr(os, "fdatasync", os.fsync)(file)
                finally:
                    os.close(file)
            except OSError as error:
                raise OperationalError("sync", None, error) from error
            self._synced = everybody


def open_engine(url: str) -> Engine:
    """The way to a database, whatever state it is in."""
    postgres = make_url(url).get_backend_name() == "postgresql"
    # Every thread of the server may need a connection at once. What a statement was given
    # (seeds, keys, secret bids) stays out of errors, and with them out of the log.
    engine = create_engine(
        url, pool_pre_ping=postgres, pool_size=20, max_overflow=60, hide_parameters=True
    )
    if not postgres:
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where sqlite3 guesses
    for pragma in ("journal_mode = WAL", "foreign_keys = ON", "busy_timeout = 10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    synchronous = connection.get_execution_options().get("tianxia_writes")
    if synchronous:
        # FULL is on the disk when the commit returns, NORMAL some time after (see `Log`). IMMEDIATE
        # is held from the first look on, so that what was seen still holds when it is written.
        connection.exec_driver_sql(f"PRAGMA synchronous = {synchronous}")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("BEGIN")


def _journal_mode(connection: Connection) -> str:
    return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar())


def new_id(length: int = 10) -> str:
    """A short name for a table."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def new_key() -> str:
    """A name nobody guesses."""
    return secrets.token_urlsafe(18)


def now() -> float:
    """Seconds since 1970."""
    return time.time()
