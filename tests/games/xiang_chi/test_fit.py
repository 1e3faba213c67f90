"""benchmarks/fit.py: the worths of the judge follow what the search finds."""

import numpy as np
import pytest

from benchmarks.fit import fitted, played
from tianxia.games.xiang_chi.judge import ASPECTS, EARLIER, LAST


def test_samples_are_points_still_to_come() -> None:
    samples = played(5, "mcts:iterations=4", LAST[:], EARLIER[:])
    assert len(samples) > 5
    assert {len(seen) for seen, _, _ in samples} == {len(ASPECTS) + 1}
    hoped, got = zip(*((hoped, got) for _, hoped, got in samples), strict=True)
    assert abs(got[-1]) < abs(got[0]), "less is to come at the end than at the start"
    assert np.corrcoef(hoped, got)[0, 1] > 0


def test_the_fit_finds_the_worths_that_made_the_samples() -> None:
    numbers = np.random.default_rng(1)
    aspects, truth = 3, np.array([2.0, -1.0, 0.5, 0.0, 3.0, 1.0])
    samples = []
    for _ in range(4000):
        row = numbers.normal(size=aspects)
        to_come = numbers.uniform()
        worth = float(row @ truth[:aspects] + to_come * (row @ truth[aspects:]))
        samples.append(([*row.tolist(), to_come], worth, 0.0))
    assert fitted(samples, 0.0, np.zeros(2 * aspects)) == pytest.approx(truth, abs=0.1)


def test_what_is_held_is_not_fitted() -> None:
    numbers = np.random.default_rng(2)
    truth, before = np.array([2.0, -1.0, 0.5, 3.0]), np.array([0.0, 0.25, 0.0, 0.0])
    samples = []
    for _ in range(2000):
        row, to_come = numbers.normal(size=2), numbers.uniform()
        worth = float(row @ truth[:2] + to_come * (row @ truth[2:]))
        samples.append(([*row.tolist(), to_come], worth, 0.0))
    found = fitted(samples, 0.0, before, held=[1])
    assert found[1] == before[1] == 0.25
    assert found[[0, 2]] == pytest.approx(truth[[0, 2]], abs=0.2)
