"""Every game with the fewest and the most players and a number between, and the tiny one."""

import random
from collections.abc import Iterator

import tianxia
from tianxia.engine.game import Game
from tianxia.engine.state import State

from ..tiny import tiny_game

GAMES = [*tianxia.all_games(), tiny_game()]
OURS = tianxia.all_games()


def counts(game: Game) -> list[int]:
    """The fewest players, the most, and a number between."""
    return sorted({game.players[0], game.players[len(game.players) // 2], game.players[-1]})


CASES = [(game, players) for game in GAMES for players in counts(game)]


def name(value: object) -> str:
    return value.id if isinstance(value, Game) else str(value)


def walk(game: Game, players: int, seed: int) -> Iterator[State]:
    """The states of a random game, the last one over."""
    dice = random.Random(seed)
    state = game.new(players, seed)
    while not state.over():
        yield state
        player = state.next_actor()
        state.play(player, dice.choice(state.legal(player)))
    yield state
