"""A game in the terminal: the board as text, the log, and a prompt that takes decisions."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from .bots.table import Table as Bots
from .engine.errors import IllegalAction, NotationError, UndoError
from .engine.game import Game
from .engine.match import Match
from .engine.record import Record
from .story import story, told
from .text import words


def board(game: Game, view: Mapping[str, Any], names: Sequence[str]) -> str:
    """The board as a viewer sees it, in rich's console markup."""
    language = words(game.package)
    return _template(game.package).render(
        v=view,
        name=lambda seat: escape(names[seat]),
        word=lambda message, **args: escape(language.say(message, **args)),
        title=lambda component: escape(language.name(component)),
    )


@cache
def _template(package: str) -> Template:
    source = files(package).joinpath("board.txt.j2").read_text("utf-8")
    # The text goes to a terminal, never into a page: markup there is rich's, escaped above.
    environment = Environment(
        trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined, autoescape=False
    )
    return environment.from_string(source)


def rules(game: Game) -> str:
    """The rules of a game, as Markdown."""
    return files(game.package).joinpath("rules.md").read_text("utf-8")


def seat_names(players: int) -> list[str]:
    """The seats are named after their colours."""
    return [words().say(f"seat-{seat}") for seat in range(players)]


class Session:
    """One person at a table of bots: shows, asks, and carries out what is answered."""

    def __init__(
        self, match: Match, seat: int, bot: str, console: Console, ask: Callable[[str], str]
    ) -> None:
        self.match = match
        self.seat = seat
        self.console = console
        self.names = seat_names(match.record.players)
        self._ask = ask
        self._words = words(match.record.game.package)
        others = {other: bot for other in range(match.record.players) if other != seat}
        self._bots = Bots(match.record.game, others, match.record.seed)
        self._log: list[str] = []
        self._saved = self._own_decisions()
        self._retell()

    def run(self) -> None:
        """Until the game is over or the person leaves."""
        self._show_log(self._log[-12:])
        while True:
            self._others()
            self._show()
            if self.match.state.over():
                self._show_result()
                return
            if not self._answer():
                return

    def _answer(self) -> bool:
        """Ask until something is decided; false to leave."""
        game = self.match.record.game
        legal = self.match.state.legal(self.seat)
        self._show_options(legal)
        while True:
            try:
                line = self._ask("> ").strip()
            except EOFError:
                self.console.print(escape(self._words.say("terminal-bye")))
                return False
            word, _, rest = line.partition(" ")
            match word.lower():
                case "":
                    continue
                case "help" | "?":
                    self.console.print(escape(self._words.say("terminal-help")))
                case "log":
                    self._show_log(self._log)
                case "board":
                    self._show()
                    self._show_options(legal)
                case "explain":
                    self._explain(rest)
                case "rules":
                    self.console.print(Markdown(rules(game)))
                case "save":
                    self._save(rest.strip())
                case "undo":
                    if self._undo():
                        return True
                case "quit" | "exit" | "q":
                    if self._leave():
                        return False
                case _:
                    try:
                        self._decide(self._action(line, legal))
                    except (NotationError, IllegalAction) as error:
                        self.console.print(f"[red]{escape(str(error))}[/]")
                        continue
                    return True

    def _action(self, line: str, legal: list[int]) -> int:
        """The action a line names, by its number in the list or by notation."""
        if line.isdigit():
            if not 1 <= int(line) <= len(legal):
                raise NotationError(self._words.say("terminal-number", most=len(legal)))
            return legal[int(line) - 1]
        return self.match.record.game.space.parse(line)

    def _decide(self, action: int) -> None:
        self.match.play(self.seat, action)
        self._tell()

    def _others(self) -> None:
        """Let the bots answer until the person is asked."""
        # They answer a secret question before the person does; nobody sees it before the end.
        while (player := self._bots.next(self.match.state)) is not None:
            self.match.play(player, self._bots.decide(self.match, player).action)
            self._tell()

    def _tell(self) -> None:
        """Note and show what just happened."""
        lines = told(self.match.state, self.seat, self.names)
        self._log += lines
        self._show_log(lines)

    def _retell(self) -> None:
        """The log anew, from the record."""
        chapters = story(self.match.record, self.seat, self.names)
        self._log = [line for chapter in chapters for line in chapter]

    def _undo(self) -> bool:
        try:
            self.match.undo(self.seat)
        except UndoError:
            self.console.print(escape(self._words.say("terminal-no-undo")))
            return False
        self._retell()
        self.console.print(escape(self._words.say("terminal-undone")))
        return True

    def _explain(self, wanted: str) -> None:
        """What a word on the board means, as the cards in the browser say it."""
        found = self._words.explanations(wanted) if wanted.strip() else []
        for one in found:
            self.console.print(f"[bold]{escape(one.name)}[/]: {escape(one.text)}", highlight=False)
            if one.rules:
                part = self._words.say("terminal-explain-rules", heading=one.rules)
                self.console.print(f"  [dim]{escape(part)}[/]", highlight=False)
        if not found:
            known = [other.name for other in self._words.explanations("")]
            text = self._words.say(
                "terminal-explain-none",
                wanted=wanted.strip(),
                subjects=", ".join(dict.fromkeys(known)),
            )
            self.console.print(escape(text), highlight=False)

    def _save(self, name: str) -> None:
        record = self.match.record
        path = Path(name or f"{record.game.id}-{record.seed}.tianxia")
        try:
            path.write_text(record.text(), "utf-8")
        except OSError as error:
            self.console.print(f"[red]{escape(str(error))}[/]")
            return
        self._saved = self._own_decisions()
        self.console.print(escape(self._words.say("terminal-saved", path=str(path))))

    def _own_decisions(self) -> list[int]:
        """What the person decided so far: bots would do the same again."""
        return [action for seat, action in self.match.record.decisions if seat == self.seat]

    def _leave(self) -> bool:
        """Offer to save what would be lost; false to stay."""
        if self._saved == self._own_decisions():
            return True
        try:
            question = escape(self._words.say("terminal-save-first"))
            answer = self._ask(f"{question} ").strip().lower()
        except EOFError:
            return True
        if answer in ("c", "cancel"):
            return False
        if answer not in ("n", "no"):
            self._save("")
        return True

    def _show(self) -> None:
        view = self.match.state.view(self.seat)
        self.console.print()
        self.console.print(board(self.match.record.game, view, self.names), highlight=False)
        self.console.print(f"\n[bold]{escape(self._words.prompt(view, self.names))}[/]")

    def _show_options(self, legal: list[int]) -> None:
        show_options(self.match.record.game, legal, self.console)

    def _show_log(self, lines: list[str]) -> None:
        for line in lines:
            self.console.print(f"[dim]·[/] {escape(line)}", highlight=False)

    def _show_result(self) -> None:
        show_result(self.match, self.names, self.console)


