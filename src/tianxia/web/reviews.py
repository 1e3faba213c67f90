"""What decided a game: the pages of its analysis, and its decisions on the board."""

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from ..analysis import Judged, Step, Summary
from ..analysis.game import position
from ..bots import LEVELS
from ..engine.record import Record
from ..server.api import TableId
from ..server.guests import Guest
from ..server.house import House, MaybeGuest, ThisHouse
from ..server.look import choices, table_out
from ..server.review_api import JudgedOut, found_review, judged_out, words_of
from ..server.reviewing import by_how_much, figure, percent, reason_told
from ..server.reviews import Review, find
from ..server.tables import Table
from ..text import words
from .assets import HOME
from .boards import Board
from .curves import NARROW, WIDE, Curve, Moment, curve, written
from .drawing import part
from .pages import page, players_html
from .staging import rounds

#: Rows of the table of numbers, at most.
MOST_ROWS = 40
#: Decisions shown of each player, and options ranked on a board.
COSTLIEST = 5
RANKED = 3

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Turning:
    """A moment that changed much, as it is told."""

    number: int
    seat: int
    told: str
    before: str
    after: str
    mostly: str
    address: str


@router.get("/table/{id}/review")
def review(request: Request, id: TableId, guest: MaybeGuest, house: ThisHouse) -> Response:
    found = house.reviews.review(id, guest)
    with house.tables.seen(id, guest) as table:
        return page(
            request,
            guest,
            "review.html.j2",
            game=table.game,
            table=table_out(house.hub, table, guest),
            moves=len(table.begun().match.record.decisions),
            review=found,
            regions=review_regions(table, guest, found) if found else {},
        )


@router.get("/table/{id}/review/parts")
def review_parts(id: TableId, guest: MaybeGuest, house: ThisHouse) -> dict[str, Any]:
    """What a page shows of an analysis that goes on."""
    found = found_review(house, id, guest)
    with house.tables.seen(id, guest) as table:
        return {"regions": review_regions(table, guest, found), "finished": found.finished}


@router.get("/table/{id}/review/{move}/{seat}")
def decision(
    request: Request,
    id: TableId,
    move: Annotated[int, Path(ge=0, lt=2**31)],
    seat: Annotated[int, Path(ge=0, le=20)],
    guest: MaybeGuest,
    house: ThisHouse,
) -> Response:
    found = found_review(house, id, guest)
    judged = find(found, move, seat)
    with house.tables.seen(id, guest) as table:
        return page(
            request,
            guest,
            "decision.html.j2",
            **decision_values(house, table, guest, found, judged),
        )


def review_regions(table: Table, guest: Guest | None, found: Review) -> dict[str, str]:
    """The parts of an analysis that change while it is made."""
    record = table.begun().match.record
    alone = record.players == 1
    turnings = _turnings(table, guest, found)
    common = {
        "table": table,
        "seats": table.seats,
        "alone": alone,
        "me": table.seat_of(guest),
        "percent": percent,
        "figure": figure,
        "name_of": lambda seat: table.seats[seat].name,
    }
    return {
        "progress": part("_review_progress.html.j2", review=found, **common),
        "curves": part(
            "_review_curves.html.j2",
            curves=_curves(table, found, turnings),
            rows=_rows(table, record, found),
            turnings=turnings,
            **common,
        )
        if found.analysis.steps
        else "",
        "players": part(
            "_review_players.html.j2",
            summaries=[_summary(found, seat) for seat in range(record.players)],
            over=found.analysis.over,
            hinted=[
                sum(1 for helped, _ in record.hinted if helped == seat)
                for seat in range(record.players)
            ],
            **common,
        ),
        "costliest": part(
            "_review_costliest.html.j2", players=_costliest(table, guest, found), **common
        ),
    }


def decision_values(
    house: House, table: Table, guest: Guest | None, found: Review, judged: Judged
) -> dict[str, Any]:
    """One decision: the board as the player saw it, the options ranked on it."""
    record = table.begun().match.record
    turn = judged.turn
    state = position(record, turn)
    offered = choices(state, turn.player)
    view = state.view(turn.player)
    board = Board(table.game, view, table.names, offered)
    told = judged_out(table.game, found, judged)
    drawn, hand = board.board(), board.hand()
    own = [each for each in found.analysis.judged if each.turn.player == turn.player]
    costly = [each for each in own if each.wrong]
    at = state.decisions
    return {
        "game": table.game,
        "table": table_out(house.hub, table, guest),
        "judged": told,
        "by": by_how_much(judged.loss, judged.points_loss, record.players == 1),
        "reason": reason_told(words(table.game.package), found.reasons[turn.number, turn.player]),
        "prompt": words(table.game.package).prompt(view, table.names),
        "who": table.names[turn.player],
        "alone": record.players == 1,
        "options": _ranked(told),
        "marks": json.dumps(_marks(told)),
        "at": at,
        "drawn": drawn,
        "hand": hand,
        "rest": board.rest(),
        "players": players_html(board, view, table.seats),
        "explained": board.explained(),
        "before": next((each for each in reversed(costly) if each.turn.number < at), None),
        "after": next((each for each in costly if each.turn.number > turn.number), None),
        "levels": LEVELS,
        "percent": percent,
        "figure": figure,
        "written": written,
    }


