"""Several processes on one PostgreSQL behind one address."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from .postgres import Postgres
from .running import PATIENCE, Player, Server, good

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux does")


@contextmanager
def visitors(server: Server, path: str) -> Iterator[list[str]]:
    """Somebody who asks again and again; what went wrong."""
    wrong: list[str] = []
    done = threading.Event()

    def visit() -> None:
        asked = 0
        while not done.is_set() or not asked:
            try:
                answer = httpx.get(f"{server.url}{path}", timeout=PATIENCE)
                if answer.status_code != 200:
                    wrong.append(f"{answer.status_code}: {answer.text[:100]}")
            except httpx.TransportError as error:
                wrong.append(repr(error))
            asked += 1

    threads = [threading.Thread(target=visit) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield wrong
    finally:
        done.set()
        for thread in threads:
            thread.join()


def test_processes_come_and_go_and_games_go_on(tmp_path: Path, postgres: Postgres) -> None:
    server = Server(tmp_path, processes="2", database=postgres.new_database())
    try:
        before = pids(server)
        assert len(before) == 2
        ann = Player(server, "Ann")
        table = ann.table(["me", "novice", "novice"])
        ann.play_on(table, decisions=2)

        with visitors(server, "/api/games") as wrong:
            server.signal(signal.SIGHUP)
            wait_for(lambda: not set(pids(server)) & set(before) and len(pids(server)) == 2, server)
        assert wrong == [], "one by one: somebody always answers"
        ann.play_on(table, decisions=2)

        os.kill(pids(server)[0], signal.SIGKILL)
        wait_for(lambda: len(pids(server)) == 2, server)
        seen = ann.asked(table)
        good(ann.decide(table, seen["question"], seen["choices"][0]["action"]))

        postgres.kill_and_start()
        until = time.monotonic() + PATIENCE
        while ann.http.get(f"/api/tables/{table}/view").status_code != 200:
            assert time.monotonic() < until, server.log.read_text()[-3000:]
            time.sleep(0.2)
        assert ann.asked(table)["view"]["decisions"] > seen["view"]["decisions"]
        assert ann.play_on(table)["view"]["over"]
    finally:
        server.stop()


def test_processes_end_with_the_one_that_watches_over_them(tmp_path: Path) -> None:
    server = Server(tmp_path, processes="2")
    try:
        orphans = pids(server)
        assert len(orphans) == 2
        server.kill()
        wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in orphans), server)
        server.start()  # their address is free
        assert not set(pids(server)) & set(orphans)
    finally:
        server.stop()


def pids(server: Server) -> list[int]:
    """The processes that serve, not those in which bots think."""
    return server.children()


def wait_for(true: Callable[[], bool], server: Server) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, server.log.read_text()[-3000:]
        time.sleep(0.1)
