"""Run a server: where the API and the pages come together."""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI

from ..text import words
from ..web.app import with_pages
from . import PORT
from .app import create_app
from .connections import Manners, Sockets, guarded
from .logs import set_up_logs
from .processes import Processes
from .settings import Settings
from .storage import Storage

#: Connections waiting to be taken.
BACKLOG = 2048
#: Seconds in which nobody new is let in, before a process among several ends its connections.
LAST_CALL = 0.5
#: Seconds between two looks whether the process that watches over several is still there.
PARENT_LOOK = 0.5


def whole_app(settings: Settings) -> FastAPI:
    """The API and the pages."""
    return with_pages(create_app(settings))


def say_at_once(text: str) -> None:
    """To whoever started the server, or reads along in a file."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Server(uvicorn.Server):
    """uvicorn's, which says when it is open."""

    def __init__(self, config: uvicorn.Config, ready: int | None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open."""
        await super().startup(sockets)
        if self._ready is not None and self.started:
            os.write(self._ready, b"1")
            os.close(self._ready)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close; who was let in a moment ago and has not asked yet is answered first."""
        if self._ready is not None:
            for server in self.servers:
                server.close()
            await asyncio.sleep(LAST_CALL)
        await super().shutdown(sockets)


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    database: str | None = None,
    open_browser: bool = False,
    tell: Callable[[str], object] = say_at_once,
    processes: int = 1,
) -> int:
    """Serve until interrupted; tells the address first."""
    given = {} if database is None else {"database": database_url(database)}
    settings = Settings.from_environment(**given)
    set_up_logs()
    allow_many_files()
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    opened = threading.Timer(1.5, webbrowser.open, (address,)) if open_browser else None
    if processes > 1:
        storage = Storage(settings.database)  # brought up to date once, before they all want it
        storage.close()
        listener = listen(host, port)
        tell(words("tianxia.server").say("serving", address=address, place=storage.place))
        if opened:
            opened.start()
        # Not as an argument, which everybody on the machine can read: it may hold a password.
        os.environ["TIANXIA_DATABASE"] = settings.database
        os.environ["TIANXIA_WORKERS"] = str(max(1, settings.workers // processes))
        return Processes(listener, processes).run()
    app = whole_app(settings)
    place = app.state.house.storage.place
    tell(words("tianxia.server").say("serving", address=address, place=place))
    if opened:
        opened.start()
    run(uvicorn.Config(app, host=host, port=port, **options(settings)))
    return 0


def serve_socket(descriptor: int, ready: int, parent: int) -> None:
    """Serve as one of several processes, on a socket that is open already."""
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    settings = Settings.from_environment()
    set_up_logs()
    allow_many_files()
    app = whole_app(settings)
    with socket.socket(fileno=descriptor) as listener:
        run(uvicorn.Config(app, **options(settings)), [listener], ready)


def end_with(parent: int) -> None:
    """End when the process that watches over this one is gone: nobody else would end it."""
    while os.getppid() == parent:
        time.sleep(PARENT_LOOK)
    os.kill(os.getpid(), signal.SIGTERM)


def run(
    config: uvicorn.Config,
    sockets: list[socket.socket] | None = None,
    ready: int | None = None,
) -> None:
    """Until interrupted."""
    sys.setswitchinterval(0.001)  # whoever waits for an answer is let in sooner
    gc.collect()
    gc.freeze()  # what is there from the start stays: it need not be looked through again and again
    try:
        Server(config, ready).run(sockets)
    except KeyboardInterrupt:
        return


def options(settings: Settings) -> dict[str, Any]:
    """What uvicorn is told."""
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1").split(",")
    manners = Manners(most=settings.connections, trusted=tuple(trusted))
    return {
        "http": guarded(manners),
        "ws": Sockets,
        "log_config": None,
        "access_log": False,
        "backlog": BACKLOG,
        "ws_max_size": 1 << 16,
        "timeout_graceful_shutdown": 3,
        "timeout_keep_alive": 75,
    }


def listen(host: str, port: int) -> socket.socket:
    """A socket for several processes."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(BACKLOG)
    listener.set_inheritable(True)
    return listener


def allow_many_files() -> None:
    """As many sockets as the system lets us have; the usual 1,024 are soon used up."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def database_url(database: str) -> str:
    """A file's path is a SQLite database; everything with `://` is a URL already."""
    return database if "://" in database else f"sqlite:///{database}"
