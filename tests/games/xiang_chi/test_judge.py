"""The judge and the features: sound, blind to the order of the deck, and of some use."""

import json
import random
import statistics

import pytest

from tianxia.bots.greedy import greedy_action
from tianxia.engine.playout import playout
from tianxia.engine.rng import Rng
from tianxia.games.xiang_chi.judge import ASPECTS, aspects
from tianxia.games.xiang_chi.rules import XiangChi

from .scenario import GAME, position


def worth(state: XiangChi) -> float:
    return GAME.judge(state, 0)


def test_at_the_end_the_judge_knows_the_score() -> None:
    state = GAME.new(seed=4)
    rng = Rng()
    playout(state, rng)
    assert GAME.judge(state, 0) == state.scores()[0]


@pytest.mark.parametrize("seed", range(4))
def test_the_judge_touches_nothing(seed: int) -> None:
    state = GAME.new(seed=seed)
    dice = random.Random(seed)
    while not state.over():
        before = json.dumps(state.to_dict())
        GAME.judge(state, 0)
        assert json.dumps(state.to_dict()) == before
        state.play(0, dice.choice(state.legal(0)))


def test_every_aspect_has_its_number() -> None:
    state = position(["poet-sun-1", "general-sun-2", "minister-sun-1", "courtesan-sun-1"])
    assert len(aspects(state)) == len(ASPECTS) + 1  # and how long the game may last


def test_more_copper_is_better() -> None:
    row: list[str | None] = ["poet-sun-1", "general-sun-2", "minister-sun-1", "courtesan-sun-1"]
    court: list[str | list[str]] = ["general-moon-1", "courtesan-moon-3", "poet-earth-1"]
    values = [worth(position(row, court, cp=cp)) for cp in (0, 4, 8, 14)]
    assert values == sorted(values)


def test_a_prince_in_reach_is_better_than_one_that_is_not() -> None:
    row: list[str | None] = ["poet-sun-1", "prince-9", "minister-sun-1", "courtesan-sun-1"]
    weak = position(row, ["general-moon-1"], cp=4)
    strong = position(row, ["general-moon-3", "general-sun-3", "general-earth-3"], cp=4)
    assert worth(strong) > worth(weak) + 2


def test_courtesans_are_worth_more_early_than_late() -> None:
    row: list[str | None] = ["poet-sun-1", "general-sun-2", "minister-sun-1", "general-earth-1"]
    court: list[str | list[str]] = ["general-moon-1"]
    with_her: list[str | list[str]] = ["general-moon-1", "courtesan-moon-3"]
    early = worth(position(row, with_her)) - worth(position(row, court))
    beaten = [f"prince-{number}" for number in range(1, 9)]
    few = ["poet-moon-1", "poet-moon-2"]
    late = worth(position(row, with_her, defeated=beaten, draws=few))
    late -= worth(position(row, court, defeated=beaten, draws=few))
    assert early > late


def test_a_poet_is_put_where_the_song_is_longest() -> None:
    # All spaces are full: covering the Sun's cards would cost the Poet of the Sun its points.
    court: list[str | list[str]] = ["general-sun-3", "minister-sun-3", "tax-collector-sun-3"]
    court += ["minister-moon-1", "minister-moon-2", "minister-moon-3"]
    court += ["poet-earth-1", "courtesan-sun-3"]
    state = position(
        ["poet-sun-3", "poet-moon-1", "poet-moon-2", "poet-moon-3"],
        court,
        cp=9,
    )
    state.play(0, GAME.space.parse("buy r1"))
    rng = Rng()
    chosen = GAME.space.text(greedy_action(state, 0, rng))
    assert chosen in ("place s4", "place s5", "place s6", "place s7")


def test_random_play_scores_as_calibrated() -> None:
    rng = Rng()
    rng.seed(1)
    scores = []
    for seed in range(400):
        state = GAME.new(seed=seed)
        state.events = None
        playout(state, rng)
        scores.append(state.scores()[0])
    assert -10 < statistics.mean(scores) < -7
    assert 6 < statistics.stdev(scores) < 8


def test_greedy_play_is_much_better_than_random() -> None:
    rng = Rng()
    rng.seed(1)
    scores = []
    for seed in range(8):
        state = GAME.new(seed=seed)
        state.events = None
        while not state.over():
            state.play(0, greedy_action(state, 0, rng, deals=2))
        scores.append(state.scores()[0])
    assert statistics.mean(scores) > 5  # random play: about -11
