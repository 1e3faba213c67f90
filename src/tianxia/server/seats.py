"""Before and after the game: tables are made, people come, sit down and leave."""

import random
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.exc import IntegrityError

from ..bots import LEVELS
from ..engine.errors import OptionError
from ..engine.game import Game
from ..text import words
from .daily import Chance, daily_chance, daily_of, new_chance
from .errors import Conflict, Forbidden, Invalid, Missing
from .guests import Guest
from .lists import Lists
from .names import distinct, skeleton
from .storage import (
    BOT,
    FINISHED,
    OPEN,
    PERSON,
    RUNNING,
    WAITING,
    AccessRow,
    SeatRow,
    Storage,
    TableRow,
    new_id,
    new_key,
    now,
)
from .tables import Change, Table, Tables, found_game

#: Guests may have this many unfinished tables.
MOST_TABLES = 50


@dataclass(frozen=True)
class Plan:
    """What a new table shall be. Seats are `me`, `open`, or a bot's level."""

    game: str
    options: dict[str, Any]
    seats: Sequence[str]
    public: bool = False
    daily: str | None = None


class Seats:
    """Who sits where."""

    def __init__(self, storage: Storage, tables: Tables, lists: Lists) -> None:
        self._storage = storage
        self._tables = tables
        self._lists = lists

    def create(self, guest: Guest, plan: Plan) -> str:
        """A new table, begun at once if no seat is open; a daily one only once."""
        game = found_game(plan.game)
        try:
            options = game.complete(len(plan.seats), plan.options)
        except OptionError as error:
            raise Invalid(str(error)) from error
        if plan.seats.count("me") > 1:
            raise Invalid("a guest takes one seat")
        if self._lists.how_many(guest) >= MOST_TABLES:
            raise Conflict("too-many-tables", number=MOST_TABLES)
        day = plan.daily
        chance = daily_chance(self._storage, game, day) if day else new_chance()
        row = new_table(game, guest, len(plan.seats), options, chance)
        row.public = plan.public
        row.daily = plan.daily
        bots = _bot_names(len(plan.seats))
        seats = []
        for number, wanted in enumerate(plan.seats):
            seat = SeatRow(table=row.id, number=number, away=False, guest=None)
            if wanted == "me":
                seat.kind, seat.guest, seat.name, seat.level = PERSON, guest.id, guest.name, ""
            elif wanted == "open":
                seat.kind, seat.name, seat.level = OPEN, "", ""
            elif wanted in LEVELS:
                seat.kind, seat.name, seat.level = BOT, bots[number], wanted
            else:
                raise Invalid(f"a seat is me, open, {', '.join(LEVELS)}; got {wanted!r}")
            seats.append(seat)
        for seat in seats:
            if seat.kind == BOT and skeleton(seat.name) == skeleton(guest.name):
                seat.name = distinct(seat.name, [other.name for other in seats])
        if not any(seat.kind == OPEN for seat in seats):
            row.state = RUNNING
        try:
            with self._storage.writing() as session:
                table = self._tables.add(session, row, seats)
        except IntegrityError:
            own = daily_of(self._storage, game.id, plan.daily, guest) if plan.daily else None
            if own is None:
                raise
            return own  # asked for twice at once
        self._tables.added(table)
        return row.id

    def enter(self, id: str, guest: Guest, key: str) -> Table:
        """Come in through a private link."""
        with self._tables.changing(id) as change:
            table = change.table
            may_sit = secrets.compare_digest(key.encode(), table.row.key.encode())
            may_watch = secrets.compare_digest(key.encode(), table.row.watch_key.encode())
            if not (may_sit or may_watch):
                raise Missing
            row = table.access.get(guest.id)
            if row is None:
                row = AccessRow(
                    table=id, guest=guest.id, may_sit=may_sit, muted=False, removed=False
                )
                change.session.add(row)
                table.access[guest.id] = row
            elif row.removed:
                raise Missing
            elif may_sit:
                row.may_sit = True
        return table

    def sit(self, id: str, guest: Guest, number: int) -> Table:
        """Take an open seat, or one's own again from the bot that stood in."""
        with self._changing(id, guest) as change:
            table = change.table
            seat = _seat(table, number)
            own = table.seat_of(guest)
            if own is not None and own != number:
                raise Conflict("seated-already")
            if own == number:
                if seat.resigned:
                    raise Conflict("resigned")
                seat.away = False
                return table
            if table.row.state != WAITING or seat.kind != OPEN:
                raise Conflict("seat-taken")
            if not table.may_sit(guest):
                raise Forbidden("watch-only")
            name = distinct(guest.name, table.names)
            seat.kind, seat.guest, seat.name = PERSON, guest.id, name
            if not any(other.kind == OPEN for other in table.seats):
                table.row.state = RUNNING
        return table

    def leave(self, id: str, guest: Guest) -> Table:
        """Give the seat up: before the game it is open again, afterwards a bot plays it."""
        with self._changing(id, guest) as change:
            table = change.table
            own = table.seat_of(guest)
            if own is None:
                raise Conflict("not-seated")
            seat = table.seats[own]
            if table.row.state == WAITING:
                seat.kind, seat.guest, seat.name, seat.hints = OPEN, None, "", False
            elif table.row.state == RUNNING:
                seat.away = True
                seat.level = seat.level or LEVELS[1]
            else:
                raise Conflict("game-over")
        return table

    def set_seat(self, id: str, guest: Guest, number: int, wanted: str) -> Table:
        """The host makes a seat open, or gives it to a bot, before the game."""
        with self._changing(id, guest) as change:
            table = change.table
            _require_host(table, guest)
            if table.row.state != WAITING:
                raise Conflict("begun")
            seat = _seat(table, number)
            if wanted != OPEN and wanted not in LEVELS:
                raise Invalid(f"a seat is open, {', '.join(LEVELS)}; got {wanted!r}")
            if seat.kind == PERSON:
                raise Conflict("seat-taken")
            if wanted == OPEN:
                seat.kind, seat.name, seat.level = OPEN, "", ""
            else:
                seat.kind, seat.level = BOT, wanted
                seat.name = _bot_name(table.names)
        return table

    def start(self, id: str, guest: Guest, level: str) -> Table:
        """The host begins; bots of that level take the seats still open."""
        with self._changing(id, guest) as change:
            table = change.table
            _require_host(table, guest)
            if table.row.state != WAITING:
                raise Conflict("begun")
            if level not in LEVELS:
                raise Invalid(f"a level is {', '.join(LEVELS)}; got {level!r}")
            for seat in table.seats:
                if seat.kind == OPEN:
                    seat.kind, seat.level, seat.name = BOT, level, _bot_name(table.names)
            table.row.state = RUNNING
        return table

    def rename(self, guest: Guest) -> None:
        """The guest has another name now: so have the seats in games going on."""
        for listed in self._lists.mine(guest, finished=False, limit=2 * MOST_TABLES):
            with self._tables.changing(listed.id) as change:
                own = change.table.seat_of(guest)
                table = change.table
                if own is not None:
                    others = [seat.name for seat in table.seats if seat.number != own]
                    table.seats[own].name = distinct(guest.name, others)
                called = table.name_of(guest.id, guest.name)
                table.said = [
                    replace(said, name=called) if said.guest == guest.id else said
                    for said in table.said
                ]
                change.lobby = True

    def rematch(self, id: str, guest: Guest) -> str:
        """Another game with the same people; the second to ask comes to the same table."""
        with self._changing(id, guest) as change:
            table = change.table
            if table.row.state != FINISHED:
                raise Conflict("not-over")
            if table.seat_of(guest) is None:
                raise Forbidden("not-seated")
            if table.row.rematch:
                return table.row.rematch
            row = new_table(
                table.game,
                guest,
                table.row.players,
                table.row.options,
                new_chance(),
            )
            row.public, row.state = table.row.public, RUNNING
            table.row.rematch = row.id
            # The others come when they like; nobody's seat is played by a bot meanwhile.
            seats = [
                SeatRow(
                    table=row.id,
                    number=seat.number,
                    kind=seat.kind,
                    guest=seat.guest,
                    level=seat.level,
                    name=seat.name,
                    away=False,
                )
                for seat in table.seats
            ]
            new = self._tables.add(change.session, row, seats)
        self._tables.added(new)
        return row.id

    def resign(self, id: str, guest: Guest) -> Table:
        """Give the game up for good: a bot plays on, or it ends if no person is left to play it."""
        with self._changing(id, guest) as change:
            table = change.table
            own = table.seat_of(guest)
            if own is None:
                raise Conflict("not-seated")
            if table.row.state == WAITING:
                raise Conflict("not-begun")
            if table.row.state == FINISHED:
                raise Conflict("game-over")
            seat = table.seats[own]
            if seat.resigned:
                raise Conflict("resigned")
            seat.resigned = seat.away = True
            seat.level = seat.level or LEVELS[1]
            if not any(other.kind == PERSON and not other.resigned for other in table.seats):
                table.row.state, table.row.given_up = FINISHED, True
                table.row.scores = table.begun().state.scores()
                table.row.winners = []
        return table

    def mute(self, id: str, guest: Guest, name: str, muted: bool) -> Table:
        """The host silences somebody, or lets them speak again."""
        with self._changing(id, guest) as change:
            self._access_of(change, guest, name).muted = muted
        return change.table

    def remove(self, id: str, guest: Guest, name: str) -> Table:
        """The host sends somebody away: a bot plays the seat, and they cannot come back."""
        with self._changing(id, guest) as change:
            table = change.table
            access = self._access_of(change, guest, name)
            access.removed = True
            for seat in table.seats:
                if seat.guest != access.guest or table.row.state == FINISHED:
                    continue
                seat.guest, seat.away = None, False
                if table.row.state == WAITING:
                    seat.kind, seat.name, seat.level = OPEN, "", ""
                else:
                    seat.kind, seat.level = BOT, seat.level or LEVELS[1]
                    seat.name = _bot_name(table.names)
        return table

    def delete(self, id: str, guest: Guest) -> None:
        """The host takes the table away, unless others play or have played there."""
        with self._changing(id, guest) as change:
            table = change.table
            _require_host(table, guest)
            if table.row.daily is not None:
                raise Conflict("daily-stays")
            others = [seat for seat in table.seats if seat.guest not in (None, guest.id)]
            if others and table.row.state != WAITING:
                raise Conflict("others-play")
            change.gone = True

    def _access_of(self, change: Change, host: Guest, name: str) -> AccessRow:
        """The row of the guest who is called so at the table, for its host."""
        table = change.table
        _require_host(table, host)
        present = self._tables.hub.present(table.id)
        for id, own_name in present.items():
            table.name_of(id, own_name)
        found = table.guest_called(name)
        if found is None or found == host.id:
            raise Missing("no-guest")
        row = table.access.get(found)
        if row is None:
            row = AccessRow(table=table.id, guest=found, may_sit=False, muted=False, removed=False)
            change.session.add(row)
            table.access[found] = row
        return row

    @contextmanager
    def _changing(self, id: str, guest: Guest) -> Iterator[Change]:
        """A change of who sits where, by a guest who may see the table."""
        with self._tables.changing(id) as change:
            self._tables.require_open(change.table, guest)
            was_waiting = change.table.row.state == WAITING
            yield change
            change.lobby = True
            if was_waiting and change.table.row.state == RUNNING:
                change.table.deal()


def new_table(
    game: Game, host: Guest, players: int, options: dict[str, Any], chance: Chance
) -> TableRow:
    """A table nobody has touched yet."""
    moment = now()
    return TableRow(
        id=new_id(),
        game=game.id,
        version=game.version,
        players=players,
        options=options,
        seed=chance.seed,
        chance=chance.key,
        host=host.id,
        public=False,
        key=new_key(),
        watch_key=new_key(),
        state=WAITING,
        created=moment,
        touched=moment,
        looked=moment,
        revision=0,
        uploaded=False,
    )


def _seat(table: Table, number: int) -> SeatRow:
    if not 0 <= number < len(table.seats):
        raise Missing("no-seat")
    return table.seats[number]


def _require_host(table: Table, guest: Guest) -> None:
    if table.row.host != guest.id:
        raise Forbidden("host-only")


def _bot_names(number: int) -> list[str]:
    names = words("tianxia.server").say("bot-names").split(", ")
    return random.sample(names, number)


def _bot_name(taken: Sequence[str]) -> str:
    return next(name for name in _bot_names(len(taken) + 1) if name not in taken)
