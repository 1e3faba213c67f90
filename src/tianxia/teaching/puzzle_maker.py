"""Making puzzles from games of bots, and checking them.

    python -m tianxia.teaching.puzzle_maker make middle-kingdom
    python -m tianxia.teaching.puzzle_maker check --drop

A game is played by bots. In some of its positions, every kind of question among them, all options
are compared in common deals (see tianxia.analysis): first with a quick look at the most promising,
then all of them in other deals, then from nearer by. One of them must be ahead each time. It must be
what the strongest bot does too, whose search is of another kind; and it must not be so plain that
every weaker bot always finds it. How many of their tries succeed says how hard the puzzle is.

An answer that is laid out in pieces (a bid) has more options than can be compared: some whole answers
are listed, those that bots would give among them, and one of these must be ahead.

From all that is found the most varied are chosen: of every kind of question, with many options and
with few, from every part of a game. Nothing depends on the clock: the same sources give the same files.

`check` compares all options anew, with more deals and further ahead than when they were made.
"""

import argparse
import json
import os
import random
import textwrap
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from operator import itemgetter
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Columns

from ..analysis import Effort, JudgeEvaluator, Option
from ..analysis.decisions import NAMES, POINT_LOSSES, SURE, WIN_LOSSES, Weighing
from ..arena.command import COLUMNS
from ..arena.spread import spread
from ..bots import choose
from ..bots.table import Table
from ..engine.errors import OptionError
from ..engine.game import Game
from ..engine.match import Match
from ..engine.options import option_text
from ..engine.record import Record
from ..engine.registry import game as find_game
from ..engine.registry import game_ids
from ..engine.rng import Rng
from ..engine.state import State
from .puzzle import (
    AND,
    EASY,
    FILE,
    HARD,
    LEVELS,
    MEASURE,
    MEDIUM,
    Puzzle,
    actions_of,
    hardness,
    level_of,
    read,
)

#: Of this program: the same one makes the same puzzles. Raise it when it would make others.
MAKER = 2
#: The first look is short and stops before the next secret question, which would cost the most;
#: the second is longer. The third looks less far: what comes and goes with the distance is not clear.
FIRST = Effort(games=24, reach=24, questions=0)
GAMES, REACH, NEARER, QUESTIONS = 160, 24, 12, 1
#: `check` looks at half as many games more, and further.
MORE, FURTHER = 1.5, 12
MISTAKE = NAMES.index("mistake")
#: How far ahead the best must be at least: anything else is what the analysis calls a mistake. What is
#: answered in secret depends on what others are thought to do: there by so much more.
MARGIN, MARGIN_ALONE = WIN_LOSSES[MISTAKE - 1], POINT_LOSSES[MISTAKE - 1]
SECRET = 1.5
#: From nearer by, and when checked, at least this part of it is left.
LEFT = 0.5
#: Options there are at least, and right ones at most.
FEWEST, MOST_BEST = 2, 2
#: With fewer options than the first a question is a small one, from the second on a large one.
SMALL, LARGE = 4, 8
#: One part in so many may be small questions.
SMALL_ONES = 5
#: Whole answers that are listed where each has several pieces; who is asked for some of them, and how
#: many more are thought of.
LISTED = (4, 5)
ANSWERING = ("novice", "greedy", "adept")
THOUGHTS = 2
#: Positions of such a question that are looked at in one game: each takes as long as many others.
JOINT_LOOKS = 4
#: How often each level tries; `random` needs none, its chance is known.
TRIES = {"novice": 6, "greedy": 3, "adept": 3, "master": 2}
#: As long as they need: what they do does not depend on the machine.
SPECS = {"adept": "adept:time=0", "master": "master:time=0"}
#: The strongest agrees at least so often.
AGREES = 0.5
#: Positions of one kind of question that are looked at in one game, and puzzles taken from one.
LOOKED_AT, TAKEN, MOST_EASY = 16, 4, 1
#: Large questions seldom have one clear answer: they are looked at more often, small ones less.
MORE_LOOKS, FEWER_LOOKS = 3, 0.5
#: Who plays, seat by seat and in turn: bots that stay as they are when others learn.
BOTS = ("classic-adept:time=0", "novice", "classic-greedy")
#: Puzzles of a game, and how many are found first, to choose from.
WANTED, POOL = 48, 56
#: Every so many games, some option is not as usual.
UNUSUAL = 3
FIRST_SEED = 1000
#: The deals of `check` are others than those of `make`, and the same each time.
CHECK_SEED = 7_000_000
WIDTH = 118


