"""The parts of a table's page that change, drawn from plain data: here, or in a process of its own.

What a page shows is looked up where the table is (`pages.sheet`), which takes little time; drawing it takes
most of what a decision costs, so it is done by a `Painter`, which steps back for those who answer requests.
"""

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from ..bots import LEVELS
from ..engine.game import Game
from ..engine.registry import all_games
from ..engine.registry import game as find_game
from ..server.api import game_out
from ..server.guests import Guest
from ..server.tables import Said
from ..server.workers import Failed, LocalWorker
from ..text import words
from .assets import HOME, templates
from .boards import Board, board_template, rules_address, seal

#: How far painters step back: for answers, not for bots.
NICE = 2
#: Seconds a painter may take, its start included.
PATIENCE = 30.0
log = logging.getLogger(__name__)


class Line(NamedTuple):
    """A line of the log."""

    move: int
    text: str


class Choice(NamedTuple):
    """Something that may be chosen."""

    action: str
    words: str


@dataclass(frozen=True)
class Sheet:
    """All that a table's page shows to one guest: nothing but data, and nothing the guest may not know."""

    game: str
    #: `TableOut` as data.
    table: dict[str, Any]
    guest: Guest | None
    may_sit: bool
    said: list[Said]
    #: `ViewOut` as data, its log and choices as pairs; none before the game begins.
    look: dict[str, Any] | None = None
    #: The move before the viewer's last decision.
    own: int = 0


def draw(sheet: Sheet) -> dict[str, str]:
    """The regions of the page."""
    game, table = find_game(sheet.game), sheet.table
    common: dict[str, Any] = {"table": table, "game": game, "levels": LEVELS, "guest": sheet.guest}
    beside = {
        "chat": part("_chat.html.j2", said=sheet.said, guest=sheet.guest),
        "more": part("_more.html.j2", said=sheet.said, **common),
    }
    if sheet.look is None:
        return {**_waiting(sheet, game, common), **beside}
    seat: int | None = table["seat"]
    choices = [Choice(*pair) for pair in sheet.look["choices"]]
    lines = [Line(*pair) for pair in sheet.look["log"]]
    shown = {**sheet.look, "choices": choices, "log": lines}
    view = shown["view"]
    board = Board(game, view, [each["name"] for each in table["seats"]], choices)
    drawn = {"board": board.board(), "hand": board.hand()}
    players = [(number, board.player(number)) for number in board_order(view)]
    away = seat is not None and table["seats"][seat]["away"] and not view["over"]
    result = ""
    if view["over"]:
        word = words(game.package).name
        result = part("_result.html.j2", look=shown, word=word, verdict=shown["prompt"], **common)
    return {
        "prompt": part(
            "_prompt.html.j2",
            look=shown,
            news=[line for line in lines if line.move > sheet.own or not sheet.own],
            rules_part=rules_part(game, view),
            mine=seat is not None and seat in view["actors"] and not away,
            **common,
        ),
        "actions": part(
            "_actions.html.j2", look=shown, seat=seat, rest=board.rest(), away=away, **common
        ),
        "board": result + part("_board.html.j2", drawn=drawn["board"]),
        "hand": drawn["hand"],
        "explained": board.explained(),
        "players": part("_players.html.j2", look=shown, players=players, **common),
        "log": log_html(table["id"], lines, shown["rewinds"]),
        **beside,
    }


def _waiting(sheet: Sheet, game: Game, common: dict[str, Any]) -> dict[str, str]:
    """Before the game begins."""
    options = [
        (option.label, value_label(game, option.name, sheet.table["options"][option.name]))
        for option in game_out(game).options
    ]
    room = part("_room.html.j2", may_sit=sheet.may_sit, options=options, **common)
    return {
        "prompt": part("_waiting.html.j2", **common),
        "actions": part("_start.html.j2", **common),
        "board": room,
        "hand": "",
        "players": "",
        "explained": "",
        "log": log_html(sheet.table["id"], [], []),
    }


def part(name: str, **values: Any) -> str:
    """A part of a page."""
    return templates().get_template(name).render(seal=seal, **values)


def log_html(table: str, log: Sequence[Any], rewinds: Sequence[int]) -> str:
    """What happened, the last first."""
    drawn = []
    last = None
    for line in reversed(log):
        first, last = line.move != last, line.move
        drawn.append(_log_line(table, line.move, line.text, first, first and line.move in rewinds))
    return part("_log.html.j2", lines=Markup("".join(drawn)))


@lru_cache(maxsize=20_000)
def _log_line(table: str, move: int, text: str, first: bool, rewind: bool) -> str:
    """A line of the log, the same in every page of everybody who may read it."""
    values = {"table": table, "move": move, "text": text, "first": first, "rewind": rewind}
    return part("_log_line.html.j2", **values)


def board_order(view: dict[str, Any]) -> list[int]:
    """The viewer first, then on around the table."""
    first, players = view["viewer"] or 0, view["players"]
    return [(first + step) % players for step in range(players)]


def rules_part(game: Game, view: dict[str, Any]) -> tuple[str, str] | None:
    """The part of the rules that explains what is asked: its address and its heading."""
    heading = words(game.package).prompt_rules(view)
    return (rules_address(game, heading), heading) if heading else None


def value_label(game: Game, option: str, value: object) -> str:
    """A value of a game's option, in words."""
    told = words(game.package)
    text = str(value).lower() if isinstance(value, bool) else str(value)
    named = f"option-{option.replace('_', '-')}-{text}"
    if told.has(named):
        return told.say(named)
    if isinstance(value, bool):
        return words(HOME).say("yes" if value else "no")
    return told.name(text)


def compile_templates() -> None:
    """Now, not when the first page is asked for."""
    for name in templates().list_templates():
        templates().get_template(name)
    for game in all_games():
        board_template(game.package)


def paint(sheet: Sheet | None) -> dict[str, str]:
    """What a painter does: draw a page; with none, make ready for the first."""
    if sheet is None:
        compile_templates()
        return {}
    return draw(sheet)


class Painter:
    """Has pages drawn by processes of their own, as soon as one is ready; until then, here."""

    def __init__(self, number: int) -> None:
        self._all = [LocalWorker(NICE, paint) for _ in range(number)]
        self._free: list[LocalWorker] = []
        #: Set when the first can draw.
        self.ready = threading.Event()
        self._closed = False
        self._turn = threading.Condition()

    def open(self) -> None:
        """Start the processes; nobody waits for them."""
        for worker in self._all:
            worker.start()
            threading.Thread(target=self._make_ready, args=(worker,), daemon=True).start()

    def _make_ready(self, worker: LocalWorker) -> None:
        try:
            worker.ask(None, PATIENCE)
        except Failed:
            if self._closed:
                return
            log.exception("a painter did not start; it is tried again with the next page")
        with self._turn:
            self._free.append(worker)
            self._turn.notify()
        self.ready.set()

    def draw(self, sheet: Sheet) -> dict[str, str]:
        """The regions of a page; drawn here should a process fail."""
        if not self.ready.is_set():
            return draw(sheet)
        with self._turn:
            self._turn.wait_for(lambda: self._free)
            worker = self._free.pop()
        try:
            found: dict[str, str] = worker.ask(sheet, PATIENCE)
            return found
        except Failed:
            log.exception("a painter failed; the page is drawn where it is asked for")
            return draw(sheet)
        finally:
            with self._turn:
                self._free.append(worker)
                self._turn.notify()

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        for worker in self._all:
            worker.close()
