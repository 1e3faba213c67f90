"""Web sockets that bring what changed; everything else goes by ordinary requests."""

import asyncio
from collections.abc import Callable, Sequence

from fastapi import WebSocket, WebSocketDisconnect

from .errors import Missing, Refused
from .guests import Guest
from .house import House, known_guest
from .live import sessions_of

#: A page that was refused need not try again; one that lost its connection should.
REFUSED = 4404
#: Seconds between two messages at least: what changes meanwhile comes in one.
GAP = 0.1
#: Seconds of silence after which a page hears that there is nothing to hear; if not even that
#: comes, the connection is lost and the page comes back.
BEAT = 20.0


async def follow(
    websocket: WebSocket,
    house: House,
    topics: Sequence[str],
    guest: Guest | None,
    render: Callable[[], str | None],
    beat: str = "",
) -> None:
    """Send what `render` gives, now and after every change of one of the topics.

    A client that cannot see a lost connection gets `beat` when nothing else is to be said.
    """
    await websocket.accept()
    house.metrics.sockets.inc()
    loop = asyncio.get_running_loop()
    gone = asyncio.create_task(_until_gone(websocket))
    try:
        own = [sessions_of(guest.id)] if guest else []
        with (
            house.hub.listen(topics, guest) as changed,
            house.hub.listen(own, None) as signed_out,
        ):
            while not gone.done():
                changed.clear()
                if signed_out.is_set():
                    signed_out.clear()
                    if await loop.run_in_executor(house.showing, known_guest, websocket) is None:
                        raise Missing
                text = await loop.run_in_executor(house.showing, render)
                if text is not None and not await _sent(websocket, text):
                    break
                await asyncio.wait({gone}, timeout=GAP)
                change = asyncio.create_task(either(changed, signed_out))
                while not (change.done() or gone.done()):
                    await asyncio.wait(
                        {gone, change}, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED
                    )
                    silent = beat and not (change.done() or gone.done())
                    if silent and not await _sent(websocket, beat):
                        break
                change.cancel()
    except Refused as refused:
        await websocket.close(REFUSED, refused.code)
    finally:
        gone.cancel()
        house.metrics.sockets.dec()


async def either(one: asyncio.Event, other: asyncio.Event) -> None:
    """Until one of them is set."""
    waits = [asyncio.create_task(event.wait()) for event in (one, other)]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


async def _sent(websocket: WebSocket, text: str) -> bool:
    """Send; false if the other side has just left, which Starlette says in two ways."""
    try:
        await websocket.send_text(text)
    except (WebSocketDisconnect, RuntimeError):
        return False
    return True


async def _until_gone(websocket: WebSocket) -> None:
    """Until the client closes; what it says is of no interest."""
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
