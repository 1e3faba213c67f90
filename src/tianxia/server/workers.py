"""Where bots and advisers think: processes of this machine, or a cluster; never where requests are answered."""

import logging
import multiprocessing
import os
import threading
import traceback
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

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._process: Any = None
        self._connection: Connection | None = None

    def ask(self, work: Work, patience: float) -> Any:
        """Let it think, `patience` seconds at most."""
        if self._process is None or not self._process.is_alive():
            self._start()
        connection = self._connection
        assert connection is not None
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
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _start(self) -> None:
        self.close()
        # Not forked: the server has threads, and a worker must not inherit its connections.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        process = context.Process(target=work_on, args=(theirs, self._nice), daemon=True)
        process.start()
        self._process = process
        theirs.close()


def work_on(connection: Connection, nice: int) -> None:
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
