"""Connections that are opened and then not used."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from websockets.asyncio.client import connect

from tianxia.server.connections import Manners, guarded

PATIENCE = 60
FOREVER = 1000.0
Address = tuple[str, int]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Reads all that comes, then says so; on web sockets it waits."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    seen = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        seen += len(message["body"])
        if not message["more_body"]:
            break
    size = 30_000_000 if scope["path"] == "/large" else 0
    body = str(seen).encode() + b"." * size
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving(manners: Manners) -> AsyncIterator[Address]:
    config = uvicorn.Config(
        app, port=0, http=guarded(manners), log_level="critical", lifespan="off"
    )
    server = uvicorn.Server(config)
    server.config.load()
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()
    server.should_exit = True
    await running


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await test()

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(whole())).result()


async def dropped(address: Address, sent: bytes) -> bytes:
    """All that is answered until the server closes the connection."""
    reader, writer = await asyncio.open_connection(*address)
    writer.write(sent)
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


WHOLE = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello"


def test_headers_that_do_not_come() -> None:
    async def test() -> None:
        async with serving(Manners(headers=0.2, body=FOREVER, answer=FOREVER)) as address:
            assert await dropped(address, b"") == b""
            assert await dropped(address, b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ") == b""
            twice = await dropped(address, WHOLE + b"GET /again HTTP/1.1\r\nho")
            assert twice.count(b"200 OK") == 1, "the second request never comes to its end"

    run(test)


def test_empty_lines_after_a_request_keep_nothing_open() -> None:
    """To uvicorn they are a sign of life, to its parser nothing at all."""

    async def test() -> None:
        async with serving(Manners(headers=0.2, body=FOREVER, answer=FOREVER)) as address:
            reader, writer = await asyncio.open_connection(*address)
            for _ in range(2):  # a second request may follow
                writer.write(WHOLE)
                await asyncio.wait_for(reader.readuntil(b"\r\n\r\n5"), PATIENCE)
                writer.write(b"\r\n")
            assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
            writer.close()

    run(test)


def test_a_body_that_does_not_come() -> None:
    async def test() -> None:
        async with serving(Manners(headers=FOREVER, body=0.2, answer=FOREVER)) as address:
            assert await dropped(address, WHOLE[:-1]) == b""
            chunked = b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n"
            assert await dropped(address, chunked) == b""

    run(test)


def test_an_answer_nobody_takes() -> None:
    async def test() -> None:
        manners = Manners(headers=FOREVER, body=FOREVER, answer=0.2)
        async with serving(manners) as address:
            _, writer = await asyncio.open_connection(*address, limit=1024)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(b"GET /large HTTP/1.1\r\nhost: x\r\n\r\n")
            await until(lambda: sum(manners.open.values()) == 1)
            await until(lambda: not manners.open)
            writer.close()

    run(test)


def test_a_client_has_so_many_connections() -> None:
    async def test() -> None:
        manners = Manners(FOREVER, FOREVER, FOREVER, most=2)
        async with serving(manners) as address:
            _, first = await asyncio.open_connection(*address)
            url = f"ws://127.0.0.1:{address[1]}/"
            async with connect(url):
                assert sum(manners.open.values()) == 2
                assert await dropped(address, WHOLE) == b"", "one too many"
            await until(lambda: sum(manners.open.values()) == 1)
            reader, second = await asyncio.open_connection(*address)
            second.write(WHOLE)
            assert b"200 OK" in await asyncio.wait_for(reader.readline(), PATIENCE)
            first.close()
            second.close()
            await until(lambda: not manners.open)

    run(test)


def test_a_proxy_has_as_many_as_it_needs() -> None:
    async def test() -> None:
        manners = Manners(FOREVER, FOREVER, FOREVER, most=1, trusted=("127.0.0.1",))
        async with serving(manners) as address:
            opened = [await asyncio.open_connection(*address) for _ in range(20)]
            await until(lambda: sum(manners.open.values()) == 20)
            for _, writer in opened:
                writer.close()

    run(test)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)