def _ranked(told: JudgedOut) -> list[tuple[int, bool, Any]]:
    """The best options with their ranks, and what was played wherever it comes."""
    return [
        (rank, option.actions == told.actions, option)
        for rank, option in enumerate(told.options, 1)
        if rank <= RANKED or option.actions == told.actions
    ]


def _marks(told: JudgedOut) -> list[dict[str, Any]]:
    """What is marked on the board, for the script."""
    return [
        {"actions": option.actions, "rank": rank, "played": played}
        for rank, played, option in _ranked(told)
    ]


def _summary(found: Review, seat: int) -> Summary:
    return found.analysis.summary(seat)


def _costliest(
    table: Table, guest: Guest | None, found: Review
) -> list[tuple[int, list[JudgedOut]]]:
    """The costliest decisions of every player, one's own first."""
    me = table.seat_of(guest)
    seats = sorted(range(len(table.seats)), key=lambda seat: seat != me)
    return [
        (
            seat,
            [
                judged_out(table.game, found, judged)
                for judged in found.analysis.costliest(seat, COSTLIEST)
            ],
        )
        for seat in seats
    ]


def _turnings(table: Table, guest: Guest | None, found: Review) -> list[Turning]:
    say = words(HOME).say
    alone = found.analysis.players == 1
    me = table.seat_of(guest)
    record = table.begun().match.record
    shown = []
    for number, step in enumerate(found.analysis.turning_points(), 1):
        changes = [after - before for after, before in zip(step.after, step.before, strict=True)]
        seat = max(range(len(changes)), key=lambda each: abs(changes[each]))
        lucky = abs(step.luck[seat]) > abs(changes[seat]) / 2
        shown.append(
            Turning(
                number,
                seat,
                _told(table, record, step),
                written(step.before[seat], not alone),
                written(step.after[seat], not alone),
                say("turning-luck" if lucky else "turning-decision"),
                _address(table, found, step, me, seat),
            )
        )
    return shown


def _told(table: Table, record: Record, step: Step) -> str:
    """What was decided at a moment, in words."""
    if len(step.players) != 1:
        return words(HOME).say("turning-revealed")
    player, action = record.decisions[step.number]
    done = words_of(table.game, [action])
    return words(HOME).say("turning-did", names=table.names[player], done=done)


def _address(table: Table, found: Review, step: Step, me: int | None, seat: int) -> str:
    """The decision of a moment: one's own if one took part, else that of whom it changed most."""
    after = [each.number for each in found.analysis.steps if each.number > step.number]
    end = after[0] if after else 2**31
    judged = {
        each.turn.player: each.turn
        for each in found.analysis.judged
        if step.number <= each.turn.number < end
    }
    for player in (me, seat, *step.players):
        if player in judged:
            turn = judged[player]
            return f"/table/{table.id}/review/{turn.number}/{turn.player}"
    return f"/table/{table.id}/replay?move={step.number}"


def _curves(table: Table, found: Review, turnings: list[Turning]) -> list[dict[str, Any]]:
    """The chance to win (alone: the points expected), and the points; for a desk and for a phone."""
    steps = found.analysis.steps
    record = table.begun().match.record
    alone = record.players == 1
    moves = _moves(record, found)
    values = [step.after for step in steps]
    points = turning_steps(found)
    moments = [
        Moment(turning.number, turning.seat, moves[index], turning.address)
        for turning, index in zip(turnings, points, strict=True)
    ]
    begun = rounds(table)
    scores = _scores(record, moves)
    return [
        {
            "id": "points-expected" if alone else "chances",
            "sheets": _sheets(moves, values, not alone, begun, moments),
        },
        {"id": "scores", "sheets": _sheets(moves, scores, False, begun, [])},
    ]


def turning_steps(found: Review) -> list[int]:
    """Which of the steps the turning points are."""
    chosen = {step.number for step in found.analysis.turning_points()}
    return [index for index, step in enumerate(found.analysis.steps) if step.number in chosen]


def _sheets(
    moves: list[int],
    values: list[tuple[float, ...]],
    percent: bool,
    begun: list[int],
    moments: list[Moment],
) -> list[tuple[str, Curve]]:
    return [
        ("for-desk", curve(WIDE, moves, values, percent, begun, moments)),
        ("for-phone", curve(NARROW, moves, values, percent, begun, moments)),
    ]


def _moves(record: Record, found: Review) -> list[int]:
    """How many decisions the game had after each step."""
    numbers = [step.number for step in found.analysis.steps]
    return [*numbers[1:], len(record.decisions)]


def _scores(record: Record, moves: list[int]) -> list[tuple[float, ...]]:
    """The points on the table after so many decisions."""
    state = record.start()
    shown = []
    for move in moves:
        for player, action in record.decisions[state.decisions : move]:
            state.play(player, action)
        shown.append(tuple(float(score) for score in state.scores()))
    return shown


def _rows(table: Table, record: Record, found: Review) -> list[tuple[int, list[str], list[str]]]:
    """The same in numbers: the move, and for every seat the chance and the points."""
    moves = _moves(record, found)
    scores = _scores(record, moves)
    percent = record.players > 1
    every = -(-len(moves) // MOST_ROWS)
    kept = [n for n in range(len(moves)) if n % every == 0 or n == len(moves) - 1]
    steps = found.analysis.steps
    return [
        (
            moves[n],
            [written(value, percent) for value in steps[n].after],
            [written(value, False) for value in scores[n]],
        )
        for n in kept
    ]
