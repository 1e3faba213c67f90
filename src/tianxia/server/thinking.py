"""Takes jobs from the queue, lets workers think, and stores what bots decide and advisers find."""

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol

from .errors import Conflict
from .games import MOST_ACTIONS, Games
from .jobs import BOT_JOB, Job, Jobs
from .live import Hub
from .metrics import Metrics
from .settings import Settings
from .workers import Failed, Place, Work, places

#: Seconds between two looks at the queue when nothing is heard, and between renewals of leases.
LOOK_AGAIN = 1.0
SEED_BITS = 60
log = logging.getLogger(__name__)


class Errand(Protocol):
    """A kind of job that is no decision at a table."""

    def work(self, job: Job) -> Work | None:
        """What a worker is to do; none if it is too late for it."""
        ...

    def done(self, job: Job, answer: Any) -> None:
        """Store what came of it, and what is left of the job."""
        ...

    def failed(self, job: Job) -> bool:
        """A worker could not do it: is whoever waits told so? Else it is tried again."""
        ...


class Thinker:
    """Plays every seat that is a bot's, or whose person is away; runs errands."""

    def __init__(
        self,
        games: Games,
        jobs: Jobs,
        errands: Mapping[str, Errand],
        hub: Hub,
        metrics: Metrics,
        behind: Executor,
        settings: Settings,
    ) -> None:
        self._games = games
        self._jobs = jobs
        #: By the kind of job.
        self._errands = errands
        self._hub = hub
        self._metrics = metrics
        self._behind = behind
        self._settings = settings
        self._free: list[Place] = []
        self._all: list[Place] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()
        #: Beside what people wait for: one thread to ask the queue, one for each worker.
        self._asking = ThreadPoolExecutor(1, "queue")
        self._waiting = ThreadPoolExecutor(max(1, settings.workers), "worker")
        self._loops: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """On the event loop: go on wherever a bot is to play."""
        settings = self._settings
        self._all = places(settings.think, settings.workers, settings.nice)
        self._free = list(self._all)
        self._loops = [asyncio.create_task(loop) for loop in (self._take(), self._renew())]

    async def stop(self) -> None:
        """Stop thinking; nothing is lost, others or the next start go on."""
        for task in (*self._loops, *self._tasks):
            task.cancel()
        await asyncio.gather(*self._loops, *self._tasks, return_exceptions=True)
        for place in self._all:
            place.close()
        try:
            self._jobs.give_back()
        except Exception:
            log.exception("the leases run out by themselves")
        self._asking.shutdown(cancel_futures=True)
        self._waiting.shutdown(wait=False, cancel_futures=True)

    def wake(self, _: str) -> None:
        """Something changed at a table (on the event loop)."""
        self._news.set()

    def thinking(self) -> int:
        """How many jobs this process works on."""
        return len(self._tasks)

    async def _take(self) -> None:
        """Take jobs while workers are free."""
        loop = asyncio.get_running_loop()
        while True:
            self._news.clear()
            if self._free:
                try:
                    found = await loop.run_in_executor(
                        self._asking, self._jobs.claim, len(self._free)
                    )
                except Exception:
                    log.exception("cannot ask the queue")
                    found = []
                for job in found:
                    attend = self._attend if job.kind == BOT_JOB else self._run
                    task = asyncio.create_task(attend(job, self._free.pop()))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
            # Not `wait_for`: before Python 3.12 it swallows a cancellation that comes with the news.
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN):
                    await self._news.wait()

    async def _renew(self) -> None:
        """Keep the leases, and tell which tables are looked at here."""
        loop = asyncio.get_running_loop()
        rounds = 0
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            try:
                if self._tasks:
                    await loop.run_in_executor(self._asking, self._jobs.renew)
                if rounds % 30 == 0:
                    watched = self._hub.watched_tables()
                    await loop.run_in_executor(self._asking, self._jobs.look, watched)
            except Exception:
                log.exception("cannot renew the leases")
            rounds += 1

    async def _attend(self, job: Job, place: Place) -> None:
        loop = asyncio.get_running_loop()
        started = time.monotonic()
        try:
            try:
                actions, level, secret = await self._think(job, place)
            finally:
                self._free.append(place)
                self._news.set()
            if actions is None:
                return
            self._metrics.thought.labels(level).observe(time.monotonic() - started)
            # What is secret nobody sees come: it needs no pace.
            if self._hub.watched(job.table) and not secret:
                await asyncio.sleep(max(0, started + self._settings.pace - time.monotonic()))
            await loop.run_in_executor(
                self._behind,
                self._games.decide_as_bot,
                job.table,
                job.seat,
                job.question,
                *actions[:MOST_ACTIONS],  # the rest is asked for again
            )
        except Conflict as refused:  # the person came back, or took something back
            log.info("a bot came too late", extra={"table": job.table, "code": refused.code})
            await loop.run_in_executor(self._asking, self._jobs.done, job)
        except Exception as error:
            # A worker's own words may tell what its bot knows.
            known = isinstance(error, Failed)
            log.error(
                "a bot failed",
                exc_info=None if known else error,
                extra={"table": job.table, "tries": job.tries + 1},
            )
            await self._rest(job)

    async def _run(self, job: Job, place: Place) -> None:
        """Have an errand run."""
        loop = asyncio.get_running_loop()
        started = time.monotonic()
        errand = self._errands[job.kind]
        try:
            try:
                work = await loop.run_in_executor(self._behind, errand.work, job)
                if work is None:
                    await loop.run_in_executor(self._asking, self._jobs.done, job)
                    return
                patience = self._settings.patience
                answer = await loop.run_in_executor(self._waiting, place.ask, work, patience)
            finally:
                self._free.append(place)
                self._news.set()
            self._metrics.thought.labels(job.kind).observe(time.monotonic() - started)
            await loop.run_in_executor(self._behind, errand.done, job, answer)
            self._news.set()
        except Exception as error:
            known = isinstance(error, Failed)
            log.error(
                "an errand failed",
                exc_info=None if known else error,
                extra={"table": job.table, "kind": job.kind, "tries": job.tries + 1},
            )
            if not (known and await loop.run_in_executor(self._behind, errand.failed, job)):
                await self._rest(job)

    async def _rest(self, job: Job) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._asking, self._jobs.failed, job)
        except Exception:
            log.exception("the lease runs out by itself", extra={"table": job.table})

    async def _think(self, job: Job, place: Place) -> tuple[list[str] | None, str, bool]:
        loop = asyncio.get_running_loop()
        due = await loop.run_in_executor(self._behind, self._games.due, job)
        if due is None:
            await loop.run_in_executor(self._asking, self._jobs.done, job)
            if job.seat < 0:  # it stood for a look at the table
                await loop.run_in_executor(self._behind, self._games.look_again, job.table)
            return None, "", False
        level, game, dealt = due
        work = ("choose", (level, game, dealt, job.seat, secrets.randbits(SEED_BITS)))
        answer = await loop.run_in_executor(self._waiting, place.ask, work, self._settings.patience)
        return answer, level, bool(dealt["secret"])
