"""Templates and the files pages are made of, ours and the games'."""

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from ..engine.game import Game
from ..text import words

HOME = "tianxia.web"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
#: What a page may load from a game's folder.
GAME_ASSETS = ("board.css", "sprite.svg", "picture.svg")


class Direct(CodeGenerator):
    """Writes what a template does as plainly as our templates allow: thousands of steps make a page."""

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Call functions as they are: none of ours asks for Jinja's context."""
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        for stars, more in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if more is not None:
                self.write(stars)
                self.visit(more, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.escaped(")


class Pages(Environment):
    """Jinja's, quicker with what our pages are made of: views, which are plain data."""

    code_generator_class = Direct

    def getattr(self, obj: Any, attribute: str) -> Any:
        """As Jinja's, but looks first for what a dictionary holds."""
        if type(obj) is dict and attribute in obj and attribute not in METHODS:
            return obj[attribute]
        return super().getattr(obj, attribute)

    @staticmethod
    def escaped(value: Any) -> str:
        """As Jinja's `escape`; most of what is shown is markup already, or needs no escaping."""
        kind = type(value)
        if kind is Markup or (kind is str and UNSAFE.search(value) is None):
            return value  # type: ignore[no-any-return]
        return str(value) if kind is int else escape(value)


#: What stands for something else in a page.
UNSAFE = re.compile("[&<>\"']")
#: What a dictionary can do goes before what it holds, as ever in Jinja.
METHODS = frozenset(dir(dict))


@cache
def templates() -> Environment:
    """The templates of the pages."""
    environment = Pages(
        loader=PackageLoader(HOME),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # installed files do not change: no look at them for every part of a page
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