@dataclass(frozen=True)
class Verdict:
    """What a look at a position found: the best (several, if they come to the same), and the others.

    `lead` is how far the closest of these is behind, in deals of their own.
    """

    best: tuple[Option, ...]
    others: tuple[Option, ...]
    lead: float
    error: float

    def clear(self, margin: float) -> bool:
        """Is the lead at least that, however lucky the deals were, and nothing else closer?"""
        near = min(each.behind for each in self.others)
        return self.lead - SURE * self.error >= margin and near >= margin

    @property
    def accepted(self) -> list[tuple[int, ...]]:
        """The best, as actions."""
        return [each.actions for each in self.best]


def examine(
    state: State,
    seat: int,
    effort: Effort,
    seed: int,
    least: float,
    options: Sequence[tuple[int, ...]] | None = None,
) -> Verdict | None:
    """Compare these options, or the most promising.

    Then the best and its closest rival are compared to the end, in other deals. None unless the
    best is at least so far ahead both times.
    """
    weighing = _weighing(state, seat, effort, seed)
    found = weighing.compare(options or weighing.candidates(), None)
    best = [each for each in found if each is found[0] or _same(each)]
    others = [each for each in found if each not in best]
    near = min(others, key=lambda each: each.behind, default=None)
    if near is None or near.behind < least:
        return None
    pair = [best[0].actions, near.actions]
    closely = _weighing(state, seat, effort, seed + 1).compare(pair, near.actions)
    rival = closely[1]
    if rival.actions != near.actions or rival.behind < least:
        return None
    rest = (each for each in others if each is not near)
    return Verdict((closely[0], *best[1:]), (rival, *rest), rival.behind, rival.error)


def _weighing(state: State, seat: int, effort: Effort, seed: int) -> Weighing:
    return Weighing(state, seat, JudgeEvaluator(state.game, state.players), effort, seed)


def _same(option: Option) -> bool:
    """Did it come to the same as the best in every deal?"""
    return abs(option.behind) < 1e-9 and option.error < 1e-9


def margin(state: State) -> float:
    """How far ahead the best must be here."""
    least = MARGIN_ALONE if state.players == 1 else MARGIN
    return least * SECRET if state.secret() else least


def completes(state: State, seat: int) -> bool:
    """Does one decision complete this seat's answer?"""
    tried = state.determinize(seat, 0)
    tried.apply(seat, tried.legal(seat)[0])
    return not (tried.secret() and seat in tried.actors() and tried.asked_at == state.asked_at)


# Making


def source(game: Game, number: int, players: Sequence[int], specs: Sequence[str]) -> Record:
    """The game of bots of that number: other players, options and bots each time."""
    dice = random.Random(f"{game.id} {number}")
    count = players[number % len(players)]
    options: dict[str, Any] = {}
    if game.options and number % UNUSUAL == UNUSUAL - 1:
        option = dice.choice(game.options)
        options[option.name] = dice.choice(option.choices)
        try:
            game.complete(count, options)
        except OptionError:  # it does not fit this number of players
            options = {}
    seats = {seat: specs[(number + seat) % len(specs)] for seat in range(count)}
    match = Match(Record(game, count, FIRST_SEED + number, options))
    with Table(game, seats, number) as bots:
        while (player := bots.next(match.state)) is not None:
            match.play(player, bots.decide(match, player).action)
    return match.record


