"""Where bots think and pages are drawn: processes of this machine, or a cluster; never where requests are answered."""

import logging
import multiprocessing
import os
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Protocol

from ..extras import need
from .tasks import TASKS

log = logging.getLogger(__name__)
#: The name of a task, and what it is given: nothing but plain data, since it travels.
Work = tuple[str, tuple[Any, ...]]


class Failed(Exception):
    """A worker died, hung, or could not do it."""


def do(work: Work) -> Any:
    """Carry out a task, wherever this is."""
    task, given = work
    return TASKS[task](*given)


class Place(Protocol):
    """Somewhere one thing at a time can be thought about."""

    def ask(self, work: Work, patience: float) -> Any:
        """The answer, or `Failed`; called from one thread at a time."""
        ...

    def close(self) -> None:
        """No longer needed."""
        ...


class LocalWorker:
    """A process of this machine; a new one takes the place of one that hangs or dies."""

    def __init__(self, nice: int, do: Callable[[Any], Any] = do) -> None:
        self._nice = nice
        #: What it does with what it is asked; a function of a module, since it is found there.
        self._do = do
        self._process: Any = None
        self._connection: Connection | None = None

    def ask(self, work: Any, patience: float) -> Any:
        """Let it work, `patience` seconds at most."""
        process = self._process
        if process is None or not process.is_alive():
            self.start()
        connection = self._connection
        if connection is None:
            raise Failed("the worker was closed")
        try:
            connection.send(work)
            if not connection.poll(patience):
                raise Failed(f"no answer after {patience:g} seconds")
            good, answer = connection.recv()
        except (OSError, EOFError, Failed) as error:
            self.close()
            raise Failed(str(error) or "the worker died") from error
        if not good:
            raise Failed(answer)
        return answer

    def close(self) -> None:
        """End it at once, whatever it does."""
        # Whoever waits for its answer closes it, too, when it dies.
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        if process is not None:
            process.kill()
            process.join()
            process.close()
        if connection is not None:
            connection.close()

    def start(self) -> None:
        """Begin anew; it is ready when it answers."""
        self.close()
        # Not forked: the server has threads, and a worker must not inherit its connections.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        process = context.Process(target=work_on, args=(theirs, self._nice, self._do), daemon=True)
        process.start()
        self._process = process
        theirs.close()


def work_on(connection: Connection, nice: int, do: Callable[[Any], Any]) -> None:
    """What a worker does all day: it makes way for those who answer requests."""
    os.nice(nice)
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        server.join()  # end with the server, however that ends
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
    while True:
        work = connection.recv()
        try:
            connection.send((True, do(work)))
        except Exception:
            connection.send((False, traceback.format_exc()))


class RayWorker:
    """A task at a time on the cluster Ray is connected to (`RAY_ADDRESS`), or on a local one."""

    def __init__(self) -> None:
        need("ray", "cluster")
        import ray

        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        self._ray = ray
        self._do: Any = ray.remote(do)

    def ask(self, work: Work, patience: float) -> Any:
        """Let the cluster think, `patience` seconds at most."""
        task = self._do.options(max_retries=0).remote(work)
        try:
            return self._ray.get(task, timeout=patience)
        except self._ray.exceptions.RayError as error:
            self._ray.cancel(task, force=True)
            raise Failed(str(error)) from error

    def close(self) -> None:
        """The cluster goes on without us."""


def places(kind: str, number: int, nice: int) -> list[Place]:
    """So many places of a kind: `local` or `ray`."""
    if kind == "ray":
        return [RayWorker() for _ in range(number)]
    if kind == "local":
        return [LocalWorker(nice) for _ in range(number)]
    raise ValueError(f"bots think local or on ray; got {kind!r}")
