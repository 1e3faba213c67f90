"""One server: everything it is made of, and who asks."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Protocol

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from .advice import COACH, HINTS, WHY, Advice
from .errors import Refused
from .games import Games
from .guests import COOKIE, Guest, Guests
from .jobs import REVIEW_JOB, Jobs
from .limits import Limits
from .lists import Lists
from .live import Hub, sessions_of
from .metrics import Metrics
from .records import Records
from .reviews import Reviews
from .seats import Seats
from .settings import Settings
from .storage import Storage
from .tables import Tables
from .talk import Talk
from .thinking import Errand, Thinker

#: Threads that store what bots decide.
STORING = 3


class Artist(Protocol):
    """Draws what pages show, from plain data: see `web/drawing.py`."""

    def open(self) -> None:
        """Before the first page."""
        ...

    def draw(self, sheet: Any) -> dict[str, str]:
        """The regions of a page; from any thread."""
        ...

    def close(self) -> None:
        """After the last."""
        ...


class House:
    """The parts of a server, made once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database)
        self.metrics = Metrics()
        self.hub = Hub(self.storage)
        self.guests = Guests(self.storage, settings.secret)
        self.jobs = Jobs(self.storage, self.hub.process, settings.slow)
        self.tables = Tables(self.storage, self.hub, self.jobs, self.metrics)
        self.lists = Lists(self.storage)
        self.seats = Seats(self.storage, self.tables, self.lists)
        self.games = Games(self.tables)
        self.talk = Talk(self.tables)
        self.records = Records(self.storage, self.tables)
        self.reviews = Reviews(self.storage, self.tables, self.jobs, settings.analysis)
        self.advice = Advice(self.storage, self.tables, self.jobs)
        #: What nobody asked for: storing what bots decide, and bringing open pages up to date. Few
        #: threads, since Python runs one at a time and those that answer requests come first; those
        #: that store wait for the disk, together.
        self.behind = ThreadPoolExecutor(STORING, "behind")
        self.showing = ThreadPoolExecutor(max(1, settings.painters), "showing")
        #: Where pages that are being loaded wait for their painter: one more than there are, so that
        #: they come before what nobody asked for.
        self.loading = ThreadPoolExecutor(1 + settings.painters, "loading")
        #: Who draws the pages, where there are any.
        self.artist: Artist | None = None
        errands: dict[str, Errand] = {
            REVIEW_JOB: self.reviews,
            **dict.fromkeys((HINTS, COACH, WHY), self.advice),
        }
        self.thinker = Thinker(
            self.games, self.jobs, errands, self.hub, self.metrics, self.behind, settings
        )
        self.limits = Limits(settings.limits, self.storage)

    async def open(self) -> None:
        """On the event loop, before the first request."""
        if self.artist is not None:
            self.artist.open()
        self.hub.start()
        self.hub.every(self.thinker.wake)
        self.thinker.start()

    def sign_out(self, guest: Guest, token: str | None) -> None:
        """End one session of a guest, or all; pages that were open are told to look again."""
        self.guests.sign_out(guest, token)
        topics = [sessions_of(guest.id)]
        with self.storage.writing(durable=False) as session:
            self.hub.announce(session, "", 0, topics)
        self.hub.deliver("", 0, topics)

    async def close(self) -> None:
        """After the last request."""
        await self.thinker.stop()
        self.behind.shutdown(cancel_futures=True)
        self.showing.shutdown(cancel_futures=True)
        self.loading.shutdown(cancel_futures=True)
        if self.artist is not None:
            self.artist.close()
        self.hub.stop()
        self.storage.close()


def house_of(connection: HTTPConnection) -> House:
    """The server a request came to."""
    found = connection.app.state.house
    assert isinstance(found, House)
    return found


def token_of(connection: HTTPConnection) -> str | None:
    """What the client shows to prove who it is."""
    bearer = re.fullmatch(r"Bearer (\S+)", connection.headers.get("authorization", ""))
    return bearer[1] if bearer else connection.cookies.get(COOKIE)


def known_guest(connection: HTTPConnection) -> Guest | None:
    """Who asks, if we know."""
    return house_of(connection).guests.known(token_of(connection))


def some_guest(request: Request) -> Guest:
    """Who asks; whoever acts must be known."""
    guest = known_guest(request)
    if guest is None:
        raise Refused(401, "who")
    return guest


def limit(connection: HTTPConnection, what: str, guest: Guest | None = None) -> None:
    """Refuse what comes too fast."""
    client = guest.id if guest else connection.client.host if connection.client else "?"
    seconds = house_of(connection).limits.wait(what, client)
    if seconds:
        raise Refused(429, "too-fast", seconds=seconds)


async def _this_house(connection: HTTPConnection) -> House:
    return house_of(connection)  # not worth a thread, which FastAPI gives to all that is not async


ThisHouse = Annotated[House, Depends(_this_house)]
MaybeGuest = Annotated[Guest | None, Depends(known_guest)]
AGuest = Annotated[Guest, Depends(some_guest)]
