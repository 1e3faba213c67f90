"""A whole game analysed: every decision, everybody's luck, and what decided it."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from ..arena.spread import spread
from ..engine.errors import TianxiaError
from ..engine.game import Game
from ..engine.record import Record
from ..engine.registry import game as find_game
from ..engine.state import State
from .decisions import NAMES, Effort, Judged, Option, Turn, Weighing, judge_turn, turns
from .evaluator import Evaluator, JudgeEvaluator
from .luck import Step, steps
from .reasons import Reason, reasons
from .strength import strength

#: How long to think, by name.
EFFORTS = {
    "quick": Effort(games=48, searches=2),
    "standard": Effort(searches=4),
    "deep": Effort(games=800, precision=0.003, searches=12),
}
#: Moments shown as those that decided the game.
TURNING_POINTS = 5

MakeEvaluator = Callable[[Game, int], Evaluator]


class AnalysisError(TianxiaError, ValueError):
    """Nothing to analyse, or not as asked."""


@dataclass(frozen=True)
class Summary:
    """How one seat played, and what luck it had.

    `decisions` counts those with a choice; `rate` is how many points of lead an average one gave away
    (`Judged.cost`), `stake` how many a choice at random would have; `error` is the share of the one in the other,
    and `strength` the name of that. `luck` and `adjusted` (the result without it) are None while the game
    runs.
    """

    player: int
    decisions: int
    loss: float
    rate: float
    stake: float
    error: float
    strength: str
    names: dict[str, int]
    luck: float | None
    own: float | None
    others: float | None
    result: float | None
    adjusted: float | None


@dataclass(frozen=True)
class Analysis:
    """What was found. `steps` are empty while the game runs: they look at every hand."""

    game: str
    version: int
    players: int
    over: bool
    #: Whose points it goes by (`Evaluator.name`), and whether its chances were found to come true.
    evaluator: str
    calibrated: bool
    judged: tuple[Judged, ...]
    steps: tuple[Step, ...]

    def summary(self, player: int) -> Summary:
        """One seat's part."""
        own = [each for each in self.judged if each.turn.player == player]
        real = [each for each in own if len(each.options) > 1]
        loss = sum(each.loss for each in real)
        rate = fmean(each.cost for each in real) if real else 0.0
        stake = fmean(each.stake for each in real) if real else 0.0
        error = rate / stake if stake > 0 else 0.0
        counted = Counter(each.name for each in real)
        if not self.over:
            sums: tuple[float | None, ...] = (None,) * 5
        else:
            luck = sum(step.luck[player] for step in self.steps)
            result = self.steps[-1].after[player]
            sums = (
                luck,
                sum(step.own[player] for step in self.steps),
                sum(step.others[player] for step in self.steps),
                result,
                result - luck,
            )
        names = {name: counted[name] for name in NAMES}
        called = strength(find_game(self.game), error)
        return Summary(player, len(real), loss, rate, stake, error, called, names, *sums)

    def costliest(self, player: int, most: int = 5) -> list[Judged]:
        """The decisions that lost most, of those that surely lost something worth a name."""
        own = [each for each in self.judged if each.turn.player == player and each.wrong]
        return sorted(own, key=lambda each: -each.loss)[:most]

    def turning_points(self) -> list[Step]:
        """The moments that changed most, in the order of the game."""

        def change(step: Step) -> float:
            return max(abs(a - b) for a, b in zip(step.after, step.before, strict=True))

        found = sorted(self.steps[1:], key=change, reverse=True)[:TURNING_POINTS]
        return sorted(found, key=lambda step: step.number)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            **asdict(self),
            "summaries": [asdict(self.summary(player)) for player in range(self.players)],
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Analysis":
        """What `to_dict` gave."""
        fields = {name: data[name] for name in cls.__dataclass_fields__}
        fields["judged"] = tuple(_judged(each) for each in data["judged"])
        fields["steps"] = tuple(
            Step(
                each["number"], *(tuple(each[name]) for name in list(Step.__dataclass_fields__)[1:])
            )
            for each in data["steps"]
        )
        return cls(**fields)


def _judged(data: dict[str, Any]) -> Judged:
    turn = Turn(**{**data["turn"], "actions": tuple(data["turn"]["actions"])})
    options = tuple(
        Option(**{**each, "actions": tuple(each["actions"])}) for each in data["options"]
    )
    return Judged(**{**data, "turn": turn, "options": options})


