"""The pages, and the sockets that keep them up to date."""

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from ..bots import LEVELS
from ..engine.errors import UnknownGame
from ..engine.game import Game
from ..engine.registry import all_games
from ..engine.registry import game as find_game
from ..server.api import TableId, game_out, remember
from ..server.daily import daily_of, revealed, shows_daily, today
from ..server.errors import Missing
from ..server.guests import Guest
from ..server.house import House, MaybeGuest, ThisHouse, house_of, known_guest, limit
from ..server.live import LOBBY, games_of
from ..server.look import eyes, lines, look, look_back, table_out, whose_turn
from ..server.schemas import TableOut
from ..server.sockets import follow
from ..server.storage import WAITING
from ..server.tables import Table
from ..teaching import lessons
from ..teaching.puzzle import Puzzle, address
from ..teaching.puzzle import daily as daily_puzzle
from ..text import words
from .assets import GAME_ASSETS, HOME, TYPES, game_file, static_file, templates
from .boards import Board, legend, rules_anchor, seal
from .drawing import Sheet, board_order, draw, log_html, part, value_label
from .staging import rounds, scenes, since_own, steps, told

LOG_SHOWN = 60
THEMES = ("light", "dark")
#: The shortcuts, as `?` lists them: their names in our words.
TABLE_KEYS = (
    "arrows",
    "look",
    "enter",
    "confirm",
    "space",
    "escape",
    "undo",
    "typed",
    "rules",
    "since",
    "mute",
    "help",
)
REPLAY_KEYS = ("step", "round", "play", "ends", "help")
LESSON_KEYS = ("arrows", "look", "enter", "confirm", "space", "escape", "back", "mute", "help")
#: Messages kept for pages that show different things.
MOST_MESSAGES = 20
#: What a page hears when nothing changed.
BEAT_TEXT = json.dumps({"regions": {}})
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(request: Request, guest: MaybeGuest, house: ThisHouse) -> Response:
    daily = [game for game in all_games() if game.daily_seed is not None]
    day = today()
    return page(
        request,
        guest,
        "home.html.j2",
        games=all_games(),
        levels=LEVELS,
        tagline=lambda game: words(game.package).say("tagline"),
        lobby=lobby_html(house, guest),
        mine=mine_html(house, guest),
        finished=house.lists.mine(guest, finished=True, limit=8) if guest else [],
        taught=[game for game in all_games() if lessons(game.id)],
        played=house.lists.played(guest) if guest else set(),
        daily=daily,
        day=day,
        finished_today={
            game.id: house.lists.how_many_daily(game.id, day.isoformat()) for game in daily
        },
        game_of=find_game,
        puzzles=puzzles_of(day),
    )


@lru_cache(maxsize=1)
def puzzles_of(day: date) -> list[tuple[Game, Puzzle, str]]:
    """The puzzle of a day of every game that has any, and where it is kept; the same all day."""
    found = [(game, daily_puzzle(game.id, day)) for game in all_games()]
    return [(game, one, address(one)) for game, one in found if one is not None]


@router.get("/new/{id}")
def new(request: Request, id: str, guest: MaybeGuest) -> Response:
    game = find(id)
    return page(
        request,
        guest,
        "new.html.j2",
        game=game,
        described=game_out(game),
        levels=LEVELS,
        value_label=value_label,
        json=json.dumps,
    )