def positions(record: Record, most: int = LOOKED_AT) -> Iterator[tuple[int, int, str]]:
    """Where to look: number of the decision, seat, and kind of question; those of many options first."""
    kinds: dict[str, list[tuple[int, int, str]]] = {}
    options: dict[str, list[int]] = {}
    state = record.start()
    for at, (player, action) in enumerate(record.decisions):
        seats = [player]
        if state.secret():  # all are asked at once, before anybody has answered
            seats = state.actors() if state.asked_at == at else []
        for seat in seats:
            if (legal := len(state.legal(seat))) >= FEWEST:
                kind = state.view(seat)["prompt"]["id"]
                kinds.setdefault(kind, []).append((at, seat, kind))
                options.setdefault(kind, []).append(legal)
        state.play(player, action)
    dice = random.Random(record.seed)
    for kind in sorted(kinds, key=lambda kind: (-fmean(options[kind]), kind)):
        found, usual = kinds[kind], fmean(options[kind])
        looks = int(most * (MORE_LOOKS if usual >= LARGE else FEWER_LOOKS if usual < SMALL else 1))
        yield from sorted(dice.sample(found, min(looks, len(found))))


def puzzles_of(
    record: Record, first: Effort, effort: Effort, most: int
) -> Iterator[dict[str, Any]]:
    """The puzzles of a game, at most one of a kind of question, one easy and one small one."""
    taken: Counter[str] = Counter()
    easy = small = joint = 0
    for at, seat, kind in positions(record, most):
        if taken.total() == TAKEN:
            return
        state = record.replay(at)
        whole = completes(state, seat)
        few = whole and len(state.legal(seat)) < SMALL
        joint += not whole and not taken[kind]
        if taken[kind] or (few and small) or (not whole and joint > JOINT_LOOKS):
            continue
        made = puzzle_at(state, seat, first, effort, at)
        if made is not None:
            if level_of(hardness(made["found"])) == EASY:
                easy += 1
                if easy > MOST_EASY:
                    continue
            taken[kind] += 1
            small += few
            stage = 3 * at // max(1, len(record.decisions))
            yield {**made, "at": at, "seat": seat, "kind": kind, "stage": stage}


def puzzle_at(
    state: State, seat: int, first_look: Effort, effort: Effort, seed: int
) -> dict[str, Any] | None:
    """The puzzle of a position; None if there is none."""
    least = margin(state)
    options: list[tuple[int, ...]] = [(action,) for action in state.legal(seat)]
    if completes(state, seat):
        first = examine(state, seat, first_look, seed, least)
        if first is None or first.lead - first.error < least:
            return None
        favourite = first.accepted[0]
    else:
        options = listed(state, seat, first_look, seed, least)
        if not options:
            return None
        favourite = options[0]
    look = examine(state, seat, effort, seed + 2, least, options)
    if look is None or not look.clear(least) or favourite not in look.accepted:
        return None
    accepted = look.accepted
    top = look.best[0]
    if len(accepted) > MOST_BEST or any(
        round(each.points, 1) >= round(top.points, 1) and round(each.win, 3) >= round(top.win, 3)
        for each in look.others
    ):
        return None  # the numbers would not tell why
    near, left = replace(effort, reach=NEARER), LEFT * least
    third = examine(state, seat, near, seed + 4, left, options)
    if third is None or not third.clear(left) or set(third.accepted) != set(accepted):
        return None
    found = {"random": len(accepted) / len(options)}
    for level in LEVELS[1:]:
        found[level] = tried(state, seat, level, accepted, options)
        if level == MEASURE[-1] and all(found[each] == 1 for each in MEASURE):
            return None  # trivial: everybody finds it always
        if level == MEASURE[-1] and len(look.others) == 1 and level_of(hardness(found)) == EASY:
            return None  # yes or no, and plain
    if found[LEVELS[-1]] < AGREES:
        return None  # disputed
    space = state.game.space

    def text(actions: Sequence[int]) -> str:
        return AND.join(space.text(action) for action in actions)

    return {
        "best": [text(actions) for actions in accepted],
        "lead": round(look.lead, 3),
        "error": round(look.error, 3),
        "found": {level: round(share, 2) for level, share in found.items()},
        "promises": {
            text(each.actions): [round(each.points, 1), round(each.win, 3)]
            for each in sorted((*look.best, *look.others), key=lambda each: each.actions)
        },
    }


