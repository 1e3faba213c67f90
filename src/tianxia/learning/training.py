"""A training: rounds of *play, fit, match, keep if better*, in a folder, resumed where it stopped.

`plan.json` says what is trained. Each round has a folder: the choices in its games, the judges
fitted to them, trials which of them to take, the matches of that one against the best
before and against the game's own, and `round.json` when all is done. `learned-N.weights` is the best judge so far, and
`proofs.json` what it has won in the hands of which bots.

Alone, a match is the same deals played with both judges, and the difference in points decides. A training
against a bot tries and matches against that bot alone, and keeps who beats it better than the one before.
"""

import json
import math
import os
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from ..arena import Arena, Contest
from ..arena.command import COLUMNS, play
from ..arena.report import mean, proportion
from ..arena.spread import spread
from ..bots import BotError, kind_of
from ..bots.weights import OWN, Weights, file_name, read
from ..engine.game import Game
from ..engine.registry import game as find_game
from ..text import words
from .choices import Choices, play_games
from .fitting import fit
from .plan import Plan, with_judge

#: Games a worker plays before it hands them in.
BATCH = 20
#: Games of training and seeds of matches are far apart.
ROUND = 1_000_000
MATCH_SEED = 500_000
PROOF_SEED = 700_000
#: What is tried in short matches: how much the level of a choice counts beside the differences between its
#: options, and how far the network is trusted: what it says is taken by so much. Fitted to few games it sees
#: much that is chance, and less of it plays better. Where options differ by less than luck does, as in a bid
#: among four, the level teaches more.
TRIALS = ((0.1, 1.0), (0.1, 0.4), (10.0, 1.0))
SHORT = 4
TRIAL_SEED = 300_000
#: Bots in matches between rounds: fewer deals than the greedy bot tries are quick, and fair to both.
AHEAD = "greedy:deals=2,others=likely,reach=0"


@dataclass(frozen=True)
class Won:
    """What a judge won against another: the share of victories, with where it lies (95 %).

    Alone it is the points by which it ends better in the same deals.
    """

    bot: str
    against: str
    players: int
    games: int
    share: float
    low: float
    high: float
    #: Mean time of a decision with the learned judge, and with the other.
    seconds: float
    others_seconds: float
    #: Programs that wanted a core when the last game was played, on so many cores: times depend on it.
    load: float | None = None
    cores: int | None = None

    @property
    def par(self) -> float:
        """What equals have."""
        return 1 / self.players if self.players > 1 else 0.0

    @property
    def better(self) -> bool:
        """More than a standard error above what equals have; alone surely above it."""
        return self.share > self.par + self.error if self.players > 1 else self.sure

    @property
    def error(self) -> float:
        """The standard error of the share among equals."""
        return math.sqrt(self.par * (1 - self.par) / self.games)

    @property
    def sure(self) -> bool:
        """Is the whole interval above what equals have?"""
        return self.low > self.par


@dataclass(frozen=True)
class Round:
    """What came out of a round: games so far, lines of choices learned from, who won.

    The errors are mean squares of what is wrong between options, on games that were not learned from.
    """

    number: int
    games: int
    lines: int
    own_error: float
    learned_error: float
    matches: list[Won]
    kept: bool
    #: How far the network was trusted, and what it won in trials with more or less of that.
    trust: float = 1.0
    trials: list[Won] = field(default_factory=list)
    #: In a training against a bot: what the best judge before won against it.
    before: Won | None = None
    #: How much the level of a choice counted.
    level: float = 0.1


