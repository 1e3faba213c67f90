"""Everything that can be done at a table, for guests and bots alike.

Synchronous and safe to call from any thread. A decision is stored before anybody is told.
"""

import logging
import random
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import bindparam, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ..bots import LEVELS
from ..engine.errors import (
    IllegalAction,
    NotationError,
    OptionError,
    RecordError,
    UndoError,
    UnknownGame,
)
from ..engine.game import Game
from ..engine.record import Record, read_record
from ..engine.registry import game as find_game
from ..text import words
from .errors import Conflict, Forbidden, Invalid, Missing, Refused
from .guests import Guest, clean_text
from .live import LOBBY, Hub, games_of
from .metrics import Metrics
from .play import Play
from .storage import (
    BOT,
    FINISHED,
    OPEN,
    PERSON,
    PLAY,
    RUNNING,
    UNDO,
    WAITING,
    AccessRow,
    ChatRow,
    DecisionRow,
    GuestRow,
    SeatRow,
    Storage,
    TableRow,
    new_id,
    new_key,
    now,
)

SEED_BITS = 60
KEPT_IN_MEMORY = 400
MOST_ACTIONS = 60
LONGEST_CHAT = 500
CHAT_SHOWN = 100
#: Guests who neither host nor sit may have this many unfinished tables of their own.
MOST_TABLES = 50
#: Tables nobody has touched for so long are no longer offered to strangers.
STALE_SECONDS = 6 * 3600

# What is asked at every request, put together once.
REVISION = select(TableRow.revision).where(TableRow.id == bindparam("id"))
SEATS = select(SeatRow).where(SeatRow.table == bindparam("id")).order_by(SeatRow.number)
CHAT = (
    select(ChatRow.guest, GuestRow.name, ChatRow.text, ChatRow.at)
    .join(GuestRow, GuestRow.id == ChatRow.guest)
    .where(ChatRow.table == bindparam("id"))
    .order_by(ChatRow.id.desc())
    .limit(CHAT_SHOWN)
)
DECISIONS = (
    select(DecisionRow)
    .where(DecisionRow.table == bindparam("id"), DecisionRow.number >= bindparam("since"))
    .order_by(DecisionRow.number)
)
TOUCH = (
    update(TableRow.__table__)  # type: ignore[arg-type]
    .where(TableRow.id == bindparam("id_"))
    .values(touched=bindparam("now"), revision=TableRow.revision + 1)
    .returning(TableRow.revision)
)
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Plan:
    """What a new table shall be. Seats are `me`, `open`, or a bot's level."""

    game: str
    options: dict[str, Any]
    seats: Sequence[str]
    public: bool = False
    daily: str | None = None


@dataclass(frozen=True)
class Said:
    """A line of the chat."""

    guest: str
    name: str
    text: str
    at: float


class Table:
    """A table as read from storage; `play` once it has begun."""

    def __init__(self, row: TableRow, seats: list[SeatRow]) -> None:
        self.row = row
        self.seats = seats
        self.play: Play | None = None
        #: What was said last, the oldest first.
        self.said: list[Said] = []
        #: The revision all this is of; before it was read, none.
        self.revision = -1
        self.lock = threading.RLock()

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return self.row.id

    @property
    def game(self) -> Game:
        """What is played here."""
        return find_game(self.row.game)

    @property
    def names(self) -> list[str]:
        """Who sits where."""
        return [seat.name for seat in self.seats]

    def begun(self) -> Play:
        """The game, or a refusal while there is none."""
        if self.play is None:
            raise Conflict("not-begun")
        return self.play

    def seat_of(self, guest: Guest | None) -> int | None:
        """Where the guest sits, also while a bot stands in."""
        for seat in self.seats:
            if guest is not None and seat.guest == guest.id:
                return seat.number
        return None

    def played_by_bot(self, seat: int) -> bool:
        """Does a bot decide for this seat now?"""
        return self.seats[seat].kind == BOT or self.seats[seat].away

    def public_to(self, guest: Guest | None) -> bool:
        """May anybody look at it, or is it the guest's own?"""
        host = guest is not None and self.row.host == guest.id
        return self.row.public or host or self.seat_of(guest) is not None


