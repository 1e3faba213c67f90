"""Puzzles: positions from games of bots with one clearly best decision.

`puzzles.toml` in a game's folder holds them; puzzle_maker.py writes it:

    version = 1                      # of the rules they were made for; with other rules none is shown
    maker = 2                        # of the program that made them, from the games with these seeds
    seeds = [1000, 1041]
    judges = { 2 = "learned" }       # by players, whose points the looks went by
    looked = { games = 320, reach = 36, questions = 1 }    # how long was searched (see analysis.Effort)

    [[game]]                         # a game of bots
    players = 3
    seed = 812
    options = { experienced = false }
    decisions = '''0 bid 7; 1 bid 3'''    # up to the last puzzle taken from it

    [[game.puzzle]]
    at = 57                          # the position after so many decisions
    seat = 1
    best = ["claim farmer"]          # what is accepted
    lead = 0.163                     # how much more it promises than anything else: of the chance
    error = 0.021                    # to win, alone in points; the standard error of that
    [game.puzzle.found]              # how often the levels find it
    novice = 0.33
    [game.puzzle.promises]           # each option's points and chance to win
    "claim farmer" = [49.7, 0.58]

Where an answer is laid out in pieces (a bid of several Energy), some whole answers are listed, and one of
these is asked for: their pieces stand in a row, as `"bid 1; bid 3; done"`.
"""

import hashlib
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from statistics import fmean
from typing import Any

from ..analysis import Effort, reasons, tell
from ..analysis.reasons import spoken
from ..engine.errors import IllegalAction, TianxiaError
from ..engine.events import Event
from ..engine.game import Game
from ..engine.record import Record
from ..engine.registry import game as find_game
from ..engine.state import State
from ..text import Words, words

FILE = "puzzles.toml"
#: Those who tried each puzzle when it was made, weakest first; the last one searches longest.
LEVELS = ("random", "novice", "greedy", "adept", "master")
#: Those whose failing makes a puzzle hard.
MEASURE = LEVELS[1:4]
#: Up to which share of failures it is called so: a novice fails now and then; a novice never succeeds,
#: but the others do; even these fail.
EASY, MEDIUM, HARD = "easy", "medium", "hard"
EASY_TO, MEDIUM_TO = 0.1, 0.34
#: What is answered to see the answer.
REVEAL = "reveal"
#: Between the pieces of an answer.
AND = "; "
#: Deals in which an event must happen to be told as what follows.
DEALS = 3
FOLLOWS = 3


def hardness(found: Mapping[str, float]) -> float:
    """The share of failures of those who measure it."""
    return 1 - fmean(found[level] for level in MEASURE)


def level_of(hard: float) -> str:
    """How hard that is, in a word."""
    return EASY if hard <= EASY_TO else MEDIUM if hard <= MEDIUM_TO else HARD


class PuzzleError(TianxiaError, ValueError):
    """No such puzzle, or one that is not told properly."""


@dataclass(frozen=True)
class Promise:
    """What an option promises: points in the end, and the chance to win."""

    points: float
    win: float


