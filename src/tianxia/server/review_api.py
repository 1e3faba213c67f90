"""The API of analyses, hints and the coach."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool

from ..analysis import Judged, Summary
from ..analysis.reasons import spoken
from ..engine.game import Game
from ..text import words
from .advice import COACH, HINTS, WHY
from .api import PROBLEMS, TableId
from .errors import Missing, Refused
from .guests import Guest
from .house import AGuest, House, MaybeGuest, ThisHouse, limit
from .look import table_out
from .reviewing import Reasons, why
from .reviews import Review
from .schemas import Body, Level, NewTable, Plain, TableOut

#: Seconds between two looks whether an answer is there, and until one is told to ask again.
LOOK_AGAIN = 0.05
PATIENCE = 60.0

router = APIRouter(prefix="/api", responses=PROBLEMS)


class WeighedOut(BaseModel):
    """Something that could be done, and what it promises: the best comes first."""

    #: In notation; several where one decision has several steps.
    actions: list[str]
    words: str
    #: The chance to win, and the final points expected.
    win: float
    points: float
    #: How much less it promises than the best, in win chance (alone: in points), and the error of that.
    behind: float
    error: float
    why: str


class JudgedOut(BaseModel):
    """A decision of a finished game."""

    #: How many decisions the game had before.
    move: int
    seat: int
    actions: list[str]
    words: str
    name: Literal["good", "inaccuracy", "mistake", "blunder"]
    #: In win chance (alone: in points); within its error there is none.
    loss: float
    error: float
    points_loss: float
    options: list[WeighedOut]
    why: str


class MomentOut(BaseModel):
    """What changed in one moment, by seat: the chance to win (alone: the points expected)."""

    #: How many decisions the game had before; -1: the setup.
    move: int
    seats: list[int]
    before: list[float]
    after: list[float]
    luck: list[float]


class SummaryOut(BaseModel):
    """How one seat played; what depends on the result is known when the luck of the game is."""

    seat: int
    decisions: int
    loss: float
    #: Points of lead (alone: points) lost in an average decision.
    rate: float
    #: The share of that in what choices at random would have lost in the same positions.
    error: float
    strength: str
    inaccuracies: int
    mistakes: int
    blunders: int
    luck: float | None
    result: float | None
    #: The result without luck.
    adjusted: float | None


class ReviewOut(BaseModel):
    """An analysis as far as it is."""

    done: int
    total: int
    #: Whose points it goes by: the game's `own` judge, or what was `learned` of the game.
    evaluator: str
    calibrated: bool
    summaries: list[SummaryOut]
    decisions: list[JudgedOut]
    moments: list[MomentOut]
    #: The moves of the moments that changed most.
    turning_points: list[int]


class ReviewStateOut(BaseModel):
    """How far an analysis is."""

    done: int
    total: int


class WhatIfBody(Body):
    """Play on from before this move, on this seat, against bots of that level."""

    move: Annotated[int, Field(ge=0, lt=2**31)]
    seat: Annotated[int, Field(ge=0, le=20)]
    level: Level = "adept"


class AgreeBody(Body):
    """Whether one agrees to hints at a table of several people."""

    on: bool


class CoachBody(Body):
    """A decision one is about to make."""

    question: Annotated[int, Field(ge=0, lt=2**31)]
    action: Annotated[
        list[Annotated[Plain, Field(min_length=1, max_length=200)]],
        Field(min_length=1, max_length=60),
    ]


class HintOut(BaseModel):
    """The best options now."""

    question: int
    options: list[WeighedOut]


class CoachOut(BaseModel):
    """What the coach thinks of a decision: silent unless it is a blunder."""

    question: int
    speaks: bool
    #: Before the decision, and after it if it is made all the same.
    before: str
    after: str
    options: list[WeighedOut]


class WhyOut(BaseModel):
    """What a bot's last move was for, as far as one can tell from one's own seat."""

    move: int
    seat: int
    words: str
    options: list[WeighedOut]


@router.post("/tables/{id}/review", status_code=202, tags=["reviews"])
def begin_review(id: TableId, request: Request, guest: AGuest, house: ThisHouse) -> ReviewStateOut:
    """Have a finished game analysed; whoever asks later gets the same analysis."""
    if not house.reviews.known(id):
        limit(request, "review", guest)
    house.reviews.begin(id, guest)
    found = found_review(house, id, guest)
    return ReviewStateOut(done=found.done, total=found.parts)


@router.get("/tables/{id}/review", tags=["reviews"])
def review(id: TableId, guest: MaybeGuest, house: ThisHouse) -> ReviewOut:
    """The analysis of a finished game, as far as it is."""
    found = found_review(house, id, guest)
    with house.tables.seen(id, guest) as table:
        game = table.game
    analysis = found.analysis
    return ReviewOut(
        done=found.done,
        total=found.parts,
        evaluator=analysis.evaluator,
        calibrated=analysis.calibrated,
        summaries=[summary_out(analysis.summary(seat)) for seat in range(analysis.players)],
        decisions=[judged_out(game, found, judged) for judged in analysis.judged],
        moments=[
            MomentOut(
                move=step.number,
                seats=list(step.players),
                before=list(step.before),
                after=list(step.after),
                luck=list(step.luck),
            )
            for step in analysis.steps
        ],
        turning_points=[step.number for step in analysis.turning_points()],
    )


@router.post("/tables/{id}/what-if", status_code=201, tags=["reviews"])
def what_if(
    id: TableId, body: WhatIfBody, request: Request, guest: AGuest, house: ThisHouse
) -> NewTable:
    """Play on from a position of a finished game, at a table of one's own; the game stays as it is."""
    limit(request, "table", guest)
    return NewTable(id=house.reviews.what_if(id, guest, body.move, body.seat, body.level))


