"""Small numbers side by side in one native integer: nothing to allocate, and copied with it.

A game's state is quicker to read, to change and to copy if it lies in few integers. These are the
words for it; no game shifts or masks anything itself. Whatever is changed is returned:

    seat.cards = more(seat.cards, FARMER, 1)

- `Counts`: up to ten counts from 0 to 63, by index.
- `Few`: up to fifteen counts from 0 to 15. `Many`: up to six counts from 0 to 1,023.
- `Slots`: up to ten places, each empty (-1) or with a number from 0 to 62.
- `Set`: numbers from 0 to 60.
- `Line`: up to 13 numbers from 0 to 15, in order.
"""

from typing import Final

from mypy_extensions import i64

Counts = i64
Few = i64
Many = i64
Slots = i64
Set = i64
Line = i64

# Compiled, a literal or a constant that is shifted left is taken for 32 bits: what is shifted left
# here is an argument, or else a high constant is shifted right.
LANE: Final[i64] = 6
FULL: Final[i64] = 63
TOP: Final[i64] = 60
ON_TOP: Final[i64] = 1 << 60
#: The lower half of every two, four and eight bits.
PAIRS: Final[i64] = 0x1555555555555555
FOURS: Final[i64] = 0x1333333333333333
EIGHTS: Final[i64] = 0x0F0F0F0F0F0F0F0F
DIGIT: Final[i64] = 4
DIGITS: Final[i64] = 13
TENS: Final[i64] = 15
WIDE: Final[i64] = 10
WIDEST: Final[i64] = 1023
#: Where a line says how long it is, above its numbers.
LENGTH: Final[i64] = 52
LONGER: Final[i64] = 1 << 52


# Counts


def at(counts: Counts, index: i64) -> i64:
    """The count at an index."""
    return counts >> index * LANE & FULL


def more(counts: Counts, index: i64, by: i64) -> Counts:
    """With one count raised, or lowered by a negative number."""
    return counts + (by << index * LANE)


def total(counts: Counts) -> i64:
    """All counts together."""
    found: i64 = 0
    while counts:
        found += counts & FULL
        counts >>= LANE
    return found


def most_of(counts: Counts) -> i64:
    """The highest count."""
    found: i64 = 0
    while counts:
        if counts & FULL > found:
            found = counts & FULL
        counts >>= LANE
    return found


def kinds_in(counts: Counts) -> Set:
    """The indexes whose count is not 0."""
    found: i64 = 0
    index: i64 = 0
    while counts:
        if counts & FULL:
            found |= ON_TOP >> TOP - index
        counts >>= LANE
        index += 1
    return found


def first_in(counts: Counts) -> i64:
    """The first index whose count is not 0; -1 if there is none."""
    if counts == 0:
        return -1
    index: i64 = 0
    while counts & FULL == 0:
        counts >>= LANE
        index += 1
    return index


def counts_of(numbers: list[int]) -> Counts:
    """Numbers of a list as counts."""
    found: i64 = 0
    for index, number in enumerate(numbers):
        if not 0 <= number <= FULL:
            raise ValueError(f"a count is from 0 to 63; got {number}")
        found = more(found, index, number)
    return found


def numbers(counts: Counts, size: int) -> list[int]:
    """The first counts as a list."""
    return [at(counts, index) for index in range(size)]


# Few counts, and many


def few_at(counts: Few, index: i64) -> i64:
    """The count at an index."""
    return counts >> index * DIGIT & TENS


def few_more(counts: Few, index: i64, by: i64) -> Few:
    """With one count raised, or lowered by a negative number."""
    return counts + (by << index * DIGIT)


def few_of(numbers: list[int]) -> Few:
    """Numbers of a list as counts."""
    found: i64 = 0
    for index, number in enumerate(numbers):
        if not 0 <= number <= TENS:
            raise ValueError(f"one of few is from 0 to 15; got {number}")
        found = few_more(found, index, number)
    return found


def few_numbers(counts: Few, size: int) -> list[int]:
    """The first counts as a list."""
    return [few_at(counts, index) for index in range(size)]


def few_total(counts: Few) -> i64:
    """All counts together."""
    found: i64 = 0
    while counts:
        found += counts & TENS
        counts >>= DIGIT
    return found


def many_at(counts: Many, index: i64) -> i64:
    """The count at an index."""
    return counts >> index * WIDE & WIDEST


def many_more(counts: Many, index: i64, by: i64) -> Many:
    """With one count raised, or lowered by a negative number."""
    return counts + (by << index * WIDE)


def many_of(numbers: list[int]) -> Many:
    """Numbers of a list as counts."""
    found: i64 = 0
    for index, number in enumerate(numbers):
        if not 0 <= number <= WIDEST:
            raise ValueError(f"one of many is from 0 to 1023; got {number}")
        found = many_more(found, index, number)
    return found


def many_numbers(counts: Many, size: int) -> list[int]:
    """The first counts as a list."""
    return [many_at(counts, index) for index in range(size)]


