"""Sums, extremes and changes of short lists of ints, compiled many times quicker than built in."""

from librt.vecs import vec
from mypy_extensions import i64


def sum_of(items: list[int]) -> int:
    """The sum."""
    found = 0
    for item in items:
        found += item
    return found


def largest(items: list[int]) -> int:
    """The largest of at least one."""
    found = items[0]
    for item in items:
        if item > found:
            found = item
    return found


def smallest(items: list[int]) -> int:
    """The smallest of at least one."""
    found = items[0]
    for item in items:
        if item < found:
            found = item
    return found


def replaced(items: list[int], index: i64, item: int) -> list[int]:
    """A new list with another item at an index."""
    found = items[:]
    found[index] = item
    return found


def changed(items: vec[i64], index: i64, item: i64) -> vec[i64]:
    """As `replaced`, of native integers."""
    found = items[:]
    found[index] = item
    return found


def without(items: list[int], item: int) -> list[int]:
    """A new list without an item that is there once."""
    return [other for other in items if other != item]


def raised(items: list[int], index: i64, by: int) -> list[int]:
    """A new list with one item raised: for lists that change seldom, so that copies share them."""
    found = items[:]
    found[index] = found[index] + by
    return found