def analyse(
    record: Record,
    effort: Effort = EFFORTS["standard"],
    evaluator: MakeEvaluator = JudgeEvaluator,
    seed: int = 0,
    jobs: int = 1,
    done: Callable[[Judged], None] = lambda judged: None,
    on: str = "local",
) -> Analysis:
    """Analyse a record; `done` is called with each decision as it is judged, in any order.

    `jobs` decisions are judged at once (-1: one a core), or `on` a cluster (`ray`) as many as it takes.
    """
    if not record.decisions:
        raise AnalysisError("a game without decisions: there is nothing to analyse")
    found = []
    for judged in _judge_all(record, effort, evaluator, seed, jobs, on):
        found.append(judged)
        done(judged)
    found.sort(key=lambda judged: (judged.turn.number, judged.turn.player))
    over = record.replay().over()
    own = evaluator(record.game, record.players)
    return Analysis(
        record.game.id,
        record.game.version,
        record.players,
        over,
        own.name,
        own.calibrated,
        tuple(found),
        tuple(steps(record, own, seed)) if over else (),
    )


def _judge_all(
    record: Record, effort: Effort, evaluator: MakeEvaluator, seed: int, jobs: int, on: str
) -> Iterator[Judged]:
    if jobs == 1 and on == "local":
        for turn in turns(record):
            yield judge_one(record, turn, effort, evaluator, seed)
        return
    plain = (
        record.game.id,
        record.players,
        record.seed,
        record.options,
        record.decisions,
        record.key,
    )
    parts = [(plain, turn, effort, evaluator, seed) for turn in turns(record)]
    yield from spread(_judge_plain, parts, on, jobs)


def _judge_plain(
    plain: tuple[Any, ...], turn: Turn, effort: Effort, evaluator: MakeEvaluator, seed: int
) -> Judged:
    """In another process: compiled records do not travel."""
    id, *rest = plain
    return judge_one(Record(find_game(id), *rest), turn, effort, evaluator, seed)


def judge_one(
    record: Record,
    turn: Turn,
    effort: Effort,
    evaluator: MakeEvaluator = JudgeEvaluator,
    seed: int = 0,
) -> Judged:
    """Judge one of the record's turns."""
    return judge_turn(
        position(record, turn),
        turn,
        evaluator(record.game, record.players),
        effort,
        seed * len(record.decisions) + turn.number,
    )


def position(record: Record, turn: Turn) -> State:
    """The position in which a turn was asked for, before anybody has answered."""
    state = record.replay(turn.number)
    return record.replay(state.asked_at) if turn.secret else state


def question(record: Record, turn: Turn) -> str:
    """What kind of question was answered, as the view of a game calls it."""
    found: str = position(record, turn).view(turn.player)["prompt"]["id"]
    return found


def why(record: Record, judged: Judged, seed: int = 0) -> list[Reason]:
    """Why the best option of a decision is better than what was played; nothing if it was played."""
    turn = judged.turn
    if judged.best.actions == turn.actions:
        return []
    before = position(record, turn)
    return reasons(
        record.game, before, turn.player, judged.best.actions, turn.actions, seed + turn.number
    )


def hint(
    record: Record,
    player: int,
    effort: Effort = EFFORTS["quick"],
    evaluator: MakeEvaluator = JudgeEvaluator,
    seed: int = 0,
) -> list[Option]:
    """What the player who is asked could do now, best first, from what that seat knows alone."""
    state = record.replay()
    if player not in state.actors():
        raise AnalysisError(f"player {player} is not asked now")
    if state.secret():  # what others have answered already is no help
        answers = record.decisions[state.asked_at :]
        state = record.replay(state.asked_at)
        for who, action in answers:
            if who == player:
                state.play(who, action)
    return weigh(state, player, effort, evaluator, seed)


def weigh(
    state: State, player: int, effort: Effort, evaluator: MakeEvaluator, seed: int
) -> list[Option]:
    """The options of a player in this position, best first."""
    weighing = Weighing(state, player, evaluator(state.game, state.players), effort, seed)
    candidates = weighing.candidates()
    if len(candidates) == 1:
        win, points = weighing.promise(candidates[0])
        return [Option(candidates[0], win, points, 0.0, 0.0, 1)]
    return weighing.compare(candidates, None)
