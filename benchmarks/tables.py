"""A hundred tables with bots at once: does every page action stay quick?

    python benchmarks/tables.py --tables 100 --seconds 60

Starts a server of its own on loopback. At each table one guest plays against bots and looks at the
page now and then, as a person would; every request is timed.
"""

import argparse
import asyncio
import os
import random
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import httpx

THINK = (1.0, 4.0)  # seconds a person looks before deciding
SSL = ssl.create_default_context()  # costly to make, so one for all


class Load:
    def __init__(self, url: str, game: str, seats: list[str]) -> None:
        self.url = url
        self.game = game
        self.seats = seats
        self.times: dict[str, list[float]] = {}
        self.failed: list[str] = []
        self.decisions = 0
        self.finished = 0

    async def timed(
        self, http: httpx.AsyncClient, what: str, method: str, path: str, **body: object
    ) -> httpx.Response | None:
        started = time.perf_counter()
        try:
            answer = await http.request(method, path, json=body or None)
        except httpx.HTTPError as error:
            self.failed.append(f"{what}: {error!r}")
            return None
        self.times.setdefault(what, []).append(time.perf_counter() - started)
        if answer.status_code >= 400 and answer.status_code != 409:
            self.failed.append(f"{what}: {answer.status_code} {answer.text[:200]}")
        return answer

    async def guest(self, number: int, until: float) -> None:
        dice = random.Random(number)
        await asyncio.sleep(dice.uniform(0, THINK[1]))  # people do not all come at once
        async with httpx.AsyncClient(base_url=self.url, timeout=30, verify=SSL) as http:
            await self.timed(http, "guest", "POST", "/api/guests", name=f"Guest {number}")
            table = None
            while time.monotonic() < until:
                if table is None:
                    made = await self.timed(
                        http, "create", "POST", "/api/tables", game=self.game, seats=self.seats
                    )
                    table = made.json()["id"] if made is not None else None
                await asyncio.sleep(dice.uniform(*THINK))
                if dice.random() < 0.2:
                    await self.timed(http, "page", "GET", f"/table/{table}")
                seen = await self.timed(http, "view", "GET", f"/api/tables/{table}/view")
                if seen is None or seen.status_code != 200:
                    continue
                look = seen.json()
                if look["view"]["over"]:
                    self.finished += 1
                    table = None
                elif look["question"] is not None:
                    action = dice.choice(look["choices"])["action"]
                    path = f"/api/tables/{table}/decisions"
                    body = {"question": look["question"], "action": action}
                    await self.timed(http, "decide", "POST", path, **body)
                    self.decisions += 1


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--game", default="middle-kingdom")
    parser.add_argument("--level", default="adept")
    parser.add_argument("--players", type=int, default=4)
    chosen = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        log = (Path(folder) / "log").open("wb")
        server = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tianxia.server",
                "--port",
                str(port),
                "--database",
                f"{folder}/db",
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
            text = httpx.get(f"{url}/metrics").text
        finally:
            server.terminate()
            server.wait()
            log.close()
    report(load, chosen, text)


def report(load: Load, chosen: argparse.Namespace, metrics: str) -> None:
    everything = sorted(spent for times in load.times.values() for spent in times)
    print(f"{chosen.tables} tables of {chosen.game}, {chosen.seconds} s, bots: {chosen.level}")
    print(
        f"{len(everything)} requests, {len(load.failed)} failed; {load.decisions} decisions of guests"
    )
    for name in ("bot", "person"):
        for line in metrics.splitlines():
            if line.startswith("tianxia_decisions_total") and f'by="{name}"' in line:
                print(f"decisions stored by {name}s: {float(line.split()[-1]):.0f}")
    for what, times in [*load.times.items(), ("all", everything)]:
        ranked = sorted(times)
        p95, p99 = (ranked[min(len(ranked) - 1, int(len(ranked) * q))] for q in (0.95, 0.99))
        print(
            f"{what:8} {len(ranked):6}  median {median(ranked) * 1000:6.1f} ms"
            f"  p95 {p95 * 1000:6.1f}  p99 {p99 * 1000:6.1f}  max {ranked[-1] * 1000:6.1f}"
        )
    within, counted = (
        sum(
            float(line.split()[-1])
            for line in metrics.splitlines()
            if line.startswith("tianxia_request_seconds" + kind) and ending in line
        )
        for kind, ending in (("_bucket", 'le="0.2"'), ("_count", ""))
    )
    print(f"by the server's own clock {within / counted:.2%} were answered within 200 ms")
    print(f"load average of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for line in load.failed[:10]:
        print("FAILED", line)


if __name__ == "__main__":
    asyncio.run(main())
