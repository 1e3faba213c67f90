import pytest
from hypothesis import given
from hypothesis import strategies as st

from tianxia.engine.counting import largest, raised, smallest, sum_of

SHORT = st.lists(st.integers(-1000, 1000), min_size=1, max_size=12)


@given(SHORT)
def test_as_the_built_in_ones(items: list[int]) -> None:
    assert sum_of(items) == sum(items)
    assert largest(items) == max(items)
    assert smallest(items) == min(items)


def test_the_sum_of_nothing() -> None:
    assert sum_of([]) == 0


@given(SHORT, st.data(), st.integers(-5, 5))
def test_raised_leaves_the_list_as_it_was(items: list[int], data: st.DataObject, by: int) -> None:
    index = data.draw(st.integers(0, len(items) - 1))
    before = items[:]
    found = raised(items, index, by)
    assert items == before
    assert found is not items
    assert [now - then for now, then in zip(found, items, strict=True)] == [
        by if place == index else 0 for place in range(len(items))
    ]


def test_raised_outside_the_list() -> None:
    with pytest.raises(IndexError):
        raised([1, 2], 2, 1)
