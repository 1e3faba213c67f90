import random

import pytest
from rich.text import Text

from tianxia.terminal import board

from .scene import GAME

NAMES = ["Anna", "Ben [b]", "Clara", "Dora", "Emil"]


@pytest.mark.parametrize("players", [2, 5])
def test_the_board_is_drawn_at_every_decision(players: int) -> None:
    state = GAME.new(players, 11, great_wall=True, super_event="random")
    dice = random.Random(11)
    while True:
        for viewer in (None, 0, players - 1):
            lines = Text.from_markup(board(GAME, state.view(viewer), NAMES)).plain.splitlines()
            assert max(len(line.rstrip()) for line in lines) <= 100
            assert all(any(name in line for line in lines) for name in NAMES[:players])
        if state.over():
            assert any("Final scoring" in line for line in lines)
            return
        player = state.actors()[0]
        state.play(player, dice.choice(state.legal(player)))
