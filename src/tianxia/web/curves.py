"""Curves of a game as drawings: one line a seat, told apart by seal and dashes as well as colour."""

from collections.abc import Sequence
from dataclasses import dataclass

from .boards import SEALS

#: One pattern of dashes a seat.
DASHES = ("", "9 4", "2 4", "11 3 2 3", "5 3", "14 5 2 5 2 5")
#: Between labels at the ends of lines.
LABEL = 21.0
#: Rounds that are named below the curve, at most.
MOST_ROUNDS = 14


@dataclass(frozen=True)
class Sheet:
    """How large a drawing is, and how much of it is left for what stands beside the lines."""

    width: float
    height: float
    left: float
    right: float
    #: Whether there is room for names at the ends of lines; else seals alone.
    names: bool
    top: float = 14.0
    bottom: float = 26.0


#: For a desk and for a phone: letters have the same size on both.
WIDE = Sheet(760, 300, 60, 150, names=True)
NARROW = Sheet(350, 240, 56, 30, names=False)


@dataclass(frozen=True)
class Line:
    """One seat's line and the label at its end."""

    seat: int
    points: str
    dashes: str
    end_x: float
    end_y: float
    label_y: float
    seal: str
    value: str


@dataclass(frozen=True)
class Mark:
    """A moment on a line: its number and where it is."""

    number: int
    seat: int
    x: float
    y: float
    address: str


@dataclass(frozen=True)
class Curve:
    """A drawing."""

    sheet: Sheet
    lines: list[Line]
    marks: list[Mark]
    #: Heights with what they mean, and where rounds begin.
    grid: list[tuple[float, str]]
    rounds: list[tuple[float, str]]


@dataclass(frozen=True)
class Moment:
    """A moment worth looking at: its number, the seat it changed most, the move, and an address."""

    number: int
    seat: int
    move: int
    address: str


def curve(
    sheet: Sheet,
    moves: Sequence[int],
    values: Sequence[Sequence[float]],
    percent: bool,
    rounds: Sequence[int],
    moments: Sequence[Moment] = (),
) -> Curve:
    """Draw values by seat over the moves of a game; chances from 0 to 1, or points."""
    low, high = (0.0, 1.0) if percent else _range(values)
    last = max(moves[-1], 1)

    def x(move: float) -> float:
        return round(sheet.left + move / last * (sheet.width - sheet.left - sheet.right), 1)

    def y(value: float) -> float:
        inner = sheet.height - sheet.top - sheet.bottom
        return round(sheet.top + (high - value) / (high - low) * inner, 1)

    seats = range(len(values[0]))
    ends = {seat: y(values[-1][seat]) for seat in seats}
    labels = _apart(ends, sheet.top, sheet.height - sheet.bottom)
    lines = [
        Line(
            seat,
            " ".join(f"{x(move)},{y(row[seat])}" for move, row in zip(moves, values, strict=True)),
            DASHES[seat],
            x(moves[-1]),
            ends[seat],
            labels[seat],
            SEALS[seat],
            written(values[-1][seat], percent),
        )
        for seat in seats
    ]
    at = dict(zip(moves, values, strict=True))
    marks = [
        Mark(each.number, each.seat, x(each.move), y(at[each.move][each.seat]), each.address)
        for each in moments
        if each.move in at
    ]
    steps = 4
    grid = [
        (y(low + (high - low) * step / steps), written(low + (high - low) * step / steps, percent))
        for step in range(steps + 1)
    ]
    every = -(-len(rounds) // MOST_ROUNDS) if rounds else 1
    if not sheet.names:
        every *= 2
    named = [
        (x(move), str(number) if (number - 1) % every == 0 else "")
        for number, move in enumerate(rounds, 1)
        if move <= last
    ]
    return Curve(sheet, lines, marks, grid, named)


def written(value: float, percent: bool) -> str:
    """A value as people read it."""
    text = f"{100 * value:.0f} %" if percent else f"{value:.0f}"
    return text.replace("-", "−")


def _range(values: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Round numbers around all values."""
    every = [value for row in values for value in row]
    low, high = min(0.0, *every), max(1.0, *every)
    step = next(
        step for step in (1, 2, 5, 10, 20, 25, 50, 100, 250, 1000) if 4 * step >= high - low
    )
    start = step * (low // step)
    return start, start + step * max(4, -(-(high - start) // step))


def _apart(ends: dict[int, float], top: float, bottom: float) -> dict[int, float]:
    """Where the labels stand: beside their lines, but none on another."""
    order = sorted(ends, key=lambda seat: ends[seat])
    placed: dict[int, float] = {}
    least = top
    for seat in order:
        placed[seat] = max(ends[seat], least)
        least = placed[seat] + LABEL
    most = bottom
    for seat in reversed(order):
        placed[seat] = min(placed[seat], most)
        most = placed[seat] - LABEL
    return placed
