"""Word of what changed, from whoever changed it to every page that shows it."""

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from .guests import Guest
from .storage import Storage, new_key

LOBBY = "lobby"
CHANNEL = "tianxia"
log = logging.getLogger(__name__)


def games_of(guest: str) -> str:
    """The topic of all games of a guest, by id."""
    return f"games of {guest}"


class Hub:
    """Tells listeners that a topic (a table's id, the lobby, a guest's games) changed.

    In one process by itself; with PostgreSQL, across all processes on the same database.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        #: This process among those on the database.
        self.process = new_key()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[str, dict[asyncio.Event, Guest | None]] = {}
        self._always: list[Callable[[str], None]] = []
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Called once, on the event loop."""
        self._loop = asyncio.get_running_loop()
        if self._storage.postgres:
            self._thread = threading.Thread(target=self._hear_others, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """No more word from other processes."""
        self._stop.set()
        if self._thread:
            self._thread.join(timeout=3)
        self._loop = None

    def every(self, call: Callable[[str], None]) -> None:
        """Call this, on the event loop, for every table that changes in this process."""
        self._always.append(call)

    def announce(self, session: Session, topics: Sequence[str]) -> None:
        """Tell the other processes, when and if this transaction is committed."""
        if self._storage.postgres:
            told = json.dumps([self.process, *topics])
            session.execute(text("SELECT pg_notify(:c, :t)"), {"c": CHANNEL, "t": told})

    def deliver(self, topics: Sequence[str], table: str | None = None) -> None:
        """From any thread: these topics changed, and it is stored; perhaps this table."""
        loop = self._loop
        if loop is None or loop.is_closed():
            return  # shutting down: pages fetch everything anew when they come back

        def tell() -> None:
            for topic in topics:
                self._tell(topic)
            if table:
                for call in self._always:
                    call(table)

        # Should it close just now: what is stored is stored, whoever asked hears of success.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(tell)

    @contextlib.contextmanager
    def listen(self, topics: Sequence[str], guest: Guest | None) -> Iterator[asyncio.Event]:
        """An event that is set whenever one of the topics changes; whoever waits for it clears it.

        Meanwhile the guest is present there, which is a change too.
        """
        event = asyncio.Event()
        for topic in topics:
            self._tell(topic)
            self._listeners.setdefault(topic, {})[event] = guest
        try:
            yield event
        finally:
            for topic in topics:
                del self._listeners[topic][event]
                self._tell(topic)
                if not self._listeners[topic]:
                    del self._listeners[topic]

    def present(self, topic: str) -> dict[str, str]:
        """The guests who listen to this process: their names by id. From any thread."""
        guests = list(self._listeners.get(topic, {}).values())
        return {guest.id: guest.name for guest in guests if guest}

    def watched(self, topic: str) -> bool:
        """Is anybody listening here?"""
        return topic in self._listeners

    def _tell(self, topic: str) -> None:
        for event in self._listeners.get(topic, {}):
            event.set()

    def _hear_others(self) -> None:
        import psycopg  # only where PostgreSQL is used

        url = self._storage.engine.url.set(drivername="postgresql")
        while not self._stop.is_set():
            try:
                address = url.render_as_string(hide_password=False)
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=1):
                            process, *topics = json.loads(notice.payload)
                            if process != self.process:
                                self.deliver(topics)
            except psycopg.Error:
                log.exception("lost the database's notifications; listening again")
                self._stop.wait(1)
