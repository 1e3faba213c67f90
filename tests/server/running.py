"""A real server in a process of its own, and programs and people that come to it."""

import asyncio
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

import tianxia

from .nursery import Child, Nursery

START_SECONDS = 400
PATIENCE = 400


class Server:
    """`python -m tianxia.server` on a free port of this machine."""

    def __init__(self, folder: Path, nursery: Nursery | None = None, /, **settings: str) -> None:
        self._nursery = nursery
        self.processes = settings.pop("processes", "1")
        self.database = folder / "tianxia.db"
        self.log = folder / "log.jsonl"
        self.port = free_port()
        self.settings = {
            "pace": "0",
            "slow": "0",
            "limits": "off",
            "workers": "1",
            "nice": "0",
            **settings,
        }
        self._process: subprocess.Popen[bytes] | Child | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        given = {f"TIANXIA_{name.upper()}": value for name, value in self.settings.items()}
        environment = {**os.environ, **given}
        command = [sys.executable, "-m", "tianxia.server", "--port", str(self.port)]
        command += ["--database", self.settings.get("database", str(self.database))]
        command += ["--processes", self.processes]
        if self._nursery is not None:
            self._process = self._nursery.start(command, environment, self.log)
        else:
            with self.log.open("ab") as log:
                self._process = subprocess.Popen(
                    command, env=environment, stdout=log, stderr=log, cwd=self.log.parent
                )
        until = time.monotonic() + START_SECONDS
        with httpx.Client(base_url=self.url, timeout=2) as client:
            while time.monotonic() < until:
                assert self._process.poll() is None, self.log.read_text()
                try:
                    if client.get("/healthz").status_code == 200:
                        return
                except httpx.TransportError:
                    time.sleep(0.1)
        raise AssertionError(f"no server after {START_SECONDS} seconds: {self.log.read_text()}")

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def children(self) -> list[int]:
        """The processes it has started (on Linux)."""
        assert self._process is not None
        threads = Path(f"/proc/{self._process.pid}/task").glob("*/children")
        return [int(pid) for children in threads for pid in children.read_text().split()]

    def kill(self) -> None:
        """As kill -9 does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


class Player:
    """A program that plays: a guest with its token."""

    def __init__(self, server: Server, name: str = "Ann") -> None:
        # No connection is kept, so none is left open.
        limits = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE, limits=limits)
        self.token = self.post("/api/guests", name=name)["token"]
        self.http.cookies.clear()
        self.http.headers["authorization"] = f"Bearer {self.token}"

    def call(self, method: str, path: str, **body: Any) -> httpx.Response:
        return self.http.request(method, path, json=body or None)

    def post(self, path: str, **body: Any) -> Any:
        return good(self.http.post(path, json=body))

    def get(self, path: str) -> Any:
        return good(self.http.get(path))

    def table(self, seats: list[str], game: str = "middle-kingdom", **more: Any) -> str:
        id = self.post("/api/tables", game=game, seats=seats, **more)["id"]
        assert isinstance(id, str)
        return id

    def come(self, table: str, host: "Player", seat: int) -> None:
        """Through the host's invitation to a seat."""
        key = host.get(f"/api/tables/{table}")["invite"].partition("key=")[2]
        self.post(f"/api/tables/{table}/enter", key=key)
        good(self.call("PUT", f"/api/tables/{table}/seats/{seat}"))

    def view(self, table: str) -> Any:
        return self.get(f"/api/tables/{table}/view")

    def decide(self, table: str, question: int, action: str | list[str]) -> httpx.Response:
        body = {"question": question, "action": action}
        return self.http.post(f"/api/tables/{table}/decisions", json=body)

    def asked(self, table: str) -> Any:
        """The view, once something is asked of this player or the game is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            seen = self.view(table)
            if seen["question"] is not None or seen["view"]["over"]:
                return seen
            time.sleep(0.05)
        raise AssertionError(f"nothing is asked after {PATIENCE} seconds: {seen['prompt']}")

    def answer(self, table: str) -> None:
        """Play the first option, without waiting to be asked again: that may need another person."""
        seen = self.asked(table)
        good(self.decide(table, seen["question"], seen["choices"][0]["action"]))

    def play_on(self, table: str, decisions: int = 10_000) -> Any:
        """Play the first option again and again; returns the view when next asked."""
        seen = self.asked(table)
        for _ in range(decisions):
            if seen["view"]["over"]:
                break
            good(self.decide(table, seen["question"], seen["choices"][0]["action"]))
            seen = self.asked(table)
        return seen


def inside(app: FastAPI, visit: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    """A client in the same process, while the app runs."""

    async def run() -> None:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://here") as client,
        ):
            await visit(client)

    with ThreadPoolExecutor(1) as other:  # this thread may have a browser's event loop
        other.submit(lambda: asyncio.run(run())).result()


def good(answer: httpx.Response) -> Any:
    assert answer.is_success, f"{answer.status_code}: {answer.text}"
    return answer.json()


def refused(answer: httpx.Response, status: int, code: str) -> str:
    """The sentence of a refusal."""
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    message = answer.json()["message"]
    assert isinstance(message, str)
    assert len(message) > 10
    return message


def random_record(players: int = 5, seed: int = 3, game: str = "middle-kingdom") -> str:
    """A whole game, as text."""
    match = tianxia.new_match(tianxia.game(game), players, seed)
    dice = random.Random(seed)
    while not match.state.over():
        seat = match.state.next_actor()
        match.play(seat, dice.choice(match.state.legal(seat)))
    return match.record.text()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
        assert isinstance(port, int)
        return port