def listed(
    state: State, seat: int, effort: Effort, seed: int, least: float
) -> list[tuple[int, ...]]:
    """Whole answers to ask about, one of which seems clearly the best: it is the first; else none."""
    thought = [answered(state, seat, level, _rng(seed)) for level in ANSWERING]
    for number in range(THOUGHTS):
        thought += _weighing(state, seat, effort, seed + number).candidates()
    different = {tuple(sorted(answer)): answer for answer in reversed(thought) if len(answer) > 1}
    if len(different) < LISTED[0]:
        return []
    found = _weighing(state, seat, effort, seed).compare(list(different.values()), None)
    behind = [each.actions for each in found[1:] if each.behind - each.error >= least]
    few, most = LISTED
    return [found[0].actions, *behind[: most - 1]] if len(behind) >= few - 1 else []


def answered(state: State, seat: int, level: str, rng: Rng) -> tuple[int, ...]:
    """What a level answers, with all its pieces."""
    now, asked = state.copy(), state.asked_at
    actions: list[int] = []
    while True:
        actions.append(choose(SPECS.get(level, level), now, seat, rng))
        now.apply(seat, actions[-1])
        if not (now.secret() and now.asked_at == asked and seat in now.actors()):
            return tuple(actions)


def tried(
    state: State,
    seat: int,
    level: str,
    best: Sequence[tuple[int, ...]],
    options: Sequence[tuple[int, ...]],
) -> float:
    """The share of a level's tries that find the best; what is not listed counts as what is nearest."""
    rng = _rng(seat + 1)
    tries = TRIES[level]
    one = completes(state, seat)
    found = 0
    for _ in range(tries):
        if one:
            found += (choose(SPECS.get(level, level), state, seat, rng),) in best
        else:
            found += nearest(answered(state, seat, level, rng), options) in best
    return found / tries


