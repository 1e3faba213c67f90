"""PettingZoo's own checks on every game, and what they do not look at."""

import random
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils import wrappers

from tianxia.engine.errors import IllegalAction, OptionError
from tianxia.engine.game import Game
from tianxia.rl.pettingzoo import env, parallel_env, raw_env
from tianxia.rl.seat import BOUND
from tianxia.rl.versions import version

from ..tiny import tiny_game
from .cases import CASES, OURS, name, walk

with warnings.catch_warnings():
    # Importing the checks imports one of PettingZoo's own games in a way it warns of.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

# What PettingZoo remarks on every environment with action masks in its observations.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # A solitaire's other agents do not exist; at the end nobody may choose anything.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
class TestTheirs:
    def test_api(self, game: Game, players: int) -> None:
        api_test(env(game, players=players))

    def test_parallel_api(self, game: Game, players: int) -> None:
        parallel_api_test(parallel_env(game, players=players))

    def test_seed(self, game: Game, players: int) -> None:
        seed_test(lambda: env(game, players=players))
        parallel_seed_test(lambda: parallel_env(game, players=players))


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
def test_a_game_is_the_engine_s(game: Game, players: int) -> None:
    table = env(game, players=players)
    table.reset(seed=11)
    state = game.new(players, 11)
    dice = random.Random(3)
    while not state.over():
        seat = state.actors()[0]
        assert table.agent_selection == f"player_{seat}"
        seen, reward, terminated, truncated, info = table.last()
        assert (reward, terminated, truncated) == (0, False, False)
        assert np.array_equal(seen["observation"], np.array(state.features(seat), np.float32))
        assert np.abs(seen["observation"]).max() <= BOUND
        assert np.flatnonzero(seen["action_mask"]).tolist() == state.legal(seat)
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        for other in range(players):
            if other != seat:
                assert not table.observe(f"player_{other}")["action_mask"].any()
        action = dice.choice(state.legal(seat))
        table.step(action)
        state.play(seat, action)
    assert table.agents == [f"player_{seat}" for seat in range(players)]
    for seat, expected in enumerate(state.returns()):
        assert table.terminations[f"player_{seat}"]
        assert table.rewards[f"player_{seat}"] == pytest.approx(expected)


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
def test_parallel_plays_all_who_are_asked(game: Game, players: int) -> None:
    table = parallel_env(game, players=players)
    seen, _ = table.reset(seed=4)
    dice = random.Random(3)
    total = np.zeros(players)
    while table.agents:
        asked = table.game_state.actors()
        before = table.game_state.decisions
        actions: dict[str, int | None] = {}
        for seat, agent in enumerate(table.agents):
            legal = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            assert bool(legal) == (seat in asked)
            actions[agent] = dice.choice(legal) if legal else None
        seen, rewards, terminated, truncated, _ = table.step(actions)
        assert table.game_state.decisions == before + len(asked)
        assert not any(truncated.values())
        total += list(rewards.values())
    assert all(terminated.values())
    assert total == pytest.approx(table.game_state.returns())


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
def test_observations_do_not_depend_on_what_is_hidden(game: Game, players: int) -> None:
    table = parallel_env(game, players=players)
    table.reset(seed=0)
    for number, state in enumerate(walk(game, players, 8)):
        if number % 5:
            continue
        for seat in range(players):
            agent = f"player_{seat}"
            table.game_state = state
            first, _ = table._seen()
            table.game_state = state.determinize(seat, 1000 + number)
            second, _ = table._seen()
            assert np.array_equal(first[agent]["observation"], second[agent]["observation"])
            assert np.array_equal(first[agent]["action_mask"], second[agent]["action_mask"])


def test_an_illegal_action_ends_the_game(caplog: pytest.LogCaptureFixture) -> None:
    table = env(tiny_game(), players=3)
    table.reset(seed=1)
    table.step(5)  # to share is not asked now
    assert "Illegal move" in caplog.text
    assert table.rewards == {"player_0": -1.0, "player_1": 0, "player_2": 0}
    assert all(table.terminations.values())
    for _ in range(3):
        table.step(None)
    assert table.agents == []
    table.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        table.step(99)


