"""The vector a game's features are written into."""

import random

import pytest

import tianxia
from tianxia.engine.features import Features
from tianxia.engine.game import Game
from tianxia.engine.state import State

from ..tiny import tiny_game


def packed(numbers: list[float]) -> bytes:
    found = Features()
    for number in numbers:
        found.add(number)
    return found.packed()


def test_numbers_stand_in_the_order_they_are_written() -> None:
    found = Features()
    found.add(0.5)
    found.scaled([1, 0, 3], 4)
    found.part([9, 1, 2, 9], 1, 3, 4)
    found.tally([2, 0, 1, 2], [-1, 0, 2], 3, 2)
    found.tally([1, 1], [-1, 7], 8, 2)
    found.flag(True)
    found.flag(False)
    found.one_of(3, 1)
    found.one_of(2, -1)
    found.skip(2)
    found.again(packed([7.0, 8.0]))
    written = [0.5, 0.25, 0.0, 0.75, 0.25, 0.5, 0.5, 0.0, 1.0, *([0.0] * 7), 1.0]
    written += [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 8.0]
    assert found.count() == len(written)
    assert found.numbers() == written
    assert len(found.packed()) == 4 * len(written)
    found.clear()
    assert found.numbers() == []


def test_states_are_written_one_behind_the_other() -> None:
    state = tianxia.game("xiang-chi").new(seed=1)
    found = Features()
    state.game.show(state, 0, found)
    state.game.show(state, 0, found)
    assert found.numbers() == state.features(0) * 2


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_all_seats_at_once_are_shown_what_each_is_shown(game: Game) -> None:
    for players in game.players:
        dice = random.Random(players)
        state = game.new(players, players)
        while True:
            found = Features()
            game.show_all(state, found)
            shown = [number for seat in range(players) for number in state.features(seat)]
            assert found.numbers() == shown
            if state.over():
                break
            player = dice.choice(state.actors())  # some answer a secret question, others not yet
            state.play(player, dice.choice(state.legal(player)))


def test_a_missing_number_is_noticed() -> None:
    def too_few(state: State, player: int, found: Features) -> None:
        found.add(1.0)

    state = tiny_game(features=too_few).new(seed=1)
    with pytest.raises(AssertionError):
        state.features(0)
