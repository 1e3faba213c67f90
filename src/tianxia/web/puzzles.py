"""Puzzles in the browser.

What was solved stays with the learner, as the lessons' progress does; the server keeps nothing.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from ..engine.errors import IllegalAction, NotationError
from ..engine.game import Game
from ..server.daily import today
from ..server.errors import Missing
from ..server.house import MaybeGuest, limit
from ..server.look import choices
from ..server.schemas import ChoiceOut, SeatOut
from ..teaching.puzzle import (
    AND,
    REVEAL,
    Puzzle,
    PuzzleError,
    Reply,
    address,
    daily,
    found_by,
    number,
    onward,
    puzzles,
)
from ..teaching.puzzle import puzzle as find_puzzle
from ..text import words
from .boards import Board
from .drawing import part
from .learning import Answered
from .pages import LESSON_KEYS, find, page, players_html, result_html

NEWS_SHOWN = 6
NOTHING_SAID = Reply(False, ())

router = APIRouter(include_in_schema=False)


@router.get("/puzzles/{id}")
def contents(request: Request, id: str, guest: MaybeGuest) -> Response:
    game = _asked(find(id))
    found = [(each, address(each), question(game.id, each.id)) for each in puzzles(game.id)]
    return page(
        request,
        guest,
        "puzzles.html.j2",
        game=game,
        puzzles=found,
        today=_number_of_today(game),
    )


@router.get("/puzzle/{id}")
def of_today(request: Request, id: str, guest: MaybeGuest) -> Response:
    game = _asked(find(id))
    found = daily(game.id, today())
    assert found is not None
    return _shown(request, guest, game, found)


@router.get("/puzzle/{id}/{name}")
def one(request: Request, id: str, name: str, guest: MaybeGuest) -> Response:
    game = find(id)
    return _shown(request, guest, game, _puzzle(game, name))


@router.post("/puzzle/{id}/{name}")
def answer(
    request: Request, id: str, name: str, given: Answered, guest: MaybeGuest
) -> dict[str, Any]:
    """Answer, or only look; what was answered rightly stands, others may be tried after it."""
    limit(request, "decide", guest)
    asked = _puzzle(find(id), name)
    answers = [text for text in given.answers[:1] if text == REVEAL or text in asked.best]
    reply = NOTHING_SAID
    if given.answer:
        text = AND.join(given.answer)
        try:
            reply = asked.answer(text)
        except (IllegalAction, NotationError) as error:
            reply = Reply(False, (str(error),))
        if reply.accepted and not answers:
            answers = [text]
    if not given.answer and answers:
        reply = asked.answer(answers[0])
    return {
        "answers": answers,
        "done": bool(answers) and answers[0] != REVEAL,
        "regions": regions(asked, answers, reply),
    }


def _asked(game: Game) -> Game:
    """A game that has puzzles."""
    if not puzzles(game.id):
        raise Missing("no-puzzle")
    return game


def _puzzle(game: Game, name: str) -> Puzzle:
    try:
        return find_puzzle(game.id, name)
    except PuzzleError as error:
        raise Missing("no-puzzle") from error


def _number_of_today(game: Game) -> int:
    found = daily(game.id, today())
    return number(found) if found else 0


def _shown(request: Request, guest: Any, game: Game, asked: Puzzle) -> Response:
    here = number(asked)
    say = words().say
    title = say("puzzle-title", number=here)
    return page(
        request,
        guest,
        "puzzle.html.j2",
        game=game,
        puzzle=asked,
        path=address(asked),
        title=title,
        today=_number_of_today(game) == here,
        regions=regions(asked, [], NOTHING_SAID),
        keys=LESSON_KEYS,
    )


@cache
def question(game_id: str, puzzle_id: str) -> str:
    """What is asked in a puzzle, in words."""
    return find_puzzle(game_id, puzzle_id).question()


def regions(asked: Puzzle, answers: Sequence[str], reply: Reply) -> dict[str, str]:
    """The parts of a puzzle's page that change."""
    state = asked.position()
    game, names = state.game, asked.names
    view = state.view(asked.seat)
    legal = choices(state, asked.seat)
    if asked.joint:  # nothing on the board asks to be clicked: whole answers are listed beside it
        legal = [ChoiceOut(action=text, words=told) for text, told in asked.choices()]
        view = {**view, "actors": []}
    board = Board(game, view, names, [] if asked.joint else legal)
    drawn, hand = board.board(), board.hand()
    seats = [
        SeatOut(number=n, kind="bot", name=name, level="", away=False, resigned=False, here=False)
        for n, name in enumerate(names)
    ]
    players = players_html(board, view, seats)  # before asking what nothing drawn offers
    here = number(asked)
    common: dict[str, Any] = {"puzzle": asked, "game": game, "answers": answers}
    return {
        "prompt": part(
            "_puzzle.html.j2",
            reply=reply,
            question=asked.question(),
            news=asked.news()[-NEWS_SHOWN:],
            number=here,
            count=len(puzzles(game.id)),
            you=names[asked.seat],
            found=found_by(asked),
            **common,
        ),
        "actions": part(
            "_puzzle_actions.html.j2",
            rest=legal if asked.joint else board.rest(),
            choices=legal,
            onward=onward(game.id, here),
            **common,
        ),
        "board": result_html(game, view, seats) + part("_board.html.j2", drawn=drawn),
        "hand": hand,
        "players": players,
        "explained": board.explained(),
    }
