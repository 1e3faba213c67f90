"""Word of what changed, from whoever changed it to every page that shows it."""

import asyncio
import contextlib
import itertools
import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from sqlalchemy import bindparam, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from .guests import Guest
from .storage import SeatRow, SessionRow, Storage, TableRow, new_key, now

LOBBY = "lobby"
CHANNEL = "tianxia"
#: Where processes tell each other who is there: `hello` and `alive`, who came and who went.
PRESENCE = "tianxia_presence"
#: Seconds between two signs of life, and until a process that gives none is forgotten.
ALIVE = 5.0
FORGOTTEN = 20.0
#: Seconds between two looks for what was missed: SQLite tells nobody of other processes' changes,
#: with PostgreSQL only a notification can get lost.
LOOKS = {False: 1.0, True: 10.0}
#: Seconds between two looks for guests who signed out, and how many are asked for at once.
LOOK_FOR_GUESTS = 10.0
GUESTS_AT_ONCE = 1000
#: Seconds to look further back, since clocks of machines differ and transactions take their time.
SLACK = 60.0
SESSIONS = "sessions of "
# What is asked every second, put together once.
TOUCHED = select(TableRow.id, TableRow.revision, TableRow.host, TableRow.public).where(
    TableRow.touched > bindparam("since")
)
SEATED = select(SeatRow.table, SeatRow.guest).where(
    SeatRow.table.in_(bindparam("ids", expanding=True)), SeatRow.guest.is_not(None)
)
log = logging.getLogger(__name__)


def games_of(guest: str) -> str:
    """The topic of all games of a guest, by id."""
    return f"games of {guest}"


