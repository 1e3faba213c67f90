"""What is played: which bots meet in which seats, with which seeds."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from ..bots import BotError, Table, check_spec
from ..engine.errors import TianxiaError
from ..engine.game import Game
from ..engine.match import new_match
from ..engine.registry import game as find_game
from ..text import words


@dataclass(frozen=True)
class Job:
    """One game to be played: the bots by seat."""

    key: str
    table: int
    seed: int
    turn: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """What came out of a job. `seconds` and `decisions` are by seat."""

    key: str
    scores: list[int]
    places: list[int]
    decisions: list[int]
    seconds: list[float]
    #: The longest single decision by seat, in seconds.
    longest: list[float]
    #: What the game calls a result of that kind, where it does.
    title: str | None = None


@dataclass(frozen=True)
class Contest:
    """Bots meet at tables of so many players, so many games a table.

    With more bots than players every selection of them meets. At a table each seed is played as
    often as there are seats, every bot in every seat in turn (where that would repeat a game,
    because the bots are of a kind, another seed is played instead), and tables use the same seeds.
    """

    game: str
    version: int
    players: int
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def make(
        cls,
        game: Game,
        bots: Sequence[str],
        games: int,
        players: int | None = None,
        seed: int = 0,
        options: dict[str, Any] | None = None,
    ) -> "Contest":
        """A contest, checked; all bots at one table if the game takes so many players."""
        if not bots:
            raise BotError("a contest needs bots")
        if games < 1:
            raise BotError(f"a contest needs games; got {games}")
        if players is None:
            players = min(max(len(bots), game.players[0]), game.players[-1])
        full = game.complete(players, options or {})
        if len(bots) < players:
            raise BotError(
                f"{players} players need {players} bots; got {len(bots)} "
                f"(write {players - 1}*{bots[-1]} for several of a kind)"
            )
        for spec in bots:
            check_spec(spec, game)
        return cls(game.id, game.version, players, tuple(bots), games, seed, full)

    def tables(self) -> list[tuple[str, ...]]:
        """The selections of bots that meet."""
        return list(dict.fromkeys(combinations(self.bots, self.players)))

    def jobs(self) -> list[Job]:
        """All games, every table's share rounded up to whole rotations."""
        found: list[Job] = []
        for number, bots in enumerate(self.tables()):
            turns = [bots[-turn:] + bots[:-turn] for turn in range(self.players)]
            different = list(dict.fromkeys(turns))
            for game in range(-(-self.games // len(different))):
                for turn, seats in enumerate(different):
                    key = f"{number}-{self.seed + game}-{turn}"
                    found.append(Job(key, number, self.seed + game, turn, seats))
        return found

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "bots": list(self.bots)}


def play_job(contest: Contest, job: Job, game: Game | None = None) -> tuple[Result, str]:
    """Play one game; its result and its record."""
    match = new_match(game or find_game(contest.game), contest.players, job.seed, **contest.options)
    players, state = contest.players, match.state
    decisions, seconds, longest = [0] * players, [0.0] * players, [0.0] * players
    with Table(match.record.game, dict(enumerate(job.seats)), job.seed) as table:
        while not state.over():
            player = state.next_actor()
            started = time.perf_counter()
            try:
                action = table.decide(match, player).action
            except TianxiaError as error:
                raise BotError(f"{job.seats[player]} in game {job.key}: {error}") from error
            took = time.perf_counter() - started
            decisions[player] += 1
            seconds[player] += took
            longest[player] = max(longest[player], took)
            match.play(player, action)
    title = state.view(None)["prompt"].get("title")
    if title is not None:
        title = words(match.record.game.package).name(title)
    result = Result(job.key, state.scores(), state.places(), decisions, seconds, longest, title)
    return result, match.record.text()
