"""The API: everything a page can do, for programs too."""

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool

from ..engine.game import Game
from ..engine.registry import all_games
from ..text import words
from .daily import daily_of, revealed, today
from .errors import Missing
from .guests import COOKIE, COOKIE_AGE, Guest
from .house import (
    AGuest,
    House,
    MaybeGuest,
    ThisHouse,
    house_of,
    known_guest,
    limit,
    token_of,
)
from .look import eyes, lines, look, look_back, table_out
from .schemas import (
    ChatBody,
    ChatOut,
    DailyOut,
    DecisionBody,
    GameOut,
    GuestBody,
    GuestOut,
    HandOverOut,
    KeyBody,
    NameBody,
    NewGuestBody,
    NewGuestOut,
    NewTable,
    OptionOut,
    Problem,
    ResultOut,
    RewindBody,
    SeatBody,
    StartBody,
    TableBody,
    TableOut,
    ViewOut,
)
from .seats import Plan
from .sockets import follow
from .tables import Table

PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem} for code in (401, 403, 404, 409, 413, 422, 429, 503)
}
TableId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$")]
SeatNumber = Annotated[int, Path(ge=0, le=20)]
Day = Annotated[date, Path()]

Shown = TypeVar("Shown")

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/games", tags=["games"])
def games() -> list[GameOut]:
    """The games that can be played here."""
    return [game_out(game) for game in all_games()]


@router.post("/guests", status_code=201, tags=["guests"])
def create_guest(
    body: NewGuestBody, request: Request, response: Response, house: ThisHouse
) -> NewGuestOut:
    """Be a new guest: keep the token and send it as `Authorization: Bearer ...`."""
    limit(request, "guest")
    return _signed_in(*house.guests.welcome(body.name), request, response)


@router.get("/guests/me", tags=["guests"])
def me(guest: AGuest) -> GuestOut:
    """Who I am."""
    return GuestOut(name=guest.name)


@router.put("/guests/me", tags=["guests"])
def rename(body: GuestBody, guest: AGuest, house: ThisHouse) -> GuestOut:
    """Take another name."""
    renamed = house.guests.rename(guest, body.name)
    house.seats.rename(renamed)
    return GuestOut(name=renamed.name)


@router.delete("/guests/me/session", tags=["guests"])
def sign_out(request: Request, response: Response, guest: AGuest, house: ThisHouse) -> GuestOut:
    """Sign out here: this token is good for nothing any more."""
    house.sign_out(guest, token_of(request))
    response.delete_cookie(COOKIE)
    return GuestOut(name=guest.name)


@router.delete("/guests/me/sessions", tags=["guests"])
def sign_out_everywhere(response: Response, guest: AGuest, house: ThisHouse) -> GuestOut:
    """Sign out everywhere: on every device, and programs too."""
    house.sign_out(guest, None)
    response.delete_cookie(COOKIE)
    return GuestOut(name=guest.name)


@router.post("/guests/me/hand-over", tags=["guests"])
def hand_over(guest: AGuest, house: ThisHouse) -> HandOverOut:
    """A link that makes another device the same guest, once, within a quarter of an hour."""
    return HandOverOut(path=f"/hand-over/{house.guests.hand_over(guest)}")


@router.post("/hand-overs", tags=["guests"])
def take_over(body: KeyBody, request: Request, response: Response, house: ThisHouse) -> NewGuestOut:
    """Become the guest a hand-over link stands for."""
    limit(request, "guest")
    guest = house.guests.take_over(body.key)
    return _signed_in(guest, house.guests.sign_in(guest), request, response)


def _signed_in(guest: Guest, token: str, request: Request, response: Response) -> NewGuestOut:
    remember(response, request, token)
    # A page's script needs no token, so none can steal it; browsers say that they are browsers.
    browser = "sec-fetch-site" in request.headers
    return NewGuestOut(name=guest.name, token=None if browser else token)


