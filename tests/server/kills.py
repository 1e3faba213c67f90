"""Kills servers at random moments while people play, and looks whether anything was lost.

    python -m tests.server.kills --kills 1000 --processes 3 --database postgresql

It goes in rounds, each with a new database. What each round came to is added to a file of results, so
that a run that was interrupted goes on where it was: the rounds there count.

Everybody writes down what they sent and whether it was acknowledged. In the end the database must
hold all that was acknowledged, once, in its order, and besides it only what was sent.

The results are committed: rounds of several days and machines add up. Each says of which day and
commit it is, and a round in which something was lost stays there as one that failed.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from rich.progress import Progress
from sqlalchemy import create_engine, text

from .nursery import Nursery
from .postgres import Postgres
from .running import PATIENCE, Player, Server

WAIT = 0.05
#: Seconds until somebody who is not asked anything looks again: the server has to start meanwhile.
LOOK = 0.25
#: Seconds from the first answer after a kill to the next, at least and at most.
PAUSE = (0.0, 0.6)
#: Kills in a round.
ROUND = 25
#: Seconds in which the last answers come in.
REST = 2.0
#: With PostgreSQL, each so manieth kill hits the database itself.
DATABASE_TOO = 25
RESULTS = Path(__file__).parent.parent.parent / "docs" / "figures" / "kills.jsonl"


class Person:
    """Plays one game after the other against a bot, whatever happens to the server."""

    def __init__(self, server: Server, number: int) -> None:
        self.player = Player(server, f"P{number}")
        self.dice = random.Random(number)
        #: By table: what was sent, and whether it was acknowledged.
        self.sent: dict[str, list[tuple[str, bool]]] = {}
        self.wrong: list[str] = []
        #: Requests that came to nothing, which is nobody's fault while a server is killed.
        self.failed: list[str] = []
        self.player.http.event_hooks["response"] = [self._heard]
        self.done = threading.Event()
        self.table = self._new_table()

    def play(self) -> None:
        """Until told to end."""
        while not self.done.is_set():
            try:
                self._turn()
            except (httpx.TransportError, AssertionError) as error:
                self.failed.append(repr(error)[:300])
                time.sleep(WAIT)  # killed while it answered

    def _heard(self, answer: httpx.Response) -> None:
        """Whatever is asked, the server is never at fault (503: the database is gone)."""
        if answer.status_code == 500:
            self.wrong.append(f"{answer.request.method} {answer.request.url.path}")

    def _new_table(self) -> str:
        table = self.player.table(["me", "novice"])
        self.sent[table] = []
        return table

    def _turn(self) -> None:
        seen = self.player.view(self.table)
        if seen["view"]["over"]:
            self.table = self._new_table()
        elif seen["question"] is None:
            time.sleep(LOOK)
        else:
            action = self.dice.choice(seen["choices"])["action"]
            try:
                answer = self.player.decide(self.table, seen["question"], action)
            except httpx.TransportError:
                self.sent[self.table].append((action, False))
                raise
            if answer.status_code not in (409, 429):
                self.sent[self.table].append((action, answer.is_success))


def explained(sent: list[tuple[str, bool]], stored: list[str]) -> bool:
    """Can what is stored come from what was sent, with all that was acknowledged in it?"""

    @cache
    def fits(number: int, row: int) -> bool:
        if number == len(sent):
            return row == len(stored)
        action, acknowledged = sent[number]
        here = row < len(stored) and stored[row] == action and fits(number + 1, row + 1)
        return here or (not acknowledged and fits(number + 1, row))

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 3 * len(sent) + 1000))
    return fits(0, 0)


def lost(url: str, people: Sequence[Person]) -> list[str]:
    """The tables whose rows cannot be explained by what people sent and heard."""
    engine = create_engine(url)
    rows = text('SELECT action FROM decisions WHERE "table" = :t AND NOT by_bot ORDER BY number')
    with engine.connect() as connection:
        found = [
            table
            for person in people
            for table, sent in person.sent.items()
            if not explained(sent, [row[0] for row in connection.execute(rows, {"t": table})])
        ]
    engine.dispose()
    return found


def run(
    folder: Path,
    kills: int,
    processes: int,
    postgres: Postgres | None,
    tables: int,
    killed: Callable[[], None] = lambda: None,
    seed: int = 0,
    nursery: Nursery | None = None,
) -> int:
    """Kill so often; returns how many answers were acknowledged, or fails with what was lost."""
    url = postgres.new_database() if postgres else f"sqlite:///{folder / 'tianxia.db'}"
    # Nobody looks at a page here, and starting those who draw them is a third of what a kill takes.
    server = Server(folder, nursery, database=url, processes=str(processes), painters="0")
    dice = random.Random(seed)
    people = [Person(server, number) for number in range(tables)]
    threads = [threading.Thread(target=person.play) for person in people]
    try:
        for thread in threads:
            thread.start()
        for number in range(1, kills + 1):
            before, until = acknowledged(people), time.monotonic() + PATIENCE
            while acknowledged(people) == before:  # somebody plays again since the last kill
                assert time.monotonic() < until, server.log.read_text()[-3000:]
                time.sleep(WAIT)
            time.sleep(dice.uniform(*PAUSE))
            if postgres and number % DATABASE_TOO == 0:
                postgres.kill_and_start()
            elif processes > 1 and server.children():
                os.kill(dice.choice(server.children()), signal.SIGKILL)
            else:
                server.kill()
                server.start()
            killed()
        time.sleep(REST)
    finally:
        send_home(people, threads)
        server.stop()
    missing = lost(url, people)
    assert not missing, missing
    wrong = [line for person in people for line in person.wrong]
    assert not wrong, wrong[:5]
    return acknowledged(people)


def send_home(people: Sequence[Person], threads: Sequence[threading.Thread]) -> None:
    """Everybody ends what is begun, and leaves."""
    for person in people:
        person.done.set()
    for thread in threads:
        thread.join()


def acknowledged(people: Sequence[Person]) -> int:
    """How many answers were."""
    return sum(
        good for person in people for sent in list(person.sent.values()) for _, good in list(sent)
    )


def done(results: Path, processes: int, database: str) -> tuple[int, int]:
    """The kills, and the answers acknowledged meanwhile, of the rounds there have been."""
    lines = results.read_text().splitlines() if results.exists() else []
    rounds = [json.loads(line) for line in lines]
    same = [
        r
        for r in rounds
        if (r["processes"], r["database"]) == (processes, database) and not r["failed"]
    ]
    return sum(r["kills"] for r in same), sum(r["acknowledged"] for r in same)


def commit() -> str:
    """What is tested, in short."""
    command = ["git", "describe", "--always", "--dirty"]
    found = subprocess.run(command, capture_output=True, text=True, cwd=RESULTS.parent, check=False)
    return found.stdout.strip() or "unknown"


def note(results: Path, told: dict[str, Any]) -> None:
    """Add a round."""
    with results.open("a") as lines:
        lines.write(json.dumps(told) + "\n")


def play_round(
    kills: int, processes: int, database: str, tables: int, progress: Progress, nursery: Nursery
) -> int:
    """A round with everything new; returns how many answers were acknowledged."""
    postgres = Postgres() if database == "postgresql" else None
    try:
        with tempfile.TemporaryDirectory() as folder:
            return run(
                Path(folder),
                kills,
                processes,
                postgres,
                tables,
                killed=lambda: progress.advance(progress.task_ids[0]),
                seed=random.SystemRandom().getrandbits(32),
                nursery=nursery,
            )
    finally:
        if postgres:
            postgres.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--results", type=Path, default=RESULTS)
    chosen = parser.parse_args()
    which = (chosen.processes, chosen.database)
    chosen.results.parent.mkdir(parents=True, exist_ok=True)
    with Progress() as progress, closing(Nursery()) as nursery:
        kills, kept = done(chosen.results, *which)
        progress.add_task("killing", total=chosen.kills, completed=kills)
        while kills < chosen.kills:
            number = min(ROUND, chosen.kills - kills)
            told: dict[str, Any] = {"at": time.strftime("%Y-%m-%d"), "commit": commit()}
            told |= {"processes": which[0], "database": which[1], "kills": number}
            try:
                found = play_round(number, *which, chosen.tables, progress, nursery)
            except AssertionError:
                note(chosen.results, {**told, "acknowledged": 0, "failed": True})
                raise
            note(chosen.results, {**told, "acknowledged": found, "failed": False})
            kills, kept = done(chosen.results, *which)
    sys.stdout.write(
        f"{kills} kills, {chosen.processes} processes, {chosen.database}:"
        f" {kept} answers acknowledged, none lost, none twice\n"
    )


if __name__ == "__main__":
    main()