class Tables:
    """All tables."""

    def __init__(self, storage: Storage, hub: Hub, metrics: Metrics) -> None:
        self.storage = storage
        self.hub = hub
        self.metrics = metrics
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    # Reading

    @contextmanager
    def opened(self, id: str) -> Iterator[Table]:
        """The table as it is now, held by this thread until the end of the block."""
        with self._lock:
            table = self._kept.get(id)
        if table is None:
            fresh = self._load(id)
            with self._lock:
                table = self._kept.setdefault(id, fresh)
                self._kept.move_to_end(id)
                while len(self._kept) > KEPT_IN_MEMORY:
                    self._kept.popitem(last=False)
        with table.lock:
            self._refresh(table)
            yield table

    @contextmanager
    def seen(self, id: str, guest: Guest | None) -> Iterator[Table]:
        """As `opened`, for a guest who may look at it; to others it does not exist."""
        with self.opened(id) as table:
            if not (
                table.public_to(guest)
                or self.shows_daily(table.row, guest)
                or self._access(id, guest)
            ):
                raise Missing
            yield table

    def may_sit(self, table: Table, guest: Guest) -> bool:
        """May the guest take an open seat here?"""
        if table.public_to(guest):
            return True
        access = self._access(table.id, guest)
        return access is not None and access.may_sit

    def running(self) -> list[str]:
        """The tables where a game is going on."""
        with self.storage.session() as session:
            return list(session.scalars(select(TableRow.id).where(TableRow.state == RUNNING)))

    def waiting(self) -> list[Table]:
        """Public tables with an open seat, the newest first."""
        return self._list(
            select(TableRow)
            .where(TableRow.state == WAITING, TableRow.public, TableRow.touched > _stale())
            .order_by(TableRow.touched.desc())
            .limit(30)
        )

    def watchable(self) -> list[Table]:
        """Public games going on."""
        return self._list(
            select(TableRow)
            .where(TableRow.state == RUNNING, TableRow.public, TableRow.touched > _stale())
            .order_by(TableRow.touched.desc())
            .limit(10)
        )

    def mine(self, guest: Guest, finished: bool, limit: int = 20) -> list[Table]:
        """The guest's tables, the last touched first."""
        seats = select(SeatRow.table).where(SeatRow.guest == guest.id)
        states = (FINISHED,) if finished else (WAITING, RUNNING)
        return self._list(
            select(TableRow)
            .where(
                TableRow.state.in_(states),
                or_(TableRow.id.in_(seats), TableRow.host == guest.id),
            )
            .order_by(TableRow.touched.desc())
            .limit(limit)
        )

    def daily(self, game: str, day: str) -> list[Table]:
        """The finished daily games of a day, the best first."""
        found = self._list(
            select(TableRow).where(
                TableRow.daily == day, TableRow.game == game, TableRow.state == FINISHED
            )
        )
        return sorted(found, key=lambda table: -(table.row.scores or [0])[0])

    def daily_of(self, game: str, day: str, guest: Guest) -> str | None:
        """The guest's own table of that day."""
        with self.storage.session() as session:
            return session.scalar(
                select(TableRow.id).where(
                    TableRow.daily == day, TableRow.game == game, TableRow.host == guest.id
                )
            )

    def shows_daily(self, row: TableRow, guest: Guest | None) -> bool:
        """May the guest see this finished daily game: is the day over, or the own one finished?"""
        if row.daily is None or row.state != FINISHED:
            return False
        if row.daily < today().isoformat():
            return True
        own = self.daily_of(row.game, row.daily, guest) if guest else None
        with self.storage.session() as session:
            return own is not None and session.get_one(TableRow, own).state == FINISHED

    def count(self) -> dict[str, int]:
        """How many tables there are in each state."""
        with self.storage.session() as session:
            found = session.execute(select(TableRow.state, func.count()).group_by(TableRow.state))
            return {row.state: row[1] for row in found}

    # Before the game

    def create(self, guest: Guest, plan: Plan) -> str:
        """A new table, begun at once if no seat is open."""
        game = _find(plan.game)
        try:
            options = game.complete(len(plan.seats), plan.options)
        except OptionError as error:
            raise Invalid(str(error)) from error
        if plan.seats.count("me") > 1:
            raise Invalid("a guest takes one seat")
        if len(self.mine(guest, finished=False, limit=MOST_TABLES)) >= MOST_TABLES:
            raise Conflict("too-many-tables", number=MOST_TABLES)
        seed = _daily_seed(game, plan.daily) if plan.daily else secrets.randbits(SEED_BITS)
        row = _table_row(game, guest, len(plan.seats), options, seed)
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
        if not any(seat.kind == OPEN for seat in seats):
            row.state = RUNNING
        with self.storage.writing() as session:
            session.add(row)
            session.flush()
            session.add_all(seats)
        self._changed(row, seats, lobby=True)
        return row.id

    def enter(self, id: str, guest: Guest, key: str) -> None:
        """Come in through a private link."""
        with self.opened(id) as table:
            may_sit = secrets.compare_digest(key.encode(), table.row.key.encode())
            may_watch = secrets.compare_digest(key.encode(), table.row.watch_key.encode())
            if not (may_sit or may_watch):
                raise Missing
            with self.storage.writing() as session:
                row = session.get(AccessRow, (id, guest.id))
                if row is None:
                    session.add(AccessRow(table=id, guest=guest.id, may_sit=may_sit))
                elif may_sit:
                    row.may_sit = True

    def sit(self, id: str, guest: Guest, number: int) -> None:
        """Take an open seat, or one's own again from the bot that stood in."""

        def change(table: Table, session: Session) -> None:
            if not 0 <= number < len(table.seats):
                raise Missing("no-seat")
            own = table.seat_of(guest)
            if own is not None and own != number:
                raise Conflict("seated-already")
            seat = session.get_one(SeatRow, (id, number), with_for_update=True)
            if own == number:
                seat.away = False
                return
            if table.row.state != WAITING or seat.kind != OPEN:
                raise Conflict("seat-taken")
            if not self.may_sit(table, guest):
                raise Forbidden("watch-only")
            seat.kind, seat.guest, seat.name = PERSON, guest.id, guest.name
            others = [other for other in table.seats if other.number != number]
            if not any(other.kind == OPEN for other in others):
                session.get_one(TableRow, id).state = RUNNING

        self._change_seats(id, guest, change)

    def leave(self, id: str, guest: Guest) -> None:
        """Give the seat up: before the game it is open again, afterwards a bot plays it."""

        def change(table: Table, session: Session) -> None:
            own = table.seat_of(guest)
            if own is None:
                raise Conflict("not-seated")
            seat = session.get_one(SeatRow, (id, own))
            if table.row.state == WAITING:
                seat.kind, seat.guest, seat.name = OPEN, None, ""
            elif table.row.state == RUNNING:
                seat.away = True
                seat.level = seat.level or LEVELS[1]
            else:
                raise Conflict("game-over")

        self._change_seats(id, guest, change)

    def set_seat(self, id: str, guest: Guest, number: int, wanted: str) -> None:
        """The host makes a seat open, or gives it to a bot, before the game."""

        def change(table: Table, session: Session) -> None:
            _require_host(table, guest)
            if table.row.state != WAITING:
                raise Conflict("begun")
            if not 0 <= number < len(table.seats):
                raise Missing("no-seat")
            if wanted != OPEN and wanted not in LEVELS:
                raise Invalid(f"a seat is open, {', '.join(LEVELS)}; got {wanted!r}")
            seat = session.get_one(SeatRow, (id, number))
            if seat.kind == PERSON:
                raise Conflict("seat-taken")
            if wanted == OPEN:
                seat.kind, seat.name, seat.level = OPEN, "", ""
            else:
                seat.kind, seat.level = BOT, wanted
                seat.name = _bot_name(table.names)

        self._change_seats(id, guest, change)

    def start(self, id: str, guest: Guest, level: str) -> None:
        """The host begins; bots of that level take the seats still open."""

        def change(table: Table, session: Session) -> None:
            _require_host(table, guest)
            if table.row.state != WAITING:
                raise Conflict("begun")
            if level not in LEVELS:
                raise Invalid(f"a level is {', '.join(LEVELS)}; got {level!r}")
            names = table.names
            for open in table.seats:
                if open.kind == OPEN:
                    seat = session.get_one(SeatRow, (id, open.number))
                    seat.kind, seat.level, seat.name = BOT, level, _bot_name(names)
                    names.append(seat.name)
            session.get_one(TableRow, id).state = RUNNING

        self._change_seats(id, guest, change)

    # The game

    def decide(self, id: str, guest: Guest, question: int, actions: Sequence[str]) -> None:
        """Answer the question of that number, in one or several steps that count as one."""

        def seat_of(table: Table) -> int:
            seat = self._own_seat(table, guest)
            if table.seats[seat].away:
                raise Conflict("away")
            return seat

        self._decide(id, seat_of, question, actions, by_bot=False)

    def decide_as_bot(self, id: str, seat: int, question: int, action: str) -> None:
        """As `decide`, for a bot that sits or stands in there."""

        def seat_of(table: Table) -> int:
            if not table.played_by_bot(seat):
                raise Conflict("not-a-bot")
            return seat

        self._decide(id, seat_of, question, [action], by_bot=True)

    def undo(self, id: str, guest: Guest) -> None:
        """Take back one's last decision, a secret answer as a whole, if that can hurt nobody."""

        def attempt(table: Table) -> list[DecisionRow]:
            seat = self._own_seat(table, guest)
            play = table.begun()
            if play.state.over():  # the result stands
                raise Conflict("game-over")
            if table.seats[seat].away:
                raise Conflict("away")
            if play.match.undoable(seat) is None:
                raise Conflict("no-undo")
            steps = play.steps(seat) if play.state.secret() else 1
            return [_row(table, play.rows + n, UNDO, seat, "", False) for n in range(steps)]

        try:
            self._append(id, attempt)
        except UndoError as error:
            raise Conflict("no-undo") from error

    def due_bots(self, id: str) -> list[tuple[int, int, str, str, dict[str, Any]]]:
        """The bots that must decide now: seat, question, level, game, and what they may know."""
        with self.opened(id) as table:
            play = table.play
            if play is None or table.row.state != RUNNING:
                return []
            due = []
            for seat in play.state.actors():
                question = play.question(seat)
                if table.played_by_bot(seat) and question is not None:
                    dealt = play.state.determinize(seat, secrets.randbits(SEED_BITS)).to_dict()
                    level = table.seats[seat].level or LEVELS[1]
                    due.append((seat, question, level, play.game.id, dealt))
            return due

    # Around the game

    def say(self, id: str, guest: Guest, text: str) -> None:
        """Say something at the table."""
        with self.seen(id, guest), self.storage.writing() as session:
            line = clean_text(text, LONGEST_CHAT, "message")
            session.add(ChatRow(table=id, guest=guest.id, text=line, at=now()))
            _touch(session, id)
        self.hub.publish(id)

    def rematch(self, id: str, guest: Guest) -> str:
        """Another game with the same people; the second to ask comes to the same table."""
        with self.seen(id, guest) as table:
            if table.row.state != FINISHED:
                raise Conflict("not-over")
            if table.seat_of(guest) is None:
                raise Forbidden("not-seated")
            if table.row.rematch:
                return table.row.rematch
            row = _table_row(
                table.game,
                guest,
                table.row.players,
                table.row.options,
                secrets.randbits(SEED_BITS),
            )
            row.public, row.state = table.row.public, RUNNING
            with self.storage.writing() as session:
                old = session.get_one(TableRow, id, with_for_update=True)
                if old.rematch:  # another process was faster
                    return old.rematch
                old.rematch = row.id
                _touch(session, id)
                session.add(row)
                session.flush()
                for seat in table.seats:
                    # The others come when they like; nobody's seat is played by a bot meanwhile.
                    session.add(
                        SeatRow(
                            table=row.id,
                            number=seat.number,
                            kind=seat.kind,
                            guest=seat.guest,
                            level=seat.level,
                            name=seat.name,
                            away=False,
                        )
                    )
        self._changed(row, table.seats, lobby=True)
        self.hub.publish(id)
        return row.id

    def upload(self, guest: Guest, text: str) -> str:
        """A record to watch: a finished table of nobody's, seen by link."""
        try:
            record = read_record(text)
        except RecordError as error:
            raise Invalid(str(error)) from error
        state = record.replay()
        if not state.over():
            raise Invalid("the game of this record is not over")
        row = _table_row(record.game, guest, record.players, record.options, record.seed)
        row.state, row.uploaded, row.public = FINISHED, True, True
        row.scores, row.winners = state.scores(), state.winners()
        told = words("tianxia.server")
        with self.storage.writing() as session:
            session.add(row)
            session.flush()
            for number in range(record.players):
                name = told.say("seat", number=number + 1)
                session.add(
                    SeatRow(table=row.id, number=number, kind=BOT, level="", name=name, away=False)
                )
            for number, (seat, action) in enumerate(record.decisions):
                session.add(
                    DecisionRow(
                        table=row.id,
                        number=number,
                        kind=PLAY,
                        seat=seat,
                        action=record.game.space.text(action),
                        by_bot=False,
                        at=row.created,
                    )
                )
        return row.id

    def record(self, id: str, guest: Guest | None) -> str:
        """The record of a finished game; before the end it would tell every secret."""
        with self.seen(id, guest) as table:
            play = table.begun()
            if not play.state.over():
                raise Conflict("record-later")
            return play.match.record.text()

    # Within

    def _own_seat(self, table: Table, guest: Guest) -> int:
        seat = table.seat_of(guest)
        if seat is None:
            if not table.public_to(guest) and self._access(table.id, guest) is None:
                raise Missing
            raise Forbidden("not-seated")
        return seat

    def _decide(
        self,
        id: str,
        seat_of: Callable[[Table], int],
        question: int,
        actions: Sequence[str],
        by_bot: bool,
    ) -> None:
        def attempt(table: Table) -> list[DecisionRow]:
            seat = seat_of(table)
            play = table.begun()
            if play.state.over():
                raise Conflict("game-over")
            asked = play.question(seat)
            if asked is None:
                waiting = [table.names[other] for other in play.state.actors()]
                raise Conflict("not-your-turn", players=words().join(waiting))
            if asked != question:
                raise Conflict("stale")
            if not 0 < len(actions) <= MOST_ACTIONS:
                raise Invalid(f"an answer has 1 to {MOST_ACTIONS} actions")
            try:
                numbers = [play.game.space.parse(action) for action in actions]
                play.check(seat, numbers)
            except (NotationError, IllegalAction) as error:
                raise Refused(
                    422, "illegal", reason=_for_people(str(error), seat, table)
                ) from error
            return [
                _row(table, play.rows + step, PLAY, seat, play.game.space.text(action), by_bot)
                for step, action in enumerate(numbers)
            ]

        self._append(id, attempt)

    def _append(self, id: str, attempt: Callable[[Table], list[DecisionRow]]) -> None:
        """Store what `attempt` finds right, then carry it out; if others wrote first, look again."""
        while True:
            with self.opened(id) as table:
                rows = attempt(table)
                try:
                    with self.storage.writing() as session:
                        session.add_all(rows)
                        revision = _touch(session, id)
                except IntegrityError:
                    log.info("another process decided first", extra={"table": id})
                    continue
                play = table.begun()
                for row in rows:
                    play.read(row)
                    by = "undo" if row.kind == UNDO else "bot" if row.by_bot else "person"
                    self.metrics.decisions.labels(table.row.game, by).inc()
                if revision == table.revision + 1:  # nobody changed anything else meanwhile
                    table.revision = revision
                self._note_end(table)
            break
        self._changed(table.row, table.seats, lobby=table.row.state == FINISHED)

    def _note_end(self, table: Table) -> None:
        play = table.play
        if play is None or not play.state.over() or table.row.state == FINISHED:
            return
        with self.storage.writing() as session:
            row = session.get_one(TableRow, table.id)
            row.state = FINISHED
            row.scores, row.winners = play.state.scores(), play.state.winners()
            _touch(session, table.id)
        table.row = row

    def _change_seats(
        self, id: str, guest: Guest, change: Callable[[Table, Session], None]
    ) -> None:
        with self.seen(id, guest) as table:
            with self.storage.writing() as session:
                change(table, session)
                _touch(session, id)
            self._refresh(table)
        self._changed(table.row, table.seats, lobby=True)

    def _changed(self, row: TableRow, seats: Sequence[SeatRow], lobby: bool = False) -> None:
        """Tell the table's pages, the front pages of those whose game it is, perhaps the lobby."""
        guests = {row.host, *(seat.guest for seat in seats)}
        also = [games_of(guest) for guest in guests if guest]
        self.hub.publish(row.id, [*also, LOBBY] if lobby and row.public else also)

    def _load(self, id: str) -> Table:
        with self.storage.session() as session:
            row = session.get(TableRow, id)
            if row is None:
                raise Missing
            return Table(row, [])

    def _refresh(self, table: Table) -> None:
        with self.storage.session() as session:
            if session.scalar(REVISION, {"id": table.id}) == table.revision:
                return  # nobody changed anything since
            table.row = session.get_one(TableRow, table.id)
            table.seats = list(session.scalars(SEATS, {"id": table.id}))
            said = session.execute(CHAT, {"id": table.id}).all()
            table.said = [Said(*line) for line in reversed(said)]
            if table.row.state != WAITING:
                if table.play is None:
                    table.play = _new_play(table.row)
                since = {"id": table.id, "since": table.play.rows}
                for row in session.scalars(DECISIONS, since):
                    table.play.read(row)
            table.revision = table.row.revision
        self._note_end(table)

    def _access(self, id: str, guest: Guest | None) -> AccessRow | None:
        if guest is None:
            return None
        with self.storage.session() as session:
            return session.get(AccessRow, (id, guest.id))

    def _list(self, query: Any) -> list[Table]:
        """Tables for a list: without their games."""
        with self.storage.session() as session:
            rows = list(session.scalars(query))
            seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            for seat in session.scalars(
                select(SeatRow).where(SeatRow.table.in_(seats)).order_by(SeatRow.number)
            ):
                seats[seat.table].append(seat)
        return [Table(row, seats[row.id]) for row in rows]


