"""A game in the terminal: the board as text, the log, and a prompt that takes decisions."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template
from rich.markup import escape

from .engine.game import Game
from .text import words


def board(game: Game, view: Mapping[str, Any], names: Sequence[str]) -> str:
    """The board as a viewer sees it, in rich's console markup."""
    told = words(game.package)
    return _template(game.package).render(
        v=view,
        name=lambda seat: escape(names[seat]),
        word=lambda id, **args: escape(told.say(id, **args)),
        title=lambda id: escape(told.name(id)),
    )


@cache
def _template(package: str) -> Template:
    source = files(package).joinpath("board.txt.j2").read_text("utf-8")
    # The text goes to a terminal, never into a page: markup there is rich's, escaped above.
    environment = Environment(
        trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, autoescape=False
    )
    return environment.from_string(source)