@dataclass(frozen=True)
class Reply:
    """What is said to an answer, sentence by sentence, and whether it was right."""

    accepted: bool
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position, who is asked, and what is best there."""

    game: str
    players: int
    seed: int
    options: Mapping[str, Any]
    #: Those before the position, as a record writes them.
    decisions: tuple[str, ...]
    seat: int
    best: tuple[str, ...]
    lead: float
    error: float
    #: By level, the share of tries in which it found the answer.
    found: Mapping[str, float]
    promises: Mapping[str, Promise]
    #: How long was searched to make it.
    looked: Effort

    @property
    def id(self) -> str:
        """What it is called, whichever others there are."""
        return f"{self.players}p-{self.seed}-{len(self.decisions)}-{self.seat}"

    @property
    def hardness(self) -> float:
        """From 0, which everybody finds, to 1."""
        return hardness(self.found)

    @property
    def level(self) -> str:
        """How hard it is, in a word."""
        return level_of(self.hardness)

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [words().say(f"seat-{seat}") for seat in range(self.players)]

    def record(self) -> Record:
        """The game up to here."""
        game = find_game(self.game)
        decisions = []
        for line in self.decisions:
            seat, _, notation = line.partition(" ")
            if not seat.isdigit():
                raise PuzzleError(f"{self.id}: expected a seat and a decision; got {line!r}")
            decisions.append((int(seat), game.space.parse(notation)))
        return Record(game, self.players, self.seed, dict(self.options), decisions)

    def position(self) -> State:
        """The position, secrets included: show `view(seat)` of it alone."""
        return self.record().replay()

    def news(self) -> list[str]:
        """What the one who is asked saw since deciding last, in words."""
        record = self.record()
        state = record.start()
        happened = _seen(state, self.seat)
        for player, action in record.decisions:
            state.play(player, action)
            if player == self.seat:
                happened = []
            happened += _seen(state, self.seat)
        language = words(record.game.package)
        return [language.event(event, self.names) for event in happened]

    @property
    def joint(self) -> bool:
        """Is it asked which of some whole answers is best, because each has several pieces?"""
        return any(AND in text for text in self.promises)

    def question(self) -> str:
        """What is asked, in words."""
        language = words(find_game(self.game).package)
        asked = language.prompt(self.position().view(self.seat), self.names)
        return language.say("puzzle-which", question=asked) if self.joint else asked

    def choices(self) -> list[tuple[str, str]]:
        """What may be answered, in notation and in words."""
        texts = list(self.promises)
        if not self.joint:
            state = self.position()
            texts = [state.game.space.text(action) for action in state.legal(self.seat)]
        return [(text, self.told(text)) for text in texts]

    def told(self, text: str) -> str:
        """An option in words."""
        game = find_game(self.game)
        return in_words(words(game.package), game, actions_of(game, text))

    def answer(self, text: str) -> Reply:
        """What is said to an answer, and whether it is right; `IllegalAction` if it is none."""
        say = words().say
        if text == REVEAL:
            return Reply(True, (say("puzzle-revealed"), *explained(self, self.best[0])))
        game = find_game(self.game)
        pieces = sorted(actions_of(game, text))  # they mean the same in whichever order
        for option, _ in self.choices():
            if sorted(actions_of(game, option)) == pieces:
                right = option in self.best
                said = say("puzzle-right" if right else "puzzle-wrong")
                return Reply(right, (said, *explained(self, option)))
        raise IllegalAction(say("lesson-illegal"))


def actions_of(game: Game, text: str) -> tuple[int, ...]:
    """The decisions an option consists of."""
    return tuple(game.space.parse(piece) for piece in text.split(AND))


def in_words(language: Words, game: Game, actions: Sequence[int]) -> str:
    """An option in words: of an answer in pieces, what the game says of several equal ones."""
    if len(actions) == 1:
        return language.action(game, actions[0])
    told = []
    for action, times in sorted(Counter(actions).items()):
        id = f"answer-{game.space.family(action).name}"
        if language.has(id):
            told.append(language.say(id, times=times, **game.space.args(action)))
    return language.join(told) if told else spoken(language, game, actions)


def explained(puzzle: Puzzle, chosen: str) -> list[str]:
    """The sentences that explain an option: what it promises beside the others, and why it is best.

    A wrong one is told what follows from it at once, and nothing that gives the answer away.
    """
    say = words(find_game(puzzle.game).package).say
    best = puzzle.promises[puzzle.best[0]]
    promise = puzzle.promises[chosen]
    option = puzzle.told(chosen)
    alone = puzzle.players == 1
    values = {"option": option, "points": round(promise.points), "win": _percent(promise.win)}
    told = [say("puzzle-promise-alone" if alone else "puzzle-promise", **values)]
    if chosen in puzzle.best:
        others = [text for text in puzzle.promises if text not in puzzle.best]
        near = max(others, key=lambda text: _worth(puzzle, text))
        rival = puzzle.promises[near]
        told.append(_compared(say, "puzzle-next", puzzle.told(near), best, rival, alone))
        return [*told, _why(puzzle, chosen, near)]
    told.append(_compared(say, "puzzle-behind", option, best, promise, alone))
    if follows := _follows(puzzle, chosen):
        told.append(say("puzzle-follows"))
        told += follows
    return told


def _why(puzzle: Puzzle, better: str, other: str) -> str:
    """What speaks for an option against another, in the game's words."""
    position = puzzle.position()
    game = position.game
    pair = actions_of(game, better), actions_of(game, other)
    found = reasons(game, position, puzzle.seat, *pair)
    return tell(words(game.package), found)


def _compared(say: Any, id: str, option: str, best: Promise, other: Promise, alone: bool) -> str:
    """How far another option is behind the best, in points and in chances."""
    values = {
        "option": option,
        "points": max(1, round(abs(best.points - other.points))),
        "win": _percent(best.win - other.win),
    }
    if alone:
        return str(say(f"{id}-alone", **values))
    fewer = best.points - other.points
    kind = "" if fewer >= 1 else "-others" if fewer <= -1 else "-level"
    return str(say(id + kind, **values))


def _worth(puzzle: Puzzle, text: str) -> float:
    promise = puzzle.promises[text]
    return promise.points if puzzle.players == 1 else promise.win


