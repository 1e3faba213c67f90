"""Bots at the tables: they think in worker processes, so that pages never wait for them."""

import asyncio
import logging
import multiprocessing
import os
import secrets
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

from ..bots import choose as choose_action
from ..engine.registry import game as find_game
from ..engine.rng import Rng
from .errors import Refused

if TYPE_CHECKING:
    from .games import Games
    from .lists import Lists
    from .tables import Tables

RETRY_SECONDS = 10
log = logging.getLogger(__name__)


def choose(level: str, game_id: str, dealt: dict[str, Any], seat: int, seed: int) -> str:
    """What a bot of that level does, as notation; `dealt` holds nothing its seat may not know."""
    game = find_game(game_id)
    rng = Rng()
    rng.seed(seed)
    return game.space.text(choose_action(level, game.from_dict(dealt), seat, rng))


def start_worker(nice: int) -> None:
    """Make way for those who answer requests, and end with the server, however that ends."""
    os.nice(nice)
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Thinker:
    """Plays every seat that is a bot's, or whose person is away."""

    def __init__(
        self,
        tables: "Tables",
        games: "Games",
        lists: "Lists",
        behind: Executor,
        workers: int,
        nice: int,
        pace: float,
    ) -> None:
        self._tables = tables
        self._games = games
        self._lists = lists
        self._behind = behind
        self._workers = workers
        self._nice = nice
        self._pace = pace
        self._pool: ProcessPoolExecutor | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def start(self) -> None:
        """On the event loop: go on wherever a bot is to play."""
        self._pool = self._new_pool()
        for table in self._lists.running():
            self.wake(table)

    async def stop(self) -> None:
        """Stop thinking; nothing is lost, the next start goes on."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def wake(self, table: str) -> None:
        """Something changed at this table (on the event loop)."""
        if table in self._tasks:
            self._again.add(table)
        elif self._pool is not None:
            self._tasks[table] = asyncio.create_task(self._attend(table))

    def thinking(self) -> int:
        """At how many tables a bot is thinking."""
        return len(self._tasks)

    async def _attend(self, table: str) -> None:
        loop = asyncio.get_running_loop()
        try:
            while True:
                self._again.discard(table)
                due = await loop.run_in_executor(self._behind, self._games.due_bots, table)
                if due:
                    await asyncio.gather(*(self._play(table, *each) for each in due))
                elif table not in self._again:
                    return
        except Exception:
            log.exception("a bot failed", extra={"table": table})
            loop.call_later(RETRY_SECONDS, self.wake, table)
        finally:
            del self._tasks[table]

    async def _play(
        self, table: str, seat: int, question: int, level: str, game: str, dealt: dict[str, Any]
    ) -> None:
        started = time.monotonic()
        action = await self._think(level, game, dealt, seat)
        self._tables.metrics.thought.labels(level).observe(time.monotonic() - started)
        # What is secret nobody sees come: it needs no pace.
        if self._tables.hub.watched(table) and not dealt["secret"]:
            await asyncio.sleep(max(0, started + self._pace - time.monotonic()))
        try:
            await asyncio.get_running_loop().run_in_executor(
                self._behind, self._games.decide_as_bot, table, seat, question, action
            )
        except Refused as refused:  # the person came back, or took something back
            log.info("a bot came too late", extra={"table": table, "code": refused.code})

    async def _think(self, level: str, game: str, dealt: dict[str, Any], seat: int) -> str:
        seed = secrets.randbits(60)
        loop = asyncio.get_running_loop()
        for _ in range(3):
            pool = self._pool
            assert pool is not None
            try:
                return await loop.run_in_executor(pool, choose, level, game, dealt, seat, seed)
            except BrokenProcessPool:
                log.exception("a worker died; starting new ones")
                if self._pool is pool:
                    self._pool = self._new_pool()
        raise RuntimeError("workers die again and again")

    def _new_pool(self) -> ProcessPoolExecutor:
        # Not forked: the server has threads, and a worker must not inherit its connections.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            self._workers, mp_context=context, initializer=start_worker, initargs=(self._nice,)
        )