def _touch(session: Session, id: str) -> int:
    """Note that something about the table changed: its revision then.

    The database counts, so no change is missed.
    """
    revision = session.scalar(TOUCH, {"id_": id, "now": now()})
    assert isinstance(revision, int)
    return revision


def _new_play(row: TableRow) -> Play:
    game = _find(row.game)
    if row.version != game.version:
        raise Conflict("other-version", version=row.version, now=game.version)
    return Play(Record(game, row.players, int(row.seed), row.options))


def _table_row(
    game: Game, host: Guest, players: int, options: dict[str, Any], seed: int
) -> TableRow:
    moment = now()
    return TableRow(
        id=new_id(),
        game=game.id,
        version=game.version,
        players=players,
        options=options,
        seed=str(seed),
        host=host.id,
        public=False,
        key=new_key(),
        watch_key=new_key(),
        state=WAITING,
        created=moment,
        touched=moment,
        revision=0,
        uploaded=False,
    )


def _row(table: Table, number: int, kind: str, seat: int, action: str, by_bot: bool) -> DecisionRow:
    return DecisionRow(
        table=table.id, number=number, kind=kind, seat=seat, action=action, by_bot=by_bot, at=now()
    )


def _find(id: str) -> Game:
    try:
        return find_game(id)
    except UnknownGame as error:
        raise Missing("no-game") from error


def _require_host(table: Table, guest: Guest) -> None:
    if table.row.host != guest.id:
        raise Forbidden("host-only")


def today() -> date:
    """The day of the daily games: the same everywhere."""
    return datetime.now(UTC).date()


def _daily_seed(game: Game, day: str) -> int:
    if game.daily_seed is None:
        raise Missing("no-day")
    return game.daily_seed(date.fromisoformat(day))


def _bot_names(number: int) -> list[str]:
    names = words("tianxia.server").say("bot-names").split(", ")
    return random.sample(names, number)


def _bot_name(taken: Sequence[str]) -> str:
    return next(name for name in _bot_names(len(taken) + 1) if name not in taken)


def _for_people(reason: str, seat: int, table: Table) -> str:
    """The engine speaks of `player 0`; people have names."""
    return reason.replace(f"player {seat}", table.names[seat])


def _stale() -> float:
    return now() - STALE_SECONDS
