"""Web sockets that bring what changed; everything else goes by ordinary requests."""

import asyncio
from collections.abc import Callable, Sequence

from fastapi import WebSocket, WebSocketDisconnect

from .errors import Refused
from .guests import Guest
from .house import House

#: A page that was refused need not try again; one that lost its connection should.
REFUSED = 4404
#: Seconds between two messages at least: what changes meanwhile comes in one.
GAP = 0.1


async def follow(
    websocket: WebSocket,
    house: House,
    topics: Sequence[str],
    guest: Guest | None,
    render: Callable[[], str | None],
) -> None:
    """Send what `render` gives, now and after every change of one of the topics."""
    await websocket.accept()
    house.metrics.sockets.inc()
    loop = asyncio.get_running_loop()
    gone = asyncio.create_task(_until_gone(websocket))
    try:
        with house.hub.listen(topics, guest) as changed:
            while not gone.done():
                changed.clear()
                text = await loop.run_in_executor(house.behind, render)
                if text is not None and not await _sent(websocket, text):
                    break
                await asyncio.wait({gone}, timeout=GAP)
                change = asyncio.create_task(changed.wait())
                await asyncio.wait({gone, change}, return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
    except Refused as refused:
        await websocket.close(REFUSED, refused.code)
    finally:
        gone.cancel()
        house.metrics.sockets.dec()


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