def many_total(counts: Many) -> i64:
    """All counts together."""
    found: i64 = 0
    while counts:
        found += counts & WIDEST
        counts >>= WIDE
    return found


# Slots


def held(slots: Slots, slot: i64) -> i64:
    """What is in a slot; -1 if it is empty."""
    return (slots >> slot * LANE & FULL) - 1


def hold(slots: Slots, slot: i64, thing: i64) -> Slots:
    """With something, or nothing (-1), in a slot instead of what was there."""
    return slots + (thing + 1 - (slots >> slot * LANE & FULL) << slot * LANE)


def slots_of(things: list[int]) -> Slots:
    """A list of numbers, -1 for none, as slots."""
    return counts_of([thing + 1 for thing in things])


def things(slots: Slots, size: int) -> list[int]:
    """What the first slots hold, as a list."""
    return [held(slots, slot) for slot in range(size)]


# Sets


def has(set: Set, item: i64) -> bool:
    """Is an item in a set?"""
    return set >> item & 1 != 0


def plus(set: Set, item: i64) -> Set:
    """With an item."""
    return set | ON_TOP >> TOP - item


def minus(set: Set, item: i64) -> Set:
    """Without an item."""
    return set & ~(ON_TOP >> TOP - item)


def common(set: Set, other: Set) -> Set:
    """What is in both."""
    return set & other


def apart(set: Set, other: Set) -> Set:
    """What is in the first and not in the other."""
    return set & ~other


def size(set: Set) -> i64:
    """How many items there are: counted in pairs of bits, then of pairs, and so on."""
    set -= set >> 1 & PAIRS
    set = (set & FOURS) + (set >> 2 & FOURS)
    set = set + (set >> 4) & EIGHTS
    set += set >> 8
    set += set >> 16
    return set + (set >> 32) & FULL


def least(set: Set) -> i64:
    """The smallest item of a set that is not empty."""
    found: i64 = 0
    while set & FULL == 0:
        set >>= LANE
        found += LANE
    while set & 1 == 0:
        set >>= 1
        found += 1
    return found


def nth(set: Set, index: i64) -> i64:
    """The item with so many smaller ones."""
    while index:
        set &= set - 1
        index -= 1
    return least(set)


def set_of(items: list[int]) -> Set:
    """The items of a list as a set."""
    found: i64 = 0
    for item in items:
        if not 0 <= item <= 60:
            raise ValueError(f"an item is from 0 to 60; got {item}")
        found = plus(found, item)
    return found


def items(set: Set) -> list[int]:
    """The items of a set, sorted."""
    found: list[int] = []
    item: i64 = 0
    while set:
        if set & 1:
            found.append(item)
        set >>= 1
        item += 1
    return found


# Lines


def length(line: Line) -> i64:
    """How many numbers there are."""
    return line >> LENGTH


def item(line: Line, place: i64) -> i64:
    """The number at a place."""
    return line >> place * DIGIT & TENS


def append(line: Line, number: i64) -> Line:
    """With a number at the end."""
    return line + (number << (line >> LENGTH) * DIGIT) + LONGER


def replace(line: Line, place: i64, number: i64) -> Line:
    """With another number at a place."""
    return line + (number - (line >> place * DIGIT & TENS) << place * DIGIT)


def insert(line: Line, place: i64, number: i64) -> Line:
    """With a number at a place, the others behind it."""
    numbers: i64 = line & LONGER - 1
    behind: i64 = numbers >> place * DIGIT << place * DIGIT
    return line + behind * TENS + (number << place * DIGIT) + LONGER


def remove(line: Line, place: i64) -> Line:
    """Without the number at a place."""
    numbers: i64 = line & LONGER - 1
    behind: i64 = numbers >> place * DIGIT << place * DIGIT
    rest: i64 = behind >> place * DIGIT + DIGIT << place * DIGIT
    return line - behind + rest - LONGER


def find(line: Line, number: i64) -> i64:
    """The first place of a number; -1 if it is not there."""
    left: i64 = line >> LENGTH
    place: i64 = 0
    while place < left:
        if line & TENS == number:
            return place
        line >>= DIGIT
        place += 1
    return -1


def set_in(line: Line) -> Set:
    """Which numbers there are."""
    found: i64 = 0
    left: i64 = line >> LENGTH
    while left:
        found |= ON_TOP >> TOP - (line & TENS)
        line >>= DIGIT
        left -= 1
    return found


def line_of(numbers: list[int]) -> Line:
    """The numbers of a list as a line."""
    if len(numbers) > DIGITS:
        raise ValueError(f"a line has at most {DIGITS} numbers; got {len(numbers)}")
    found: i64 = 0
    for number in numbers:
        if not 0 <= number <= 15:
            raise ValueError(f"a number of a line is from 0 to 15; got {number}")
        found = append(found, number)
    return found


def listed(line: Line) -> list[int]:
    """The numbers of a line as a list."""
    return [item(line, place) for place in range(length(line))]
