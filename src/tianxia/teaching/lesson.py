"""Lessons as a game's folder tells them: `lessons.toml`, its words in `messages/`.

    [script]
    long = ["0 bid 7", "1 bid 3"]    # decisions that several lessons begin after

    [[lesson]]
    id = "bids"                      # its title is the message lesson-bids
    players = 2
    seed = 12                        # options = {...} where the game has them
    after = ["0 bid 7", "1 bid 3"]   # decisions before the lesson begins; or script = "long" and
    seat = 0                         # at = 2: so many of a script. The learner's seat
    extra = true                     # about an expansion: the first game can be played without it

    [[lesson.step]]
    id = "row"                       # its words are lesson-bids-row
    point = ["row"]                  # pieces of the board that are meant; the rest steps back,
    see = ["bids"]                   # but for what one looks at to decide

What a step is follows from what it has:

    play = ["1 bid 3"]               what others do; nothing is asked
    do = ["bid 7", "bid 6"]          the learner decides; other decisions are answered and not carried
                                     out. answers = { "bid 1" = "low" } says which words answer one:
                                     lesson-bids-row-low; else lesson-bids-row-other, else a general one
    want = [{ at = "row.1.bids.0", from = 4, else = "low" }]
                                     an answer of several decisions: each is carried out, and with the
                                     one that completes it the view must be so (from, to, or both), or
                                     all are taken back with the words of `else`. `do` is one that fits
    predict = "scores.0"             what will that be, in the learner's view, once `tries` were played?
    tries = ["0 claim noble-3"]      The engine answers. change = true: by how much will it change?
                                     as = "seat": who is it?
    until = { over = true }          the learner plays on freely, `bots` in the other seats, until the
    bots = "novice"                  view says so; at every question that comes up for the first time
                                     lesson-on-<question> is said, if there are such words. coach = true:
                                     a decision clearly worse than another is told so, with the better one;
                                     not at questions of which quiet = ["item"] names the kind
    (nothing)                        something is said

Any step may begin elsewhere: start = { seed = 3, script = "long", at = 2, options = {...} }, where what
is not named stays as the lesson has it. If the learner answered something just before, what came of it
is seen first: a `PAUSE` goes before such a step by itself.

`teaches = ["Bidding 2", "The Heir"]` says which rules a step teaches (see rules.py for what they are
called). What no step teaches stands in a table with the reason why it is left to be read:

    [reference]
    "Rulings" = "answers to questions that seldom come up"

Titles and words may be shown in a terminal and in a browser. `point` has names of the board's own:
of what is explained there (`data-explain`; `goal` means all of `goal-heir`, `goal-palace`, ...), or of
a part of it (`data-part`), which is called part-<name> in words.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import inf
from typing import Any

from ..engine.errors import TianxiaError
from ..engine.game import Game
from ..engine.registry import game as find_game

FILE = "lessons.toml"
Scripts = Mapping[str, Sequence[str]]
SHOW, PLAY, DO, PREDICT, FREE = "show", "play", "do", "predict", "free"
#: What makes a step be of a kind, and what such a step may have beside it.
KINDS: dict[str, tuple[str, ...]] = {
    PLAY: ("play",),
    DO: ("do", "answers", "want"),
    PREDICT: ("predict", "tries", "change", "as"),
    FREE: ("until", "bots", "coach", "quiet"),
}
COMMON = ("id", "point", "see", "start", "teaches")
WANT_KEYS = ("at", "from", "to", "else")
START_KEYS = ("seed", "options", "after", "script", "at")
LESSON_KEYS = ("id", "players", "seat", "extra", "step", *START_KEYS)


class LessonError(TianxiaError, ValueError):
    """No such lesson, or one that is not told properly."""


@dataclass(frozen=True)
class Start:
    """Where a game stands when a lesson or a step begins."""

    seed: int
    options: Mapping[str, Any]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Want:
    """How the learner's view must be once an answer of several decisions is complete."""

    path: str
    least: float
    most: float
    #: Which words are said if it is not.
    part: str


@dataclass(frozen=True)
class Step:
    """One step; what its kind does not use is empty."""

    id: str
    kind: str
    start: Start | None = None
    point: tuple[str, ...] = ()
    #: `play` and `tries` with the seat, `do` without.
    decisions: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    wants: tuple[Want, ...] = ()
    path: str = ""
    change: bool = False
    seats: bool = False
    until: Mapping[str, Any] = field(default_factory=dict)
    bots: str = "novice"
    coach: bool = False
    quiet: tuple[str, ...] = ()
    teaches: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


#: Where what came of an answer is looked at before the next step begins elsewhere.
PAUSE = Step("", SHOW)


@dataclass(frozen=True)
class Lesson:
    """A start and the steps from there."""

    game: str
    id: str
    players: int
    seat: int
    start: Start
    steps: tuple[Step, ...]
    extra: bool = False

    def words(self, step: Step, part: str = "") -> str:
        """The id of a step's words."""
        if step is PAUSE:
            return "lesson-pause"
        return "-".join(filter(None, ("lesson", self.id, step.id, part)))