@router.put("/tables/{id}/hints", tags=["advice"])
def agree(id: TableId, body: AgreeBody, guest: AGuest, house: ThisHouse) -> TableOut:
    """At a table of several people: agree to hints, or no longer."""
    return table_out(house.hub, house.advice.agree(id, guest, body.on), guest)


@router.post("/tables/{id}/hint", tags=["advice"])
async def hint(id: TableId, request: Request, guest: AGuest, house: ThisHouse) -> HintOut:
    """The best options now, from what my seat knows; the record says that I asked."""
    await run_in_threadpool(limit, request, "advice", guest)
    seat, question = await run_in_threadpool(house.advice.ask_hint, id, guest)
    found = await _answer(house, id, seat, HINTS, question)
    game = await run_in_threadpool(_game, house, id, guest)
    return HintOut(question=question, options=options_out(game, found, alone(found)))


@router.post("/tables/{id}/coach", tags=["advice"])
async def coach(
    id: TableId, body: CoachBody, request: Request, guest: AGuest, house: ThisHouse
) -> CoachOut:
    """What the coach thinks of a decision before it is made; speaking up counts as a hint."""
    await run_in_threadpool(limit, request, "advice", guest)
    seat, question = await run_in_threadpool(
        house.advice.ask_coach, id, guest, body.question, body.action
    )
    found = await _answer(house, id, seat, COACH, question)
    game = await run_in_threadpool(_game, house, id, guest)
    speaks = bool(found["speaks"])
    options = options_out(game, found, alone(found)) if speaks else []
    said = {"before": "", "after": ""}
    if speaks:
        played = next(each for each in options if each.actions == body.action)
        told = {"better": options[0].words, "played": played.words, "why": played.why}
        say = words("tianxia.server").say
        said = {name: say(f"coach-{name}", **told) for name in said}
    return CoachOut(question=question, speaks=speaks, options=options, **said)


@router.post("/tables/{id}/why", tags=["advice"])
async def why_that(id: TableId, request: Request, guest: AGuest, house: ThisHouse) -> WhyOut:
    """What the last thing a bot did was for, from what my seat knew."""
    await run_in_threadpool(limit, request, "advice", guest)
    seat, move = await run_in_threadpool(house.advice.ask_why, id, guest)
    found = await _answer(house, id, seat, WHY, move)
    return await run_in_threadpool(_why_out, house, id, guest, move, found)


