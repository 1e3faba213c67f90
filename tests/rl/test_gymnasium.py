"""Gymnasium's own check on every game, and what it does not look at."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tianxia.engine.errors import IllegalAction
from tianxia.engine.game import Game
from tianxia.rl.gymnasium import SeatEnv, environment_id

from ..tiny import tiny_game
from .cases import CASES, OURS, counts, name

pytestmark = pytest.mark.filterwarnings("ignore:.*render fps was not provided.*")


@pytest.mark.parametrize("game", OURS, ids=name)
def test_check_env(game: Game) -> None:
    for players in counts(game):
        table = gymnasium.make(environment_id(game.id), players=players)
        check_env(table.unwrapped)


@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes.*")
def test_check_env_without_a_name() -> None:
    check_env(SeatEnv(tiny_game(), players=3))


def test_names() -> None:
    assert environment_id("xiang-chi") == "tianxia/XiangChi-v0"
    for game in OURS:
        assert gymnasium.make(environment_id(game.id)).unwrapped is not None


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
def test_a_whole_game(game: Game, players: int) -> None:
    for seat in {0, players - 1}:
        table = SeatEnv(game, players=players, seat=seat)
        seen, info = table.reset(seed=5)
        dice = random.Random(2)
        ended = False
        total = 0.0
        while not ended:
            assert table.observation_space.contains(seen)
            legal = table.state.legal(seat)
            assert np.flatnonzero(info["action_mask"]).tolist() == legal
            assert np.array_equal(table.action_masks(), info["action_mask"] == 1)
            if table.state.secret():
                assert table.state.actors() == [seat], "the bots have answered"
            seen, reward, ended, truncated, info = table.step(np.int64(dice.choice(legal)))
            assert not truncated
            total += reward
        assert total == pytest.approx(table.state.returns()[seat])
        assert info["scores"].tolist() == table.state.scores()
        assert info["place"] == table.state.places()[seat]
        assert not table.action_masks().any()
        with pytest.raises(gymnasium.error.ResetNeeded):
            table.step(np.int64(0))


def test_the_same_seed_gives_the_same_game() -> None:
    def play() -> list[float]:
        table = SeatEnv(tiny_game(), players=3, opponents=["greedy", "random"], seat=None)
        found: list[float] = []
        for seed in (9, None, None):
            seen, info = table.reset(seed=seed)
            ended = False
            while not ended:
                action = np.flatnonzero(info["action_mask"])[-1]
                seen, reward, ended, _, info = table.step(action)
                found += [*seen.tolist(), reward]
        return found

    assert play() == play()


def test_every_seat_gets_its_turn() -> None:
    table = SeatEnv(tiny_game(), players=3, seat=None)
    seats = set()
    for seed in range(30):
        table.reset(seed=seed)
        seats.add(table.seat)
    assert seats == {0, 1, 2}


def test_an_illegal_action_ends_the_episode() -> None:
    table = SeatEnv(tiny_game(), players=2)
    table.reset(seed=1)
    before = table.state.to_dict()
    _, reward, ended, truncated, info = table.step(np.int64(5))
    assert (reward, ended, truncated) == (-1.0, True, False)
    assert "cannot choose 'share nothing'" in info["illegal"]
    assert table.state.to_dict() == before
    with pytest.raises(gymnasium.error.ResetNeeded):
        table.step(np.int64(0))


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="deep thought"):
        SeatEnv(tiny_game(), opponents="deep thought")
    with pytest.raises(ValueError, match="a list of 2"):
        SeatEnv(tiny_game(), players=3, opponents=["greedy"])
    with pytest.raises(ValueError, match="seat"):
        SeatEnv(tiny_game(), seat=2)
    with pytest.raises(ValueError, match="render_mode"):
        SeatEnv(tiny_game(), render_mode="smoke")


def test_greedy_beats_random() -> None:
    """The opponents that were asked for really sit there."""
    total = {"greedy": 0.0, "random": 0.0}
    for opponents in total:
        table = SeatEnv(tiny_game(), opponents=opponents)
        for seed in range(60):
            _, info = table.reset(seed=seed)
            dice = random.Random(seed)
            ended = False
            while not ended:
                action = dice.choice(np.flatnonzero(info["action_mask"]).tolist())
                _, reward, ended, _, info = table.step(np.int64(action))
                total[opponents] += reward
    assert total["greedy"] < total["random"] - 5


def test_many_games_at_once_on_the_runner() -> None:
    name = environment_id("middle-kingdom")
    tables: Any = gymnasium.make_vec(name, num_envs=6, players=3, seat=1, shaping=0.01)
    assert tables.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    first, info = tables.reset(seed=5)
    assert tables.observation_space.contains(first)
    assert first.shape == (6, tables.single_observation_space.shape[0])
    dice = random.Random(1)
    finished = 0
    for _ in range(300):
        masks = info["action_mask"]
        actions = np.array([dice.choice(np.flatnonzero(mask).tolist()) for mask in masks])
        before = tables.unwrapped.games.batch.states[:]
        seen, rewards, ended, truncated, info = tables.step(actions)
        assert tables.observation_space.contains(seen)
        assert not truncated.any()
        for row in np.flatnonzero(ended):
            state = before[row]
            assert state.over()
            assert info["final_info"]["scores"][row].tolist() == state.scores()
            assert info["final_obs"][row].tolist() == state.features(1)
            assert abs(rewards[row] - state.returns()[1]) < 0.5
            finished += 1
        for game, state in enumerate(tables.unwrapped.games.batch.states):
            assert 1 in state.actors()
            assert not state.secret() or state.actors() == [1], "the others have answered"
            assert seen[game].tolist() == state.features(1)
            assert np.flatnonzero(info["action_mask"][game]).tolist() == state.legal(1)
    assert finished > 6
    again, _ = tables.reset(seed=5)
    assert np.array_equal(first, again)


def test_an_illegal_action_among_many_games_moves_none() -> None:
    tables: Any = gymnasium.make_vec(environment_id("xiang-chi"), num_envs=3)
    seen, _ = tables.reset(seed=1)
    with pytest.raises(IllegalAction, match="row 2"):
        tables.step(np.array([0, 0, 71]))
    assert np.array_equal(seen, tables.unwrapped.games.observations)
    with pytest.raises(ValueError, match="seat is 0 to 0"):
        gymnasium.make_vec(environment_id("xiang-chi"), num_envs=3, seat=1)
    with pytest.raises(ValueError, match="one number"):
        tables.reset(seed=[1, 2, 3])
