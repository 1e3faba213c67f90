"""Why one option is better than another: found where there is time to think, told where people read."""

from collections.abc import Sequence

from ..engine.state import State
from ..text import Words, words

#: Parts of a judge's estimate by name, in points.
Reasons = list[tuple[str, float]]
HOME = "tianxia.server"
#: Fewer points than this are not spoken of.
WORTH_TELLING = 0.05


def reasons_for(
    before: State, player: int, better: Sequence[int], other: Sequence[int], seed: int
) -> Reasons:
    """What speaks for one option against another, from what the player may know."""
    return []


def why(told: Words, reasons: Reasons, chance: float, points: float, alone: bool) -> str:
    """Why an option is better, in words: by how much of the chance to win, and by how many points."""
    say = words(HOME).say
    if alone:
        return say("better-by-points", points=figure(points))
    if points < WORTH_TELLING:
        return say("better-by-chance", chance=percent(chance))
    return say("better-by", chance=percent(chance), points=figure(points))


def percent(chance: float) -> str:
    """A chance in hundredths, as people read it: `12`, `0.4`, `−3`."""
    value = 100 * chance
    return _plain(f"{value:.0f}" if abs(value) >= 0.95 else f"{value:.1f}")


def figure(points: float) -> str:
    """Points as people read them."""
    return _plain(f"{points:.1f}")


def _plain(text: str) -> str:
    return "0" if float(text) == 0 else text.replace("-", "−")