def nearest(answer: Sequence[int], options: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The option that shares the most pieces with an answer; of several, the first."""
    pieces = Counter(answer)

    def apart(option: tuple[int, ...]) -> int:
        other = Counter(option)
        return ((pieces - other) + (other - pieces)).total()

    return min(options, key=apart)


def _rng(seed: int) -> Rng:
    rng = Rng()
    rng.seed(seed)
    return rng


def choice(pool: Sequence[dict[str, Any]], wanted: int) -> list[dict[str, Any]]:
    """As varied as can be: each time the one of whose kind there are fewest so far.

    Of small questions no more than their part, unless there is nothing else.
    """
    counted: Counter[tuple[str, Any]] = Counter()
    left = list(pool)
    chosen: list[dict[str, Any]] = []

    def traits(each: dict[str, Any]) -> list[tuple[str, Any]]:
        return [
            ("kind", each["kind"]),
            ("best", each["best"][0]),
            ("stage", each["stage"]),
            ("players", each["players"]),
            ("game", each["seed"]),
            ("level", level_of(hardness(each["found"]))),
            ("size", size(each)),
        ]

    def rank(each: dict[str, Any]) -> tuple[bool, int, int, int, int]:
        enough = size(each) == 0 and counted["size", 0] >= wanted // SMALL_ONES
        seen = sum(counted[trait] for trait in traits(each))
        return enough, seen, each["seed"], each["at"], each["seat"]

    while left and len(chosen) < wanted:
        best = min(left, key=rank)
        counted.update(traits(best))
        left.remove(best)
        chosen.append(best)
    return chosen


def size(made: Mapping[str, Any]) -> int:
    """Is it a small question (0), a large one (2), or neither?"""
    options = len(made["promises"])
    return (options >= SMALL) + (options >= LARGE)


@dataclass(frozen=True)
class Wanted:
    """How many puzzles, out of how many that are found, and where they come from."""

    puzzles: int
    pool: int
    players: Sequence[int]
    bots: Sequence[str]
    first: Effort
    effort: Effort
    #: Positions of each kind of question that are looked at in a game.
    positions: int = LOOKED_AT


def looked_at(id: str, number: int, wanted: Wanted) -> dict[str, Any]:
    """The game of that number as far as its last puzzle, and its puzzles."""
    record = source(find_game(id), number, wanted.players, wanted.bots)
    made = list(puzzles_of(record, wanted.first, wanted.effort, wanted.positions))
    last = max((each["at"] for each in made), default=0)
    text = record.game.space.text
    return {
        "players": record.players,
        "seed": record.seed,
        "options": record.options,
        "decisions": [f"{seat} {text(action)}" for seat, action in record.decisions[:last]],
        "puzzles": made,
    }


def make(game: Game, wanted: Wanted, folder: Path, console: Console) -> None:
    """Play and look until there are enough to choose from; a run that was interrupted goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    head = header(game, wanted)
    way = json.loads(json.dumps(head))
    path = folder / f"{game.id}.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    if not lines or json.loads(lines[0]) != way:  # what was found in another way is of no use
        path.write_text(json.dumps(way) + "\n", "utf-8")
        lines = []
    games: list[dict[str, Any]] = []
    found = 0
    with Progress(*COLUMNS, console=console) as progress:
        task = progress.add_task(game.id, total=wanted.pool, completed=0)
        while found < wanted.pool:
            if len(games) + 1 < len(lines):
                games.append(json.loads(lines[len(games) + 1]))
                found += len(games[-1]["puzzles"])
                continue
            progress.update(task, completed=found)
            parts = [(game.id, len(games) + more, wanted) for more in range(os.cpu_count() or 1)]
            for one in sorted(spread(looked_at, parts, "local", None), key=itemgetter("seed")):
                if found < wanted.pool:  # as many as one core alone would have found
                    games.append(one)
                    found += len(one["puzzles"])
                    with path.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(one) + "\n")
        progress.update(task, completed=wanted.pool)
    head["wanted"] = {"puzzles": wanted.puzzles, "pool": wanted.pool}
    head["seeds"] = [FIRST_SEED, FIRST_SEED + len(games) - 1]
    every = [
        {**each, "seed": one["seed"], "players": one["players"]}
        for one in games
        for each in one["puzzles"]
    ]
    chosen = {(each["seed"], each["at"], each["seat"]) for each in choice(every, wanted.puzzles)}
    for one in games:
        one["puzzles"] = [
            each for each in one["puzzles"] if (one["seed"], each["at"], each["seat"]) in chosen
        ]
    write(game, [one for one in games if one["puzzles"]], head)
    console.print(shown([game]))


def header(game: Game, wanted: Wanted) -> dict[str, Any]:
    """How puzzles are found, as their file says: the same again finds the same."""
    effort = wanted.effort
    return {
        "version": game.version,
        "maker": MAKER,
        "players": list(wanted.players),
        "positions": wanted.positions,
        "bots": list(wanted.bots),
        "judges": {str(players): JudgeEvaluator(game, players).name for players in wanted.players},
        "looked": {"games": effort.games, "reach": effort.reach, "questions": effort.questions},
    }


def write(game: Game, games: Sequence[Mapping[str, Any]], head: Mapping[str, Any]) -> None:
    """Into the game's folder."""
    home(game).write_text(written(games, head), "utf-8")


def home(game: Game) -> Path:
    """Where the game's puzzles are kept: in the sources, if they are here."""
    source = Path("src", *game.package.split("."))
    folder = source if source.is_dir() else Path(str(files(game.package)))
    return folder / FILE