@cache
def lessons(game_id: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they are taught."""
    game = find_game(game_id)
    return read(game, _file(game))


def reference(game_id: str) -> dict[str, str]:
    """The rules of a game that no lesson teaches, each with the reason."""
    told: dict[str, str] = tomllib.loads(_file(find_game(game_id))).get("reference", {})
    return told


def _file(game: Game) -> str:
    """The game's file of lessons; empty if it has none."""
    path = files(game.package).joinpath(FILE) if game.package else None
    return path.read_text("utf-8") if path is not None and path.is_file() else ""


def lesson(game_id: str, id: str) -> Lesson:
    """The lesson of that id."""
    for found in lessons(game_id):
        if found.id == id:
            return found
    known = ", ".join(found.id for found in lessons(game_id)) or "none"
    raise LessonError(f"{game_id} has no lesson {id!r}; it has: {known}")


def read(game: Game, text: str) -> tuple[Lesson, ...]:
    """What a file of lessons says; `LessonError` names the place that is wrong."""
    data = tomllib.loads(text)
    scripts: Scripts = data.get("script", {})
    found = [_lesson(game, told, scripts) for told in data.get("lesson", [])]
    ids = [each.id for each in found]
    for id in ids:
        if ids.count(id) > 1:
            raise LessonError(f"{game.id}: two lessons are called {id!r}")
    return tuple(found)


def _lesson(game: Game, told: dict[str, Any], scripts: Scripts) -> Lesson:
    where = f"{game.id}, lesson {told.get('id')!r}"
    _known(told, LESSON_KEYS, where)
    if "id" not in told or not told.get("step"):
        raise LessonError(f"{where}: a lesson has an id and steps")
    players = told.get("players", game.default_players)
    seat = told.get("seat", 0)
    if seat not in range(players):
        raise LessonError(f"{where}: the learner's seat is one of 0 to {players - 1}; got {seat!r}")
    start = _start(game, players, told, scripts, where)
    steps = []
    for each in told["step"]:
        elsewhere = None
        if "start" in each:
            _known(each["start"], START_KEYS, f"{where}, step {each.get('id')!r}")
            same = {key: told[key] for key in ("seed", "options") if key in told}
            elsewhere = _start(game, players, same | each["start"], scripts, where)
        steps.append(_step(each, elsewhere, where))
    ids = [step.id for step in steps]
    for id in ids:
        if ids.count(id) > 1:
            raise LessonError(f"{where}: two steps are called {id!r}")
    return Lesson(
        game.id,
        told["id"],
        players,
        seat,
        start,
        tuple(_with_pauses(steps)),
        told.get("extra", False),
    )


def _with_pauses(steps: Sequence[Step]) -> Iterator[Step]:
    unseen = False
    for step in steps:
        if step.start is not None and unseen:
            yield PAUSE
        yield step
        unseen = step.kind != SHOW


def _start(
    game: Game, players: int, told: Mapping[str, Any], scripts: Scripts, where: str
) -> Start:
    after: Sequence[str] = told.get("after", ())
    if "script" in told:
        if told["script"] not in scripts:
            raise LessonError(f"{where}: there is no script {told['script']!r}")
        after = scripts[told["script"]][: told.get("at")]
    return Start(told.get("seed", 0), game.complete(players, told.get("options", {})), tuple(after))


def _step(told: dict[str, Any], start: Start | None, where: str) -> Step:
    where = f"{where}, step {told.get('id')!r}"
    if "id" not in told:
        raise LessonError(f"{where}: a step has an id")
    kinds = [kind for kind, keys in KINDS.items() if keys[0] in told]
    if len(kinds) > 1:
        raise LessonError(f"{where}: is it {' or '.join(kinds)}?")
    kind = kinds[0] if kinds else SHOW
    _known(told, (*COMMON, *KINDS.get(kind, ())), where)
    decisions = told.get("play") or told.get("do") or told.get("tries") or ()
    if told.get("as", "number") not in ("number", "seat"):
        raise LessonError(f"{where}: a prediction is a number or a seat; got {told['as']!r}")
    return Step(
        told["id"],
        kind,
        start,
        tuple(told.get("point", ())),
        tuple(decisions),
        told.get("answers", {}),
        tuple(_want(want, where) for want in told.get("want", ())),
        told.get("predict", ""),
        told.get("change", False),
        told.get("as") == "seat",
        told.get("until", {}),
        told.get("bots", "novice"),
        told.get("coach", False),
        tuple(told.get("quiet", ())),
        tuple(told.get("teaches", ())),
        tuple(told.get("see", ())),
    )


def _want(told: dict[str, Any], where: str) -> Want:
    _known(told, WANT_KEYS, where)
    if "at" not in told or "else" not in told:
        raise LessonError(f"{where}: what is wanted says where (at) and what else is said (else)")
    return Want(told["at"], told.get("from", -inf), told.get("to", inf), told["else"])


def _known(told: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in told:
        if key not in keys:
            raise LessonError(f"{where}: expected {', '.join(keys)}; got {key!r}")
