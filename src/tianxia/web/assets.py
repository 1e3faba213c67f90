"""Templates and the files pages are made of, ours and the games'."""

import hashlib
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

from ..engine.game import Game
from ..text import words

HOME = "tianxia.web"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
#: What a page may load from a game's folder.
GAME_ASSETS = ("board.css", "sprite.svg", "picture.svg")


@cache
def templates() -> Environment:
    """The templates of the pages."""
    environment = Environment(
        loader=PackageLoader(HOME),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals |= {"say": words(HOME).say, "asset": asset, "game_asset": game_asset}
    environment.globals["minus"] = minus
    return environment


def minus(number: int) -> str:
    """A number, with a real minus."""
    return str(number) if number >= 0 else f"−{-number}"


@cache
def game_file(package: str, name: str) -> str | None:
    """A text file of a game's folder, if it has one."""
    found = files(package).joinpath(name)
    return found.read_text("utf-8") if found.is_file() else None


def static_file(name: str) -> bytes | None:
    """One of our own static files."""
    return _static_files().get(name)


@cache
def _static_files() -> dict[str, bytes]:
    """All of them, so that what is asked for in vain is not remembered."""
    found = files(HOME).joinpath("static").iterdir()
    return {file.name: file.read_bytes() for file in found if file.is_file()}


@cache
def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so browsers may keep it."""
    data = static_file(name)
    assert data is not None, name
    return f"/static/{name}?{_mark(data)}"


@cache
def game_asset(game: Game, name: str) -> str:
    """The address of a file of a game's folder; empty if it has none."""
    text = game_file(game.package, name)
    return f"/games/{game.id}/{name}?{_mark(text.encode())}" if text is not None else ""


def _mark(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:10]