class Training:
    """One game with one number of players."""

    def __init__(
        self, plan: Plan, folder: Path, console: Console, game: Game | None = None
    ) -> None:
        """Open or create the folder; `game` is needed only for one that is not installed."""
        self.plan = plan
        self.folder = folder
        self._console = console
        self._given = game
        self._game = game or find_game(plan.game)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "plan.json"
        if path.exists():
            found = Plan(**json.loads(path.read_text("utf-8"))).to_dict()
            differs = [key for key, value in plan.to_dict().items() if found[key] != value]
            if differs:
                said = ", ".join(f"{key} {found[key]!r}" for key in differs)
                raise BotError(f"{folder} holds another training: {said}")
        _write(path, plan.to_dict())
        self.rounds = self._done()
        self.proofs = self._proven()

    @property
    def best(self) -> Path:
        """Where the best judge is, if one is better than the game's own."""
        return self.folder / file_name(self.plan.players)

    def run(self, rounds: int, on: str = "local", jobs: int | None = None) -> None:
        """Go on until so many rounds are done."""
        for number in range(len(self.rounds) + 1, rounds + 1):
            self._play(number, on, jobs)
            self._fit(number)
            self._choose(number, on, jobs)
            self.rounds.append(self._match(number, on, jobs))

    def prove(self, bots: dict[str, int], on: str = "local", jobs: int | None = None) -> None:
        """Let bots with the best judge play so many games against the same with the own judge.

        Who was trained against a bot plays against that one, as it is. Kinds of bots all of which win with it, surely, will use it; the file of the best judge says so.
        """
        if not self.best.exists():
            return
        self.proofs = []
        number = max(each.number for each in self.rounds if each.kept)
        for bot, games in bots.items():
            folder = self._of(number) / f"proof-{bot.replace(':', '-')}"
            self.proofs.append(
                self._contest(bot, self._judge(number), OWN, games, PROOF_SEED, folder, on, jobs)
            )
        _write(self.folder / "proofs.json", [asdict(each) for each in self.proofs])
        self._keep(number)

    # The parts of a round

    def _play(self, number: int, on: str, jobs: int | None) -> None:
        folder = self._of(number)
        folder.mkdir(exist_ok=True)
        kept = [str(path) for path in self._kept_files()]
        plan, pool, best = self.plan, self.plan.pool(kept), self.plan.best(kept)
        waiting = [
            (plan, pool, best, number * ROUND + first, min(BATCH, plan.games - first), self._given)
            for first in range(0, plan.games, BATCH)
            if not _batch(folder, number * ROUND + first).exists()
        ]
        with Progress(*COLUMNS, console=self._console) as progress:
            said = words().say("train-play", round=number)
            left = sum(count for _, _, _, _, count, _ in waiting)
            bar = progress.add_task(said, total=plan.games, completed=plan.games - left)
            for first, count, choices in spread(play_games, waiting, on, jobs):
                choices.write(_batch(folder, first))
                progress.advance(bar, count)

    def _fit(self, number: int) -> None:
        paths = [self._trial(number, *each) for each in TRIALS]
        if all(path.exists() for path in paths):
            return
        plan = self.plan
        with self._console.status(words().say("train-fit", round=number)):
            parts = [
                Choices.read(batch)
                for each in range(1, number + 1)
                for batch in sorted(self._of(each).glob("games-*.npz"))
            ]
            choices = Choices.join(parts)
            fits = {
                level: fit(plan, choices, plan.seed + number, level)
                for level in dict.fromkeys(level for level, _ in TRIALS)
            }
        for (level, trust), path in zip(TRIALS, paths, strict=True):
            fitted = fits[level]
            note = {
                **plan.to_dict(),
                "round": number,
                "lines": fitted.lines,
                "own_error": fitted.own,
                "learned_error": fitted.learned,
                "level": level,
                "trust": trust,
            }
            Weights(
                plan.game,
                plan.version,
                plan.players,
                plan.features,
                plan.first,
                plan.second,
                fitted.trusted(trust, plan.second),
                note=note,
            ).write(path)

    def _choose(self, number: int, on: str, jobs: int | None) -> None:
        """Which of the networks to take, and how far to trust it: as it wins most."""
        if self._judge(number).exists():
            return
        rival = self.plan.best([str(path) for path in self._kept_files()])
        trials = {
            self._trial(number, *each): self._contest(
                self._bot,
                self._trial(number, *each),
                rival,
                -(-self.plan.matches // SHORT),
                TRIAL_SEED + number * ROUND,
                self._trial(number, *each).with_suffix(""),
                on,
                jobs,
            )
            for each in TRIALS
        }
        weights = read(max(trials, key=lambda trial: trials[trial].share))
        tried = {trial.stem: asdict(won) for trial, won in trials.items()}
        replace(weights, note={**weights.note, "trials": tried}).write(self._judge(number))

    def _match(self, number: int, on: str, jobs: int | None) -> Round:
        """Better is who beats the best so far, or a bot more often than that one, by a standard error."""
        best = self.plan.best([str(path) for path in self._kept_files()])
        rivals = [best, OWN] if best != OWN and not self.plan.against else [OWN]

        def contest(judge: Path | str, rival: str, name: str) -> Won:
            seed, folder = MATCH_SEED + number * ROUND, self._of(number) / f"match-{name}"
            return self._contest(self._bot, judge, rival, self.plan.matches, seed, folder, on, jobs)

        matches = [
            contest(self._judge(number), rival, "own" if rival == OWN else "best")
            for rival in rivals
        ]
        first = matches[0]
        before: Won | None = None
        better = first.better
        if self.plan.against:  # the same deals, so that both had the same luck
            before = contest(best, OWN, "before")
            better = first.share > before.share + first.error
        note = read(self._judge(number)).note
        found = Round(
            number,
            number * self.plan.games,
            note["lines"],
            note["own_error"],
            note["learned_error"],
            matches,
            better,
            note["trust"],
            [Won(**each) for each in note["trials"].values()],
            before,
            note["level"],
        )
        _write(self._of(number) / "round.json", asdict(found))
        if found.kept:
            self._keep(number)
        return found

    def _contest(
        self,
        bot: str,
        judge: Path | str,
        rival: str,
        games: int,
        seed: int,
        folder: Path,
        on: str,
        jobs: int | None,
    ) -> Won:
        """A bot with one judge against the same with another, or against who is trained against."""
        players = self.plan.players
        first, other = with_judge(bot, judge), self.plan.against or with_judge(bot, rival)
        seats = [[first, *[other] * (players - 1)]] if players > 1 else [[first], [other]]
        #: By bot: seconds and decisions, and what it got in each game.
        times = {first: [0.0, 0.0], other: [0.0, 0.0]}
        got: dict[str, list[float]] = {first: [], other: []}
        for bots in seats:
            contest = Contest.make(self._game, bots, games, players, seed)
            kept = folder / ("learned" if bots[0] == first else "other") if players == 1 else folder
            arena = Arena(contest, kept, self._given)
            play(arena, on, jobs, self._console)
            results = arena.results()
            for job in contest.jobs():
                result = results[job.key]
                for seat, who in enumerate(job.seats):
                    times[who][0] += result.seconds[seat]
                    times[who][1] += result.decisions[seat]
                    won = result.places[seat] == 1
                    share = 1 / result.places.count(1) if won else 0.0
                    got[who].append(share if players > 1 else result.scores[seat])
        played = len(got[first])
        if players > 1:
            found = proportion(sum(got[first]), played)
        else:
            found = mean([one - two for one, two in zip(got[first], got[other], strict=True)])
        own_time, others_time = (total / max(1.0, count) for total, count in times.values())
        return Won(
            bot,
            self.plan.against or Path(rival).parent.name or rival,
            players,
            played,
            found.value,
            found.low,
            found.high,
            own_time,
            others_time,
            round(os.getloadavg()[0], 1),
            os.cpu_count(),
        )

    # What is kept

    def _keep(self, number: int) -> None:
        """The judge of a round is the best, for the kinds of bots that have proven it."""
        weights = read(self._judge(number))
        kinds: dict[str, bool] = {}
        for each in self.proofs:
            kind = kind_of(each.bot, self._game)
            kinds[kind] = kinds.get(kind, True) and each.sure
        proofs = [asdict(each) for each in self.proofs]
        replace(
            weights,
            # Who only learned to beat one bot is for nobody to play with.
            proven=[kind for kind, won in kinds.items() if won and not self.plan.against],
            note={**weights.note, "proofs": proofs},
        ).write(self.best)

    @property
    def _bot(self) -> str:
        """Who plays the matches."""
        return self.plan.against or AHEAD

    def _kept_files(self) -> list[Path]:
        return [self._judge(each.number) for each in self.rounds if each.kept]

    def _of(self, number: int) -> Path:
        return self.folder / f"round-{number}"

    def _trial(self, number: int, level: float, trust: float) -> Path:
        return self._of(number) / f"level-{level:g}-trust-{trust:g}.weights"

    def _judge(self, number: int) -> Path:
        return self._of(number) / "judge.weights"

    def _done(self) -> list[Round]:
        found: list[Round] = []
        while (path := self._of(len(found) + 1) / "round.json").exists():
            told = json.loads(path.read_text("utf-8"))
            for key in ("matches", "trials"):
                told[key] = [Won(**each) for each in told.get(key, [])]
            told["before"] = Won(**told["before"]) if told.get("before") else None
            found.append(Round(**told))
        return found

    def _proven(self) -> list[Won]:
        path = self.folder / "proofs.json"
        return (
            [Won(**each) for each in json.loads(path.read_text("utf-8"))] if path.exists() else []
        )


def _batch(folder: Path, first: int) -> Path:
    return folder / f"games-{first}.npz"


def _write(path: Path, told: Any) -> None:
    """All or nothing: a reader never finds half a file."""
    half = path.with_suffix(".part")
    half.write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    half.replace(path)