@router.get("/tables", tags=["tables"])
def waiting_tables(guest: MaybeGuest, house: ThisHouse) -> list[TableOut]:
    """Public tables that wait for players."""
    return [table_out(house.hub, table, guest) for table in house.lists.waiting()]


@router.get("/tables/mine", tags=["tables"])
def my_tables(guest: AGuest, house: ThisHouse, finished: bool = False) -> list[TableOut]:
    """The tables where I sit or that I made."""
    found = house.lists.mine(guest, finished)
    return [table_out(house.hub, table, guest) for table in found]


@router.post("/tables", status_code=201, tags=["tables"])
def create_table(body: TableBody, request: Request, guest: AGuest, house: ThisHouse) -> NewTable:
    """Make a table; it begins at once if no seat is open."""
    limit(request, "table", guest)
    plan = Plan(body.game, body.options, body.seats, body.public)
    return NewTable(id=house.seats.create(guest, plan))


@router.get("/tables/{id}", tags=["tables"])
def table(id: TableId, guest: MaybeGuest, house: ThisHouse) -> TableOut:
    """A table."""
    with house.tables.seen(id, guest) as found:
        return table_out(house.hub, found, guest)


@router.post("/tables/{id}/enter", tags=["tables"])
def enter(id: TableId, body: KeyBody, guest: AGuest, house: ThisHouse) -> TableOut:
    """Come to a private table with the key of its link."""
    return _table_after(house.seats.enter(id, guest, body.key), guest, house)


@router.put("/tables/{id}/seats/{number}", tags=["tables"])
def sit(id: TableId, number: SeatNumber, guest: AGuest, house: ThisHouse) -> TableOut:
    """Take an open seat, or my own again from the bot that stood in."""
    return _table_after(house.seats.sit(id, guest, number), guest, house)


@router.delete("/tables/{id}/seat", tags=["tables"])
def leave(id: TableId, guest: AGuest, house: ThisHouse) -> TableOut:
    """Give my seat up; once the game has begun, a bot stands in until I come back."""
    return _table_after(house.seats.leave(id, guest), guest, house)


@router.patch("/tables/{id}/seats/{number}", tags=["tables"])
def set_seat(
    id: TableId, number: SeatNumber, body: SeatBody, guest: AGuest, house: ThisHouse
) -> TableOut:
    """As the host: make a seat open, or give it to a bot."""
    return _table_after(house.seats.set_seat(id, guest, number, body.wanted), guest, house)


@router.post("/tables/{id}/start", tags=["tables"])
def start(id: TableId, body: StartBody, guest: AGuest, house: ThisHouse) -> TableOut:
    """As the host: begin, with bots on the seats still open."""
    return _table_after(house.seats.start(id, guest, body.level), guest, house)


@router.delete("/tables/{id}", status_code=204, tags=["tables"])
def delete_table(id: TableId, guest: AGuest, house: ThisHouse) -> None:
    """As the host: take the table away, if nobody else plays or has played there."""
    house.seats.delete(id, guest)


@router.put("/tables/{id}/muted", tags=["tables"])
def mute(id: TableId, body: NameBody, guest: AGuest, house: ThisHouse) -> TableOut:
    """As the host: let somebody no longer speak here."""
    return _table_after(house.seats.mute(id, guest, body.name, True), guest, house)


@router.delete("/tables/{id}/muted", tags=["tables"])
def unmute(id: TableId, body: NameBody, guest: AGuest, house: ThisHouse) -> TableOut:
    """As the host: let somebody speak again."""
    return _table_after(house.seats.mute(id, guest, body.name, False), guest, house)


@router.put("/tables/{id}/removed", tags=["tables"])
def remove(id: TableId, body: NameBody, guest: AGuest, house: ThisHouse) -> TableOut:
    """As the host: send somebody away for good; a bot takes the seat."""
    return _table_after(house.seats.remove(id, guest, body.name), guest, house)


