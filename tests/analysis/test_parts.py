"""What a judge's estimate consists of adds up to it."""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import tianxia
from tianxia.engine.game import Game
from tianxia.engine.state import State
from tianxia.text import words

GAMES = [pytest.param(game, id=game.id) for game in tianxia.all_games()]


def settings(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players, and every value of every option once."""
    for players in game.players:
        yield players, {}
    for option in game.options:
        for value in option.choices:
            if value != option.default:
                yield max(allowed(game, {option.name: value})), {option.name: value}


def allowed(game: Game, options: dict[str, Any]) -> Iterator[int]:
    """The numbers of players that an option is for."""
    for players in game.players:
        with suppress(tianxia.OptionError):
            game.complete(players, options)
            yield players


def positions(game: Game, players: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    dice = random.Random(seed)
    state = game.new(players, seed, **options)
    while not state.over():
        yield state
        player = dice.choice(state.actors())
        state.play(player, dice.choice(state.legal(player)))
    yield state


@pytest.mark.parametrize("game", GAMES)
def test_parts_add_up_to_the_estimate_and_have_names(game: Game) -> None:
    assert game.parts is not None
    language = words(game.package)
    looked_at = 0
    names: set[str] = set()
    for seed in range(200):
        for players, options in settings(game):
            for state in positions(game, players, options, seed):
                if state.decisions % 3 == seed % 3 or state.over():
                    for player in range(players):
                        found = game.parts(state, player)
                        estimate = game.judge(state, player)
                        assert sum(found.values()) == pytest.approx(estimate, abs=1e-9)
                        names |= found.keys()
                        looked_at += 1
        if looked_at > 2000:
            break
    assert looked_at > 1000
    for name in names:
        for id in (f"part-{name}", f"reason-{name}-up", f"reason-{name}-down"):
            assert language.has(id), id