def show_options(game: Game, legal: Sequence[int], console: Console) -> None:
    """What may be chosen: number, notation and words."""
    language = words(game.package)
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="green")
    table.add_column(style="bold")
    table.add_column()
    for number, action in enumerate(legal, 1):
        text = escape(language.action(game, action))
        table.add_row(str(number), escape(game.space.text(action)), text)
    console.print(table)


def show_result(match: Match, names: Sequence[str], console: Console) -> None:
    """The final scoring: a line a source, a column a player."""
    language = words(match.record.game.package)
    view = match.state.view(None)
    table = Table(title=language.say("result-title"))
    table.add_column(language.say("result-source"))
    for name in names:
        table.add_column(escape(name), justify="right")
    for row in view["scoring"]:
        table.add_row(escape(language.name(row["source"])), *map(str, row["points"]))
    table.add_section()
    table.add_row(language.say("result-total"), *map(str, view["scores"]), style="bold")
    if len(names) > 1:
        table.add_row(language.say("result-place"), *map(str, view["places"]))
    console.print(table)
    if len(names) > 1:
        winners = language.join(names[winner] for winner in view["winners"])
        count = len(view["winners"])
        console.print(escape(language.say("result-winners", winners=winners, count=count)))


class Replay:
    """Steps through a record."""

    def __init__(self, record: Record, viewer: int | None, console: Console) -> None:
        self.record = record
        self.viewer = viewer
        self.console = console
        self.names = seat_names(record.players)
        self.chapters = story(record, viewer, self.names)
        self._words = words(record.game.package)

    def show(self, number: int) -> None:
        """The position after so many decisions."""
        state = self.record.replay(number)
        view = state.view(self.viewer)
        total = len(self.record.decisions)
        self.console.rule(self._words.say("replay-position", number=number, total=total))
        for line in self.chapters[number]:
            self.console.print(f"[dim]·[/] {escape(line)}", highlight=False)
        self.console.print(board(self.record.game, view, self.names), highlight=False)
        self.console.print(f"[bold]{escape(self._words.prompt(view, self.names))}[/]")

    def tell_all(self) -> None:
        """The whole story and the end of it, without asking anything."""
        for number, chapter in enumerate(self.chapters):
            for line in chapter:
                self.console.print(f"{number:4} {escape(line)}", highlight=False)
        self.show(len(self.record.decisions))
        self._result()

    def run(self, ask: Callable[[str], str], number: int = 0) -> None:
        """Show a position, ask for another, until the person leaves."""
        total = len(self.record.decisions)
        while True:
            self.show(number)
            if number == total:
                self._result()
            try:
                answer = ask(self._words.say("replay-ask") + " ").strip().lower()
            except EOFError:
                return
            if answer in ("q", "quit"):
                return
            if answer in ("b", "back"):
                number -= 1
            elif answer.isdigit():
                number = int(answer)
            else:
                number += 1
            number = min(max(number, 0), total)

    def _result(self) -> None:
        match = Match(self.record)
        if match.state.over():
            show_result(match, self.names, self.console)
