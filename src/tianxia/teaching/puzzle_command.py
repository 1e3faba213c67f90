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
from .progress import Progress
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
    """List the puzzles, or ask: one of the day, from a number on, else those not solved yet."""
    today = datetime.now(UTC).date()
    progress = Progress()
    asked: list[Puzzle | None] = []
    if chosen.game is None and chosen.daily:
        asked = [daily(each.id, today) for each in all_games()]
    elif chosen.game is None:
        console.print(listed(progress))
    elif not puzzles(chosen.game):
        raise PuzzleError(words().say("puzzle-no-game", game=game(chosen.game).title))
    elif chosen.daily:
        asked = [daily(chosen.game, today)]
    elif chosen.number:
        asked = list(puzzles(chosen.game)[number(puzzle(chosen.game, chosen.number)) - 1 :])
    else:
        asked = list(unsolved(chosen.game, progress))
    for each in asked:
        if each is not None and not Solving(each, console, console.input, progress).ask():
            break
    if chosen.game is not None and not chosen.daily:
        console.print(escape(how_many(chosen.game, progress)), highlight=False)
    return 0


def unsolved(game_id: str, progress: Progress) -> list[Puzzle]:
    """What is left, the easiest first."""
    return [each for each in puzzles(game_id) if not progress.solved(each)]


def how_many(game_id: str, progress: Progress) -> str:
    """How many of a game's puzzles are solved, and how many are left, in words."""
    left, count = len(unsolved(game_id, progress)), len(puzzles(game_id))
    id = "puzzle-left" if left else "puzzle-all-solved"
    return words().say(id, left=left, count=count)


def listed(progress: Progress) -> Table:
    """How many puzzles each game has, how many of them are left, and which is today's."""
    say = words().say
    today = datetime.now(UTC).date()
    table = Table(box=None, padding=(0, 2, 0, 0))
    columns = ("column-id", "column-game", "puzzle-column-count", "puzzle-column-left")
    for id in (*columns, "puzzle-column-today"):
        table.add_column(say(id))
    for found in all_games():
        of_today = daily(found.id, today)
        told = f"{number(of_today)} ({say(f'puzzle-level-{of_today.level}')})" if of_today else ""
        left = len(unsolved(found.id, progress))
        table.add_row(found.id, found.title, str(len(puzzles(found.id))), str(left), told)
    return table


class Solving:
    """Shows a puzzle and takes answers until the right one is found or shown."""

    def __init__(
        self, asked: Puzzle, console: Console, ask: Callable[[str], str], progress: Progress
    ) -> None:
        self.puzzle = asked
        self._progress = progress
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
            notation = self._notation(line)
            try:
                reply = self.puzzle.answer(notation)
            except TianxiaError as error:
                self.console.print(f"[red]{escape(str(error))}[/]")
                continue
            self.console.print(Panel(escape("\n".join(reply.lines))))
            if reply.accepted:
                self.console.print(escape(found_by(self.puzzle)), highlight=False)
                if notation != REVEAL:
                    self._progress.note_solved(self.puzzle, notation)
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
        self.console.print(f"[bold]{escape(asked.question())}[/]")
        if asked.joint:
            for place, (_, told) in enumerate(asked.choices(), 1):
                self.console.print(f"{place:4}  {escape(told)}", highlight=False)
        else:
            show_options(game, self._state.legal(asked.seat), self.console)

    def _notation(self, line: str) -> str:
        """An option by its number in the list, or as it was typed."""
        options = self.puzzle.choices()
        if line.isascii() and line.isdigit() and 1 <= int(line[:9]) <= len(options):
            return options[int(line) - 1][0]
        return REVEAL if line.lower() in (REVEAL, "r") else line
