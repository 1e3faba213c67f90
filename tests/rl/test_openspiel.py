"""OpenSpiel's own random simulations and playthroughs, and what they do not look at."""

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from tianxia.engine.errors import IllegalAction, OptionError
from tianxia.engine.game import Game
from tianxia.engine.options import option_text
from tianxia.rl.openspiel import DRAWS, LONGEST, OUTCOMES, register, short_name, to_parameter

from .cases import CASES, GAMES, name

#: The fewest players and the most.
ENDS = [
    (game, players) for game, players in CASES if players in (game.players[0], game.players[-1])
]

for tiny in GAMES:
    if short_name(tiny) not in pyspiel.registered_names():
        register(tiny)


def load(game: Game, players: int) -> Any:
    return pyspiel.load_game(f"{short_name(game)}(players={players})")


def play(state: Any, dice: random.Random, decisions: int = LONGEST) -> None:
    """On at random to the end, or to the first decision after so many."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.randrange(OUTCOMES))
        elif decisions:
            decisions -= 1
            state.apply_action(dice.choice(state.legal_actions()))
        else:
            return


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
def test_random_simulation(game: Game, players: int) -> None:
    pyspiel.random_sim_test(
        load(game, players), num_sims=1, serialize=bool(game.package), verbose=False
    )


@pytest.mark.parametrize(("game", "players"), ENDS, ids=name)
def test_playthrough(game: Game, players: int) -> None:
    """It formats every tensor of every state, seconds for a large game: no number between."""
    string = f"{short_name(game)}(players={players})"
    text = generate_playthrough.playthrough(string, None, seed=3)
    if game.id == "tiny":
        assert text == generate_playthrough.playthrough(string, None, seed=3)
    assert f"NumDistinctActions() = {len(game.space)}" in text
    assert f"NumPlayers() = {players}" in text


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
def test_clones_and_saved_states(game: Game, players: int) -> None:
    dice = random.Random(1)
    ours = load(game, players)
    state = ours.new_initial_state()
    for _ in range(6):
        play(state, dice, dice.randrange(8))
        if state.is_terminal():
            break
        clone = state.clone()
        text = str(state)
        action = state.legal_actions()[0]
        clone.apply_action(action)
        play(clone, random.Random(5), 3)
        assert str(state) == text, "a clone touched its original"
        if not game.package:
            continue  # only a registered game can be found again by its id
        again = pickle.loads(pickle.dumps(state))
        assert str(again) == text
        assert again.history() == state.history()
        for player in range(players):
            assert again.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
def test_returns_are_the_engine_s(game: Game, players: int) -> None:
    state = load(game, players).new_initial_state()
    assert state.is_chance_node()
    play(state, random.Random(7))
    ours = state.position.state
    assert ours.over()
    assert state.returns() == pytest.approx(ours.returns())
    assert sum(state.returns()) == pytest.approx(0) or players == 1


@pytest.mark.parametrize(("game", "players"), CASES, ids=name)
def test_nothing_shown_depends_on_what_is_hidden(game: Game, players: int) -> None:
    ours = load(game, players)
    observer = make_observation(ours)
    informed = make_observation(ours, INFO_STATE_OBS_TYPE)
    dice = random.Random(2)
    state = ours.new_initial_state()
    play(state, dice, 0)
    for number in range(25):
        if state.is_terminal():
            break
        for player in range(players):
            other = state.clone()
            other.position.state = state.position.state.determinize(player, number)
            for seen in (observer, informed):
                seen.set_from(state, player)
                tensor = seen.tensor.copy()
                seen.set_from(other, player)
                assert np.array_equal(seen.tensor, tensor)
                assert seen.string_from(other, player) == seen.string_from(state, player)
            if player == state.current_player():
                assert state.legal_actions() == other.legal_actions()
        play(state, dice, 1)


def test_a_secret_answer_leaves_no_trace() -> None:
    game = next(game for game in GAMES if game.id == "tiny")
    start = load(game, 3).new_initial_state()
    play(start, random.Random(4), 0)
    assert start.current_player() == 0
    texts = set()
    for action in start.legal_actions():
        state = start.clone()
        state.apply_action(action)
        assert state.current_player() == 1
        texts.add((state.information_state_string(1), tuple(state.information_state_tensor(1))))
    assert len(texts) == 1


def test_memory_is_perfect() -> None:
    """Two ways to the same position are two information states."""
    game = next(game for game in GAMES if game.id == "tiny")
    seen = set()
    now = set()
    for first, second in ((0, 1), (1, 0)):
        state = load(game, 2).new_initial_state()
        play(state, random.Random(4), 0)
        for own in (first, second):
            state.apply_action(own)
            state.apply_action(2 if own == first else 3)
            for _ in range(DRAWS):
                state.apply_action(9)
            state.apply_action(state.legal_actions()[-1])
        seen.add(state.information_state_string(0))
        now.add(str(state.position.state.view(0)["coins"]))
    assert len(now) == 1
    assert len(seen) == 2


def test_chance_comes_when_something_is_drawn() -> None:
    """A search on clones does not know what will be drawn."""
    game = next(game for game in GAMES if game.id == "tiny")
    state = load(game, 2).new_initial_state()
    for _ in range(DRAWS):
        assert state.is_chance_node()
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(17)
    state.apply_action(0)
    state.apply_action(1)
    dice = set()
    for outcome in range(60):
        thrown = state.clone()
        assert thrown.is_chance_node()
        thrown.apply_action(outcome)
        assert thrown.is_chance_node()
        thrown.apply_action(outcome)
        assert thrown.current_player() == 1
        dice.add(thrown.position.state.die)
    assert dice == {1, 2, 3, 4, 5, 6}


def test_illegal_actions_are_refused() -> None:
    game = next(game for game in GAMES if game.id == "tiny")
    state = load(game, 2).new_initial_state()
    play(state, random.Random(4), 0)
    text = str(state)
    with pytest.raises(IllegalAction, match="cannot choose"):
        state.apply_action(5)
    assert str(state) == text


def test_parameters() -> None:
    game = pyspiel.load_game("python_tianxia_tiny(players=3,rounds=1)")
    assert game.num_players() == 3
    assert game.options == {"rounds": 1}
    with pytest.raises(Exception, match="rounds"):
        pyspiel.load_game("python_tianxia_tiny(rounds=2)")


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_option_survives_the_game_s_string(game: Game) -> None:
    for option in game.options:
        for value in option.choices:
            text = option_text(to_parameter(value))
            text = text.capitalize() if isinstance(value, bool) else text
            try:
                game.complete(game.players[-1], {option.name: value})
            except OptionError:
                continue
            given = f"{short_name(game)}(players={game.players[-1]},{option.name}={text})"
            loaded = pyspiel.load_game(str(pyspiel.load_game(given)))
            assert loaded.options[option.name] == value
