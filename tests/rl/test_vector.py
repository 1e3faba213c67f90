"""The vectorised runner shows exactly what single games show."""

import random

import numpy as np
import pytest

from tianxia.engine.errors import IllegalAction, OptionError
from tianxia.engine.game import Game
from tianxia.rl.vector import Vector

from ..tiny import tiny_game
from .cases import CASES, name

ROWS = 5


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
def test_rows_are_the_games_of_their_seeds(game: Game, players: int) -> None:
    games = Vector(game, ROWS, players, seed=40, shaping=0.5)
    seeds = [40 + row for row in range(ROWS)]
    states = [game.new(players, seed) for seed in seeds]
    points = [state.scores() for state in states]
    dice = random.Random(1)
    finished = 0
    width = len(game.feature_names(players))
    assert games.observations.shape == (ROWS, width)
    assert games.observations.dtype == np.float32
    assert games.masks.shape == (ROWS, len(game.space))
    assert games.rewards.shape == games.scores.shape == (ROWS, players)
    for _ in range(400):
        for row, state in enumerate(states):
            actor = state.actors()[0]
            assert games.actors[row] == actor
            expected = np.array(state.features(actor), np.float32)
            assert np.array_equal(games.observations[row], expected)
            assert np.flatnonzero(games.masks[row]).tolist() == state.legal(actor)
        actions = [dice.choice(state.legal(state.actors()[0])) for state in states]
        games.step(np.array(actions))
        for row, state in enumerate(states):
            state.play(state.actors()[0], actions[row])
            now = state.scores()
            gained = [0.5 * (a - b) for a, b in zip(now, points[row], strict=True)]
            brought = [a + b for a, b in zip(state.returns(), gained, strict=True)]
            assert np.allclose(games.rewards[row], brought, atol=1e-5)
            assert bool(games.ended[row]) == state.over()
            points[row] = now
            if state.over():
                assert games.scores[row].tolist() == state.scores()
                finished += 1
                seeds[row] += ROWS
                states[row] = game.new(players, seeds[row])
                points[row] = states[row].scores()
        if finished > ROWS:
            break


def test_random_actions_are_legal_and_repeatable() -> None:
    first = Vector(tiny_game(), 8, 3, seed=5)
    second = Vector(tiny_game(), 8, 3, seed=5)
    for _ in range(30):
        actions = first.random_actions()
        assert np.array_equal(actions, second.random_actions())
        assert first.masks[np.arange(8), actions].all()
        first.step(actions)
        second.step(actions)
    first.reset(5)
    second.reset(5)
    assert np.array_equal(first.random_actions(), second.random_actions())


@pytest.mark.parametrize("wrong", [-1, 5, 6, 10_000])
def test_an_illegal_action_moves_no_game(wrong: int) -> None:
    games = Vector(tiny_game(), 4, 2)
    before = games.observations.copy(), games.masks.copy(), games.batch.states[0].decisions
    actions = games.random_actions()
    actions[2] = wrong
    with pytest.raises(IllegalAction, match="row 2"):
        games.step(actions)
    assert np.array_equal(games.observations, before[0])
    assert np.array_equal(games.masks, before[1])
    assert games.batch.states[0].decisions == before[2]


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(OptionError):
        Vector(tiny_game(), 4, 9)
    with pytest.raises(OptionError):
        Vector(tiny_game(), 4, 2, colour="red")
    with pytest.raises(ValueError, match="at least one row"):
        Vector(tiny_game(), 0)
    with pytest.raises(ValueError, match="expected 4 actions"):
        Vector(tiny_game(), 4).step([0])
    with pytest.raises(ValueError, match="read-only"):
        Vector(tiny_game(), 4).masks[0, 0] = 1