@router.post("/tables/{id}/resign", tags=["play"])
def resign(id: TableId, guest: AGuest, house: ThisHouse) -> TableOut:
    """Give the game up for good; a bot plays on, and without any person left it ends."""
    return _table_after(house.seats.resign(id, guest), guest, house)


@router.get("/tables/{id}/view", tags=["play"])
def view(id: TableId, guest: MaybeGuest, house: ThisHouse) -> ViewOut:
    """The game as I may see it: what is asked, what I may choose, what happened."""
    with house.tables.seen(id, guest) as found:
        return look(found, found.seat_of(guest))


@router.post("/tables/{id}/decisions", tags=["play"])
def decide(
    id: TableId, body: DecisionBody, request: Request, guest: AGuest, house: ThisHouse
) -> ViewOut:
    """Answer the question of that number."""
    limit(request, "decide", guest)
    actions = [body.action] if isinstance(body.action, str) else body.action
    decided = house.games.decide(id, guest, body.question, actions)
    return _view_after(decided, guest, house)


@router.post("/tables/{id}/undo", tags=["play"])
def undo(id: TableId, request: Request, guest: AGuest, house: ThisHouse) -> ViewOut:
    """Take my last decision back, where that can hurt nobody."""
    limit(request, "decide", guest)
    undone = house.games.undo(id, guest)
    return _view_after(undone, guest, house)


@router.post("/tables/{id}/rewind", tags=["play"])
def rewind(
    id: TableId, body: RewindBody, request: Request, guest: AGuest, house: ThisHouse
) -> ViewOut:
    """Against bots: go back to before one of my decisions, if nothing hidden was revealed since."""
    limit(request, "decide", guest)
    rewound = house.games.rewind(id, guest, body.decision)
    return _view_after(rewound, guest, house)


@router.get("/tables/{id}/moves/{move}", tags=["play"])
def past_view(
    id: TableId,
    move: Annotated[int, Path(ge=0, lt=2**31)],
    guest: MaybeGuest,
    house: ThisHouse,
    seat: Annotated[int | None, Query(ge=0, le=20)] = None,
) -> ViewOut:
    """The game after so many decisions, as I saw it; after the game also as others did."""
    with house.tables.seen(id, guest) as found:
        viewer = eyes(found, guest, seat)
        past = look_back(found, move).view(viewer)
        return ViewOut(
            question=None,
            prompt=words(found.game.package).prompt({**past, "viewer": viewer}, found.names),
            choices=[],
            undoable=False,
            moves=found.begun().seen(),
            view=past,
            log=lines(found, viewer, until=move),
        )


@router.get("/tables/{id}/chat", tags=["talk"])
def chat(id: TableId, guest: MaybeGuest, house: ThisHouse) -> list[ChatOut]:
    """What was said at the table."""
    with house.tables.seen(id, guest) as found:
        return chat_out(found)


@router.post("/tables/{id}/chat", status_code=201, tags=["talk"])
def say(
    id: TableId, body: ChatBody, request: Request, guest: AGuest, house: ThisHouse
) -> list[ChatOut]:
    """Say something at the table."""
    limit(request, "chat", guest)
    return _after(house.talk.say(id, guest, body.text), house, chat_out)


@router.post("/tables/{id}/rematch", status_code=201, tags=["tables"])
def rematch(id: TableId, request: Request, guest: AGuest, house: ThisHouse) -> NewTable:
    """Play again with the same people; all who ask come to the same new table."""
    limit(request, "table", guest)
    return NewTable(id=house.seats.rematch(id, guest))


