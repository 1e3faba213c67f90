"""Turns a house upside down in the middle of a hundred games: everything goes on.

    python -m tests.server.upheaval --games 100 --processes 3

Several processes on one PostgreSQL behind one address. While everybody plays, all processes are
replaced one by one, and no request fails; then one is killed, then PostgreSQL. In the end every game
is over, nothing that was acknowledged is lost, and the database is well.
"""

import argparse
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from rich.progress import Progress

from tianxia.server.database import check

from .kills import Person, acknowledged, lost, send_home
from .nursery import Nursery
from .postgres import Postgres
from .running import PATIENCE, Server

LOOK = 0.1
#: Seconds between two looks of each person, times the number of people.
LOOKS = 0.01


class Guest(Person):
    """Plays one game to its end."""

    def __init__(self, server: Server, number: int, people: int) -> None:
        super().__init__(server, number)
        self._pause = LOOKS * people

    def _new_table(self) -> str:
        if self.sent:
            self.done.set()
            return self.table
        return super()._new_table()

    def _turn(self) -> None:
        super()._turn()
        time.sleep(self._pause)


def run(
    folder: Path,
    games: int,
    processes: int,
    postgres: Postgres,
    finished: Callable[[int], object] = lambda _: None,
    nursery: Nursery | None = None,
) -> int:
    """Play so many games through it all; returns how many answers were acknowledged."""
    url = postgres.new_database()
    server = Server(folder, nursery, database=url, processes=str(processes))
    people = [Guest(server, number, games) for number in range(games)]
    threads = [threading.Thread(target=person.play) for person in people]

    def wait_for(true: Callable[[], bool]) -> None:
        """As long as anybody gets on with it."""
        before, until = -1, 0.0
        while not true():
            if acknowledged(people) != before:
                before, until = acknowledged(people), time.monotonic() + PATIENCE
            assert time.monotonic() < until, server.log.read_text()[-3000:]
            finished(sum(person.done.is_set() for person in people))
            time.sleep(LOOK)

    def everybody_gets_on() -> None:
        """Since now, whoever still plays has had an answer acknowledged."""
        before = [acknowledged([person]) for person in people]
        wait_for(
            lambda: all(
                person.done.is_set() or acknowledged([person]) > number
                for person, number in zip(people, before, strict=True)
            )
        )

    try:
        for thread in threads:
            thread.start()
        everybody_gets_on()
        old = set(server.children())
        server.signal(signal.SIGHUP)
        wait_for(lambda: not old & set(server.children()) and len(server.children()) == processes)
        failed = [line for person in people for line in person.failed]
        assert not failed, f"one by one: somebody always answers, but {failed[:3]}"
        everybody_gets_on()
        os.kill(server.children()[0], signal.SIGKILL)
        everybody_gets_on()
        postgres.kill_and_start()
        wait_for(lambda: all(person.done.is_set() for person in people))
        finished(games)
    finally:
        send_home(people, threads)
        server.stop()
    wrong = [*lost(url, people), *(line for person in people for line in person.wrong), *check(url)]
    assert not wrong, wrong[:5]
    return acknowledged(people)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--processes", type=int, default=3)
    chosen = parser.parse_args()
    postgres = Postgres()
    try:
        with tempfile.TemporaryDirectory() as folder, Progress() as progress:
            bar = progress.add_task("games finished", total=chosen.games)
            kept = run(
                Path(folder),
                chosen.games,
                chosen.processes,
                postgres,
                lambda number: progress.update(bar, completed=number),
            )
    finally:
        postgres.stop()
    sys.stdout.write(
        f"{chosen.games} games, {chosen.processes} processes: {kept} answers acknowledged, none lost;"
        " no request failed while the processes were replaced\n"
    )


if __name__ == "__main__":
    main()