def _percent(chance: float) -> int:
    return round(100 * chance)


def _follows(puzzle: Puzzle, chosen: str) -> list[str]:
    """What happens right after an option whatever lies hidden, as the seat sees it.

    It is looked up in deals of what the seat does not know, never in the game itself.
    """
    position = puzzle.position()
    game = position.game
    language = words(game.package)
    told: list[str] = []
    for seed in range(DEALS):
        dealt = position.determinize(puzzle.seat, seed)
        dealt.events = []
        for action in actions_of(game, chosen):
            dealt.play(puzzle.seat, action)
        said = [language.event(event, puzzle.names) for event in _seen(dealt, puzzle.seat)]
        told = [line for line in told if line in said] if seed else said
    return told[:FOLLOWS]


def _seen(state: State, seat: int) -> list[Event]:
    return [event for event in state.events or [] if event.seen_by(seat)]


@cache
def puzzles(game_id: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none if they were made for other rules."""
    game = find_game(game_id)
    path = files(game.package).joinpath(FILE) if game.package else None
    return read(game, path.read_text("utf-8")) if path is not None and path.is_file() else ()


def puzzle(game_id: str, name: str) -> Puzzle:
    """A puzzle by its number in the list, from 1, or by its id."""
    found = puzzles(game_id)
    if name.isascii() and name.isdigit() and 1 <= int(name[:9]) <= len(found):
        return found[int(name) - 1]
    for each in found:
        if each.id == name:
            return each
    raise PuzzleError(words().say("puzzle-none", game=game_id, name=name, count=len(found)))


def number(wanted: Puzzle) -> int:
    """Its number in the list of its game."""
    return puzzles(wanted.game).index(wanted) + 1


def found_by(asked: Puzzle) -> str:
    """How often the levels found it, in words."""
    say = words().say
    told = [
        say("puzzle-found-level", level=say(f"puzzle-by-{level}"), share=_percent(share))
        for level, share in ((level, asked.found[level]) for level in LEVELS)
    ]
    return say("puzzle-found-by", levels=", ".join(told))


def address(asked: Puzzle) -> str:
    """Where a puzzle is in the browser, whichever others there are; what was solved is kept under it."""
    return f"/puzzle/{asked.game}/{asked.id}"


def onward(game_id: str, after: int = 0) -> str:
    """The addresses of a game's puzzles from one number on: a page leads to the first unsolved."""
    found = [address(each) for each in puzzles(game_id)]
    return " ".join(found[after:] + found[: max(0, after - 1)])


def daily(game_id: str, day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everyone; all come in turn, easy and hard ones mixed."""
    found = sorted(puzzles(game_id), key=lambda each: hashlib.sha256(each.id.encode()).digest())
    return found[day.toordinal() % len(found)] if found else None


def read(game: Game, text: str) -> tuple[Puzzle, ...]:
    """What a file of puzzles says; `PuzzleError` names the place that is wrong."""
    data = tomllib.loads(text)
    if data.get("version") != game.version:
        return ()
    found = []
    looked = Effort(**data.get("looked", {}))
    for told in data.get("game", []):
        where = f"{game.id}, puzzles of the game with seed {told.get('seed')}"
        try:
            found += _puzzles(game, told, looked)
        except (KeyError, TypeError, ValueError) as error:
            raise PuzzleError(f"{where}: {error!r}") from error
    ids = [each.id for each in found]
    for id in ids:
        if ids.count(id) > 1:
            raise PuzzleError(f"{game.id}: two puzzles are called {id}")
    return tuple(sorted(found, key=lambda each: (each.hardness, each.id)))


def _puzzles(game: Game, told: Mapping[str, Any], looked: Effort) -> list[Puzzle]:
    decisions = tuple(line.strip() for line in told["decisions"].split(";") if line.strip())
    made = []
    for each in told["puzzle"]:
        if not 0 <= each["at"] <= len(decisions):
            raise ValueError(f"there is no decision {each['at']}")
        promises = {text: Promise(*pair) for text, pair in each["promises"].items()}
        if not each["best"] or not set(each["best"]) < set(promises):
            raise ValueError(f"at {each['at']}: the best is some of the options, not all")
        made.append(
            Puzzle(
                game.id,
                told["players"],
                told["seed"],
                game.complete(told["players"], told.get("options", {})),
                decisions[: each["at"]],
                each["seat"],
                tuple(each["best"]),
                float(each["lead"]),
                float(each["error"]),
                {level: float(each["found"][level]) for level in LEVELS},
                promises,
                looked,
            )
        )
    return made
