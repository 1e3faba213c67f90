"""Web sockets that bring what changed; everything else goes by ordinary requests."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from fastapi import WebSocket, WebSocketDisconnect

from .errors import Refused
from .house import House

P = ParamSpec("P")
T = TypeVar("T")

#: A page that was refused need not try again; one that lost its connection should.
REFUSED = 4404


async def run(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do something that may wait, without holding the others up."""
    return await asyncio.to_thread(call, *args, **kwargs)


async def follow(
    websocket: WebSocket, house: House, topic: str, render: Callable[[], str | None]
) -> None:
    """Send what `render` gives, now and after every change of the topic."""
    await websocket.accept()
    house.metrics.sockets.inc()
    gone = asyncio.create_task(_until_gone(websocket))
    try:
        with house.hub.listen(topic) as changed:
            while not gone.done():
                changed.clear()
                text = await run(render)
                if text is not None:
                    await websocket.send_text(text)
                change = asyncio.create_task(changed.wait())
                await asyncio.wait({gone, change}, return_when=asyncio.FIRST_COMPLETED)
                change.cancel()
    except Refused as refused:
        await websocket.close(REFUSED, refused.code)
    except (WebSocketDisconnect, RuntimeError):
        if not gone.done():  # Starlette says RuntimeError when the other side has just left
            await asyncio.wait({gone}, timeout=1)
    finally:
        gone.cancel()
        house.metrics.sockets.dec()


async def _until_gone(websocket: WebSocket) -> None:
    """Until the client closes; what it says is of no interest."""
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
