"""One server: everything it is made of, and who asks."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

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
        #: What nobody asked for: rendering open pages anew, storing what bots decide. One thread,
        #: since Python runs one at a time and those that answer requests come first.
        self.behind = ThreadPoolExecutor(1, "behind")
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
