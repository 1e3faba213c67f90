"""The command `tianxia puzzle`: puzzles in the terminal."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from ..engine.errors import TianxiaError
from ..engine.registry import all_games, game, game_ids
from ..terminal import board, show_options
from ..text import words
from .puzzle import REVEAL, Puzzle, PuzzleError, daily, found_by, number, puzzle, puzzles

NEWS = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    say = words().say
    parser.add_argument("game", nargs="?", choices=game_ids(), help=say("cli-game"))
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--daily", action="store_true", help=say("puzzle-daily"))
    which.add_argument("--number", metavar="N", help=say("puzzle-number"))
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    """List the puzzles, or ask one and those after it; of the day only that one."""
    today = datetime.now(UTC).date()
    asked: list[Puzzle | None] = []
    if chosen.game is None and chosen.daily:
        asked = [daily(each.id, today) for each in all_games()]
    elif chosen.game is None:
        console.print(listed())
    elif not puzzles(chosen.game):
        raise PuzzleError(words().say("puzzle-no-game", game=game(chosen.game).title))
    elif chosen.daily:
        asked = [daily(chosen.game, today)]
    else:
        first = puzzle(chosen.game, chosen.number or "1")
        asked = list(puzzles(chosen.game)[number(first) - 1 :])
    for each in asked:
        if each is not None and not Solving(each, console, console.input).ask():
            return 0
    if asked and not chosen.daily:
        console.print(escape(words().say("puzzle-last")))
    return 0


def listed() -> Table:
    """How many puzzles each game has, and which is today's."""
    say = words().say
    today = datetime.now(UTC).date()
    table = Table(box=None, padding=(0, 2, 0, 0))
    for id in ("column-id", "column-game", "puzzle-column-count", "puzzle-column-today"):
        table.add_column(say(id))
    for found in all_games():
        of_today = daily(found.id, today)
        told = f"{number(of_today)} ({say(f'puzzle-level-{of_today.level}')})" if of_today else ""
        table.add_row(found.id, found.title, str(len(puzzles(found.id))), told)
    return table


class Solving:
    """Shows a puzzle and takes answers until the right one is found or shown."""

    def __init__(self, asked: Puzzle, console: Console, ask: Callable[[str], str]) -> None:
        self.puzzle = asked
        self.console = console
        self._ask = ask
        self._state = asked.position()
        self._words = words(self._state.game.package)

    def ask(self) -> bool:
        """Until it is solved, shown or passed over; false if the person leaves."""
        self._show()
        while True:
            try:
                line = self._ask(self._words.say("puzzle-ask") + " ").strip()
            except EOFError:
                return False
            match line.lower():
                case "":
                    continue
                case "quit" | "q" | "exit":
                    return False
                case "next" | "n":
                    return True
                case "board":
                    self._show()
                    continue
            try:
                reply = self.puzzle.answer(self._notation(line))
            except TianxiaError as error:
                self.console.print(f"[red]{escape(str(error))}[/]")
                continue
            self.console.print(Panel(escape("\n".join(reply.lines))))
            if reply.accepted:
                self.console.print(escape(found_by(self.puzzle)), highlight=False)
                return True

    def _show(self) -> None:
        asked, game, say = self.puzzle, self._state.game, self._words.say
        view = self._state.view(asked.seat)
        of = say("puzzle-of", number=number(asked), count=len(puzzles(game.id)))
        level = say(f"puzzle-level-{asked.level}")
        self.console.rule(escape(f"{game.title} · {of} · {level}"))
        for line in asked.news()[-NEWS:]:
            self.console.print(f"[dim]·[/] {escape(line)}", highlight=False)
        self.console.print(board(game, view, asked.names), highlight=False)
        you = "puzzle-you" if asked.players > 1 else "puzzle-you-alone"
        self.console.print(escape(say(you, player=asked.names[asked.seat])), highlight=False)
        self.console.print(f"[bold]{escape(self._words.prompt(view, asked.names))}[/]")
        show_options(game, self._state.legal(asked.seat), self.console)

    def _notation(self, line: str) -> str:
        """An option by its number in the list, or as it was typed."""
        legal = self._state.legal(self.puzzle.seat)
        if line.isascii() and line.isdigit() and 1 <= int(line[:9]) <= len(legal):
            return self._state.game.space.text(legal[int(line) - 1])
        return REVEAL if line.lower() in (REVEAL, "r") else line
