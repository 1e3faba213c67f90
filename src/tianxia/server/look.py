"""A table through the eyes of one guest: what the API and the pages show."""

from collections.abc import Callable
from functools import cache
from typing import Any

from ..engine.game import Game
from ..engine.state import State
from ..text import words
from .daily import still_secret
from .errors import Missing
from .guests import Guest
from .live import Hub
from .play import Happening
from .schemas import ChoiceOut, LineOut, SeatOut, TableOut, ViewOut
from .storage import FINISHED, RUNNING, WAITING, AccessRow
from .tables import Table


def table_out(hub: Hub, table: Table, guest: Guest | None) -> TableOut:
    """The table without its game."""
    row = table.row
    seat = table.seat_of(guest)
    host = guest is not None and row.host == guest.id
    inside = seat is not None or host
    present = hub.present(row.id)
    seated = {s.guest for s in table.seats}
    may_sit = inside or (guest is not None and table.may_sit(guest))
    return TableOut(
        id=row.id,
        game=row.game,
        state=row.state,  # type: ignore[arg-type]
        options=row.options,
        public=row.public,
        seats=[
            SeatOut(
                number=s.number,
                kind=s.kind,  # type: ignore[arg-type]
                name=s.name,
                level=s.level,
                away=s.away,
                resigned=s.resigned,
                here=s.guest in present,
                hints=s.hints,
            )
            for s in table.seats
        ],
        watching=sorted(
            table.name_of(id, name) for id, name in present.items() if id not in seated
        ),
        seat=seat,
        host=host,
        invite=f"/table/{row.id}?key={row.key}" if may_sit and row.state == WAITING else None,
        watch=f"/table/{row.id}?key={row.watch_key}" if may_sit else None,
        scores=row.scores,
        winners=row.winners,
        daily=row.daily,
        rematch=row.rematch if inside else None,
        given_up=row.given_up,
        genuine=row.genuine or not row.uploaded,
        record=row.state == FINISHED and not still_secret(row),
        hints=table.hints_allowed(),
        origin=row.origin,
        origin_move=row.origin_move,
        muted=sorted(_called(table, lambda access: access.muted)) if host else [],
    )


def _called(table: Table, which: Callable[[AccessRow], bool]) -> list[str]:
    """What those are called of whom something is noted."""
    found = [row.guest for row in table.access.values() if which(row)]
    names = [table.called(guest) for guest in found]
    return [name for name in names if name]


def lines(
    table: Table, viewer: int | None, last: int = 0, until: int | None = None
) -> list[LineOut]:
    """The log in words, oldest first, of the `last` decisions (0: all) up to move `until`."""
    play = table.begun()
    told = words(play.game.package)
    found: list[LineOut] = []
    happenings: list[Happening] = play.happenings[-last:] if last else play.happenings
    names, over = table.names, table.row.state == FINISHED
    for happening in happenings:
        if until is not None and happening.move > until:
            break
        for event, line in zip(happening.events, happening.said(told, names), strict=True):
            if over or event.seen_by(viewer):
                found.append(line)
    return found


def look(table: Table, seat: int | None, last: int = 0) -> ViewOut:
    """The game as it is now, for a seat or a spectator."""
    play = table.begun()
    state = play.state
    view = state.view(seat)
    prompt = words(play.game.package).prompt(view, table.names)
    going_on = table.row.state == RUNNING
    if not (going_on or state.over()):
        view["actors"] = []
        prompt = words("tianxia.server").say("given-up")
    return ViewOut(
        question=play.question(seat) if going_on and seat is not None else None,
        prompt=prompt,
        choices=choices(state, seat) if going_on and seat is not None else [],
        undoable=seat is not None
        and going_on
        and not table.played_by_bot(seat)
        and play.match.undoable(seat) is not None,
        rewinds=table.rewinds(seat),
        moves=play.seen(),
        view=view,
        log=lines(table, seat, last),
    )


def choices(state: State, seat: int) -> list[ChoiceOut]:
    """What a seat may choose now, in notation and in words."""
    return [_choice(state.game, action) for action in state.legal(seat)]


@cache
def _choice(game: Game, action: int) -> ChoiceOut:
    words_of_it = words(game.package).action(game, action)
    return ChoiceOut(action=game.space.text(action), words=words_of_it)


def look_back(table: Table, move: int) -> State:
    """The game after so many decisions, if that may be looked at."""
    play = table.begun()
    if not 0 <= move <= play.seen():
        raise Missing("no-move")
    return play.match.record.replay(move)


def eyes(table: Table, guest: Guest | None, wanted: int | None) -> int | None:
    """Through whose eyes to look back: one's own; after the game, anybody's."""
    if table.row.state == FINISHED:
        if wanted is not None and not 0 <= wanted < len(table.seats):
            raise Missing("no-seat")
        return wanted
    return table.seat_of(guest)


def whose_turn(table: Table, guest: Guest) -> dict[str, Any]:
    """For a list of tables: who is to act, and whether it is this guest."""
    if table.play is None:
        return {"actors": [], "mine": False}
    actors = table.play.state.actors()
    return {
        "actors": [table.names[seat] for seat in actors],
        "mine": table.seat_of(guest) in actors,
    }
