"""The command `tianxia learn`: lessons in the terminal."""

import argparse
from collections.abc import Callable

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from ..engine.errors import IllegalAction, NotationError, TianxiaError
from ..engine.registry import all_games, game
from ..terminal import board, show_options
from ..text import words
from .lesson import FREE, PREDICT, SHOW, Lesson, LessonError, lesson, lessons
from .progress import Progress
from .run import ON, Run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    say = words().say
    taught = [found.id for found in all_games() if lessons(found.id)]
    parser.add_argument("game", nargs="?", choices=taught, help=say("cli-game"))
    parser.add_argument("lesson", nargs="?", help=say("learn-lesson"))
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    """List the lessons, or teach: from the one that is named on, else those not done yet."""
    progress = Progress()
    if chosen.game is None:
        for found in all_games():
            if lessons(found.id):
                console.print(listed(found.id, progress))
        return 0
    taught = lessons(chosen.game)
    if chosen.lesson is not None:
        wanted = taught[taught.index(lesson(chosen.game, chosen.lesson)) :]
    else:
        console.print(listed(chosen.game, progress))
        left = [each for each in taught if not progress.lesson(each).done]
        wanted = tuple(sorted(left, key=lambda each: each.extra))  # the first game before extras
        if not wanted:
            console.print(escape(words().say("learn-all-done", game=chosen.game)), highlight=False)
    for each in wanted:
        if not Teacher(each, console, console.input, progress).teach():
            break
    return 0


def listed(game_id: str, progress: Progress) -> Table:
    """The lessons of a game, and how far the learner is."""
    found = game(game_id)
    say = words(found.package).say
    table = Table(title=found.title, box=None, padding=(0, 2, 0, 0), title_justify="left")
    table.add_column(words().say("learn-column-lesson"))
    table.add_column(words().say("learn-column-about"))
    table.add_column("")
    for each in lessons(game_id):
        way = progress.lesson(each)
        state = say("learn-done" if way.done else "learn-begun") if way.done or way.answers else ""
        table.add_row(each.id, say(f"lesson-{each.id}"), state or say("learn-extra") * each.extra)
    return table


class Teacher:
    """Shows a lesson step by step and takes the learner's answers."""

    def __init__(
        self, lesson: Lesson, console: Console, ask: Callable[[str], str], progress: Progress
    ) -> None:
        self.console = console
        self._ask = ask
        self._progress = progress
        self._words = words(game(lesson.game).package)
        self.run = self._resumed(lesson)

    def _resumed(self, lesson: Lesson) -> Run:
        """Where the learner left it; from the beginning if it was done, or is another one now."""
        way = self._progress.lesson(lesson)
        try:
            run = Run(lesson, way.answers)
            run.drop()  # half an answer is none
        except (IllegalAction, NotationError, LessonError):
            return Run(lesson)
        return Run(lesson) if run.done else run

    def teach(self) -> bool:
        """To the end of the lesson; false if the learner leaves before."""
        say = self._words.say
        run = self.run
        self.console.rule(escape(say(f"lesson-{run.lesson.id}")))
        if run.answers:
            self.console.print(escape(say("learn-goes-on")), highlight=False)
        while not run.done:
            self._show()
            if not self._answered():
                return False
            self._progress.note_lesson(run.lesson, run.answers, run.done)
        self.console.print(Panel(escape(run.said())))
        return True

    def _show(self) -> None:
        run, step = self.run, self.run.step
        assert step is not None
        state = run.match.state
        view = state.view(run.lesson.seat)
        self.console.print(board(state.game, view, self.run.names), highlight=False)
        number, total = run.progress()
        said = run.said()
        if step.start is not None:
            said = f"{self._words.say('lesson-elsewhere')} {said}"
        if step.point:
            said += "\n" + self._words.say("learn-look", pieces=self._words.join(run.pointed()))
        if comment := run.comment():
            said += "\n\n" + comment
        self.console.print(Panel(escape(said), title=f"{number}/{total}", title_align="left"))
        if step.kind == PREDICT:
            for guess in run.guesses():
                name = self.run.names[int(guess)] if step.seats else ""
                self.console.print(f"  {escape(f'{guess} {name}')}")
        elif step.kind != SHOW:
            if step.kind == FREE:
                self.console.print(f"[bold]{escape(self._words.prompt(view, self.run.names))}[/]")
            show_options(state.game, state.legal(run.lesson.seat), self.console)

    def _answered(self) -> bool:
        """Ask until something was accepted, or the learner steps back; false to leave."""
        run, step = self.run, self.run.step
        assert step is not None
        refused, given = "", len(run.answers)
        while True:
            try:
                asks = "learn-ask-free" if step.coach else "learn-ask"
                line = self._ask(self._words.say(asks) + " ").strip()
            except EOFError:
                return False
            match line.lower():
                case "quit" | "q" | "exit":
                    return False
                case "back" | "b":
                    run.back()
                    return True
                case "again":
                    run.again()
                    return True
            if step.kind == SHOW:
                run.answer(ON)
                return True
            if not line:
                continue
            try:
                notation = self._notation(line)
                reply = run.answer(notation, insist=notation == refused)
            except TianxiaError as error:
                self.console.print(f"[red]{escape(str(error))}[/]")
                continue
            if reply.words:
                self.console.print(Panel(escape(reply.words)))
            if step.wants and run.step is step:  # more of the same answer, or from its beginning
                if so_far := run.so_far():
                    told = self._words.say("learn-so-far", options=so_far)
                    self.console.print(escape(told), highlight=False)
                given = len(run.answers)
                continue
            if reply.accepted or len(run.answers) < given:  # the coach may take some back
                return True
            refused = notation

    def _notation(self, line: str) -> str:
        """An option by its number in the list, or as it was typed."""
        step, state = self.run.step, self.run.match.state
        if step is None or step.kind == PREDICT or not line.isdigit():
            return line
        legal = state.legal(self.run.lesson.seat)
        number = int(line)
        return state.game.space.text(legal[number - 1]) if 1 <= number <= len(legal) else line