@router.get("/table/{id}")
async def table(
    request: Request,
    id: TableId,
    guest: MaybeGuest,
    house: ThisHouse,
    key: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    if key:
        return await run_in_threadpool(_enter, request, house, id, guest, key)

    def looked() -> tuple[Game, Shown, TableOut]:
        with house.tables.seen(id, guest) as found:
            return found.game, shown_to(house, found, guest), table_out(house.hub, found, guest)

    game, shown, out = await run_in_threadpool(looked)
    # Who waits for a painter keeps nobody from being answered meanwhile.
    loop = asyncio.get_running_loop()
    regions = await loop.run_in_executor(house.loading, lambda: shown.regions)
    values = {"game": game, "table": out, "regions": regions, "keys": TABLE_KEYS}
    return await run_in_threadpool(
        lambda: page(request, guest, "table.html.j2", rules=rules_html(game), **values)
    )


def _enter(
    request: Request, house: House, id: str, guest: Guest | None, key: str, then: str = ""
) -> Response:
    """Through a private link: the key is remembered for the guest and leaves the address."""
    answer = RedirectResponse(f"/table/{id}{then}", 303)
    if guest is None:
        limit(request, "guest")
        guest, token = house.guests.welcome()
        remember(answer, request, token)
    house.seats.enter(id, guest, key)
    return answer


@router.get("/table/{id}/replay")
def replay(
    request: Request,
    id: TableId,
    guest: MaybeGuest,
    house: ThisHouse,
    move: Annotated[int | None, Query(ge=0, lt=2**31)] = None,
    seat: Annotated[int | None, Query(ge=0, le=20)] = None,
    key: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    if key:
        at = "" if move is None else f"?move={move}"
        return _enter(request, house, id, guest, key, f"/replay{at}")
    with house.tables.seen(id, guest) as found:
        viewer = eyes(found, guest, seat)
        over = found.begun().state.over()
        last = found.begun().seen()
        interest = 0 if over else since_own(found, viewer)
        shown = min(interest if move is None else move, last)
        return page(
            request,
            guest,
            "replay.html.j2",
            game=found.game,
            table=table_out(house.hub, found, guest),
            move=shown,
            last=last,
            steps=steps(found, viewer),
            rounds=rounds(found),
            seat=viewer,
            over=over,
            regions=replay_regions(found, guest, shown, seat),
            keys=REPLAY_KEYS,
        )


@router.get("/table/{id}/replay/{move}")
def replay_part(
    id: TableId,
    move: Annotated[int, Path(ge=0, lt=2**31)],
    guest: MaybeGuest,
    house: ThisHouse,
    seat: Annotated[int | None, Query(ge=0, le=20)] = None,
) -> dict[str, Any]:
    with house.tables.seen(id, guest) as found:
        shown = replay_regions(found, guest, move, seat)
        happening = found.begun().happenings[move]
        return {"regions": shown, "lines": told(found, eyes(found, guest, seat), happening)}


@router.get("/table/{id}/scenes")
def table_scenes(
    id: TableId,
    guest: MaybeGuest,
    house: ThisHouse,
    since: Annotated[int | None, Query(ge=0, lt=2**31)] = None,
) -> dict[str, Any]:
    """What happened after move `since` (by default after one's own last), scene by scene."""
    with house.tables.seen(id, guest) as found:
        viewer = found.seat_of(guest)
        after = since_own(found, viewer) if since is None else since
        return {
            "scenes": [
                {**scene, "regions": scene_regions(found, view)}
                for _, scene, view in scenes(found, viewer, after)
            ]
        }


@router.get("/rules/{id}")
def rules(request: Request, id: str, guest: MaybeGuest) -> Response:
    game = find(id)
    return page(request, guest, "rules.html.j2", game=game, rules=rules_html(game))


@router.get("/daily/{id}")
@router.get("/daily/{id}/{day}")
def daily(
    request: Request, id: str, guest: MaybeGuest, house: ThisHouse, day: date | None = None
) -> Response:
    game = find(id)
    if game.daily_seed is None:
        raise Missing("no-day")
    shown = day or today()
    results = house.lists.daily(game.id, shown.isoformat())[:50]
    return page(
        request,
        guest,
        "daily.html.j2",
        game=game,
        day=shown,
        before=shown - timedelta(1) if shown > date.min else None,
        after=shown + timedelta(1) if shown < today() else None,
        is_today=shown == today(),
        results=results,
        may_look=any(shows_daily(house.storage, found.row, guest) for found in results[:1]),
        mine=daily_of(house.storage, game.id, shown.isoformat(), guest) if guest else None,
        chance=revealed(house.storage, game, shown.isoformat()),
    )


@router.get("/hand-over/{token}")
def hand_over(request: Request, token: str, guest: MaybeGuest, house: ThisHouse) -> Response:
    offered = house.guests.offered(token)
    return page(request, guest, "hand_over.html.j2", offered=offered, token=token)


@router.get("/static/{name}")
def static(name: str) -> Response:
    data = static_file(name)
    if data is None:
        raise Missing("no-page")
    return Response(data, media_type=TYPES["." + name.rpartition(".")[2]], headers=FOREVER)


@router.get("/games/{id}/{name}")
def game_static(id: str, name: str) -> Response:
    text = game_file(find(id).package, name) if name in GAME_ASSETS else None
    if text is None:
        raise Missing("no-page")
    return Response(text, media_type=TYPES["." + name.rpartition(".")[2]], headers=FOREVER)


@router.websocket("/live")
async def live_lobby(websocket: WebSocket) -> None:
    house, guest = house_of(websocket), await run_in_threadpool(known_guest, websocket)
    topics = [LOBBY, games_of(guest.id)] if guest else [LOBBY]

    def render() -> Shown:
        return Shown(lambda: {"lobby": lobby_html(house, guest), "mine": mine_html(house, guest)})

    await follow(websocket, house, topics, guest, changes(render), beat=BEAT_TEXT)


@router.websocket("/table/{id}/live")
async def live_table(websocket: WebSocket, id: str) -> None:
    house, guest = house_of(websocket), await run_in_threadpool(known_guest, websocket)

    def render() -> Shown:
        with house.tables.seen(id, guest) as found:
            return shown_to(house, found, guest)

    await follow(websocket, house, [id], guest, changes(render), beat=BEAT_TEXT)


class Shown:
    """The regions of a page, drawn when first wanted, and what to send to pages that show something else."""

    def __init__(self, draw: Callable[[], dict[str, str]]) -> None:
        self._draw = draw
        self._drawn: dict[str, str] | None = None
        self._drawing = threading.Lock()
        #: The message for a page, by what it shows; hundreds may show the same.
        self._messages: dict[int, tuple[Shown | None, str | None]] = {}

    @property
    def regions(self) -> dict[str, str]:
        """What is to be seen."""
        with self._drawing:
            if self._drawn is None:
                self._drawn = self._draw()
            return self._drawn

    def message(self, before: "Shown | None") -> str | None:
        """What changed; none if nothing did."""
        kept = self._messages.get(id(before))
        if kept is not None:
            return kept[1]
        old = before.regions if before else {}
        new = {name: html for name, html in self.regions.items() if old.get(name) != html}
        text = json.dumps({"regions": new}) if new else None
        if len(self._messages) < MOST_MESSAGES:  # what is kept here is not made again elsewhere
            self._messages[id(before)] = (before, text)
        return text


def changes(render: Callable[[], Shown]) -> Callable[[], str | None]:
    """The regions that are different from what this page was sent before."""
    before: Shown | None = None

    def changed() -> str | None:
        nonlocal before
        now = render()
        if now is before:
            return None
        text = now.message(before)
        before = now
        return text

    return changed


def shown_to(house: House, table: Table, guest: Guest | None) -> Shown:
    """A table's page as this guest may see it: drawn once for all who see the same.

    It is drawn when somebody asks for its regions, which is best done when the table is free again.
    """
    mark = (table.revision, house.hub.presence(table.id))
    kept: tuple[Any, dict[Any, Shown]] | None = table.drawn
    if kept is None or kept[0] != mark:
        kept = table.drawn = (mark, {})
    spoke = guest is not None and any(said.guest == guest.id for said in table.said)
    eyes_of = (
        table.seat_of(guest),
        guest is not None and table.row.host == guest.id,
        guest is not None and table.may_sit(guest),
        guest is None,
        guest.id if guest is not None and spoke else "",
    )
    found = kept[1].get(eyes_of)
    if found is None:
        paint = house.artist.draw if house.artist is not None else draw
        found = kept[1][eyes_of] = Shown(partial(paint, sheet(house, table, guest)))
    return found


def page(request: Request, guest: Guest | None, name: str, **values: Any) -> HTMLResponse:
    """A whole page."""
    theme = request.cookies.get("theme", "")
    html = (
        templates()
        .get_template(name)
        .render(
            guest=guest,
            theme=theme if theme in THEMES else "",
            seal=seal,
            **values,
        )
    )
    return HTMLResponse(html, headers={"cache-control": "no-store"})


def sheet(house: House, table: Table, guest: Guest | None) -> Sheet:
    """What the page of a table shows to this guest, looked up but not drawn yet."""
    seat = table.seat_of(guest)
    shown: dict[str, Any] | None = None
    if table.row.state != WAITING:
        found = look(table, seat, last=LOG_SHOWN)
        shown = {
            **dict(found),
            "choices": [(choice.action, choice.words) for choice in found.choices],
            "log": [(line.move, line.text) for line in found.log],
        }
    return Sheet(
        game=table.row.game,
        table=table_out(house.hub, table, guest).model_dump(),
        guest=guest,
        may_sit=guest is None or table.may_sit(guest),
        said=table.said,
        look=shown,
        own=since_own(table, seat) if shown else 0,
    )


def regions(house: House, table: Table, guest: Guest | None) -> dict[str, str]:
    """The parts of a table's page that change, as this guest may see them; drawn here and now."""
    return draw(sheet(house, table, guest))


def replay_regions(
    table: Table, guest: Guest | None, move: int, wanted: int | None
) -> dict[str, str]:
    """The parts of a replay page at a move."""
    viewer = eyes(table, guest, wanted)
    state = look_back(table, move)
    view = state.view(viewer)
    board = Board(table.game, view, table.names)
    told = words(table.game.package)
    # Looking back nobody is asked, so the prompt speaks of the players.
    prompt = told.prompt({**view, "viewer": None}, table.names)
    log = lines(table, viewer, until=move)
    return {
        "prompt": part(
            "_replay_prompt.html.j2", prompt=prompt, news=[x for x in log if x.move == move]
        ),
        "board": result_html(table.game, view, table.seats)
        + part("_board.html.j2", drawn=board.board()),
        "players": players_html(board, view, table.seats),
        "explained": board.explained(),
        "log": log_html(table.id, log[-LOG_SHOWN:], []),
    }


def scene_regions(table: Table, view: dict[str, Any]) -> dict[str, str]:
    """The board as it was, with nothing to choose."""
    board = Board(table.game, {**view, "actors": []}, table.names)
    return {
        "board": part("_board.html.j2", drawn=board.board()),
        "hand": board.hand(),
        "players": players_html(board, view, table.seats),
    }


def players_html(board: Board, view: dict[str, Any], seats: Sequence[Any]) -> str:
    """What lies before everybody, where nobody is present at a table."""
    return part(
        "_players.html.j2",
        look={"view": view},
        players=[(seat, board.player(seat)) for seat in board_order(view)],
        table={"seats": seats, "seat": view["viewer"], "watching": []},
    )


def result_html(game: Game, view: dict[str, Any], seats: Sequence[Any]) -> str:
    """The final scoring, once the game is over."""
    if not view["over"]:
        return ""
    told = words(game.package)
    # Looking back nobody is asked, so the verdict speaks of the players.
    verdict = told.prompt({**view, "viewer": None}, [seat.name for seat in seats])
    return part(
        "_result.html.j2",
        look={"view": view},
        word=told.name,
        verdict=verdict,
        table={"seats": seats},
    )


def lobby_html(house: House, guest: Guest | None) -> str:
    """The public tables."""
    return part(
        "_lobby.html.j2",
        waiting=house.lists.waiting(),
        running=house.lists.watchable(),
        game_of=find_game,
        guest=guest,
    )


def mine_html(house: House, guest: Guest | None) -> str:
    """The guest's games going on, those where it is their turn first."""
    rows = []
    for listed in house.lists.mine(guest, finished=False) if guest else []:
        with house.tables.opened(listed.id) as table:
            rows.append((table.row, table.names, table.game, whose_turn(table, guest)))  # type: ignore[arg-type]
    rows.sort(key=lambda row: not row[3]["mine"])
    return part("_mine.html.j2", rows=rows)


@cache
def rules_html(game: Game) -> Markup:
    """The rules of a game: a list of their parts, and in each part pictures of what it tells of."""
    source = game_file(game.package, "rules.md")
    if source is None:
        return Markup("<p>{}</p>").format(words(HOME).say("no-rules"))
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(source)
    pictures = legend(game)
    parts = []
    shown = []
    for token in tokens:
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # it may be wider than its place: keys scroll it
    for heading, text in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag != "h1":
            anchor = rules_anchor(text.content)
            heading.attrSet("id", anchor)
            parts.append((anchor, text.content, heading.tag))
            of_part = {told.name: icon for icon, told in pictures if told.rules == text.content}
            shown.append((heading, part("_pictures.html.j2", pictures=of_part)))
    for heading, drawn in shown:
        close = tokens.index(heading) + 2
        tokens.insert(close + 1, Token("html_block", "", 0, content=drawn))
    written = Markup(markdown.renderer.render(tokens, markdown.options, {}))
    title = words(HOME).say("legend")
    if pictures:
        parts.append((rules_anchor(title), title, "h2"))
    return Markup(
        part(
            "_rules.html.j2",
            parts=parts,
            rules=written,
            pictures=pictures,
            legend=(rules_anchor(title), title),
        )
    )


def find(id: str) -> Game:
    """The game of that id; `Missing` if there is none."""
    try:
        return find_game(id)
    except UnknownGame as error:
        raise Missing("no-game") from error
