import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from tianxia.engine import compact as c
from tianxia.engine.rng import Rng

COUNTS = st.lists(st.integers(0, 63), min_size=10, max_size=10)
SLOTS = st.lists(st.integers(-1, 62), min_size=10, max_size=10)
SETS = st.sets(st.integers(0, 60))
LINES = st.lists(st.integers(0, 15), max_size=12)
INDEX = st.integers(0, 9)


@given(COUNTS)
def test_counts_are_what_was_packed(numbers: list[int]) -> None:
    counts = c.counts_of(numbers)
    assert c.numbers(counts, 10) == numbers
    assert [c.at(counts, index) for index in range(10)] == numbers
    assert c.total(counts) == sum(numbers)
    assert c.most_of(counts) == max(numbers)
    kinds = [index for index in range(10) if numbers[index]]
    assert c.items(c.kinds_in(counts)) == kinds
    assert c.first_in(counts) == (kinds[0] if kinds else -1)


@given(COUNTS, INDEX, st.integers(0, 63))
def test_a_count_changes_and_no_other(numbers: list[int], index: int, number: int) -> None:
    changed = c.more(c.counts_of(numbers), index, number - numbers[index])
    assert c.numbers(changed, 10) == [*numbers[:index], number, *numbers[index + 1 :]]


@given(st.lists(st.integers(0, 15), min_size=15, max_size=15), st.integers(0, 14), st.data())
def test_few_counts(numbers: list[int], index: int, data: st.DataObject) -> None:
    counts = c.few_of(numbers)
    assert c.few_numbers(counts, 15) == numbers
    assert c.few_total(counts) == sum(numbers)
    number = data.draw(st.integers(0, 15))
    changed = c.few_more(counts, index, number - numbers[index])
    assert c.few_numbers(changed, 15) == [*numbers[:index], number, *numbers[index + 1 :]]


@given(st.lists(st.integers(0, 1023), min_size=6, max_size=6), st.integers(0, 5), st.data())
def test_many_counts(numbers: list[int], index: int, data: st.DataObject) -> None:
    counts = c.many_of(numbers)
    assert c.many_numbers(counts, 6) == numbers
    assert c.many_total(counts) == sum(numbers)
    number = data.draw(st.integers(0, 1023))
    changed = c.many_more(counts, index, number - numbers[index])
    assert c.many_numbers(changed, 6) == [*numbers[:index], number, *numbers[index + 1 :]]


@given(SLOTS, INDEX, st.integers(-1, 62))
def test_a_slot_changes_and_no_other(things: list[int], slot: int, thing: int) -> None:
    slots = c.slots_of(things)
    assert c.things(slots, 10) == things
    held = c.hold(slots, slot, thing)
    assert c.things(held, 10) == [*things[:slot], thing, *things[slot + 1 :]]


def test_nothing_at_all_is_zero() -> None:
    assert c.things(0, 10) == [-1] * 10
    assert c.numbers(0, 10) == [0] * 10
    assert c.items(0) == c.listed(0) == []


@given(SETS, st.integers(0, 60))
def test_sets_are_sets(members: set[int], item: int) -> None:
    found = c.set_of(sorted(members))
    assert c.items(found) == sorted(members)
    assert c.size(found) == len(members)
    assert c.has(found, item) == (item in members)
    assert c.items(c.plus(found, item)) == sorted(members | {item})
    assert c.items(c.minus(found, item)) == sorted(members - {item})
    if members:
        assert c.least(found) == min(members)


@given(SETS, SETS)
def test_two_sets(members: set[int], others: set[int]) -> None:
    one, two = c.set_of(sorted(members)), c.set_of(sorted(others))
    assert c.items(c.common(one, two)) == sorted(members & others)
    assert c.items(c.apart(one, two)) == sorted(members - others)


@given(LINES, st.integers(0, 15), st.data())
def test_lines_are_lists(numbers: list[int], number: int, data: st.DataObject) -> None:
    line = c.line_of(numbers)
    assert c.listed(line) == numbers
    assert c.length(line) == len(numbers)
    assert c.items(c.set_in(line)) == sorted(set(numbers))
    assert c.find(line, number) == (numbers.index(number) if number in numbers else -1)
    assert c.listed(c.append(line, number)) == [*numbers, number]
    place = data.draw(st.integers(0, len(numbers)))
    assert c.listed(c.insert(line, place, number)) == [*numbers[:place], number, *numbers[place:]]
    if place < len(numbers):
        rest = numbers[place + 1 :]
        assert c.item(line, place) == numbers[place]
        assert c.listed(c.replace(line, place, number)) == [*numbers[:place], number, *rest]
        assert c.listed(c.remove(line, place)) == numbers[:place] + rest


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="0 to 63; got 64"):
        c.counts_of([1, 64])
    with pytest.raises(ValueError, match="0 to 15; got 16"):
        c.few_of([0, 16])
    with pytest.raises(ValueError, match="0 to 1023; got 1024"):
        c.many_of([1024])
    with pytest.raises(ValueError, match="0 to 60; got 61"):
        c.set_of([61])
    with pytest.raises(ValueError, match="at most 13"):
        c.line_of([0] * 14)
    with pytest.raises(ValueError, match="0 to 15; got 16"):
        c.line_of([16])


@given(st.lists(st.integers(0, 20), min_size=8, max_size=8).filter(any), st.integers(0, 1000))
def test_packed_counts_are_drawn_as_listed_ones(weights: list[int], seed: int) -> None:
    one, two = Rng(), Rng()
    one.seed(seed)
    two.seed(seed)
    three = Rng()
    three.seed(seed)
    native = vec[i64]([9, 9, *weights])
    for _ in range(5):
        drawn = one.weighted(weights)
        assert drawn == two.weighted_count(c.counts_of(weights))
        assert drawn == three.weighted_from(native, 2) - 2
    listed = list(range(20))
    shuffled = vec[i64](listed)
    one.shuffle(listed)
    two.shuffle_vec(shuffled)
    assert list(shuffled) == listed


def test_a_long_walk_of_changes() -> None:
    dice = random.Random(1)
    numbers = [0] * 10
    counts = 0
    for _ in range(2000):
        index = dice.randrange(10)
        by = dice.randint(-numbers[index], 63 - numbers[index])
        numbers[index] += by
        counts = c.more(counts, index, by)
        assert c.numbers(counts, 10) == numbers
