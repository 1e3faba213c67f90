"""Finds games: one folder each in `tianxia.games`, and other packages' through entry points.

Looked for once: what is installed while the program runs is found by the next.
"""

import pkgutil
import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from .errors import UnknownGame
from .game import Game

GROUP = "tianxia.games"
HOME = "tianxia.games"


def game_ids() -> list[str]:
    """The ids of all games installed, ours first."""
    return [*_own(), *sorted(_plugins())]


def game(id: str) -> Game:
    """The game of that id."""
    own = _own()
    if id in own:
        found = import_module(f"{HOME}.{own[id]}").GAME
    else:
        plugins = _plugins()
        if id not in plugins:
            raise UnknownGame(f"no game {id!r}; there are: {', '.join(game_ids())}")
        try:
            found = plugins[id].load()
        except Exception as error:
            raise UnknownGame(f"{id!r} is registered, but cannot be loaded: {error!r}") from error
    if not isinstance(found, Game) or found.id != id:
        raise UnknownGame(f"{id!r} is registered, but names no Game of that id: {found!r}")
    return found


def all_games() -> list[Game]:
    """All games installed, ours first; one of another package that does not work is warned of."""
    found = [game(id) for id in _own()]
    for id in sorted(_plugins()):
        try:
            found.append(game(id))
        except UnknownGame as error:
            warnings.warn(str(error), stacklevel=2)
    return found


@cache
def _own() -> dict[str, str]:
    """Our games' folders by id: `middle-kingdom` lives in `middle_kingdom`."""
    home = import_module(HOME)
    folders = sorted(module.name for module in pkgutil.iter_modules(home.__path__) if module.ispkg)
    return {folder.replace("_", "-"): folder for folder in folders}


@cache
def _plugins() -> dict[str, EntryPoint]:
    """Other packages' games by id; one cannot take the place of ours."""
    own = _own()
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in own}