@pytest.mark.parametrize("seed", range(8))
def test_manners_are_those_of_the_usual_wrappers(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Random actions, some of them illegal: our environment and the wrapped raw one agree."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(tiny_game(), shaping=0.1), -1.0)
    theirs = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
    ours = env(tiny_game(), shaping=0.1)
    dice = random.Random(seed)
    for table in (ours, theirs):
        with pytest.raises(AttributeError):
            _ = table.agent_selection
    with pytest.raises(AssertionError, match="reset"):
        ours.step(0)
    with pytest.raises(AssertionError, match="reset"):
        ours.observe("player_0")
    ours.reset(seed=seed)
    theirs.reset(seed=seed)
    while ours.agents:
        assert ours.agents == theirs.agents
        assert ours.agent_selection == theirs.agent_selection
        seen, *told = ours.last()
        same, *also = theirs.last()
        assert told[:3] == also[:3]
        assert np.array_equal(seen["observation"], same["observation"])
        if told[1]:
            action = None
        elif dice.random() < 0.1:
            action = dice.randrange(6)
        else:
            action = int(dice.choice(np.flatnonzero(seen["action_mask"])))
        ours.step(action)
        theirs.step(action)
        assert ours.rewards == theirs.rewards
        assert ours.terminations == theirs.terminations
        assert ours.truncations == theirs.truncations
    caplog.clear()
    ours.step(None)
    assert "step() called after all agents are terminated" in caplog.text


def test_raw_refuses_and_goes_on() -> None:
    table = raw_env(tiny_game(), players=2)
    table.reset(seed=1)
    for wrong in (5, 99, None):
        with pytest.raises(IllegalAction):
            table.step(wrong)
    table.step(0)
    assert table.agent_selection == "player_1"


def test_parallel_illegal_action_ends_the_game() -> None:
    table = parallel_env(tiny_game(), players=3)
    table.reset(seed=1)
    _, rewards, terminated, truncated, infos = table.step({"player_0": 0, "player_1": 5})
    assert rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": -1.0}
    assert all(terminated.values())
    assert all(truncated.values())
    assert [info.get("illegal") for info in infos.values()] == [None, True, True]
    assert table.agents == []
    assert table.game_state.decisions == 0


def test_shaping_adds_points() -> None:
    table = env(tiny_game(), players=2, shaping=0.25)
    table.reset(seed=2)
    dice = random.Random(0)
    total = {"player_0": 0.0, "player_1": 0.0}
    while not any(table.terminations.values()):
        mask = table.last()[0]["action_mask"]
        table.step(int(dice.choice(np.flatnonzero(mask))))
        for agent, reward in table.rewards.items():
            total[agent] += reward
    state = table.unwrapped.game_state
    expected = [a + 0.25 * b for a, b in zip(state.returns(), state.scores(), strict=True)]
    assert list(total.values()) == pytest.approx(expected)


def test_seeds() -> None:
    table = env(tiny_game())
    table.reset(seed=7)
    assert table.unwrapped.game_state.to_dict() == tiny_game().new(seed=7).to_dict()
    table.reset()
    assert table.unwrapped.game_state.to_dict() == tiny_game().new(seed=8).to_dict()


def test_options_reach_the_game() -> None:
    assert env(tiny_game(), rounds=1).unwrapped.table.options == {"rounds": 1}
    with pytest.raises(OptionError):
        env(tiny_game(), rounds=2)
    with pytest.raises(OptionError):
        env(tiny_game(), players=7)


@pytest.mark.parametrize("game", OURS, ids=name)
def test_registered(game: Game) -> None:
    name = f"{game.id.replace('-', '_')}_v{version(game.id)}"
    id = f"tianxia/{name}"
    table = pettingzoo.make("aec", id, players=game.players[0])
    assert len(table.possible_agents) == game.players[0]
    assert str(table) == name
    both = pettingzoo.make("parallel", id)
    assert len(both.possible_agents) == game.default_players


@pytest.mark.parametrize("game", OURS, ids=name)
@pytest.mark.parametrize("make", [env, parallel_env])
def test_render(game: Game, make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = make(game, render_mode="ansi")
    text.reset(seed=1)
    assert "\x1b[" in text.render()
    assert len(text.render().splitlines()) > 5
    picture = make(game, render_mode="rgb_array")
    picture.reset(seed=1)
    drawn = picture.render()
    assert drawn.dtype == np.uint8
    assert drawn.shape[2] == 3
    assert len(np.unique(drawn[..., 0])) > 20
    capsys.readouterr()
    shown = make(game, render_mode="human")
    shown.reset(seed=1)
    assert len(capsys.readouterr().out.splitlines()) > 5


def test_render_modes_are_checked() -> None:
    with pytest.raises(ValueError, match="render_mode"):
        env(tiny_game(), render_mode="smoke")
    table = env(tiny_game())
    table.reset()
    with pytest.raises(ValueError, match="render_mode"):
        table.render()


def test_render_shows_a_viewer_their_own_only() -> None:
    for game in OURS:
        table = raw_env(game, render_mode="ansi")
        table.reset(seed=3)
        state = table.game_state
        public = table.render()
        table.game_state = state.determinize(0, 77)
        assert table.render() == public