def sessions_of(guest: str) -> str:
    """The topic of a guest's signing out somewhere."""
    return SESSIONS + guest


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
        #: Who is at which table in other processes, and when these were last heard of.
        self._elsewhere: dict[str, dict[str, dict[str, str]]] = {}
        self._heard: dict[str, float] = {}
        #: What the others are still to be told of who is here; none: that is all.
        self._news: queue.SimpleQueue[list[str] | None] = queue.SimpleQueue()
        #: The revisions told of lately, by table.
        self._told: dict[str, int] = {}
        self._looked = now()
        #: The sessions guests with open pages here had at the last look.
        self._sessions: dict[str, set[str]] = {}
        self._looked_for_guests = 0.0

    def start(self) -> None:
        """Called once, on the event loop."""
        self._loop = asyncio.get_running_loop()
        work = [self._look_around]
        if self._storage.postgres:
            work += [self._hear_others, self._tell_others]
        self._threads = [threading.Thread(target=each, daemon=True) for each in work]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """No more word from other processes."""
        self._stop.set()
        self._news.put(None)
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
            self._tell_presence(topic)
            self._listeners.setdefault(topic, {})[event] = guest
            if guest is not None and _is_table(topic):
                self._news.put(["came", topic, guest.id, guest.name])
        try:
            yield event
        finally:
            for topic in topics:
                del self._listeners[topic][event]
                if not self._listeners[topic]:
                    del self._listeners[topic]
                self._tell_presence(topic)
                here = [other.id for other in self._listeners.get(topic, {}).values() if other]
                if guest is not None and guest.id not in here and _is_table(topic):
                    self._news.put(["went", topic, guest.id])

    def present(self, topic: str) -> dict[str, str]:
        """The guests who listen, in whatever process: their names by id. From any thread."""
        guests = list(self._listeners.get(topic, {}).values())
        found = {guest.id: guest.name for guest in guests if guest}
        for tables in list(self._elsewhere.values()):
            found.update(tables.get(topic, {}))
        return found

    def presence(self, topic: str) -> int:
        """Goes up whenever somebody comes or goes."""
        return self._presence.get(topic, 0)

    def watched(self, topic: str) -> bool:
        """Is anybody listening here?"""
        return topic in self._listeners

    def watched_tables(self) -> list[str]:
        """The tables somebody listens to here."""
        return [topic for topic in self._listeners if _is_table(topic)]

    def look_for_missed(self) -> list[str]:
        """Tell of tables that changed without our hearing of it; returns them."""
        moment = now()
        with self._storage.engine.connect() as connection:
            found = connection.execute(TOUCHED, {"since": self._looked - SLACK}).all()
            missed = [row for row in found if self._told.get(row.id, -1) < row.revision]
            ids = [row.id for row in missed]
            seats = connection.execute(SEATED, {"ids": ids}).all() if ids else []
        self._looked = moment
        recent = {row.id for row in found}
        self._told = {id: told for id, told in self._told.items() if id in recent}
        for row in missed:
            people = {row.host, *(seat.guest for seat in seats if seat.table == row.id)}
            topics = [games_of(guest) for guest in people if guest]
            self.deliver(row.id, row.revision, [*topics, LOBBY] if row.public else topics)
        return ids

    def look_for_signed_out(self) -> list[str]:
        """Have the pages of guests look again who signed out unheard of, or have just come; these."""
        self._looked_for_guests = time.monotonic()
        here = [
            topic.removeprefix(SESSIONS) for topic in list(self._listeners) if SESSIONS in topic
        ]
        found: dict[str, set[str]] = {guest: set() for guest in here}
        with self._storage.session() as session:
            for first in range(0, len(here), GUESTS_AT_ONCE):
                some = SessionRow.guest.in_(here[first : first + GUESTS_AT_ONCE])
                for row in session.execute(select(SessionRow.guest, SessionRow.id).where(some)):
                    found[row.guest].add(row.id)
        before, self._sessions = self._sessions, found
        ended = [guest for guest in here if guest not in before or before[guest] - found[guest]]
        self._in_loop(lambda: self._tell_all([sessions_of(guest) for guest in ended], []))
        return ended

    def _tell_presence(self, topic: str) -> None:
        """Somebody came or went; where nobody is there is nothing to remember."""
        elsewhere = any(tables.get(topic) for tables in self._elsewhere.values())
        if elsewhere or topic in self._listeners:
            self._presence[topic] = next(self._numbers)
        else:
            self._presence.pop(topic, None)
        self._tell(topic)

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
                if time.monotonic() - self._looked_for_guests > LOOK_FOR_GUESTS:
                    self.look_for_signed_out()
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
                    connection.execute(f"LISTEN {PRESENCE}")
                    self.look_for_missed()  # while nobody listened
                    self.look_for_signed_out()
                    self._in_loop(lambda: self._tell_all_here("hello"))
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=1):
                            process, *news = json.loads(notice.payload)
                            if process == self.process:
                                continue
                            if notice.channel == CHANNEL:
                                self.deliver(*news)
                            else:
                                self._in_loop(partial(self._heard_of, process, news))
            except (psycopg.Error, SQLAlchemyError):
                log.exception("lost the database's notifications; listening again")
                self._stop.wait(1)

    def _tell_others(self) -> None:
        """What is in `_news`, and signs of life."""
        import psycopg

        url = self._storage.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        while not self._stop.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    self._in_loop(lambda: self._tell_all_here("hello"))
                    news: list[str] | None = ["alive"]
                    while news is not None:
                        told = json.dumps([self.process, *news])
                        connection.execute("SELECT pg_notify(%s, %s)", (PRESENCE, told))
                        try:
                            news = self._news.get(timeout=ALIVE)
                        except queue.Empty:
                            news = ["alive"]
                            self._in_loop(self._forget_the_silent)
                    connection.execute(
                        "SELECT pg_notify(%s, %s)", (PRESENCE, json.dumps([self.process, "gone"]))
                    )
            except psycopg.Error:
                log.exception("cannot tell other processes who is here; trying again")
                self._stop.wait(1)

    def _tell_all_here(self, first: str) -> None:
        self._news.put([first])
        for table in self.watched_tables():
            for guest in self._listeners[table].values():
                if guest is not None:
                    self._news.put(["came", table, guest.id, guest.name])

    def _heard_of(self, process: str, news: list[Any]) -> None:
        """On the event loop: another process tells who is there."""
        self._heard[process] = time.monotonic()
        what, *rest = news
        if what == "hello":  # it knows of nobody, and begins to tell from the start
            self._forget(process)
            self._heard[process] = time.monotonic()
            self._tell_all_here("again")
        elif what == "again":
            self._elsewhere.pop(process, None)
        elif what == "came":
            table, guest, name = rest
            self._elsewhere.setdefault(process, {}).setdefault(table, {})[guest] = name
            self._tell_presence(table)
        elif what == "went":
            table, guest = rest
            self._elsewhere.get(process, {}).get(table, {}).pop(guest, None)
            self._tell_presence(table)
        elif what == "gone":
            self._forget(process)

    def _forget(self, process: str) -> None:
        self._heard.pop(process, None)
        for table in self._elsewhere.pop(process, {}):
            self._tell_presence(table)

    def _forget_the_silent(self) -> None:
        """Who gives no sign of life has died."""
        limit = time.monotonic() - FORGOTTEN
        for process in [each for each, heard in self._heard.items() if heard < limit]:
            self._forget(process)


def _is_table(topic: str) -> bool:
    return " " not in topic and topic != LOBBY
