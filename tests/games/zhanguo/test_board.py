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


def test_tracks_show_the_slot_without_palaces() -> None:
    state = GAME.new(2, 1)
    shown = Text.from_markup(board(GAME, state.view(0), ["A", "B"])).plain
    line = next(line for line in shown.splitlines() if line.startswith("Unrest"))
    assert line.split("Unrest")[1].split("0/")[1:] == [
        "3              ",
        "3              ",
        "4 no palace: 3 ",
        "3              ",
        "2              ",
    ]


@pytest.mark.parametrize("boards", ["b-choose", "b-auction"])
def test_the_boards_on_offer_are_shown(boards: str) -> None:
    state = GAME.new(4, 1, boards=boards)
    view = state.view(0)
    shown = Text.from_markup(board(GAME, view, list("ABCD"))).plain
    for id, about in zip(view["boards"]["left"], view["boards"]["about"], strict=True):
        part = shown.split(f"\n{id.capitalize()} ")[1].split("\n\n")[0]
        slots = [
            f"{length} ({symbol})" if symbol else str(length)
            for length, symbol in zip(about["tracks"], about["symbols"], strict=True)
        ]
        assert ", ".join(slots) in part
        start = about["start"]
        assert f"{start['red']} red, {start['gray']} gray, {start['white']} white" in part
        for action in about["abilities"]:
            assert action.replace("reassign", "re-assign") in part
    while state.view(None)["prompt"]["id"] in ("bid", "board"):
        player = state.actors()[0]
        state.play(player, state.legal(player)[-1])
    assert "starts with" not in Text.from_markup(board(GAME, state.view(0), list("ABCD"))).plain
