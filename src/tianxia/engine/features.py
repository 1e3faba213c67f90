"""The numbers a learner is shown, written from left to right."""

from typing import Final, final

from librt.strings import BytesWriter, read_f32_le, write_f32_le
from mypy_extensions import i64

from .compact import Counts, at

#: Bytes of a number.
SIZE: Final = 4
#: Bits of a count in a tally, where the first of eight begins, and a 1 there.
BYTE: Final[i64] = 8
TOP: Final[i64] = 56
ON_TOP: Final[i64] = 1 << 56


@final
class Features:
    """What a game's `features` writes, in the order of its `feature_names`.

    The numbers lie side by side as little-endian float32, which is what learners take; no float is
    ever made an object. One `Features` may hold the numbers of many states, one after the other.
    """

    def __init__(self) -> None:
        self._out = BytesWriter()

    def add(self, number: float) -> None:
        """The next number."""
        write_f32_le(self._out, number)

    def ratio(self, count: i64, most: float) -> None:
        """A count, as a part of `most`."""
        write_f32_le(self._out, float(count) / most)

    def scaled(self, counts: list[int], most: float) -> None:
        """A number for each count, as a part of `most`."""
        out = self._out
        count: i64
        for count in counts:
            write_f32_le(out, float(count) / most)

    def counts(self, counts: Counts, size: i64, most: float) -> None:
        """As `scaled`, of the first of packed counts."""
        out = self._out
        index: i64
        for index in range(size):
            write_f32_le(out, float(at(counts, index)) / most)

    def part(self, counts: list[int], start: i64, end: i64, most: float) -> None:
        """As `scaled`, of the counts from `start` to before `end`."""
        out = self._out
        place: i64
        for place in range(start, end):
            count: i64 = counts[place]
            write_f32_le(out, float(count) / most)

    def tally(self, cards: list[int], kind_of: list[int], kinds: i64, most: float) -> None:
        """How many cards there are of each kind (at most eight), as a part of `most`; 0 is no card."""
        counts: i64 = 0  # a byte for each kind, the first one on top
        for card in cards:
            if card:
                kind: i64 = kind_of[card]
                counts += ON_TOP >> kind * BYTE  # compiled, `1 <<` would shift 32 bits only
        out = self._out
        place: i64
        for place in range(kinds):
            write_f32_le(out, float(counts >> TOP - place * BYTE & 255) / most)

    def flag(self, on: bool) -> None:
        """1 or 0."""
        write_f32_le(self._out, 1.0 if on else 0.0)

    def one_of(self, size: i64, index: i64) -> None:
        """So many numbers: a 1 at the index, or none if it lies outside."""
        out = self._out
        place: i64
        for place in range(size):
            write_f32_le(out, 1.0 if place == index else 0.0)

    def skip(self, size: i64) -> None:
        """So many numbers are 0."""
        out = self._out
        for _ in range(size):
            write_f32_le(out, 0.0)

    def again(self, packed: bytes) -> None:
        """Numbers that were written before, as `packed` gave them."""
        self._out.write(packed)

    def clear(self) -> None:
        """Begin again."""
        self._out.truncate(0)

    def count(self) -> int:
        """How many numbers were written."""
        return len(self._out) // SIZE

    def packed(self) -> bytes:
        """The numbers as float32."""
        return self._out.getvalue()

    def numbers(self) -> list[float]:
        """The numbers, as learners get them."""
        packed = self.packed()
        return [read_f32_le(packed, place) for place in range(0, len(packed), SIZE)]