def head_of(game: Game) -> dict[str, Any]:
    """What the file says of how its puzzles were made."""
    path = home(game)
    told = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    return {name: value for name, value in told.items() if name != "game"}


def kept_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that are kept there."""
    path = home(game)
    return read(game, path.read_text("utf-8")) if path.exists() else ()


def written(games: Sequence[Mapping[str, Any]], head: Mapping[str, Any]) -> str:
    """The file of a game's puzzles."""
    lines = [
        "# Positions with one clearly best decision; `make puzzles` writes this file.",
        *(f"{name} = {_toml(value)}" for name, value in head.items()),
    ]
    for one in games:
        last = max(each["at"] for each in one["puzzles"])
        lines += [
            "",
            "[[game]]",
            f"players = {one['players']}",
            f"seed = {one['seed']}",
            f"options = {_toml(one['options'])}",
            'decisions = """',
            *_wrapped(one["decisions"][:last]),
            '"""',
        ]
        for each in sorted(one["puzzles"], key=lambda each: (each["at"], each["seat"])):
            lines += [
                "[[game.puzzle]]",
                f"at = {each['at']}",
                f"seat = {each['seat']}",
                f"best = {json.dumps(each['best'])}",
                f"lead = {each['lead']}",
                f"error = {each['error']}",
                "[game.puzzle.found]",
                *(f"{level} = {share}" for level, share in each["found"].items()),
                "[game.puzzle.promises]",
                *(f"{json.dumps(text)} = {pair}" for text, pair in each["promises"].items()),
            ]
    return "\n".join(lines) + "\n"


def _wrapped(decisions: Sequence[str]) -> list[str]:
    """Decisions in lines of a readable length, none of them broken."""
    glued = "; ".join(line.replace(" ", "\0") for line in decisions)
    lines = textwrap.wrap(glued, WIDTH, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        told = ", ".join(f"{name} = {_toml(each)}" for name, each in value.items())
        return f"{{ {told} }}" if told else "{}"
    if isinstance(value, str | list):
        return json.dumps(value)
    return option_text(value)


# Checking


def holds(puzzle: Puzzle) -> Verdict | None:
    """Look longer than when it was made; None if the answer is not clearly the best any more."""
    state = puzzle.position()
    looked, least = puzzle.looked, LEFT * margin(state)
    effort = Effort(int(MORE * looked.games), looked.reach + FURTHER, looked.questions + 1)
    options = [actions_of(state.game, text) for text in puzzle.promises]
    seed = CHECK_SEED + len(puzzle.decisions)
    found = examine(state, puzzle.seat, effort, seed, least, options)
    if found is None or not found.clear(least):
        return None
    best = {actions_of(state.game, text) for text in puzzle.best}
    return found if set(found.accepted) == best else None


def check(games: Sequence[Game], folder: Path, drop: bool, again: bool, console: Console) -> int:
    """Check all puzzles; returns how many do not hold. What was checked before is not checked again."""
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for game in games:
        path = folder / f"{game.id}-checked.jsonl"
        if again:
            path.unlink(missing_ok=True)
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        known: dict[str, bool] = {row["id"]: row["holds"] for row in map(json.loads, lines)}
        wrong = []
        with Progress(*COLUMNS, console=console) as progress:
            for puzzle in progress.track(kept_of(game), description=game.id):
                if puzzle.id not in known:
                    verdict = holds(puzzle)
                    known[puzzle.id] = verdict is not None
                    row = {"id": puzzle.id, "holds": verdict is not None, "lead": puzzle.lead}
                    if verdict is not None:
                        row |= {"found": round(verdict.lead, 4), "error": round(verdict.error, 4)}
                    with path.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row) + "\n")
                if not known[puzzle.id]:
                    wrong.append(puzzle.id)
        for id in wrong:
            console.print(f"{game.id} {id}: another option may be as good", highlight=False)
        if drop and wrong:
            write(game, *kept(game, set(wrong)))
        failed += len(wrong)
    console.print(shown(games))
    return 0 if drop else failed