@router.get(
    "/tables/{id}/record",
    tags=["records"],
    response_model=None,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def record(id: TableId, guest: MaybeGuest, house: ThisHouse) -> PlainTextResponse:
    """The record of a finished game."""
    text = house.records.record(id, guest)
    name = f'attachment; filename="{id}.tianxia"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.post(
    "/records",
    status_code=201,
    tags=["records"],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    },
)
async def upload(request: Request, guest: AGuest, house: ThisHouse) -> NewTable:
    """Bring a record of a finished game to watch it here."""
    await run_in_threadpool(limit, request, "upload", guest)
    text = (await request.body()).decode("utf-8", "replace")
    return NewTable(id=await run_in_threadpool(house.records.upload, guest, text))


@router.get("/daily/{game}/{day}", tags=["daily"])
def daily(game: str, day: Day, guest: MaybeGuest, house: ThisHouse) -> DailyOut:
    """The daily game of a day: its results, best first."""
    played = _daily_game(game)
    found = house.lists.daily(game, day.isoformat())
    chance = revealed(house.storage, played, day.isoformat())
    return DailyOut(
        day=day.isoformat(),
        seed=chance.seed if chance else None,
        key=chance.key if chance else None,
        mine=daily_of(house.storage, game, day.isoformat(), guest) if guest else None,
        results=[
            ResultOut(name=each.names[0], score=(each.row.scores or [0])[0], table=each.id)
            for each in found[:50]
        ],
    )


@router.post("/daily/{game}", status_code=201, tags=["daily"])
def play_daily(game: str, request: Request, guest: AGuest, house: ThisHouse) -> NewTable:
    """Play today's, once; whoever asks again comes back to it."""
    limit(request, "table", guest)
    found = _daily_game(game)
    day = today().isoformat()
    own = daily_of(house.storage, game, day, guest)
    if own is not None:
        return NewTable(id=own)
    plan = Plan(found.id, {}, ["me"] * found.default_players, daily=day)
    return NewTable(id=house.seats.create(guest, plan))


@router.websocket("/tables/{id}/live")
async def live(websocket: WebSocket, id: str) -> None:
    """The view as JSON, now and after every change; nothing is read from the client."""
    house, guest = house_of(websocket), await run_in_threadpool(known_guest, websocket)
    sent = ""

    def render() -> str | None:
        nonlocal sent
        with house.tables.seen(id, guest) as found:
            text = look(found, found.seat_of(guest), last=12).model_dump_json()
        if text == sent:
            return None  # who came or said something is not in it
        sent = text
        return text

    await follow(websocket, house, [id], guest, render)


def _after(table: Table, house: House, show: Callable[[Table], Shown]) -> Shown:
    """What is shown of a table whose change is stored, whatever has become of the next one since."""
    with table.lock:
        if table.revision >= 0:
            return show(table)
    with house.tables.opened(table.id) as found:  # the next could not be stored: all is read anew
        return show(found)


def _table_after(table: Table, guest: Guest, house: House) -> TableOut:
    return _after(table, house, lambda found: table_out(house.hub, found, guest))


def _view_after(table: Table, guest: Guest, house: House) -> ViewOut:
    return _after(table, house, lambda found: look(found, found.seat_of(guest)))


def chat_out(table: Table) -> list[ChatOut]:
    """What was said at a table."""
    return [ChatOut(name=said.name, text=said.text, at=said.at) for said in table.said]


def game_out(game: Game) -> GameOut:
    """A game, in words."""
    told = words(game.package)
    return GameOut(
        id=game.id,
        title=game.title,
        about=told.say("tagline"),
        version=game.version,
        players=list(game.players),
        default_players=game.default_players,
        minutes=game.minutes,
        options=[
            OptionOut(
                name=option.name,
                label=told.say(f"option-{option.name.replace('_', '-')}"),
                default=option.default,
                choices=option.choices,
            )
            for option in game.options
        ],
    )


def remember(response: Response, request: Request, token: str) -> None:
    """Let the browser keep who it is."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _daily_game(id: str) -> Game:
    for game in all_games():
        if game.id == id and game.daily_seed is not None:
            return game
    raise Missing("no-day")
