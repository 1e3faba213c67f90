"""What a saved state may look like: it comes from outside, so it is looked at before it is believed.

A game describes the parts of its `dump` with these shapes; `Game.from_dict` refuses a saved state that
does not fit them, in time that grows with its size alone. Numbers have bounds and lists have lengths, so
what fits is never larger than a real state.
"""

from collections.abc import Mapping
from typing import Any, final

from mypy_extensions import trait


@trait
class Shape:
    """What one part of a saved state may be."""

    def check(self, value: Any, where: str) -> None:
        """`ValueError` with the place and what was expected there."""
        raise NotImplementedError


@final
class Anything(Shape):
    """What is looked at elsewhere."""

    def check(self, value: Any, where: str) -> None:
        pass


@final
class Whole(Shape):
    """A whole number from the lowest to the highest."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def check(self, value: Any, where: str) -> None:
        if type(value) is not int or not self.low <= value <= self.high:
            raise _wrong(where, f"a whole number from {self.low} to {self.high}", value)


@final
class Flag(Shape):
    """True or false."""

    def check(self, value: Any, where: str) -> None:
        if type(value) is not bool:
            raise _wrong(where, "true or false", value)


@final
class OneOf(Shape):
    """One of some names."""

    def __init__(self, names: list[str]) -> None:
        self.names = set(names)

    def check(self, value: Any, where: str) -> None:
        if type(value) is not str or value not in self.names:
            raise _wrong(where, f"one of {len(self.names)} names", value)


@final
class Maybe(Shape):
    """Of a shape, or nothing."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def check(self, value: Any, where: str) -> None:
        if value is not None:
            self.shape.check(value, where)


@final
class Listed(Shape):
    """A list of things of one shape; with one number of that length, with two from the one to the other."""

    def __init__(self, shape: Shape, least: int, most: int = -1) -> None:
        self.shape = shape
        self.least = least
        self.most = least if most < 0 else most

    def check(self, value: Any, where: str) -> None:
        if type(value) is not list or not self.least <= len(value) <= self.most:
            raise _wrong(where, f"a list of {self.least} to {self.most}", value)
        for index, item in enumerate(value):
            self.shape.check(item, f"{where}[{index}]")


@final
class Counted(Shape):
    """How many there are of each of some names; what is not named is not there."""

    def __init__(self, names: list[str], most: int) -> None:
        self.names = set(names)
        self.count = Whole(0, most)

    def check(self, value: Any, where: str) -> None:
        if type(value) is not dict or len(value) > len(self.names):
            raise _wrong(where, "a table of counts", value)
        for name, count in value.items():
            if name not in self.names:
                raise _wrong(where, "a table of counts by names of the game", name)
            self.count.check(count, f"{where}.{name}")


@final
class Table(Shape):
    """A table with exactly these keys, each of its shape."""

    def __init__(self, parts: Mapping[str, Shape]) -> None:
        self.parts = parts

    def check(self, value: Any, where: str) -> None:
        if type(value) is not dict:
            raise _wrong(where, "a table of keys", value)
        for name, shape in self.parts.items():
            if name not in value:
                raise ValueError(f"{where or 'the saved state'} has no {name!r}")
            shape.check(value[name], f"{where}.{name}" if where else name)
        if len(value) > len(self.parts):
            extra = next(name for name in value if name not in self.parts)
            raise _wrong(where or "the saved state", "no further keys", extra)


def seat(players: int) -> Shape:
    """A player's number."""
    return Whole(0, players - 1)


def expect(condition: bool, otherwise: str) -> None:
    """`ValueError` if something does not hold."""
    if not condition:
        raise ValueError(otherwise)


def shown(value: Any) -> str:
    """A value in an error: never the whole of it, which may be endless, or too large to be written down."""
    if type(value) is str:
        return repr(value[:40])
    if type(value) is list:
        return f"a list of {len(value)}"
    if type(value) is int and -(10**9) < value < 10**9:
        return str(value)
    if value is None or type(value) in (bool, float):
        return repr(value)
    return type(value).__name__


def _wrong(where: str, expected: str, value: Any) -> ValueError:
    return ValueError(f"{where}: expected {expected}; got {shown(value)}")
