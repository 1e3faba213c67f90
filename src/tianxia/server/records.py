"""Games as text: taken away when they are over, and brought to be watched."""

from ..engine.errors import RecordError
from ..engine.record import read_record
from ..text import words
from .daily import Chance, still_secret
from .errors import Conflict, Invalid
from .guests import Guest
from .seats import new_table
from .storage import BOT, FINISHED, PLAY, DecisionRow, SeatRow, Storage
from .tables import Tables


class Records:
    """The records of games played here and elsewhere."""

    def __init__(self, storage: Storage, tables: Tables) -> None:
        self._storage = storage
        self._tables = tables
        #: With it the house signs what was played here.
        self._key = storage.setting("signing").encode()

    def record(self, id: str, guest: Guest | None) -> str:
        """The record of a finished game; before the end it would tell every secret."""
        with self._tables.seen(id, guest) as table:
            play = table.begun()
            if table.row.state != FINISHED:
                raise Conflict("record-later")
            if still_secret(table.row):
                raise Conflict("record-tomorrow")
            # Who knows nothing of how a game came here cannot vouch for it.
            # Who plays on from a finished game has seen what comes.
            ours = (not table.row.uploaded or table.row.genuine) and table.row.origin is None
            record = play.match.record
            return record.signed(self._key) if ours else record.text()

    def upload(self, guest: Guest, text: str) -> str:
        """A record to watch: a finished table of nobody's, seen by link."""
        try:
            record = read_record(text)
        except RecordError as error:
            raise Invalid(str(error)) from error
        state = record.replay()
        if not state.over():
            raise Invalid("the game of this record is not over")
        chance = Chance(str(record.seed), record.key)
        row = new_table(record.game, guest, record.players, record.options, chance)
        row.state, row.uploaded, row.public = FINISHED, True, True
        row.scores, row.winners = state.scores(), state.winners()
        row.genuine = bool(record.signature) and record.signature_is(self._key)
        told = words("tianxia.server")
        seats = [
            SeatRow(
                table=row.id,
                number=number,
                kind=BOT,
                level="",
                name=told.say("seat", number=number + 1),
                away=False,
            )
            for number in range(record.players)
        ]
        with self._storage.writing() as session:
            self._tables.add(session, row, seats)
            session.add_all(
                DecisionRow(
                    table=row.id,
                    number=number,
                    kind=PLAY,
                    seat=seat,
                    action=record.game.space.text(action),
                    by_bot=False,
                    at=row.created,
                )
                for number, (seat, action) in enumerate(record.decisions)
            )
        return row.id
