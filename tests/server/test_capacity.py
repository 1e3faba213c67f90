"""The model of docs/scaling.md against the simulation; `python -m benchmarks.capacity` is the large one."""

import math

import pytest

from benchmarks.capacity import Costs, Pace, Simulation, measured, model, p95

COSTS = Costs(decide=6.4, draw=10.1, store=2.3, think=5.6, other=1.3)
PACE = Pace()
TABLES, SECONDS = 1000, 30


def simulated(share: float) -> Simulation:
    """With that share of what the model asks for."""
    serving, thinking = model(TABLES, COSTS, PACE)
    processes, workers = math.ceil(share * serving), math.ceil(share * thinking)
    simulation = Simulation(TABLES, processes, workers, COSTS, PACE)
    simulation.run(SECONDS)
    return simulation


def test_with_what_the_model_asks_for_queues_stay_and_with_half_of_it_they_grow() -> None:
    """Few tables for a process swing more than in the large run: twice its 200 ms is allowed here."""
    enough, more, half = simulated(1.0), simulated(1.5), simulated(0.5)
    assert p95(enough.answers) < 400
    assert p95(enough.waits) < 200
    assert p95(more.answers) < 100
    assert p95(half.answers) > 1000
    expected = SECONDS * TABLES / (PACE.look + PACE.bots * 0.7)
    assert len(enough.answers) == pytest.approx(expected, rel=0.15)


def test_the_model_is_of_what_was_measured() -> None:
    """Twice the tables need twice the cores, whatever the costs."""
    costs = measured(None)
    assert min(costs.decide, costs.draw, costs.store, costs.think, costs.other) > 0
    once, twice = model(1000, costs, PACE), model(2000, costs, PACE)
    assert [2 * cores for cores in once] == pytest.approx(list(twice))