def _why_out(house: House, id: str, guest: Guest, move: int, found: dict[str, Any]) -> WhyOut:
    with house.tables.seen(id, guest) as table:
        player, action = table.begun().match.record.decisions[move]
        game, name = table.game, table.names[player]
    options = options_out(game, found, alone(found))
    done = words(game.package).action(game, action)
    say = words("tianxia.server").say
    if not options:
        text = say("why-unknown", names=name, done=done)
    elif len(options) == 1:
        text = say("why-only", names=name, done=done)
    elif options[0].actions == [game.space.text(action)]:
        text = say("why-best", names=name, done=done, other=options[1].words, why=options[0].why)
    else:
        text = say("why-else", names=name, done=done, other=options[0].words)
    return WhyOut(move=move, seat=player, words=text, options=options)


async def _answer(house: House, id: str, seat: int, what: str, question: int) -> dict[str, Any]:
    """Until a worker has thought about it."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = await run_in_threadpool(house.advice.answer, id, seat, what, question)
        if found is not None:
            return found
        await asyncio.sleep(LOOK_AGAIN)
    raise Refused(503, "advice-later")


def _game(house: House, id: str, guest: Guest) -> Game:
    with house.tables.seen(id, guest) as table:
        return table.game


def found_review(house: House, id: str, guest: Guest | None) -> Review:
    """The analysis, or a refusal if nobody has asked for it."""
    found = house.reviews.review(id, guest)
    if found is None:
        raise Missing("no-review")
    return found


def alone(found: dict[str, Any]) -> bool:
    """Is it a solitaire, where points count and not victories?"""
    return bool(found["alone"])


def words_of(game: Game, actions: Sequence[int]) -> str:
    """What several actions that count as one mean."""
    return spoken(words(game.package), game, actions)


def options_out(game: Game, found: dict[str, Any], alone: bool) -> list[WeighedOut]:
    """What a worker found, in words; what speaks for the best, and against the others."""
    options = found["options"]
    best = options[0] if options else None
    shown = []
    for option in options:
        other = options[1] if option is best and len(options) > 1 else option
        chance = max(0.0, other["behind"])
        points = options[0]["points"] - other["points"]
        said = "" if len(options) == 1 else _why(game, option["reasons"], chance, points, alone)
        shown.append(weighed_out(game, option, said))
    return shown


def _why(game: Game, reasons: Reasons, chance: float, points: float, alone: bool) -> str:
    return why(words(game.package), reasons, chance, points, alone)


def weighed_out(game: Game, option: dict[str, Any], said: str) -> WeighedOut:
    """An option in notation and in words."""
    actions: list[int] = list(option["actions"])
    return WeighedOut(
        actions=[game.space.text(action) for action in actions],
        words=words_of(game, actions),
        win=option["win"],
        points=option["points"],
        behind=option["behind"],
        error=option["error"],
        why=said,
    )


def judged_out(game: Game, review: Review, judged: Judged) -> JudgedOut:
    """A decision in words, with why another was better."""
    turn = judged.turn
    reasons = review.reasons.get((turn.number, turn.player), [])
    alone = review.analysis.players == 1
    said = ""
    if judged.loss > 0:
        said = _why(game, reasons, judged.loss, judged.points_loss, alone)
    return JudgedOut(
        move=turn.number,
        seat=turn.player,
        actions=[game.space.text(action) for action in turn.actions],
        words=words_of(game, turn.actions),
        name=judged.name,  # type: ignore[arg-type]
        loss=judged.loss,
        error=judged.error,
        points_loss=judged.points_loss,
        options=[weighed_out(game, asdict(option), "") for option in judged.options],
        why=said,
    )


def summary_out(summary: Summary) -> SummaryOut:
    """How one seat played."""
    return SummaryOut(
        seat=summary.player,
        decisions=summary.decisions,
        loss=summary.loss,
        rate=summary.rate,
        error=summary.error,
        strength=summary.strength,
        inaccuracies=summary.names["inaccuracy"],
        mistakes=summary.names["mistake"],
        blunders=summary.names["blunder"],
        luck=summary.luck,
        result=summary.result,
        adjusted=summary.adjusted,
    )
