"""What the API takes and gives."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Level = Literal["novice", "adept", "master", "sage"]
Wanted = Literal["me", "open", "novice", "adept", "master", "sage"]
Value = bool | int | str
#: PostgreSQL's text cannot hold a NUL; nobody can type one.
Plain = Annotated[str, Field(pattern=r"^[^\x00]*$")]
Key = Annotated[Plain, Field(min_length=1, max_length=64)]


class Body(BaseModel):
    """What a client sends: nothing unknown, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """Why nothing was done: a code for programs, a sentence for people."""

    code: str
    message: str


class GuestBody(Body):
    """The name of a guest."""

    name: Annotated[Plain, Field(min_length=1, max_length=80)]


class NewGuestBody(Body):
    """A new guest; who gives no name gets one."""

    name: Annotated[Plain, Field(min_length=1, max_length=80)] | None = None


class GuestOut(BaseModel):
    """A guest."""

    name: str


class NewGuestOut(GuestOut):
    """A guest, and the token that proves it: to programs; a browser has it where no script reads."""

    token: str | None


class OptionOut(BaseModel):
    """An option of a game."""

    name: str
    label: str
    default: Value
    choices: list[Value]


class GameOut(BaseModel):
    """A game that can be played here."""

    id: str
    title: str
    about: str
    version: int
    players: list[int]
    default_players: int
    minutes: int
    options: list[OptionOut]


class TableBody(Body):
    """A new table; the number of seats is the number of players."""

    game: Annotated[Plain, Field(max_length=60)]
    seats: Annotated[list[Wanted], Field(min_length=1, max_length=12)]
    options: dict[str, Value] = {}
    public: bool = False


class SeatBody(Body):
    """What the host makes of a seat."""

    wanted: Literal["open", "novice", "adept", "master", "sage"]


class StartBody(Body):
    """Who takes the seats still open."""

    level: Level = "adept"


class NameBody(Body):
    """Somebody at a table, by the name they have there."""

    name: Annotated[Plain, Field(min_length=1, max_length=80)]


class KeyBody(Body):
    """The key of a private link."""

    key: Key


class SeatOut(BaseModel):
    """A seat."""

    number: int
    kind: Literal["open", "person", "bot"]
    name: str
    level: str
    away: bool
    #: Given up for good.
    resigned: bool
    #: Whether a page of theirs is open.
    here: bool
    #: Has agreed to hints, at a table of several people.
    hints: bool = False


class TableOut(BaseModel):
    """A table as everybody who may see it sees it; the links only those who may pass them on."""

    id: str
    game: str
    state: Literal["waiting", "running", "finished"]
    options: dict[str, Value]
    public: bool
    seats: list[SeatOut]
    #: Guests without a seat whose page is open.
    watching: list[str]
    seat: int | None
    host: bool
    invite: str | None
    watch: str | None
    scores: list[int] | None
    winners: list[int] | None
    daily: str | None
    rematch: str | None
    #: Finished because nobody wanted to play on.
    given_up: bool
    #: Played at this house, or brought as a record that this house had signed.
    genuine: bool
    #: Whether its record can be had.
    record: bool
    #: Whether those who sit here may be told what to do: alone against bots, or all have agreed.
    hints: bool
    #: Played on from this table's game, after so many of its decisions.
    origin: str | None
    origin_move: int | None
    #: Whom the host has silenced; only the host is told.
    muted: list[str]


class ChoiceOut(BaseModel):
    """Something that may be chosen."""

    action: str
    words: str


class LineOut(BaseModel):
    """A line of the log; `move` is how many decisions the game then had."""

    move: int
    text: str


class ViewOut(BaseModel):
    """The game as one seat (or a spectator) may see it."""

    #: Answer with this number; none if nothing is asked of the seat.
    question: int | None
    prompt: str
    choices: list[ChoiceOut]
    undoable: bool
    #: Against bots alone: my decisions that may be taken back together with all that followed.
    rewinds: list[int] = []
    #: The last move that may be looked back to.
    moves: int
    view: dict[str, Any]
    log: list[LineOut]


class DecisionBody(Body):
    """An answer: the question's number and the action, or several steps that count as one."""

    question: Annotated[int, Field(ge=0, lt=2**31)]
    action: (
        Annotated[Plain, Field(min_length=1, max_length=200)]
        | Annotated[
            list[Annotated[Plain, Field(min_length=1, max_length=200)]],
            Field(min_length=1, max_length=60),
        ]
    )


class RewindBody(Body):
    """Back to before my decision of this number."""

    decision: Annotated[int, Field(ge=0, lt=2**31)]


class ChatBody(Body):
    """Something to say."""

    text: Annotated[Plain, Field(min_length=1, max_length=2000)]


class ChatOut(BaseModel):
    """Something said."""

    name: str
    text: str
    at: float


class NewTable(BaseModel):
    """The table that was made."""

    id: str


class HandOverOut(BaseModel):
    """The path at which another device becomes this guest, once and soon."""

    path: str


class DailyOut(BaseModel):
    """The court of a day: its best results, and the guest's own table."""

    day: str
    mine: str | None
    #: What it was drawn from, once the day is over; games of before there were keys have none.
    seed: str | None
    key: str | None
    results: list["ResultOut"]


class ResultOut(BaseModel):
    """A finished court."""

    name: str
    score: int
    table: str


class Health(BaseModel):
    """The server is well."""

    status: Literal["ok"]
    version: str
