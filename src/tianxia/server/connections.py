"""Connections that must get on with it: nobody keeps the house's sockets by sending nothing."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

#: How web sockets compress: quickly, since every page is sent anew after every decision, with all of a
#: message to look back to, since its parts are much alike, and without keeping anything for the next,
#: which would be a quarter of a megabyte for each socket.
COMPRESSION = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_max_window_bits=12,
    compress_settings={"level": 1, "memLevel": 8},
)


@dataclass
class Manners:
    """What is expected of whoever connects, and how many connections each client has."""

    #: Seconds for the first line and the headers, for the body, and to take an answer.
    headers: float = 15.0
    body: float = 30.0
    answer: float = 60.0
    #: Connections of one address at once, web sockets among them.
    most: int = 100
    #: Proxies, through which many come: they count their clients themselves.
    trusted: tuple[str, ...] = ()
    open: Counter[str] = field(default_factory=Counter)

    def admit(self, client: str) -> bool:
        """One more from there, if that may be."""
        if client not in self.trusted and self.open[client] >= self.most:
            return False
        self.open[client] += 1
        return True

    def release(self, client: str) -> None:
        """One less."""
        self.open[client] -= 1
        if not self.open[client]:
            del self.open[client]


class Guarded(HttpToolsProtocol):
    """uvicorn's protocol, with an end to its patience."""

    manners: Manners
    _due: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _from: str | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody connects."""
        super().connection_made(transport)
        client = self.client[0] if self.client else ""
        if not self.manners.admit(client):
            transport.abort()
            return
        self._from = client
        self._expect(self.manners.headers)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._expect(None)
        self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something comes; empty lines between two requests begin none, but end uvicorn's patience."""
        if self._due is None and (self.cycle is None or self.cycle.response_complete):
            self._expect(self.manners.headers)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """The first bytes of a request."""
        super().on_message_begin()
        self._expect(self.manners.headers)

    def on_headers_complete(self) -> None:
        """All headers are in."""
        self._expect(self.manners.body)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of the request is in."""
        self._expect(None)
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The client does not take what it asked for."""
        super().pause_writing()
        self._stuck = self.loop.call_later(self.manners.answer, self.transport.abort)

    def resume_writing(self) -> None:
        """It does again."""
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """Another protocol takes over; the connection still counts."""
        self._expect(None)
        super().handle_websocket_upgrade()
        successor: Any = self.transport.get_protocol()
        lost = successor.connection_lost

        def released(exc: Exception | None) -> None:
            self._release()
            lost(exc)

        successor.connection_lost = released

    def _expect(self, seconds: float | None) -> None:
        """Something more within so many seconds, or nothing more."""
        if self._due is not None:
            self._due.cancel()
        self._due = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self.transport.close()

    def _release(self) -> None:
        if self._from is not None:
            self.manners.release(self._from)
            self._from = None


class Sockets(WebSocketsSansIOProtocol):
    """uvicorn's web sockets, with our compression."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [COMPRESSION]


def guarded(manners: Manners) -> type[Guarded]:
    """The protocol for a server with these manners."""
    return type("Guarded", (Guarded,), {"manners": manners})
