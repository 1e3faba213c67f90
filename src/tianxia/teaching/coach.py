"""The coach: is there something clearly better, from what the seat may know?"""

from ..analysis import Effort, Turn, hint
from ..analysis.decisions import NAMES
from ..analysis.game import judge_one
from ..engine.record import Record

#: A quick look, but far enough to see what came of a bid that is laid out piece by piece.
LOOK = Effort(games=48, reach=80)
#: What the coach speaks up about: a mistake or worse. Smaller things would only distract.
CLEARLY = NAMES[2:]
#: In so many different samples of what may come it must be clear: a quick look is easily deceived.
LOOKS = 2


def advised(record: Record, seat: int) -> tuple[int, ...]:
    """What the coach would do there."""
    return hint(record, seat, LOOK)[0].actions


def better(record: Record, turn: Turn) -> tuple[int, ...]:
    """What should rather be done than this, which is about to be; empty if nothing clearly."""
    found: tuple[int, ...] = ()
    for seed in range(LOOKS):
        judged = judge_one(record, turn, LOOK, seed=seed)
        if judged.name not in CLEARLY:
            return ()
        found = judged.best.actions
    return found
