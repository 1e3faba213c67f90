"""What workers do: functions of plain data, wherever they run."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from ..analysis import EFFORTS, Effort, JudgeEvaluator, Option, turns
from ..analysis.decisions import Weighing
from ..analysis.game import judge_one, position
from ..analysis.luck import steps
from ..bots import choose_whole
from ..engine.errors import IllegalAction
from ..engine.record import Record
from ..engine.registry import game as find_game
from ..engine.rng import Rng
from ..engine.state import State
from .reviewing import reasons_for

#: Somebody waits for a hint: fewer games than an analysis plays, and not past a further secret
#: question, which may cost more than all the rest.
HINT = Effort(games=60, reach=12, questions=0, searches=8)
#: Options a hint tells of.
TOLD = 3
#: Deals tried until one is found in which a bot could do what it did.
TRIES = 40

#: Game, players, seed, options, decisions and key: all that a record is made of.
Plain = tuple[str, int, int, dict[str, Any], list[tuple[int, int]], str]


def choose(level: str, game_id: str, dealt: dict[str, Any], seat: int, seed: int) -> list[str]:
    """What a bot of that level does, as notation; `dealt` holds nothing its seat may not know.

    That is one decision, or all that its answer to a secret question takes.
    """
    game = find_game(game_id)
    rng = Rng()
    rng.seed(seed)
    actions = choose_whole(level, game.from_dict(dealt), seat, rng)
    return [game.space.text(action) for action in actions]


def plain(record: Record) -> Plain:
    """A record as data that travels."""
    return (
        record.game.id,
        record.players,
        record.seed,
        record.options,
        list(record.decisions),
        record.key,
    )


def review(plain: Plain, first: int, seconds: float, effort: str) -> list[dict[str, Any]]:
    """The parts of an analysis from `first` on: as many as can be done in that time, at least one.

    Part 0 is everybody's luck, part 1 the first turn.
    """
    id, players, game_seed, options, decisions, key = plain
    record = Record(find_game(id), players, game_seed, options, decisions, key)
    found: list[dict[str, Any]] = []
    until = time.monotonic() + seconds
    if first == 0:
        evaluator = JudgeEvaluator(record.game, record.players)
        found.append({"steps": [asdict(step) for step in steps(record, evaluator, seed=0)]})
        first = 1
    for turn in list(turns(record))[first - 1 :]:
        if found and time.monotonic() >= until:
            break
        judged = judge_one(record, turn, EFFORTS[effort])
        reasons = []
        if judged.loss > 0:
            before = position(record, turn)
            reasons = reasons_for(
                before, turn.player, judged.best.actions, turn.actions, turn.number
            )
        found.append({"judged": asdict(judged), "reasons": reasons})
    return found


def advise(
    game_id: str, dealt: dict[str, Any], seat: int, played: Sequence[int], seed: int
) -> dict[str, Any]:
    """The options of a seat, the best first, `played` among them; `dealt` is what the seat knows."""
    game = find_game(game_id)
    state = game.from_dict(dealt)
    weighing = Weighing(state, seat, JudgeEvaluator(game, state.players), HINT, seed)
    return _weighed(weighing, state, seat, tuple(played), seed)


def explain(
    game_id: str,
    dealt: dict[str, Any],
    asker: int,
    seat: int,
    played: Sequence[int],
    seed: int,
) -> dict[str, Any] | None:
    """What a bot's decision was for, from what another seat could know when it was made.

    None if nothing that seat knew allows for it.
    """
    game = find_game(game_id)
    state = game.from_dict(dealt)
    onlooker = Onlooker(state, asker, seat, tuple(played))
    try:
        weighing = Watched(onlooker, JudgeEvaluator(game, state.players), seed)
        return _weighed(weighing, onlooker.deal(seed), seat, tuple(played), seed)
    except LookupError:
        return None


class Onlooker:
    """Deals a game as one seat knows it in which another seat could do something."""

    def __init__(self, state: State, asker: int, seat: int, played: tuple[int, ...]) -> None:
        self.game = state.game
        self.state = state
        self.asker = asker
        self.seat = seat
        self.played = played

    def deal(self, seed: int) -> State:
        """Such a game; `LookupError` if none is found."""
        for attempt in range(TRIES):
            dealt = self.state.determinize(self.asker, seed + attempt)
            tried = dealt.copy()
            try:
                for action in self.played:
                    tried.play(self.seat, action)
            except IllegalAction:
                continue
            return dealt
        raise LookupError


class Watched(Weighing):
    """The options of a seat as another one sees them."""

    def __init__(self, onlooker: Onlooker, evaluator: JudgeEvaluator, seed: int) -> None:
        super().__init__(onlooker.state, onlooker.seat, evaluator, HINT, seed)
        self._seat = onlooker  # type: ignore[assignment]


def _weighed(
    weighing: Weighing, state: State, seat: int, played: tuple[int, ...], seed: int
) -> dict[str, Any]:
    candidates = weighing.candidates(played or None)
    if len(candidates) == 1:
        win, points = weighing.promise(candidates[0])
        options = [Option(candidates[0], win, points, 0.0, 0.0, 1)]
    else:
        options = weighing.compare(candidates, played or None)
    shown = [
        option
        for rank, option in enumerate(options)
        if rank < TOLD or sorted(option.actions) == sorted(played)
    ]
    told = []
    for rank, option in enumerate(shown):
        # The best is told against the next, all others against the best.
        better, other = (0, 1) if rank == 0 else (0, rank)
        reasons = []
        if len(shown) > 1:
            reasons = reasons_for(state, seat, shown[better].actions, shown[other].actions, seed)
        told.append({**asdict(option), "reasons": reasons})
    return {"options": told, "alone": state.players == 1}


TASKS: dict[str, Callable[..., Any]] = {
    "choose": choose,
    "review": review,
    "advise": advise,
    "explain": explain,
}
