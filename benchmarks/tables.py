"""A hundred tables with bots at once: does every page action stay quick?

    python benchmarks/tables.py --tables 100 --seconds 60

Starts a server of its own on loopback. At each table one guest plays against bots as a browser
does: comes to the front page, makes a table, opens its page and its web socket, reads the question
and the options in what the socket brings, thinks a little and sends one of them; now and then it
says something, takes back, or loads the page again. Every request is timed, and so is how long
after a decision the page shows it.
"""

import argparse
import asyncio
import html
import json
import os
import random
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

COME = 10.0  # seconds within which everybody has come
PATIENCE = 30.0  # seconds until who waits for an answer gives up
THINK = (1.0, 4.0)  # seconds a person looks before deciding
RELOAD, CHAT, UNDO = 0.05, 0.03, 0.1  # how often a person does these between two decisions
SSL = ssl.create_default_context()  # costly to make, so one for all
QUESTION = re.compile(r'data-question="(\d+)" data-mine="1"')
OPTION = re.compile(r'<option value="([^"]*)"')
UNDO_BUTTON = 'data-do="undo"'
OVER = 'class="scroll"'


class Answer:
    """What came back."""

    def __init__(self, status: int, body: bytes) -> None:
        self.status = status
        self.body = body

    def json(self) -> Any:
        return json.loads(self.body)


class Visitor:
    """A browser's connection: kept open, with its cookies.

    Written by hand, since the load shares the machine with what it measures, and a library that can
    do everything takes as long to ask as the server to answer.
    """

    def __init__(self, url: str) -> None:
        self._host, _, port = url.removeprefix("http://").partition(":")
        self._port = int(port)
        self.cookies: dict[str, str] = {}
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def request(self, method: str, path: str, body: object = None) -> Answer:
        """Ask; `OSError`, `EOFError` or `TimeoutError` if there is no answer."""
        async with asyncio.timeout(PATIENCE):
            if self._writer is None or self._writer.is_closing():
                opened = await asyncio.open_connection(self._host, self._port, limit=1 << 20)
                self._reader, self._writer = opened
            data = b"" if body is None else json.dumps(body).encode()
            head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            head += "Accept: */*\r\nSec-Fetch-Site: same-origin\r\n"
            if self.cookies:
                head += f"Cookie: {self.cookie}\r\n"
            if body is not None:
                head += "Content-Type: application/json\r\n"
            head += f"Content-Length: {len(data)}\r\n\r\n"
            self._writer.write(head.encode() + data)
            assert self._reader is not None
            lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            length = 0
            for line in lines[1:]:
                name, _, value = line.partition(": ")
                if name.lower() == "content-length":
                    length = int(value)
                elif name.lower() == "set-cookie":
                    cookie, _, _ = value.partition(";")
                    key, _, kept = cookie.partition("=")
                    self.cookies[key] = kept
            return Answer(int(lines[0].split(" ")[1]), await self._reader.readexactly(length))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class Load:
    """What all guests did, and how long it took."""

    def __init__(self, url: str, game: str, seats: list[str]) -> None:
        self.url = url
        self.game = game
        self.seats = seats
        self.times: dict[str, list[float]] = {}
        self.shown: list[float] = []
        self.failed: list[str] = []
        self.refused: dict[str, int] = {}
        self.finished = 0

    async def timed(
        self, http: Visitor, what: str, method: str, path: str, body: object = None
    ) -> Answer | None:
        """One request, answered in time and not with an error; None if it failed."""
        started = time.perf_counter()
        try:
            answer = await http.request(method, path, body)
        except (OSError, EOFError, TimeoutError) as error:
            http.close()
            self.failed.append(f"{what}: {error!r}")
            return None
        self.times.setdefault(what, []).append(time.perf_counter() - started)
        if answer.status == 409:  # somebody (a bot, the same guest) was there first
            code = f"{what}: {answer.json()['code']}"
            self.refused[code] = self.refused.get(code, 0) + 1
        elif answer.status >= 400:
            self.failed.append(f"{what}: {answer.status} {answer.body[:200]!r}")
            return None
        return answer

    async def guest(self, number: int, until: float) -> None:
        """Somebody who plays one game after the other."""
        dice = random.Random(number)
        await asyncio.sleep(dice.uniform(0, COME))
        http = Visitor(self.url)
        try:
            await self.timed(http, "front", "GET", "/")
            await self.timed(http, "guest", "POST", "/api/guests", {"name": f"Guest {number}"})
            while time.monotonic() < until:
                body = {"game": self.game, "seats": self.seats}
                made = await self.timed(http, "create", "POST", "/api/tables", body)
                if made is not None:
                    await self.play(http, made.json()["id"], dice, until)
        finally:
            http.close()

    async def play(self, http: Visitor, table: str, dice: random.Random, until: float) -> None:
        """One game, to its end or the end of the time."""
        await self.timed(http, "page", "GET", f"/table/{table}")
        address = f"{self.url.replace('http', 'ws')}/table/{table}/live"
        page = Page()
        try:
            async with connect(address, additional_headers={"Cookie": http.cookie}) as live:
                reading = asyncio.create_task(page.read(live))
                try:
                    while time.monotonic() < until and not page.over:
                        await self.turn(http, table, page, dice, until)
                finally:
                    reading.cancel()
        except (OSError, TimeoutError, ConnectionClosed) as error:
            self.failed.append(f"socket: {error!r}")
        self.finished += page.over

    async def turn(
        self,
        http: Visitor,
        table: str,
        page: "Page",
        dice: random.Random,
        until: float,
    ) -> None:
        """Wait for a question, think, and answer it."""
        await page.wait(lambda: page.question is not None or page.over, until)
        await asyncio.sleep(dice.uniform(*THINK))
        if dice.random() < RELOAD:
            await self.timed(http, "page", "GET", f"/table/{table}")
        if dice.random() < CHAT:
            await self.timed(http, "chat", "POST", f"/api/tables/{table}/chat", {"text": "hm"})
        if page.undoable and dice.random() < UNDO:
            await self.timed(http, "undo", "POST", f"/api/tables/{table}/undo")
        if page.question is None or page.over:
            return
        asked = page.question
        started = time.perf_counter()
        body = {"question": asked, "action": dice.choice(page.options)}
        answer = await self.timed(http, "decide", "POST", f"/api/tables/{table}/decisions", body)
        if answer is not None and answer.status < 300:
            await page.wait(lambda: page.question != asked or page.over, until)
            if page.question != asked:
                self.shown.append(page.changed - started)