def kept(game: Game, without: set[str]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The games and puzzles of the file and its head, as `write` takes them, without some."""
    found: dict[int, dict[str, Any]] = {}
    for each in kept_of(game):
        if each.id in without:
            continue
        one = found.setdefault(
            each.seed,
            {
                "players": each.players,
                "seed": each.seed,
                "options": each.options,
                "decisions": (),
                "puzzles": [],
            },
        )
        one["decisions"] = max(one["decisions"], each.decisions, key=len)
        one["puzzles"].append(
            {
                "at": len(each.decisions),
                "seat": each.seat,
                "best": list(each.best),
                "lead": each.lead,
                "error": each.error,
                "found": each.found,
                "promises": {text: [p.points, p.win] for text, p in each.promises.items()},
            }
        )
    return [found[seed] for seed in sorted(found)], head_of(game)


def shown(games: Sequence[Game]) -> Columns:
    """How many puzzles there are, of what kinds."""
    table = Columns(box=None, padding=(0, 2, 0, 0))
    for column in ("game", "puzzles", EASY, MEDIUM, HARD, "games", "players", "questions"):
        table.add_column(column)
    for game in games:
        found = kept_of(game)
        levels = Counter(each.level for each in found)
        kinds = Counter(each.position().view(each.seat)["prompt"]["id"] for each in found)
        table.add_row(
            game.id,
            str(len(found)),
            *(str(levels[level]) for level in (EASY, MEDIUM, HARD)),
            str(len({each.seed for each in found})),
            _counts(Counter(each.players for each in found)),
            _counts(kinds),
        )
    return table


def _counts(counted: Mapping[Any, int]) -> str:
    return ", ".join(f"{key}: {counted[key]}" for key in sorted(counted))


def main(arguments: Sequence[str] | None = None) -> int:
    """Make or check."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("task", choices=("make", "check", "show"))
    parser.add_argument("game", nargs="*", help="all of them by default")
    parser.add_argument(
        "--wanted", type=int, help=f"puzzles for each game; as in its file by default, or {WANTED}"
    )
    parser.add_argument(
        "--pool", type=int, help=f"found before they are chosen from; likewise, or {POOL}"
    )
    parser.add_argument(
        "--players", type=int, nargs="+", help="in turn; likewise, or every number there is"
    )
    parser.add_argument("--bots", nargs="+", default=BOTS, help="who plays, seat by seat")
    parser.add_argument("--games", type=int, default=GAMES, help="played on at most in a look")
    parser.add_argument(
        "--questions", type=int, default=QUESTIONS, help="secret questions that looks go past"
    )
    parser.add_argument(
        "--positions", type=int, default=LOOKED_AT, help="looked at, of a kind and a game"
    )
    parser.add_argument(
        "--beyond",
        action="store_true",
        help="the first look goes past the next secret question: slow, but some need it",
    )
    parser.add_argument("--folder", type=Path, default=Path("runs/puzzles"))
    parser.add_argument("--drop", action="store_true", help="take those out that do not hold")
    parser.add_argument("--again", action="store_true", help="check those that were checked too")
    chosen = parser.parse_intermixed_args(arguments)
    games = [find_game(id) for id in chosen.game or game_ids()]
    console = Console()
    if chosen.task == "show":
        console.print(shown(games))
        return 0
    if chosen.task == "check":
        return check(games, chosen.folder, chosen.drop, chosen.again, console)
    for game in games:
        head = head_of(game)
        players = chosen.players or head.get("players") or list(game.players)
        effort = Effort(chosen.games, REACH, chosen.questions)
        first = replace(FIRST, questions=int(chosen.beyond))
        told = head.get("wanted", {})
        wanted = Wanted(
            chosen.wanted or told.get("puzzles", WANTED),
            chosen.pool or told.get("pool", POOL),
            players,
            chosen.bots,
            first,
            effort,
            chosen.positions,
        )
        make(game, wanted, chosen.folder, console)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
