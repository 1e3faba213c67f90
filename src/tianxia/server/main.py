"""Run a server: where the API and the pages come together."""

import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from ..text import words
from ..web.app import with_pages
from . import PORT
from .app import create_app
from .logs import set_up_logs
from .settings import Settings


def whole_app(settings: Settings) -> FastAPI:
    """The API and the pages."""
    return with_pages(create_app(settings))


def say_at_once(text: str) -> None:
    """To whoever started the server, or reads along in a file."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    database: str | None = None,
    open_browser: bool = False,
    tell: Callable[[str], object] = say_at_once,
) -> None:
    """Serve until interrupted; tells the address first."""
    given = {} if database is None else {"database": database_url(database)}
    settings = Settings.from_environment(**given)
    set_up_logs()
    sys.setswitchinterval(0.001)  # threads render; whoever waits for an answer is let in sooner
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    app = whole_app(settings)
    place = app.state.house.storage.place
    tell(words("tianxia.server").say("serving", address=address, place=place))
    if open_browser:
        threading.Timer(1.5, webbrowser.open, (address,)).start()
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        ws_max_size=1 << 16,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,
    )


def database_url(database: str) -> str:
    """A file's path is a SQLite database; everything with `://` is a URL already."""
    return database if "://" in database else f"sqlite:///{database}"