class Page:
    """What the page of a table shows, as far as a player needs it."""

    def __init__(self) -> None:
        self.question: int | None = None
        self.options: list[str] = []
        self.undoable = False
        self.over = False
        self.changed = 0.0
        self._news = asyncio.Event()

    async def read(self, live: ClientConnection) -> None:
        """Take in what the server sends, until the socket closes."""
        async for message in live:
            regions = json.loads(message)["regions"]
            if "prompt" in regions:
                asked = QUESTION.search(regions["prompt"])
                self.question = int(asked[1]) if asked else None
            if "actions" in regions:
                found = OPTION.findall(regions["actions"])
                self.options = [html.unescape(option) for option in found]
                self.undoable = UNDO_BUTTON in regions["actions"]
            self.over = self.over or OVER in regions.get("board", "")
            self.changed = time.perf_counter()
            self._news.set()

    async def wait(self, condition: Callable[[], bool], until: float) -> None:
        """Until the page shows something, or the time is over."""
        while not condition():
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), max(0.0, until - time.monotonic()))
            except TimeoutError:
                return


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--game", default="middle-kingdom")
    parser.add_argument("--level", default="adept")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--database", help="instead of an SQLite file of its own")
    parser.add_argument("--log", help="keep the server's log in this file")
    chosen = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        database = chosen.database or f"{folder}/db"
        with Path(chosen.log or f"{folder}/log").open("wb") as log:
            server = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "tianxia.server",
                    f"--port={port}",
                    f"--database={database}",
                ],
                env={**os.environ, "TIANXIA_LIMITS": "off"},
                stdout=log,
                stderr=log,
            )
        try:
            url = f"http://127.0.0.1:{port}"
            for _ in range(150):
                try:
                    httpx.get(f"{url}/healthz")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.2)
            load = Load(url, chosen.game, ["me"] + [chosen.level] * (chosen.players - 1))
            until = time.monotonic() + chosen.seconds
            await asyncio.gather(*(load.guest(n, until) for n in range(chosen.tables)))
            metrics = httpx.get(f"{url}/metrics").text
        finally:
            server.terminate()
            server.wait()
    report(load, chosen, metrics)
    if load.failed:
        raise SystemExit(1)


def report(load: Load, chosen: argparse.Namespace, metrics: str) -> None:
    everything = [spent for times in load.times.values() for spent in times]
    print(f"{chosen.tables} tables of {chosen.game}, {chosen.seconds} s, bots: {chosen.level}")
    print(f"{len(everything)} requests, {len(load.failed)} failed; {load.finished} games finished")
    print(f"refused as too late: {load.refused or 'none'}")
    for name in ("person", "bot", "undo"):
        stored = metric(metrics, "tianxia_decisions_total", f'by="{name}"')
        print(f"decisions stored, {name}: {stored:.0f}")
    if bots := metric(metrics, "tianxia_bot_seconds_count"):
        mean = metric(metrics, "tianxia_bot_seconds_sum") / bots
        print(f"a bot's decision took {mean:.2f} s from question to answer, waiting included")
    for what, times in [*load.times.items(), ("ALL", everything), ("shown", load.shown)]:
        if not times:
            continue
        ranked = sorted(times)
        p95, p99 = (ranked[min(len(ranked) - 1, int(len(ranked) * q))] for q in (0.95, 0.99))
        print(
            f"{what:8} {len(ranked):6}  median {median(ranked) * 1000:6.1f} ms"
            f"  p95 {p95 * 1000:6.1f}  p99 {p99 * 1000:6.1f}  max {ranked[-1] * 1000:6.1f}"
        )
    within = metric(metrics, "tianxia_request_seconds_bucket", 'le="0.2"')
    counted = metric(metrics, "tianxia_request_seconds_count")
    print(f"by the server's own clock {within / counted:.2%} were answered within 200 ms")
    print(f"load average of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for line in load.failed[:10]:
        print("FAILED", line)


def metric(text: str, name: str, label: str = "") -> float:
    """The sum of a metric over all lines with that label."""
    return sum(
        float(line.split()[-1])
        for line in text.splitlines()
        if line.startswith(name) and label in line
    )


if __name__ == "__main__":
    asyncio.run(main())
