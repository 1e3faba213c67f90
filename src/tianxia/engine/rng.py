"""The small seeded generator inside every state.

A multiply-with-carry generator: one word holds the carry (upper 30 bits) and the last value
(lower 32 bits). Every intermediate stays below 2**62, so interpreted and compiled code, where
`i64` wraps silently, draw exactly the same numbers.

Who has seen enough draws could find the word, and with it all draws that follow. Where people play for
something, the generator is therefore given a key: then every draw begins from a word of its own, which
nobody can compute who does not have the key.
"""

import hmac
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from .compact import Counts, at
from .compact import total as all_of

# The largest a < 2**30 for which a * 2**32 - 1 is a safe prime: the period is about 2**61.
MULTIPLIER: Final[i64] = 1073740155
LOW: Final[i64] = 0xFFFFFFFF
MIX_1: Final[i64] = 0x1B873593
MIX_2: Final[i64] = 0x19D699A5
SEEDS: Final = 1 << 62
NO_KEY: Final = b""


@final
@mypyc_attr(acyclic=True)
class Rng:
    """Random numbers from one word of state."""

    def __init__(self) -> None:
        self.state: i64 = 1
        #: With a key, how often it was drawn; without one, less than 0.
        self.drawn: i64 = -1
        self.key = NO_KEY

    def use_key(self, key: bytes) -> None:
        """From now on draw what only who has the key can know."""
        self.key = key
        self.drawn = 0

    def follow(self, other: "Rng") -> None:
        """Draw from here on what the other one draws."""
        self.state = other.state
        if other.drawn >= 0:
            self.drawn = other.drawn
            self.key = other.key

    def renew(self) -> None:
        """The word for the next draw, from the key."""
        fresh = hmac.digest(self.key, b"draw %d" % int(self.drawn), "sha256")
        left: i64 = int.from_bytes(fresh[:4], "big")
        right: i64 = int.from_bytes(fresh[4:8], "big")
        self.state = ((left % (MULTIPLIER - 2) + 1) << 32) | right
        self.drawn += 1

    def seed(self, seed: int) -> None:
        """Start anew from `seed`, without a key; neighbouring seeds give unrelated sequences."""
        self.drawn = -1
        wide: i64 = seed % SEEDS
        left: i64 = wide >> 32
        right: i64 = wide & LOW
        for turn in range(6):  # a Feistel network: a bijection that scatters every bit
            mixed: i64 = (right * MIX_1 + turn) & LOW
            mixed ^= mixed >> 15
            mixed = (mixed * MIX_2) >> 7 & LOW
            mixed ^= mixed >> 13
            left, right = right, left ^ mixed
        self.state = ((left % (MULTIPLIER - 2) + 1) << 32) | right

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, each equally likely (0 < n < 2**30)."""
        if self.drawn >= 0:
            self.renew()
        state: i64 = (self.state & LOW) * MULTIPLIER + (self.state >> 32)
        scaled: i64 = ((state & LOW) ^ (state >> 32)) * n
        if (scaled & LOW) < n:
            # The 2**32 values of a draw do not divide evenly by n: reject the surplus ones.
            surplus: i64 = (LOW + 1 - n) % n
            while (scaled & LOW) < surplus:
                state = (state & LOW) * MULTIPLIER + (state >> 32)
                scaled = ((state & LOW) ^ (state >> 32)) * n
        self.state = state
        return scaled >> 32

    def shuffle(self, items: list[int]) -> None:
        """Bring the items into random order."""
        i: i64 = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1

    def shuffle_vec(self, items: vec[i64]) -> None:
        """As `shuffle`, of native integers."""
        i: i64 = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            item = items[i]
            items[i] = items[j]
            items[j] = item
            i -= 1

    def weighted(self, weights: list[int]) -> i64:
        """An index, each with probability proportional to its weight (the sum is not 0).

        With the counts of a pile's kinds as weights this draws from the shuffled pile.
        """
        total: i64 = 0
        for weight in weights:
            total += weight
        left: i64 = self.below(total)
        index: i64 = 0
        for weight in weights:
            left -= weight
            if left < 0:
                break
            index += 1
        return index

    def weighted_from(self, weights: vec[i64], first: i64) -> i64:
        """As `weighted`, of native integers from an index on."""
        total: i64 = 0
        index: i64
        for index in range(first, len(weights)):
            total += weights[index]
        left = self.below(total)
        index = first
        while left >= weights[index]:
            left -= weights[index]
            index += 1
        return index

    def weighted_count(self, counts: Counts) -> i64:
        """As `weighted`, with packed counts as weights."""
        left: i64 = self.below(all_of(counts))
        index: i64 = 0
        while True:
            left -= at(counts, index)
            if left < 0:
                return index
            index += 1
