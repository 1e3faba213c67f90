"""Word of what changed, from whoever changed it to every page that shows it."""

import asyncio
import contextlib
import itertools
import json
import logging
import threading
from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from .guests import Guest
from .storage import SeatRow, Storage, TableRow, new_key, now

LOBBY = "lobby"
CHANNEL = "tianxia"
#: Seconds between two looks for what was missed: SQLite tells nobody of other processes' changes,
#: with PostgreSQL only a notification can get lost.
LOOKS = {False: 1.0, True: 10.0}
#: Seconds to look further back, since clocks of machines differ and transactions take their time.
SLACK = 60.0
log = logging.getLogger(__name__)


def games_of(guest: str) -> str:
    """The topic of all games of a guest, by id."""
    return f"games of {guest}"


def sessions_of(guest: str) -> str:
    """The topic of a guest's signing out somewhere."""
    return f"sessions of {guest}"


class Hub:
    """Tells listeners that a topic (a table's id, the lobby, a guest's games) changed.

    In one process at once; across processes by PostgreSQL's notifications, and by looking now and
    then for changes nobody told of.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        #: This process among those on the database.
        self.process = new_key()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[str, dict[asyncio.Event, Guest | None]] = {}
        self._presence: dict[str, int] = {}
        self._numbers = itertools.count(1)
        self._always: list[Callable[[str], None]] = []
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        #: The revisions told of lately, by table.
        self._told: dict[str, int] = {}
        self._looked = now()

    def start(self) -> None:
        """Called once, on the event loop."""
        self._loop = asyncio.get_running_loop()
        work = [self._look_around, *([self._hear_others] if self._storage.postgres else [])]
        self._threads = [threading.Thread(target=each, daemon=True) for each in work]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """No more word from other processes."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=3)
        self._loop = None

    def every(self, call: Callable[[str], None]) -> None:
        """Call this, on the event loop, for every table that changes."""
        self._always.append(call)

    def announce(self, session: Session, table: str, revision: int, topics: Sequence[str]) -> None:
        """Tell the other processes, when and if this transaction is committed."""
        if self._storage.postgres:
            told = json.dumps([self.process, table, revision, topics])
            session.execute(text("SELECT pg_notify(:c, :t)"), {"c": CHANNEL, "t": told})

    def deliver(self, table: str, revision: int, topics: Sequence[str]) -> None:
        """From any thread: the table has this revision, stored, and these topics changed with it."""
        self._told[table] = revision
        self._in_loop(lambda: self._tell_all([table, *topics], [table]))

    @contextlib.contextmanager
    def listen(self, topics: Sequence[str], guest: Guest | None) -> Iterator[asyncio.Event]:
        """An event that is set whenever one of the topics changes; whoever waits for it clears it.

        Meanwhile the guest is present there, which is a change too.
        """
        event = asyncio.Event()
        for topic in topics:
            self._presence[topic] = next(self._numbers)
            self._tell(topic)
            self._listeners.setdefault(topic, {})[event] = guest
        try:
            yield event
        finally:
            for topic in topics:
                del self._listeners[topic][event]
                self._presence[topic] = next(self._numbers)
                self._tell(topic)
                if not self._listeners[topic]:
                    del self._listeners[topic], self._presence[topic]

    def present(self, topic: str) -> dict[str, str]:
        """The guests who listen to this process: their names by id. From any thread."""
        guests = list(self._listeners.get(topic, {}).values())
        return {guest.id: guest.name for guest in guests if guest}

    def presence(self, topic: str) -> int:
        """Goes up whenever somebody comes or goes."""
        return self._presence.get(topic, 0)

    def watched(self, topic: str) -> bool:
        """Is anybody listening here?"""
        return topic in self._listeners

    def watched_tables(self) -> list[str]:
        """The tables somebody listens to here."""
        return [topic for topic in self._listeners if " " not in topic and topic != LOBBY]

    def look_for_missed(self) -> list[str]:
        """Tell of tables that changed without our hearing of it; returns them."""
        moment = now()
        with self._storage.session() as session:
            query = select(TableRow.id, TableRow.revision, TableRow.host, TableRow.public)
            found = session.execute(query.where(TableRow.touched > self._looked - SLACK)).all()
            missed = [row for row in found if self._told.get(row.id, -1) < row.revision]
            ids = [row.id for row in missed]
            seats = session.execute(
                select(SeatRow.table, SeatRow.guest).where(
                    SeatRow.table.in_(ids), SeatRow.guest.is_not(None)
                )
            ).all()
        self._looked = moment
        recent = {row.id for row in found}
        self._told = {id: told for id, told in self._told.items() if id in recent}
        for row in missed:
            people = {row.host, *(seat.guest for seat in seats if seat.table == row.id)}
            topics = [games_of(guest) for guest in people if guest]
            self.deliver(row.id, row.revision, [*topics, LOBBY] if row.public else topics)
        return ids

    def _tell(self, topic: str) -> None:
        for event in self._listeners.get(topic, {}):
            event.set()

    def _tell_all(self, topics: Sequence[str], tables: Sequence[str]) -> None:
        for topic in topics:
            self._tell(topic)
        for table in tables:
            for call in self._always:
                call(table)

    def _in_loop(self, call: Callable[[], None]) -> None:
        loop = self._loop
        if loop is None or loop.is_closed():
            return  # shutting down: pages fetch everything anew when they come back
        # Should it close just now: what is stored is stored, whoever asked hears of success.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(call)

    def _look_around(self) -> None:
        while not self._stop.wait(LOOKS[self._storage.postgres]):
            try:
                self.look_for_missed()
            except SQLAlchemyError:
                log.exception("cannot look for changes; trying again")

    def _hear_others(self) -> None:
        import psycopg  # only where PostgreSQL is used

        url = self._storage.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        while not self._stop.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.look_for_missed()  # while nobody listened
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=1):
                            process, table, revision, topics = json.loads(notice.payload)
                            if process != self.process:
                                self.deliver(table, revision, topics)
            except (psycopg.Error, SQLAlchemyError):
                log.exception("lost the database's notifications; listening again")
                self._stop.wait(1)
