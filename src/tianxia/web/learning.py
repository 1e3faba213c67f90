"""Lessons in the browser.

What was answered stays with the learner: every request brings it along, and the server keeps
lessons under way only to answer sooner.
"""

from collections import OrderedDict
from threading import Lock
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from ..engine.errors import IllegalAction, NotationError
from ..engine.game import Game
from ..server.errors import Missing, Refused
from ..server.house import MaybeGuest, limit
from ..server.look import choices
from ..server.schemas import ChoiceOut, SeatOut
from ..teaching import Lesson, LessonError, Reply, Run, lessons
from ..teaching import lesson as find_lesson
from ..teaching.lesson import DO, FREE, PREDICT
from ..teaching.puzzle import onward, puzzles
from ..text import words
from .boards import Board
from .drawing import part
from .pages import LESSON_KEYS, find, page, players_html, result_html

#: A game and its steps, with room to spare.
MOST_ANSWERS = 2000
#: A whole answer to a puzzle, piece by piece.
MOST_LETTERS = 400
#: Lessons under way that are kept.
MOST_RUNS = 200
NOTHING_SAID = Reply(True, "")

router = APIRouter(include_in_schema=False)


class Answered(BaseModel):
    """The way of a learner through a lesson, and what is answered now, if anything is."""

    answers: list[Annotated[str, Field(max_length=MOST_LETTERS)]] = Field(max_length=MOST_ANSWERS)
    answer: list[Annotated[str, Field(max_length=MOST_LETTERS)]] = Field(default=[], max_length=40)
    #: The same answer as before, whatever the coach says.
    insist: bool = False


class Runs:
    """Lessons under way, by what was answered; each is taken out while it is worked on."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, ...], Run] = OrderedDict()
        self._lock = Lock()

    def take(self, lesson: Lesson, answers: list[str]) -> Run | None:
        """A lesson that stands there, if it was kept."""
        with self._lock:
            return self._kept.pop((lesson.game, lesson.id, *answers), None)

    def keep(self, run: Run) -> None:
        """For the next answer."""
        key = (run.lesson.game, run.lesson.id, *run.answers)
        with self._lock:
            self._kept[key] = run
            if len(self._kept) > MOST_RUNS:
                self._kept.popitem(last=False)


RUNS = Runs()


@router.get("/learn/{id}")
def contents(request: Request, id: str, guest: MaybeGuest) -> Response:
    game = find(id)
    if not lessons(game.id):
        raise Missing("no-lesson")
    language = words(game.package)
    return page(
        request,
        guest,
        "lessons.html.j2",
        game=game,
        tagline=language.say("tagline"),
        lessons=[(each, language.say(f"lesson-{each.id}")) for each in lessons(game.id)],
        practised=bool(puzzles(game.id)),
    )


@router.get("/learn/{id}/{lesson}")
def teach(request: Request, id: str, lesson: str, guest: MaybeGuest) -> Response:
    game = find(id)
    taught = _lesson(game, lesson)
    return page(
        request,
        guest,
        "lesson.html.j2",
        game=game,
        lesson=taught,
        title=words(game.package).say(f"lesson-{taught.id}"),
        regions=regions(Run(taught), NOTHING_SAID),
        keys=LESSON_KEYS,
    )


@router.post("/learn/{id}/{lesson}")
def answer(
    request: Request, id: str, lesson: str, given: Answered, guest: MaybeGuest
) -> dict[str, Any]:
    """Answer a step, or only look where one stands."""
    limit(request, "decide", guest)
    run = _resumed(request, _lesson(find(id), lesson), given.answers)
    reply = NOTHING_SAID
    if not given.answer:  # a step back leads to the beginning of an answer
        run.drop()
    try:
        for text in given.answer:
            if run.done:
                break
            reply = run.answer(text, given.insist)
            if not reply.accepted:
                break
    except (IllegalAction, NotationError, LessonError) as error:
        reply = Reply(False, str(error))
    shown = regions(run, reply)
    answered = {"answers": list(run.answers), "done": run.done, "regions": shown}
    RUNS.keep(run)
    return answered


def _resumed(request: Request, lesson: Lesson, answers: list[str]) -> Run:
    run = RUNS.take(lesson, answers)
    if run is not None:
        return run
    if answers:
        limit(request, "table")  # a whole game may have to be played again
    try:
        return Run(lesson, answers)
    except (IllegalAction, NotationError, LessonError) as error:
        raise Refused(409, "lesson-changed") from error


def _lesson(game: Game, id: str) -> Lesson:
    try:
        return find_lesson(game.id, id)
    except LessonError as error:
        raise Missing("no-lesson") from error


def regions(run: Run, reply: Reply) -> dict[str, str]:
    """The parts of a lesson's page that change."""
    lesson, step, state = run.lesson, run.step, run.match.state
    game = state.game
    language = words(game.package)
    names = run.names
    decides = step is not None and step.kind in (DO, FREE)
    view = state.view(lesson.seat)
    legal = choices(state, lesson.seat) if decides else []
    if not decides:  # nothing on the board asks to be clicked
        view = {**view, "actors": []}
    board = Board(game, view, names, legal)
    drawn, hand = board.board(), board.hand()
    seats = [
        SeatOut(number=n, kind="bot", name=name, level="", away=False, resigned=False, here=False)
        for n, name in enumerate(names)
    ]
    players = players_html(board, view, seats)  # before asking what nothing drawn offers
    common: dict[str, Any] = {"run": run, "step": step, "game": game, "next": _next(lesson)}
    common["extras"] = _extras(lesson)
    return {
        "prompt": part(
            "_lesson.html.j2",
            reply=reply,
            question=language.prompt(view, names) if step and step.kind == FREE else "",
            news=[language.event(event, names) for event in run.events],
            decides=decides or (step is not None and step.kind == PREDICT),
            **common,
        ),
        "actions": part(
            "_lesson_actions.html.j2",
            rest=board.rest(),
            choices=legal,
            guesses=_guesses(run),
            puzzles=onward(game.id),
            **common,
        ),
        "board": result_html(game, view, seats) + part("_board.html.j2", drawn=drawn),
        "hand": hand,
        "players": players,
        "explained": board.explained(),
    }


def _guesses(run: Run) -> list[ChoiceOut]:
    step = run.step
    if step is None or step.kind != PREDICT:
        return []
    return [
        ChoiceOut(
            action=guess, words=run.names[int(guess)] if step.seats else guess.replace("-", "−")
        )
        for guess in run.guesses()
    ]


def _next(lesson: Lesson) -> Lesson | None:
    """The lesson after this one, if there is one; what is extra is passed by, unless one is at it."""
    taught = lessons(lesson.game)
    later = taught[taught.index(lesson) + 1 :]
    return next((each for each in later if lesson.extra or not each.extra), None)


def _extras(lesson: Lesson) -> bool:
    """Is something extra passed by on the way to the next lesson, or left after the last?"""
    taught, upcoming = lessons(lesson.game), _next(lesson)
    passed = taught
    if upcoming is not None:
        passed = taught[taught.index(lesson) + 1 : taught.index(upcoming)]
    return any(each.extra for each in passed)
