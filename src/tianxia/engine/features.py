"""The numbers a learner is shown, written from left to right."""

from typing import final

from mypy_extensions import i64

from .state import State


@final
class Features:
    """What a game's `features` writes, in the order of its `feature_names`.

    All numbers are 0 to begin with; only the others have to be stored, which keeps it cheap.
    """

    def __init__(self, state: State) -> None:
        self._numbers: list[float] = [0.0] * state.game.widths[state.players]
        self._at: i64 = 0

    def add(self, number: float) -> None:
        """The next number."""
        if number != 0.0:
            self._numbers[self._at] = number
        self._at += 1

    def scaled(self, counts: list[int], most: float) -> None:
        """A number for each count, as a part of `most`."""
        for count in counts:
            self.add(count / most)

    def flag(self, on: bool) -> None:
        """1 or 0."""
        if on:
            self._numbers[self._at] = 1.0
        self._at += 1

    def one_of(self, size: i64, index: i64) -> None:
        """So many numbers: a 1 at the index, or none if it lies outside."""
        if 0 <= index < size:
            self._numbers[self._at + index] = 1.0
        self._at += size

    def skip(self, size: i64) -> None:
        """So many numbers stay 0."""
        self._at += size

    def all(self) -> list[float]:
        """The numbers, when none is missing."""
        assert self._at == len(self._numbers)
        return self._numbers
