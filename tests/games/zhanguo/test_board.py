import random
from typing import Any

import pytest
from rich.text import Text

from tianxia.terminal import board

from .table import GAME

ALL = {"boards": "b-auction", "draw": "3-keep-2", "order": "discs", "hire_unrest": "per-worker"}


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, ALL)])
def test_the_board_fits_at_every_decision(players: int, options: dict[str, Any]) -> None:
    state = GAME.new(players, 5, **options)
    dice = random.Random(players)
    names = ["Bartholomea", "Li", "Ana", "Wang Zhen"][:players]
    while True:
        for viewer in (None, *state.actors()[:1]):
            shown = Text.from_markup(board(GAME, state.view(viewer), names)).plain
            assert max(len(line) for line in shown.splitlines()) <= 100
            assert all(name in shown for name in names)
        if state.over():
            return
        player = dice.choice(state.actors())
        state.play(player, dice.choice(state.legal(player)))


def test_a_hand_is_on_its_owners_board_only() -> None:
    state = GAME.new(3, 1)
    numbers = [f"{card['number']:3d} " for card in state.view(1)["hand"]]
    own = Text.from_markup(board(GAME, state.view(1), ["A", "B", "C"])).plain
    others = Text.from_markup(board(GAME, state.view(None), ["A", "B", "C"])).plain
    assert all(number in own for number in numbers)
    assert not any(number in others for number in numbers)
