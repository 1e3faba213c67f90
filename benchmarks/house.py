"""What a house carries: tables with bots, open sockets, spectators of one table.

    python -m benchmarks.house [--tables 200] [--sockets 2000] [--spectators 500] [--seconds 45] [--write]

Three loads, one after the other, each on a server of its own on loopback. Each is ended after a while,
however far it has come, so that everything together takes less than twelve minutes:
- `tables`: one guest a table plays against `adept` bots at a person's pace (see tables.py), every game
  in turn; what people do shall be answered within 200 ms at the 95th percentile;
- `sockets`: so many pages of running tables stay open; the front page shall stay quick meanwhile;
- `spectators`: so many watch one table; a line of chat shall reach the last of them within a second.
With `--write` the figures go to docs/figures/house.json, with the load average of the machine.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from rich.console import Console
from rich.progress import Progress, track
from rich.table import Table as RichTable
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.tables import SSL, Load, metric
from tianxia.engine.registry import game_ids

FIGURES = Path(__file__).parent.parent / "docs" / "figures" / "house.json"
PATIENCE = 60.0
#: Seconds a load may take to start and to end, beside the time it is measured; who waits for an answer
#: after the end is left waiting so long at most.
GRACE = 60.0
LAST_ANSWERS = 10.0
#: Seconds for opening many sockets and hearing from them.
LONGEST = 120.0
AT_ONCE = 50


@asynccontextmanager
async def server(processes: int, database: str | None) -> AsyncIterator[str]:
    """A server of our own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        command = [sys.executable, "-m", "tianxia.server", f"--port={port}"]
        command += [f"--database={database or folder + '/db'}", f"--processes={processes}"]
        with (Path(folder) / "log").open("wb") as log:
            running = subprocess.Popen(
                command, env={**os.environ, "TIANXIA_LIMITS": "off"}, stdout=log, stderr=log
            )
        try:
            url = f"http://127.0.0.1:{port}"
            async with asyncio.timeout(GRACE):
                while not await _answers(url):
                    await asyncio.sleep(0.2)
            yield url
        finally:
            running.terminate()
            try:
                running.wait(10)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


async def _answers(url: str) -> bool:
    try:
        async with httpx.AsyncClient(verify=SSL, timeout=5) as http:
            return (await http.get(f"{url}/healthz")).is_success
    except httpx.TransportError:
        return False


