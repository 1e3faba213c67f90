"""The numbers a learner is shown, written from left to right as whole numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from .compact import Counts, Few, Set, at, few_at, has

#: Bits of a count in a tally, where the first of eight begins, and a 1 there.
BYTE: Final[i64] = 8
TOP: Final[i64] = 56
ON_TOP: Final[i64] = 1 << 56


@final
class Features:
    """What a game's `features` writes, in the order of its `feature_names`.

    Every number is a count and what it is a part of. Only the counts are kept, as whole numbers side
    by side, for one state or for many, one after the other: what they are parts of is the same
    in every state of as many players and the same options, and is noted only where `scales` are
    wanted. Whoever shows them to a learner divides all of them at once.
    """

    def __init__(self, size: int) -> None:
        nothing: list[i16] = [0] * size
        #: Room for so many numbers.
        self.counts: vec[i16] = vec[i16](nothing)
        #: Where the next one comes.
        self.next: i64 = 0
        #: What each number is a part of, if that is wanted.
        self.scales: list[float] | None = None

    def note(self, size: i64, most: float) -> None:
        """The next numbers are parts of that."""
        if self.scales is not None:
            for _ in range(size):
                self.scales.append(most)

    def ratio(self, count: i64, most: float) -> None:
        """A count, as a part of `most`."""
        self.note(1, most)
        self.counts[self.next] = i16(count)
        self.next += 1

    def scaled(self, counts: list[int], most: float) -> None:
        """A number for each count, as a part of `most`."""
        self.part(counts, 0, len(counts), most)

    def part(self, counts: list[int], start: i64, end: i64, most: float) -> None:
        """As `scaled`, of the counts from `start` to before `end`."""
        self.note(end - start, most)
        out = self.counts
        place = self.next
        index: i64
        for index in range(start, end):
            count: i64 = counts[index]
            out[place] = i16(count)
            place += 1
        self.next = place

    def packed(self, counts: Counts, size: i64, most: float) -> None:
        """As `scaled`, of the first of packed counts."""
        self.note(size, most)
        out = self.counts
        place = self.next
        index: i64
        for index in range(size):
            out[place] = i16(at(counts, index))
            place += 1
        self.next = place

    def few(self, counts: Few, start: i64, end: i64, most: float) -> None:
        """As `packed`, of few counts, those from `start` to before `end`."""
        self.note(end - start, most)
        out = self.counts
        place = self.next
        index: i64
        for index in range(start, end):
            out[place] = i16(few_at(counts, index))
            place += 1
        self.next = place

    def owned(self, own: Set, all: Set, start: i64, end: i64) -> None:
        """For the items from `start` to before `end`: 1 if it is one's own, -1 if another's, or 0."""
        self.note(end - start, 1.0)
        out = self.counts
        place = self.next
        item: i64
        for item in range(start, end):
            out[place] = 1 if has(own, item) else -1 if has(all, item) else 0
            place += 1
        self.next = place

    def tally(self, cards: list[int], kind_of: list[int], kinds: i64, most: float) -> None:
        """How many cards there are of each kind (at most eight), as a part of `most`; 0 is no card."""
        self.note(kinds, most)
        counts: i64 = 0  # a byte for each kind, the first one on top
        for card in cards:
            if card:
                kind: i64 = kind_of[card]
                counts += ON_TOP >> kind * BYTE  # compiled, `1 <<` would shift 32 bits only
        out = self.counts
        place = self.next
        index: i64
        for index in range(kinds):
            out[place] = i16(counts >> TOP - index * BYTE & 255)
            place += 1
        self.next = place

    def flag(self, on: bool) -> None:
        """1 or 0."""
        self.ratio(1 if on else 0, 1.0)

    def flags(self, set: Set, size: i64) -> None:
        """So many numbers: 1 for what is in a set, 0 for what is not."""
        self.note(size, 1.0)
        out = self.counts
        place = self.next
        item: i64
        for item in range(size):
            out[place] = 1 if has(set, item) else 0
            place += 1
        self.next = place

    def one_of(self, size: i64, index: i64) -> None:
        """So many numbers: a 1 at the index, or none if it lies outside."""
        start = self.next
        self.skip(size, 1.0)
        if 0 <= index < size:
            self.counts[start + index] = 1

    def skip(self, size: i64, most: float) -> None:
        """So many numbers are 0, as parts of `most`."""
        self.note(size, most)
        out = self.counts
        place = self.next
        for _ in range(size):
            out[place] = 0
            place += 1
        self.next = place

    def again(self, other: "Features", start: i64, end: i64) -> None:
        """Numbers that were written elsewhere, from `start` to before `end`."""
        out = self.counts
        written = other.counts
        place = self.next
        index: i64
        for index in range(start, end):
            out[place] = written[index]
            place += 1
        self.next = place
