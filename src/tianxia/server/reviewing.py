"""Why one option is better than another: found where there is time to think, told where people read."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ..analysis.reasons import Reason, reasons, tell
from ..engine.state import State
from ..text import Words, words

#: What `analysis.reasons` found, as data that travels and is kept.
Reasons = list[dict[str, Any]]
HOME = "tianxia.server"
#: Fewer points than this are not spoken of.
WORTH_TELLING = 0.05
#: Deals in which two options are compared; somebody may be waiting.
DEALS = 8


def reasons_for(
    before: State, player: int, better: Sequence[int], other: Sequence[int], seed: int
) -> Reasons:
    """What speaks for one option against another, from what the player may know."""
    found = reasons(before.game, before, player, tuple(better), tuple(other), seed, DEALS)
    return [asdict(reason) for reason in found]


def why(told: Words, found: Reasons, chance: float, points: float, alone: bool) -> str:
    """By how much an option is better, and why: two or three sentences in the game's own words."""
    return f"{by_how_much(chance, points, alone)} {reason_told(told, found)}".strip()


def reason_told(told: Words, found: Reasons) -> str:
    """The reasons in words; nothing where nothing was found."""
    spoken = [Reason(**{**each, "option": tuple(each["option"])}) for each in found]
    return tell(told, spoken) if spoken else ""


def by_how_much(chance: float, points: float, alone: bool) -> str:
    """How much better: in win chance and points, in words."""
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