async def bounded(work: Awaitable[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """What came of it, or that it took too long."""
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        return {"not_done_after_seconds": seconds}


@asynccontextmanager
async def visited(chosen: argparse.Namespace) -> AsyncIterator[tuple[str, httpx.AsyncClient]]:
    """A server, and a guest there."""
    async with (
        server(chosen.processes, chosen.database) as url,
        httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=SSL) as http,
    ):
        token = (await http.post("/api/guests", json={})).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        yield url, http


async def tables(chosen: argparse.Namespace, game: str) -> dict[str, Any]:
    """Tables of a game, a guest and bots at each."""
    before = processor_seconds()
    async with server(chosen.processes, chosen.database) as url:
        players = httpx.get(f"{url}/api/games").json()
        most = next(g for g in players if g["id"] == game)["default_players"]
        load = Load(url, game, ["me"] + ["adept"] * (most - 1))
        until = time.monotonic() + chosen.seconds
        with Progress(transient=True) as progress:
            bar = progress.add_task(f"{chosen.tables} tables of {game}", total=chosen.seconds)
            guests = {asyncio.create_task(load.guest(n, until)) for n in range(chosen.tables)}
            waiting = guests
            while waiting and time.monotonic() < until + LAST_ANSWERS:
                _, waiting = await asyncio.wait(waiting, timeout=1)
                progress.update(bar, completed=chosen.seconds - (until - time.monotonic()))
            for late in waiting:
                late.cancel()
            await asyncio.gather(*guests - waiting)  # should one of them have failed
            await asyncio.wait(guests)
        decided = metric(httpx.get(f"{url}/metrics").text, "tianxia_decisions_total", 'by="bot"')
    everything = [spent for times in load.times.values() for spent in times]
    here, there = (now - then for now, then in zip(processor_seconds(), before, strict=True))
    return {
        "tables": chosen.tables,
        "requests": len(everything),
        "failed": len(load.failed),
        "unanswered": len(waiting),
        "bots_decided": int(decided),
        **_times(everything),
        "shown": _times(load.shown),
        # To compare by where other work makes the clock worthless.
        "processor_seconds": {"load": round(here, 1), "server_painters_workers": round(there, 1)},
    }


def processor_seconds() -> tuple[float, float]:
    """Of this process, and of all that it started and that has ended."""
    found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    here, there = (usage.ru_utime + usage.ru_stime for usage in found)
    return here, there


async def sockets(chosen: argparse.Namespace) -> dict[str, Any]:
    """Many open pages, few of which change."""
    async with visited(chosen) as (url, http):
        body = {"game": "middle-kingdom", "seats": ["me", "open"], "public": True}
        made = [(await http.post("/api/tables", json=body)).json()["id"] for _ in range(40)]
        opened = await _open(url, [made[n % 40] for n in range(chosen.sockets)])
        times = []
        for _ in track(range(100), description=f"{len(opened)} sockets open"):
            started = time.perf_counter()
            (await http.get("/")).raise_for_status()
            times.append(time.perf_counter() - started)
            await asyncio.sleep(0.05)
        await asyncio.gather(*(socket.close() for socket in opened))
    return {"sockets": len(opened), "front_page": _times(times)}


async def spectators(chosen: argparse.Namespace) -> dict[str, Any]:
    """One line of chat, until the last of many has heard it."""
    async with visited(chosen) as (url, http):
        body = {"game": "middle-kingdom", "seats": ["me", "adept", "adept"], "public": True}
        table = (await http.post("/api/tables", json=body)).json()["id"]
        opened = await _open(url, [table] * chosen.spectators)
        await asyncio.sleep(3)
        times = []
        for number in track(range(10), description=f"{len(opened)} spectators"):
            line = f"line {number} of ten"
            heard = [asyncio.create_task(_hear(socket, line)) for socket in opened]
            started = time.perf_counter()
            await http.post(f"/api/tables/{table}/chat", json={"text": line})
            await asyncio.wait_for(asyncio.gather(*heard), PATIENCE)
            times.append(time.perf_counter() - started)
            await asyncio.sleep(1)
        await asyncio.gather(*(socket.close() for socket in opened))
    return {"spectators": len(opened), "last_heard": _times(times)}


async def _open(url: str, ids: list[str]) -> list[ClientConnection]:
    opened: list[ClientConnection] = []
    address = url.replace("http", "ws")
    for first in track(range(0, len(ids), AT_ONCE), description="opening sockets"):
        some = ids[first : first + AT_ONCE]
        opened += await asyncio.gather(
            *(connect(f"{address}/table/{id}/live", open_timeout=PATIENCE) for id in some)
        )
    return opened


async def _hear(socket: ClientConnection, line: str) -> None:
    while line not in str(await socket.recv()):
        pass


def _times(times: list[float]) -> dict[str, float]:
    ranked = sorted(times) or [0.0]
    p95 = ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))]
    return {
        "median_ms": round(median(ranked) * 1000, 1),
        "p95_ms": round(p95 * 1000, 1),
        "most_ms": round(ranked[-1] * 1000, 1),
    }


def show(found: dict[str, Any]) -> None:
    """The figures, for who reads them now."""
    shown = RichTable("", "size", "median ms", "p95 ms", "most ms", "requests", "failed")
    shown.add_column("shown after, p95 ms")
    for name, told in found.items():
        if not isinstance(told, dict):
            continue
        if "not_done_after_seconds" in told:
            shown.add_row(name, "", "not done", "in", f"{told['not_done_after_seconds']:g} s")
            continue
        size = next(iter(told.values()))
        times = told.get("front_page") or told.get("last_heard") or told
        row = [name, size, *(times[key] for key in ("median_ms", "p95_ms", "most_ms"))]
        if "shown" in told:
            row += [told["requests"], told["failed"], told["shown"]["p95_ms"]]
        shown.add_row(*map(str, row))
    Console().print(shown)
    Console().print(f"load average of the last five minutes: {found['load_average']}")


def _free_port() -> int:
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=45)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", help="a PostgreSQL URL instead of an SQLite file of its own")
    parser.add_argument("--game", action="append", choices=game_ids(), help="by default all")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    found: dict[str, Any] = {"at": time.strftime("%Y-%m-%d"), "cores": os.cpu_count()}
    found["processes"] = chosen.processes
    for game in chosen.game or game_ids():
        found[game] = await bounded(tables(chosen, game), chosen.seconds + GRACE)
        print(game, found[game])
    found["sockets"] = await bounded(sockets(chosen), LONGEST)
    print(found["sockets"])
    found["spectators"] = await bounded(spectators(chosen), LONGEST)
    print(found["spectators"])
    found["load_average"] = round(os.getloadavg()[1], 1)
    show(found)
    if chosen.write:
        FIGURES.parent.mkdir(parents=True, exist_ok=True)
        FIGURES.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
